"""An index of time-outs by their instant, for what watches how late they are made."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_people")]

    operations = [
        migrations.AddIndex(
            model_name="move",
            index=models.Index(condition=models.Q(("by", "clock")), fields=["at"], name="move_by_clock"),
        ),
    ]
