"""Addresses of the site."""

from django.contrib import admin
from django.urls import include, path

# Errors are answered by Django's own handlers with templates/400.html, 403.html, 404.html,
# 500.html and 403_csrf.html.
urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("games.pages.urls")),
]
