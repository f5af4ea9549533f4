"""How many games wait for whoever is signed in, for the head of every page."""

from typing import Any

from django import template

from accounts.models import User
from games import guests, lists

register = template.Library()


@register.inclusion_tag("games/_my_move.html", takes_context=True)
def my_move(context: template.Context) -> dict[str, Any]:
    """Show the way to one's own games; to whoever is signed in, with how many wait, else how many invite.

    One query, unless the page has counted them already (`waiting_count`); none for guests and others.
    """
    user, request = context.get("user"), context.get("request")
    if not isinstance(user, User):
        return {"guest": request is not None and guests.COOKIE in request.COOKIES}
    counted = context.get("waiting_count")
    waiting, invited = lists.calls(user.pk) if counted is None else (counted, 0)
    return {"signed_in": True, "waiting": waiting, "invited": invited}
