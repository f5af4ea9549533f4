"""A page that hears nothing, as one beside many others of the same browser: it asks, by the clock that a test moves."""

from playwright.sync_api import Page

#: All places for streams are taken by other pages.
NO_PLACE = """
Object.defineProperty(navigator, 'locks', {
  value: { request: (name, options, use) => Promise.resolve(use(null)) },
});
"""


def only_asks(page: Page) -> None:
    """Have the page opened next find no place for a stream."""
    page.add_init_script(NO_PLACE)
