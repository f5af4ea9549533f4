"""How requests are read."""

import re
from collections.abc import Callable, Iterable
from typing import Any

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]

_BOUNDARY = re.compile(r';\s*boundary="?([^";]*)', re.IGNORECASE)


def only_utf8(application: Application) -> Application:
    """Have an application read addresses and forms as UTF-8, whatever the request says that it is written in.

    Every page here is UTF-8, so browsers send nothing else. Of what may be named instead some make letters that
    no database keeps (UTF-7 half a surrogate), and at others (`zlib`) Django fails before it has a request to
    refuse: so this stands before it.
    """

    def answer(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        if "CONTENT_TYPE" in environ:
            environ["CONTENT_TYPE"] = without_charset(environ["CONTENT_TYPE"])
        return application(environ, start)

    return answer


def without_charset(content_type: str) -> str:
    """Give a content type without its charset, and without parameters that name one of their own (`name*=`)."""
    kind, more, parameters = content_type.partition(";")
    if not more or not ("*" in parameters or "charset" in parameters.lower()):
        return content_type
    boundary = _BOUNDARY.search(f";{parameters}")
    return f"{kind}; boundary={boundary[1]}" if boundary else kind
