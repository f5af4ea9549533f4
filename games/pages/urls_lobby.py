"""The addresses of lists of games, and of tables before their games. Included by games.pages.urls."""

from django.urls import path

from games.pages import views_lobby, views_room

urlpatterns = [
    path("games/", views_lobby.lobby, name="lobby"),
    path("games/new/", views_lobby.new, name="table-new"),
    path("games/mine/", views_lobby.mine, name="my-games"),
    path("games/<game:game_id>/sit/", views_room.sit, name="table-sit"),
    path("games/<game:game_id>/seed/", views_room.seed, name="table-seed"),
    path("games/<game:game_id>/stand-up/", views_room.stand_up, name="table-stand-up"),
    path("games/<game:game_id>/ready/", views_room.ready, name="table-ready"),
    path("games/<game:game_id>/time/", views_room.move_time, name="table-time"),
    path("games/<game:game_id>/cancel/", views_room.cancel, name="table-cancel"),
    path("games/<game:game_id>/invite/", views_room.invite, name="table-invite"),
    path("games/<game:game_id>/rematch/", views_room.rematch, name="game-rematch"),
]
