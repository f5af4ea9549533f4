"""Orders in words: what each is called, and exactly what it does."""

from games.present.cast import Cast, listing
from games.present.groups import groups
from games.rules.property import orders
from games.rules.property.orders import PropertyOrder
from games.rules.property.rules import Rules
from games.rules.property.view import PropertyView

#: How "ask me" names the kinds of decisions.
AT = {
    "roll": "before I roll",
    "buy": "whether to buy",
    "auction": "what to bid",
    "trade": "about offers",
    "jail": "how to leave jail",
    "manage": "before my turn ends",
    "debt": "how to raise a debt",
}
JAIL = {"pay": "pay the fine", "card": "use a get-out card", "roll": "try for a double"}
RAISING = {
    "houses": "sell buildings first, then mortgage",
    "mortgages": "mortgage first, then sell buildings",
}
#: How an order bids, where each has one chance, and where an auction goes round and round.
BIDDING_ONCE = (
    "When your chance comes, you bid the least that nobody asked after you could beat, or your whole limit where that "
    "is less. If the limit is no more than the best bid by then, you pass. Whoever is asked after you sees your bid, "
    "as always."
)
BIDDING_ROUND = (
    "Each time you are asked, you bid a fifth more than the best bid, or your whole limit where that is less. When the "
    "limit is no more than the best bid, you pass, and are out of the auction."
)


def told(order: PropertyOrder, rules: Rules, view: PropertyView, cast: Cast) -> tuple[str, str]:
    """Say what an order is, and exactly what it does."""
    squares = rules.board.squares
    bidding = BIDDING_ONCE if rules.policies.bidding.one_chance else BIDDING_ROUND
    match order:
        case orders.BidUpTo(square, amount):
            return f"{_bid(amount)} for {squares[square].name}, this once", f"{bidding} It is for this auction only."
        case orders.RefuseOffers():
            whose = cast.whose(view.turn)
            return f"Refuse all offers in {whose} turn", (
                f"Whatever is offered to you in this turn is refused at once, an offer that stands included. It ends "
                f"with {whose} turn."
            )
        case orders.BuyIfLeft(least):
            return f"Buy what I land on if that leaves me {least} or more", "If it would leave less, you are asked."
        case orders.BidOnSquare(square, amount):
            return f"{_bid(amount)} whenever {squares[square].name} is at auction", (
                f"{bidding} For this square it counts before an order for its set."
            )
        case orders.BidOnSet(name, amount):
            return f"{_bid(amount)} whenever a square of {name} is at auction", bidding
        case orders.RefuseAll():
            return "Refuse all offers", "Whatever is offered to you is refused at once."
        case orders.RefuseBelow(least):
            return f"Refuse offers by which I gain less than {least}", (
                "Squares count at their price, mortgaged ones at half of it, and money as it is. About all other "
                "offers you are asked."
            )
        case orders.RollDice():
            return "Roll for me unless I can build or lift a mortgage", (
                "At the beginning of each turn of yours. If you can build or lift a mortgage, you are asked. It makes "
                "no offers for you."
            )
        case orders.InJail(way):
            return f"In jail, {JAIL[way]}", "Where that can’t be done, you are asked."
        case orders.EndTurn():
            return "End my turn unless I can build or lift a mortgage", (
                "Each turn of yours ends as soon as you could end it and can neither build nor lift a mortgage; if you "
                "can, you are asked. It makes no offers for you."
            )
        case orders.RaiseDebt(first, last):
            kept = f"; last of all {listing([squares[p].name for p in last])}" if last else ""
            return f"Raise debts: {RAISING[first]}{kept}", (
                "Move by move, until the debt is paid. The cheapest goes first, and of what may be mortgaged, squares "
                "whose set you don’t own as a whole."
            )
        case orders.AskIfCashBelow(amount):
            return f"Ask me while I have less than {amount}", "Whatever is to be decided."
        case orders.AskIfSquare(square):
            return (
                f"Ask me where it is about {squares[square].name}",
                "When it is to be bought, at auction, or offered.",
            )
        case orders.AskIfSet():
            others = listing([f"of the {g.name.lower()}" for g in groups(rules) if not g.number], "or")
            return "Ask me where a set is at stake", (
                "When by a purchase, an auction or an offer somebody, you included, may get the last square of a set, "
                f"{others}, or part with one of a whole set."
            )
        case orders.AskAt(decision):
            return f"Ask me {AT[decision]}", "Always."


def _bid(amount: int) -> str:
    return f"Bid up to {amount}" if amount else "Pass, with no bid,"
