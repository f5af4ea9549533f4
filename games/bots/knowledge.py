"""What a bot knows of a board before the game begins: plain tables, worked out once from the rules."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.bots.landing import landings_per_turn
from games.rules.property.deeds import built_on_group
from games.rules.property.rules import Rules
from games.rules.property.state import NOBODY

#: For how many turns of one opponent a bot counts rent when it weighs a set against money.
HORIZON = 25


class Want(NamedTuple):
    """A square that completes a group for somebody, held by another: the group's number, the holder."""

    square: int
    group: int
    holder: int


class Ownership(NamedTuple):
    """What follows from who owns what; by seat where not said otherwise.

    `counts` has for each group how many of it the seat owns. `complete` has the numbers of the groups
    owned whole; `wants` the squares that would complete one, by the group's worth, falling.
    """

    squares: tuple[tuple[int, ...], ...]
    counts: tuple[tuple[int, ...], ...]
    complete: tuple[tuple[int, ...], ...]
    wants: tuple[tuple[Want, ...], ...]
    unowned: int


class Knowledge:
    """A board's figures by position, its groups by number, and what each is worth in rent.

    `groups` are the sets, the ferries and the works; `group_of` has by position the number of its group,
    -1 where there is none. `rate` has by position and buildings the rent of a street that one opponent
    pays in one turn on average, bare ones as in a set owned whole. `held_rate` has by group and number
    of its squares held what one opponent pays for each of them, without buildings. `set_worth` is by
    group what owning it whole is worth over HORIZON turns of one opponent, buildings paid. `best_sets`
    are the sets' numbers by the rent that three houses a street bring for their cost, falling.
    """

    def __init__(self, rules: Rules) -> None:
        board = rules.board
        self.rules = rules
        self.deeds = board.deeds
        self.price = board.price
        self.mortgage_value = board.mortgage_value
        self.lifting_cost = board.lifting_cost
        self.house_cost = board.house_cost
        self.rents = board.rents
        self.kind = board.kind
        self.groups = board.groups
        self.fine = rules.amounts.fine
        self.salary = rules.amounts.salary
        self.one_chance = rules.policies.bidding.one_chance
        self.easy_offers_to_people = "easy" in rules.policies.offering_levels
        #: What the bots' sums are multiplied by: they are meant for a start with 150.
        self.scale = rules.amounts.start / 150
        #: The dearest single step of building: a house, or lifting a mortgage first.
        self.dearest_step = max((*board.house_cost, *board.lifting_cost))
        self.group_of = tuple(
            next((g for g, members in enumerate(board.groups) if p in members), -1) for p in range(len(board.squares))
        )
        self.build_cost = tuple(board.house_cost[members[0]] for members in board.groups)
        self.landings = landings_per_turn(rules)
        self.rate = tuple(
            tuple(self.landings[p] * rent * (1 if n else 2) for n, rent in enumerate(board.rents[p]))
            if board.house_cost[p]
            else ()
            for p in range(len(board.squares))
        )
        self.set_rate = tuple(
            tuple(sum(self.rate[p][n] for p in members) for n in range(6)) if cost else ()
            for members, cost in zip(board.groups, self.build_cost, strict=True)
        )
        self.held_rate = tuple(self._held_rate(g) for g in range(len(board.groups)))
        self.set_worth = tuple(self._set_worth(g) for g in range(len(board.groups)))
        self.best_sets = tuple(
            sorted(
                (g for g, cost in enumerate(self.build_cost) if cost),
                key=lambda g: -self.set_rate[g][3] / (self.build_cost[g] * len(self.groups[g])),
            )
        )
        self.ownership = lru_cache(maxsize=4096)(self._ownership)

    def buildings_in_the_way(self, houses: Sequence[int]) -> Sequence[int]:
        """Give by position the buildings that keep a square from being mortgaged."""
        return built_on_group(self.rules.board, houses) if self.rules.policies.mortgages_bare_groups else houses

    def _held_rate(self, g: int) -> tuple[float, ...]:
        members = self.groups[g]
        landings = sum(self.landings[p] for p in members) / len(members)
        rates = [0.0]
        for k in range(1, len(members) + 1):
            if self.build_cost[g]:
                rent = sum(self.rents[p][0] for p in members) / len(members)
                rates.append(landings * rent * (2 if k == len(members) else 1))
            elif self.kind[members[0]] == "ferry":
                rates.append(landings * self.rents[members[0]][k - 1])
            else:
                # Seven is what two dice give on average.
                rates.append(landings * 7 * self.rents[members[0]][k - 1])
        return tuple(rates)

    def _set_worth(self, g: int) -> int:
        members, cost = self.groups[g], self.build_cost[g]
        if not cost:
            return int(HORIZON * self.held_rate[g][-1] * len(members))
        return int(max(HORIZON * rate - n * cost * len(members) for n, rate in enumerate(self.set_rate[g])))

    def _ownership(self, owner: tuple[int, ...], seats: int) -> Ownership:
        squares: list[list[int]] = [[] for _ in range(seats)]
        counts = [[0] * len(self.groups) for _ in range(seats)]
        unowned = 0
        for p in self.deeds:
            seat = owner[p]
            if seat == NOBODY:
                unowned += 1
            else:
                squares[seat].append(p)
                counts[seat][self.group_of[p]] += 1
        complete: list[list[int]] = [[] for _ in range(seats)]
        wants: list[list[Want]] = [[] for _ in range(seats)]
        for g, members in enumerate(self.groups):
            for seat in range(seats):
                missing = len(members) - counts[seat][g]
                if missing == 0:
                    complete[seat].append(g)
                elif missing == 1:
                    square = next(p for p in members if owner[p] != seat)
                    if owner[square] != NOBODY:
                        wants[seat].append(Want(square, g, owner[square]))
        for wanted in wants:
            wanted.sort(key=lambda want: -self.set_worth[want.group])
        return Ownership(
            tuple(map(tuple, squares)),
            tuple(map(tuple, counts)),
            tuple(map(tuple, complete)),
            tuple(map(tuple, wants)),
            unowned,
        )


_known: dict[int, Knowledge] = {}


def knowledge(rules: Rules) -> Knowledge:
    """Give what there is to know of a board, worked out at the first call for these rules."""
    known = _known.get(id(rules))
    # The knowledge holds its rules, so an id in the table is never another's.
    if known is None:
        known = _known[id(rules)] = Knowledge(rules)
    return known
