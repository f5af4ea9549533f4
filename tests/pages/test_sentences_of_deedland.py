"""What Landlord has not is told too: draws, the clock's moves, payments between players, another turn."""

import pytest

from games.present.cast import Cast
from games.present.sentences import Teller
from games.rules.deedland import DEEDLAND
from games.rules.interface import By
from games.rules.property import events
from games.rules.property.events import AnyEvent
from tests.pages.readings import tables

NAMES = ("Ada", "Bob", "Wren", "Cid")
YOU, ANYBODY = Teller(DEEDLAND.rules, Cast(NAMES, 0)), Teller(DEEDLAND.rules, Cast(NAMES, None))

EXAMPLES: list[tuple[AnyEvent, str, str]] = [
    (events.DrawOffered(0), "You offered a draw.", "Ada offered a draw."),
    (events.DrawAccepted(0), "You accepted the draw.", "Ada accepted the draw."),
    (events.DrawEnded(0, "refused"), "You refused the draw.", "Ada refused the draw."),
    (
        events.DrawEnded(0, "played_on"),
        "You played on, so the draw offer came to nothing.",
        "Ada played on, so the draw offer came to nothing.",
    ),
    (
        events.DrawEnded(0, "left"),
        "You left the game, so the draw offer came to nothing.",
        "Ada left the game, so the draw offer came to nothing.",
    ),
    (
        events.Ended([[0, 2], [1]]),
        "The game is over: a draw between you and Wren.",
        "The game is over: a draw between Ada and Wren.",
    ),
    # Whoever passes may have bid before.
    (
        events.Passed(0, 7, False),
        "You passed in the auction of Well Street.",
        "Ada passed in the auction of Well Street.",
    ),
    (
        events.Drew(0, "F2", False),
        "You drew Fortune: forward to the next station.",
        "Ada drew Fortune: forward to the next station.",
    ),
    (
        events.Paid(0, 1, 7000, "rent", 14),
        "You paid 7000 to Bob for The Gasworks.",
        "Ada paid 7000 to Bob for The Gasworks.",
    ),
]

#: What the clock does for somebody: the first event of its move.
CLOCKS: list[tuple[AnyEvent, str, str]] = [
    (events.Rolled(0, 5, 2, False), "The clock rolled for you: 5 and 2.", "The clock rolled for Ada: 5 and 2."),
    (
        events.Rolled(0, 5, 2, True),
        "The clock rolled for you in jail: 5 and 2.",
        "The clock rolled for Ada in jail: 5 and 2.",
    ),
    (
        events.Declined(0, 7),
        "The clock declined for you: Well Street goes to auction.",
        "The clock declined for Ada: Well Street goes to auction.",
    ),
    (
        events.Passed(0, 7, False),
        "The clock passed for you in the auction of Well Street.",
        "The clock passed for Ada in the auction of Well Street.",
    ),
    (events.TurnEnded(0, False), "The clock ended your turn.", "The clock ended Ada’s turn."),
    (
        events.OfferEnded(1, 0, "refused"),
        "The clock refused Bob’s offer for you.",
        "The clock refused Bob’s offer for Ada.",
    ),
    (
        events.Mortgaged(0, 7, 5000),
        "The clock mortgaged Well Street for you and raised 5000.",
        "The clock mortgaged Well Street for Ada and raised 5000.",
    ),
    (
        events.Sold(0, 7, 4, 2500),
        "The clock sold the hotel on Well Street for you: 2500.",
        "The clock sold the hotel on Well Street for Ada: 2500.",
    ),
]


@pytest.mark.parametrize(("event", "yours", "theirs"), EXAMPLES)
def test_an_event_is_told_to_you_and_to_anybody(event: AnyEvent, yours: str, theirs: str) -> None:
    assert YOU.sentence(event) == yours
    assert ANYBODY.sentence(event) == theirs


@pytest.mark.parametrize(("event", "yours", "theirs"), CLOCKS)
def test_a_move_of_the_clock_is_told_as_that(event: AnyEvent, yours: str, theirs: str) -> None:
    after = events.TurnBegan(1)
    assert YOU.tell_moves([("clock", [event, after])])[0].text == yours
    assert ANYBODY.tell_moves([("clock", [event, after])])[0].text == theirs


def texts(*happened: AnyEvent, by: By = "player") -> list[str]:
    return [line.text for line in YOU.tell_moves([(by, happened)])]


def test_what_follows_from_a_roll_of_the_clock_is_told_after_it() -> None:
    assert texts(events.Rolled(0, 5, 2, False), events.Moved(0, 0, 7, "roll"), by="clock") == [
        "The clock rolled for you: 5 and 2.",
        "You came to Well Street.",
    ]


def test_a_birthday_names_everybody_who_pays() -> None:
    paid = [events.Paid(payer, 0, 1000, "card", 2) for payer in (1, 2)]
    assert texts(events.Drew(0, "F11", False), *paid) == [
        "You drew Fortune: each other player pays you 1000.",
        "Bob paid 1000 to you.",
        "Wren paid 1000 to you.",
    ]
    assert texts(events.Drew(0, "F10", False), events.Paid(None, 0, 10_000, "card", 2)) == [
        "You drew Fortune: the bank pays 10000."
    ]


def test_a_double_brings_another_turn() -> None:
    assert texts(events.TurnEnded(0, False), events.TurnBegan(0)) == ["You have another turn, for the double."]
    assert texts(events.TurnEnded(0, False), events.TurnBegan(1)) == ["Bob’s turn began."]


def test_every_move_of_random_games_is_told_in_whole_sentences() -> None:
    for table in tables(range(6), rules=DEEDLAND):
        told = table.log[-1]
        lines = YOU.tell_moves([(told.by or None, told.events)])
        assert lines
        for line in lines:
            assert line.text[0].isupper() and line.text.endswith(".") and "None" not in line.text
