"""Pieces that are kept: by all that they are made of, so that nobody is shown what was made for another reader."""

from msgspec.structs import replace

from games.present import overlay
from games.present.cast import Cast
from games.present.sentences import Teller
from games.present.table import log
from games.queries import Told
from games.rules.landlord import LANDLORD
from games.rules.property import events
from tests.pages.readings import AT, tables

RULES = LANDLORD.rules


def test_a_line_of_the_log_is_each_readers_own() -> None:
    told = Told(7, 1, None, "order", AT, [events.Bought(1, 5, 20)])

    def shown(reader: int | None, name: str = "Bob") -> str:
        return log(Teller(RULES, Cast(("Ada", name), reader)), [told])[0].html

    for _made_and_kept in range(2):
        assert "You bought" in shown(1) and "by your standing order" in shown(1)
        assert "Bob bought" in shown(0) and shown(0) == shown(None)
        assert "Deleted player bought" in shown(0, "Deleted player")
        assert "&lt;b&gt; bought" in shown(0, "<b>")


def test_the_same_number_in_another_game_is_another_line() -> None:
    teller = Teller(RULES, Cast(("Ada", "Bob"), None))
    lines = [
        log(teller, [Told(7, 1, None, "player", AT, [events.Bought(1, square, 20)])])[0].html for square in (5, 24)
    ]
    assert "Upper Ferry" in lines[0] and "Market Cross" in lines[1]


def test_a_square_is_drawn_as_it_stands() -> None:
    *_, table = tables(range(1), most=60)
    view = LANDLORD.view(table.state, None)
    teller = Teller(RULES, Cast(("Ada", "Bob", "Cid", "Dan"), None))
    p = RULES.board.deeds[0]
    owned = [replace(view, owner=tuple(s if n == p else -1 for n in range(40))) for s in (0, 1)]
    mortgaged = replace(owned[0], mortgaged=tuple(n == p for n in range(40)))
    for _made_and_kept in range(2):
        drawn = [overlay.layers(RULES, v, teller, overlay.Recent())[p] for v in (*owned, mortgaged)]
        assert len({str(each) for each in drawn}) == 3
