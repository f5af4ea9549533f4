"""Why a move was not taken. Every message is a sentence that a player can read."""


class RulesError(ValueError):
    """A move was not taken, and the state is as it was."""


class MalformedMove(RulesError):
    """The move has not the form of any move: unknown type, a field missing, of the wrong kind."""


class IllegalMove(RulesError):
    """The move is well formed, and the rules do not allow it in this state."""


class NotYourDecision(IllegalMove):
    """Another seat is waited on."""


class StaleDecision(RulesError):
    """The move was made for a decision that has been answered in the meantime."""


class GameOver(IllegalMove):
    """The game has ended, nobody moves any more."""
