"""What rent a roll may bring, and how likely: exact, by the dice, from where a player stands."""

from fractions import Fraction
from itertools import product

from games.analysis.course import Course
from games.rules.property import cards
from games.rules.property.deeds import charge
from games.rules.property.rules import Rules
from games.rules.property.state import NOBODY

#: A rent that a roll may bring: to whom, and how much.
Rent = tuple[int, int]

FACES = range(1, 7)
#: Each of the 36 pairs of dice.
PAIR = Fraction(1, 36)


def rents(rules: Rules, course: Course, seat: int) -> dict[Rent, Fraction]:
    """Give the probability of each rent that a seat's next roll may bring; of none, what is left to 1.

    Each pair of dice counts the same, and on a card square each card that nobody holds and that was not drawn
    just before. A roll brings at most one rent. In jail only a double moves, and on the last try any roll, as if
    the fine were paid.
    """
    found: dict[Rent, Fraction] = {}
    for first, second in product(FACES, FACES):
        if _moves(rules, course, seat, double=first == second):
            square = (course.position[seat] + first + second) % len(rules.board.squares)
            _settle(rules, course, seat, square, first + second, PAIR, found, frozenset())
    return found


def _moves(rules: Rules, course: Course, seat: int, *, double: bool) -> bool:
    if course.jail[seat]:
        return double or course.jail[seat] == 1
    return not (double and course.doubles + 1 == rules.amounts.doubles_to_jail)


def _settle(
    rules: Rules,
    course: Course,
    seat: int,
    p: int,
    roll: int,
    share: Fraction,
    found: dict[Rent, Fraction],
    drawn: frozenset[str],
) -> None:
    board = rules.board
    if board.price[p]:
        owner = course.owner[p]
        if owner not in (NOBODY, seat) and not course.mortgaged[p]:
            rent = owner, charge(board, course, p, roll)
            found[rent] = found.get(rent, Fraction(0)) + share
    elif board.kind[p] == "card":
        # A card that leads to another card square lies at the bottom when the next one is drawn.
        gone = drawn.union(*course.cards)
        deck = rules.decks[board.squares[p].deck].cards
        left = {card: effect for card, effect in deck.items() if card not in gone}
        for card, effect in left.items():
            square = _led_to(rules, p, effect)
            if square is not None:
                _settle(rules, course, seat, square, roll, share / len(left), found, drawn | {card})


def _led_to(rules: Rules, p: int, effect: cards.Effect) -> int | None:
    """Give the square that a card leads to from another; None if it leads to none where rent is due."""
    size = len(rules.board.squares)
    match effect:
        case cards.GoTo(square):
            return square
        case cards.GoToNext(kind):
            return next((p + n) % size for n in range(1, size) if rules.board.kind[(p + n) % size] == kind)
        case cards.GoBack(squares):
            return (p - squares) % size
        case _:
            return None
