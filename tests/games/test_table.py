"""The one write path: who may move, when, what is kept, and that nothing is half done."""

from datetime import timedelta

import pytest
from django.db import DatabaseError

from games import bots, queries, table, tasks
from games.models import AppendOnly, Game, Move
from games.rules import record
from games.rules.chance import commitment
from games.rules.errors import GameOver, IllegalMove, MalformedMove, StaleDecision
from games.rules.landlord import LANDLORD
from games.who import ANYBODY, Who
from tests.games.tables import (
    BUY,
    DECLINE,
    END_TURN,
    RESIGN,
    Opener,
    Played,
    bot_moves_first,
    buy_then_buy_again,
    buy_then_roll_again,
)

pytestmark = pytest.mark.both_databases

BUY_JSON, END_TURN_JSON, RESIGN_JSON = ('{"type":"buy"}', '{"type":"end_turn"}', '{"type":"resign"}')


def types(played: Played) -> list[str]:
    return [LANDLORD.decode_move(move.move).__struct_config__.tag for move in played.game.moves.order_by("number")]


class TestOpening:
    def test_an_open_table_shows_the_commitment_of_a_seed_that_it_keeps(self, opened: Played) -> None:
        assert opened.game.commitment == commitment(opened.secret.server_seed)
        assert opened.game.status == "open" and opened.secret.snapshot == ""

    def test_each_table_has_its_own_seed_and_address(self, db: None) -> None:
        sitters = [table.Sitter("guest", "Guest", Who(guest="g")), table.Sitter("bot", "Bot 1")]
        games = [table.open_table(LANDLORD, sitters, table.Plan(2, {"move_time": 604_800})) for _ in range(3)]
        assert len({game.public_id for game in games}) == len({game.commitment for game in games}) == 3

    @pytest.mark.parametrize("seats", [1, 5])
    def test_a_number_of_seats_that_the_game_has_not_is_refused(self, db: None, seats: int) -> None:
        with pytest.raises(ValueError, match="seats"):
            table.open_table(LANDLORD, [table.Sitter("bot", "Bot")] * seats, table.Plan(seats, {"move_time": 604_800}))
        assert not Game.objects.exists()

    def test_options_that_the_game_has_not_are_refused(self, db: None) -> None:
        with pytest.raises(MalformedMove):
            table.open_table(LANDLORD, [table.Sitter("bot", "Bot")] * 2, table.Plan(2, {"move_time": 59}))
        assert not Game.objects.exists()


class TestStart:
    def test_the_seed_follows_from_the_servers_and_the_clients(self, started: Played) -> None:
        assert started.state.chance.seed == started.seed
        assert started.game.status == "running"

    def test_bots_that_are_first_move_at_the_start(self, tables: Opener) -> None:
        played = tables.start(wish=bot_moves_first)
        assert played.game.move_count > 0 and played.state.asked == 0

    def test_a_game_starts_once(self, started: Played) -> None:
        before = started.rows()
        with pytest.raises(table.WrongTime):
            table.start(started.id, started.who, "other")
        assert started.rows() == before

    def test_nobody_else_starts_it(self, opened: Played) -> None:
        for who in (ANYBODY, Who(guest="other"), Who(user=1)):
            with pytest.raises(table.NotSeated):
                table.start(opened.id, who, "ada")
        assert opened.game.status == "open"

    @pytest.mark.parametrize("seed", ["a b", "ä", "a" * 65, "a|b", "a\n", "a\0"])
    def test_a_client_seed_has_1_to_64_of_its_letters(self, opened: Played, seed: str) -> None:
        with pytest.raises(table.BadClientSeed):
            table.start(opened.id, opened.who, seed)
        assert opened.game.status == "open"

    def test_without_a_client_seed_the_site_draws_one(self, opened: Played) -> None:
        drawn = table.start(opened.id, opened.who, "")
        assert len(drawn) == 16 and opened.game.seats.get(number=0).client_seed == drawn


class TestMove:
    def test_a_move_is_kept_with_its_number_hand_time_and_events(self, started: Played) -> None:
        before = table.now()
        table.play(started.id, started.who, "0", [BUY_JSON])
        move = started.game.moves.get(number=0)
        assert (move.seat, move.move, move.by) == (0, BUY_JSON, "player")
        assert before <= move.at <= table.now()
        assert LANDLORD.decode_events(move.events)[0].__struct_config__.tag == "bought"

    def test_bots_answer_in_the_same_transaction(self, started: Played) -> None:
        table.play(started.id, started.who, "0", [BUY_JSON])
        if started.state.asked == 0 and started.state.decision == "manage":
            table.play(started.id, started.who, started.token, [END_TURN_JSON])
        assert {move.by for move in started.game.moves.all()} == {"player", "bot"}
        assert started.state.asked == 0
        assert started.game.move_count == started.state.moves == started.game.moves.count()

    def test_an_answered_decision_is_stale(self, started: Played) -> None:
        table.play(started.id, started.who, "0", [BUY_JSON])
        before = started.rows()
        with pytest.raises(StaleDecision, match="already answered"):
            table.play(started.id, started.who, "0", [BUY_JSON])
        assert started.rows() == before

    @pytest.mark.parametrize("token", ["", "1", "-1", "x", "٠", "0 ", "00"])
    def test_a_token_that_was_never_given_is_stale(self, started: Played, token: str) -> None:
        with pytest.raises(StaleDecision):
            table.play(started.id, started.who, token, [BUY_JSON])

    def test_who_watches_does_not_move(self, started: Played) -> None:
        before = started.rows()
        for who in (ANYBODY, Who(guest="other"), Who(user=1)):
            with pytest.raises(table.NotSeated):
                table.play(started.id, who, "0", [BUY_JSON])
        assert started.rows() == before

    def test_nobody_enters_a_time_out(self, started: Played) -> None:
        before = started.rows()
        with pytest.raises(IllegalMove, match="clock"):
            table.play(started.id, started.who, "0", ['{"type":"timeout"}'])
        assert started.rows() == before

    def test_there_is_no_move_before_the_start(self, opened: Played) -> None:
        with pytest.raises(table.WrongTime):
            table.play(opened.id, opened.who, "0", [BUY_JSON])

    def test_there_is_no_move_after_the_end(self, started: Played) -> None:
        table.play(started.id, started.who, "0", [RESIGN_JSON])
        with pytest.raises(GameOver):
            table.play(started.id, started.who, "1", [BUY_JSON])

    def test_there_is_no_move_in_no_game(self, db: None) -> None:
        with pytest.raises(table.NoSuchTable):
            table.play("222222222222", ANYBODY, "0", [BUY_JSON])

    def test_a_failure_on_the_way_leaves_everything_as_it_was(
        self, started: Played, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = started.rows()

        def fail(*_: object, **__: object) -> None:
            raise DatabaseError

        # The last thing that a move does.
        monkeypatch.setattr("games.table.locked.news.of_game", fail)
        with pytest.raises(DatabaseError):
            table.play(started.id, started.who, "0", [BUY_JSON])
        monkeypatch.undo()
        assert started.rows() == before

    def test_the_state_is_kept_exactly(self, started: Played) -> None:
        started.play_on(30)
        written = record.decode(queries.record(started.id))
        chance = LANDLORD.decode_state(started.secret.snapshot).chance
        state, _ = LANDLORD.start(["guest", "bot"], chance, written.options)
        for entry in written.moves:
            LANDLORD.apply(state, entry.seat, LANDLORD.decode_move(entry.move))
        assert LANDLORD.encode_state(state).decode() == started.secret.snapshot


class TestEnd:
    def test_the_last_person_leaves_and_the_places_stand(self, started: Played) -> None:
        table.play(started.id, started.who, "0", [RESIGN_JSON])
        game = started.game
        assert game.status == "finished" and game.finished_at is not None and not game.bots_due
        assert game.placings == [[1], [0]]
        assert list(game.seats.order_by("number").values_list("place", flat=True)) == [2, 1]

    def test_its_record_verifies(self, tables: Opener) -> None:
        for seats in (2, 3, 4):
            played = tables.start(seats)
            played.play_on(25)
            played.send(RESIGN)
            assert record.verify(record.decode(queries.record(played.id))) == "ok"


class TestSeveralMovesInOnePress:
    def test_buy_and_end_turn_are_two_entries_of_the_record(self, started: Played) -> None:
        answer = table.play(started.id, started.who, "0", [BUY_JSON, END_TURN_JSON])
        assert types(started)[:2] == ["buy", "end_turn"] and answer == table.Answer(2)

    def test_the_second_is_left_out_when_a_double_rolls_again_and_asks_to_buy(self, tables: Opener) -> None:
        played = tables.start(wish=buy_then_buy_again)
        answer = table.play(played.id, played.who, "0", [BUY_JSON, END_TURN_JSON])
        assert answer.made == 1 and answer.left_out
        assert types(played) == ["buy"] and played.state.decision == "buy"

    def test_the_second_is_left_out_when_a_double_rolls_again_and_asks_to_manage(self, tables: Opener) -> None:
        played = tables.start(wish=buy_then_roll_again)
        answer = table.play(played.id, played.who, "0", [BUY_JSON, END_TURN_JSON])
        assert answer.made == 1 and answer.left_out
        assert types(played) == ["buy"] and played.state.decision == "manage"

    def test_the_second_is_left_out_when_the_rules_refuse_it(self, started: Played) -> None:
        answer = table.play(started.id, started.who, "0", [BUY_JSON, '{"type":"build","square":39}'])
        assert answer.made == 1 and answer.left_out
        assert types(started) == ["buy"]

    def test_it_answers_nobody_elses_decision(self, started: Played) -> None:
        # After declining it is the bot who is asked, for a bid.
        answer = table.play(started.id, started.who, "0", ['{"type":"decline"}', END_TURN_JSON])
        assert answer == table.Answer(1)
        assert [move.by for move in started.game.moves.order_by("number")][:2] == ["player", "bot"]

    def test_none_is_made_when_the_first_is_refused(self, started: Played) -> None:
        before = started.rows()
        with pytest.raises(IllegalMove):
            table.play(started.id, started.who, "0", [END_TURN_JSON, BUY_JSON])
        assert started.rows() == before

    def test_none_is_made_when_one_is_malformed(self, started: Played) -> None:
        before = started.rows()
        with pytest.raises(MalformedMove):
            table.play(started.id, started.who, "0", [BUY_JSON, "{"])
        assert started.rows() == before


class TestBotsBeyondTheBound:
    def test_what_is_left_over_is_made_by_the_worker(self, tables: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 1)
        played = tables.start(seats=4, wish=bot_moves_first)
        assert played.game.bots_due and played.game.move_count == 1
        sweeps = 0
        while played.game.bots_due:
            assert tasks.answer_for_bots() == 1
            sweeps += 1
            assert played.game.move_count == 1 + sweeps
        assert sweeps and played.state.asked == 0
        assert tasks.answer_for_bots() == 0

    def test_the_game_is_the_same_as_without_a_bound(self, tables: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
        whole = tables.start(seats=4, wish=bot_moves_first)
        monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 1)
        split = tables.start(seats=4, wish=bot_moves_first)
        while split.game.bots_due:
            tasks.answer_for_bots()
        assert split.secret.snapshot == whole.secret.snapshot

    def test_a_game_that_is_not_due_is_left_alone(self, started: Played) -> None:
        before = started.rows()
        assert table.answer_for_bots(started.id) is False
        assert started.rows() == before


class TestAppendOnly:
    @pytest.fixture
    def move(self, started: Played) -> Move:
        started.send(DECLINE)
        return started.game.moves.get(number=0)

    def test_an_entry_is_not_changed(self, move: Move) -> None:
        with pytest.raises(AppendOnly):
            move.save()
        with pytest.raises(AppendOnly):
            Move.objects.filter(pk=move.pk).update(move=BUY_JSON)
        with pytest.raises(AppendOnly):
            Move.objects.bulk_update([move], ["move"])

    def test_an_entry_is_not_deleted(self, move: Move) -> None:
        with pytest.raises(AppendOnly):
            move.delete()
        with pytest.raises(AppendOnly):
            Move.objects.filter(pk=move.pk).delete()
        with pytest.raises(AppendOnly):
            move.game.moves.all().delete()

    def test_it_goes_with_the_whole_game(self, move: Move) -> None:
        later = table.now() + timedelta(seconds=1)
        assert table.purge([move.game.public_id], later) == 1
        assert not Move.objects.exists() and not Game.objects.exists()


def test_the_clock_is_the_databases_and_can_be_moved(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    before = table.now()
    assert before.tzinfo is not None and table.now() >= before
    monkeypatch.setattr("games.table.instant.shift", timedelta(days=7))
    assert table.now() - before >= timedelta(days=7)


def test_two_moves_never_have_one_number(started: Played) -> None:
    started.send(BUY, END_TURN)
    numbers = list(started.game.moves.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(started.game.move_count))


def test_bots_are_asked_for_bots_seats_only(started: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    answer = bots.answer

    def noted(rules: object, state: object, seat: int) -> object:
        asked.append(seat)
        return answer(rules, state, seat)  # type: ignore[arg-type]

    monkeypatch.setattr(bots, "answer", noted)
    started.play_on(10)
    assert set(asked) == {1}
