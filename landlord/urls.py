"""Addresses of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from games.api.urls import nowhere
from landlord import webhooks
from landlord.health import healthz
from landlord.metrics import metrics
from landlord.privacy import privacy
from landlord.security_txt import security_txt

# Every error is a page in the site's dress with a sentence, or JSON where a program asks for it. The
# failed CSRF check is named in the settings.
handler400 = "games.pages.errors.bad_request"
handler403 = "games.pages.errors.permission_denied"
handler404 = "games.pages.errors.not_found"
handler500 = "landlord.failing.failed"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("metrics", metrics, name="metrics"),
    path(".well-known/security.txt", security_txt, name="security-txt"),
    path("privacy/", privacy, name="privacy"),
    path("admin/", admin.site.urls),
    path("accounts/", include("accounts.urls")),
    path("anymail/", include(webhooks.patterns(settings.MAIL_SERVICE))),
    path("api/", include("games.api.urls")),
    path("", include("leaderboard.urls")),
    path("", include("games.pages.urls")),
]
# The leaderboard's addresses below /api/ are among its own.
urlpatterns.append(path("api/", include(nowhere)))
if settings.MAIL_IS_SHOWN:
    urlpatterns.append(path("mail/", include("landlord.mailbox")))
