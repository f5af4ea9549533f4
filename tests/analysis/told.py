"""Games made by hand: events one by one, as short as the question needs."""

from games.rules.landlord import LANDLORD
from games.rules.property import events
from games.rules.property.events import PropertyEvent

RULES, BOARD = LANDLORD.rules, LANDLORD.rules.board


def turn(seat: int) -> events.TurnBegan:
    return events.TurnBegan(seat)


def roll(seat: int, first: int, second: int, *, jail: bool = False) -> events.Rolled:
    return events.Rolled(seat, first, second, jail)


def moved(seat: int, start: int, square: int) -> events.Moved:
    return events.Moved(seat, start, square, "roll")


def buys(seat: int, square: int) -> events.Bought:
    return events.Bought(seat, square, BOARD.price[square])


def rent(payer: int, payee: int, amount: int, square: int) -> events.Paid:
    return events.Paid(payer, payee, amount, "rent", square)


def trade(seat: int, to: int, give: list[int], get: list[int], cash: int = 0) -> events.Traded:
    return events.Traded(seat, to, give, get, cash, 0)


#: Seat 0 owns Quarry Road, seat 1 stands before it.
OWNED: list[PropertyEvent] = [turn(0), roll(0, 5, 6), moved(0, 0, 11), buys(0, 11)]
