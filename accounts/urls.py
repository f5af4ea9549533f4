"""Addresses under /accounts/: ours, then allauth's."""

from django.urls import include, path

urlpatterns = [
    path("", include("allauth.account.urls")),
    path("2fa/", include("allauth.mfa.urls")),
]
