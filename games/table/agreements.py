"""What takes the consent of all people still in: a pause of all clocks, and an end of the game as it stands."""

from datetime import timedelta

from django.db import transaction

from games import clock, notices
from games.models import Proposal, Seat
from games.rules.errors import NotYourDecision
from games.table.errors import BadChoice, TooMany, WrongTime
from games.table.instant import now
from games.table.locked import Table, enter, lock, running, save, seat_of, seats_of
from games.who import Who

Kind = Proposal.Kind
Status = Proposal.Status


def propose(game_id: str, who: Who, kind: Proposal.Kind, days: int = 0) -> Proposal:
    """Propose a pause of 1 to 14 days, or an end of the game as it stands; who proposes accepts.

    Raises NoSuchTable, NotSeated, WrongTime, GameOver, NotYourDecision for who is out, BadChoice for
    the days, TooMany for a second proposal within a week; WrongTime for one that stands already, and
    for an end while a bot is in.
    """
    if kind == Kind.PAUSE and days not in clock.PAUSE_DAYS:
        raise BadChoice(f"A pause is {clock.PAUSE_DAYS[0]} to {clock.PAUSE_DAYS[-1]} days long.")
    arrival = now()
    with transaction.atomic():
        game = lock(game_id)
        seats = seats_of(game)
        seat = seat_of(seats, who)
        table = running(game, seats, arrival)
        _still_in(seat)
        made = Proposal.objects.filter(game=game, kind=kind)
        made.filter(status=Status.OPEN, expires_at__lte=arrival).update(status=Status.LAPSED)
        if made.filter(status=Status.OPEN).exists():
            raise WrongTime("That has been proposed already, and is still to be answered.")
        if made.filter(seat=seat.number, proposed_at__gt=arrival - clock.PROPOSALS_EVERY).exists():
            raise TooMany("You have proposed that within the last seven days. You can do so once a week.")
        if kind == Kind.END and _bots_in(table):
            raise WrongTime("A bot is still in, and bots don't agree to stop.")
        proposal = Proposal.objects.create(
            game=game,
            seat=seat.number,
            kind=kind,
            days=days if kind == Kind.PAUSE else 0,
            proposed_at=arrival,
            expires_at=arrival + clock.PROPOSAL_STANDS,
            accepted=[seat.number],
        )
        table.notices += notices.of_proposal(game, seats, proposal.pk, seat.number, arrival)
        settle(table)
        game.changes += 1
        save(table)
    proposal.refresh_from_db()
    return proposal


def answer(game_id: str, who: Who, proposal_id: int, *, yes: bool) -> Proposal:
    """Accept a proposal, or refuse it, which ends it. Raises as `propose` does, WrongTime if it is over."""
    arrival = now()
    with transaction.atomic():
        game = lock(game_id)
        seats = seats_of(game)
        seat = seat_of(seats, who)
        table = running(game, seats, arrival)
        _still_in(seat)
        proposal = Proposal.objects.filter(game=game, pk=proposal_id).first()
        if proposal is None or proposal.status != Status.OPEN or proposal.expires_at <= arrival:
            raise WrongTime("That proposal is over: its day has passed, or somebody has refused it.")
        if not yes:
            proposal.status = Status.REFUSED
            proposal.save(update_fields=["status"])
        elif seat.number not in proposal.accepted:
            proposal.accepted = [*proposal.accepted, seat.number]
            proposal.save(update_fields=["accepted"])
        settle(table)
        game.changes += 1
        save(table)
    proposal.refresh_from_db()
    return proposal


def settle(table: Table) -> None:
    """Carry out the open proposals of a locked game that all people still in have accepted."""
    open_ones = Proposal.objects.filter(game=table.game, status=Status.OPEN, expires_at__gt=table.arrival)
    for proposal in open_ones:
        if table.rules.outcome(table.state) is not None:
            return
        people = {s for s in table.rules.seats_in(table.state) if table.seats[s].kind != Seat.Kind.BOT}
        if not people or not people <= set(proposal.accepted):
            continue
        if proposal.kind == Kind.END and _bots_in(table):
            continue
        proposal.status = Status.HELD
        proposal.save(update_fields=["status"])
        if proposal.kind == Kind.PAUSE:
            _pause(table, proposal)
        else:
            _end(table)


def _pause(table: Table, proposal: Proposal) -> None:
    length = timedelta(days=proposal.days)
    table.game.paused_until = table.clocks_at + length
    table.game.changes += 1
    table.game.save(update_fields=["paused_until"])
    for seat in table.seats:
        if seat.due_at is not None:
            seat.due_at += length
            seat.save(update_fields=["due_at"])
    table.notices += notices.of_pause(table.game, table.seats, proposal.pk, table.arrival)


def _end(table: Table) -> None:
    # Measured once, before anybody has gone: a leaver's goods change what others are worth no more.
    order = table.rules.seats_in(table.state)
    worth = table.rules.net_worths(table.state)
    leaving = sorted(order, key=lambda seat: (worth[seat], -order.index(seat)))
    for seat in leaving[:-1]:
        # What follows from one entry, the next player's roll, may bankrupt another before his own.
        if table.rules.outcome(table.state) is None and seat in table.rules.seats_in(table.state):
            enter(table, seat, table.rules.resignation(), "agreed")


def _still_in(seat: Seat) -> None:
    if seat.place:
        raise NotYourDecision("You are out of this game.")


def _bots_in(table: Table) -> bool:
    return any(table.seats[s].kind == Seat.Kind.BOT for s in table.rules.seats_in(table.state))
