"""Every kind of page there is, each with what brings a browser to it."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from games import guests, table
from games.models import GameSecret, Seat
from tests.browser import moments as wishes
from tests.browser.moments import Moments, Wish
from tests.browser.site import GAMES_AT_ONCE
from tests.games.tables import CLIENT_SEED

#: Brings a page there; whoever is at the page was never here before.
Bring = Callable[[Page, Moments], None]

POST = """([action, fields]) => {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    [field.type, field.name, field.value] = ["hidden", name, value];
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}"""


@dataclass(frozen=True)
class Place:
    """A page, by the name that tests have for it, and the status that it is answered with."""

    name: str
    bring: Bring
    status: int = 200


def post(page: Page, path: str, **fields: str) -> None:
    """Post a form that no page of the site has, from the home page."""
    page.goto("/")
    token = page.locator("[name=csrfmiddlewaretoken]").first.input_value()
    with page.expect_navigation():
        page.evaluate(POST, [path, {"csrfmiddlewaretoken": token, **fields}])


def _at(path: str) -> Bring:
    def bring(page: Page, _moments: Moments) -> None:
        page.goto(path)

    return bring


def _table(wish: Wish, seats: int, *, watching: bool = False, rest: str = "") -> Bring:
    def bring(page: Page, moments: Moments) -> None:
        played = moments.at(wish, seats)
        if not watching:
            moments.seat(page.context, played)
        page.goto(played.url(rest))

    return bring


def _home_with_games(page: Page, moments: Moments) -> None:
    played = moments.at(wishes.at_the_end)
    moments.seat(page.context, played)
    for seats in (2, 3, 4):
        game = guests.open_game(moments.key(played), "127.0.0.1", seats)
        if seats > 2:
            table.start(game.public_id, played.who, CLIENT_SEED)
    page.goto("/")


def _waiting_room(page: Page, moments: Moments, *, watching: bool = False) -> None:
    played = moments.open(3)
    if not watching:
        moments.seat(page.context, played)
    page.goto(played.url())


def _waiting_room_watched(page: Page, moments: Moments) -> None:
    _waiting_room(page, moments, watching=True)


def _paused(page: Page, moments: Moments) -> None:
    played = moments.at(wishes.may_trade, 3)
    played.client.post(played.url("propose/"), {"kind": "pause", "days": "2"})
    moments.seat(page.context, played)
    page.goto(played.url())
    page.locator("#agree summary").click()


def _ordered(page: Page, moments: Moments) -> None:
    played = moments.at(wishes.may_buy, 3)
    played.client.post(played.url("orders/"), {"type": "raise_debt", "first": "houses", "last": ["5", "39"]})
    moments.seat(page.context, played)
    page.goto(played.url())
    page.locator("#orders > summary").click()
    # Brought by the script, the first of them open.
    page.locator("#orders-onward .leave").first.wait_for()
    for ways in ("orders-asking", "always-buy", "agree", "resign"):
        page.locator(f"#{ways} > summary").click()


def _orders(page: Page, moments: Moments) -> None:
    played = moments.at(wishes.may_bid, 4)
    for form in ({"type": "end_turn"}, {"type": "raise_debt", "first": "houses", "last": ["5", "39"]}):
        played.client.post(played.url("orders/"), form)
    moments.seat(page.context, played)
    post(page, played.url("orders/?from=orders"), type="bid_on_square", square="0", amount="5")
    page.locator("#orders-asking > summary").click()


def _always_in_debt(page: Page, moments: Moments) -> None:
    played = moments.at(wishes.in_debt, 2)
    moments.seat(page.context, played)
    page.goto(played.url())
    page.locator("#always-debt > summary").click()


def _proposed(page: Page, moments: Moments) -> None:
    people = moments.people(("Ada", "Bob", "Cid"))
    for proposer, form in ((1, {"kind": "pause", "days": "3"}), (2, {"kind": "end"})):
        people.post(proposer, "propose/", **form)
    moments.sign_in(page.context, people, 0)
    page.goto(people.url())


def _overdue(page: Page, moments: Moments) -> None:
    people = moments.people(("Ada", "Bob"))
    moments.sign_in(page.context, people, 0)
    Seat.objects.filter(game__public_id=people.id, due_at__isnull=False).update(due_at=people.game.started_at)
    page.goto(people.url())


def _bad_seed(page: Page, moments: Moments) -> None:
    played = moments.open()
    moments.seat(page.context, played)
    post(page, played.url("start/"), client_seed="not a seed")


def _answered_already(page: Page, moments: Moments) -> None:
    played = moments.at(wishes.may_buy)
    moments.seat(page.context, played)
    post(page, played.url("move/"), token="an old one", move='{"type":"buy"}')


def _not_yours(page: Page, moments: Moments) -> None:
    played = moments.at(wishes.may_buy)
    post(page, played.url("move/"), token=played.token, move='{"type":"buy"}')


def _forged(page: Page, _moments: Moments) -> None:
    post(page, "/play/", csrfmiddlewaretoken="", seats="2")


def _no_such_number_of_seats(page: Page, _moments: Moments) -> None:
    post(page, "/play/", seats="9")


def _too_many(page: Page, moments: Moments) -> None:
    played = moments.open()
    moments.seat(page.context, played)
    for _game in range(GAMES_AT_ONCE):
        game = guests.open_game(moments.key(played), "127.0.0.1", 2)
        table.start(game.public_id, played.who, CLIENT_SEED)
    post(page, "/play/", seats="2")


def _mistake(page: Page, moments: Moments) -> None:
    played = moments.at(wishes.may_buy)
    # A state that nobody can read: the site can't but fail.
    GameSecret.objects.filter(game__public_id=played.id).update(snapshot="broken")
    page.goto(played.url())


PLACES = [
    Place("home", _at("/")),
    Place("home with games", _home_with_games),
    Place("rules", _at("/rules/")),
    Place("rules of Deedland", _at("/rules/deedland/")),
    Place("home, the other board", _at("/?game=deedland")),
    Place("fair play", _at("/fair-play/")),
    Place("waiting room", _waiting_room),
    Place("waiting room, watched", _waiting_room_watched),
    Place("waiting room, a seed refused", _bad_seed, 400),
    Place("orders, their page", _orders, 409),
    Place("wrong method", _at("/play/"), 405),
    Place("mistake", _mistake, 500),
]
#: The table, the replay and the page of refusals in many states each. What is seen and watched lies six apart, and the
#: four replays side by side: so each is looked at in another width and other colours (test_every_page.py).
OF_TABLES = [
    Place("in jail", _table(wishes.in_jail, 3)),
    Place("may buy", _table(wishes.may_buy, 2)),
    Place("may bid", _table(wishes.may_bid, 4)),
    Place("may build", _table(wishes.may_build, 4)),
    Place("has an offer", _table(wishes.has_an_offer, 2)),
    Place("in debt", _table(wishes.in_debt, 2)),
    Place("in jail, watched", _table(wishes.in_jail, 2, watching=True)),
    Place("may buy, watched", _table(wishes.may_buy, 4, watching=True)),
    Place("may bid, watched", _table(wishes.may_bid, 3, watching=True)),
    Place("may build, watched", _table(wishes.may_build, 2, watching=True)),
    Place("has an offer, watched", _table(wishes.has_an_offer, 4, watching=True)),
    Place("in debt, watched", _table(wishes.in_debt, 4, watching=True)),
    Place("may trade", _table(wishes.may_trade, 3)),
    Place("too poor to buy", _table(wishes.too_poor_to_buy, 2)),
    Place("paused", _paused),
    Place("orders", _ordered),
    Place("in debt, always", _always_in_debt),
    Place("proposals", _proposed),
    Place("overdue", _overdue),
    Place("answered already", _answered_already, 409),
    Place("result", _table(wishes.at_the_end, 4)),
    Place("result, watched", _table(wishes.at_the_end, 2, watching=True)),
    Place("replay, start", _table(wishes.at_the_end, 2, rest="replay/")),
    Place("replay, a move", _table(wishes.at_the_end, 4, rest="replay/?move=60")),
    Place("replay, last", _table(wishes.at_the_end, 2, rest="replay/?move=last")),
    Place("replay, of a game in play", _table(wishes.may_build, 4, watching=True, rest="replay/?move=last")),
    Place("bad request", _no_such_number_of_seats, 400),
    Place("not yours", _not_yours, 403),
    Place("forged", _forged, 403),
    Place("no page", _at("/nowhere/"), 404),
    Place("no game", _at("/games/222222222222/"), 404),
    Place("no move", _table(wishes.at_the_end, 2, rest="replay/?move=99999"), 404),
    Place("too many games", _too_many, 429),
]
