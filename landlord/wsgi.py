"""The WSGI entry: what the web server loads."""

import os

from django.core.wsgi import get_wsgi_application

from landlord.incoming import only_utf8

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "landlord.settings")
application = only_utf8(get_wsgi_application())
