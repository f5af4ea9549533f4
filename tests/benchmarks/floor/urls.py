"""The site's addresses, and the floor's."""

from django.urls import include, path

from landlord.urls import handler400, handler403, handler404, handler500  # noqa: F401
from tests.benchmarks.floor import views

urlpatterns = [
    path("floor/<int:number>/act/", views.act),
    path("floor/<int:number>/", views.page, name="floor-page"),
    path("floor/<int:number>/live/", views.unchanged),
    path("", include("landlord.urls")),
]
