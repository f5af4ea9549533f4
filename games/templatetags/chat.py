"""The chat on the page of its table."""

from typing import Any

from django import template

from games import queries
from games.pages import chatting

register = template.Library()


@register.inclusion_tag("games/_chat.html", takes_context=True)
def table_chat(context: template.Context) -> dict[str, Any]:
    """Show the chat of the table whose page this is, where it has one: one query then, else none.

    Without a request nobody is there to read it, as where a page is drawn by itself.
    """
    if "request" not in context:
        return {}
    reading = context["reading"]
    assert isinstance(reading, queries.TableReading)
    return chatting.at_the_table(context["request"], reading, context["key"])
