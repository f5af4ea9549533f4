"""The person with an account."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from accounts import names


class UserManager(BaseUserManager["User"]):
    """Makes users, and finds them however they write their address."""

    def create_user(self, email: str, name: str, password: str | None = None, **fields: Any) -> "User":
        """Save a new user and return it. Without a password nobody can sign in as it."""
        user = self.model(email=email, name=name, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, name: str, password: str | None = None, **fields: Any) -> "User":
        """Save a new user who may do everything in the admin, and return it."""
        return self.create_user(email, name, password, is_staff=True, is_superuser=True, **fields)

    # Django's stubs type the argument of a user model's natural key as optional.
    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the user with this address, whatever its capitals."""
        return self.get(email=normalized(username or ""))


def normalized(email: str) -> str:
    """Return the address as it is kept: capitals never tell two mailboxes apart in practice."""
    return email.strip().lower()


class User(AbstractBaseUser, PermissionsMixin):
    """Someone with an account: signs in with an address, is called by a name."""

    email = models.EmailField("e-mail address", unique=True)
    name = models.CharField(max_length=names.LONGEST, validators=[names.validate])
    is_active = models.BooleanField("may sign in", default=True)
    is_staff = models.BooleanField("may see the admin", default=False)
    joined = models.DateTimeField(default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        constraints = (
            models.UniqueConstraint(
                Lower("name"), name="user_name_unique", violation_error_message="Somebody else has this name."
            ),
        )

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Bring address and name into the form in which they are compared."""
        super().clean()
        self.email = normalized(self.email)
        self.name = names.tidy(self.name)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the row. Also code that skips clean() must not make a second form of one address."""
        self.email = normalized(self.email)
        self.name = names.tidy(self.name)
        super().save(*args, **kwargs)

    def get_full_name(self) -> str:
        """Return the name that others see."""
        return self.name

    def get_short_name(self) -> str:
        """Return the name that others see."""
        return self.name
