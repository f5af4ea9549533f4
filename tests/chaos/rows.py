"""The database as the checker reads it: by plain SQL, all of it once."""

import json
from collections import defaultdict
from typing import Any

import psycopg
from psycopg.rows import dict_row

Row = dict[str, Any]


class Rows:
    """All rows that are looked at, by game where they have one."""

    def __init__(self, url: str) -> None:
        with psycopg.connect(url, row_factory=dict_row) as connection:

            def read(statement: str) -> list[Row]:
                return connection.execute(statement).fetchall()

            self.games = {row["id"]: row for row in read("SELECT * FROM games_game ORDER BY id")}
            self.secrets = {row["game_id"]: row for row in read("SELECT * FROM games_gamesecret")}
            self.seats = _by_game(read("SELECT * FROM games_seat ORDER BY game_id, number"))
            self.moves = _by_game(read("SELECT * FROM games_move ORDER BY game_id, number"))
            self.orders = _by_game(read("SELECT * FROM games_standingorder ORDER BY id"))
            self.proposals = _by_game(read("SELECT * FROM games_proposal ORDER BY id"))
            self.notices = read("SELECT * FROM games_notice ORDER BY id")
            self.standstills = read("SELECT * FROM games_standstill ORDER BY began")
            self.answers = {(row["caller"], row["key"]): row for row in read("SELECT * FROM accounts_givenanswer")}
            self.rated = read("SELECT * FROM leaderboard_ratedgame ORDER BY number")
            self.changes = _by_game(read("SELECT * FROM leaderboard_ratingchange ORDER BY number, seat"))
            self.confirmed = {
                row["user_id"] for row in read('SELECT user_id FROM account_emailaddress WHERE verified AND "primary"')
            }
        self.by_name = {row["public_id"]: row for row in self.games.values()}

    def started(self) -> list[Row]:
        """Give the games that have begun."""
        return [game for game in self.games.values() if game["started_at"] is not None]


def move_of(row: Row) -> Any:
    """Give the move of a row of a record."""
    return json.loads(row["move"])


def ratings(url: str) -> list[tuple[Any, ...]]:
    """Give everything that a rebuild makes anew, in an order of its own; row numbers are left out."""
    with psycopg.connect(url) as connection:
        told = connection.execute(
            "SELECT key_id, ruleset, mu, sigma, rating, games, wins, places, provisional, trend::text, last_played"
            " FROM leaderboard_rating ORDER BY key_id, ruleset"
        ).fetchall()
        told += connection.execute(
            "SELECT game_id, key_id, number, seat, place, people, mu_before, sigma_before, mu, sigma, at"
            " FROM leaderboard_ratingchange ORDER BY number, seat"
        ).fetchall()
    return told


def _by_game(rows: list[Row]) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["game_id"]].append(row)
    return found
