"""Users: one person, one address, one name."""

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_signs_in_with_the_address_in_whatever_capitals() -> None:
    ada = User.objects.create_user(" Ada@Example.org", "Ada", "a long password")
    assert ada.email == "ada@example.org"
    assert authenticate(username="ADA@example.ORG", password="a long password") == ada
    assert authenticate(username="ada@example.org", password="another") is None


def test_without_a_password_nobody_signs_in() -> None:
    ada = User.objects.create_user("ada@example.org", "Ada")
    assert not ada.has_usable_password()


@pytest.mark.parametrize(
    ("email", "name"), [("ADA@example.org", "Grace"), ("grace@example.org", "ada"), ("grace@example.org", " ADA ")]
)
def test_address_and_name_are_taken_in_any_capitals(email: str, name: str) -> None:
    User.objects.create_user("ada@example.org", "Ada")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(email, name)
    assert User.objects.count() == 1


def test_a_taken_name_is_told_to_the_person() -> None:
    User.objects.create_user("ada@example.org", "Ada")
    with pytest.raises(ValidationError, match="Somebody else has this name"):
        User(email="b@example.org", name="ada", password="!").full_clean()


@pytest.mark.parametrize("name", ["Ada", "Ada Lovelace", "Zoë", "Ada-2", "O'Neill", "李雷", "a.b_c"])
def test_names_that_will_do(name: str) -> None:
    User(email="a@example.org", name=name, password="!").full_clean()


@pytest.mark.parametrize("name", ["", "A", "x" * 31, "Ada/Admin", "<b>Ada</b>", "-Ada", "Ada.", "A\u202eda", "A\nda?"])
def test_names_that_will_not_do(name: str) -> None:
    with pytest.raises(ValidationError):
        User(email="a@example.org", name=name, password="!").full_clean()


def test_two_ways_to_write_a_name_are_one_name() -> None:
    composed, taken_apart = "Zo\u00eb", "Zoe\u0308"
    assert User.objects.create_user("a@example.org", taken_apart).name == composed


def test_a_name_is_what_is_shown() -> None:
    ada = User.objects.create_user("ada@example.org", "Ada")
    assert str(ada) == ada.get_full_name() == ada.get_short_name() == "Ada"
    assert "example.org" not in repr(ada)


def test_the_admin_makes_and_lists_users(client: Client) -> None:
    client.force_login(User.objects.create_superuser("root@example.org", "Root", "a long password"))
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
