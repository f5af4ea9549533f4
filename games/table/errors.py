"""What the table refuses, whatever the rules say. Each message is for the player."""

NO_SUCH_TABLE = (
    "There is no such game. A guest’s game is cleared away some weeks after its last move, and a table by link is "
    "shown to its players and to whoever has its whole link."
)


class TableError(ValueError):
    """A request that the table refuses. The message is for the player."""


class NoSuchTable(TableError):
    """There is no such game, or none that this reader may know of."""

    def __init__(self, sentence: str = NO_SUCH_TABLE) -> None:
        super().__init__(sentence)


class NotSeated(TableError):
    """Who asks has no seat in this game, or not the right to do this."""


class WrongTime(TableError):
    """The table is already started, or not yet; or what was asked for is not possible any more."""


class TooLate(TableError):
    """A move arrived after its deadline: the time-out has taken place."""


class Full(TableError):
    """Nobody can sit down here: the seats are taken, or who asks may not."""


class TooMany(TableError):
    """A limit on what one person may have open is reached."""


class BadChoice(TableError):
    """What was chosen is not to be had: a number of seats, a move time, a length of pause."""


class BadClientSeed(TableError):
    """A client seed is not 1 to 64 of the letters that it may have."""
