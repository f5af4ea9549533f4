"""Users in the admin."""

from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from accounts import audit, leaving, suspending
from accounts.models import AuditEntry, Block, MailStop, User


class NewUserForm(AdminUserCreationForm):
    """Asks for the address and the name; Django's own asks for a user name."""

    class Meta(AdminUserCreationForm.Meta):
        model = User
        fields = ("email", "name")
        field_classes: ClassVar[dict[str, type]] = {}


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    """Users by name and address."""

    add_form = NewUserForm
    list_display = ("name", "email", "is_active", "is_staff", "joined")
    list_filter = ("is_active", "is_staff")
    search_fields = ("name", "email")
    ordering = ("name",)
    readonly_fields = ("joined", "last_login")
    fieldsets = (
        (None, {"fields": ("email", "name", "password")}),
        ("What the person chose", {"fields": ("time_zone", "on_leaderboard")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Dates", {"fields": ("joined", "last_login")}),
    )
    add_fieldsets = ((None, {"fields": ("email", "name", "usable_password", "password1", "password2")}),)
    #: What makes somebody more than a player: given by superusers alone, or staff could give it to themselves.
    rights = ("is_staff", "is_superuser", "groups", "user_permissions")

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Give what can't be changed here."""
        return (*self.readonly_fields, *(() if _is_superuser(request) else self.rights))

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Tell whether somebody may be changed: staff, whose password could be set, by superusers alone."""
        return super().has_change_permission(request, obj) and _may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Tell whether somebody's account may be deleted."""
        return super().has_delete_permission(request, obj) and _may_touch(request, obj)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save somebody. Keeping a person out ends the sessions too, and is noted by its name."""
        super().save_model(request, obj, form, change)
        if change and "is_active" in form.changed_data:
            if obj.is_active:
                suspending.lift(obj)
            else:
                suspending.suspend(obj)
            audit.by_person(_staff(request), "lift suspension" if obj.is_active else "suspend", obj)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Delete an account as its owner would: games let go of it first."""
        leaving.delete_account(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet) -> None:
        """Delete several accounts, each by itself."""
        for user in queryset:
            if _may_touch(request, user):
                leaving.delete_account(user)


def _staff(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _is_superuser(request: HttpRequest) -> bool:
    return _staff(request).is_superuser


def _may_touch(request: HttpRequest, obj: Model | None) -> bool:
    more_than_a_player = isinstance(obj, User) and (obj.is_staff or obj.is_superuser)
    return _is_superuser(request) or not more_than_a_player


@admin.register(MailStop)
class MailStopAdmin(admin.ModelAdmin):
    """Addresses to which nothing goes: deleting a row lets mail go there again."""

    list_display = ("address", "reason", "at")
    list_filter = ("reason",)
    search_fields = ("address",)


@admin.register(Block)
class BlockAdmin(admin.ModelAdmin):
    """Who does not want to meet whom."""

    list_display = ("user", "blocked", "since")
    search_fields = ("user__name", "blocked__name")
    raw_id_fields = ("user", "blocked")


@admin.register(AuditEntry)
class AuditAdmin(admin.ModelAdmin):
    """What staff and the operator did and looked at: to read, never to change."""

    list_display = ("at", "actor_name", "act", "subject", "detail", "by")
    list_filter = ("act", "by")
    search_fields = ("=actor_name", "=subject")
    date_hierarchy = "at"
    fields = readonly_fields = ("at", "by", "actor", "actor_name", "act", "subject", "detail")
    actions = None
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody adds: doing things does."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody changes what is written."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody deletes what is written."""
        return False
