"""What a browser complains about: a test fails by it, unless it said before that it is to come."""

from collections import Counter
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response

#: A page that is left gives its running requests up.
GIVEN_UP = "net::ERR_ABORTED"


class Watch:
    """Collects console messages, errors of scripts, failed requests and refusals of all pages.

    A violation of the content policy is a console message too: the browser says it aloud.
    """

    def __init__(self) -> None:
        self.problems: list[str] = []
        #: Answers by status, of those that tell of a refusal.
        self.refusals: Counter[int] = Counter()
        self._expected: set[int] = set()
        self._allowed: set[int] = set()

    def over(self, context: BrowserContext) -> None:
        """Watch every page of a context."""
        context.on("console", self._console)
        context.on("weberror", lambda error: self.problems.append(f"script: {error.error}"))
        context.on("requestfailed", self._failed)
        context.on("response", self._response)
        context.on("page", self._page)

    def expect(self, *statuses: int) -> None:
        """Say that answers of these statuses are to come; that one has come is asserted at the end."""
        self._expected.update(statuses)

    def allow(self, *statuses: int) -> None:
        """Say that answers of these statuses may come."""
        self._allowed.update(statuses)

    def settle(self) -> None:
        """Fail if there was anything to complain about, or an expected refusal did not come."""
        assert not self.problems, "\n".join(self.problems)
        missing = self._expected - set(self.refusals)
        assert not missing, f"no answer had the status {missing}"

    def _page(self, page: Page) -> None:
        page.on("crash", lambda crashed: self.problems.append(f"crashed: {crashed.url}"))

    def _console(self, message: ConsoleMessage) -> None:
        # The browser remarks on each refusal itself; `_response` is the judge of those.
        if message.type in ("error", "warning") and "the server responded with a status of" not in message.text:
            self.problems.append(f"console: {message.text} ({message.location['url']})")

    def _failed(self, request: Request) -> None:
        if request.failure != GIVEN_UP:
            self.problems.append(f"failed: {request.method} {request.url}: {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status < 400:
            return
        self.refusals[response.status] += 1
        if response.status not in self._expected | self._allowed:
            path = urlsplit(response.url).path
            self.problems.append(f"refused: {response.request.method} {path}: {response.status}")
