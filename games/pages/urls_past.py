"""The addresses of games that are looked back at: record, replay, report, proof, sharing, deadlines."""

from django.urls import path

from games.pages import views_calendar, views_proof, views_record, views_share

urlpatterns = [
    path("games/<game:game_id>/record.json", views_record.record, name="record"),
    path("games/<game:game_id>/replay/", views_record.replay, name="replay"),
    path("games/<game:game_id>/replay.json", views_record.film, name="film"),
    path("games/<game:game_id>/report/", views_record.report, name="report"),
    path("games/<game:game_id>/board.png", views_share.board_picture, name="board-picture"),
    path("verify/<slug:key>.py", views_proof.verifier, name="verifier"),
    path("calendar/", views_calendar.settings, name="calendar"),
    path("calendar/<str:token>.ics", views_calendar.feed, name="calendar-feed"),
]
