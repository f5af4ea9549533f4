"""The leaderboard and players' pages, each with what brings a browser to it."""

from playwright.sync_api import Page

from accounts.models import User
from games.models import Game
from leaderboard.models import AnswerTimes
from leaderboard.step import rate_finished
from tests.browser.moments import Moments
from tests.browser.places import Bring, Place
from tests.browser.places_people import LONGEST_NAME, sign_in
from tests.leaderboard.games import game_of, person


def people() -> list[User]:
    """Save people of all kinds with games between them: settled, provisional, not listed, with a long name."""
    ada, bob, long_name = (person(name, listed=True) for name in ("Ada", "Bob", LONGEST_NAME))
    hidden, new = person("Hidden"), person("Newcomer", listed=True)
    for n in range(12):
        order = [ada, bob, long_name, hidden] if n % 3 else [hidden, long_name, ada]
        game_of(order, fates=["", *["bankrupt"] * (len(order) - 2), "timed_out"])
    game_of([new, ada, "Bot 1"])
    game_of([ada, bob], rated=False)
    game_of([ada, long_name], status=Game.Status.RUNNING, finished_at=None, placings=[[0], [1]])
    rate_finished()
    AnswerTimes.objects.create(user=ada, counts=[61, 148, 96, 124, 287, 203, 88, 9])
    return [ada, bob, long_name, hidden, new]


def _at(path: str, me: str = "") -> Bring:
    def bring(page: Page, _moments: Moments) -> None:
        found = {user.name: user for user in people()}
        if me:
            sign_in(page, found[me])
        page.goto(path)

    return bring


OF_RATINGS = [
    Place("leaderboard", _at("/leaderboard/")),
    Place("leaderboard-asks", _at("/leaderboard/?page=x", "Hidden")),
    Place("leaderboard-provisional", _at("/leaderboard/?show=new", "Ada")),
    Place("leaderboard-search", _at("/leaderboard/?name=w", "Bob")),
    Place("leaderboard-nobody", _at("/leaderboard/?name=zzz")),
    Place("player", _at("/players/Ada/", "Bob")),
    Place("player-oneself", _at("/players/Hidden/", "Hidden")),
    Place("player-hidden", _at("/players/Hidden/")),
    Place("player-long-name", _at(f"/players/{LONGEST_NAME}/", "Ada")),
]
