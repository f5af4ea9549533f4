"""Checks records of games of Deedland without trusting the site that kept them.

    python deedland_verify.py record.json...

prints a line for each file, `ok`, `unfinished` or `wrong: move N: why`, and exits with 1 if any is
wrong. Checked are the site's seed against the commitment made before anybody sat down, the game's
seed against what it is made from, every move, in whose name it was made, the placings and the final
holdings. Dice and cards are derived from the seed and stand nowhere in a record.

This program was written from the pages of rules and of the record's format alone: a mistake in it,
or in the program that runs the games, shows as a disagreement of the two.
"""

import hashlib
import hmac
import json
import re
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

# -------------------------------------------------------------------------------- the board
STARTING_MONEY, SALARY, FINE = 150_000, 20_000, 5_000
SQUARES, JAIL_SQUARE, GO_TO_JAIL, JAIL_TRIES, HOTEL = 40, 10, 30, 3, 5

PRICE_RANGES = {  # of the groups, in their order; the first and the last street's price
    (1, 3): (5_000, 7_000), (6, 7, 9): (9_000, 11_000),
    (11, 12, 13): (13_000, 15_000), (16, 18, 19): (17_000, 19_000),
    (21, 22, 24): (21_000, 23_000), (27, 28, 29): (25_000, 27_000),
    (31, 32, 34): (29_000, 31_000), (38, 39): (34_000, 38_000),
}  # fmt: skip
STREET_GROUPS = tuple(PRICE_RANGES)
GROUP_OF = {street: streets for streets in STREET_GROUPS for street in streets}
STATIONS, UTILITIES, TAXES = (5, 15, 25, 35), (14, 26), {4: 20_000, 37: 10_000}
CARD_SQUARES = (2, 8, 17, 23, 33, 36)

PRICE = {
    street: low + (high - low) * place // (len(streets) - 1)
    for streets, (low, high) in PRICE_RANGES.items()
    for place, street in enumerate(streets)
}
BASE_RENT = {street: 100 * ((price + 700) // 1_400) for street, price in PRICE.items()}
RENT_FACTORS = (1, 5, 15, 40, 55, 70)  # by the number of buildings; the fifth is the hotel
PRICE |= dict.fromkeys(STATIONS, 20_000) | dict.fromkeys(UTILITIES, 15_000)
HOUSE_COST = dict.fromkeys(PRICE, 0)  # that of stations and utilities, which have none
for group, streets_of_group in enumerate(STREET_GROUPS, 1):
    HOUSE_COST |= dict.fromkeys(streets_of_group, 5_000 * ((group + 1) // 2))
HOUSE_SOLD = {square: cost // 2 for square, cost in HOUSE_COST.items()}
LOAN = {square: price // 2 for square, price in PRICE.items()}  # what a mortgage brings
PAYING_OFF = {square: loan + loan // 10 for square, loan in LOAN.items()}

# ------------------------------------------------------------------ what the seed determines
GET_OUT_CARD, JAIL_CARD, BACK_THREE, REPAIRS, BIRTHDAY, CHAIR = "F6", "F5", "F4", "F15", "F11", "F16"
FORWARD_TO: dict[str, tuple[int, ...]] = {"F1": (0,), "F2": STATIONS, "F3": STATIONS}
BANK_PAYS = {"F7": 5_000, "F8": 3_000, "F9": 2_000, "F10": 10_000}
PAY_BANK = {"F12": 1_500, "F13": 3_000, "F14": 10_000}
A_HOUSE, A_HOTEL, FROM_EACH, TO_EACH = 2_500, 10_000, 1_000, 2_500  # repairs, birthday, chair


def draw(seed: str, label: str, number: int) -> int:
    """The number that the game's seed holds for one purpose."""
    message = f"{label}:{number}".encode("ascii")
    return int.from_bytes(hmac.digest(bytes.fromhex(seed), message, "sha256"), "big")


def shuffled(seed: str, label: str, things: list[Any]) -> list[Any]:
    """The things in the order in which the seed shuffles them."""
    pile = list(things)
    for last in range(len(pile) - 1, 0, -1):
        other = draw(seed, label, last) % (last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return pile


# ----------------------------------------------------------------------------- what is legal
Move = dict[str, Any]
RAISING = ("sell", "mortgage")
MANAGING = ("build", *RAISING, "unmortgage", "offer")
DRAW_MOVES = ("offer_draw", "accept_draw", "refuse_draw")
DECISIONS: dict[str, tuple[str, ...]] = {
    "roll": ("roll", *MANAGING),
    "jail": ("pay_fine", "use_card", "roll", *MANAGING),
    "buy": ("buy", "decline", *RAISING),
    "auction": ("bid", "pass"),
    "manage": (*MANAGING, "end_turn"),
    "trade": ("accept", "refuse", "withdraw"),
    "debt": RAISING,
}
NEXT_TURN = "next turn"  # where a turn stands that is over

# The keys of every move beside `type`; a move has exactly these.
MOVE_KEYS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys({"resign", *DRAW_MOVES}.union(*DECISIONS.values()), ()),
    **dict.fromkeys(("build", "sell", "mortgage", "unmortgage"), ("square",)),
    "bid": ("amount",),
    "offer": ("to", "give", "get", "give_cash", "get_cash"),
}

# What the clock does at a deadline, a debt apart; and after how many entries of its own it rests.
SAFE_MOVES = {
    "roll": "roll", "jail": "roll", "buy": "decline",
    "auction": "pass", "manage": "end_turn", "trade": "refuse",
}  # fmt: skip
CLOCK_RESTS_AFTER = 40


class Wrong(Exception):
    """An illegal move, or a record that does not stand; its text says why."""


def expect(condition: object, why: str) -> None:
    """Refuse the move or the record for this reason unless the condition holds."""
    if not condition:
        raise Wrong(why)


def whole(value: object) -> bool:
    """Whether a value is a JSON integer: 4.0 and true, numbers to Python, are not."""
    return type(value) is int


def shown(value: object) -> str:
    """A value from a record, made short and printable whatever it is."""
    return ascii(value)[:40]


class Game:
    """A game from its seed on. `check` refuses an illegal move, `play` makes a legal one."""

    def __init__(self, seed: str, kinds: list[str]) -> None:
        seats = list(range(len(kinds)))
        self.seed, self.kinds = seed, kinds
        self.order: list[int] = shuffled(seed, "order", seats)
        self.deck: list[str] = shuffled(seed, "shuffle:fortune", [f"F{n}" for n in range(1, 17)])
        self.cash = [STARTING_MONEY for _ in seats]
        self.position = [0 for _ in seats]
        self.tries = [0 for _ in seats]  # those left in jail; 0: not in jail
        self.card_holder: int | None = None  # who keeps the get-out card
        self.owner: dict[int, int] = {}
        self.houses = dict.fromkeys(PRICE, 0)
        self.mortgaged: set[int] = set()
        self.out: list[int] = []  # in the order of leaving
        self.placings: list[list[int]] = []  # empty until the game is over

        self.turn = self.order[-1]  # whom the first in the order follows
        self.rolls_used, self.dice, self.doubles = 0, (0, 0), 0
        self.another_turn = False  # this turn's double brings the same player another one
        self.move_due = False  # the third try in jail failed: after the fine comes the move
        self.offered_to: list[int] = []  # to whom the turn's player has made an offer
        self.offer: Move = {}  # the one that stands, and the giver's decision before it
        self.stage_before = ""
        self.bidders: list[int] = []  # who is still in the auction, the asked one first
        self.bids: dict[int, int] = {}  # the last one of each
        self.debts = 0  # how many there have been, paid at once or not
        self.debtor, self.debt = self.turn, 0
        self.creditor: int | None = None  # whom the debt is owed to; None: the bank
        self.payments: list[tuple[int, int, int]] = []  # still to come: payer, receiver, amount
        self.draw_by: int | None = None  # whose draw offer stands
        self.to_answer: list[int] = []  # who has still to answer it
        self.draws_offered: list[int] = []  # who has made one since the last roll
        self.clock_entries = 0  # how many of the last entries, without a gap, are the clock's
        self.clock_rests = False  # the wait that goes on has no deadline
        self.clock_raises = False  # the clock has begun to raise a debt that is not yet paid

        self.stage = NEXT_TURN  # a decision, or what the site does next
        self._let_site_act()

    def _let_site_act(self) -> None:
        """Do all that needs no decision, until somebody must be asked or the game is over."""
        while not self.placings:
            if self.stage == NEXT_TURN:
                self._begin_turn()
            elif self.stage == "manage" and self._only_end_turn_is_left():
                self.stage = NEXT_TURN
            else:
                return

    def _begin_turn(self) -> None:
        if not self.another_turn:
            self.turn = self.after(self.turn)[0]
        self.another_turn, self.offered_to = False, []
        self.stage = "jail" if self.tries[self.turn] else "roll"

    def still_in(self) -> list[int]:
        """The seats that have not left, in turn order."""
        return [seat for seat in self.order if seat not in self.out]

    def after(self, seat: int) -> list[int]:
        """The other seats still in, in turn order from this one's left."""
        place = self.order.index(seat)
        round_the_table = self.order[place + 1 :] + self.order[:place]
        return [other for other in round_the_table if other not in self.out]

    def awaiting(self) -> "int | None":
        """The one seat that is waited on."""
        if self.placings:
            return None
        if self.stage == "auction":
            return self.bidders[0]
        asked: int = self.offer["to"] if self.stage == "trade" else self.turn
        return self.debtor if self.stage == "debt" else asked

    def squares_of(self, seat: int) -> list[int]:
        """All that a seat owns."""
        return [square for square, owner in self.owner.items() if owner == seat]

    def owns_all(self, seat: int, squares: tuple[int, ...]) -> bool:
        """Whether a seat owns every one of these squares."""
        return all(self.owner.get(square) == seat for square in squares)

    def bare(self, square: int) -> bool:
        """Whether no street of a deed's group is built on: it may be traded, and mortgaged."""
        return not any(self.houses[street] for street in GROUP_OF.get(square, ()))

    def may_be_mortgaged(self, square: int) -> bool:
        """Whether a deed's owner may mortgage it."""
        return square not in self.mortgaged and self.bare(square)

    def may_be_sold_from(self, square: int) -> bool:
        """Whether a deed's owner may sell a building on it."""
        houses = self.houses[square]
        return houses > 0 and houses == max(self.houses[street] for street in GROUP_OF[square])

    def net_worth(self, seat: int) -> int:
        """The measure by which bots are placed when the last person has left."""
        own, held = self.squares_of(seat), self.mortgaged
        deeds = sum(LOAN[square] if square in held else PRICE[square] for square in own)
        built = sum(self.houses[square] * HOUSE_COST[square] for square in own)
        return self.cash[seat] + deeds + built

    def rent(self, square: int) -> int:
        """What standing on an owned, unmortgaged square costs anybody but its owner."""
        owner, houses = self.owner[square], self.houses[square]
        if square in STATIONS:
            return 2_500 << sum(self.owner.get(station) == owner for station in STATIONS) - 1
        if square in UTILITIES:
            return sum(self.dice) * (1_000 if self.owns_all(owner, UTILITIES) else 400)
        doubled = houses == 0 and self.owns_all(owner, GROUP_OF[square])
        return BASE_RENT[square] * (2 if doubled else RENT_FACTORS[houses])

    def top_bid(self) -> int:
        """The highest bid of those who are still in the auction, or 0."""
        return max((self.bids.get(bidder, 0) for bidder in self.bidders), default=0)

    def safe_move(self) -> Move:
        """What the clock does for the one who is waited on."""
        if self.stage != "debt":
            return {"type": SAFE_MOVES[self.stage]}
        own = sorted(self.squares_of(self.debtor))
        mortgages = [square for square in own if self.may_be_mortgaged(square)]
        sales = [square for square in own if self.may_be_sold_from(square)]
        return {"type": "mortgage" if mortgages else "sell", "square": (mortgages or sales)[0]}

    def holdings(self) -> dict[str, Any]:
        """All cash and every owned square, as a record's `final` lists them."""
        houses, held = self.houses, self.mortgaged
        squares = {
            str(square): {"owner": owner, "houses": houses[square], "mortgaged": square in held}
            for square, owner in self.owner.items()
        }
        return {"cash": self.cash[:], "squares": squares}

    def state(self) -> dict[str, Any]:
        """All that counts for what comes, as plain data; what does not stand is null or empty."""
        over, stage = bool(self.placings), self.stage
        debt = {"debtor": self.debtor, "amount": self.debt, "creditor": self.creditor}
        bids = [[seat, self.bids.get(seat, 0)] for seat in self.bidders]
        to_come = [list(p) for p in self.payments if not {p[0], p[1]} & set(self.out)]
        draw_offer = {"by": self.draw_by, "to_answer": sorted(self.to_answer)}
        return {
            **self.holdings(),
            "position": self.position[:],
            "jail_tries": self.tries[:],
            "get_out_card": self.card_holder,
            "fortune": self.deck[:],
            "rolls_used": self.rolls_used,
            "out": self.out[:],  # in the order of leaving
            "placings": [place[:] for place in self.placings],
            "decision": None if over else stage,
            "awaiting": self.awaiting(),
            "turn": None if over else self.turn,
            "doubles": None if over else self.doubles,  # of this player's turns, one on another
            "another_turn": None if over else self.another_turn,
            "offered_to": [] if over else sorted(set(self.offered_to) - set(self.out)),
            "trade": {**self.offer, "before": self.stage_before} if stage == "trade" else None,
            "auction": bids if stage == "auction" else None,  # seats in the order of asking
            "debt": debt if stage == "debt" else None,
            "moves_after_fine": stage == "debt" and self.move_due,
            "payments": [] if over else to_come,
            "draw_offer": None if self.draw_by is None else draw_offer,
            "draws_offered": [] if over else sorted(set(self.draws_offered) - set(self.out)),
            "clock_entries": self.clock_entries,
            "clock_rests": self.clock_rests and not over,
        }

    def check(self, seat: int, move: Move) -> None:
        """Raise `Wrong` if this seat may not make this move now. Changes nothing."""
        kind: Any = move.get("type")
        expect(isinstance(kind, str) and kind in MOVE_KEYS, f"{shown(kind)} is no type of move")
        expect(set(move) == {"type", *MOVE_KEYS[kind]}, f"the keys of {kind} are others")
        expect(not self.placings, "the game is over")
        expect(seat in self.still_in(), f"seat {seat} is not in the game")
        if kind == "resign":
            return
        if kind in DRAW_MOVES:
            self._check_draw_move(seat, kind)
            return
        by_giver = self.stage == "trade" and kind == "withdraw"
        asked = self.turn if by_giver else self.awaiting()
        expect(seat == asked, f"seat {asked} is asked, not seat {seat}")
        expect(kind in DECISIONS[self.stage], f"{kind} is not open at the decision {self.stage}")
        if "square" in move:
            self._check_managing(seat, kind, move["square"])
        elif kind == "offer":
            self._check_offer(seat, move)
        elif kind == "bid":
            amount, top = move["amount"], self.top_bid()
            expect(whole(amount) and amount > top, f"bid {shown(amount)} does not beat {top}")
            self._check_cash(seat, amount)
        elif kind in ("buy", "pay_fine"):
            self._check_cash(seat, FINE if kind == "pay_fine" else PRICE[self.position[seat]])
        elif kind == "use_card":
            expect(self.card_holder == seat, f"seat {seat} holds no get-out card")

    def _check_draw_move(self, seat: int, kind: str) -> None:
        if kind == "offer_draw":
            expect(self.draw_by is None, "a draw offer stands already")
            again = seat in self.draws_offered
            expect(not again, f"seat {seat} has offered a draw since the last roll")
        else:
            expect(seat in self.to_answer, f"seat {seat} has no draw offer to answer")

    def _check_cash(self, seat: int, cost: int) -> None:
        expect(cost <= self.cash[seat], f"seat {seat} has less than {shown(cost)}")

    def _check_managing(self, seat: int, kind: str, square: Any) -> None:
        """Building, selling, mortgaging and paying off: what one does with a deed of one's own."""
        own = whole(square) and self.owner.get(square) == seat
        expect(own, f"seat {seat} does not own square {shown(square)}")
        houses, streets = self.houses[square], GROUP_OF.get(square, ())
        if kind == "mortgage":
            free = self.may_be_mortgaged(square)
            expect(free, f"square {square} is mortgaged, or its group has a building")
        elif kind == "unmortgage":
            expect(square in self.mortgaged, f"square {square} is not mortgaged")
            self._check_cash(seat, PAYING_OFF[square])
        elif kind == "sell":
            most = self.may_be_sold_from(square)
            expect(most, f"square {square} has no building, or not the most of its group")
        else:
            whole_group = streets and self.owns_all(seat, streets)
            expect(whole_group, f"no whole group about square {square}")
            free = self.mortgaged.isdisjoint(streets)
            expect(free, f"the group of square {square} is mortgaged")
            fewest = houses < HOTEL and houses == min(self.houses[street] for street in streets)
            expect(fewest, f"square {square} has a hotel, or not the fewest buildings of its group")
            self._check_cash(seat, HOUSE_COST[square])

    def _check_offer(self, seat: int, offer: Move) -> None:
        receiver, give_cash, get_cash = offer["to"], offer["give_cash"], offer["get_cash"]
        expect(whole(receiver) and receiver in self.after(seat), f"no offer to {shown(receiver)}")
        expect(receiver not in self.offered_to, f"seat {receiver} had an offer this turn")
        for squares, giver in ((offer["give"], seat), (offer["get"], receiver)):
            expect(isinstance(squares, list) and all(map(whole, squares)), "squares are no list")
            expect(len(set(squares)) == len(squares), "an offer names a square twice")
            for square in squares:
                own = self.owner.get(square) == giver
                expect(own, f"seat {giver} does not own square {shown(square)}")
                expect(self.bare(square), f"the group of square {square} has a building")
        expect(offer["give"] or offer["get"], "an offer must move a deed")
        expect(whole(give_cash) and whole(get_cash), "a sum offered is not a whole number")
        expect(min(give_cash, get_cash) == 0, "a sum is below 0, or money goes both ways")
        self._check_cash(seat, give_cash)
        self._check_cash(receiver, get_cash)

    def _only_end_turn_is_left(self) -> bool:
        """Whether the turn's player, who is managing, could do nothing but end the turn."""
        for other in self.after(self.turn):
            theirs = [square for square, who in self.owner.items() if who in (self.turn, other)]
            if other not in self.offered_to and any(map(self.bare, theirs)):
                return False
        # A deed that is free can be mortgaged, or else a building of its group can be sold.
        cash, own = self.cash[self.turn], self.squares_of(self.turn)
        return all(square in self.mortgaged and PAYING_OFF[square] > cash for square in own)

    def play(self, seat: int, move: Move, by: str = "player") -> None:
        """Make a move and all that the site does after it; raise `Wrong` if it is not legal."""
        self.check(seat, move)
        kind, debts_before = move["type"], self.debts
        if kind != "accept_draw" and seat in self.to_answer:
            self._end_draw_offer()  # refused, or played on
        if kind in DRAW_MOVES:
            self._offer_or_answer_draw(seat, kind)
        elif kind == "resign":
            self._leave(seat, None)
        elif kind == "buy":
            self._sell_deed(seat, PRICE[self.position[seat]])
        elif kind == "decline":
            self.stage, self.bids, self.bidders = "auction", {}, [seat, *self.after(seat)]
            self._ask_next_bidder()
        elif kind in ("bid", "pass"):
            self.bidders.remove(seat)
            if kind == "bid":
                self.bids[seat] = move["amount"]
                self.bidders.append(seat)
            self._ask_next_bidder()
        elif kind == "offer":
            self.offer, self.stage_before, self.stage = move, self.stage, "trade"
            self.offered_to.append(move["to"])
        elif kind in ("accept", "refuse", "withdraw"):
            self.stage = self.stage_before
            if kind == "accept":
                receiver, given = self.offer["to"], self.offer["give_cash"] - self.offer["get_cash"]
                self.owner |= dict.fromkeys(self.offer["give"], receiver)
                self.owner |= dict.fromkeys(self.offer["get"], self.turn)
                self.cash[self.turn] -= given
                self.cash[receiver] += given
        elif kind == "end_turn":
            self.stage = NEXT_TURN
        elif kind in MANAGING:
            self._manage(seat, kind, move["square"])
        elif self.stage == "roll":
            self._roll_and_move()
        else:
            self._try_to_leave_jail(seat, kind)
        self._let_site_act()

        same_debt = self.stage == "debt" and self.debts == debts_before
        self.clock_entries = self.clock_entries + 1 if by == "clock" else 0
        self.clock_raises = by == "clock" and same_debt
        # A debt's wait goes on while it is raised; each other move of the clock begins a new one.
        self.clock_rests = self.clock_entries >= CLOCK_RESTS_AFTER and not same_debt

    def _offer_or_answer_draw(self, seat: int, kind: str) -> None:
        if kind == "offer_draw":
            self.draw_by, self.to_answer = seat, self.after(seat)
            self.draws_offered.append(seat)
        elif kind == "accept_draw":
            self.to_answer.remove(seat)
            if not self.to_answer:
                self._end_draw_offer()
                self._end_game([sorted(self.still_in())])

    def _end_draw_offer(self) -> None:
        self.draw_by, self.to_answer = None, []

    def _end_game(self, first_places: list[list[int]]) -> None:
        """End the game at once; whoever left it has a place by when that was."""
        self.placings = [*first_places, *([left] for left in reversed(self.out))]
        self.stage = ""

    def _roll(self) -> bool:
        """Roll the game's next dice; whether they are a double."""
        value = draw(self.seed, "dice", self.rolls_used) % 36
        self.dice = (value // 6 + 1, value % 6 + 1)
        self.rolls_used += 1
        self.draws_offered = []
        return self.dice[0] == self.dice[1]

    def _go_on(self) -> None:
        """Take the turn up where it stopped; all that was to be settled so far is settled."""
        while self.payments:
            payer, receiver, amount = self.payments.pop(0)
            if payer not in self.out and receiver not in self.out:
                self._owe(payer, amount, receiver)
                return
        if self.turn in self.out:
            self.stage = NEXT_TURN
        elif self.move_due:
            self.move_due = False
            self._forward(sum(self.dice))
        else:
            self.stage = "manage"

    def _roll_and_move(self) -> None:
        self.another_turn = self._roll()
        self.doubles = self.doubles + 1 if self.another_turn else 0
        if self.doubles == 3:
            self._put_in_jail()
            self.stage = NEXT_TURN
        else:
            self._forward(sum(self.dice))

    def _try_to_leave_jail(self, seat: int, kind: str) -> None:
        if kind == "roll":
            self.tries[seat] = 0 if self._roll() else self.tries[seat] - 1
            if self.dice[0] == self.dice[1]:
                self._forward(sum(self.dice))  # `another_turn` stays false
            elif self.tries[seat]:
                self.stage = "manage"
            else:
                self.move_due = True
                self._owe(seat, FINE, None)
            return
        if kind == "pay_fine":
            self.cash[seat] -= FINE
        else:
            self._put_card_back()
        self.tries[seat] = 0
        self._roll_and_move()

    def _put_card_back(self) -> None:
        self.card_holder = None
        self.deck.append(GET_OUT_CARD)

    def _put_in_jail(self) -> None:
        self.position[self.turn], self.tries[self.turn] = JAIL_SQUARE, JAIL_TRIES
        self.another_turn, self.doubles = False, 0

    def _forward(self, steps: int) -> None:
        reached = self.position[self.turn] + steps
        self.cash[self.turn] += SALARY if reached >= SQUARES else 0
        self.position[self.turn] = reached % SQUARES
        self._settle()

    def _settle(self) -> None:
        """Do what the square demands on which the turn's player has come to stand."""
        square = self.position[self.turn]
        owner = self.owner.get(square)
        if square in PRICE and owner is None:
            self.stage = "buy"
        elif owner not in (None, self.turn) and square not in self.mortgaged:
            self._owe(self.turn, self.rent(square), owner)
        elif square in CARD_SQUARES:
            self._draw_card()
        elif square == GO_TO_JAIL:
            self._put_in_jail()
            self._go_on()
        else:
            self._owe(self.turn, TAXES.get(square, 0), None)

    def _draw_card(self) -> None:
        card, seat, here = self.deck.pop(0), self.turn, self.position[self.turn]
        if card == GET_OUT_CARD:
            self.card_holder = seat
        else:
            self.deck.append(card)
        if card in FORWARD_TO:
            # At least one step: the square itself is a whole round away.
            self._forward(min((goal - here - 1) % SQUARES + 1 for goal in FORWARD_TO[card]))
        elif card == BACK_THREE:
            self.position[seat] = (here - 3) % SQUARES
            self._settle()
        elif card == REPAIRS:
            built = [self.houses[square] for square in self.squares_of(seat)]
            self._owe(seat, sum(A_HOTEL if n == HOTEL else n * A_HOUSE for n in built), None)
        elif card in PAY_BANK:
            self._owe(seat, PAY_BANK[card], None)
        else:
            if card == JAIL_CARD:
                self._put_in_jail()
            elif card == BIRTHDAY:
                self.payments = [(other, seat, FROM_EACH) for other in self.after(seat)]
            elif card == CHAIR:
                self.payments = [(seat, other, TO_EACH) for other in self.after(seat)]
            self.cash[seat] += BANK_PAYS.get(card, 0)
            self._go_on()

    def _owe(self, debtor: int, amount: int, creditor: "int | None") -> None:
        """Have a seat pay, or raise the money first, or go out if it never could."""
        self.stage, self.debts = "debt", self.debts + 1
        self.debtor, self.debt, self.creditor = debtor, amount, creditor
        own = self.squares_of(debtor)
        sales = sum(self.houses[square] * HOUSE_SOLD[square] for square in own)
        loans = sum(LOAN[square] for square in own if square not in self.mortgaged)
        if self.cash[debtor] + sales + loans < amount:
            self._leave(debtor, creditor)
        else:
            self._pay_debt()

    def _pay_debt(self) -> None:
        """Pay what is owed as soon as cash covers it, and go on."""
        if self.cash[self.debtor] >= self.debt:
            self.cash[self.debtor] -= self.debt
            if self.creditor is not None:
                self.cash[self.creditor] += self.debt
            self._go_on()

    def _manage(self, seat: int, kind: str, square: int) -> None:
        self.cash[seat] += {
            "build": -HOUSE_COST[square], "sell": HOUSE_SOLD[square],
            "mortgage": LOAN[square], "unmortgage": -PAYING_OFF[square],
        }[kind]  # fmt: skip
        self.houses[square] += {"build": 1, "sell": -1}.get(kind, 0)
        self.mortgaged ^= {square} if kind in ("mortgage", "unmortgage") else set()
        if self.stage == "debt":
            self._pay_debt()

    def _sell_deed(self, seat: int, cost: int) -> None:
        """Sell a seat the deed of the square on which the turn's player stands, and go on."""
        self.cash[seat] -= cost
        self.owner[self.position[self.turn]] = seat
        self._go_on()

    def _ask_next_bidder(self) -> None:
        """Pass over who cannot bid, unless the top bidder is alone: then the deed is sold."""
        while self.bidders:
            asked = self.bidders[0]
            if len(self.bidders) == 1 and asked in self.bids:
                self._sell_deed(asked, self.bids[asked])
                return
            if self.cash[asked] > self.top_bid():
                return
            self.bidders.pop(0)
        self._go_on()

    def _leave(self, seat: int, heir: "int | None") -> None:
        """Put a seat out: bankrupt to a player, or to the bank, as whoever resigns is."""
        for square in self.squares_of(seat):
            self.cash[seat] += self.houses[square] * HOUSE_SOLD[square]
            self.houses[square] = 0
            if heir is None:
                del self.owner[square]
                self.mortgaged.discard(square)
            else:
                self.owner[square] = heir
        if heir is not None:
            self.cash[heir] += self.cash[seat]
        if self.card_holder == seat:
            self.card_holder = heir
            if heir is None:
                self._put_card_back()
        self.cash[seat], self.tries[seat] = 0, 0
        self.out.append(seat)
        self._end_draw_offer()
        if seat == self.turn:
            self.another_turn, self.doubles, self.move_due = False, 0, False

        rest = self.still_in()
        bots_alone = all(self.kinds[other] == "bot" for other in rest)
        if len(rest) == 1 or (bots_alone and self.kinds[seat] != "bot"):
            rest.sort(key=self.net_worth, reverse=True)  # equals stay in turn order
            self._end_game([[placed] for placed in rest])
        elif self.stage == "auction":
            # Who is out of the auction does not come back, though less may win now.
            self.bidders = [bidder for bidder in self.bidders if bidder != seat]
            self._ask_next_bidder()
        elif self.stage == "debt":
            if seat == self.debtor:
                self._go_on()
            elif seat == self.creditor:
                self.creditor = None
        elif seat == self.turn:
            self.stage = NEXT_TURN
        elif self.stage == "trade" and seat == self.offer["to"]:
            self.stage = self.stage_before


# --------------------------------------------------------------------------------- the record
NEEDED = {"format", "ruleset", "rules_version", "game", "started_at", "finished_at", "options"}
NEEDED |= {"seats", "commitment", "moves"}
AT_THE_END = {"server_seed", "seed", "placings", "final"}
CLIENT_SEED, SERVER_SEED = re.compile(r"[A-Za-z0-9._-]{1,64}"), re.compile(r"[0-9a-f]{64}")
TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z")


def fits(pattern: re.Pattern[str], value: object) -> bool:
    """Whether a value is a text of this form."""
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def is_time(value: object) -> bool:
    """Whether a value is a moment of the calendar, in UTC and to the second."""
    try:
        return fits(TIME, value) and bool(datetime.fromisoformat(str(value)[:-1]))
    except ValueError:
        return False


def same(one: object, other: object) -> bool:
    """Equality as JSON has it, where 1, 1.0 and true are three different things."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def check_options(options: Any, kinds: list[str]) -> None:
    """Check the move time and the bots' level, which stands exactly where a bot sits."""
    is_form = isinstance(options, dict) and set(options) == {"move_time", "bots"}
    expect(is_form, "options are others")
    time, level = options["move_time"], options["bots"]
    is_time_span = whole(time) and (time == 30 or 60 <= time <= 604_800)
    expect(time is None or is_time_span, "options.move_time is not 30, 60 to 604800, or null")
    if "bot" in kinds:
        expect(level in ("easy", "medium", "hard"), "options.bots is not easy, medium or hard")
    else:
        expect(level is None, "options.bots is not null, and no seat is a bot")


def game_of(record: dict[str, Any]) -> Game:
    """Check all that stands before the moves, and set the game up."""
    expect(NEEDED <= set(record) <= NEEDED | AT_THE_END, "the keys are not those of a record")
    for key, value in (("format", 1), ("ruleset", "deedland"), ("rules_version", 1)):
        expect(same(record.get(key), value), f"{key} is not {value}")
    expect(isinstance(record["game"], str), "game is not a text")
    end, seats = record["finished_at"], record["seats"]
    expect(is_time(record["started_at"]), "started_at is not a time")
    expect(end is None or is_time(end), "finished_at is not a time")
    expect(isinstance(seats, list) and 2 <= len(seats) <= 4, "there are not two to four seats")
    for number, seat in enumerate(seats):
        is_seat = isinstance(seat, dict) and set(seat) == {"name", "kind", "client_seed"}
        expect(is_seat and isinstance(seat["name"], str), f"seat {number} is not in the right form")
        expect(seat["kind"] in ("person", "guest", "bot"), f"seat {number} has no kind")
        own = seat["client_seed"]
        good = own == "" if seat["kind"] == "bot" else fits(CLIENT_SEED, own)
        expect(good, f"seat {number} has no proper client seed")
    kinds = [seat["kind"] for seat in seats]
    check_options(record["options"], kinds)
    server_seed: Any = record.get("server_seed")  # not given while a game runs
    expect(fits(SERVER_SEED, server_seed), "server_seed is not there as 64 lower-case hex digits")
    commitment = hashlib.sha256(server_seed.encode()).hexdigest()
    expect(record["commitment"] == commitment, "server_seed is not what was committed to")
    brought = "|".join([server_seed, *(seat["client_seed"] for seat in seats)])
    seed = hashlib.sha256(brought.encode()).hexdigest()
    expect(record.get("seed") == seed, "seed does not follow from server and client seeds")
    return Game(seed, kinds)


def check_entry(game: Game, entry: Any, has_clock: bool) -> None:
    """Check what stands around a move: its form, its time, and in whose name it was made."""
    is_entry = isinstance(entry, dict) and set(entry) == {"seat", "move", "at", "by"}
    expect(is_entry, "an entry has exactly seat, move, at and by")
    seat, move, at, by = entry["seat"], entry["move"], entry["at"], entry["by"]
    expect(whole(seat) and 0 <= seat < len(game.kinds), f"there is no seat {shown(seat)}")
    expect(isinstance(move, dict), "the move is not an object")
    expect(is_time(at), f"{shown(at)} is not a time")
    expect(not game.placings, "the game is over")
    makers = ["bot", "clock"] if game.kinds[seat] == "bot" else ["player", "order", "clock"]
    expect(by in makers, f"it was made by {shown(by)}, where only {' or '.join(makers)} may")
    if by == "clock":
        expect(has_clock, "it was made by the clock, and the game has none")
        expect(not game.clock_rests, "it was made by the clock, which rests")
        asked, safe = game.awaiting(), game.safe_move()
        expect(seat == asked, f"seat {asked} is asked, and the clock played for seat {seat}")
        expect(same(move, safe), f"the clock's move is {safe}")
    else:
        expect(not game.clock_raises, "the clock raises a debt, and something came between")


def replay(record: dict[str, Any]) -> Iterator[Game]:
    """Play a record, checking it: gives the game as it stands at the start and after each move."""
    game = game_of(record)
    has_clock = record["options"]["move_time"] is not None
    expect(isinstance(record["moves"], list), "moves is not a list")
    yield game
    for number, entry in enumerate(record["moves"]):
        try:
            check_entry(game, entry, has_clock)
            game.play(entry["seat"], entry["move"], entry["by"])
        except Wrong as reason:
            raise Wrong(f"move {number}: {reason}") from None
        yield game


def verify(record: Any) -> str:
    """`ok` or `unfinished`; a record that does not stand raises `Wrong`."""
    expect(isinstance(record, dict), "a record is an object")
    *_, game = replay(record)
    placings, final = record.get("placings"), record.get("final")
    if not game.placings:
        expect(placings is None and final is None, "the game is not over")
        return "unfinished"
    expect(same(placings, game.placings), f"the placings are {game.placings}")
    expect(same(final, game.holdings()), f"the final state is {game.holdings()}")
    return "ok"


def without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; a key given twice is refused, for it could be read in two ways."""
    expect(len(dict(pairs)) == len(pairs), "a key stands twice in one object")
    return dict(pairs)


def main(paths: list[str]) -> int:
    """Print a line for each file; 1 if any is wrong, else 0."""
    status = 0
    for path in paths:
        try:
            text = Path(path).read_text(encoding="utf-8")
            said = verify(json.loads(text, object_pairs_hook=without_doubles))
        except (Wrong, OSError, ValueError, RecursionError) as reason:
            said, status = f"wrong: {reason}", 1
        print(f"{path}: {said}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
