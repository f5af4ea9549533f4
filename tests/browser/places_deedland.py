"""Pages of a game that friends play with a quick clock, or one person against bots."""

from playwright.sync_api import Page

from games import members, table
from games.rules.deedland import DEEDLAND
from games.table import Plan
from tests.browser.moments import Moments
from tests.browser.places import Place
from tests.browser.places_people import LONGEST_NAME, sign_in
from tests.games.company import person, ready, sit

ROLL, DECLINE = {"type": "roll"}, {"type": "decline"}


def _new(page: Page, _moments: Moments) -> None:
    sign_in(page, person("Ada"))
    page.goto("/games/new/?game=deedland")


def _room(page: Page, _moments: Moments) -> None:
    ada, friend = person("Ada"), person(LONGEST_NAME)
    plan = Plan(4, DEEDLAND.options(7_200, None), secret=True)
    game = table.open_table(DEEDLAND, [members.sitter(ada)], plan)
    sit(game, friend)
    ready(game, friend)
    sign_in(page, ada)
    page.goto(f"/games/{game.public_id}/")


def _auction(page: Page, moments: Moments) -> None:
    game = moments.friends(("Ada", LONGEST_NAME, "Cid"))
    game.let(rolls="3+4", owner={p: p % 3 for p in (1, 3, 6, 12, 16, 24, 39)})
    game.move(0, ROLL)
    game.move(0, DECLINE)
    game.move(0, {"type": "bid", "amount": 104_000})
    table.offer_draw(game.id, game.who(0))
    table.answer_draw(game.id, game.who(2), game.reading(2).draw.token, accept=True)  # type: ignore[union-attr]
    moments.sign_in(page.context, game, 1)
    page.goto(game.url())


def _watched(page: Page, moments: Moments) -> None:
    game = moments.friends(move_time=None).let(rolls="1+1", fortune="F11", cash=[150_000, 400], owner={31: 1})
    game.move(0, ROLL)
    page.goto(game.url())


OF_DEEDLAND = [
    Place("a game of two kinds of tables, new", _new),
    Place("a game of two kinds of tables, without an account", lambda page, _: page.goto("/games/new/?game=deedland")),
    Place("a game of two kinds of tables, the host's room", _room),
    Place("an auction that goes round, a draw offered", _auction),
    Place("a birthday's debt, watched", _watched),
]
