"""The board, the strip, the deeds, the chart and the pages around them."""

import re
from itertools import combinations, pairwise
from math import dist
from xml.etree.ElementTree import Element

import pytest
from django.template.loader import render_to_string

from games.models import Game, Seat
from games.present import deeds, home, overlay, replay, room, sheet, strip, worth
from games.present import table as present
from games.present.cast import Cast
from games.present.clocks import Hours
from games.present.geometry import on_road, place, pushed_apart, trail, way
from games.present.sentences import Teller
from games.queries import TableReading
from games.rules.deedland import DEEDLAND
from games.rules.landlord import LANDLORD
from games.rules.property import events
from games.rules.property.deeds import net_worth
from games.rules.property.engine import PropertyGame
from games.who import Who
from tests.pages.page_tree import by_id, parse, text, with_class
from tests.pages.readings import AT, Table, tables

RULES, BOARD = LANDLORD.rules, LANDLORD.rules.board
PIECES = {
    "live-meta", "overlay", "strip", "clocks", "ask", "next", "together", "picture", "since", "more", "standing",
    "players", "log", "deeds", "offer"
}  # fmt: skip


def late(number: int, least: int = 120) -> Table:
    """Give a table in the middle of a game, or at its end if that comes first."""
    for table in tables(range(number, number + 1)):
        if table.state.moves >= least:
            break
    return table


def ended(number: int) -> Table:
    *_, table = tables(range(number, number + 1), most=20_000)
    assert table.random.over
    return table


def rendered(template: str, context: dict[str, object]) -> Element:
    return parse(render_to_string(template, context).encode())


def ids(tree: Element) -> list[str]:
    return [e.get("id", "") for e in tree.iter() if e.get("id")]


# --- where things lie ---


def test_the_squares_go_round_the_sheet_without_gap_or_overlap() -> None:
    area = sum(place(p).square.w * place(p).square.h for p in range(40))
    assert area == 1040**2 - 756**2
    corners = {(place(p).square.x, place(p).square.y) for p in range(40)}
    assert len(corners) == 40


def test_a_pawn_stands_on_the_road_before_its_square() -> None:
    for p in range(40):
        x, y = on_road(way(p))
        box = place(p).square
        if place(p).side in ("top", "bottom"):
            assert x == box.middle[0] and y in (165, 875)
        elif place(p).side != "corner":
            assert y == box.middle[1] and x in (165, 875)


@pytest.mark.parametrize(
    "wanted",
    [
        [way(5)] * 4,
        [way(0)] * 4,
        [way(39), way(0), way(1), way(0)],
        [way(19), way(20)],
        [way(9), way(10), way(10), way(11)],
        [7],
        [],
    ],
)
def test_pawns_never_cover_each_other(wanted: list[int]) -> None:
    spots = [on_road(d) for d in pushed_apart(wanted)]
    # The widest marks reach 20 from their middle along the road.
    assert all(dist(a, b) >= 40 for a, b in combinations(spots, 2))


def test_the_trail_follows_the_road_round_the_corners() -> None:
    assert trail(16, 24, True).startswith(f"M875 {on_road(way(16))[1]}L875 875L")
    assert trail(36, 33, False).count("L") == 1
    assert trail(38, 2, True) == f"M165 {on_road(way(38))[1]}L165 165L{on_road(way(2))[0]} 165"


# --- the board ---


def test_the_sheet_names_every_square_with_its_figure() -> None:
    drawn = str(sheet.sheet(RULES))
    tree = parse(drawn.encode())
    words = [text(e) for e in tree.iter("text")]
    joined = " ".join(words)
    for square in BOARD.squares:
        assert square.name.split()[-1] in joined
        if square.price or square.tax:
            assert str(square.price or square.tax) in words
    assert "style=" not in drawn and tree.get("aria-hidden") == "true"


def test_the_sheet_is_made_once() -> None:
    assert sheet.sheet(RULES) is sheet.sheet(RULES)


def test_everything_on_the_board_is_said_to_screen_readers() -> None:
    table = late(1)
    state, cast = table.state, Cast([s.name for s in table.seats], 0)
    view = LANDLORD.view(state, 0)
    tree = parse(str(overlay.overlay(RULES, view, Teller(RULES, cast), overlay.Recent())).encode())
    links = list(tree.iter("a"))
    assert [a.get("href") for a in links] == [f"#sq-{p}" for p in range(40)]
    for p, link in enumerate(links):
        label = link.get("aria-label", "")
        assert label.startswith(f"{p}, {BOARD.squares[p].name}")
        assert ("mortgaged" in label) == state.mortgaged[p]
        assert ("hotel" in label) == (state.houses[p] == 5)
        assert ("house" in label.replace("Lighthouse", "").replace("Customs House", "")) == (0 < state.houses[p] < 5)
        assert (f"for sale at {BOARD.price[p]}" in label) == (state.owner[p] < 0 and BOARD.price[p] > 0)
        here = [s for s in state.seats_in() if state.position[s] == p]
        assert len(re.findall(r"\b(?:is|are) here", label)) == len(here)


def test_owners_buildings_and_pawns_are_drawn() -> None:
    for number in range(6):
        table = late(number, 160)
        state = table.state
        view = LANDLORD.view(state, None)
        cast = Cast([s.name for s in table.seats], None)
        tree = parse(str(overlay.overlay(RULES, view, Teller(RULES, cast), overlay.Recent())).encode())
        strips = [e for e in tree.iter("path") if re.fullmatch(r"o\d", e.get("class", ""))]
        assert len(strips) == sum(o >= 0 for o in state.owner)
        assert len(list(with_class(tree, "pw"))) == len(state.seats_in())
        hatched = [e for e in tree.iter("path") if e.get("fill") == "url(#hx)"]
        assert len(hatched) == sum(state.mortgaged)
        numbers = sorted(text(e) for g in with_class(tree, "c") for e in with_class(g, "hn"))
        assert numbers == sorted("H" if h == 5 else str(h) for h in state.houses if h)
        assert not list(with_class(tree, "ask")) and not list(with_class(tree, "halo"))


def test_the_accent_is_for_the_one_who_is_asked() -> None:
    for table in tables(range(1)):
        if table.state.decision == "buy":
            break
    for seat in range(len(table.seats)):
        shown = present.context(table.seen_by(seat))["overlay"]
        assert ('class="ask"' in shown) == ('class="halo"' in shown) == (seat == table.state.asked)


def test_the_last_roll_way_and_card_are_found() -> None:
    roll, moved = events.Rolled(0, 1, 2, False), events.Moved(0, 0, 3, "roll")
    drew = events.Drew(1, "F1", False)
    assert overlay.recent([drew, roll, moved]) == overlay.Recent(roll, moved, drew)
    assert overlay.recent([roll, moved, roll]) == overlay.Recent(roll, None, None)


def test_the_strip_shows_the_squares_around_the_readers_pawn() -> None:
    table = late(1)
    seat = table.state.seats_in()[0]
    cards = strip.strip(RULES, LANDLORD.view(table.state, seat), Cast([s.name for s in table.seats], seat))
    assert [c.position for c in cards if c.here] == [table.state.position[seat]]
    assert cards[0].position == (table.state.position[seat] - 1) % 40


def test_a_deed_says_every_figure() -> None:
    for square in BOARD.squares:
        deed = deeds.deed(RULES, square)
        figures = [figure for column in deed.columns for _, figure in column]
        if square.kind == "street":
            bare = square.rents[0]
            expected = [square.price, bare, 2 * bare, *square.rents[1:], square.house_cost, square.house_cost // 2]
            assert figures == [str(n) for n in (*expected, square.mortgage, square.lifting)]
        elif square.price:
            assert figures[0] == str(square.price) and figures[-2:] == [str(square.mortgage), str(square.lifting)]
            assert len(figures) == 3 + len(square.rents)
        else:
            assert deed.text and not figures
        assert len(deed.cards) == (12 if square.kind == "card" else 0)


def test_exactly_one_deed_is_open_and_says_whose_it_is() -> None:
    table = late(1)
    view, cast = LANDLORD.view(table.state, 0), Cast([s.name for s in table.seats], 0)
    tree = parse(f"<div>{deeds.deeds(RULES, view, cast, 24)}</div>".encode())
    assert [e.get("id") for e in with_class(tree, "open")] == ["sq-24"]
    for p in BOARD.deeds:
        (now,) = with_class(by_id(tree, f"sq-{p}"), "now")
        owner = table.state.owner[p]
        assert text(now).startswith("Nobody owns it" if owner < 0 else "Yours" if owner == 0 else "Owned by Bot")


# --- net worth ---


def test_net_worth_added_up_from_events_is_that_of_the_rules() -> None:
    for number in range(9):
        table, checked = Table(number), 0
        while not table.random.over and checked < 500:
            table.step()
            checked += 1
            if checked % 25 == 0 or table.random.over:
                courses = worth.courses(RULES, len(table.seats), (told.events for told in table.log))
                last = [course[-1] for course in courses]
                assert last == [net_worth(BOARD, table.state, s) for s in range(len(last))]
                assert len(courses[0]) == len(table.log)


# --- pages ---


@pytest.mark.parametrize("number", range(6))
def test_the_table_page_is_whole_at_any_time_and_for_anybody(number: int) -> None:
    for i, table in enumerate(tables(range(number, number + 1))):
        if i % 97 and not table.random.over:
            continue
        for reader in (None, 0):
            reading = table.seen_by(reader)
            context = {**present.context(reading), "game": reading.game, "notice": "", "etag": '"x"'}
            tree = rendered("games/table.html", context)
            found = ids(tree)
            assert len(found) == len(set(found))
            assert set(found) >= PIECES
            live = parse(f"<div>{render_to_string('games/_live.html', context)}</div>".encode())
            assert {e.get("id") for e in live} == PIECES
            assert len(list(tree.iter("h1"))) == 1
            shown = render_to_string("games/table.html", context)
            assert "Ada &lt;b&gt;" in shown and "Ada <b>" not in shown
            assert "style=" not in shown and "<script>" not in shown and "onclick" not in shown


def test_the_result_shows_places_worths_and_every_seed() -> None:
    table = ended(1)
    reading = table.seen_by(0)
    tree = rendered("games/table.html", {**present.context(reading), "game": reading.game})
    shown = text(by_id(tree, "ask"))
    for secret in ("c0" * 32, "5e" * 32, "ed" * 32):
        assert secret in shown
    (places,) = with_class(tree, "places")
    rows = [[text(cell) for cell in row] for row in places.find("tbody") or []]
    assert [int(row[0]) for row in rows] == list(range(1, len(table.seats) + 1))
    final = {row[1].removesuffix(" (you)"): int(row[3]) for row in rows}
    for seat in table.seats:
        assert final[seat.name] == net_worth(BOARD, table.state, seat.number)
    links = [a.get("href", "") for a in by_id(tree, "ask").iter("a")]
    assert any(link.endswith("record.json") for link in links)
    assert any(link.endswith("replay/") for link in links)


@pytest.mark.parametrize("reader", [None, 0])
def test_the_waiting_room_shows_the_commitment_and_asks_the_seated_for_a_seed(reader: int | None) -> None:
    game = Game(
        public_id="bcdfghjkmnpq",
        commitment="c0" * 32,
        status=Game.Status.OPEN,
        ruleset=LANDLORD.key,
        rules_version=LANDLORD.version,
        options={"move_time": 604_800},
        created_at=AT,
    )
    seats = [Seat(number=0, kind="guest", name="Guest"), Seat(number=1, kind="bot", name="Bot 1")]
    reading = TableReading(game, seats, LANDLORD, reader, now=AT)
    waiting = {"room": room.room(reading, Hours(AT), [])}
    tree = rendered("games/table.html", {**waiting, **present.context(reading), "game": game})
    assert "c0" * 32 in text(tree)
    fields = [i for i in tree.iter("input") if i.get("name") == "client_seed"]
    assert len(fields) == (0 if reader is None else 1)


def test_the_replay_steps_from_the_start_to_the_end() -> None:
    table = late(1, 60)
    reading = table.replayed()
    context = {**replay.context(reading), "game": reading.game}
    tree = rendered("games/replay.html", context)
    assert len(ids(tree)) == len(set(ids(tree)))
    steps = {a.get("rel"): a.get("href") for a in tree.iter("a") if a.get("data-key")}
    assert steps == {"first": "?move=start", "prev": f"?move={reading.number - 1}"}
    start = type(reading)(**{**vars(reading), "number": -1})
    tree = rendered("games/replay.html", {**replay.context(start), "game": reading.game})
    steps = {a.get("rel"): a.get("href") for a in tree.iter("a") if a.get("data-key")}
    assert steps == {"next": "?move=0", "last": f"?move={reading.number}"}


def test_the_chart_names_everybody_with_the_final_worth() -> None:
    table = ended(1)
    drawn = replay.context(table.replayed())["chart"]
    tree = parse(str(drawn).encode())
    for seat in table.seats:
        assert f"{seat.name} {net_worth(BOARD, table.state, seat.number)}" in tree.get("aria-label", "")
    # Names stand a line apart, whoever is worth as much as another.
    heights = sorted(float(e.get("y", "0")) for e in with_class(tree, "lb"))
    assert all(b - a > 14 for a, b in pairwise(heights))


@pytest.mark.parametrize("game", [LANDLORD, DEEDLAND], ids=lambda game: game.key)
def test_the_key_to_the_board_tells_every_set_by_letters_and_pattern(game: PropertyGame) -> None:
    context = home.context(Who(), [], None, game)
    assert [(g.letters, g.name) for g, _ in context["key"]] == [(s.name[:2], s.name) for s in game.rules.board.sets]
    named = [name for _, name in context["symbols"]]
    assert named[:2] == [f"{g.name} ({g.letters})" for g in game.rules.board.other_groups]
    assert named[2:-1] == [f"{deck.name}, a card" for deck in game.rules.decks]
    assert len({pattern for _, pattern in context["key"]}) == len(BOARD.sets)
    assert len({g.letters for g, _ in context["key"]}) == len(BOARD.sets)


@pytest.mark.parametrize("name", ["400", "403", "404", "429", "500", "403_csrf"])
def test_an_error_page_renders_with_nothing_given(name: str) -> None:
    tree = rendered(f"{name}.html", {})
    (heading,) = tree.iter("h1")
    assert len(text(heading)) > 5 and text(next(with_class(tree, "lead"))).endswith((".", "cookies."))


def test_the_log_numbers_moves_as_the_record_does() -> None:
    table = late(1, 60)
    shown = present.context(table.seen_by(0))
    assert shown["log"][0].number == table.state.moves - 1 == shown["last"]
    assert table.log[-1].at == AT


def test_the_log_has_the_newest_move_first_and_what_came_of_a_move_in_its_order() -> None:
    table = late(1, 60)
    shown = present.context(table.seen_by(0))
    tree = rendered("games/table.html", {**shown, "game": table.game})
    listed = [(int(e.get("data-n", "")), text(e)) for e in by_id(tree, "log-list")]
    assert [number for number, _ in listed] == sorted((number for number, _ in listed), reverse=True)
    teller = Teller(RULES, Cast([seat.name for seat in table.seats], 0))
    for told in table.log[-40:]:
        lines = [line.text for line in teller.tell(told.events)]
        found = [said for number, said in listed if number == told.number]
        assert len(found) == len(lines)
        # Its number stands before the first.
        assert [said.removeprefix(str(told.number)).strip() for said in found[:1]] + found[1:] == lines
