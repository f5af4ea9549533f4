"""Every event has a sentence, for the one it happened to and for everybody else."""

from typing import Any, get_args

import pytest

from games.present.cast import Cast, listing
from games.present.sentences import Line, Teller
from games.rules.landlord import LANDLORD
from games.rules.property import events
from games.rules.property.events import PropertyEvent
from tests.pages.readings import tables

NAMES = ("Ada", "Bob", "Bot 1")
YOU, ANYBODY = Teller(LANDLORD.rules, Cast(NAMES, 0)), Teller(LANDLORD.rules, Cast(NAMES, None))

EXAMPLES: list[tuple[PropertyEvent, str, str]] = [
    (events.TurnBegan(0), "Your turn began.", "Ada’s turn began."),
    (events.Rolled(0, 5, 2, False), "You rolled 5 and 2.", "Ada rolled 5 and 2."),
    (events.Rolled(0, 5, 2, True), "You rolled 5 and 2 in jail.", "Ada rolled 5 and 2 in jail."),
    (events.Moved(0, 0, 7, "roll"), "You came to Fold Street.", "Ada came to Fold Street."),
    (events.Moved(0, 3, 10, "roll"), "You came to Jail, just visiting.", "Ada came to Jail, just visiting."),
    (events.Moved(0, 2, 5, "card"), "The card took you to Upper Ferry.", "The card took Ada to Upper Ferry."),
    (events.Jailed(0, "square"), "You went to jail.", "Ada went to jail."),
    (events.Jailed(0, "card"), "The card sent you to jail.", "The card sent Ada to jail."),
    (
        events.Jailed(0, "doubles"),
        "You rolled the third double in a row and went to jail.",
        "Ada rolled the third double in a row and went to jail.",
    ),
    (events.Freed(0, "fine"), "You left jail.", "Ada left jail."),
    (events.Freed(0, "card"), "You left jail.", "Ada left jail."),
    (events.Freed(0, "double"), "You left jail.", "Ada left jail."),
    (
        events.Freed(0, "third_try"),
        "You left jail after the last try, at the price of the fine.",
        "Ada left jail after the last try, at the price of the fine.",
    ),
    (events.JailTryFailed(0, 2), "You rolled no double, 2 tries left.", "Ada rolled no double, 2 tries left."),
    (events.JailTryFailed(0, 1), "You rolled no double, 1 try left.", "Ada rolled no double, 1 try left."),
    (events.JailTryFailed(0, 0), "You rolled no double on the last try.", "Ada rolled no double on the last try."),
    (
        events.Paid(None, 0, 20, "salary", None),
        "You reached or passed Start and got 20.",
        "Ada reached or passed Start and got 20.",
    ),
    (events.Paid(0, None, 5, "fine", None), "You paid the fine of 5.", "Ada paid the fine of 5."),
    (events.Paid(0, None, 20, "tax", 4), "You paid 20 to the bank for Tithe.", "Ada paid 20 to the bank for Tithe."),
    (events.Paid(0, 1, 6, "rent", 16), "You paid 6 to Bob for Weir Street.", "Ada paid 6 to Bob for Weir Street."),
    (events.Paid(1, 0, 6, "rent", 16), "Bob paid 6 to you for Weir Street.", "Bob paid 6 to Ada for Weir Street."),
    (events.Paid(None, 0, 15, "card", 2), "The bank paid 15 to you.", "The bank paid 15 to Ada."),
    (events.Paid(0, None, 10, "card", 2), "You paid 10 to the bank.", "Ada paid 10 to the bank."),
    (
        events.Paid(0, None, 9, "repairs", 2),
        "You paid 9 to the bank for repairs.",
        "Ada paid 9 to the bank for repairs.",
    ),
    (
        events.Owed(0, 1, 90, "rent"),
        "You owed 90 to Bob, more than your money at hand.",
        "Ada owed 90 to Bob, more than the money at hand.",
    ),
    (
        events.Drew(0, "F2", False),
        "You drew Fortune: forward to the next ferry.",
        "Ada drew Fortune: forward to the next ferry.",
    ),
    (
        events.Drew(0, "P3", True),
        "You drew Post: a get-out card, kept until it is used.",
        "Ada drew Post: a get-out card, kept until it is used.",
    ),
    (events.UsedCard(0, "P3"), "You used a get-out card.", "Ada used a get-out card."),
    (events.Bought(0, 7, 16), "You bought Fold Street for 16.", "Ada bought Fold Street for 16."),
    (events.Declined(0, 7), "You left Fold Street to an auction.", "Ada left Fold Street to an auction."),
    (events.BidMade(0, 7, 9), "You bid 9 for Fold Street.", "Ada bid 9 for Fold Street."),
    (events.Passed(0, 7, False), "You made no bid for Fold Street.", "Ada made no bid for Fold Street."),
    (
        events.Passed(0, 7, True),
        "Your chance to bid for Fold Street ran out: it counts as a pass.",
        "Ada’s chance to bid for Fold Street ran out: it counts as a pass.",
    ),
    (
        events.PassedOver(0, 7),
        "You could not beat the best bid for Fold Street and were passed over.",
        "Ada could not beat the best bid for Fold Street and was passed over.",
    ),
    (events.Auctioned(0, 7, 9), "You got Fold Street at auction for 9.", "Ada got Fold Street at auction for 9."),
    (
        events.Unsold(7),
        "Nobody bid for Fold Street, so it stays unsold.",
        "Nobody bid for Fold Street, so it stays unsold.",
    ),
    (events.Built(0, 7, 1, 5), "You built a house on Fold Street for 5.", "Ada built a house on Fold Street for 5."),
    (events.Built(0, 7, 5, 5), "You built a hotel on Fold Street for 5.", "Ada built a hotel on Fold Street for 5."),
    (events.Sold(0, 7, 0, 2), "You sold a house on Fold Street for 2.", "Ada sold a house on Fold Street for 2."),
    (events.Sold(0, 7, 4, 2), "You sold the hotel on Fold Street for 2.", "Ada sold the hotel on Fold Street for 2."),
    (events.Mortgaged(0, 7, 8), "You mortgaged Fold Street for 8.", "Ada mortgaged Fold Street for 8."),
    (
        events.Lifted(0, 7, 9),
        "You lifted the mortgage on Fold Street for 9.",
        "Ada lifted the mortgage on Fold Street for 9.",
    ),
    (
        events.Offered(0, 1, [7, 13], [35], 10, 0),
        "You made Bob an offer: Fold Street, The Mill and 10 for Harbour Ferry.",
        "Ada made Bob an offer: Fold Street, The Mill and 10 for Harbour Ferry.",
    ),
    (
        events.Offered(1, 0, [7], [], 0, 0),
        "Bob made you an offer: Fold Street for nothing.",
        "Bob made Ada an offer: Fold Street for nothing.",
    ),
    (
        events.Traded(0, 1, [7], [35], 0, 4),
        "You and Bob traded: you gave Fold Street, Bob gave Harbour Ferry and 4.",
        "Ada and Bob traded: Ada gave Fold Street, Bob gave Harbour Ferry and 4.",
    ),
    (events.OfferEnded(1, 0, "refused"), "You refused Bob’s offer.", "Ada refused Bob’s offer."),
    (
        events.OfferEnded(1, 0, "lapsed"),
        "Your time to answer Bob’s offer ran out: it counts as a refusal.",
        "Ada’s time to answer Bob’s offer ran out: it counts as a refusal.",
    ),
    (events.OfferEnded(0, 1, "withdrawn"), "You took back the offer to Bob.", "Ada took back the offer to Bob."),
    (
        events.OfferEnded(0, 1, "left"),
        "Your offer to Bob came to nothing: one of the two left the game.",
        "Ada’s offer to Bob came to nothing: one of the two left the game.",
    ),
    (events.TurnEnded(0, False), "You ended the turn.", "Ada ended the turn."),
    (
        events.TurnEnded(0, True),
        "Your turn ended: there was nothing left to decide.",
        "Ada’s turn ended: there was nothing left to decide.",
    ),
    (
        events.Left(0, "bankrupt", 3, 1, 4, 33, [7, 13], ["P3"]),
        (
            "You went bankrupt and left the game, in place 3. "
            "Bob got Fold Street, The Mill, 33 in money and a get-out card."
        ),
        (
            "Ada went bankrupt and left the game, in place 3. "
            "Bob got Fold Street, The Mill, 33 in money and a get-out card."
        ),
    ),
    (
        events.Left(1, "bankrupt", 3, 0, 0, 0, [], ["P3", "F8"]),
        "Bob went bankrupt and left the game, in place 3. You got 2 get-out cards.",
        "Bob went bankrupt and left the game, in place 3. Ada got 2 get-out cards.",
    ),
    (
        events.Left(0, "resigned", 2, None, 0, 33, [7], []),
        "You resigned, which counts as a bankruptcy, in place 2. Back to the bank: Fold Street.",
        "Ada resigned, which counts as a bankruptcy, in place 2. Back to the bank: Fold Street.",
    ),
    (
        events.Left(0, "timeout", 2, None, 0, 0, [], []),
        "You ran out of time, which counts as a bankruptcy, in place 2.",
        "Ada ran out of time, which counts as a bankruptcy, in place 2.",
    ),
    (
        events.Left(0, "bankrupt", 2, 1, 0, 0, [], []),
        "You went bankrupt and left the game, in place 2.",
        "Ada went bankrupt and left the game, in place 2.",
    ),
    (events.Ended([[0], [1], [2]]), "The game is over: you won.", "The game is over: Ada won."),
]


@pytest.mark.parametrize(("event", "yours", "theirs"), EXAMPLES)
def test_an_event_is_told_to_you_and_to_anybody(event: PropertyEvent, yours: str, theirs: str) -> None:
    assert YOU.sentence(event) == yours
    assert ANYBODY.sentence(event) == theirs


def test_every_type_of_event_has_an_example() -> None:
    assert {type(event) for event, _, _ in EXAMPLES} == set(get_args(PropertyEvent))


def test_what_is_no_event_is_refused() -> None:
    with pytest.raises(TypeError):
        YOU.sentence(LANDLORD.decode_move('{"type":"buy"}'))


@pytest.mark.parametrize("deck", LANDLORD.rules.decks)
def test_every_card_says_what_it_does(deck: Any) -> None:
    for card in deck.cards:
        assert len(YOU.card(card)) > 5


def texts(*happened: PropertyEvent) -> list[str]:
    return [line.text for line in YOU.tell(happened)]


def test_a_roll_and_where_it_led_are_one_sentence() -> None:
    told = YOU.tell(
        [events.TurnEnded(0, False), events.TurnBegan(2), events.Rolled(2, 5, 2, False), events.Moved(2, 0, 7, "roll")]
    )
    assert told == [Line(2, "Bot 1 rolled 5 and 2 and came to Fold Street.")]


def test_what_belongs_together_is_one_sentence() -> None:
    double = events.Rolled(0, 3, 3, True)
    assert texts(double, events.Freed(0, "double"), events.Moved(0, 10, 16, "roll")) == [
        "You rolled 3 and 3 in jail: a double, and out of jail.",
        "You came to Weir Street.",
    ]
    assert texts(events.Rolled(0, 3, 4, True), events.JailTryFailed(0, 2)) == [
        "You rolled 3 and 4 in jail: no double, 2 tries left."
    ]
    assert texts(events.Rolled(0, 3, 3, False), events.Jailed(0, "doubles")) == [
        "You rolled 3 and 3, the third double in a row, and went to jail."
    ]
    assert texts(events.Paid(0, None, 5, "fine", None), events.Freed(0, "fine")) == [
        "You paid the fine of 5 and left jail."
    ]
    assert texts(events.UsedCard(0, "P3"), events.Freed(0, "card")) == ["You used a get-out card and left jail."]
    assert texts(events.Drew(0, "P4", False), events.Paid(None, 0, 20, "card", 8)) == [
        "You drew Post: the bank pays 20."
    ]
    assert texts(events.Drew(0, "P2", False), events.Jailed(0, "card")) == ["You drew Post: go to jail."]
    assert texts(events.Drew(0, "F2", False), events.Moved(0, 2, 5, "card")) == [
        "You drew Fortune: forward to the next ferry, and came to Upper Ferry."
    ]
    assert texts(events.Drew(0, "F5", False), events.Moved(0, 2, 39, "card")) == [
        "You drew Fortune: forward to Lighthouse Mole."
    ]


def test_what_an_order_did_is_told_as_that_and_what_all_agreed_too() -> None:
    left = events.Left(1, "resigned", 3, None, 0, 0, [], [])
    told = YOU.tell_moves(
        [
            ("player", [events.Passed(1, 7, False)]),
            ("order", [events.BidMade(0, 7, 4), events.Auctioned(0, 7, 4), events.TurnBegan(1)]),
            ("order", [events.TurnEnded(1, False), events.TurnBegan(0)]),
            ("agreed", [left]),
        ]
    )
    assert [line.text for line in told] == [
        "Bob made no bid for Fold Street.",
        "You bid 4 for Fold Street, by your standing order.",
        "You got Fold Street at auction for 4.",
        "Bob ended the turn, by standing order.",
        "Bob left the game as all had agreed, in place 3.",
    ]
    assert [line.seat for line in told] == [1, 0, 0, 1, 1]


def test_a_turn_that_waits_is_told_by_itself() -> None:
    assert texts(events.TurnBegan(1)) == ["Bob’s turn began."]
    assert texts(events.TurnEnded(1, False)) == ["Bob ended the turn."]


def test_a_mark_stands_before_whom_it_is_about() -> None:
    (line,) = YOU.tell([events.Paid(None, 1, 20, "salary", None)])
    assert line.seat == 1
    (line,) = YOU.tell([events.Unsold(7)])
    assert line.seat is None


def test_every_move_of_random_games_is_told_in_whole_sentences() -> None:
    for table in tables(range(12)):
        lines = YOU.tell(table.log[-1].events) if len(table.seats) <= len(NAMES) else []
        for line in lines:
            assert line.text[0].isupper() and line.text.endswith(".") and "None" not in line.text
        assert lines or len(table.seats) > len(NAMES)


@pytest.mark.parametrize(
    ("things", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_things_are_listed_as_a_sentence_does(things: list[str], said: str) -> None:
    assert listing(things) == said


def test_a_pawn_bears_a_digit_or_the_first_letter() -> None:
    assert [Cast(NAMES, None).mark(seat) for seat in range(3)] == ["A", "B", "1"]
