"""Auctions as mail tells of them: by the move that opened one, so that an old link never bids in the next one."""

from games import queries, table
from games.models import Game, Move
from games.rules.property import events
from games.rules.property.orders import BidUpTo
from games.rules.registry import rule_set
from games.who import Who


def goes_on(game: Game, opened_by: int) -> bool:
    """Tell whether the auction that this move opened is still open."""
    rules = rule_set(game.ruleset, game.rules_version)
    since = list(Move.objects.filter(game=game, number__gte=opened_by).values_list("events", flat=True))
    ended = (events.Auctioned, events.Unsold, events.Ended)
    return bool(since) and not any(isinstance(event, ended) for text in since for event in rules.decode_events(text))


def may_bid_ahead(game: Game, user: int, opened_by: int) -> BidUpTo | None:
    """Give the bid that a person may leave ahead in the auction that this move opened, at its most; None if none."""
    try:
        reading = queries.table(game.public_id, Who(user=user))
    except table.NoSuchTable:
        return None
    order = next((order for order in reading.orders_open if isinstance(order, BidUpTo)), None)
    return order if order is not None and goes_on(game, opened_by) else None
