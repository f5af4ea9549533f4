"""The state of either program in the words in which the cases state theirs."""

from typing import Any

from games.proof.landlord_verify import GET_OUT_CARDS, Game
from games.rules.landlord import LANDLORD
from games.rules.property.state import State


def state_of(game: Game) -> dict[str, Any]:
    """The verifier's state."""
    over = bool(game.placings)
    in_debt, at_auction = game.stage == "debt", game.stage == "auction"
    return {
        "cash": game.cash[:],
        "position": game.position[:],
        "jail_tries": game.tries[:],
        "cards": [[card for card in GET_OUT_CARDS if card in held] for held in game.cards],
        "out": sorted(game.out),
        "turn": None if over else game.turn,
        "decision": None if over else game.stage,
        "awaiting": game.awaiting(),
        "offers_made": None if over else game.offers_made,
        "squares": game.holdings()["squares"],
        "rolls_used": game.rolls_used,
        "fortune": game.decks["F"][:],
        "post": game.decks["P"][:],
        "debt": {"amount": game.debt, "creditor": game.creditor} if in_debt else None,
        "best_bid": list(game.bids[-1]) if at_auction and game.bids else None,
        "over": over,
        "placings": game.placings or None,
    }


def state_of_engine(state: State) -> dict[str, Any]:
    """The engine's state."""
    over = state.decision == "over"
    outcome = LANDLORD.outcome(state)
    debt, best = state.debt, state.auction.best() if state.auction else None
    return {
        "cash": state.cash,
        "position": state.position,
        "jail_tries": state.jail,
        "cards": [sorted(held) for held in state.cards],
        "out": [seat for seat, place in enumerate(state.place) if place],
        "turn": None if over else state.turn,
        "decision": None if over else state.decision,
        "awaiting": None if over else state.asked,
        "offers_made": None if over else state.offers,
        "squares": LANDLORD.final(state)["squares"],
        "rolls_used": state.rolls,
        "fortune": state.decks[0],
        "post": state.decks[1],
        "debt": None if debt is None else {"amount": debt.amount, "creditor": debt.creditor},
        "best_bid": None if best is None else list(best),
        "over": over,
        "placings": None if outcome is None else outcome.placings,
    }


def differences(game: Game, state: State) -> dict[str, tuple[Any, Any]]:
    """What the two programs do not agree on, the verifier's value first."""
    ours, theirs = state_of(game), state_of_engine(state)
    if ours["over"] and theirs["over"]:
        # At the end the engine gives those who stayed a place too; the placings are compared.
        del ours["out"], theirs["out"]
    return {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}
