"""Proposals of a pause or an end, and the answers to them."""

from games import clock, notices
from games.models import Proposal
from games.rules.errors import GameOver, NotYourDecision
from games.table.acts import act
from games.table.agreements import bots_in, settle
from games.table.errors import BadChoice, TooMany, WrongTime
from games.table.locked import Table
from games.who import Who

Kind = Proposal.Kind
Status = Proposal.Status


def propose(game_id: str, who: Who, kind: Proposal.Kind, days: int = 0) -> Proposal:
    """Propose a pause of 1 to 14 days, or an end of the game as it stands; who proposes accepts.

    Raises NoSuchTable, NotSeated, WrongTime, GameOver, NotYourDecision for who is out, BadChoice for
    the days, TooMany for a second proposal within a week; WrongTime for one that stands already, for an
    end while a bot is in or where players agree on a draw instead, and for a pause of a game without a
    clock. Time-outs that were due take place first, as before a move.
    """
    if kind == Kind.PAUSE and days not in clock.PAUSE_DAYS:
        raise BadChoice(f"A pause is {clock.PAUSE_DAYS[0]} to {clock.PAUSE_DAYS[-1]} days long.")
    proposal = act(game_id, who, lambda table, seat: _put(table, seat, kind, days))
    proposal.refresh_from_db()
    return proposal


def answer(game_id: str, who: Who, proposal_id: int, *, yes: bool) -> Proposal:
    """Accept a proposal, or refuse it, which ends it. Raises as `propose` does, WrongTime if it is over."""
    proposal = act(game_id, who, lambda table, seat: _answer(table, seat, proposal_id, yes=yes))
    proposal.refresh_from_db()
    return proposal


def _put(table: Table, seat: int, kind: Proposal.Kind, days: int) -> Proposal:
    _still_in(table, seat)
    game, arrival = table.game, table.arrival
    if kind == Kind.END and table.rules.draws:
        raise WrongTime("Players of this game don't rank themselves to end it: you can offer a draw.")
    if kind == Kind.PAUSE and table.game.move_time is None:
        raise WrongTime("This game has no clock, so there is nothing to pause.")
    made = Proposal.objects.filter(game=game, kind=kind)
    if made.filter(status=Status.OPEN, expires_at__gt=arrival).exists():
        raise WrongTime("That has been proposed already, and is still to be answered.")
    if made.filter(seat=seat, proposed_at__gt=arrival - clock.PROPOSALS_EVERY).exists():
        raise TooMany("You have proposed that within the last seven days. You can do so once a week.")
    if kind == Kind.END and bots_in(table):
        raise WrongTime("A bot is still in, and bots don't agree to stop.")
    made.filter(status=Status.OPEN).update(status=Status.LAPSED)
    proposal = Proposal.objects.create(
        game=game,
        seat=seat,
        kind=kind,
        days=days if kind == Kind.PAUSE else 0,
        proposed_at=arrival,
        expires_at=arrival + clock.PROPOSAL_STANDS,
        accepted=[seat],
    )
    table.notices += notices.of_proposal(game, table.seats, proposal.pk, seat, arrival)
    game.changes += 1
    settle(table)
    return proposal


def _answer(table: Table, seat: int, proposal_id: int, *, yes: bool) -> Proposal:
    _still_in(table, seat)
    proposal = Proposal.objects.filter(game=table.game, pk=proposal_id).first()
    if proposal is None or proposal.status != Status.OPEN or proposal.expires_at <= table.arrival:
        raise WrongTime("That proposal is over: its day has passed, or somebody has refused it.")
    if not yes:
        proposal.status = Status.REFUSED
    elif seat not in proposal.accepted:
        proposal.accepted = [*proposal.accepted, seat]
    proposal.save(update_fields=["status", "accepted"])
    table.game.changes += 1
    settle(table)
    return proposal


def _still_in(table: Table, seat: int) -> None:
    # By a time-out that this very request found due.
    if table.rules.outcome(table.state) is not None:
        raise GameOver("The game is over.")
    if table.seats[seat].place:
        raise NotYourDecision("You are out of this game.")
