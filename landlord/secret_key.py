"""The key that signs sessions and links: where it comes from and when it is too weak."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

# The thresholds of Django's own deployment check (security.W009), which only warns.
SHORTEST = 50
FEWEST_DIFFERENT = 5


#: Of other secrets that open something from outside.
SHORTEST_OTHER = 20
FEWEST_DIFFERENT_OTHER = 8


def strong(name: str, secret: str) -> str:
    """Return a secret of the environment, empty for none. Raises ImproperlyConfigured when it could be guessed."""
    if secret and (len(secret) < SHORTEST_OTHER or len(set(secret)) < FEWEST_DIFFERENT_OTHER):
        raise ImproperlyConfigured(f"{name} must have at least {SHORTEST_OTHER} characters, drawn at random.")
    return secret


def checked(key: str, name: str = "SECRET_KEY") -> str:
    """Return the key, or raise ImproperlyConfigured when it could be guessed."""
    if len(key) < SHORTEST or len(set(key)) < FEWEST_DIFFERENT or key.startswith("django-insecure"):
        raise ImproperlyConfigured(
            f"{name} is too weak: it needs at least {SHORTEST} characters drawn at random. "
            'Make one with: python3 -c "import secrets; print(secrets.token_urlsafe(50))"'
        )
    return key


def kept_in(path: Path) -> str:
    """Return the key in this file, which is made once and only its owner may read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        # The web process and the worker may both be first. Only a whole key is ever linked to
        # the name, and the link fails when the other one has been quicker.
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        if not path.exists():
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w") as file:
                file.write(secrets.token_urlsafe(50))
            try:
                os.link(draft, path)
            except FileExistsError:
                pass
            finally:
                draft.unlink()
    except OSError as error:
        raise ImproperlyConfigured(f"The secret key can't be written to {path}: {error.strerror}") from error
    try:
        return checked(path.read_text().strip())
    except OSError as error:
        raise ImproperlyConfigured(f"The secret key can't be read from {path}: {error.strerror}") from error
    except (UnicodeDecodeError, ImproperlyConfigured):
        # Not mended in silence: with another key everybody's sessions end, and guests lose their games.
        raise ImproperlyConfigured(
            f"{path} holds no good secret key. Put the old one back, or delete the file and a new one is "
            "drawn: guests then lose their games, and everybody is signed out."
        ) from None
