"""What follows from a roll, step by step, until somebody has to decide.

A step changes the state and gives the next step, or None when a decision is waited for or the game is
over. `run` goes from step to step, so that a chain of turns without decisions is a loop, not a
recursion. Where games go on differently, the next step is one of `rules.Chain`; the steps that these
choose among are all here. The numbers in the docstrings are those of Landlord's section "Turn".
"""

from __future__ import annotations

from typing import Literal

from games.rules.property import cards, events
from games.rules.property.deeds import (
    buildable,
    built_on_group,
    charge,
    raisable,
    sellable,
)
from games.rules.property.endings import leave, return_card
from games.rules.property.events import AnyEvent
from games.rules.property.rules import LeavingReason, Rules, Step
from games.rules.property.state import NOBODY, Debt, Payment, State
from games.rules.property.trades import may_offer

Then = Literal["go_on", "move", "payments"]
ChargeReason = Literal["fine", "tax", "rent", "card", "repairs"]


def run(step: Step | None, rules: Rules, state: State, log: list[AnyEvent]) -> None:
    """Take step after step until a decision is waited for or the game is over."""
    while step is not None:
        step = step(rules, state, log)


def next_turn(rules: Rules, state: State, log: list[AnyEvent]) -> Step | None:
    """Pass the turn to the next player still in."""
    return _begin(rules, state, state.seats_after(state.turn)[0], log)


def first_turn(rules: Rules, state: State, log: list[AnyEvent]) -> Step | None:
    """Begin the first turn of the game."""
    return _begin(rules, state, state.order[0], log)


def another_turn_after_a_double(rules: Rules, state: State, log: list[AnyEvent]) -> Step | None:
    """Begin another turn of the same player if this turn's roll was a double, else pass the turn on."""
    if not state.again:
        return next_turn
    doubles = state.doubles
    step = _begin(rules, state, state.turn, log)
    # They are counted over the turns of one player that follow on each other.
    state.doubles = doubles
    return step


def _begin(rules: Rules, state: State, seat: int, log: list[AnyEvent]) -> Step | None:
    state.turn = seat
    state.turns += 1
    state.doubles = 0
    state.again = False
    state.offers = 0
    if state.offered:
        state.offered = []
    log.append(events.TurnBegan(seat))
    if state.jail[seat]:
        state.ask("jail", seat)
        return None
    return rules.chain.free


def ask_to_roll(rules: Rules, state: State, log: list[AnyEvent]) -> Step | None:
    """Wait for the turn's player to roll."""
    state.ask("roll", state.turn)
    return None


def throw(state: State, log: list[AnyEvent]) -> bool:
    """Roll the dice for the turn's player. Gives True for a double."""
    state.dice = first, second = state.chance.dice(state.rolls)
    state.rolls += 1
    if state.draw_offers:
        state.draw_offers = []
    log.append(events.Rolled(state.turn, first, second, state.jail[state.turn] > 0))
    return first == second


def roll(rules: Rules, state: State, log: list[AnyEvent]) -> Step | None:
    """Steps 1, 2: roll; the third double leads to jail, any other roll moves."""
    double = throw(state, log)
    if double:
        state.doubles += 1
        if state.doubles == rules.amounts.doubles_to_jail:
            to_jail(rules, state, "doubles", log)
            return rules.chain.too_many_doubles
    state.again = double
    return move


def move(rules: Rules, state: State, log: list[AnyEvent]) -> Step | None:
    """Step 3: move by the dice."""
    return _forward(rules, state, state.dice[0] + state.dice[1], "roll", log)


def _forward(rules: Rules, state: State, squares: int, by: Literal["roll", "card"], log: list[AnyEvent]) -> Step | None:
    seat = state.turn
    start = state.position[seat]
    target = start + squares
    size = len(rules.board.squares)
    if target < size:
        state.position[seat] = target
        log.append(events.Moved(seat, start, target, by))
    else:
        target -= size
        state.position[seat] = target
        log.append(events.Moved(seat, start, target, by))
        state.cash[seat] += rules.amounts.salary
        log.append(events.Paid(None, seat, rules.amounts.salary, "salary", None))
    return settle


def settle(rules: Rules, state: State, log: list[AnyEvent]) -> Step | None:
    """Step 3: settle the square come to."""
    board, seat = rules.board, state.turn
    p = state.position[seat]
    if board.price[p]:
        owner = state.owner[p]
        if owner == NOBODY:
            state.ask("buy", seat)
            return None
        if owner == seat or state.mortgaged[p]:
            return go_on
        amount = charge(board, state, p, state.dice[0] + state.dice[1])
        return owe(rules, state, amount, owner, "rent", p, "go_on", log)
    kind = board.kind[p]
    if kind == "card":
        return draw
    if kind == "tax":
        return owe(rules, state, board.squares[p].tax, None, "tax", p, "go_on", log)
    if kind == "go_to_jail":
        return to_jail(rules, state, "square", log)
    return go_on


def draw(rules: Rules, state: State, log: list[AnyEvent]) -> Step | None:
    """Step 3: draw the top card of the square's deck and carry it out."""
    seat = state.turn
    p = state.position[seat]
    number = rules.board.squares[p].deck
    deck = state.decks[number]
    card = deck.pop(0)
    effect = rules.decks[number].cards[card]
    if isinstance(effect, cards.GetOut):
        state.cards[seat].append(card)
        log.append(events.Drew(seat, card, True))
        return go_on
    deck.append(card)
    log.append(events.Drew(seat, card, False))
    return _carry_out(rules, state, effect, log)


def _carry_out(rules: Rules, state: State, effect: cards.Effect, log: list[AnyEvent]) -> Step | None:
    board, seat = rules.board, state.turn
    size = len(board.squares)
    p = state.position[seat]
    match effect:
        case cards.GoTo(square):
            return _forward(rules, state, (square - p - 1) % size + 1, "card", log)
        case cards.GoToNext(kind):
            ahead = next(n for n in range(1, size) if board.kind[(p + n) % size] == kind)
            return _forward(rules, state, ahead, "card", log)
        case cards.GoBack(squares):
            state.position[seat] = (p - squares) % size
            log.append(events.Moved(seat, p, state.position[seat], "card"))
            return settle
        case cards.Collect(amount):
            state.cash[seat] += amount
            log.append(events.Paid(None, seat, amount, "card", p))
            return go_on
        case cards.Pay(amount):
            return owe(rules, state, amount, None, "card", p, "go_on", log)
        case cards.Repairs(house, hotel):
            amount = 0
            for q in board.deeds:
                if state.owner[q] == seat:
                    n = state.houses[q]
                    amount += hotel if n == 5 else n * house
            return owe(rules, state, amount, None, "repairs", p, "go_on", log)
        case cards.CollectFromEach(amount):
            state.payments = [Payment(other, seat, amount, p) for other in state.seats_after(seat)]
            return next_payment
        case cards.PayEach(amount):
            state.payments = [Payment(seat, other, amount, p) for other in state.seats_after(seat)]
            return next_payment
        case _:
            return to_jail(rules, state, "card", log)


def to_jail(
    rules: Rules,
    state: State,
    why: Literal["square", "card", "doubles"],
    log: list[AnyEvent],
) -> Step:
    """Put the turn's player in jail: no salary, three tries, no further roll."""
    state.position[state.turn] = rules.board.jail
    state.jail[state.turn] = rules.amounts.jail_tries
    state.again = False
    log.append(events.Jailed(state.turn, why))
    return manage


def owe(
    rules: Rules,
    state: State,
    amount: int,
    creditor: int | None,
    why: ChargeReason,
    square: int | None,
    then: Then,
    log: list[AnyEvent],
) -> Step | None:
    """Charge the turn's player; `then` is the step that follows when all is paid."""
    return _charge(rules, state, state.turn, amount, creditor, why, square, then, log)


def _charge(
    rules: Rules,
    state: State,
    seat: int,
    amount: int,
    creditor: int | None,
    why: ChargeReason,
    square: int | None,
    then: Then,
    log: list[AnyEvent],
) -> Step | None:
    if amount <= state.cash[seat]:
        # A charge of 0 is no debt, and nothing that happened.
        if amount:
            _pay(state, seat, creditor, amount, why, square, log)
        return THEN[then]
    state.debt = Debt(seat, amount, creditor, why, square, then)
    log.append(events.Owed(seat, creditor, amount, why))
    if raisable(rules.board, state, seat) < amount:
        return leave_as_debtor(rules, state, state.debt, "bankrupt", log)
    state.ask("debt", seat)
    return None


def next_payment(rules: Rules, state: State, log: list[AnyEvent]) -> Step | None:
    """Have the next of a list of payments paid, raised, or bankrupt its payer; at its end all is settled.

    A payment whose payer or payee has left meanwhile falls away.
    """
    if not state.payments:
        return go_on
    due, *state.payments = state.payments
    if state.place[due.payer] or state.place[due.payee]:
        return next_payment
    return _charge(rules, state, due.payer, due.amount, due.payee, "card", due.square, "payments", log)


def _pay(
    state: State,
    payer: int,
    creditor: int | None,
    amount: int,
    why: ChargeReason,
    square: int | None,
    log: list[AnyEvent],
) -> None:
    state.cash[payer] -= amount
    if creditor is not None:
        state.cash[creditor] += amount
    log.append(events.Paid(payer, creditor, amount, why, square))


def pay_debt(rules: Rules, state: State, log: list[AnyEvent]) -> Step | None:
    """Pay a standing debt if cash covers it by now, and go on where the turn stopped."""
    debt = state.debt
    assert debt is not None
    if state.cash[debt.debtor] < debt.amount:
        return None
    state.debt = None
    _pay(state, debt.debtor, debt.creditor, debt.amount, debt.why, debt.square, log)
    return THEN[debt.then]


def leave_turn(
    rules: Rules,
    state: State,
    why: LeavingReason,
    log: list[AnyEvent],
) -> Step | None:
    """Put the turn's player out; unless that ends the game, the turn passes on."""
    # What he still had to pay falls away with him.
    state.payments = []
    leave(rules, state, state.turn, why, log)
    return None if state.decision == "over" else next_turn


def leave_as_debtor(rules: Rules, state: State, debt: Debt, why: LeavingReason, log: list[AnyEvent]) -> Step | None:
    """Put a debtor out. If it was not the turn's player, what the debt interrupted goes on."""
    if debt.debtor == state.turn:
        return leave_turn(rules, state, why, log)
    leave(rules, state, debt.debtor, why, log)
    return None if state.decision == "over" else THEN[debt.then]


def go_on(rules: Rules, state: State, log: list[AnyEvent]) -> Step | None:
    """Step 4: all settled. A seat that has left meanwhile passes the turn on."""
    return next_turn if state.place[state.turn] else rules.chain.settled


def roll_again_after_a_double(rules: Rules, state: State, log: list[AnyEvent]) -> Step | None:
    """Step 4: a double rolls again, with no managing in between."""
    return roll if state.again else manage


def manage(rules: Rules, state: State, log: list[AnyEvent]) -> Step | None:
    """Step 5: ask for managing, unless ending the turn is all that could be done."""
    if only_end_turn(rules, state):
        return end_turn_by_site
    state.ask("manage", state.turn)
    return None


def still_manage(rules: Rules, state: State, log: list[AnyEvent]) -> Step | None:
    """Step 5, looked at again in a wait that goes on."""
    return end_turn_by_site if only_end_turn(rules, state) else None


def end_turn_by_site(rules: Rules, state: State, log: list[AnyEvent]) -> Step | None:
    """End the turn for a player who has nothing left to decide."""
    log.append(events.TurnEnded(state.turn, True))
    return rules.chain.turn_over


def only_end_turn(rules: Rules, state: State) -> bool:
    """Tell whether, `resign` and draw moves apart, `end_turn` is the only legal move of the turn's player."""
    seat, board = state.turn, rules.board
    owner, mortgaged = state.owner, state.mortgaged
    built = built_on_group(board, state.houses) if rules.policies.mortgages_bare_groups else state.houses
    cash, lifting = state.cash[seat], board.lifting_cost
    for p in board.deeds:
        if owner[p] == seat:
            if mortgaged[p]:
                if cash >= lifting[p]:
                    return False
            elif not built[p]:
                return False
    return not (may_offer(rules, state) or buildable(board, state, seat) or sellable(board, state, seat))


def leave_jail_by_card(rules: Rules, state: State, log: list[AnyEvent]) -> Step | None:
    """Give a get-out card back, the first deck's first; then roll as anybody who is free."""
    seat = state.turn
    card = min(state.cards[seat], key=lambda c: _deck_of(rules, c))
    state.cards[seat].remove(card)
    return_card(rules, state, card)
    state.jail[seat] = 0
    log.append(events.UsedCard(seat, card))
    log.append(events.Freed(seat, "card"))
    return roll


def _deck_of(rules: Rules, card: str) -> int:
    return next(i for i, deck in enumerate(rules.decks) if card in deck.cards)


def leave_jail_by_fine(rules: Rules, state: State, log: list[AnyEvent]) -> Step | None:
    """Pay the fine; then roll as anybody who is free."""
    seat = state.turn
    state.jail[seat] = 0
    _pay(state, seat, None, rules.amounts.fine, "fine", None, log)
    log.append(events.Freed(seat, "fine"))
    return roll


def try_for_double(rules: Rules, state: State, log: list[AnyEvent]) -> Step | None:
    """Roll in jail: a double frees and moves; the third failure costs the fine, then moves."""
    seat = state.turn
    if throw(state, log):
        state.jail[seat] = 0
        log.append(events.Freed(seat, "double"))
        return move
    state.jail[seat] -= 1
    log.append(events.JailTryFailed(seat, state.jail[seat]))
    if state.jail[seat]:
        return manage
    log.append(events.Freed(seat, "third_try"))
    return owe(rules, state, rules.amounts.fine, None, "fine", None, "move", log)


THEN: dict[Then, Step] = {"go_on": go_on, "move": move, "payments": next_payment}
