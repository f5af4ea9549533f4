"""The verifier's state in the words in which the cases state theirs."""

from typing import Any

from games.proof.landlord_verify import GET_OUT_CARDS, Game


def state_of(game: Game) -> dict[str, Any]:
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
