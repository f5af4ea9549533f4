"""The queue of reports in the back room: staff reads what was reported, and takes a message off or leaves it."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Case, QuerySet, When
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.chat import writing
from games.chat.models import Message, Report

#: Messages before and after a reported one that are shown with it.
AROUND = 5


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    """Reports, those that nobody has looked at first; settled by the actions above the list."""

    list_display = ("at", "verdict", "text", "writer", "reporter", "game")
    list_filter = ("verdict",)
    list_select_related = ("message__author", "message__chat__game", "by")
    fields = readonly_fields = ("at", "reporter", "verdict", "settled_at", "game", "writer", "around")
    actions = ("take_off", "leave")
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> Any:
        """Give those to be looked at first, the oldest of them first."""
        open_first = Case(When(verdict=Report.Verdict.OPEN, then=0), default=1)
        return super().get_queryset(request).order_by(open_first, "at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Readers report; nobody else."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Reports are settled and stay, until their message goes."""
        return False

    @admin.display(description="message")
    def text(self, report: Report) -> str:
        """The message."""
        return report.message.text

    @admin.display(description="written by")
    def writer(self, report: Report) -> SafeString:
        """Who wrote it, with the way to the account."""
        author = report.message.author
        return format_html('<a href="{}">{}</a>', reverse("admin:accounts_user_change", args=[author.pk]), author.name)

    @admin.display(description="reported by")
    def reporter(self, report: Report) -> str:
        """Who reported it, by name."""
        return report.by.name if report.by else "an account that is gone"

    @admin.display(description="table")
    def game(self, report: Report) -> SafeString:
        """Where it was written, with the way to the table."""
        public_id = report.message.chat.game.public_id
        return format_html('<a href="{}">{}</a>', reverse("game", args=[public_id]), public_id)

    @admin.display(description="what was written there")
    def around(self, report: Report) -> SafeString:
        """The message among those before and after it."""
        number = report.message.number
        near = Message.objects.filter(
            chat=report.message.chat_id, number__range=(number - AROUND, number + AROUND)
        ).select_related("author")
        rows = (("→ " if m.number == number else "", m.author.name, m.text) for m in near.order_by("number"))
        return format_html_join("", "<p>{}<b>{}</b>: {}</p>", rows)

    @admin.action(description="Take the messages off", permissions=["change"])
    def take_off(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Take messages off: nobody sees them any more."""
        self._settle(request, queryset, Report.Verdict.TAKEN_OFF, "taken off")

    @admin.action(description="Leave the messages", permissions=["change"])
    def leave(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Leave messages where they are."""
        self._settle(request, queryset, Report.Verdict.LEFT, "left where they are")

    def _settle(self, request: HttpRequest, queryset: QuerySet[Report], verdict: Report.Verdict, done: str) -> None:
        settled = writing.settle(list(queryset), verdict)
        messages.success(request, f"{settled} message{'' if settled == 1 else 's'} {done}.")
