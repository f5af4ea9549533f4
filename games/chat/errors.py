"""What the chat refuses. Each is a refusal of the table's too, so that pages and programs answer it alike."""

from games import table


class BadMessage(table.BadChoice):
    """The text is none that could be shown. The message is for its writer."""


class TooFast(table.TooMany):
    """Somebody has written as much as one may for now."""


class NoChat(table.WrongTime):
    """Nobody writes here: nobody else sits at the table, it is closed, or the reader wants no chat."""


class NoSuchMessage(table.NoSuchTable):
    """There is no such message here, or none that this reader sees."""

    def __init__(self) -> None:
        super().__init__("That message is not here any more.")
