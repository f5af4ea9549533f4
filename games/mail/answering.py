"""What a link of a mail finds when it is opened or pressed: its choice as it stands, or why it stands no more.

Everything is read anew; the only writer is the table. A choice is played only with the consequence that
the mail told.
"""

from dataclasses import dataclass
from typing import Any
from typing import cast as as_type

import msgspec

from accounts.models import User
from games import queries, table
from games.mail import auctions, when
from games.mail.links import Link, consequence
from games.models import Game, Seat
from games.present import letters
from games.present import table as present
from games.present.cast import Cast
from games.present.panel import Act, Panel
from games.present.sentences import Teller
from games.queries import TableReading
from games.rules.errors import GameOver, RulesError, StaleDecision
from games.rules.interface import By
from games.rules.property import events
from games.rules.property.moves import Bid, BidForm
from games.rules.property.orders import BidUpTo
from games.rules.property.view import PropertyView
from games.table import NoSuchTable, TableError, TooLate
from games.who import Who

#: How often a move is tried again when the table has changed in between.
TRIES = 3

OVER = "That decision is over"


class Refused(Exception):
    """A link that plays nothing. The sentence is for the player."""

    def __init__(self, status: int, title: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.title, self.sentence = status, title, sentence


@dataclass(frozen=True)
class Bounds:
    """The amounts a bid may have; `ahead`: it is left for when the chance comes."""

    low: int
    high: int
    ahead: bool
    square: int


@dataclass(frozen=True)
class Choice:
    """A choice that stands: for whom, the question, the act, what follows, until when; or a bid's bounds."""

    player: str
    game: Game
    heading: str
    ask: str
    label: str
    note: str
    until: str
    token: str
    moves: tuple[str, ...]
    bounds: Bounds | None = None
    picture: Any = None


def look(link: Link, *, late: bool = False) -> Choice:
    """Give a link's choice as it stands now. Raises Refused.

    With `late` a missed deadline is left to the table, which knows when the press arrived.
    """
    user = _user(link)
    reading = _reading(link)
    view = reading.view
    assert isinstance(view, PropertyView)
    shown = present.context(reading, when.zone_of(user))
    seat = reading.seats[link.seat]
    if link.opened_by is not None:
        bounds: Bounds | None = _bounds_ahead(link, reading)
    else:
        _check_wait(link, reading, seat)
        bounds = None if link.moves else _bounds(reading)
    if not late and not (bounds and bounds.ahead) and reading.is_late(seat):
        assert seat.due_at is not None
        at = when.long(seat.due_at, when.zone_of(user))
        raise Refused(410, OVER, f"Its time was over on {at}.")
    until = f"until {when.long(seat.due_at, when.zone_of(user))}" if seat.due_at and not reading.stopped_at else ""
    common = (user.name, reading.game, str(shown["heading"]))
    if bounds is not None:
        square = present.rules_of(reading.rules).board.squares[bounds.square].name
        ask = f"{square} is at auction" if bounds.ahead else f"Your bid for {square}"
        return Choice(*common, ask, "Bid", "", "" if bounds.ahead else until, reading.token, (), bounds)
    asked: Panel | None = shown.get("panel")
    act = _act(link, asked, letters.choices(shown, view))
    assert asked is not None
    ask = asked.ask
    return Choice(*common, ask, act.label, act.note, until, reading.token, act.moves, picture=shown.get("picture"))


def carry_out(link: Link, amount: int | None) -> bool:
    """Do what a link is for; tell whether all of it was done, as `table.play` does. Raises Refused.

    If the table changes in between, it is read and compared again.
    """
    for _ in range(TRIES):
        choice = look(link, late=True)
        try:
            return _do(link, choice, amount)
        except StaleDecision:
            continue
        except (TooLate, GameOver) as refusal:
            raise Refused(410, OVER, str(refusal)) from None
        except (TableError, RulesError) as refusal:
            raise Refused(409, "The table did not take that", str(refusal)) from None
    raise Refused(409, "The table is busy", "Others are moving at this moment. Please press once more.")


def check_amount(choice: Choice, given: str) -> int | None:
    """Read the amount of a bid; None where the choice asks for none. Raises Refused."""
    bounds = choice.bounds
    if bounds is None:
        return None
    text = given.strip()
    amount = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
    if not bounds.low <= amount <= bounds.high:
        raise Refused(
            400, "That is no bid", f"A bid here is a whole number from {bounds.low} to {bounds.high}, in digits."
        )
    return amount


def what_was_decided(link: Link) -> list[str]:
    """Tell what the player of a link has done since its mail was written; nothing if nothing."""
    try:
        reading = queries.table(link.game, Who(user=link.user))
    except NoSuchTable:
        return []
    if reading.reader is None:
        return []
    return _told(link, reading)


def _user(link: Link) -> User:
    user = User.objects.filter(pk=link.user).first()
    if user is None:
        raise Refused(410, "This link plays nothing any more", "Its account has been deleted.")
    if not user.is_active:
        raise Refused(403, "This account is suspended", "Its links play nothing while it is.")
    return user


def _reading(link: Link) -> TableReading:
    try:
        reading = queries.table(link.game, Who(user=link.user))
    except NoSuchTable as refusal:
        raise Refused(410, "There is no such game any more", str(refusal)) from None
    if reading.reader != link.seat:
        raise Refused(410, OVER, "The seat that it was for is no longer this player’s.")
    if reading.game.status == Game.Status.FINISHED:
        raise Refused(410, OVER, "The game is over.")
    if reading.game.status != Game.Status.RUNNING or reading.view is None:
        raise Refused(410, OVER, "This game does not run.")
    if reading.seats[link.seat].place:
        raise Refused(410, OVER, "You are out of this game.")
    return reading


def _check_wait(link: Link, reading: TableReading, seat: Seat) -> None:
    if any(d.seat == link.seat and d.wait == link.wait for d in reading.decisions):
        return
    assert isinstance(reading.view, PropertyView)
    offer = reading.view.offer
    if seat.wait == link.wait and offer is not None and offer.giver == link.seat:
        raise Refused(
            409, "An offer of yours comes first", "The decision comes back once your offer is answered or taken back."
        )
    told = _told(link, reading)
    raise Refused(410, OVER, " ".join(["It has been answered.", *told] if told else ["It has passed."]))


def _act(link: Link, asked: Panel | None, acts: list[Act]) -> Act:
    act = next((one for one in acts if one.moves == link.moves), None)
    if asked is None or act is None:
        raise Refused(
            409, "That can’t be done any more", "The table has changed since the mail was written. See it as it is now."
        )
    if consequence(asked.ask, act) != link.told:
        raise Refused(
            409,
            "It would be something else now",
            f"Since the mail was written the table has changed. {act.label} would mean now: {act.note}. "
            "Nothing was done; decide at the table.",
        )
    return act


def _bounds(reading: TableReading) -> Bounds:
    assert isinstance(reading.view, PropertyView)
    form = next((form for form in reading.legal.forms if isinstance(form, BidForm)), None) if reading.legal else None
    if form is None or reading.view.auction is None:
        raise Refused(410, OVER, "The auction is over.")
    return Bounds(form.low, form.high, ahead=False, square=reading.view.auction.square)


def _bounds_ahead(link: Link, reading: TableReading) -> Bounds:
    assert link.opened_by is not None and isinstance(reading.view, PropertyView)
    if reading.view.auction is None or not auctions.goes_on(reading.game, link.opened_by):
        raise Refused(410, OVER, " ".join(["That auction is over.", *_told(link, reading)]))
    if reading.view.asked == link.seat:
        return _bounds(reading)
    order = next((order for order in reading.orders_open if isinstance(order, BidUpTo)), None)
    if order is None:
        told = _told(link, reading) or ["You have no more than the best bid."]
        raise Refused(410, "You have no chance to bid left", " ".join(told))
    best = reading.view.auction.best
    return Bounds(best[1] + 1 if best else 1, order.amount, ahead=True, square=order.square)


def _do(link: Link, choice: Choice, amount: int | None) -> bool:
    who = Who(user=link.user)
    if choice.bounds is None:
        return not table.play(link.game, who, choice.token, choice.moves).left_out
    amount = check_amount(choice, "" if amount is None else str(amount))
    assert amount is not None
    if choice.bounds.ahead:
        table.leave_order(link.game, who, msgspec.json.encode(BidUpTo(choice.bounds.square, amount)))
        return True
    return not table.play(link.game, who, choice.token, [msgspec.json.encode(Bid(amount))]).left_out


def _told(link: Link, reading: TableReading) -> list[str]:
    cast = Cast([seat.name for seat in reading.seats], reading.reader)
    teller = Teller(present.rules_of(reading.rules), cast)
    told = []
    for entry in reading.log:
        if entry.seat != link.seat or entry.number < link.count:
            continue
        # The first event is the move itself; what followed from it is told at the table.
        happened = entry.events[0] if entry.events else None
        if happened is not None and not isinstance(happened, events.TurnBegan):
            # By whose hand: what the clock or an order did is not to read as if the player had.
            told += [line.text for line in teller.tell_moves([(as_type(By, entry.by), [happened])])]
    return told
