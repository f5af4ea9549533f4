"""How many streams may be open, and how often one may open some: counted in this process, which holds them all."""

import time
from collections import Counter

from django.conf import settings

WINDOW = 60


class TooMany(Exception):
    """A limit is reached: `code` as the API calls it, and after how many seconds to try again."""

    def __init__(self, code: str, sentence: str, wait: int) -> None:
        super().__init__(sentence)
        self.code, self.wait = code, wait


class Limits:
    """Counts streams by who opened them: a person, or for anybody else a network address."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()
        self._tried: Counter[str] = Counter()
        self._window = 0
        self.streams = 0

    def take(self, payer: str, *, person: bool) -> None:
        """Count one more. Raises TooMany, nothing being counted but the try."""
        window, gone = divmod(int(time.time()), WINDOW)
        if window != self._window:
            self._window = window
            self._tried.clear()
        self._tried[payer] += 1
        if self._tried[payer] > settings.API_READS_PER_MINUTE:
            raise TooMany("throttled", "Streams are opened too often. Please wait a moment.", WINDOW - gone)
        if self.streams >= settings.STREAMS_AT_ONCE:
            raise TooMany("no_stream", "All streams are taken. Ask for the events instead, or try again later.", 30)
        most = settings.STREAMS_PER_PERSON if person else settings.STREAMS_PER_ADDRESS
        if self._open[payer] >= most:
            whose = "You have" if person else "Your network has"
            raise TooMany("limit_reached", f"{whose} {most} streams open, which is the most at once.", 30)
        self._open[payer] += 1
        self.streams += 1

    def give_back(self, payer: str) -> None:
        """Count one less."""
        self.streams -= 1
        self._open[payer] -= 1
        if not self._open[payer]:
            del self._open[payer]
