"""The addresses behind the links of mails."""

from django.urls import path, register_converter

from games.pages import views_mail


class Token:
    """A signed token: letters, digits and the signs that its parts are joined by."""

    regex = "[A-Za-z0-9_.-]{20,2000}"

    def to_python(self, value: str) -> str:
        """Give the token as it stands."""
        return value

    def to_url(self, value: str) -> str:
        """Give the token as it stands."""
        return value


register_converter(Token, "token")

urlpatterns = [
    path("go/<token:token>/", views_mail.decision, name="decision"),
    path("go/<token:token>/done/", views_mail.decided, name="decided"),
    path("unsubscribe/<token:token>/", views_mail.unsubscribe, name="unsubscribe"),
]
