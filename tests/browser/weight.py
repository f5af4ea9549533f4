"""What a page weighs: the bytes that come over the wire for it, compressed, with headers."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from playwright.sync_api import Page

#: What a browser with tabs fetches besides, and one without does not.
FETCH_ICON = "fetch(document.querySelector('link[rel=icon]').href).then(answer => answer.text())"


#: Bytes of a table page with all that it needs, first visit and later ones; other pages have no limit.
FIRST, LATER = 100_000, 35_000


@dataclass(frozen=True)
class Piece:
    """An answer, and its bytes on the wire; none if the browser had it already."""

    path: str
    bytes: int


def weigh(page: Page, path: str) -> list[Piece]:
    """Load a page with all that belongs to it, and give what came over the wire, the heaviest first."""
    wire = page.context.new_cdp_session(page)
    paths: dict[str, str] = {}
    pieces: list[Piece] = []
    wire.on("Network.requestWillBeSent", lambda e: paths.update({e["requestId"]: urlsplit(e["request"]["url"]).path}))
    wire.on(
        "Network.loadingFinished",
        lambda e: pieces.append(Piece(paths[e["requestId"]], int(e["encodedDataLength"]))),
    )
    wire.send("Network.enable")
    page.goto(path, wait_until="networkidle")
    page.evaluate(FETCH_ICON)
    wire.detach()
    return sorted(pieces, key=lambda piece: -piece.bytes)


def total(pieces: list[Piece]) -> int:
    return sum(piece.bytes for piece in pieces)


def told(pieces: list[Piece]) -> str:
    lines = [f"{piece.bytes:8,}  {piece.path}" for piece in pieces]
    return "\n".join([*lines, f"{total(pieces):8,}  in all"])
