"""Whether a page fits its window."""

from playwright.sync_api import Page

#: The elements that reach beyond the window, where the page scrolls sideways for them.
STICKING_OUT = """() => {
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide && window.innerWidth <= screen.width) return [];
  return [...document.body.querySelectorAll("*")]
    .filter((element) => element.getBoundingClientRect().right > wide + 0.5)
    .map((element) => `${element.tagName} ${element.id} ${element.className} ${element.textContent.slice(0, 40)}`)
    .slice(0, 5)
    .concat(`${document.documentElement.scrollWidth} of ${wide}, ${window.innerWidth} of ${screen.width}`);
}"""


def assert_nothing_sticks_out(page: Page) -> None:
    """Fail if the page can be scrolled sideways, or a phone had to shrink it."""
    sticking = page.evaluate(STICKING_OUT)
    assert not sticking, f"{page.url}: {sticking}"
