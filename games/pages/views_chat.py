"""Chat at the table: read, written, and what a reader does about a message. The board is never drawn for it."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import never_cache
from django.views.decorators.vary import vary_on_cookie

from accounts.models import User
from accounts.who import person
from games import guests, table
from games.chat import reading as chats
from games.chat import writing
from games.chat.reading import ChatReading
from games.pages import at_table, chatting, errors, kept

NO_CHAT = "There is no chat at this table: nobody else plays there, or it is closed."
OFF = "You have switched the chat off; your settings switch it on again."
_STATUSES = ((table.NoSuchTable, 404), (table.NotSeated, 403), (table.TooMany, 429), (table.BadChoice, 400))
#: Digits of a number of a message.
_DIGITS = 9


@errors.only("GET", "POST")
@vary_on_cookie
def chat(request: HttpRequest, game_id: str) -> HttpResponseBase:
    """Show a table's chat by itself, as far back as one likes; or take what somebody writes."""
    if request.method != "POST":
        return _page(request, game_id)
    typed = request.POST.get("text", "")

    def write() -> str:
        writing.write(game_id, guests.who(request), typed)
        return ""

    return _done(request, game_id, typed, write)


@errors.only("GET")
@vary_on_cookie
def live(request: HttpRequest, game_id: str) -> HttpResponseBase:
    """Give the newest messages for a page that is open; 304 while they are the same."""
    reading = _read(request, game_id)
    tag = chatting.etag(reading, at_table.zone_of(request))
    shown = chatting.context(request, reading, at_table.key_of(request))
    return kept.answer(request, tag, lambda: render(request, "games/_chat_lines.html", shown), private=True)


@errors.only("POST")
def about(request: HttpRequest, game_id: str) -> HttpResponse:
    """Mute the writer of a message, or report it to the staff; the form names the message's number."""
    who = guests.who(request)

    def act() -> str:
        if "mute" in request.POST:
            name = writing.mute(game_id, who, _number(request.POST["mute"]))
            return f"You read nothing more of what {name} writes, at any table. Your settings can undo it."
        writing.report(game_id, who, _number(request.POST.get("report", "")))
        return "The message is reported: the staff will look at it."

    return _done(request, game_id, "", act)


class Wanted(forms.ModelForm):
    """Whether a person wants the chat."""

    class Meta:
        model = User
        fields = ("table_chat",)
        labels = {"table_chat": "Show the chat at tables"}
        help_texts = {"table_chat": "Without it you neither read nor write there. The others are not told."}


@errors.only("GET", "POST")
@never_cache
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """Switch the chat on and off, and hear somebody again who was muted."""
    user = person(request)
    if "unmute" in request.POST:
        if writing.unmute(user, request.POST["unmute"]):
            messages.success(request, "You read what that player writes again.")
        return _see_other(reverse("chat-settings"))
    form = Wanted(request.POST if request.method == "POST" else None, instance=User.objects.get(pk=user.pk))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, "Saved.")
        return _see_other(reverse("account_settings"))
    shown = {"form": form, "muted": chats.muted_by(user)}
    return render(request, "games/chat_settings.html", shown, status=400 if form.is_bound else 200)


def _page(request: HttpRequest, game_id: str, sentence: str = "", status: int = 200, typed: str = "") -> HttpResponse:
    reading = _read(request, game_id, _number(request.GET.get("before", "")) or None)
    shown = chatting.context(request, reading, at_table.key_of(request))
    shown |= {"sentence": sentence, "typed": typed, "key": at_table.key_of(request), "part": "before" in request.GET}
    response = render(request, "games/chat.html", shown, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _read(request: HttpRequest, game_id: str, before: int | None = None) -> ChatReading:
    """Read a chat for who asks. Raises Http404."""
    try:
        reading = chats.read(game_id, guests.who(request), at_table.key_of(request), before=before)
    except table.NoSuchTable as refusal:
        raise Http404(str(refusal)) from None
    if reading is None or not chatting.is_wanted(request):
        raise Http404(NO_CHAT if reading is None else OFF)
    return reading


def _done(request: HttpRequest, game_id: str, typed: str, act: Callable[[], str]) -> HttpResponse:
    """Carry out what a form asks; answer by the newest messages for a script, else by the way back to the chat."""
    try:
        told = act()
    except at_table.Refusal as refusal:
        return _refused(request, game_id, refusal, typed)
    if errors.wants_json(request):
        shown = chatting.context(request, _read(request, game_id))
        html = render_to_string("games/_chat_lines.html", shown, request)
        return JsonResponse({"ok": True, "status": 200, "notice": told, "html": html, "etag": shown["etag"]})
    if told:
        messages.success(request, told)
    if request.POST.get("from") == "chat":
        return _see_other(reverse("chat", args=[game_id]) + "#write")
    return _see_other(reverse("game", args=[game_id]) + "?chat=open#chat")


def _refused(request: HttpRequest, game_id: str, refusal: Exception, typed: str) -> HttpResponse:
    status = next((status for kind, status in _STATUSES if isinstance(refusal, kind)), 409)
    if errors.wants_json(request) or status in (403, 404):
        return errors.answer(request, status, str(refusal))
    try:
        # What was typed stands in the form again.
        return _page(request, game_id, str(refusal), status, typed)
    except Http404:
        return errors.answer(request, status, str(refusal))


def _number(given: str) -> int:
    return int(given) if given.isascii() and given.isdigit() and len(given) <= _DIGITS else 0


def _see_other(address: str) -> HttpResponse:
    response = redirect(address)
    response.status_code = 303
    return response
