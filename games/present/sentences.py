"""What happened, in sentences. They are plain text; templates escape them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.present.cast import Cast, listing
from games.present.pieces import piece
from games.rules.interface import By, Event
from games.rules.property import cards, events
from games.rules.property.deeds import HOTEL
from games.rules.property.rules import Rules

# All three are one thing by the rules.
_WHY_LEFT = {
    "bankrupt": "went bankrupt and left the game",
    "resigned": "resigned, which counts as a bankruptcy",
    "timeout": "ran out of time, which counts as a bankruptcy",
}
_DRAW_ENDED = {
    "refused": "refused the draw",
    "played_on": "played on, so the draw offer came to nothing",
    "left": "left the game, so the draw offer came to nothing",
}
#: How an agreed end takes somebody out.
AGREED = "left the game as all had agreed"

_ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}


@dataclass(frozen=True)
class Line:
    """A sentence and whose mark stands before it, None for nobody's."""

    seat: int | None
    text: str

    @property
    def html(self) -> SafeString:
        """It behind the mark."""
        return _marked(self)


_marked: Callable[[Line], SafeString] = piece("games/_line.html", "line")


@dataclass(frozen=True)
class Teller:
    """Tells events of a game of these rules to one reader."""

    rules: Rules
    cast: Cast

    def tell(self, happened: Sequence[Event], hands: Mapping[int, By] | None = None) -> list[Line]:
        """Tell events in order, joining what belongs together and leaving out the obvious.

        `hands` says who made a move, by the index of the event that is the move itself. Only a hand that
        is not to be expected is told: an order, the clock, or what all have agreed.
        """
        return list(self._lines(list(happened), hands or {}))

    def tell_moves(self, moves: Sequence[tuple[By | None, Sequence[Event]]]) -> list[Line]:
        """Tell the events of several moves as one story; each with who made it, None for the start."""
        happened: list[Event] = []
        hands: dict[int, By] = {}
        for by, made in moves:
            if by is not None and made:
                hands[len(happened)] = by
            happened += made
        return self.tell(happened, hands)

    def sentence(self, event: Event) -> str:
        """Tell one event by itself. Raises TypeError for what is no event of these games."""
        return self._one(event)

    def _lines(self, happened: list[Event], hands: Mapping[int, By]) -> Iterator[Line]:
        i = 0
        while i < len(happened):
            event = happened[i]
            after = happened[i + 1] if i + 1 < len(happened) else None
            hand = hands.get(i)
            match event, after:
                case _, _ if hand == "order":
                    yield self._ordered(event)
                case _, _ if hand == "clock" and (text := self._clocked(event)):
                    yield Line(_seat(event), text)
                case events.TurnEnded(seat), events.TurnBegan(again) if seat == again:
                    yield Line(seat, f"{self.cast.subject(seat)} {self.cast.has(seat)} another turn, for the double.")
                    i += 1
                case events.Left(), _ if hand == "agreed":
                    yield Line(event.seat, self._left(event, AGREED))
                case events.TurnBegan(), None:
                    yield Line(event.seat, self._one(event))
                case events.TurnBegan(), _:
                    # The roll, or the question that follows, says whose turn it is.
                    pass
                case events.TurnEnded(), _ if len(happened) > 1:
                    pass
                case events.Rolled(), events.Moved(by="roll"):
                    text = f"{self._rolled(event)} and came to {self._stop(after.square)}."
                    yield Line(event.seat, text)
                    i += 1
                case events.Rolled(), events.Freed(how="double"):
                    text = f"{self._rolled(event)}: a double, and out of jail."
                    yield Line(event.seat, text)
                    i += 1
                case events.Rolled(), events.JailTryFailed():
                    yield Line(event.seat, f"{self._rolled(event)}: {self._tries(after.left)}.")
                    i += 1
                case events.Rolled(), events.Jailed(why="doubles"):
                    text = f"{self._rolled(event)}, {self._doubles()}, and went to jail."
                    yield Line(event.seat, text)
                    i += 1
                case events.Drew(seat), events.Paid(payer, payee, _, "card") if {payer, payee} == {seat, None}:
                    # The card has said it.
                    yield Line(event.seat, self._one(event))
                    i += 1
                case events.Drew(), events.Jailed(why="card"):
                    # The card has said it.
                    yield Line(event.seat, self._one(event))
                    i += 1
                case events.Drew(), events.Moved(by="card"):
                    yield Line(event.seat, self._led(event, after.square))
                    i += 1
                case events.Paid(why="fine"), events.Freed(how="fine"):
                    who = self.cast.subject(event.payer)
                    yield Line(event.payer, f"{who} paid the fine of {event.amount} and left jail.")
                    i += 1
                case events.UsedCard(), events.Freed(how="card"):
                    who = self.cast.subject(event.seat)
                    yield Line(event.seat, f"{who} used a get-out card and left jail.")
                    i += 1
                case _:
                    yield Line(_seat(event), self._one(event))
            i += 1

    def _ordered(self, event: Event) -> Line:
        # Which order it was is its player's own business. Whoever refuses an offer is not the one who made it.
        mover = event.to if isinstance(event, events.OfferEnded) else _seat(event)
        whose = "your standing order" if mover == self.cast.reader and mover is not None else "standing order"
        return Line(_seat(event), f"{self._one(event).removesuffix('.')}, by {whose}.")

    def _clocked(self, event: Event) -> str:
        """Tell a move that the clock made for somebody; empty where the event itself tells of a missed deadline."""
        match event:
            case events.Rolled(seat, first, second, jail):
                where = " in jail" if jail else ""
                return f"The clock rolled for {self.cast.object(seat)}{where}: {first} and {second}."
            case events.Declined(seat, square):
                return f"The clock declined for {self.cast.object(seat)}: {self._name(square)} goes to auction."
            case events.Passed(seat, square, False):
                return f"The clock passed for {self.cast.object(seat)} in the auction of {self._name(square)}."
            case events.TurnEnded(seat):
                return f"The clock ended {self.cast.whose(seat)} turn."
            case events.OfferEnded(giver, to, "refused"):
                return f"The clock refused {self.cast.whose(giver)} offer for {self.cast.object(to)}."
            case events.Mortgaged(seat, square, amount):
                return f"The clock mortgaged {self._name(square)} for {self.cast.object(seat)} and raised {amount}."
            case events.Sold(seat, square, houses, amount):
                return f"The clock sold {_sold(houses)} on {self._name(square)} for {self.cast.object(seat)}: {amount}."
            case _:
                return ""

    def _one(self, event: Event) -> str:
        who = self.cast.subject
        match event:
            case events.TurnBegan(seat):
                return f"{self.cast.owner(seat)} turn began."
            case events.Rolled():
                return f"{self._rolled(event)}."
            case events.Moved(seat, _, square, "card"):
                return f"The card took {self.cast.object(seat)} to {self._stop(square)}."
            case events.Moved(seat, _, square):
                return f"{who(seat)} came to {self._stop(square)}."
            case events.Jailed(seat, "square"):
                return f"{who(seat)} went to jail."
            case events.Jailed(seat, "card"):
                return f"The card sent {self.cast.object(seat)} to jail."
            case events.Jailed(seat):
                return f"{who(seat)} rolled {self._doubles()} and went to jail."
            case events.Freed(seat, "third_try"):
                return f"{who(seat)} left jail after the last try, at the price of the fine."
            case events.Freed(seat):
                return f"{who(seat)} left jail."
            case events.JailTryFailed(seat, left):
                return f"{who(seat)} rolled {self._tries(left)}."
            case events.Paid():
                return self._paid(event)
            case events.Owed(seat, creditor, amount):
                their = "your" if seat == self.cast.reader else "the"
                to = self.cast.object(creditor)
                return f"{who(seat)} owed {amount} to {to}, more than {their} money at hand."
            case events.Drew(seat, card, kept):
                deck, text = self._card(card)
                kept_text = ", kept until it is used" if kept else ""
                return f"{who(seat)} drew {deck}: {text}{kept_text}."
            case events.UsedCard(seat):
                return f"{who(seat)} used a get-out card."
            case events.Bought(seat, square, amount):
                return f"{who(seat)} bought {self._name(square)} for {amount}."
            case events.Declined(seat, square):
                return f"{who(seat)} left {self._name(square)} to an auction."
            case events.BidMade(seat, square, amount):
                return f"{who(seat)} bid {amount} for {self._name(square)}."
            case events.Passed(seat, square, True):
                chance = f"{self.cast.owner(seat)} chance to bid for {self._name(square)}"
                return f"{chance} ran out: it counts as a pass."
            case events.Passed(seat, square) if self.rules.policies.bidding.one_chance:
                return f"{who(seat)} made no bid for {self._name(square)}."
            case events.Passed(seat, square):
                return f"{who(seat)} passed in the auction of {self._name(square)}."
            case events.PassedOver(seat, square):
                could = f"could not beat the best bid for {self._name(square)}"
                return f"{who(seat)} {could} and {self.cast.was(seat)} passed over."
            case events.Auctioned(seat, square, amount):
                return f"{who(seat)} got {self._name(square)} at auction for {amount}."
            case events.Unsold(square):
                return f"Nobody bid for {self._name(square)}, so it stays unsold."
            case events.Built(seat, square, houses, amount):
                what = "a hotel" if houses == HOTEL else "a house"
                return f"{who(seat)} built {what} on {self._name(square)} for {amount}."
            case events.Sold(seat, square, houses, amount):
                return f"{who(seat)} sold {_sold(houses)} on {self._name(square)} for {amount}."
            case events.Mortgaged(seat, square, amount):
                return f"{who(seat)} mortgaged {self._name(square)} for {amount}."
            case events.Lifted(seat, square, amount):
                return f"{who(seat)} lifted the mortgage on {self._name(square)} for {amount}."
            case events.Offered():
                gives, gets = self.goods(event.give, event.give_cash), self.goods(event.get, event.get_cash)
                return f"{who(event.seat)} made {self.cast.object(event.to)} an offer: {gives} for {gets}."
            case events.Traded():
                gives, gets = self.goods(event.give, event.give_cash), self.goods(event.get, event.get_cash)
                one, other = self.cast.object(event.seat), self.cast.object(event.to)
                return f"{who(event.seat)} and {other} traded: {one} gave {gives}, {other} gave {gets}."
            case events.OfferEnded(seat, to, how):
                return self._offer_ended(seat, to, how)
            case events.TurnEnded(seat, True):
                return f"{self.cast.owner(seat)} turn ended: there was nothing left to decide."
            case events.TurnEnded(seat):
                return f"{who(seat)} ended the turn."
            case events.Left():
                return self._left(event)
            case events.DrawOffered(seat):
                return f"{who(seat)} offered a draw."
            case events.DrawAccepted(seat):
                return f"{who(seat)} accepted the draw."
            case events.DrawEnded(seat, how):
                return f"{who(seat)} {_DRAW_ENDED[how]}."
            case events.Ended(placings):
                winners = [self.cast.object(seat) for seat in placings[0]]
                if len(winners) > 1:
                    return f"The game is over: a draw between {listing(winners)}."
                return f"The game is over: {listing(winners)} won."
        raise TypeError(f"no event of these games: {event!r}")

    def goods(self, squares: Sequence[int], cash: int) -> str:
        """Name what one side of a trade gives."""
        return goods(self.rules, squares, cash)

    def card(self, card: str) -> str:
        """Say what a card does."""
        return self._card(card)[1]

    def _card(self, card: str) -> tuple[str, str]:
        deck = next(d for d in self.rules.decks if card in d.cards)
        return deck.name, card_text(self.rules, deck.cards[card])

    def _led(self, event: events.Drew, square: int) -> str:
        text, name = self._one(event), self._name(square)
        return text if name in text else f"{text.removesuffix('.')}, and came to {name}."

    def _name(self, square: int) -> str:
        return self.rules.board.squares[square].name

    def _stop(self, square: int) -> str:
        # Who comes to jail on foot might else think to be inside.
        visiting = ", just visiting" if self.rules.board.squares[square].kind == "jail" else ""
        return f"{self._name(square)}{visiting}"

    def _rolled(self, event: events.Rolled) -> str:
        where = " in jail" if event.jail else ""
        return f"{self.cast.subject(event.seat)} rolled {event.first} and {event.second}{where}"

    def _doubles(self) -> str:
        ordinal = _ORDINALS[self.rules.amounts.doubles_to_jail]
        return f"the {ordinal} double in a row"

    def _tries(self, left: int) -> str:
        return f"no double, {_count(left, 'try', 'tries')} left" if left else "no double on the last try"

    def _paid(self, event: events.Paid) -> str:
        payer, payee, amount = event.payer, event.payee, event.amount
        who, whom = self.cast.subject(payer), self.cast.object(payee)
        where = "" if event.square is None else self._name(event.square)
        match event.why:
            case "salary":
                start = next(s.name for s in self.rules.board.squares if s.kind == "start")
                return f"{self.cast.subject(payee)} reached or passed {start} and got {amount}."
            case "rent":
                return f"{who} paid {amount} to {whom} for {where}."
            case "fine":
                return f"{who} paid the fine of {amount}."
            case "tax":
                return f"{who} paid {amount} to {whom} for {where}."
            case "repairs":
                return f"{who} paid {amount} to {whom} for repairs."
            case _:
                return f"{who} paid {amount} to {whom}."

    def _offer_ended(self, giver: int, receiver: int, how: str) -> str:
        whose, to = self.cast.whose(giver), self.cast.object(receiver)
        match how:
            case "refused":
                return f"{self.cast.subject(receiver)} refused {whose} offer."
            case "lapsed":
                time = f"{self.cast.owner(receiver)} time to answer {whose} offer"
                return f"{time} ran out: it counts as a refusal."
            case "withdrawn":
                return f"{self.cast.subject(giver)} took back the offer to {to}."
            case _:
                return f"{self.cast.owner(giver)} offer to {to} came to nothing: one of the two left the game."

    def _left(self, event: events.Left, why: str = "") -> str:
        who = self.cast.subject(event.seat)
        why = why or _WHY_LEFT[event.why]
        left = [self._name(p) for p in event.squares]
        if event.heir is not None:
            left += [f"{event.cash} in money"] if event.cash else []
            if event.cards:
                left.append("a get-out card" if len(event.cards) == 1 else f"{len(event.cards)} get-out cards")
            got = f" {self.cast.subject(event.heir)} got {listing(left)}." if left else ""
        else:
            got = f" Back to the bank: {listing(left)}." if left else ""
        return f"{who} {why}, in place {event.place}.{got}"


def goods(rules: Rules, squares: Sequence[int], cash: int) -> str:
    """Name what one side of a trade gives."""
    things = [rules.board.squares[p].name for p in squares]
    if cash:
        things.append(str(cash))
    return listing(things) or "nothing"


def card_text(rules: Rules, effect: cards.Effect) -> str:
    """Say what is printed on a card."""
    match effect:
        case cards.GoTo(square):
            return f"forward to {rules.board.squares[square].name}"
        case cards.GoToNext(kind):
            return f"forward to the next {rules.board.other_group[kind].one}"
        case cards.GoBack(squares):
            return f"back {squares} squares"
        case cards.GoToJail():
            return "go to jail"
        case cards.GetOut():
            return "a get-out card"
        case cards.Collect(amount):
            return f"the bank pays {amount}"
        case cards.Pay(amount):
            return f"pay the bank {amount}"
        case cards.Repairs(house, hotel):
            return f"repairs, {house} a house and {hotel} a hotel"
        case cards.CollectFromEach(amount):
            return f"each other player pays you {amount}"
        case cards.PayEach(amount):
            return f"pay each other player {amount}"


def _sold(houses: int) -> str:
    return "the hotel" if houses == HOTEL - 1 else "a house"


def _seat(event: Event) -> int | None:
    if isinstance(event, events.Paid):
        return event.payee if event.payer is None else event.payer
    return getattr(event, "seat", None)


def _count(n: int, one: str, many: str) -> str:
    return f"{n} {many}" if n != 1 else f"1 {one}"
