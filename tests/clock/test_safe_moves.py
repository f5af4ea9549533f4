"""A game whose clock moves for who misses a deadline: safe moves, runs in a debt, its rest, and no clock at all."""

import json
from datetime import timedelta

import pytest

from games import checking, queries, table
from games.models import Game, Move, Notice, Seat
from games.rules.deedland import DEEDLAND
from games.rules.errors import IllegalMove, MalformedMove, StaleDecision
from games.rules.landlord import LANDLORD
from games.rules.property.hands import RESTS_AFTER
from games.rules.property.state import Debt, State
from games.table import BadChoice, Full, NotSeated, TooLate, WrongTime
from tests.clock.hosted import Hosted
from tests.clock.tables import DECLINE, END_TURN, PASS, REFUSE, ROLL, Tables, offer
from tests.clock.virtual import DAY, MS, SECOND, WEEK, VirtualClock

pytestmark = pytest.mark.both_databases

TIME = timedelta(seconds=30)


@pytest.fixture
def hosted(clock: VirtualClock, monkeypatch: pytest.MonkeyPatch) -> Hosted:
    return Hosted(monkeypatch)


def managing(state: State) -> None:
    """Seat 0 is at `manage` with something to build on, so that the site does not end the turn."""
    for square in (1, 3):
        state.owner[square] = 0
    state.turn, state.again = 0, False
    state.ask("manage", 0)


class TestSafeMoves:
    def test_the_first_wait_is_as_long_as_every_other(self, hosted: Hosted, clock: VirtualClock) -> None:
        game = hosted.start()
        assert (game.asked.number, game.asked.asked, game.due) == (0, "roll", clock.now + TIME)

    def test_a_missed_roll_is_rolled_and_the_player_stays_in(self, hosted: Hosted, clock: VirtualClock) -> None:
        game = hosted.start()
        due = game.due
        assert clock.sweep_after(due) == 1
        assert game.entries[0] == (0, "roll", "clock") and not game.seat(0).place
        move = Move.objects.get(game__public_id=game.id, number=0)
        assert (move.at, move.due_at) == (clock.now, due), "made when it is made, not before the deadline"
        assert game.due == clock.now + TIME, "the next wait begins then"
        checking.check(game.id)

    def test_a_move_after_the_deadline_finds_the_safe_move_made(self, hosted: Hosted, clock: VirtualClock) -> None:
        game = hosted.start()
        token = game.token(0)
        clock.go(game.due + MS)
        with pytest.raises(TooLate, match="the clock had moved for you"):
            game.play(0, ROLL, token=token)
        assert [by for _, _, by in game.entries] == ["clock"]

    def test_so_do_a_resignation_and_a_draw_offer(self, hosted: Hosted, clock: VirtualClock) -> None:
        for act, told in ((table.offer_draw, "offer_draw"), (table.resign, "resign")):
            game = hosted.start(3)
            clock.go(game.due + MS)
            act(game.id, game.people[0])
            assert game.entries[:2] == [(0, "roll", "clock"), (0, told, "player")]

    @pytest.mark.parametrize(
        ("edit", "safe"),
        [
            (lambda state: state.ask("buy", 0), "decline"),
            (managing, "end_turn"),
        ],
    )
    def test_at_each_decision_the_clock_makes_its_safe_move(
        self, hosted: Hosted, clock: VirtualClock, edit: object, safe: str
    ) -> None:
        game = hosted.start()
        game.arrange(lambda state: setattr(state, "position", [6, 0]))
        game.arrange(edit)  # type: ignore[arg-type]
        assert clock.sweep_after(game.due) == 1
        assert game.entries[0] == (0, safe, "clock")

    def test_in_a_debt_the_clock_goes_on_until_it_is_paid(self, hosted: Hosted, clock: VirtualClock) -> None:
        game = hosted.start()

        def owing(state: State) -> None:
            state.owner[5] = state.owner[15] = state.owner[25] = 0
            state.cash[0], state.turn = 0, 0
            state.debt = Debt(0, 15_000, None, "tax", None, "go_on")
            state.ask("debt", 0)

        game.arrange(owing)
        due = game.due
        assert clock.sweep_after(due) == 1, "one deadline was missed"
        assert game.entries[:2] == [(0, "mortgage", "clock")] * 2
        assert game.state.debt is None and not game.seat(0).place
        dues = Move.objects.filter(game__public_id=game.id, by="clock").values_list("due_at", flat=True)
        assert set(dues) == {due}

    def test_an_offer_is_refused_and_the_giver_goes_on_with_what_was_left(
        self, hosted: Hosted, clock: VirtualClock
    ) -> None:
        game = hosted.start(move_time=604_800)
        game.arrange(managing)
        clock.go(6 * DAY)
        game.play(0, offer(1, give=[1], get_cash=100))
        assert game.seat(0).left == DAY and game.seat(1).due_at == clock.now + DAY, "a day at most"
        assert clock.sweep_after(game.seat(1).due_at) == 1
        assert game.entries[-1] == (1, "refuse", "clock")
        assert game.due == clock.now + DAY

    @pytest.mark.parametrize("worker", [False, True])
    def test_who_is_bankrupt_by_a_safe_move_is_told_that_and_not_that_he_is_still_in(
        self, hosted: Hosted, clock: VirtualClock, *, worker: bool
    ) -> None:
        game = hosted.start(3)

        def ruined(state: State) -> None:
            state.cash[0] = 0
            for square in DEEDLAND.rules.board.deeds:
                state.owner[square] = 1

        game.arrange(ruined)
        token = game.token(0)
        if worker:
            clock.sweep_after(game.due)
        else:
            clock.go(game.due + MS)
        with pytest.raises(TooLate, match=r"had moved for you\. You are out of the game"):
            game.play(0, ROLL, token=token)
        assert game.seat(0).place == 3


class TestProposals:
    def test_no_end_is_proposed_where_players_agree_on_a_draw_so_none_keeps_anybody_in(self, hosted: Hosted) -> None:
        game = hosted.start(3)
        with pytest.raises(WrongTime, match="offer a draw"):
            game.propose(0, "end")
        game.resign(2)
        assert game.seat(2).place == 3

    def test_a_game_without_a_clock_is_not_paused(self, hosted: Hosted) -> None:
        for game in (hosted.start(move_time=None), hosted.against_bots(1, "easy")):
            with pytest.raises(WrongTime, match="no clock"):
                game.propose(0, "pause", 3)
            assert game.game.paused_until is None


class TestTheClocksRest:
    def test_it_rests_when_nobody_is_there_and_goes_on_with_a_full_move_time(
        self, hosted: Hosted, clock: VirtualClock
    ) -> None:
        game = hosted.start()
        made = 0
        while made < RESTS_AFTER + 20 and Seat.objects.filter(due_at__isnull=False).exists():
            made += clock.sweep_after(game.due)
        assert len(game.entries) >= RESTS_AFTER and {by for _, _, by in game.entries} == {"clock"}
        asked = Seat.objects.get(game__public_id=game.id, since__isnull=False, left__isnull=True)
        assert asked.waited_on and asked.due_at is None
        assert clock.sweep(WEEK) == 0, "however long it takes"
        table.offer_draw(game.id, game.people[1 - asked.number])
        assert game.due == clock.now + TIME and game.asked.number == asked.number
        checking.check(game.id)

    def test_a_game_without_a_clock_has_no_deadlines_and_tells_whose_turn_it_is(
        self, hosted: Hosted, clock: VirtualClock
    ) -> None:
        game = hosted.start(move_time=None)
        assert game.seat(0).waited_on and game.seat(0).due_at is None and not game.seat(1).waited_on
        assert clock.sweep(WEEK) == 0
        game.play(0, ROLL)
        game.arrange(lambda state: state.ask("roll", 1))
        assert not game.seat(0).waited_on and game.seat(1).waited_on
        kinds = Notice.objects.filter(game__public_id=game.id, user=game.people[1].user).values_list("kind", flat=True)
        assert Notice.Kind.TURN in kinds and Notice.Kind.REMINDER not in kinds

    def test_a_giver_without_a_clock_is_asked_again_after_the_offer(self, hosted: Hosted, clock: VirtualClock) -> None:
        game = hosted.start(move_time=None)
        game.arrange(managing)
        game.play(0, offer(1, give=[1], get_cash=100))
        assert game.seat(1).waited_on and not game.seat(0).waited_on
        game.play(1, REFUSE)
        assert game.seat(0).waited_on and not game.seat(1).waited_on


class TestMails:
    def test_in_a_quick_game_who_lets_the_clock_move_again_and_again_is_written_to_no_more(
        self, hosted: Hosted, clock: VirtualClock
    ) -> None:
        game = hosted.start()
        for _ in range(30):
            clock.sweep_after(game.due)
        ada = Notice.objects.filter(game__public_id=game.id, user=game.people[0].user).exclude(kind="started")
        quiet = ada.count()
        for _ in range(8):
            clock.sweep_after(game.due)
        assert 0 < ada.count() == quiet < 10
        assert game.seat(0).clock_moves >= 3
        table.offer_draw(game.id, game.people[0])
        assert game.seat(0).clock_moves == 0


class TestDraws:
    def test_all_agree_and_share_the_first_place(self, hosted: Hosted) -> None:
        game = hosted.start(3)
        table.offer_draw(game.id, game.people[1])
        token = queries.table(game.id, game.people[0]).draw.token  # type: ignore[union-attr]
        table.answer_draw(game.id, game.people[2], token, accept=True)
        assert game.game.status == Game.Status.RUNNING
        table.answer_draw(game.id, game.people[0], token, accept=True)
        assert (game.game.status, game.game.placings) == (Game.Status.FINISHED, [[0, 1, 2]])
        assert game.verdict() == "ok"

    def test_an_answer_to_an_offer_that_is_over_accepts_no_new_one(self, hosted: Hosted) -> None:
        game = hosted.start(3)
        table.offer_draw(game.id, game.people[1])
        token = queries.table(game.id, game.people[0]).draw.token  # type: ignore[union-attr]
        table.answer_draw(game.id, game.people[2], token, accept=False)
        table.offer_draw(game.id, game.people[2])
        for act in (
            lambda: table.answer_draw(game.id, game.people[0], token, accept=True),
            lambda: game.play(0, {"type": "accept_draw"}, token=token),
        ):
            with pytest.raises(StaleDecision):
                act()
        assert [kind for _, kind, _ in game.entries] == ["offer_draw", "refuse_draw", "offer_draw"]

    def test_a_move_that_crosses_a_draw_offer_refuses_nothing_unseen_and_is_told_why(self, hosted: Hosted) -> None:
        game = hosted.start(3)
        token = game.token(0)
        table.offer_draw(game.id, game.people[1])
        with pytest.raises(StaleDecision, match="A draw was offered"):
            game.play(0, ROLL, token=token)
        assert [kind for _, kind, _ in game.entries] == ["offer_draw"]
        game.play(0, ROLL)
        assert queries.table(game.id, game.people[0]).draw is None

    def test_anothers_answer_takes_no_press_away(self, hosted: Hosted) -> None:
        game = hosted.start(3)
        table.offer_draw(game.id, game.people[1])
        shown = game.token(0)
        offer = queries.table(game.id, game.people[0]).draw.token  # type: ignore[union-attr]
        table.answer_draw(game.id, game.people[2], offer, accept=False)
        game.play(0, ROLL, token=shown)
        assert game.entries[-1] == (0, "roll", "player")

    def test_a_bot_answers_at_once(self, hosted: Hosted) -> None:
        game = hosted.against_bots(3, "easy")
        table.offer_draw(game.id, game.people[0])
        assert game.entries[0] == (0, "offer_draw", "player")
        assert game.entries[1][1:] in {("accept_draw", "bot"), ("refuse_draw", "bot")}
        checking.check(game.id)

    def test_a_game_without_draws_has_none(self, tables: Tables) -> None:
        game = tables.start()
        for act in (
            lambda: table.offer_draw(game.id, game.people[0]),
            lambda: table.answer_draw(game.id, game.people[0], "1", accept=True),
        ):
            with pytest.raises(IllegalMove, match="no such move"):
                act()
        assert game.entries == []


class TestTablesOfPeople:
    def test_only_the_host_starts_it_and_only_when_all_are_ready(self, hosted: Hosted) -> None:
        game = hosted.open(3)
        for number in (0, 1):
            table.get_ready(game.id, game.people[number])
        with pytest.raises(WrongTime, match="when all"):
            table.start(game.id, game.people[0])
        table.get_ready(game.id, game.people[2])
        with pytest.raises(NotSeated):
            table.start(game.id, game.people[1])
        table.start(game.id, game.people[0])
        assert (game.game.status, game.game.size) == (Game.Status.RUNNING, 3)
        assert game.game.options == {"move_time": 30, "bots": None}

    def test_a_full_table_waits_for_its_host(self, hosted: Hosted) -> None:
        game = hosted.open(4)
        for who in game.people.values():
            assert not table.get_ready(game.id, who)
        assert game.game.status == Game.Status.OPEN

    def test_one_alone_can_not_start(self, hosted: Hosted) -> None:
        game = hosted.open()
        table.stand_up(game.id, game.people[1])
        table.get_ready(game.id, game.people[0])
        with pytest.raises(WrongTime, match="two players"):
            table.start(game.id, game.people[0])

    def test_a_change_of_the_clock_takes_ready_back_for_all(self, hosted: Hosted) -> None:
        game = hosted.open(2)
        for who in game.people.values():
            table.get_ready(game.id, who)
        table.set_move_time(game.id, game.people[0], 30)
        assert all(game.seat(n).ready for n in (0, 1)), "nothing has changed"
        table.set_move_time(game.id, game.people[0], None)
        assert game.game.options == {"move_time": None, "bots": None}
        assert not any(game.seat(n).ready for n in (0, 1))

    def test_nobody_is_ready_for_another_time_than_was_shown(self, hosted: Hosted) -> None:
        game = hosted.open(2)
        table.set_move_time(game.id, game.people[0], 60)
        with pytest.raises(WrongTime, match="has changed"):
            table.get_ready(game.id, game.people[1], told=30)
        table.get_ready(game.id, game.people[1], told=60)
        table.set_move_time(game.id, game.people[0], None)
        table.get_ready(game.id, game.people[1], told=None)
        table.get_ready(game.id, game.people[1], ready=False, told=60)
        assert not game.seat(1).ready, "not to be ready is always meant"

    def test_only_the_host_changes_it_and_only_within_bounds(self, hosted: Hosted, tables: Tables) -> None:
        game = hosted.open(2)
        with pytest.raises(NotSeated):
            table.set_move_time(game.id, game.people[1], 60)
        with pytest.raises(MalformedMove):
            table.set_move_time(game.id, game.people[0], 45)
        for who in game.people.values():
            table.get_ready(game.id, who)
        table.start(game.id, game.people[0])
        with pytest.raises(WrongTime):
            table.set_move_time(game.id, game.people[0], 60)
        mixed = table.open_table(LANDLORD, [table.Sitter(Seat.Kind.PERSON, "Ada", game.people[0])], _plan())
        with pytest.raises(WrongTime, match="was chosen"):
            table.set_move_time(mixed.public_id, game.people[0], 120)

    def test_who_leaves_frees_the_seat_and_the_host_closes_the_table(self, hosted: Hosted) -> None:
        game = hosted.open(3)
        table.stand_up(game.id, game.people[1])
        assert [(seat.number, seat.name) for seat in game.game.seats.all()] == [(0, "ada"), (1, "cleo")]
        table.cancel(game.id, game.people[0])
        assert game.game.status == Game.Status.CLOSED

    def test_company_that_the_game_does_not_have_is_refused(self, hosted: Hosted) -> None:
        who = table.Sitter(Seat.Kind.PERSON, "Ada")
        for options, fill, sitters in (
            ({"move_time": 30, "bots": "easy"}, False, [who]),
            ({"move_time": 30, "bots": None}, True, [who, *table.bots(1)]),
            ({"move_time": 30, "bots": None}, False, [who, *table.bots(1)]),
        ):
            with pytest.raises(BadChoice):
                table.open_table(DEEDLAND, sitters, table.Plan(2, options, bots_fill=fill))
        assert not Game.objects.exists()


class TestTablesAgainstBots:
    @pytest.mark.parametrize("level", ["easy", "medium", "hard"])
    def test_it_is_played_at_once_without_ready(self, hosted: Hosted, level: str) -> None:
        game = hosted.against_bots(3, level)  # type: ignore[arg-type]
        assert (game.game.status, game.state.strength) == (Game.Status.RUNNING, level)
        assert game.seat(0).waited_on
        game.play(0, ROLL)
        checking.check(game.id)

    def test_with_a_clock_the_first_wait_is_the_move_time(self, hosted: Hosted, clock: VirtualClock) -> None:
        game = hosted.against_bots(1, "easy", move_time=60)
        assert game.due == clock.now + 60 * SECOND

    def test_nobody_else_sits_down_there(self, hosted: Hosted) -> None:
        people = hosted.open().people
        sitter, other = (table.Sitter(Seat.Kind.PERSON, "Ada", people[n]) for n in (0, 1))
        plan = table.Plan(2, {"move_time": None, "bots": "hard"}, bots_fill=True)
        game = table.open_table(DEEDLAND, [sitter], plan)
        with pytest.raises(Full, match="one person"):
            table.sit(game.public_id, other, "")


def test_an_auction_goes_round_until_all_but_one_have_passed(hosted: Hosted, clock: VirtualClock) -> None:
    game = hosted.start(3)
    game.arrange(lambda state: setattr(state, "position", [6, 0, 0]))
    game.arrange(lambda state: state.ask("buy", 0))
    game.play(0, DECLINE)
    order = game.state.order
    assert order[0] == 0 == game.asked.number, "who declined is asked first"
    game.play(0, {"type": "bid", "amount": 100})
    game.play(order[1], {"type": "bid", "amount": 200})
    assert clock.sweep_after(game.due) == 1, "the third lets the deadline pass, and is out of it"
    assert game.asked.number == 0
    game.play(0, {"type": "bid", "amount": 300})
    game.play(order[1], PASS)
    assert game.state.owner[6] == 0
    texts = [json.loads(m.move) for m in Move.objects.filter(game__public_id=game.id).order_by("number")]
    assert {"type": "pass"} in texts and END_TURN not in texts[:6]


def _plan() -> table.Plan:
    return table.Plan(2, {"move_time": 60})
