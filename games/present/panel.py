"""The decision panel: exactly the legal moves, each with what follows from it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.present.cast import Cast, listing
from games.present.groups import group_of, shares
from games.present.sentences import goods
from games.rules.interface import Legal
from games.rules.property import moves, turn
from games.rules.property.auctions import raised
from games.rules.property.deeds import HOTEL, raisable
from games.rules.property.moves import BidForm
from games.rules.property.rules import Rules
from games.rules.property.state import NOBODY
from games.rules.property.view import AuctionView, PropertyView


@dataclass(frozen=True)
class Act:
    """A button: the act, its consequence, and the JSON of the moves that it makes, in order."""

    label: str
    note: str
    moves: tuple[str, ...]
    css: str = ""

    @property
    def button(self) -> SafeString | None:
        """Its button in the form `moves` of the page; None for one of several moves, which has a form of its own."""
        if len(self.moves) > 1:
            return None
        # Not by a template: there are dozens on a page, and each has the money of the moment in it.
        return format_html(
            '<button class="btn {}" form="moves" name="move" value="{}">{}<small>{}</small></button>',
            self.css,
            self.moves[0],
            self.label,
            self.note,
        )


@dataclass(frozen=True)
class BidField:
    """The field for a bid of one's own: the square, bounds, and quick amounts beside it."""

    square: int
    low: int
    high: int
    quick: Sequence[Act]
    note: str


@dataclass(frozen=True)
class Panel:
    """What is asked of the reader: a question, the acts that answer it, and what is good to know."""

    kind: str
    flag: str
    ask: str
    facts: Sequence[str] = ()
    acts: Sequence[Act] = ()
    bid: BidField | None = None
    resign: Act | None = None
    resign_facts: Sequence[str] = field(default=())


def act(label: str, note: str, *made: Any, css: str = "") -> Act:
    """Make a button out of moves."""
    return Act(label, note, tuple(msgspec.json.encode(move).decode() for move in made), css)


def panel(rules: Rules, view: PropertyView, cast: Cast, legal: Legal) -> Panel | None:
    """Give what the reader is asked now; None for somebody who watches, is out, or after the end."""
    seat = cast.reader
    if seat is None or view.decision == "over" or view.place[seat]:
        return None
    found = set(legal.moves)
    asked = view.asked == seat
    if not asked:
        made = _waiting(view, cast, found)
    else:
        made = {
            "roll": _roll,
            "jail": _jail,
            "buy": _buy,
            "auction": _auction,
            "manage": _manage,
            "trade": _trade,
            "debt": _debt,
        }[view.decision](rules, view, cast, legal)
    if moves.RESIGN not in found:
        return made
    return replace(
        made,
        resign=act("Resign the game", "this can’t be undone", moves.RESIGN),
        resign_facts=_resigning(rules, view, cast),
    )


def waiting_for(rules: Rules, view: PropertyView, cast: Cast) -> str:
    """Say who is waited on and for what, for everybody else."""
    if view.asked == NOBODY:
        return "The game is over."
    who, board = cast.subject(view.asked), rules.board
    match view.decision:
        case "buy":
            square = board.squares[view.position[view.asked]]
            return f"{who} may buy {square.name} for {square.price}."
        case "auction":
            assert view.auction is not None
            return f"{who} may bid for {board.squares[view.auction.square].name}."
        case "trade":
            assert view.offer is not None
            return f"{who} has an offer from {cast.object(view.offer.giver)} to answer."
        case "debt":
            assert view.debt is not None
            to = cast.object(view.debt.creditor)
            return f"{who} has to raise {view.debt.amount} for {to}."
        case "jail":
            return f"{who} is in jail and decides how to leave it."
        case "roll":
            return f"{who} may build and trade before rolling the dice."
        case _:
            return f"{who} may build, trade and settle things before ending the turn."


def meanwhile(rules: Rules, view: PropertyView, cast: Cast) -> list[str]:
    """Say how it stands with what somebody is waited on for: an auction's best bid, and who is still in it."""
    auction = view.auction
    if auction is None:
        return []
    best = f"{_best(auction.best, cast)}, the best so far." if auction.best else "There is no bid yet."
    return [best[:1].upper() + best[1:], *_still_bidding(rules, view, cast)]


def _still_bidding(rules: Rules, view: PropertyView, cast: Cast) -> list[str]:
    auction = view.auction
    assert auction is not None
    once, queue = rules.policies.bidding.one_chance, auction.queue
    told = [f"{cast.object(s)} ({view.cash[s]})" for s in (queue if once else (view.asked, *queue))]
    if not told:
        return []
    return [f"Asked after that: {listing(told)}." if once else f"Still in it, with their money: {listing(told)}."]


def _roll(rules: Rules, view: PropertyView, cast: Cast, legal: Legal) -> Panel:
    facts = _refusing(rules, view, legal)
    acts = [act("Roll the dice", "and move by their sum", moves.ROLL, css="you")]
    return Panel("roll", "Your move", "Your turn. Roll the dice?", facts, acts)


def _rolls_at_once(rules: Rules, view: PropertyView) -> bool:
    # The double that brought a player here is rolled again in the same turn.
    return view.again and rules.chain.settled is turn.roll_again_after_a_double


def _waiting(view: PropertyView, cast: Cast, found: set[Any]) -> Panel:
    acts = []
    if moves.WITHDRAW in found:
        acts.append(act("Take the offer back", "your turn goes on", moves.WITHDRAW))
    return Panel("waiting", f"Waiting for {cast.object(view.asked)}", "", acts=acts)


def _buy(rules: Rules, view: PropertyView, cast: Cast, legal: Legal) -> Panel:
    seat = view.asked
    square = rules.board.squares[view.position[seat]]
    left = view.cash[seat] - square.price
    facts = [*_about(rules, view, cast, square.position)]
    acts = []
    if moves.BUY in legal.moves:
        # Where the site rolls again after a double there is no end of the turn to join.
        at_once = _rolls_at_once(rules, view)
        if not at_once:
            another = ", and another turn is yours" if view.again else ""
            acts.append(act("Buy and end turn", f"{left} left{another}", moves.BUY, moves.END_TURN, css="you"))
        then = "then you roll again" if at_once else "then build or trade"
        acts.append(act(f"Buy for {square.price}", f"{left} left, {then}", moves.BUY))
    else:
        most = raisable(rules.board, view, seat)
        enough = most >= square.price
        way = "sell or mortgage first, or decline" if enough else f"all you own would not bring you past {most}"
        facts.append(f"You have {view.cash[seat]}, {-left} less than it costs: {way}.")
    acts.append(act("Decline", f"goes to auction; {_bidders(rules, view, cast, seat)}", moves.DECLINE))
    if len(acts) > 1:
        _first_stands_out(acts)
    return Panel("buy", "Your move", f"Buy {square.name} for {square.price}?", facts, acts)


def _auction(rules: Rules, view: PropertyView, cast: Cast, legal: Legal) -> Panel:
    seat, auction = view.asked, view.auction
    assert auction is not None
    square = rules.board.squares[auction.square]
    form = next(f for f in legal.forms if isinstance(f, BidForm))
    once = rules.policies.bidding.one_chance
    chances = "You have one chance to bid." if once else "It goes round and round; who passes is out of it."
    facts = [f"Its price is {square.price}. {chances}", *_about(rules, view, cast, square.position)]
    best = _best(auction.best, cast) if auction.best else "no bid yet"
    if not auction.queue:
        facts.append("Nobody is asked after you, so any bid takes it.")
    elif once:
        later = [f"{cast.object(s)} has {view.cash[s]}" for s in auction.queue]
        facts.append(f"Asked after you: {listing(later)}.")
    else:
        facts += _still_bidding(rules, view, cast)
    # The field begins at the lowest bid; with nobody left to ask that one is as good as any.
    more = (*(() if once else (raised(form.low, form.high),)), square.price // 2, square.price) if auction.queue else ()
    amounts = sorted({n for n in more if form.low < n <= form.high})
    quick = [act(f"Bid {n}", f"{view.cash[seat] - n} left", moves.Bid(n)) for n in amounts]
    bounds = f"from {form.low} to {form.high}" if form.low < form.high else f"{form.low} is all you can bid"
    bid = BidField(auction.square, form.low, form.high, quick, bounds)
    acts = [act("Pass", _passing(rules, auction, cast), moves.PASS)]
    return Panel("auction", "Your bid", f"{square.name} at auction, {best}", facts, acts, bid=bid)


def _passing(rules: Rules, auction: AuctionView, cast: Cast) -> str:
    # What follows from making no bid.
    once = rules.policies.bidding.one_chance
    if auction.best is None:
        if not auction.queue:
            return "it stays unsold"
        return "it stays unsold unless somebody else bids" if once else "you are out of this auction"
    holder, amount = auction.best
    if once:
        return f"{cast.object(holder)} gets it for {amount}" + (", unless outbid" if auction.queue else "")
    if auction.queue == (holder,):
        return f"{cast.object(holder)} gets it for {amount}"
    return "you are out of this auction"


def _jail(rules: Rules, view: PropertyView, cast: Cast, legal: Legal) -> Panel:
    seat, fine = view.asked, rules.amounts.fine
    left = view.jail[seat] - 1
    acts = []
    if moves.USE_CARD in legal.moves:
        acts.append(act("Use a get-out card", "free, and you roll", moves.USE_CARD))
    if moves.PAY_FINE in legal.moves:
        rest = view.cash[seat] - fine
        acts.append(act(f"Pay {fine} and roll", f"free, {rest} left", moves.PAY_FINE))
    fails = (
        f"else {left} {'try' if left == 1 else 'tries'} left" if left else f"else you pay {fine} and move by that roll"
    )
    acts.append(act("Try for a double", f"one chance in six; {fails}", moves.ROLL))
    _first_stands_out(acts)
    facts = ["You collect rents in jail too. You may trade, build and mortgage before you choose."]
    return Panel("jail", "Your move", "You are in jail. How will you leave?", facts, acts)


def _manage(rules: Rules, view: PropertyView, cast: Cast, legal: Legal) -> Panel:
    following = next(s for s in _after(view, view.asked))
    then = "you rolled a double, so another turn is yours" if view.again else f"{cast.object(following)} is next"
    acts = [act("End turn", then, moves.END_TURN, css="you")]
    return Panel("manage", "Your move", "Anything else before you end your turn?", _refusing(rules, view, legal), acts)


def _refusing(rules: Rules, view: PropertyView, legal: Legal) -> list[str]:
    # What a whole set and the rules let expect, and is not on offer now.
    seat, board, facts = view.asked, rules.board, []
    for share in shares(rules, view, seat):
        squares, name = share.group.squares, share.group.name
        if not (share.whole and share.group.number) or any(moves.BUILD[p] in legal.moves for p in squares):
            continue
        pledged = [board.squares[p].name for p in squares if view.mortgaged[p]]
        cost = board.house_cost[squares[0]]
        if pledged:
            facts.append(f"To build on {name}, first lift the mortgage on {listing(pledged)}.")
        elif view.cash[seat] < cost and any(view.houses[p] < HOTEL for p in squares):
            facts.append(f"A building on {name} costs {cost}.")
    if not view.offers_left and len(_after(view, seat)):
        facts.append("You have made all your offers for this turn.")
    return facts


def _trade(rules: Rules, view: PropertyView, cast: Cast, legal: Legal) -> Panel:
    offer = view.offer
    assert offer is not None
    acts = [
        act("Accept", "squares and money pass at once", moves.ACCEPT, css="you"),
        act("Refuse", "nothing changes", moves.REFUSE),
    ]
    gives = goods(rules, offer.give, offer.give_cash)
    gets = goods(rules, offer.get, offer.get_cash)
    ask = f"{cast.object(offer.giver)} offers {gives} for {gets}"
    return Panel("trade", "Your answer", f"{ask}. Accept?", (), acts)


def _debt(rules: Rules, view: PropertyView, cast: Cast, legal: Legal) -> Panel:
    debt, seat = view.debt, view.asked
    assert debt is not None
    missing = debt.amount - view.cash[seat]
    most = raisable(rules.board, view, seat)
    facts = [
        f"You owe {debt.amount} to {cast.object(debt.creditor)} and have {view.cash[seat]}.",
        f"Sell or mortgage below; as soon as you have enough it is paid. All you own would bring you to {most}.",
    ]
    if view.turn != seat:
        facts.append(f"Then {cast.whose(view.turn)} turn goes on.")
    return Panel("debt", "Your move", f"Raise {missing} more", facts)


def _about(rules: Rules, view: PropertyView, cast: Cast, p: int) -> list[str]:
    # Who else is after this group is what a price is judged by.
    group = group_of(rules)[p]
    held: dict[int, int] = {}
    for q in group.squares:
        if q != p and view.owner[q] != NOBODY:
            held[view.owner[q]] = held.get(view.owner[q], 0) + 1
    others, size = len(group.squares) - 1, len(group.squares)
    every = "the other one" if others == 1 else "both others" if others == 2 else f"all {others} others"
    said = []
    for seat, count in held.items():
        verb = "own" if seat == cast.reader else "owns"
        what = every if count == others else f"{count} of the {size}"
        said.append(f"{cast.object(seat)} {verb} {what}")
    return [f"{group.name}: {'; '.join(said)}."] if said else []


def _bidders(rules: Rules, view: PropertyView, cast: Cast, decliner: int) -> str:
    if not rules.policies.bidding.one_chance:
        others = listing([cast.object(s) for s in _after(view, decliner)])
        return f"you are asked first, then {others}, and round again"
    can = [(s, view.cash[s]) for s in _after(view, decliner) if view.cash[s]]
    if not can:
        return "nobody can bid"
    first, *rest = can
    return f"{cast.object(first[0])} can bid up to {first[1]}" + "".join(
        f", then {cast.object(seat)} up to {cash}" for seat, cash in rest
    )


def _best(best: tuple[int, int], cast: Cast) -> str:
    return f"{cast.object(best[0])} bid{'' if best[0] == cast.reader else 's'} {best[1]}"


def _after(view: PropertyView, seat: int) -> list[int]:
    i = view.order.index(seat)
    return [s for s in view.order[i + 1 :] + view.order[:i] if not view.place[s]]


def _resigning(rules: Rules, view: PropertyView, cast: Cast) -> list[str]:
    seat = cast.reader
    assert seat is not None
    still_in = [s for s in view.order if not view.place[s]]
    place = len(still_in)
    facts = [f"You leave the game in place {place}."]
    heir = rules.policies.heir(view, seat, "resigned")
    if heir is not None:
        facts.append(f"All that you own goes to {cast.object(heir)}, whom you owe.")
    else:
        facts.append("All that you own goes back to the bank.")
    if place == 2 or all(view.kinds[s] == "bot" for s in still_in if s != seat):
        facts.append("The game is over then.")
    return facts


def _first_stands_out(acts: list[Act]) -> None:
    acts[0] = replace(acts[0], css="you")
