"""What the table page offers: exactly the legal moves, each with the figures that follow from it."""

import copy
import re
from collections import Counter
from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from django.template.loader import render_to_string

from games.present import managing, panel, trades
from games.present import table as present
from games.present.cast import Cast
from games.queries import TableReading
from games.rules.interface import Legal
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from games.rules.property.deeds import charge, net_worth
from games.rules.property.events import cash_flow
from games.rules.property.moves import BidForm, OfferForm
from games.rules.property.state import NOBODY, State
from tests.pages.page_tree import parse, text, with_class
from tests.pages.readings import first_of_each_kind, tables

RULES = LANDLORD.rules
KINDS = {"jail", "buy", "auction", "manage", "trade", "debt", "over"}
#: Of so many states one is looked at, and of each kind of decision so many in any case.
EVERY, OF_EACH_KIND = 211, 8


def page(reading: TableReading) -> Element:
    context = {**present.context(reading), "game": reading.game, "reading": reading, "notice": "", "etag": '"x"'}
    return parse(render_to_string("games/table.html", context).encode())


def buttons(tree: Element) -> list[tuple[list[str], str]]:
    """Give each press: the JSON of its moves, and what the button says."""
    found = [([b.get("value", "")], text(b)) for b in tree.iter("button") if b.get("name") == "move"]
    for form in tree.iter("form"):
        joined = [i.get("value", "") for i in form.iter("input") if i.get("name") == "move"]
        if joined:
            found.append((joined, text(form)))
    return found


def field(form: Element, name: str) -> list[Element]:
    return [i for i in form.iter("input") if i.get("name") == name]


def posted(tree: Element, kind: str) -> list[Element]:
    return [f for f in tree.iter("form") if any(i.get("value") == kind for i in field(f, "type"))]


def hold_to_legal(tree: Element, legal: Legal | None, seat: int) -> None:
    listed = legal or Legal([], [])
    offered = [LANDLORD.decode_move(made[0]) for made, _ in buttons(tree)]
    bids = [form for form in listed.forms if isinstance(form, BidForm)]
    # To resign takes a form of its own, which asks once more.
    leaving = [form for form in tree.iter("form") if form.get("action", "").endswith("/resign/")]
    assert [moves.RESIGN] * len(leaving) == [m for m in listed.moves if m == moves.RESIGN]
    assert {m for m in offered if not isinstance(m, moves.Bid)} == set(listed.moves) - {moves.RESIGN}
    for bid in (m for m in offered if isinstance(m, moves.Bid)):
        assert bids and bids[0].low <= bid.amount <= bids[0].high
    fields = [field(form, "amount")[0] for form in posted(tree, "bid")]
    assert [(f.get("min"), f.get("max")) for f in fields] == [(str(b.low), str(b.high)) for b in bids]
    composers, forms = posted(tree, "offer"), [f for f in listed.forms if isinstance(f, OfferForm)]
    assert len(composers) == len(forms)
    for composer, form in zip(composers, forms, strict=True):
        assert [int(i.get("value", "")) for i in field(composer, "to")] == form.to
        assert {int(i.get("value", "")) for i in field(composer, "give")} == set(form.squares[seat])
        theirs = {p for other in form.to for p in form.squares[other]}
        assert {int(i.get("value", "")) for i in field(composer, "get")} == theirs


def test_every_seat_is_offered_exactly_its_legal_moves_whatever_is_asked() -> None:
    looked_at: Counter[str] = Counter()
    for i, table in enumerate(tables(range(12))):
        kind = table.state.decision
        # The first of a kind lie far apart enough: each game brings its own.
        if i % EVERY and looked_at[kind] > OF_EACH_KIND:
            continue
        looked_at[kind] += 1
        for seat in range(len(table.seats)):
            reading = table.seen_by(seat)
            context = {**present.context(reading), "game": reading.game}
            live = parse(f"<div>{render_to_string('games/_live.html', context)}</div>".encode())
            hold_to_legal(live, reading.legal, seat)
    assert set(looked_at) == KINDS


def test_somebody_who_watches_is_offered_nothing_and_told_who_is_waited_on() -> None:
    found = first_of_each_kind(range(12))
    assert set(found) == KINDS
    for kind, reading in found.items():
        context = present.context(replace(reading, reader=None, legal=None))
        tree = parse(render_to_string("games/table.html", {**context, "game": reading.game}).encode())
        assert not buttons(tree) and not posted(tree, "bid") and not posted(tree, "offer")
        if kind != "over":
            name = reading.seats[reading.view.asked].name  # type: ignore[union-attr]
            assert name in text(next(e for e in tree.iter() if e.get("id") == "ask"))


@pytest.mark.parametrize("kind", sorted(KINDS - {"over"}))
def test_each_decision_has_a_question(kind: str) -> None:
    reading = first_of_each_kind(range(12))[kind]
    tree = page(reading)
    assert text(next(with_class(tree, "flag"))).startswith("Your ")
    assert len(text(next(e for e in tree.iter() if e.get("id") == "ah"))) > 10
    assert tree.find("head/title") is not None


# --- figures ---


def asked() -> list[tuple[State, TableReading]]:
    """Give states with readings of the seat that is asked."""
    return [
        (copy.deepcopy(table.state), table.seen_by(table.state.asked))
        for i, table in enumerate(tables(range(12)))
        if table.state.decision != "over" and (i % 5 == 0 or table.state.decision == "debt")
    ]


def acts_of(state: State, reading: TableReading) -> list[panel.Act]:
    view, legal, seat = reading.view, reading.legal, state.asked
    assert legal is not None
    cast = Cast([s.name for s in reading.seats], seat)
    made = panel.panel(RULES, view, cast, legal)  # type: ignore[arg-type]
    assert made is not None
    acts = [*made.acts, *(made.bid.quick if made.bid else [])]
    for listed in (managing.building, managing.raising):
        for holding in listed(RULES, view, legal, seat):  # type: ignore[arg-type]
            acts += [act for row in holding.rows for act in row.acts]
    return acts


def spent_at_once(state: State, seat: int, move: Any) -> int:
    """Give a seat's cash right after its own act, before what follows from it."""
    after = copy.deepcopy(state)
    first = LANDLORD.apply(after, seat, move)[0]
    return state.cash[seat] + sum(amount for s, amount in cash_flow(first) if s == seat)


def test_what_is_left_after_an_act_is_as_the_button_says() -> None:
    seen = set()
    for state, reading in asked():
        seat = state.asked
        for act in acts_of(state, reading):
            move = LANDLORD.decode_move(act.moves[0])
            said = re.search(r"(\d+) (?:left|at hand)$|(\d+) left,", act.note)
            if said is None or isinstance(move, moves.Roll):
                continue
            figure = int(next(g for g in said.groups() if g))
            cash = spent_at_once(state, seat, move)
            if isinstance(move, moves.Bid):
                cash -= move.amount
            if "pays the debt" in act.note:
                assert state.debt is not None
                cash -= state.debt.amount
            assert figure == cash, (act, state.cash[seat])
            seen.add(type(move).__name__)
    assert seen >= {"Buy", "Bid", "Build", "Sell", "Mortgage", "Unmortgage", "PayFine"}


def test_rents_before_and_after_an_act_are_as_the_button_says() -> None:
    seen = set()
    for state, reading in asked():
        for act in acts_of(state, reading):
            said = re.search(r"rent (\d+) to (\d+)", act.note)
            if said is None:
                continue
            move, after = LANDLORD.decode_move(act.moves[0]), copy.deepcopy(state)
            p = move.square  # type: ignore[attr-defined]
            before = charge(RULES.board, state, p, 0)
            LANDLORD.apply(after, state.asked, move)
            assert [int(n) for n in said.groups()] == [before, charge(RULES.board, after, p, 0)]
            seen.add(type(move).__name__)
    assert seen == {"Build", "Sell"}


def test_a_debt_says_how_much_is_missing_still() -> None:
    debts = [(s, r) for s, r in asked() if s.decision == "debt"]
    assert debts
    missing_seen = False
    for state, reading in debts:
        debt, seat = state.debt, state.asked
        assert debt is not None
        cast = Cast([s.name for s in reading.seats], seat)
        made = panel.panel(RULES, reading.view, cast, reading.legal)  # type: ignore[arg-type]
        assert made is not None and made.ask == f"Raise {debt.amount - state.cash[seat]} more"
        for act in acts_of(state, reading):
            said = re.search(r"then (\d+) more to raise", act.note)
            if said:
                after = spent_at_once(state, seat, LANDLORD.decode_move(act.moves[0]))
                assert int(said.group(1)) == debt.amount - after > 0
                missing_seen = True
    assert missing_seen


def test_buy_and_end_turn_is_offered_unless_a_double_rolls_again() -> None:
    doubles, others = 0, 0
    for state, reading in asked():
        if state.decision != "buy" or state.cash[state.asked] < RULES.board.price[state.position[state.asked]]:
            continue
        joined = [act for act in acts_of(state, reading) if len(act.moves) == 2]
        if state.dice[0] == state.dice[1]:
            assert not joined
            doubles += 1
        else:
            assert [act.moves for act in joined] == [('{"type":"buy"}', '{"type":"end_turn"}')]
            others += 1
    assert doubles and others


def test_no_bid_is_offered_twice() -> None:
    found = 0
    for state, reading in asked():
        # That nothing else offers a bid is said by what every seat is offered.
        if state.decision != "auction":
            continue
        tree = page(reading)
        for form in posted(tree, "bid"):
            typed = int(field(form, "amount")[0].get("value", ""))
            pressed = [LANDLORD.decode_move(made[0]) for made, _ in buttons(tree)]
            amounts = [typed, *(move.amount for move in pressed if isinstance(move, moves.Bid))]
            assert len(set(amounts)) == len(amounts)
            found += 1
    assert found > 20


@pytest.mark.parametrize(
    ("made", "title"),
    [
        ([], ""),
        ([moves.SELL[1]], "Sell"),
        ([moves.MORTGAGE[1], moves.BUY], "Mortgage"),
        ([moves.UNMORTGAGE[1]], "Lift a mortgage"),
        ([moves.UNMORTGAGE[1], moves.MORTGAGE[3]], "Mortgage or lift"),
        ([moves.UNMORTGAGE[1], moves.MORTGAGE[3], moves.SELL[6]], "Sell, mortgage or lift"),
    ],
)
def test_the_heading_names_what_can_be_done_and_nothing_else(made: list[Any], title: str) -> None:
    assert managing.raising_title(Legal(made, [])) == title


def test_who_can_bid_after_a_decline_is_asked_in_that_order() -> None:
    seen = 0
    for state, reading in asked():
        if state.decision != "buy":
            continue
        decline = next(a for a in acts_of(state, reading) if a.moves == ('{"type":"decline"}',))
        named = re.findall(r"(Bot \d|Ada <b>) (?:can bid )?up to (\d+)", decline.note)
        after = [s for s in state.seats_after(state.asked) if state.cash[s]]
        assert named == [(reading.seats[s].name, str(state.cash[s])) for s in after]
        seen += 1
    assert seen > 50


def facts_for(**changes: Any) -> list[str]:
    """Give what the panel says at the end of a turn of seat 0, who has Moss whole and 100 unless changed."""
    table = next(t for t in tables(range(12)) if t.state.decision == "manage" and t.state.asked == 0)
    state = copy.deepcopy(table.state)
    size = len(state.owner)
    state.owner, state.houses, state.mortgaged = [NOBODY] * size, [0] * size, [False] * size
    state.owner[1] = state.owner[3] = 0
    state.cash[0] = changes.get("cash", 100)
    state.mortgaged[3] = changes.get("mortgaged", False)
    state.offers = changes.get("offers", 0)
    view, legal = LANDLORD.view(state, 0), LANDLORD.legal(state, 0)
    made = panel.panel(RULES, view, Cast([str(s) for s in range(4)], 0), legal)
    assert made is not None
    return list(made.facts)


def test_why_a_whole_set_cannot_be_built_on_and_no_offer_made_is_said() -> None:
    assert facts_for() == []
    assert facts_for(cash=4) == ["A building on Moss costs 5."]
    assert facts_for(mortgaged=True) == ["To build on Moss, first lift the mortgage on Fern Bank."]
    assert facts_for(offers=2) == ["You have made all your offers for this turn."]


def test_what_cannot_be_paid_is_said_and_no_act_stands_out() -> None:
    seen = set()
    for state, reading in asked():
        if state.decision != "buy":
            continue
        cast = Cast([s.name for s in reading.seats], state.asked)
        made = panel.panel(RULES, reading.view, cast, reading.legal)  # type: ignore[arg-type]
        assert made is not None
        short = state.cash[state.asked] < RULES.board.price[state.position[state.asked]]
        assert short == any("less than it costs" in fact for fact in made.facts)
        assert short != any(act.css for act in made.acts)
        seen.add(short)
    assert seen == {True, False}


def test_the_picture_of_an_offer_is_what_accepting_it_brings() -> None:
    seen = 0
    for table in tables(range(12)):
        state = table.state
        if state.decision != "trade" or state.offer is None:
            continue
        offer = state.offer
        cast = Cast([s.name for s in table.seats], offer.receiver)
        sides = trades.picture(RULES, LANDLORD.view(state, offer.receiver), cast, offer)
        assert [side.seat for side in sides] == [offer.receiver, offer.giver]
        after = copy.deepcopy(state)
        if len(LANDLORD.apply(after, offer.receiver, moves.ACCEPT)) > 1:
            # The giver's turn ended with it, and others have rolled and paid already.
            continue
        for side in sides:
            assert side.money == (state.cash[side.seat], after.cash[side.seat])
            worths = [net_worth(RULES.board, s, side.seat) for s in (state, after)]
            assert list(side.worth) == worths
        seen += 1
    assert seen > 50


def test_the_composer_starts_from_what_everybody_has() -> None:
    reading = first_of_each_kind(range(12))["manage"]
    for table in tables(range(12)):
        if any(isinstance(f, OfferForm) for f in LANDLORD.legal(table.state, table.state.asked).forms):
            reading = table.seen_by(table.state.asked)
            break
    view, seat = reading.view, reading.reader
    assert seat is not None and reading.legal is not None
    made = trades.composer(RULES, view, Cast([s.name for s in reading.seats], seat), reading.legal)  # type: ignore[arg-type]
    assert made is not None
    for party in (made.you, *made.others):
        assert party.worth == net_worth(RULES.board, view, party.seat)  # type: ignore[arg-type]
        held = dict(pair.split(":") for pair in party.held.split())
        assert sum(map(int, held.values())) == sum(o == party.seat for o in view.owner)  # type: ignore[union-attr]


def test_who_is_waited_on_is_said_for_every_decision() -> None:
    for kind, reading in first_of_each_kind(range(12)).items():
        said = panel.waiting_for(RULES, reading.view, Cast([s.name for s in reading.seats], None))  # type: ignore[arg-type]
        if kind == "over":
            assert said == "The game is over." and reading.view.asked == NOBODY  # type: ignore[union-attr]
        else:
            assert said.startswith(reading.seats[reading.view.asked].name)  # type: ignore[union-attr]
