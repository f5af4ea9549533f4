"""What others may add to what the games tell. Games know no leaderboard: it connects receivers to these."""

from django.dispatch import Signal

#: A finished game is told of to one of its players, by mail. Arguments: `game`, `user`. Receivers return a
#: sentence, or an empty text if they have nothing to say.
telling_result = Signal()

#: The lobby is searched for openers of some rating. Argument: `least`. Receivers return a queryset for EXISTS,
#: correlated to the game by OuterRef: of the ratings shown to others that the game's `opener` has in its `ruleset`.
looking_for_rating = Signal()
