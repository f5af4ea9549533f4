"""The privacy page: what the site keeps of people, said with the figures that the site itself goes by."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import guests, upkeep
from games.pages.errors import only

#: The sections, in order: anchor and title.
SECTIONS = (
    ("short", "In short"),
    ("account", "With an account"),
    ("guests", "As a guest"),
    ("games", "What others see of a game"),
    ("mail", "Mail"),
    ("cookies", "Cookies"),
    ("server", "What the server notes"),
    ("yours", "Your data, and the end"),
)
DAY = 24 * 60 * 60


@only("GET")
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what is kept, for how long, and who sees it."""
    return render(
        request,
        "privacy.html",
        {
            "sections": SECTIONS,
            "operator": settings.OPERATOR,
            "embedded": settings.EMBEDDED,
            "keep_days": settings.GUEST_GAME_KEEP_DAYS,
            "closed_days": upkeep.KEEP.days,
            "session_cookie": settings.SESSION_COOKIE_NAME,
            "csrf_cookie": settings.CSRF_COOKIE_NAME,
            "session_days": settings.SESSION_COOKIE_AGE // DAY,
            "guest_days": guests.COOKIE_AGE // DAY,
        },
    )
