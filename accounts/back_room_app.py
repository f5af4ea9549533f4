"""The configuration of Django's admin. By itself: it is read before any model is, and beside no other configuration."""

from django.contrib.admin.apps import AdminConfig


class BackRoomConfig(AdminConfig):
    """Django's admin, as this site has it."""

    default_site = "accounts.back_room.BackRoom"
