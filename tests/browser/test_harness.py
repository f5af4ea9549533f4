from playwright.sync_api import Page
from tests.browser.moments import *
from tests.browser.watch import Watch
import pytest, time

def test_the_policy_of_what_a_page_may_load_is_in_force_and_seen(page: Page, watch: Watch) -> None:
    page.goto("/")
    assert not watch.problems
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=\"color:red\">red</p>')")
    page.locator("text=red").last.wait_for()
    assert any("style-src" in problem for problem in watch.problems), watch.problems
    watch.problems.clear()

