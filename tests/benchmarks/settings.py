"""The settings under which the site is measured: the product's own, with the floor's views beside its pages."""

from landlord.settings import *  # noqa: F403
from landlord.settings import INSTALLED_APPS

INSTALLED_APPS += ["tests.benchmarks.floor"]
ROOT_URLCONF = "tests.benchmarks.floor.urls"
# Slow on purpose in the product, once per created user.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
