#!/usr/bin/env python
"""Django's command line for Landlord."""

import os
import sys


def main() -> None:
    """Run the command that the arguments name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "landlord.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        # A setting is wrong, and the text says which: a traceback would only hide it.
        sys.exit(f"Settings: {error}")


if __name__ == "__main__":
    main()
