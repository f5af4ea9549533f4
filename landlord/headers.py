"""Headers that tell browsers what a page has no need of."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

#: What no page here asks for; passkeys are made and shown by the pages of accounts, of this site alone.
_UNUSED = (
    "accelerometer",
    "autoplay",
    "camera",
    "display-capture",
    "encrypted-media",
    "fullscreen",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "picture-in-picture",
    "screen-wake-lock",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
PERMISSIONS = ", ".join(
    [*(f"{name}=()" for name in _UNUSED), "publickey-credentials-create=(self)", "publickey-credentials-get=(self)"]
)


class Headers:
    """Adds to every answer what Django's own middleware has no setting for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response
