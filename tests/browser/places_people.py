"""Pages of people with accounts around their tables, each with what brings a browser to it."""

from collections.abc import Callable

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.cache import cache
from playwright.sync_api import Page

from accounts import tokens
from accounts.models import PersonalToken, User
from games import table
from games.chat import writing
from games.models import Game
from games.who import Who
from tests.browser.moments import Moments
from tests.browser.places import Bring, Place, post
from tests.games.company import browser, open_table, over, person, ready, running, sit

#: As long as a name can be.
LONGEST_NAME = "Wilhelmina_of_Mill-W"
PASSWORD = "a long enough password"
Tables = dict[str, Game]


def _everything(me: User) -> Tables:
    """Give somebody a game or table of every kind, with people of long names."""
    long_name, bob = person(LONGEST_NAME), person("Bob")
    for _ in range(2):
        over(me, long_name, bob)
        running(me, long_name, bob)
    running(me, bob, move_time=3_600)
    secret = open_table(me, 2, secret=True)
    table.invite(secret.public_id, Who(user=me.pk), bob.pk)
    short = open_table(me, 3, 300)
    sit(short, long_name)
    ready(short, me)
    asked = open_table(bob, 3, secret=True, rated=True, bots_fill=True)
    table.invite(asked.public_id, Who(user=bob.pk), me.pk)
    closed = open_table(bob)
    table.cancel(closed.public_id, Who(user=bob.pk))
    theirs = open_table(long_name, 4, rated=True, bots_fill=True)
    return {"secret": secret, "short": short, "closed": closed, "theirs": theirs}


def sign_in(page: Page, user: User) -> None:
    """Let a browser profile be somebody's."""
    page.goto("/")
    cookie = browser(user).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": page.url}])


def _of(me: str, path: Callable[[Tables], str]) -> Bring:
    def bring(page: Page, _moments: Moments) -> None:
        user = person(me)
        tables = _everything(user)
        sign_in(page, user)
        page.goto(path(tables))

    return bring


def _at(path: str) -> Bring:
    return _of("Ada", lambda _tables: path)


def _room(which: str, *, me: str = "Ada") -> Bring:
    return _of(me, lambda tables: f"/games/{tables[which].public_id}/")


def _newcomer(page: Page, _moments: Moments) -> None:
    sign_in(page, person(LONGEST_NAME))
    page.goto("/games/mine/")


def _by_its_link(page: Page, _moments: Moments) -> None:
    game = open_table(person("Ada"), 2, secret=True)
    page.goto(f"/games/{game.public_id}/?key={game.link_key}")


def _refused(page: Page, _moments: Moments) -> None:
    sign_in(page, person("Ada"))
    post(page, "/games/new/", seats="7", time="other", number="0", unit="60", access="open")


def _tokens(page: Page, _moments: Moments) -> None:
    ada = person("Ada")
    # As the site hashes it: it would hash anything weaker anew, and every session would end.
    hasher = PBKDF2PasswordHasher()
    ada.password = hasher.encode(PASSWORD, hasher.salt())
    ada.save()
    for name in ("A" * 40, "reads the results"):
        tokens.found(tokens.make(ada, name, PersonalToken.Scope.READ))
    sign_in(page, ada)
    page.goto("/accounts/settings/tokens/")
    # A token is as good as a password, which is asked for first.
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("heading", name="Your tokens").wait_for()


def _token_made(page: Page, moments: Moments) -> None:
    _tokens(page, moments)
    page.locator("[name=name]").fill("plays for me")
    page.locator("[name=scope]").select_option("play")
    page.get_by_role("button", name="Make a token").click()
    page.get_by_label("Your new token").wait_for()


def _talk(page: Page, *, room: bool = False) -> str:
    """Let somebody come to a table where much was written; give the table's address."""
    cache.clear()
    ada, bob = person("Ada"), person(LONGEST_NAME)
    game = open_table(ada, 3) if room else running(ada, bob)
    if room:
        sit(game, bob)
    for user, text in (
        (ada, "Good luck"),
        (bob, f"And to you, see https://example.org/{'long/' * 20}"),
        (ada, "five\n\nlines\n\nof it"),
        (bob, "x" * 300),
        (ada, "\u0645\u0631\u062d\u0628\u0627"),
    ):
        writing.write(game.public_id, Who(user=user.pk), text)
    if room:
        writing.mute(game.public_id, Who(user=ada.pk), 4)
    sign_in(page, ada)
    return f"/games/{game.public_id}/"


def _beside_the_board(page: Page, _moments: Moments) -> None:
    page.goto(f"{_talk(page)}?chat=open")
    page.locator("#chat .about > summary").first.click()


def _before_the_start(page: Page, _moments: Moments) -> None:
    page.goto(f"{_talk(page, room=True)}?chat=open")


def _by_itself(page: Page, _moments: Moments) -> None:
    post(page, f"{_talk(page)}chat/", text="y" * 501)


def _chat_settings(page: Page, _moments: Moments) -> None:
    _talk(page, room=True)
    page.goto("/accounts/settings/chat/")


OF_PEOPLE = [
    Place("lobby", _at("/games/")),
    Place("lobby, filtered", _at("/games/?seats=9&time=days&reliable=80")),
    Place("lobby, nothing there", lambda page, _moments: page.goto("/games/?seats=2") and None),
    Place("games in play", _at("/games/?show=play")),
    Place("a member's home", _at("/")),
    Place("my games", _at("/games/mine/")),
    Place("my games, none", _newcomer),
    Place("new table", _at("/games/new/")),
    Place("new table, refused", _refused, 400),
    Place("open table, a stranger's", _room("theirs")),
    Place("open table, the opener's", _room("short")),
    Place("secret table, the opener's", _room("secret")),
    Place("secret table, by its link", _by_its_link),
    Place("closed table", _room("closed")),
    Place("for programs", lambda page, _moments: page.goto("/api/docs/") and None),
    Place("chat, beside the board", _beside_the_board),
    Place("chat, before the start", _before_the_start),
    Place("chat, by itself, a message refused", _by_itself, 400),
    Place("chat settings", _chat_settings),
    Place("tokens", _tokens),
    Place("tokens, one made", _token_made),
]
