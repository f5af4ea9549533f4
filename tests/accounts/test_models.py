"""Users: one person, one name; addresses, several rows may carry."""

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, transaction
from django.test import Client

from accounts.models import User
from tests.staff import staff_browser

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_signs_in_with_the_address_in_whatever_capitals() -> None:
    ada = User.objects.create_user(" Ada@Example.org", "Ada", "a long password")
    assert ada.email == "ada@example.org"
    assert authenticate(username="ADA@example.ORG", password="a long password") == ada
    assert authenticate(username="ada@example.org", password="another") is None
    assert authenticate(username="Ada", password="a long password") is None


def test_without_a_password_nobody_signs_in() -> None:
    ada = User.objects.create_user("ada@example.org", "Ada")
    assert not ada.has_usable_password()


@pytest.mark.parametrize("name", ["Ada", "ada", "ADA"])
def test_a_name_is_taken_in_any_capitals(name: str) -> None:
    User.objects.create_user("ada@example.org", "Ada")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("grace@example.org", name)
    assert User.objects.count() == 1


def test_several_rows_may_carry_one_address() -> None:
    User.objects.create_user("ada@example.org", "Ada")
    User.objects.create_user("ADA@example.org", "Grace")
    assert User.objects.filter(email="ada@example.org").count() == 2


@pytest.mark.parametrize("name", ["ada", "Ada"])
def test_a_taken_name_is_told_to_the_person(name: str) -> None:
    User.objects.create_user("ada@example.org", "Ada")
    with pytest.raises(ValidationError, match="Somebody else has this name"):
        User(email="b@example.org", name=name, password="!").full_clean()


@pytest.mark.parametrize("name", ["Zoë", "Ada\n", "Ada ", "A da", "<b>", "\u202eAda", "Аda", "Ａda", "ab", "x" * 21])
def test_no_way_into_the_database_brings_another_letter(name: str) -> None:
    with pytest.raises(DatabaseError) as refusal, transaction.atomic():
        User.objects.create_user("a@example.org", name)
    assert "user_name_letters" in str(refusal.value) or "too long" in str(refusal.value)
    assert not User.objects.exists()


def test_a_name_is_what_is_shown() -> None:
    ada = User.objects.create_user("ada@example.org", "Ada")
    assert str(ada) == ada.get_full_name() == ada.get_short_name() == "Ada"
    assert "example.org" not in repr(ada)


def test_a_time_zone_is_one_of_the_list() -> None:
    User(email="a@example.org", name="Ada", password="!", time_zone="Pacific/Apia").full_clean()
    with pytest.raises(ValidationError, match="does not know this time zone"):
        User(email="a@example.org", name="Ada", password="!", time_zone="../etc/passwd").full_clean()


def test_the_command_makes_a_superuser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "a long password")
    call_command("createsuperuser", name="Grace", email="grace@example.org", interactive=False, verbosity=0)
    grace = User.objects.get(name="Grace")
    assert grace.is_superuser and grace.email == "grace@example.org"
    assert authenticate(username="grace@example.org", password="a long password") == grace


def test_the_admin_makes_and_lists_users(db: None) -> None:
    client = staff_browser(User.objects.create_superuser("grace@example.org", "Grace", "a long password"))
    answer = client.post(
        "/admin/accounts/user/add/",
        {
            "email": "Ada@example.org",
            "name": "Ada",
            "usable_password": "true",
            "password1": "correct horse battery",
            "password2": "correct horse battery",
        },
    )
    assert answer.status_code == 302, answer.content.decode()
    ada = User.objects.get(name="Ada")
    assert ada.check_password("correct horse battery")
    assert not ada.is_staff
    assert client.get("/admin/accounts/user/").status_code == 200
    assert client.get(f"/admin/accounts/user/{ada.pk}/change/").status_code == 200


def test_the_admin_is_for_staff(client: Client) -> None:
    client.force_login(User.objects.create_user("ada@example.org", "Ada"))
    assert client.get("/admin/").status_code == 302
