"""What players agree on: a pause, an end of the game as it stands, a draw: what it means, and who has to agree."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.contrib.humanize.templatetags.humanize import apnumber

from games import clock
from games.models import Game, Proposal, Seat
from games.present import draws
from games.present.cast import Cast, listing
from games.present.clocks import Hours, Moment, length
from games.queries import TableReading
from games.rules.property.deeds import net_worth
from games.rules.property.rules import Rules
from games.rules.property.state import NOBODY
from games.rules.property.view import PropertyView

Kind = Proposal.Kind
#: A draw is no proposal of the table's, but a move of the game.
DRAW = "draw"
MOST_DAYS = clock.PAUSE_DAYS[-1]


@dataclass(frozen=True)
class Standing:
    """A proposal that is still to be answered; `may_answer` if the reader has not accepted it yet."""

    id: int
    title: str
    means: str
    answered: str
    until: Moment
    may_answer: bool


@dataclass(frozen=True)
class Choice:
    """What the reader may propose: words, and `not_now` where it can't be, with `again` when it can."""

    kind: str
    title: str
    means: Sequence[str]
    button: str
    not_now: str = ""
    again: Moment | None = None


def standing(reading: TableReading, rules: Rules, view: PropertyView, cast: Cast, hours: Hours) -> list[Standing]:
    """List the proposals that wait for somebody's consent."""
    people = _people(reading, view)
    return [_standing(proposal, people, rules, view, cast, hours) for proposal in reading.proposals]


def choices(reading: TableReading, rules: Rules, view: PropertyView, cast: Cast, hours: Hours) -> list[Choice]:
    """List what the reader may propose, or why not; nothing for who watches or is out, or after the end."""
    reader = cast.reader
    if reading.game.status != Game.Status.RUNNING or reader is None or view.place[reader]:
        return []
    alone = _people(reading, view) == [reader]
    consent = (
        "Only bots play against you, so it takes effect at once."
        if alone
        else f"It takes effect when all people who are still in have accepted, within {length(clock.PROPOSAL_STANDS)}."
    )
    weekly = f"You can propose it once in {apnumber(clock.PROPOSALS_EVERY.days)} days."
    possible = []
    if reading.game.options["move_time"] is not None:
        possible.append(_pause(alone, consent, weekly))
    if reading.rules.draws:
        possible.append(_draw(reading, cast))
    else:
        possible.append(_end(rules, view, cast, f"{consent} {weekly}"))
    return [_unless_proposed(choice, reading, hours) for choice in possible]


def _pause(alone: bool, consent: str, weekly: str) -> Choice:
    means = (
        f"All clocks stand for 1 to {MOST_DAYS} days, and every deadline moves by as much. "
        "Moves may be made during it all the same."
    )
    button = "Pause the game" if alone else "Propose a pause"
    return Choice(Kind.PAUSE, "Pause", (means, f"{consent} {weekly}"), button)


def _draw(reading: TableReading, cast: Cast) -> Choice:
    means = (
        f"When all the others accept, it takes effect. {draws.MEANS}",
        "Who has still to answer and moves instead refuses by that. Once between two rolls of the dice.",
    )
    not_now = draws.not_now(reading, cast)
    return Choice(DRAW, "Offer a draw", () if not_now else means, "Offer a draw", not_now)


def _end(rules: Rules, view: PropertyView, cast: Cast, terms: str) -> Choice:
    title, button = "End the game as it stands", "Propose to end the game"
    if any(kind == "bot" and not view.place[seat] for seat, kind in enumerate(view.kinds)):
        bot = "A bot is still in, and bots don’t agree to stop. You can resign instead, by yourself."
        return Choice(Kind.END, title, (), button, bot)
    return Choice(Kind.END, title, (f"{_end_means(rules, view, cast)} It can’t be undone.", terms), button)


def _standing(
    proposal: Proposal, people: Sequence[int], rules: Rules, view: PropertyView, cast: Cast, hours: Hours
) -> Standing:
    verb = "propose" if proposal.seat == cast.reader else "proposes"
    if proposal.kind == Kind.PAUSE:
        what = f"a pause of {proposal.days} day{'' if proposal.days == 1 else 's'}"
        means = "All clocks stand for so long, and every deadline moves by as much. Moves may be made all the same."
    else:
        what, means = "to end the game as it stands", f"{_end_means(rules, view, cast)} It can’t be undone."
    accepted = [seat for seat in people if seat in proposal.accepted]
    missing = [seat for seat in people if seat not in proposal.accepted]
    have = "have" if len(accepted) != 1 or accepted == [cast.reader] else "has"
    # Names stand as they are, also at the beginning of a sentence.
    named = [cast.subject(s) if s == accepted[0] else cast.object(s) for s in accepted]
    answered = f"{listing(named)} {have} accepted. " if accepted else ""
    return Standing(
        proposal.pk,
        f"{cast.subject(proposal.seat)} {verb} {what}",
        means,
        f"{answered}Still to answer: {listing([cast.object(s) for s in missing])}.",
        hours.moment(proposal.expires_at),
        cast.reader in missing,
    )


def _unless_proposed(choice: Choice, reading: TableReading, hours: Hours) -> Choice:
    if choice.not_now:
        return choice
    if any(proposal.kind == choice.kind for proposal in reading.proposals):
        return replace(choice, means=(), not_now="It has been proposed, and is still to be answered.")
    own = [proposal.proposed_at for proposal in reading.proposed if proposal.kind == choice.kind]
    if own:
        again = hours.moment(max(own) + clock.PROPOSALS_EVERY)
        return replace(choice, means=(), not_now="You have proposed it lately. You can again from ", again=again)
    return choice


def _end_means(rules: Rules, view: PropertyView, cast: Cast) -> str:
    # As games.table.agreements does it: the poorest leaves first, of equals the later in the turn order.
    still_in = [seat for seat in view.order if not view.place[seat]]
    worth = {seat: net_worth(rules.board, view, seat) for seat in still_in}
    places = sorted(still_in, key=lambda seat: (-worth[seat], still_in.index(seat)))
    told = listing([f"{cast.object(seat)} ({worth[seat]})" for seat in places])
    return f"The game is over then, and places go by net worth. As things stand: {told}."


def _people(reading: TableReading, view: PropertyView) -> list[int]:
    if view.asked == NOBODY:
        return []
    return [s for s in view.order if not view.place[s] and reading.seats[s].kind != Seat.Kind.BOT]
