"""What becomes of a notice that is due: sent, put off, or dropped. Reads only."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max

from accounts import mailing
from accounts.blocks import blocked_between
from games import clock, queries
from games.mail import acted, auctions
from games.mail.kinds import SOFT, Kind, ways
from games.models import Game, Invitation, Move, Notice, Proposal, Seat, SiteClock, StandingOrder
from games.notices import AUCTION, TRADE, wait_of
from games.rules.property.view import PropertyView
from games.who import Who

#: Who had a page of the table in sight within this time is looking: pages note it at least this often.
LOOKING = timedelta(seconds=45)
#: When to look again while a clock stands.
LOOK_AGAIN = timedelta(minutes=5)


@dataclass(frozen=True)
class Send:
    """Send it there."""

    address: str


@dataclass(frozen=True)
class Later:
    """Look again at this time."""

    at: datetime
    why: str


@dataclass(frozen=True)
class Drop:
    """It is not wanted any more."""

    why: str


Verdict = Send | Later | Drop


def decide(notice: Notice, at: datetime) -> Verdict:
    """Decide about a notice at an instant; `notice` comes with its game and user."""
    wanted = ways(notice)
    address = mailing.confirmed_address(notice.user)
    if address is None:
        return Drop("there is no confirmed address, or mail to it was stopped")
    if not mailing.wants(notice.user, wanted.switch):
        return Drop("this kind of mail is switched off")
    seat = None
    if notice.seat is not None:
        seat = Seat.objects.filter(game=notice.game, number=notice.seat, user=notice.user).first()
        if seat is None:
            return Drop("the seat is somebody else's")
    verdict = _stands(notice, seat, at)
    if verdict is not None:
        return verdict
    if seat is not None and (wanted.calls or wanted.soft):
        looked_until = seat.seen_at + LOOKING if seat.seen_at else at
        if looked_until > at:
            # Whoever can be put out is called once they look away without having moved. Of the rest those who
            # have looked since it came about know it; who had just left when it did has not seen it.
            why = "the player is looking at the table"
            unseen = seat.seen_at is not None and seat.seen_at < notice.created_at
            return Later(looked_until, why) if wanted.calls or unseen else Drop(why)
        if wanted.soft and _one_is_unread(notice, seat):
            return Drop("another mail of this game is unread")
    return Send(address)


def _stands(notice: Notice, seat: Seat | None, at: datetime) -> Drop | Later | None:
    """Say why a notice is to be dropped or put off, None if what it tells stands."""
    game = notice.game
    running = game.status == Game.Status.RUNNING
    match Kind(notice.kind):
        case Kind.INVITATION:
            return _invitation(notice)
        case Kind.STARTED:
            return None if running or game.status == Game.Status.FINISHED else Drop("the game has not started")
        case Kind.OVER:
            return None if game.status == Game.Status.FINISHED else Drop("the game is not over")
        case Kind.OUT:
            return None if seat is not None and seat.fate == Seat.Fate.TIMED_OUT else Drop("the player is not out")
    if not running:
        return Drop("the game is over")
    assert seat is not None
    match Kind(notice.kind):
        case Kind.ORDERS:
            return None if acted.untold(game, seat) else Drop("another mail or the page has told it")
        case Kind.PROPOSAL:
            return _proposal(notice, seat, at)
        case Kind.PAUSED:
            paused = game.paused_until is not None and game.paused_until > at
            return None if paused else Drop("the pause is over")
        case Kind.AUCTION:
            return _auction(notice, seat)
        case Kind.DRAW:
            return _draw(notice, seat)
        case Kind.CLOCK:
            return _clock(seat)
        case _:
            return _decision(notice, seat, at)


def _decision(notice: Notice, seat: Seat, at: datetime) -> Drop | Later | None:
    if seat.wait != wait_of(notice) or seat.place:
        return Drop("the decision has been made")
    asked = {Kind.OFFER: TRADE, Kind.BID: AUCTION}.get(Kind(notice.kind))
    if asked is not None and seat.asked != asked:
        return Drop("the decision has been made")
    if not seat.waited_on:
        # Or it stands during an offer of the player's own; that this has ended is a notice by itself.
        if notice.kind == Kind.REMINDER and _offer_stands(notice):
            return Later(at + LOOK_AGAIN, "the clock stands")
        return Drop("the decision has been made")
    if seat.due_at is None:
        return Drop("there is no deadline by now") if notice.kind == Kind.REMINDER else None
    site = SiteClock.objects.first()
    stopped = site is not None and site.stopped_at is not None
    if not stopped and (site is None or at - site.swept_at > clock.LONGEST_GAP):
        # Its deadlines are still to be moved: the first sweep does it.
        return Later(at + clock.LONGEST_GAP, "the site stood still")
    if notice.kind == Kind.REMINDER:
        return _reminder(notice, seat, at, stopped=stopped)
    if not stopped and clock.is_missed(seat.due_at, at):
        return Drop("its deadline has passed")
    return None


def _offer_stands(notice: Notice) -> bool:
    view = queries.table(notice.game.public_id, Who(user=notice.user_id)).view
    return isinstance(view, PropertyView) and view.offer is not None and view.offer.giver == notice.seat


def _reminder(notice: Notice, seat: Seat, at: datetime, *, stopped: bool) -> Drop | Later | None:
    game = notice.game
    assert seat.due_at is not None
    if stopped:
        return Later(at + LOOK_AGAIN, "all clocks are stopped")
    if game.paused_until is not None and game.paused_until > at:
        return Later(game.paused_until, "the game is paused")
    if clock.is_missed(seat.due_at, at):
        return Drop("its deadline has passed")
    move_time = game.move_time
    due = clock.reminder_at(seat.due_at, move_time)
    if due is None:
        return Drop("the move time is too short for a reminder")
    if due > at:
        return Later(due, "the deadline has moved")
    just_told = Notice.objects.filter(
        game=game, user=notice.user, kind=Kind.RESUMED, status=Notice.Status.SENT, sent_at__gt=due
    )
    return Drop("the player has just been told") if just_told.exists() else None


def _proposal(notice: Notice, seat: Seat, at: datetime) -> Drop | None:
    proposal = Proposal.objects.filter(pk=notice.wait, game=notice.game).first()
    if proposal is None or proposal.status != Proposal.Status.OPEN or proposal.expires_at <= at:
        return Drop("the proposal is over")
    if seat.place or seat.number in proposal.accepted:
        return Drop("the proposal has been answered")
    return None


def _auction(notice: Notice, seat: Seat) -> Drop | None:
    if seat.asked == AUCTION and seat.waited_on:
        return Drop("the player's own chance has come")
    if auctions.may_bid_ahead(notice.game, notice.user_id, notice.wait) is None:
        return Drop("the player has no chance in that auction any more")
    return None


def _draw(notice: Notice, seat: Seat) -> Drop | None:
    draw = queries.table(notice.game.public_id, Who(user=notice.user_id), log=False).draw
    if draw is None or draw.token != str(notice.wait):
        return Drop("the draw offer is over")
    return None if seat.number in draw.to_answer else Drop("the draw offer has been answered")


def _clock(seat: Seat) -> Drop | None:
    if seat.waited_on:
        return Drop("the player is asked again, which another mail tells")
    return None if seat.clock_moves and not seat.place else Drop("the player has been back")


def _invitation(notice: Notice) -> Drop | None:
    game = notice.game
    invited = Invitation.objects.filter(game=game, to=notice.user).first()
    if game.status != Game.Status.OPEN or invited is None:
        return Drop("the table is no longer open")
    seated = list(game.seats.values_list("user_id", flat=True))
    if notice.user_id in seated:
        return Drop("the player has sat down")
    if len(seated) >= game.size:
        return Drop("the table is full")
    if blocked_between(notice.user_id, [user for user in (*seated, invited.by_id) if user is not None]):
        return Drop("one of them blocks the other")
    return None


def _one_is_unread(notice: Notice, seat: Seat) -> bool:
    kinds = {*SOFT, notice.kind}
    told = Notice.objects.filter(game=notice.game, user=notice.user, kind__in=kinds, status=Notice.Status.SENT)
    last = told.aggregate(at=Max("sent_at"))["at"]
    if last is None:
        return False
    # A visit is a page of the table in sight, or whatever was done there or by a mail's link.
    own = {"game": notice.game, "seat": seat.number}
    visited = (
        (seat.seen_at is not None and seat.seen_at >= last)
        or Move.objects.filter(**own, by="player", at__gte=last).exists()
        or StandingOrder.objects.filter(**own, created_at__gte=last).exists()
    )
    return not visited
