"""What the site keeps of a person in ratings, for the download of own data."""

from typing import Any

from accounts.models import User
from leaderboard.answers import SPANS
from leaderboard.models import AnswerTimes, Rating, RatingChange, RatingKey


def collect(user: User) -> dict[str, Any]:
    """Give a person's ratings, each change of them, and the answer times, for JSON."""
    key = RatingKey.objects.filter(user=user).first()
    changes = RatingChange.objects.filter(key=key).select_related("game").order_by("number") if key else []
    times = AnswerTimes.objects.filter(user=user).first()
    return {
        "ratings": [
            {
                "ruleset": row.ruleset,
                "rating": row.rating,
                "mu": row.mu,
                "sigma": row.sigma,
                "games": row.games,
                "wins": row.wins,
                "average_place": row.average_place,
                "last_played": row.last_played,
            }
            for row in (Rating.objects.filter(key=key).order_by("ruleset") if key else [])
        ],
        "rating_changes": [
            {
                "game": change.game.public_id,
                "place": change.place,
                "of": change.people,
                "before": change.before,
                "after": change.after,
                "at": change.at,
            }
            for change in changes
        ],
        "asked_about_leaderboard": key.asked_at if key else None,
        "answer_times": {span.label: n for span, n in zip(SPANS, times.counts, strict=True)} if times else {},
    }
