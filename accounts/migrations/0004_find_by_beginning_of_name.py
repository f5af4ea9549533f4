from django.db import migrations


def add(apps, schema_editor):
    # The names' own index is in the order of the database's language, in which no beginning can be looked up.
    # SQLite has no such order, and a site that runs on it has few names.
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute('CREATE INDEX user_by_beginning_of_name ON accounts_user ((lower(name) COLLATE "C"))')


def remove(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX user_by_beginning_of_name")


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_people'),
    ]

    operations = [
        migrations.RunPython(add, remove),
    ]
