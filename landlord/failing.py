"""What is answered when nothing else could be: 500 for a mistake of the site's, 503 while its database is away."""

import sys

import msgspec
from django.http import HttpRequest, HttpResponse

from games import database
from games.api import problems
from games.pages import errors

#: What lies below is answered in the API's form.
API = "/api/v1/"


def failed(request: HttpRequest) -> HttpResponse:
    """Answer a request whose view, or what is around it, raised what nobody expected. Django's handler500."""
    if not database.is_away(sys.exc_info()[1]):
        return errors.server_error(request)
    if not request.path.startswith(API):
        return errors.unavailable(request)
    # From around the views of the API, whose own refusals games.api.problems answers.
    told = problems.problem("unavailable", database.SENTENCE)
    response = HttpResponse(msgspec.json.encode(told), content_type=problems.MEDIA_TYPE, status=told.status)
    response["Retry-After"] = str(database.RETRY_AFTER)
    return response
