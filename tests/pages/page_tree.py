"""Reads a page as a tree, so that tests find things by id and read tables as rows of text."""

from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree.ElementTree import Element, TreeBuilder

VOID = {"meta", "link", "br", "hr", "img", "input", "col", "source", "wbr", "area", "base"}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tree = TreeBuilder()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tree.start(tag, {name: value or "" for name, value in attrs})
        if tag in VOID:
            self.tree.end(tag)
        else:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tree.start(tag, {name: value or "" for name, value in attrs})
        self.tree.end(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
        self.open.pop()
        self.tree.end(tag)

    def handle_data(self, data: str) -> None:
        if self.open:
            self.tree.data(data)


def parse(page: bytes) -> Element:
    """Give a page's tree. Fails on a tag that isn't closed, or not in order."""
    reader = _Reader()
    reader.feed(page.decode())
    reader.close()
    assert not reader.open, reader.open
    return reader.tree.close()


def by_id(tree: Element, name: str) -> Element:
    """Give the one element with an id."""
    found = [e for e in tree.iter() if e.get("id") == name]
    assert len(found) == 1, f"{len(found)} elements with the id {name}"
    return found[0]


def text(element: Element) -> str:
    """Give an element's text, each run of white space as one space."""
    return " ".join("".join(element.itertext()).split())


def rows(table: Element) -> list[list[str]]:
    """Give the rows of a table's body, each cell as text."""
    body = table.find("tbody")
    assert body is not None
    return [[text(cell) for cell in row] for row in body]


def codes(element: Element) -> list[str]:
    """Give all that is set as code within an element."""
    return [text(e) for e in element.iter("code")]


def with_class(tree: Element, name: str) -> Iterator[Element]:
    """Give all elements of a class, in order."""
    return (e for e in tree.iter() if name in e.get("class", "").split())
