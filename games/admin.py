"""Games for the site's staff: to look at, not to change. Seeds and states are not among it."""

from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from games.models import Game, Move, Seat


class _ReadOnly:
    """Nobody adds, changes or deletes."""

    def has_add_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


class SeatInline(_ReadOnly, admin.TabularInline):
    """Who sits at a game; without client seeds and session keys."""

    model = Seat
    fields = ("number", "kind", "name", "user", "place")


@admin.register(Game)
class GameAdmin(_ReadOnly, admin.ModelAdmin):
    """The games and who plays them."""

    list_display = ("public_id", "ruleset", "status", "move_count", "moved_at")
    list_filter = ("status", "ruleset")
    search_fields = ("public_id",)
    date_hierarchy = "created_at"
    fields = (
        "public_id",
        "ruleset",
        "rules_version",
        "options",
        "status",
        "commitment",
        "move_count",
        "bots_due",
        "created_at",
        "started_at",
        "moved_at",
        "finished_at",
        "placings",
    )
    inlines = (SeatInline,)


@admin.register(Move)
class MoveAdmin(_ReadOnly, admin.ModelAdmin):
    """The record's entries, found by their game."""

    list_display = ("game", "number", "seat", "move", "by", "at")
    list_select_related = ("game",)
    search_fields = ("=game__public_id",)
    fields = ("game", "number", "seat", "move", "by", "at", "events")
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> Any:
        """Give the newest entries first."""
        return super().get_queryset(request).order_by("-pk")
