"""Form posts read as moves. Whatever a form may hold, it ends in a move's JSON or in BadForm."""

import json
import re
from collections.abc import Iterable

from django.http import HttpRequest, QueryDict

FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")

#: Moves that one press may send, and the characters of one: an offer of all squares has below 250.
MOST_MOVES, LONGEST_MOVE = 4, 400

# Django's own field, and ours.
ALWAYS = {"csrfmiddlewaretoken", "token"}
BID = {"type", "amount"}
OFFER = {"type", "to", "give", "get", "sum", "direction"}
REPEATED = {"give", "get", "move"}
DIRECTIONS = ("give_cash", "get_cash")

# ASCII digits only, and few enough: int() would take other scripts' digits, signs and underscores.
_WHOLE = re.compile(r"[0-9]{1,9}\Z")


class BadForm(ValueError):
    """A form that is no move's. The message is for the player."""


def read(request: HttpRequest) -> tuple[str, list[str]]:
    """Give the token of a posted form, and its moves as JSON, in order. Raises BadForm."""
    if request.content_type not in FORM_TYPES:
        raise BadForm("A move is sent as a form.")
    form, files = request.POST, request.FILES
    if files:
        raise BadForm("A move has no files.")
    token = _one(form, "token")
    if "move" in form:
        _exactly(form, {"move"})
        moves = form.getlist("move")
        if len(moves) > MOST_MOVES:
            raise BadForm("That is more than one press can do.")
        if any(len(move) > LONGEST_MOVE for move in moves):
            raise BadForm("That is too long for a move.")
        return token, [str(move) for move in moves]
    match form.get("type"):
        case "bid":
            return token, [_bid(form)]
        case "offer":
            return token, [_offer(form)]
        case None:
            raise BadForm("The form holds no move.")
        case _:
            raise BadForm("The form is neither a bid nor an offer.")


def _bid(form: QueryDict) -> str:
    _exactly(form, BID)
    return json.dumps({"type": "bid", "amount": _whole(_one(form, "amount"), "Your bid")})


def _offer(form: QueryDict) -> str:
    _exactly(form, OFFER)
    sums = dict.fromkeys(DIRECTIONS, 0)
    # An empty field is no money; it needs no direction either.
    cash = _whole(form.get("sum", "").strip() or "0", "The sum")
    direction = form.get("direction", "")
    if cash or direction:
        if direction not in DIRECTIONS:
            raise BadForm("Say who pays the sum: you, or the other player.")
        sums[direction] = cash
    move = {
        "type": "offer",
        "to": _whole(_one(form, "to"), "The player that you offer to"),
        "give": _squares(form.getlist("give")),
        "get": _squares(form.getlist("get")),
        **sums,
    }
    return json.dumps(move)


def _squares(values: Iterable[object]) -> list[int]:
    return [_whole(str(value), "A square") for value in values]


def _whole(text: str, what: str) -> int:
    text = text.strip(" ")
    if not _WHOLE.match(text):
        raise BadForm(f"{what} must be a whole number, written in digits and not below 0.")
    return int(text)


def _one(form: QueryDict, name: str) -> str:
    values = form.getlist(name)
    if len(values) != 1:
        raise BadForm(f"The form needs one field called {name}.")
    return str(values[0])


def _exactly(form: QueryDict, names: set[str]) -> None:
    for name in form:
        if name not in names | ALWAYS:
            raise BadForm("The form has a field that this move does not have.")
        if name not in REPEATED and len(form.getlist(name)) > 1:
            raise BadForm(f"The form has the field {name} more than once.")
