"""Users in the admin."""

from typing import ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm

from accounts.models import User


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
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Dates", {"fields": ("joined", "last_login")}),
    )
    add_fieldsets = ((None, {"fields": ("email", "name", "usable_password", "password1", "password2")}),)
