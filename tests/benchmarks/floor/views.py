"""The views: each asks who is signed in, and does the least that its kind of request can do."""

import json

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response

from tests.benchmarks.floor.documents import texts
from tests.benchmarks.floor.models import Document, Entry


def act(request: HttpRequest, number: int) -> HttpResponse:
    """Lock a row with a JSON document, update it, insert one row, and answer with the way to the page."""
    assert request.user.is_authenticated
    with transaction.atomic():
        row = Document.objects.select_for_update().get(pk=number)
        document = json.loads(row.body)
        document["moves"] += 1
        row.body = json.dumps(document)
        row.changes += 1
        row.save(update_fields=["body", "changes"])
        Entry.objects.create(document=row, number=row.changes, text=request.POST["move"])
    response = redirect("floor-page", number)
    response.status_code = 303
    return response


def page(request: HttpRequest, number: int) -> HttpResponse:
    """Read a row, and render a template that loops over forty squares; text brings it to a wanted size."""
    assert request.user.is_authenticated
    row = Document.objects.get(pk=number)
    document = json.loads(row.body)
    filled = zip(document["squares"], texts(document["fill"], document["drawn"]), strict=True)
    return render(request, "floor/page.html", {"squares": filled})


def unchanged(request: HttpRequest, number: int) -> HttpResponse:
    """Read a row, and say that the page is the same."""
    assert request.user.is_authenticated
    changes = Document.objects.only("changes").get(pk=number).changes
    etag = f'"{number}.{changes}"'
    response = get_conditional_response(request, etag=etag)
    assert response is not None
    response["ETag"] = etag
    return response
