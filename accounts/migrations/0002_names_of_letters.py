"""Names so far could hold other letters, spaces and dots: they get the nearest name of the new kind."""

import re

from django.db import migrations


def rewrite(apps, schema_editor):
    User = apps.get_model("accounts", "User")
    taken = {name.lower() for name in User.objects.values_list("name", flat=True) if _fits(name)}
    for user in User.objects.order_by("pk"):
        if _fits(user.name):
            continue
        wanted = re.sub(r"[^A-Za-z0-9_-]+", "-", user.name).strip("-")
        if len(wanted) < 3:
            wanted = "player"
        name, number = wanted[:20], 2
        while name.lower() in taken:
            name, number = f"{wanted[:14]}-{number}", number + 1
        taken.add(name.lower())
        user.name = name
        user.save(update_fields=["name"])


def _fits(name):
    return re.search(r"\A[A-Za-z0-9_-]{3,20}\Z", name) is not None


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_first")]
    operations = [migrations.RunPython(rewrite, migrations.RunPython.noop)]
