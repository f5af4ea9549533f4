"""What the other tests lean on would tell them: the policy is in force, and complaints are heard."""

import pytest
from playwright.sync_api import Page

from tests.browser.barriers import barriers
from tests.browser.fits import assert_nothing_sticks_out
from tests.browser.watch import Watch


def test_the_policy_of_what_a_page_may_load_is_in_force_and_a_breach_is_heard(page: Page, watch: Watch) -> None:
    page.goto("/")
    assert not watch.problems
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p id=red style=color:red>red</p>')")
    assert page.locator("#red").evaluate("element => getComputedStyle(element).color") != "rgb(255, 0, 0)"
    assert [problem for problem in watch.problems if "style-src" in problem]
    watch.problems.clear()


def test_errors_of_scripts_and_failed_requests_are_heard(page: Page, watch: Watch) -> None:
    page.goto("/")
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('by the test'); })")
    with page.expect_response("**/nowhere.js"):
        page.evaluate("fetch('/nowhere.js')")
    page.route("**/gone.js", lambda route: route.abort("connectionrefused"))
    with page.expect_event("requestfailed"):
        page.evaluate("fetch('/gone.js').catch(() => null)")
    told = "\n".join(watch.problems)
    assert "by the test" in told and "GET /nowhere.js: 404" in told and "/gone.js: net::" in told
    watch.problems.clear()


def test_an_expected_refusal_that_does_not_come_is_heard(page: Page, watch: Watch) -> None:
    watch.expect(404)
    page.goto("/")
    with pytest.raises(AssertionError, match="404"):
        watch.settle()
    page.goto("/nowhere/")


def test_static_files_come_compressed_and_under_hashed_names(page: Page) -> None:
    with page.expect_response("**/site.*.css") as sheet:
        page.goto("/")
    headers = sheet.value.all_headers()
    assert "immutable" in headers["cache-control"]
    assert headers["content-encoding"] in ("br", "gzip")


def test_barriers_and_what_sticks_out_are_found(page: Page) -> None:
    page.goto("/")
    assert not barriers(page)
    page.evaluate("document.querySelector('h1').insertAdjacentHTML('afterend', '<input id=bare>')")
    assert "#bare" in barriers(page)
    assert_nothing_sticks_out(page)
    page.evaluate("document.querySelector('#bare').setAttribute('size', '900')")
    with pytest.raises(AssertionError, match="bare"):
        assert_nothing_sticks_out(page)
