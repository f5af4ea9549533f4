"""Users in the admin."""

from typing import ClassVar

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm

from accounts.models import Block, MailStop, User


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


# The site's own sign-in, for its limits and second factors; the admin's has neither.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
