"""Whether a server can be had at an address, and if not, why, in plain words."""

import errno
import socket


def reason_against(host: str, port: int) -> str | None:
    """Return why nothing can be served at this address, or None when it is free."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        return f"HOST is {host}, and this machine knows no such name."
    taken = (
        f"Port {port} is taken: another program, perhaps a Landlord that still runs, answers there. "
        f"Stop it, or choose another port, such as: PORT={port + 1 if port < 65535 else 8000} script/server"
    )
    with socket.socket(family, kind) as listener:
        # As the web server does: a connection that has just ended doesn't hold the port.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(address)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return taken
            if error.errno == errno.EACCES:
                return f"Port {port} is only for the administrator. Choose one above 1023, such as PORT=8000."
            return f"Nothing can be served at {host}, port {port}: {error.strerror}."
    # Some systems let two programs share a port when one listens on all addresses. Asked only now, when the
    # address is known to be this machine's: another one may well answer at its own.
    with socket.socket(family, kind) as caller:
        caller.settimeout(1)
        if caller.connect_ex((reachable(host), *address[1:])) == 0:
            return taken
    return None


def this_or_another(host: str, port: int) -> int:
    """Give this port if a server can be had there, else one that is free."""
    if reason_against(host, port) is None:
        return port
    family, kind, _, _, address = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind) as listener:
        listener.bind(address)
        free: int = listener.getsockname()[1]
    return free


def reachable(host: str) -> str:
    """Return the address at which this machine itself reaches a server on that host."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)  # noqa: S104


def address(host: str, port: int) -> str:
    """Return what a person types into the browser of this machine."""
    name = "localhost" if host in ("0.0.0.0", "::", "") else host  # noqa: S104
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"
