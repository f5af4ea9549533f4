"""The ASGI entry: what the web server loads."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "landlord.settings")
application = get_asgi_application()
