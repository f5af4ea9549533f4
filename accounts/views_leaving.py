"""Own data, to take along, and the end of an account."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import known, leaving
from accounts.forms_settings import Leave
from accounts.who import person


@require_safe
@never_cache
@login_required
@reauthentication_required
def own_data(request: HttpRequest) -> HttpResponse:
    """Give out all that the site keeps about the person, as a file. Asks for the password first."""
    response = JsonResponse(leaving.own_data(person(request)), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="landlord-my-data.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@reauthentication_required
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account. Asks for the password first, and for the name in the form."""
    form = Leave(request.POST if request.method == "POST" else None, user=person(request))
    if request.method == "POST" and form.is_valid():
        leaving.delete_account(person(request))
        logout(request)
        messages.success(request, "Your account is deleted. Thank you for having played here.")
        response = redirect("home")
        known.forget(response)
        return response
    return render(request, "accounts/delete.html", {"form": form}, status=400 if form.is_bound else 200)
