"""Settings, all from the environment; docs/settings.md lists them.

With nothing set everything runs embedded: SQLite, one worker, no service beside it. With
DATABASE_URL and REDIS_URL it runs in full.
"""

import logging
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from landlord import log, mail_settings, ports, secret_key, security_txt

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
# An empty name is none: it would be the folder in which somebody happens to stand.
VAR_DIR = Path(env.str("VAR_DIR", "") or BASE_DIR / "var").resolve()
try:
    VAR_DIR.mkdir(parents=True, exist_ok=True)
except OSError as error:
    raise ImproperlyConfigured(f"VAR_DIR is {VAR_DIR}, which is no folder to be had: {error.strerror}.") from error


def _at_least(name: str, default: int, lowest: int) -> int:
    try:
        value = env.int(name) if env.str(name, "") else default
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be a whole number.") from error
    if value < lowest:
        raise ImproperlyConfigured(f"{name} must be at least {lowest}.")
    return value


# A page with a traceback shows local variables, and among them may be the seed of a running game.
# So there is no switch for it.
DEBUG = False
# And should somebody write one, the page shows no variable of a frame that may hold a game.
DEFAULT_EXCEPTION_REPORTER_FILTER = "games.secrecy.HideTheTable"

# --- Embedded or full ---

DATABASE_URL = env.str("DATABASE_URL", "")
REDIS_URL = env.str("REDIS_URL", "")
_on_sqlite = not DATABASE_URL or DATABASE_URL.startswith("sqlite")
EMBEDDED = _on_sqlite and not REDIS_URL
if not EMBEDDED and (_on_sqlite or not REDIS_URL):
    raise ImproperlyConfigured("PostgreSQL and Redis belong together: set both DATABASE_URL and REDIS_URL, or neither.")

if EMBEDDED:
    SECRET_KEY = (
        secret_key.checked(env.str("SECRET_KEY"))
        if env.str("SECRET_KEY", "")
        else secret_key.kept_in(VAR_DIR / "secret-key")
    )
elif env.str("SECRET_KEY", ""):
    SECRET_KEY = secret_key.checked(env.str("SECRET_KEY"))
elif env.str("SECRET_KEY_FILE", ""):
    SECRET_KEY = secret_key.kept_in(Path(env.str("SECRET_KEY_FILE")))
else:
    raise ImproperlyConfigured("SECRET_KEY must be set, or SECRET_KEY_FILE, when DATABASE_URL and REDIS_URL are.")

# Keys of before: what they signed still counts, and nothing new is signed by them.
SECRET_KEY_FALLBACKS = [
    secret_key.checked(key, "SECRET_KEY_FALLBACKS") for key in env.list("SECRET_KEY_FALLBACKS", default=[])
]

# --- Where the site is ---

HOST = env.str("HOST", "") or "127.0.0.1"
if HOST == "localhost":
    # The web server binds to numbers only.
    HOST = "127.0.0.1"
PORT = _at_least("PORT", 8000, 1)
if PORT > 65535:
    raise ImproperlyConfigured("PORT must be at most 65535.")
#: Where the stream's process listens. Without a proxy in front pages look for it there, at the host's same name;
#: behind one the stream has addresses of its own among the site's, and the proxy knows the way.
STREAM_PORT = _at_least("STREAM_PORT", PORT + 1 if PORT < 65535 else PORT - 1, 1)
if STREAM_PORT > 65535 or STREAM_PORT == PORT:
    raise ImproperlyConfigured("STREAM_PORT must be at most 65535, and another one than PORT.")
#: Processes of the web server in full; one uses one core.
WEB_PROCESSES = _at_least("WEB_PROCESSES", 2, 1)
SITE_URL = env.str("SITE_URL", "").rstrip("/")
TRUSTED_PROXIES = _at_least("TRUSTED_PROXIES", 0, 0)

_not_whole = "SITE_URL must be a whole address, such as https://games.example.org"
try:
    _site = urlsplit(SITE_URL)
except ValueError as error:
    raise ImproperlyConfigured(_not_whole) from error
if SITE_URL and (_site.scheme not in ("http", "https") or not _site.hostname):
    raise ImproperlyConfigured(_not_whole)
if not EMBEDDED and not SITE_URL:
    # Names alone would do for pages, but mails carry whole addresses.
    raise ImproperlyConfigured("SITE_URL must be set when DATABASE_URL and REDIS_URL are.")
#: The address in links of mails.
SITE_ADDRESS = SITE_URL or ports.address(HOST, PORT).rstrip("/")

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[])
if not ALLOWED_HOSTS:
    # Whoever opens the server to the house wants to reach it from a phone, by whatever name.
    _open_to_all = HOST in ("0.0.0.0", "::") and not SITE_URL  # noqa: S104
    ALLOWED_HOSTS = ["*"] if _open_to_all else [_site.hostname or HOST]
# The machine itself, for what starts the server and for health checks.
ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]

_https = _site.scheme == "https"
CSRF_TRUSTED_ORIGINS = [f"{_site.scheme}://{_site.netloc}"] if SITE_URL else []
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _https
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
if _https:
    # By this name browsers keep a cookie only if this very host has set it over TLS: no other name below the same
    # domain can put its own in the place.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
SECURE_HSTS_SECONDS = 31_536_000 if _https else 0
# What other hosts below this one's name do only their operator knows, so by itself the promise is for this host.
HSTS = env.str("HSTS", "") or "host"
if HSTS not in ("host", "subdomains", "preload"):
    raise ImproperlyConfigured("HSTS must be host, subdomains or preload.")
SECURE_HSTS_INCLUDE_SUBDOMAINS = HSTS in ("subdomains", "preload")
SECURE_HSTS_PRELOAD = HSTS == "preload"
#: Chosen, as docs/security.md says: HSTS for this host alone until the operator says more.
SILENCED_SYSTEM_CHECKS = [] if SECURE_HSTS_PRELOAD else ["security.W021"]
if not SECURE_HSTS_INCLUDE_SUBDOMAINS:
    SILENCED_SYSTEM_CHECKS.append("security.W005")
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    # Without a proxy that says how a request came, all of them look as if they came without TLS.
    SECURE_SSL_REDIRECT = _https
    # Asked for on the machine itself, without TLS.
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]

#: Who runs the site, as the privacy page says it: a name and how to reach it.
OPERATOR = env.str("OPERATOR", "")
#: With it, /metrics is given to whoever brings it; without, to this machine alone.
METRICS_TOKEN = secret_key.strong("METRICS_TOKEN", env.str("METRICS_TOKEN", ""))
#: To whom holes are to be reported: an address for mail, or of a page. With it the site has a security.txt.
SECURITY_CONTACT = security_txt.contact(env.str("SECURITY_CONTACT", ""))

# --- Limits ---

GUEST_GAMES_PER_SESSION = _at_least("GUEST_GAMES_PER_SESSION", 20, 1)
GUEST_GAMES_PER_ADDRESS_PER_HOUR = _at_least("GUEST_GAMES_PER_ADDRESS_PER_HOUR", 60, 1)
GUEST_GAME_KEEP_DAYS = _at_least("GUEST_GAME_KEEP_DAYS", 30, 1)
OPEN_TABLES_PER_PERSON = _at_least("OPEN_TABLES_PER_PERSON", 5, 1)
GAMES_PER_PERSON = _at_least("GAMES_PER_PERSON", 50, 1)
INVITATIONS_PER_DAY = _at_least("INVITATIONS_PER_DAY", 30, 0)
#: Streams that may be open: of one person, of one network address for those without an account, and of all.
STREAMS_PER_PERSON = _at_least("STREAMS_PER_PERSON", 60, 1)
STREAMS_PER_ADDRESS = _at_least("STREAMS_PER_ADDRESS", 100, 1)
STREAMS_AT_ONCE = _at_least("STREAMS_AT_ONCE", 5000, 1)
#: A mail about a decision waits so long at most, and a twentieth of the move time: made at once, it needs none.
MAIL_SETTLES_SECONDS = _at_least("MAIL_SETTLES_SECONDS", 120, 0)
# A move is a few hundred bytes; the longest trade is a few thousand.
DATA_UPLOAD_MAX_MEMORY_SIZE = 262_144
# Nothing here takes a file. Django's own handlers would write one of any size to the disk, at every
# address that takes a form.
FILE_UPLOAD_HANDLERS = ["landlord.uploads.SmallFormsOnly", "django.core.files.uploadhandler.MemoryFileUploadHandler"]

# --- What it is made of ---

INSTALLED_APPS = [
    # First: commands and templates of ours go before those of the same name.
    "accounts",
    "accounts.back_room_app.BackRoomConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "anymail",
    "django_structlog",
    "rest_framework",
    "drf_spectacular",
    # Before the games: when an account goes, ratings keep whose seats they were before the games forget it.
    "leaderboard",
    "games",
    "games.chat",
    "landlord.apps.LandlordConfig",
]
MIDDLEWARE = [
    # The id first, so that it stands in whatever the others log.
    "landlord.requests.Requests",
    "landlord.metrics.Timed",
    "django.middleware.security.SecurityMiddleware",
    "landlord.headers.Headers",
    # Out here, so that it is on refusals too.
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "landlord.outgoing.KeptByNobody",
    # Safe beside CSRF tokens: Django masks the token anew in every answer, and pads the gzip
    # header with random bytes.
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "accounts.middleware.RightStatus",
    "accounts.middleware.KnownBrowsers",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "landlord.urls"
WSGI_APPLICATION = "landlord.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
LANGUAGE_CODE = "en"
USE_I18N = False
TIME_ZONE = "UTC"
USE_TZ = True

# --- Database ---

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
_database = env.db_url_config(DATABASE_URL or f"sqlite:///{VAR_DIR / 'landlord.sqlite3'}")
# A connection that is opened anew for each request costs more than half of the throughput.
_database["CONN_MAX_AGE"] = None
if _on_sqlite:
    # IMMEDIATE: a transaction that reads first and writes later fails at once, without waiting,
    # when another one wrote in between. In WAL mode NORMAL loses nothing but the last commits
    # of a power cut.
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    _database["CONN_HEALTH_CHECKS"] = True
    # A server that is away is told within seconds, to pages as to /healthz.
    _database.setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
# A pool that hands a connection on between two transactions can't keep them.
PREPARED_STATEMENTS = env.bool("PREPARED_STATEMENTS") if env.str("PREPARED_STATEMENTS", "") else True
DATABASES = {"default": _database}

# --- Who plays ---

AUTH_USER_MODEL = "accounts.User"
_validators = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_validators}.UserAttributeSimilarityValidator", "OPTIONS": {"user_attributes": ("email", "name")}},
    {"NAME": f"{_validators}.MinimumLengthValidator"},
    {"NAME": f"{_validators}.CommonPasswordValidator"},
    {"NAME": f"{_validators}.NumericPasswordValidator"},
]
AUTHENTICATION_BACKENDS = ["accounts.backends.ByAddress"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
# Sign-in by address and password; the name is what others see. People play as soon as they have signed
# up, so an address can't be refused for being taken: that would tell that it is (docs/decisions.md).
ACCOUNT_ADAPTER = "accounts.adapter.Adapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_CONFIRMATION_AUTHENTICATED_REDIRECT_URL = "/accounts/settings/"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ("password", "mfa")
ACCOUNT_FORMS = {
    "login": "accounts.forms_entrance.SignIn",
    "signup": "accounts.forms_entrance.SignUp",
    "reset_password": "accounts.forms_entrance.ResetPassword",
    "reset_password_from_key": "accounts.forms_entrance.NewPassword",
    "change_password": "accounts.forms_entrance.ChangePassword",
    "add_email": "accounts.forms_entrance.NewAddress",
    "reauthenticate": "accounts.forms_entrance.Reauthenticate",
}
ACCOUNT_RATE_LIMITS = {
    # Signing in and what mails anybody can cause are counted in accounts.limits; the second is for codes and keys.
    "login": None,
    "login_failed": "5/5m/key",
    "confirm_email": None,
    # Somebody else's asking fills this too. But the mails come to the owner of the address, and any of them does.
    "reset_password": "20/m/ip,5/h/key",
}
# The limits by address count what accounts.addresses sees; this is for allauth's other uses of it.
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
MFA_ADAPTER = "accounts.adapter.MfaAdapter"
MFA_FORMS = {
    "authenticate": "accounts.forms_factors.Code",
    "reauthenticate": "accounts.forms_factors.CodeOnceMore",
    "activate_totp": "accounts.forms_factors.FirstCode",
    "authenticate_webauthn": "accounts.forms_factors.Key",
    "login_webauthn": "accounts.forms_factors.KeyToSignIn",
    "reauthenticate_webauthn": "accounts.forms_factors.KeyOnceMore",
    "add_webauthn": "accounts.forms_factors.NewKey",
    "edit_webauthn": "accounts.forms_factors.KeyName",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_TOTP_ISSUER = "Landlord"
# A clock may be half a minute off.
MFA_TOTP_TOLERANCE = 1
# An account of an address that nobody confirmed holds nobody else up here, since another may be opened.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# Browsers offer passkeys on the machine itself without https too.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not _https
# The row is the truth, so that signing out ends a session for good; the cache saves its query
# (docs/decisions.md). Embedded, the only web process keeps the cache itself.
SESSION_ENGINE = "accounts.sessions"
# A game by correspondence can take months: nobody should have to sign in again in the middle of one.
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60
# A Redis that hangs must not hang the pages with it.
_redis = {"LOCATION": REDIS_URL, "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}}
CACHES: dict[str, dict[str, Any]] = (
    {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 10_000}}}
    if EMBEDDED
    else {
        "default": {"BACKEND": "landlord.cache.RedisOrMemory", **_redis},
        "sessions": {"BACKEND": "landlord.cache.RedisOrNothing", **_redis},
    }
)
SESSION_CACHE_ALIAS = "default" if EMBEDDED else "sessions"

# --- Mail ---

# Embedded, mail is kept in a folder and shown on a page; in full it goes out by SMTP or a service of anymail's.
MAIL_DIR = VAR_DIR / "mail"
_mail = mail_settings.chosen(
    url=env.str("EMAIL_URL", ""), service=env.str("MAIL_SERVICE", ""), environment=env.ENVIRON, embedded=EMBEDDED
)
MAIL_SERVICE, MAIL_IS_SHOWN, ANYMAIL = _mail.service, _mail.is_shown, _mail.anymail
EMAIL_BACKEND = _mail.backend
EMAIL_HOST, EMAIL_PORT = _mail.host, _mail.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.user, _mail.password
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.tls, _mail.ssl
EMAIL_FILE_PATH = _mail.folder
# A mail server that stalls must not hold a worker for long.
EMAIL_TIMEOUT = 10
#: The name of this site in the ids of its mails.
MAIL_HOST = urlsplit(SITE_ADDRESS).hostname or "localhost"
DEFAULT_FROM_EMAIL = SERVER_EMAIL = mail_settings.sender(env.str("MAIL_FROM", ""), MAIL_HOST)

# --- Static files ---

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "landlord.static_files.Storage"},
}

# --- What a browser may do with a page ---

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "games.pages.errors.csrf_failure"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"

# --- The API ---

API_READS_PER_MINUTE = _at_least("API_READS_PER_MINUTE", 600, 1)
API_ACTS_PER_MINUTE = _at_least("API_ACTS_PER_MINUTE", 300, 1)
API_KEYS_PER_DAY = _at_least("API_KEYS_PER_DAY", 10_000, 1)
REST_FRAMEWORK = {"DEFAULT_SCHEMA_CLASS": "games.api.schema.Described", "NUM_PROXIES": TRUSTED_PROXIES}
SPECTACULAR_SETTINGS = {
    "TITLE": "Landlord",
    "DESCRIPTION": "A property-trading board game by correspondence: everything a player can do, for programs.",
    "VERSION": "1.0.0",
    # 3.1: its schemas are those of JSON Schema, which the shapes of games are written in.
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
}

# --- Workers ---

# A socket of this machine has another name there.
CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1) or "memory://localhost/"
# The memory broker looks for messages once a second unless told otherwise.
CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.05} if EMBEDDED else {}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Celery gives up after a hundred tries, which landlord.broker makes within five minutes.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = not EMBEDDED
CELERY_TIMEZONE = "UTC"
# Celery closes the database connection around every task unless told to keep it.
CELERY_DB_REUSE_MAX = 1000

_log_level = (env.str("LOG_LEVEL", "") or ("WARNING" if EMBEDDED else "INFO")).upper()
if _log_level not in ("DEBUG", "INFO", "WARNING", "ERROR"):
    raise ImproperlyConfigured("LOG_LEVEL must be DEBUG, INFO, WARNING or ERROR.")
LOGGING = log.settings(_log_level)
# landlord.requests says what is told of a request: no address, and nothing of who sent it.
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
DJANGO_STRUCTLOG_USER_ID_FIELD = None
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO
DJANGO_STRUCTLOG_CELERY_ENABLED = True
DJANGO_STRUCTLOG_CELERY_DEFAULT_LOG_LEVEL = logging.DEBUG
DJANGO_STRUCTLOG_CELERY_TASK_RETRY_LOG_LEVEL = logging.INFO
