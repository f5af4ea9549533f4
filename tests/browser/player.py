"""Somebody who plays by pressing what the panel offers, and presses nothing that isn't offered."""

import re

from playwright.sync_api import Locator, Page, expect

#: What is pressed when it is offered, the first thing first: all is bought and built on, so that the
#: money runs out and the game ends, one way or the other.
LIKES = (
    "Build ",
    "Accept",
    "Buy and end turn",
    "Buy for ",
    "Try for a double",
    r"Bid \d",
    "Bid this",
    "End turn",
    "Decline",
    "Sell ",
    "Mortgage: ",
    "Pass",
)


class Player:
    """Plays at the table on a page. With `touch` buttons are tapped, else clicked."""

    def __init__(self, page: Page, *, touch: bool = False) -> None:
        self.page = page
        self.pressed: list[str] = []
        self._touch = touch
        self._buttons = page.locator("#ask button, #more .hold button")

    @property
    def last(self) -> int:
        """The number of the last move that the page knows of."""
        return int(self.page.locator("#live-meta").get_attribute("data-last") or "")

    @property
    def over(self) -> bool:
        return self.page.locator("#ask.result").count() == 1

    def press(self, button: Locator, moves: int = 1) -> None:
        """Press a button, and wait until the table has gone on by so many moves at least."""
        last = self.last
        opens = button.locator("xpath=ancestor::details[not(@open)]/summary")
        for summary in opens.all():
            self._act_on(summary)
        self._act_on(button)
        # A number below is still there: the page shows the moves up to it alone.
        stale = "".join(f':not([data-last="{n}"])' for n in range(last, last + moves))
        self.page.locator(f"#live-meta{stale}").wait_for(state="attached")

    def decide(self) -> str:
        """Answer one decision by one press, and give what was pressed."""
        labels = [text.split("\n")[0] for text in self._buttons.all_inner_texts()]
        refuse = len(self.pressed) % 2
        for liked in LIKES:
            found = [n for n, label in enumerate(labels) if re.match(liked, label)]
            if not found:
                continue
            chosen = found[0]
            if liked == "Accept" and refuse:
                chosen = next(n for n, label in enumerate(labels) if label == "Refuse")
            elif liked == r"Bid \d":
                # The most that is proposed, and now and then an amount of one's own.
                chosen = found[-1]
                if refuse:
                    self.page.get_by_label("Your bid").fill(re.findall(r"\d+", labels[chosen])[0])
                    chosen = labels.index("Bid this")
            self.press(self._buttons.nth(chosen))
            self.pressed.append(labels[chosen])
            return labels[chosen]
        raise AssertionError(f"nothing to press among {labels}")

    def play(self, most: int) -> None:
        """Play until the game is over, or so many decisions are made."""
        for _decision in range(most):
            if self.over:
                return
            self.decide()

    def resign(self) -> None:
        """Leave the game, by the steps that it takes."""
        button = self.page.locator("#resign button")
        expect(button).not_to_be_visible()
        self._act_on(self.page.locator("#resign summary"))
        self._act_on(self.page.get_by_label("Yes, I leave this game for good"))
        self.press(button)

    def _act_on(self, thing: Locator) -> None:
        if self._touch:
            thing.tap()
        else:
            thing.click()
