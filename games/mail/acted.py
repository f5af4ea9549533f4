"""What orders, or the clock, did for a player and nothing has told yet: no mail of the game, no look at its page."""

from django.db.models import Max, Subquery
from django.db.models.functions import Coalesce

from games.models import Game, Move, Notice, Seat
from games.present.sentences import Teller
from games.rules.interface import By, Event
from games.rules.registry import rule_set

#: Acts that one mail names; more are counted, and told at the table.
MOST_NAMED = 12


def untold(game: Game, seat: Seat, by: By = "order") -> list[Event]:
    """List what was done by this hand for a seat with an account, oldest first: of each such move the move itself."""
    mails = Notice.objects.filter(game=game, user=seat.user_id, status=Notice.Status.SENT).order_by()
    told_to = Coalesce(Subquery(mails.values("user").annotate(last=Max("told")).values("last")), 0)
    made = Move.objects.filter(game=game, seat=seat.number, by=by, number__gte=told_to)
    if seat.seen_at is not None:
        made = made.filter(at__gt=seat.seen_at)
    rules = rule_set(game.ruleset, game.rules_version)
    happened = (rules.decode_events(text) for text in made.order_by("number").values_list("events", flat=True))
    return [events[0] for events in happened if events]


def in_words(teller: Teller, acts: list[Event], who: str = "Your standing orders") -> str:
    """Tell what was done for the reader in one sentence; nothing where nothing was.

    Equal ones, such as ends of turns, are told once, with how often.
    """
    told: dict[str, int] = {}
    for act in acts:
        said = teller.sentence(act).removeprefix("You ").removesuffix(".")
        told[said] = told.get(said, 0) + 1
    if not told:
        return ""
    named = [said if often == 1 else f"{said}, {often} times" for said, often in told.items()]
    more = len(named) - MOST_NAMED
    if more > 0:
        named = [*named[:MOST_NAMED], f"and {more} more, told at the table"]
    return f"{who} did this for you: {'; '.join(named)}."
