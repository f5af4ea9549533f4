"""Damages to what a run has left, each with the finding that the checker must come to: statements of SQL."""

#: Moves of players, each the last of its game; and one. An answer to any single one may have got lost on its way.
LASTS = """
    SELECT m.id FROM games_move m JOIN games_game g ON g.id = m.game_id
    WHERE m.by = 'player' AND m.number = g.move_count - 1 AND m.move NOT LIKE '%resign%' ORDER BY m.id
"""
LAST = f"{LASTS} LIMIT 1"
TIME_OUT = "SELECT id FROM games_move WHERE by = 'clock' ORDER BY id LIMIT 1"
SENT = "SELECT id FROM games_notice WHERE status = 'sent' ORDER BY id LIMIT 1"
FIVE = "interval '5 seconds'"
OF_NOTICE = "game_id, user_id, seat, kind, wait, created_at, send_at, status, attempts, why"

DAMAGES: dict[str, tuple[str, ...]] = {
    "an acknowledged move is lost": (
        f"CREATE TEMP TABLE last AS SELECT id, game_id FROM games_move WHERE id IN ({LASTS})",
        "DELETE FROM games_move WHERE id IN (SELECT id FROM last)",
        "UPDATE games_game SET move_count = move_count - 1 WHERE id IN (SELECT game_id FROM last)",
    ),
    "a move that nobody made": (
        """
        INSERT INTO games_move (game_id, number, seat, move, by, at, events)
        SELECT game_id, number + 1, seat, '{"type":"end_turn"}', 'player', at, '[]'
        FROM games_move ORDER BY number DESC LIMIT 1
        """,
    ),
    "a record has gaps or doubles": (f"DELETE FROM games_move WHERE id = ({TIME_OUT})",),
    "the published record is not that of the database": (
        f"""UPDATE games_move SET move = '{{"type":"roll"}}' WHERE id = ({LAST})""",
    ),
    "state and record differ": ("UPDATE games_game SET move_count = move_count + 1 WHERE status = 'running'",),
    "a time-out was made early": (f"UPDATE games_move SET at = due_at - interval '1 second' WHERE id = ({TIME_OUT})",),
    "a deadline was moved wrongly (early)": (
        f"UPDATE games_move SET at = at - {FIVE}, due_at = due_at - {FIVE} WHERE by = 'clock'",
    ),
    "a decision is stuck": ("UPDATE games_seat SET due_at = NULL WHERE due_at IS NOT NULL",),
    "a due decision was not timed out": (
        "UPDATE games_seat SET due_at = due_at - interval '1 day' WHERE due_at IS NOT NULL",
    ),
    "a standstill was made up for twice": (
        """
        INSERT INTO games_standstill (began, ended, games)
        SELECT began + interval '1 second', ended, games FROM games_standstill LIMIT 1
        """,
    ),
    "a notice counts as sent and never arrived": ("UPDATE games_notice SET status = 'sent' WHERE status <> 'sent'",),
    "a notice arrived and does not count as sent": (
        "UPDATE games_notice SET status = 'dropped' WHERE status = 'sent'",
    ),
    "two notices of one thing": (
        "ALTER TABLE games_notice DROP CONSTRAINT one_notice_of_each_kind",
        f"INSERT INTO games_notice ({OF_NOTICE}) SELECT {OF_NOTICE} FROM games_notice WHERE id = ({SENT})",
    ),
    "an answer is not kept for its key": ("DELETE FROM accounts_givenanswer WHERE status < 400",),
    "a game was rated that should not be, or not rated": (
        "UPDATE games_game SET rated = NOT rated WHERE status = 'finished'",
    ),
    "ratings are not those of a rebuild": ("UPDATE leaderboard_rating SET mu = mu + 1",),
}
