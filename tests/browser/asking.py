"""What a page asks the site, and a page that hears nothing: it asks by the clock that a test moves."""

from playwright.sync_api import Page

#: As one beside many others of the same browser: all places for streams are taken by other pages.
NO_PLACE = """
Object.defineProperty(navigator, 'locks', {
  value: { request: (name, options, use) => Promise.resolve(use(null)) },
});
"""


def only_asks(page: Page) -> None:
    """Have the page opened next find no place for a stream."""
    page.add_init_script(NO_PLACE)


def asked_by(page: Page) -> list[str]:
    """Collect the addresses that a page asks for from now on, but its icon: browsers fetch that whenever they like."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/static/icon." not in request.url else None)
    return asked
