"""What a change of a game makes the site write to people: rows of the outbox, made but not saved.

Which of them are sent is decided when they are due (games.mail.delivery): the decision must still
stand, and its player not be looking at the table.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings

from games import clock
from games.models import Game, Notice, Seat
from games.rules.interface import DrawOffer

#: The kinds of decisions that another's turn asks for, and the notice of each.
AUCTION, TRADE = "auction", "trade"
OF_CHANCE = {AUCTION: Notice.Kind.BID, TRADE: Notice.Kind.OFFER}
#: The mail of a rated game's end waits so long, since it tells what the game made of the rating.
RATED_WITHIN = timedelta(seconds=20)
#: What standing orders did is written together so often, if no other mail of the game has told it by then.
ORDERS_TOLD_EVERY = timedelta(days=1)
#: In a game of a shorter move time than this, who lets the clock move so often in a row is written to no more
#: until the next move of their own.
QUICK, QUIET_AFTER = timedelta(hours=1), 3
#: How many bits of a RESUMED notice's number are the wait's.
WAIT_BITS = 32


def settling(move_time: timedelta | None) -> timedelta:
    """Give how long a mail about a decision waits, so that a decision made at once needs none."""
    usual = timedelta(seconds=settings.MAIL_SETTLES_SECONDS)
    return usual if move_time is None else min(usual, move_time / 20)


def keeps_quiet(seat: Seat, move_time: timedelta | None) -> bool:
    """Tell whether no more mail tells a player of waits: in a quick game the clock has moved again and again."""
    return move_time is not None and move_time < QUICK and seat.clock_moves >= QUIET_AFTER


def after_moves(
    game: Game,
    seats: Sequence[Seat],
    waits_before: Mapping[int, int],
    auction: tuple[int, Collection[int]] | None,
    put_out: Collection[int],
    at: datetime,
    stood: Collection[int] = (),
    acted: Collection[int] = (),
    played: Collection[int] = (),
    draw: DrawOffer | None = None,
) -> list[Notice]:
    """Give the notices that a transaction's moves call for.

    `waits_before` has each seat's wait before them; `auction` is of one that has opened: the number of
    the move that opened it, and who will be asked after the first bidder, all of whom are told at its
    start; `put_out` are the seats that the clock has put out, `stood` those whose clock stood before the
    moves, `acted` those for whom a standing order made one of them, `played` those for whom the clock did, who stay
    in; `draw` is the draw offer that stands.
    """
    if game.status == Game.Status.FINISHED:
        return _to_all(game, seats, Notice.Kind.OVER, at, at + (RATED_WITHIN if game.rated else timedelta(0)))
    move_time = game.move_time
    soon = at + settling(move_time)
    made: list[Notice] = []
    for seat in seats:
        if seat.user_id is None:
            continue
        if seat.number in put_out:
            made.append(_notice(game, seat, Notice.Kind.OUT, at, at))
        if seat.number in acted:
            made.append(_of_orders(game, seat, at))
        if draw is not None and seat.number in draw.to_answer and not keeps_quiet(seat, move_time):
            made.append(_notice(game, seat, Notice.Kind.DRAW, at, soon, int(draw.token)))
        if seat.number in played and not seat.waited_on and move_time is not None and move_time >= QUICK:
            made.append(_notice(game, seat, Notice.Kind.CLOCK, at, soon, game.move_count))
        if not seat.waited_on or keeps_quiet(seat, move_time):
            continue
        if seat.wait == waits_before[seat.number]:
            if seat.number in stood:
                # The giver's turn goes on after an offer that took its time: nobody else would say so.
                made.append(_notice(game, seat, Notice.Kind.RESUMED, at, soon, resumed_key(seat.wait, game.move_count)))
            continue
        if seat.asked in OF_CHANCE:
            made.append(_notice(game, seat, OF_CHANCE[seat.asked], at, soon, seat.wait))
            continue
        made.append(_notice(game, seat, Notice.Kind.TURN, at, soon, seat.wait))
        reminder = clock.reminder_at(seat.due_at, move_time) if seat.due_at else None
        if reminder is not None:
            made.append(_notice(game, seat, Notice.Kind.REMINDER, at, reminder, seat.wait))
    if auction is not None:
        opened_by, later = auction
        told = [s for s in (seats[n] for n in later) if s.user_id and not keeps_quiet(s, move_time)]
        made += [_notice(game, seat, Notice.Kind.AUCTION, at, soon, opened_by) for seat in told]
    return made


def resumed_key(wait: int, moves: int) -> int:
    """Give what a RESUMED notice is about: one wait may go on again several times."""
    return wait | moves << WAIT_BITS


def wait_of(notice: Notice) -> int:
    """Give the wait that a notice of a decision is about."""
    return notice.wait & ((1 << WAIT_BITS) - 1)


def started(game: Game, seats: Iterable[Seat], at: datetime) -> list[Notice]:
    """Give the notices of a start: to everybody, with the commitment, so that their inboxes hold proof."""
    return _to_all(game, seats, Notice.Kind.STARTED, at)


def of_proposal(game: Game, seats: Iterable[Seat], proposal: int, proposer: int, at: datetime) -> list[Notice]:
    """Give the notices of a proposal: to those who have to answer it."""
    asked = [seat for seat in seats if seat.number != proposer and not seat.place]
    return [_notice(game, seat, Notice.Kind.PROPOSAL, at, at, proposal) for seat in asked if seat.user_id]


def of_pause(game: Game, seats: Iterable[Seat], proposal: int, at: datetime) -> list[Notice]:
    """Give the notices of a pause that all have agreed to."""
    return [
        _notice(game, seat, Notice.Kind.PAUSED, at, at, proposal) for seat in seats if seat.user_id and not seat.place
    ]


def of_invitation(game: Game, user_id: int, at: datetime) -> Notice:
    """Give the notice of an invitation."""
    return Notice(game=game, user_id=user_id, kind=Notice.Kind.INVITATION, created_at=at, send_at=at)


def _of_orders(game: Game, seat: Seat, at: datetime) -> Notice:
    # Days are counted from the game's own start: one mail a day and game, and not all games' at midnight.
    began = game.started_at or at
    day = (at - began) // ORDERS_TOLD_EVERY
    return _notice(game, seat, Notice.Kind.ORDERS, at, began + (day + 1) * ORDERS_TOLD_EVERY, day)


def _to_all(
    game: Game, seats: Iterable[Seat], kind: Notice.Kind, at: datetime, send_at: datetime | None = None
) -> list[Notice]:
    return [_notice(game, seat, kind, at, send_at or at) for seat in seats if seat.user_id]


def _notice(game: Game, seat: Seat, kind: Notice.Kind, at: datetime, send_at: datetime, wait: int = 0) -> Notice:
    assert seat.user_id is not None
    return Notice(
        game=game, user_id=seat.user_id, seat=seat.number, kind=kind, wait=wait, created_at=at, send_at=send_at
    )
