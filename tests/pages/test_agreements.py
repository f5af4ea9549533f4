"""A pause or an end that all agree to, by the table page: proposing, accepting, refusing, and what is said of it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games import table
from games.models import Game, Proposal
from tests.games.tables import Opener
from tests.pages.page_tree import by_id, parse, text
from tests.pages.people import JSON, People

DAY = timedelta(days=1)
PAUSE: dict[str, Any] = {"kind": "pause", "days": "3"}
END: dict[str, Any] = {"kind": "end"}
THREE = ("Ada", "Bob", "Cid")

Make = Callable[..., People]


def standing(page: str) -> str:
    return text(by_id(parse(page.encode()), "together"))


def form(page: str) -> str:
    return text(by_id(parse(page.encode()), "agree"))


def answers(page: str) -> list[str]:
    """Give where the page's forms that answer a proposal lead to."""
    forms = by_id(parse(page.encode()), "together").iter("form")
    return [found.get("action", "") for found in forms]


def only() -> Proposal:
    return Proposal.objects.get()


class TestProposing:
    def test_a_pause_is_shown_to_all_with_what_it_means_who_has_accepted_and_until_when(self, people: Make) -> None:
        game = people(THREE)
        assert game.post(1, "propose/", **PAUSE).status_code == 303
        for reader, who, verb in ((0, "Bob", "has"), (1, "You", "have"), (None, "Bob", "has")):
            said = standing(game.page(reader))
            assert said.startswith(f"{who} propose{'' if reader == 1 else 's'} a pause of 3 days")
            assert "All clocks stand for so long, and every deadline moves by as much." in said
            assert f"{who} {verb} accepted." in said and "It lapses on " in said
        assert "Still to answer: you and Cid." in standing(game.page(0))

    def test_it_is_answered_by_those_who_have_not_accepted_and_by_nobody_else(self, people: Make) -> None:
        game = people(THREE)
        game.post(1, "propose/", **PAUSE)
        address = game.url(f"proposals/{only().pk}/")
        assert answers(game.page(0)) == answers(game.page(2)) == [address]
        assert answers(game.page(1)) == answers(game.page(None)) == []

    def test_when_all_have_accepted_all_clocks_stand(self, people: Make) -> None:
        game = people(THREE)
        due = game.seat(0).due_at
        assert due is not None
        game.post(1, "propose/", **PAUSE)
        accept = f"proposals/{only().pk}/"
        assert game.post(0, accept, answer="accept").status_code == 303
        assert game.game.paused_until is None and "Still to answer: Cid." in standing(game.page(0))
        assert game.post(2, accept, answer="accept").status_code == 303
        assert only().status == "held" and game.seat(0).due_at == due + 3 * DAY
        page = game.page(1)
        assert "all clocks stand until" in page and not standing(page)

    def test_one_refusal_ends_it(self, people: Make) -> None:
        game = people(THREE)
        game.post(1, "propose/", **PAUSE)
        refused = game.post(0, f"proposals/{only().pk}/", JSON, answer="refuse")
        assert refused.status_code == 200 and refused.json()["ok"]
        assert only().status == "refused" and not standing(game.page(2))
        late = game.post(2, f"proposals/{only().pk}/", answer="accept")
        assert late.status_code == 409 and "That proposal is over" in late.content.decode()

    def test_after_its_day_it_is_gone_from_the_page(self, people: Make) -> None:
        game = people()
        game.post(1, "propose/", **PAUSE)
        assert standing(game.page(0))
        game.later(DAY - timedelta(minutes=1))
        assert standing(game.page(0))
        game.later(timedelta(minutes=2))
        assert not standing(game.page(0))
        assert game.post(0, f"proposals/{only().pk}/", answer="accept").status_code == 409

    def test_once_a_week_and_the_page_says_from_when_again(self, people: Make) -> None:
        game = people(move_time=604_800)
        assert "You can propose it once in seven days." in form(game.page(1))
        game.post(1, "propose/", **PAUSE)
        assert "It has been proposed, and is still to be answered." in form(game.page(1))
        assert game.post(1, "propose/", **PAUSE).status_code == 409
        game.post(0, f"proposals/{only().pk}/", answer="refuse")
        assert "You have proposed it lately. You can again from " in form(game.page(1))
        again = game.post(1, "propose/", **PAUSE)
        assert again.status_code == 429 and "once a week" in again.content.decode()
        assert game.post(1, "propose/", JSON, **PAUSE).json()["status"] == 429
        # Somebody else's week is another.
        assert "Propose a pause" in form(game.page(0))
        game.later(7 * DAY - timedelta(minutes=1))
        assert "You can again from" in form(game.page(1))
        game.move(0, {"type": "buy"})
        game.later(timedelta(minutes=2))
        assert "Propose a pause" in form(game.page(1))
        assert game.post(1, "propose/", **PAUSE).status_code == 303

    def test_an_end_says_the_places_as_things_stand_and_brings_them(self, people: Make) -> None:
        game = people(THREE)
        game.move(0, {"type": "buy"})
        # All have the same net worth: the earlier in the turn order is placed higher.
        order = game.state.order
        names = [THREE[seat] for seat in order]
        page = game.page(None)
        assert game.post(1, "propose/", **END).status_code == 303
        said = standing(game.page(None))
        assert "Bob proposes to end the game as it stands" in said and "It can’t be undone." in said
        assert f"As things stand: {names[0]} (150), {names[1]} (150) and {names[2]} (150)." in said
        for reader in (0, 2):
            game.post(reader, f"proposals/{only().pk}/", answer="accept")
        assert game.game.status == Game.Status.FINISHED and game.game.placings == [[seat] for seat in order]
        page = game.page(order[0])
        for name in names[1:]:
            assert f"{name} left the game as all had agreed, in place" in page
        assert "Out as all agreed" in page

    def test_with_a_bot_in_there_is_no_agreed_end_and_the_page_says_why(self, tables: Opener) -> None:
        played = tables.start()
        page = played.client.get(played.url()).content.decode()
        assert "bots don’t agree to stop" in form(page) and 'value="end"' not in page
        refused = played.client.post(played.url("propose/"), END)
        assert refused.status_code == 409 and "bots don" in refused.content.decode()

    def test_against_bots_alone_a_pause_takes_effect_at_once(self, tables: Opener) -> None:
        played = tables.start(3)
        page = played.client.get(played.url()).content.decode()
        assert "Only bots play against you, so it takes effect at once." in form(page)
        assert played.client.post(played.url("propose/"), PAUSE).status_code == 303
        assert played.game.paused_until is not None

    def test_who_watches_or_is_out_can_propose_nothing(self, people: Make) -> None:
        game = people(THREE)
        table.resign(game.id, game.who(2))
        for reader in (2, None):
            assert "agree" not in {e.get("id") for e in parse(game.page(reader).encode()).iter()}
        assert game.post(2, "propose/", **PAUSE).status_code == 409
        assert game.post(None, "propose/", **PAUSE).status_code == 403
        assert not Proposal.objects.exists()


class TestBadForms:
    @pytest.mark.parametrize(
        "form",
        [
            {},
            {"kind": "pause"},
            {"kind": "pause", "days": ""},
            {"kind": "pause", "days": "0"},
            {"kind": "pause", "days": "15"},
            {"kind": "pause", "days": "1.5"},
            {"kind": "pause", "days": "-1"},
            {"kind": "pause", "days": "9" * 30},
            {"kind": "pause", "days": ["1", "2"]},
            {"kind": "stop"},
            {"kind": "end", "more": "1"},
        ],
    )
    def test_what_is_no_proposal_is_refused_on_the_table_itself(self, people: Make, form: dict[str, Any]) -> None:
        game = people()
        page = game.post(0, "propose/", **form)
        assert page.status_code == 400 and 'role="alert"' in page.content.decode()
        assert not Proposal.objects.exists()

    @pytest.mark.parametrize("form", [{}, {"answer": "yes"}, {"answer": ["accept", "refuse"]}, {"answer": ""}])
    def test_what_is_no_answer_is_refused(self, people: Make, form: dict[str, Any]) -> None:
        game = people()
        game.post(1, "propose/", **PAUSE)
        assert game.post(0, f"proposals/{only().pk}/", **form).status_code == 400
        assert only().status == "open" and only().accepted == [1]

    def test_another_games_proposal_is_not_answered_here(self, people: Make) -> None:
        game, other = people(), people(("Cid", "Dan"))
        other.post(1, "propose/", **PAUSE)
        assert game.post(0, f"proposals/{only().pk}/", answer="accept").status_code == 409
        assert other.post(None, f"proposals/{only().pk}/", answer="refuse").status_code == 403
        assert only().accepted == [1] and only().status == "open"

    def test_numbers_that_no_row_has_are_not_found_or_over(self, people: Make) -> None:
        game = people()
        assert game.post(0, "proposals/999999999/", answer="accept").status_code == 409
        for number in ("0", "01", "x", "9" * 30):
            assert game.post(0, f"proposals/{number}/", answer="accept").status_code == 404

    def test_looking_at_these_addresses_is_refused(self, people: Make) -> None:
        game = people()
        for rest in ("propose/", "proposals/1/", "orders/1/off/", "resign/"):
            assert game.clients[0].get(game.url(rest)).status_code == 405
