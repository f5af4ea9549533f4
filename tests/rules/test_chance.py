"""The rules' sections "Chance" and "Test vectors": all that is drawn follows from the seed."""

import hashlib
import hmac

import msgspec
import pytest

from games.rules.chance import CLIENT_SEED, SERVER_SEED, Chance, commitment, derive_seed
from games.rules.interface import Kind
from games.rules.landlord import LANDLORD
from tests.rules.random_play import random_states
from tests.rules.table import OPTIONS, Table

SERVER = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
VECTOR = Chance("f605e55489098b96abc9d2b2040bf03c77f8230b80422c0c0e4271cff9abfceb")
KINDS: list[Kind] = ["person", "person", "bot"]


def test_commitment_vector() -> None:
    """Vectors: the commitment is the SHA-256 of the server seed's 64 characters."""
    expected = "6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b"
    assert commitment(SERVER) == expected
    assert commitment(SERVER) == hashlib.sha256(SERVER.encode()).hexdigest()


def test_seed_vector() -> None:
    """Vectors: seed = SHA-256(server_seed + "|" + client seeds joined by "|"), a bot's empty."""
    assert derive_seed(SERVER, ["ada", "bob", ""]) == VECTOR.seed
    text = f"{SERVER}|ada|bob|"
    assert VECTOR.seed == hashlib.sha256(text.encode()).hexdigest()


def test_roll_vectors() -> None:
    """Vectors: rolls 0..9."""
    rolls = " ".join("{}+{}".format(*VECTOR.dice(k)) for k in range(10))
    assert rolls == "5+2 5+2 3+2 4+5 1+6 2+6 3+4 2+2 3+5 4+2"


def test_deck_vectors() -> None:
    """Vectors: Fortune and Post, shuffled under their labels, index 0 the top."""
    state, _ = LANDLORD.start(KINDS, VECTOR, OPTIONS)
    fortune, post = (VECTOR.shuffle(list(d.cards), d.label) for d in LANDLORD.rules.decks)
    assert " ".join(fortune) == "F2 F4 F12 F1 F8 F7 F3 F6 F10 F5 F11 F9"
    assert " ".join(post) == "P7 P12 P3 P8 P4 P1 P10 P5 P9 P11 P6 P2"
    assert sorted(state.decks[0]) == sorted(fortune)


def test_order_and_strength_vectors() -> None:
    """Vectors: turn order 0, 1, 2; bots medium, known from the start."""
    state, _ = LANDLORD.start(KINDS, VECTOR, OPTIONS)
    assert state.order == [0, 1, 2]
    assert LANDLORD.strength(state) == "medium"


def test_draw_is_hmac_sha256() -> None:
    """Chance: draw(label, n) is HMAC-SHA256 of `label:n` under the 32 bytes, read big-endian."""
    digest = hmac.new(bytes.fromhex(VECTOR.seed), b"dice:7", "sha256").digest()
    assert VECTOR.draw("dice", 7) == int.from_bytes(digest, "big")


def test_roll_number_k() -> None:
    """Chance: v = draw("dice", k) % 36; dice are v // 6 + 1 and v % 6 + 1."""
    for k in range(200):
        v = VECTOR.draw("dice", k) % 36
        assert VECTOR.dice(k) == (v // 6 + 1, v % 6 + 1)
    assert {VECTOR.dice(k) for k in range(500)} == {(a, b) for a in range(1, 7) for b in range(1, 7)}


def test_shuffle() -> None:
    """Chance: for i = n-1 down to 1: j = draw(L, i) % (i + 1); swap i and j."""
    things = list("abcdefg")
    by_hand = things[:]
    for i in (6, 5, 4, 3, 2, 1):
        j = VECTOR.draw("some label", i) % (i + 1)
        by_hand[i], by_hand[j] = by_hand[j], by_hand[i]
    assert VECTOR.shuffle(things, "some label") == by_hand
    assert things == list("abcdefg")


def test_jail_rolls_are_counted() -> None:
    """Chance: rolls are numbered over the whole game, jail rolls counted."""
    table = Table(2, jail=[2, 0], at=[10, 0], owner={1: 0}, rolls="1+2 3+4 5+6").begin(0)
    table.play(0, "roll")
    assert table.state.rolls == 1
    table.play(0, "end_turn")
    assert (table.state.rolls, table.at[1]) == (2, 7)


@pytest.mark.parametrize("number", range(6))
def test_turn_order_is_a_shuffle_of_the_seats(number: int) -> None:
    """Chance: turn order is the shuffle of 0..n-1 under `order`; index 0 moves first."""
    chance = Chance(hashlib.sha256(b"%d" % number).hexdigest())
    state, events = LANDLORD.start(["person"] * 4, chance, OPTIONS)
    assert state.order == chance.shuffle(range(4), "order")
    assert msgspec.to_builtins(events[0]) == {"event": "turn_began", "seat": state.order[0]}


def test_bots_strength() -> None:
    """Chance: bots' strength is draw("bot-strength", 0) % 3: 0 easy, 1 medium, 2 hard."""
    seen = set()
    for number in range(20):
        chance = Chance(hashlib.sha256(b"%d" % number).hexdigest())
        state, _ = LANDLORD.start(["bot", "bot"], chance, OPTIONS)
        strength = ("easy", "medium", "hard")[chance.draw("bot-strength", 0) % 3]
        assert LANDLORD.strength(state) == strength
        seen.add(strength)
    assert len(seen) == 3


def test_a_bots_own_chance() -> None:
    """Chance: a bot's chance at move q is draw("bot:SEAT", q), q its number in the record."""
    table = Table(2, owner={1: 0}, kinds=["bot", "bot"])
    table.state.moves = 17
    assert LANDLORD.bot_number(table.state, 1) == table.state.chance.draw("bot:1", 17)


def test_left_is_the_next_index() -> None:
    """Chance: "left" is the next index of the turn order."""
    table = Table(4, order=[2, 0, 3, 1])
    assert table.state.seats_after(3) == [1, 2, 0]


def test_seeds_forms() -> None:
    """Chance: server seed 64 lower-case hex digits; client seed 1 to 64 of A-Z a-z 0-9 . _ -"""
    assert SERVER_SEED.match(SERVER)
    for wrong in (SERVER[:-1], SERVER + "0", SERVER.upper(), SERVER[:-1] + "\n", SERVER + "\n"):
        assert not SERVER_SEED.match(wrong)
    for right in ("a", "A.b_c-9", "x" * 64):
        assert CLIENT_SEED.match(right)
    for wrong in ("", "x" * 65, "a b", "a|b", "é", "a\n", "٣"):
        assert not CLIENT_SEED.match(wrong)


def test_a_seed_outside_ascii_is_refused() -> None:
    """Chance: seeds are ASCII text."""
    with pytest.raises(UnicodeEncodeError):
        derive_seed(SERVER, ["é"])


def test_the_seed_is_in_no_representation() -> None:
    """Chance: while the game runs the seed reaches nobody, by no traceback either."""
    state, events = LANDLORD.start(KINDS, VECTOR, OPTIONS)
    for text in (repr(VECTOR), str(VECTOR), repr(state), repr(events), f"{[VECTOR]}"):
        assert VECTOR.seed not in text
    assert "F12" not in repr(state), "nor do the decks, which are chance still to come"


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_the_seed_and_the_decks_are_in_no_view(seat: int | None) -> None:
    """Chance: neither seed nor what it will bring is in what a seat, or anybody, sees."""
    state, _ = LANDLORD.start(KINDS, VECTOR, OPTIONS)
    view = LANDLORD.view(state, seat)
    text = msgspec.json.encode(view).decode()
    assert VECTOR.seed not in text and VECTOR.seed not in repr(view)
    assert "F1" not in text and "decks" not in text


def test_a_view_stays_what_it_was() -> None:
    """View: nothing in it changes when the state does."""
    views = []
    for number in range(2, 8):
        views += [
            (view, msgspec.json.encode(view))
            for view in (LANDLORD.view(state, None) for state in random_states(number, 200))
        ]
    assert all(msgspec.json.encode(view) == text for view, text in views)


def test_a_view_of_a_debt_stays_when_the_creditor_leaves() -> None:
    """View: nothing in it changes when the state does, the debt's creditor included."""
    table = Table(3, owner={39: 1, 1: 0, 37: 0}, at=[36, 0, 0], rolls="1+2", cash=[1, 9, 9]).begin(0)
    assert table.asked == ("debt", 0)
    view = LANDLORD.view(table.state, None)
    table.play(1, "resign")
    assert view.debt is not None and view.debt.creditor == 1
    assert LANDLORD.view(table.state, None).debt.creditor is None


def test_a_view_of_a_refusal_stays_when_a_better_offer_is_refused() -> None:
    """View: nothing in it changes when the state does, what was refused included."""
    table = Table(2, owner={1: 0, 3: 1, 37: 0}, kinds=["bot", "person"]).manage(0)
    table.play(0, "offer", to=1, get=[3], give_cash=13).play(1, "refuse")
    view = LANDLORD.view(table.state, 1)
    table.play(0, "offer", to=1, get=[3], give_cash=20).play(1, "refuse")
    assert [r.worth for r in view.refusals] == [1]
    assert [r.worth for r in LANDLORD.view(table.state, 1).refusals] == [8]
