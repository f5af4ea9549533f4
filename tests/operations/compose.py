"""docker-compose.yml as Docker reads it, with its merges and variables."""

import re
from collections.abc import Mapping
from typing import Any, cast

import yaml

from tests.landlord.server import ROOT

VARIABLE = re.compile(r"\$\{([A-Z_]+)(:?-)([^}]*)\}")


def compose(environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Read the file, with variables from this environment, else their defaults."""
    given = environment or {}

    def value(found: re.Match[str]) -> str:
        name, sign, default = found.groups()
        if name not in given or (sign == ":-" and not given[name]):
            return default
        return given[name]

    return cast(dict[str, Any], yaml.safe_load(VARIABLE.sub(value, text())))


def text() -> str:
    """The file without its comments."""
    lines = (ROOT / "docker-compose.yml").read_text().splitlines()
    return "\n".join(line for line in lines if not line.lstrip().startswith("#"))


def variables() -> set[str]:
    """The names that the file takes from the environment."""
    return {name for name, _, _ in VARIABLE.findall(text())}


def ours(services: dict[str, Any]) -> dict[str, Any]:
    """The services that run Landlord itself."""
    return {name: service for name, service in services.items() if "build" in service}
