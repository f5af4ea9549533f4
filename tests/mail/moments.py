"""Positions that mails are about."""

from collections.abc import Callable
from typing import Any

from games.rules.property.state import Debt, State

MARKET_CROSS = 24


def position(seat: int, decision: str, at: int = 0, **owned: int) -> Callable[[State], None]:
    """An edit: a seat is asked; squares by owner (`s1=0`: square 1 is seat 0's)."""

    def edit(state: State) -> None:
        state.turn, state.offers, state.again, state.auction, state.offer = seat, 0, False, None, None
        state.owner = [-1] * 40
        for square, owner in owned.items():
            state.owner[int(square[1:])] = owner
        state.position[seat] = at
        state.dice = (2, 6)
        state.ask(decision, seat)  # type: ignore[arg-type]

    return edit


def asked_to_buy(seat: int = 0, **owned: int) -> Callable[[State], None]:
    """A seat stands on Market Cross, after no double."""
    return position(seat, "buy", MARKET_CROSS, **owned)


def owing(seat: int, creditor: int, amount: int, cash: int, **owned: int) -> Callable[[State], None]:
    """A seat has to raise a debt."""

    def edit(state: State) -> None:
        position(seat, "manage", 0, **owned)(state)
        state.cash[seat] = cash
        state.debt = Debt(seat, amount, creditor, "rent", 39, "go_on")
        state.ask("debt", seat)

    return edit


def jailed(seat: int = 0) -> Callable[[State], Any]:
    def edit(state: State) -> None:
        position(seat, "manage", 10)(state)
        state.jail[seat] = 3
        state.ask("jail", seat)

    return edit
