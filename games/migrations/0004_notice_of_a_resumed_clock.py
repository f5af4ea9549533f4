"""A notice that a clock which stood for an offer runs again."""

from django.db import migrations, models

KINDS = [
    "turn",
    "resumed",
    "reminder",
    "offer",
    "auction",
    "bid",
    "started",
    "out",
    "over",
    "proposal",
    "paused",
    "invitation",
]


class Migration(migrations.Migration):
    dependencies = [("games", "0003_time_outs")]

    operations = [
        migrations.AlterField(
            "notice",
            "kind",
            models.CharField(max_length=10, choices=[(kind, kind.capitalize()) for kind in KINDS]),
        )
    ]
