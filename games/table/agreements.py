"""What takes the consent of all people still in, carried out: a pause of all clocks, an end as the game stands."""

from datetime import timedelta

from games import clock, notices
from games.models import Proposal, Seat
from games.table.locked import CLOCK_FIELDS, Table, clock_of, enter, set_clock


def settle(table: Table) -> None:
    """Carry out the open proposals of a locked game that all people still in have accepted."""
    open_ones = Proposal.objects.filter(
        game=table.game, status=Proposal.Status.OPEN, expires_at__gt=table.arrival
    ).order_by("pk")
    for proposal in open_ones:
        if table.rules.outcome(table.state) is not None:
            return
        people = {s for s in table.rules.seats_in(table.state) if table.seats[s].kind != Seat.Kind.BOT}
        if not people or not people <= set(proposal.accepted):
            continue
        if proposal.kind == Proposal.Kind.END and bots_in(table):
            continue
        proposal.status = Proposal.Status.HELD
        proposal.save(update_fields=["status"])
        if proposal.kind == Proposal.Kind.PAUSE:
            _pause(table, proposal)
        else:
            _end(table)


def bots_in(table: Table) -> bool:
    """Tell whether a bot is still in."""
    return any(table.seats[s].kind == Seat.Kind.BOT for s in table.rules.seats_in(table.state))


def _pause(table: Table, proposal: Proposal) -> None:
    # In a pause that goes on, `moment` begins with its end: the new one is added to it.
    pause, moment = timedelta(days=proposal.days), table.moment
    for seat in table.seats:
        if seat.due_at is not None:
            set_clock(seat, clock.paused(clock_of(seat), moment, pause))
            seat.save(update_fields=CLOCK_FIELDS)
    table.game.paused_until = moment.stops + pause
    table.game.changes += 1
    table.game.save(update_fields=["paused_until"])
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
