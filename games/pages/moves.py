"""Form posts read as moves, orders and agreements. Whatever a form may hold, it is read or BadForm."""

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
REPEATED = {"give", "get", "move", "last"}
#: The orders that a form may leave, each with its fields: what a number is to its player, `A_WORD` or `SQUARES`.
A_WORD, SQUARES = "a word", "squares"
ORDERS = {
    "bid_up_to": {"square": "The square", "amount": "Your limit"},
    "refuse_offers": {"turn": "The turn"},
    "buy_if_left": {"least": "What is to be left"},
    "bid_on_square": {"square": "The square", "amount": "Your limit"},
    "bid_on_set": {"set": A_WORD, "amount": "Your limit"},
    "refuse_all": {},
    "refuse_below": {"least": "The gain"},
    "roll_dice": {},
    "in_jail": {"way": A_WORD},
    "end_turn": {},
    "raise_debt": {"first": A_WORD, "last": SQUARES},
    "ask_if_cash_below": {"amount": "The sum"},
    "ask_if_square": {"square": "The square"},
    "ask_if_set": {},
    "ask_at": {"decision": A_WORD},
}
DIRECTIONS = ("give_cash", "get_cash")

# ASCII digits only, and few enough: int() would take other scripts' digits, signs and underscores.
_WHOLE = re.compile(r"[0-9]{1,9}\Z")
_WORD = re.compile(r"[A-Za-z]{1,20}\Z")


class BadForm(ValueError):
    """A form that is no move's. The message is for the player."""


def read(request: HttpRequest) -> tuple[str, list[str]]:
    """Give the token of a posted form, and its moves as JSON, in order. Raises BadForm."""
    form = _form(request)
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


def read_order(request: HttpRequest) -> str:
    """Give the order of a posted form as JSON. Raises BadForm."""
    form = _form(request)
    kind = form.get("type", "")
    if kind not in ORDERS:
        raise BadForm("The form is no order.")
    _exactly(form, {"type", *ORDERS[kind]})
    return json.dumps({"type": kind, **{name: _of_order(form, name, what) for name, what in ORDERS[kind].items()}})


def _of_order(form: QueryDict, name: str, what: str) -> str | int | list[int]:
    if what == SQUARES:
        return _squares(form.getlist(name))
    if what != A_WORD:
        return _whole(_one(form, name), what)
    word = _one(form, name)
    if not _WORD.match(word):
        raise BadForm("Choose one of what the form offers.")
    return word


def read_proposal(request: HttpRequest) -> tuple[str, int]:
    """Give what a posted form proposes, `pause` or `end`, and for how many days. Raises BadForm."""
    form = _form(request)
    _exactly(form, {"kind", "days"})
    match form.get("kind"):
        case "pause":
            return "pause", _whole(_one(form, "days"), "The number of days")
        case "end":
            return "end", 0
        case _:
            raise BadForm("A proposal is a pause or an end.")


def read_answer(request: HttpRequest) -> bool:
    """Tell whether a posted form accepts a proposal, or refuses it. Raises BadForm."""
    form = _form(request)
    _exactly(form, {"answer"})
    match _one(form, "answer"):
        case "accept":
            return True
        case "refuse":
            return False
        case _:
            raise BadForm("A proposal is accepted or refused.")


def read_draw(request: HttpRequest) -> tuple[str, bool | None]:
    """Give the token of a posted answer to a draw offer, and whether it accepts; None offers one. Raises BadForm."""
    form = _form(request)
    if "answer" not in form:
        _exactly(form, set())
        return "", None
    return _one(form, "token"), read_answer(request)


def sure(request: HttpRequest) -> None:
    """Raise BadForm unless the box is ticked that asks once more."""
    form = _form(request)
    _exactly(form, {"sure"})
    if form.get("sure") != "yes":
        raise BadForm("To resign, tick the box first: it can’t be undone.")


def _form(request: HttpRequest) -> QueryDict:
    if request.content_type not in FORM_TYPES:
        raise BadForm("A move is sent as a form.")
    # Reading the fields reads the files too, in one.
    form, files = request.POST, request.FILES
    if files:
        raise BadForm("A move has no files.")
    return form


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
