"""The private calendar feed of one's deadlines, and the page on which one gets it or takes it away."""

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from icalendar import TRANSP, Calendar, Event

from accounts.who import person
from games import feeds
from games.feeds import Deadline
from games.pages import errors, kept
from games.present.cast import listing
from games.present.players import ASKED

#: How often calendars should look again.
AGAIN = timedelta(hours=1)


@errors.only("GET", "POST")
@never_cache
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """Show a person's feed; by POST give one, or a new address (`act` is `new`), or take it away (`off`)."""
    user: int = person(request).pk
    if request.method == "POST":
        if request.POST.get("act") == "off":
            feeds.revoke(user)
            messages.success(request, "The calendar’s address leads nowhere now.")
        else:
            feeds.renew(user)
            messages.success(request, "This is your calendar’s address. Whoever has it can see your deadlines.")
        response = redirect("calendar")
        response.status_code = 303
        return response
    feed = feeds.of_user(user)
    address = feed and request.build_absolute_uri(reverse("calendar-feed", args=[feeds.token(feed)]))
    return render(request, "accounts/calendar.html", {"feed": feed, "address": address})


@errors.only("GET")
def feed(request: HttpRequest, token: str) -> HttpResponseBase:
    """Give the calendar to whoever knows its address; no cookie is read."""
    found = feeds.found(token)
    if found is None:
        raise Http404("There is no calendar at this address; it may have been taken away.")
    written = calendar(request, feeds.deadlines(found.user_id))

    def make() -> HttpResponse:
        response = HttpResponse(written, content_type="text/calendar; charset=utf-8")
        response["Content-Disposition"] = 'inline; filename="landlord.ics"'
        return response

    return kept.answer(request, kept.tag("calendar", written), make, private=True)


def calendar(request: HttpRequest, deadlines: list[Deadline]) -> bytes:
    """Write deadlines as a calendar; the same ones always give the same bytes."""
    host = request.get_host().partition(":")[0]
    made = Calendar.new(
        name="Landlord", prodid="-//Landlord//Deadlines//EN", uid=f"deadlines@{host}", refresh_interval=AGAIN
    )
    # Programs older than RFC 7986 know these two.
    made.add("X-WR-CALNAME", "Landlord")
    made.add("X-PUBLISHED-TTL", AGAIN)
    for deadline in deadlines:
        address = request.build_absolute_uri(reverse("game", args=[deadline.game]))
        made.add_component(
            Event.new(
                uid=f"{deadline.game}-{deadline.wait}@{host}",
                summary=f"Your move against {listing(deadline.against)}",
                description=f"{ASKED[deadline.asked]}. Your time ends here: {address}",
                url=address,
                stamp=deadline.since,
                start=deadline.due_at,
                transparency=TRANSP.TRANSPARENT,
            )
        )
    return bytes(made.to_ical())
