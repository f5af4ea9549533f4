"""The back room (/admin/): who gets in, and the audit of what is done and looked at there.

In gets a member of staff who has a second factor and has shown it in this browser within the last hour. Every
kind of row, a library's too, is shown by a class that writes the audit and searches only where it says so.
"""

import time
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.utils import get_next_redirect_url
from allauth.core.internal.httpkit import add_query_params
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from accounts import audit
from accounts.models import User

#: For so long a second factor opens the back room.
LASTS = timedelta(hours=1)


class Audited(admin.ModelAdmin):
    """Writes down what is done with rows, and who looked at which; filters rows only by what it lists."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Tell whether an address may filter by this.

        Django allows every field of the row's own, also those that no page shows: their values could be found
        out letter by letter.
        """
        filters: list[Any] = list(self.list_filter)
        listed = {entry if isinstance(entry, str) else entry[0] for entry in filters}
        listed |= {str(self.date_hierarchy)} if self.date_hierarchy else set()
        key = self.opts.pk.name
        plain = lookup.removesuffix("__exact").removesuffix("__isnull")
        dated = any(lookup in (f"{name}__{part}" for part in _OF_DATES) for name in listed)
        return plain in listed or plain in ("pk", "pk__in", key, f"{key}__in") or dated

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Show the list. That somebody looked is noted, but not what was searched for: it may be an address."""
        if request.method == "GET":
            _looked(request, self.opts.label_lower, "searched" if request.GET.get("q") else "")
        return super().changelist_view(request, extra_context)

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> Any:
        """Show a row; noted."""
        if request.method == "GET" and object_id:
            _looked(request, f"{self.opts.label_lower} {object_id}")
        return super().changeform_view(request, object_id, form_url, extra_context)

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> Any:
        """Show what was done to a row; noted."""
        _looked(request, f"{self.opts.label_lower} {object_id}", "its history")
        return super().history_view(request, object_id, extra_context)

    def response_action(self, request: HttpRequest, queryset: Any, *rest: Any, **named: Any) -> Any:
        """Do something with several rows; noted."""
        name = request.POST.get("action", "")
        # What deletes is noted row by row.
        if name and name != "delete_selected":
            chosen = request.POST.getlist("_selected_action")
            audit.by_person(_staff(request), f"action {name}", self.opts.label_lower, f"rows {', '.join(chosen)}")
        return super().response_action(request, queryset, *rest, **named)

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """Note a new row."""
        audit.by_person(_staff(request), "add", obj)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """Note a changed row, and the names of the fields that changed, without what is in them."""
        audit.by_person(_staff(request), "change", obj, _fields(message))
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        """Note deleted rows."""
        for row in queryset:
            audit.by_person(_staff(request), "delete", row)
        return super().log_deletions(request, queryset)


class FactorAdmin(admin.ModelAdmin):
    """Second factors: who has one. To be taken away from somebody who has lost it; what is secret in it stays so."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    fields = readonly_fields = ("user", "type", "created_at", "last_used_at")

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody but its owner sets one up."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody changes one."""
        return False


#: For rows of libraries whose own classes show too much: allauth's shows the secret of each app, and lets it be set.
INSTEAD: dict[str, type[admin.ModelAdmin]] = {"mfa.Authenticator": FactorAdmin}

_OF_DATES = ("gte", "lt", "lte", "gt", "year", "month", "day", "isnull")


class BackRoom(admin.AdminSite):
    """Django's admin behind the site's own sign-in, a second factor, and the audit."""

    site_header = site_title = "Landlord: back room"
    enable_nav_sidebar = False

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Register a kind of row, with the audit around the class that shows it."""
        if isinstance(model_or_iterable, type):
            model_or_iterable = [model_or_iterable]
        models: Iterable[Any] = model_or_iterable
        for model in models:
            label = model._meta.label  # noqa: SLF001 - public but for its name
            shown_by = INSTEAD.get(label, admin_class or admin.ModelAdmin)
            audited = type(f"Audited{shown_by.__name__}", (shown_by, Audited), {})
            super().register(model, audited, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        """Tell whether this request may be in the back room."""
        return super().has_permission(request) and is_mfa_enabled(_staff(request)) and _has_shown_it(request)

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Lead to what is missing: the sign-in, a second factor, or the showing of it. Raises PermissionDenied."""
        wanted = get_next_redirect_url(request) or reverse("admin:index")
        if not request.user.is_authenticated:
            return redirect(add_query_params(reverse("account_login"), {"next": wanted}))
        if not (request.user.is_staff and request.user.is_active):
            raise PermissionDenied
        if not is_mfa_enabled(request.user):
            messages.warning(request, "The back room needs a second factor. Please set one up, then come back.")
            return redirect("mfa_index")
        if not _has_shown_it(request):
            ways = get_adapter().get_reauthentication_methods(request.user)
            factor = next(way["url"] for way in ways if way["id"].startswith("mfa_"))
            return redirect(add_query_params(factor, {"next": wanted}))
        return redirect(wanted)

    def logout(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Lead to the site's own page for it."""
        return redirect("account_logout")

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Lead to the site's own page for it, which asks for the old one and counts."""
        return redirect("account_change_password")


def _has_shown_it(request: HttpRequest) -> bool:
    records = get_authentication_records(request, _staff(request))
    shown = [record["at"] for record in records if record["method"] == "mfa"]
    return bool(shown) and time.time() - max(shown) < LASTS.total_seconds()


def _staff(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _looked(request: HttpRequest, subject: str, detail: str = "") -> None:
    audit.by_person(_staff(request), "look", subject, detail)


def _fields(message: Any) -> str:
    if isinstance(message, str):
        return message
    told = [part.get("changed", part.get("added", part.get("deleted", {}))) for part in message]
    return ", ".join(str(name) for part in told for name in part.get("fields", [part.get("name", "")]) if name)
