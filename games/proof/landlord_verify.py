"""Checks records of games of Landlord without trusting the site that kept them.

    python landlord_verify.py record.json...

prints a line for each file, `ok`, `unfinished` or `wrong: move N: why`, and exits with 1 if any is
wrong. Checked are the site's seed against the commitment made before anybody sat down, the game's
seed against what it is made from, every move, the placings and the final holdings. Dice and cards
are derived from the seed and stand nowhere in a record.

This program was written from the pages of rules and of the record's format alone: a mistake in it,
or in the program that runs the games, shows as a disagreement of the two.
"""

import hashlib
import hmac
import json
import re
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

# -------------------------------------------------------------------------------- the board
STARTING_MONEY, SALARY, FINE = 150, 20, 5
SQUARES, JAIL_SQUARE, GO_TO_JAIL, JAIL_TRIES, HOTEL, OFFERS_A_TURN = 40, 10, 30, 3, 5, 2

STREET_SETS = ((1, 3), (6, 7, 9), (11, 12, 14), (16, 18, 19),
               (21, 22, 24), (26, 28, 29), (31, 32, 34), (37, 39))  # fmt: skip
SET_OF = {street: streets for streets in STREET_SETS for street in streets}
FERRIES, WORKS, TAXES = (5, 15, 25, 35), (13, 27), {4: 20, 38: 10}
CARD_SQUARES = dict.fromkeys((2, 17, 33), "F") | dict.fromkeys((8, 23, 36), "P")

PRICE = {street: 10 + (36 * (street - 1) + 19) // 38 for street in SET_OF}
PRICE |= dict.fromkeys(FERRIES, 8 * 3) | dict.fromkeys(WORKS, 3 * 7)
BASE_RENT = {street: (PRICE[street] + 4) // 9 for street in SET_OF}
RENT_FACTORS = (1, 4, 12, 25, 35, 45)  # by the number of buildings; the fifth is the hotel
HOUSE_COST = {square: 5 * (square // 10 + 1) for square in PRICE}
HOUSE_SOLD = {square: cost // 2 for square, cost in HOUSE_COST.items()}
LOAN = {square: price // 2 for square, price in PRICE.items()}  # what a mortgage brings
LIFTING = {square: loan + (loan + 9) // 10 for square, loan in LOAN.items()}

# ------------------------------------------------------------------ what the seed determines
GET_OUT_CARDS, JAIL_CARDS, BACK_THREE = ("F8", "P3"), ("F7", "P2"), "F4"  # F Fortune, P Post
FORWARD_TO: dict[str, tuple[int, ...]] = {
    "F1": (0,), "F2": FERRIES, "F3": WORKS, "F5": (39,), "F6": (24,), "P1": (0,), "P11": (11,),
}  # fmt: skip
BANK_PAYS = {"F9": 15, "F10": 5, "P4": 20, "P5": 10, "P6": 10, "P7": 5}
PAY_BANK = {"F11": 10, "P8": 10, "P9": 5, "P10": 15}
REPAIRS = {"F12": (3, 10), "P12": (4, 12)}  # for each house, for each hotel


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
DECISIONS: dict[str, tuple[str, ...]] = {
    "jail": ("pay_fine", "use_card", "roll", *MANAGING),
    "buy": ("buy", "decline", *RAISING),
    "auction": ("bid", "pass"),
    "manage": (*MANAGING, "end_turn"),
    "trade": ("accept", "refuse", "withdraw"),
    "debt": RAISING,
}
NEXT_TURN, NEXT_ROLL = "next turn", "next roll"  # where a turn stands when the site is to act

# The keys of every move beside `type`; a move has exactly these.
MOVE_KEYS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys({"resign", "timeout"}.union(*DECISIONS.values()), ()),
    **dict.fromkeys(("build", "sell", "mortgage", "unmortgage"), ("square",)),
    "bid": ("amount",),
    "offer": ("to", "give", "get", "give_cash", "get_cash"),
}


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
        self.decks = {  # the top card is the first
            "F": shuffled(seed, "shuffle:fortune", [f"F{n}" for n in range(1, 13)]),
            "P": shuffled(seed, "shuffle:post", [f"P{n}" for n in range(1, 13)]),
        }
        self.cash = [STARTING_MONEY for _ in seats]
        self.position = [0 for _ in seats]
        self.tries = [0 for _ in seats]  # those left in jail; 0: not in jail
        self.cards: list[list[str]] = [[] for _ in seats]
        self.owner: dict[int, int] = {}
        self.houses = dict.fromkeys(PRICE, 0)
        self.mortgaged: set[int] = set()
        self.out: list[int] = []  # in the order of leaving
        self.placings: list[list[int]] = []  # empty until the game is over
        self.rolls_used, self.turn = 0, self.order[-1]  # whom the first in the order follows
        self.stage = NEXT_TURN  # a decision, or what the site does next
        self._let_site_act()

    def _let_site_act(self) -> None:
        """Do all that needs no decision, until somebody must be asked or the game is over."""
        while not self.placings:
            if self.stage == NEXT_TURN:
                self._begin_turn()
            elif self.stage == NEXT_ROLL:
                self.roll_again = self._roll()
                self.doubles += self.roll_again
                self._forward(sum(self.dice)) if self.doubles < 3 else self._go_to_jail()
            elif self.stage == "manage" and self._only_end_turn_is_left():
                self.stage = NEXT_TURN
            else:
                return

    def _begin_turn(self) -> None:
        self.turn = self.after(self.turn)[0]
        self.dice, self.doubles, self.offers_made, self.debt = (0, 0), 0, 0, 0
        self.roll_again = False  # a double was rolled, and its second roll is still to come
        self.move_due = False  # the third try in jail failed: after the fine comes the move
        self.creditor: int | None = None  # whom the debt is owed to; None: the bank
        self.bids: list[tuple[int, int]] = []  # seat and amount, rising
        self.to_ask: list[int] = []  # who still has a chance in the auction, the asked one first
        self.offer: Move = {}
        self.stage_before = ""  # the giver's decision, while an offer stands
        self.stage = "jail" if self.tries[self.turn] else NEXT_ROLL

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
        if self.stage == "auction":
            return self.to_ask[0]
        asked: int = self.offer["to"] if self.stage == "trade" else self.turn
        return None if self.placings else asked

    def squares_of(self, seat: int) -> list[int]:
        """All that a seat owns."""
        return [square for square, owner in self.owner.items() if owner == seat]

    def owns_all(self, seat: int, squares: tuple[int, ...]) -> bool:
        """Whether a seat owns every one of these squares."""
        return all(self.owner.get(square) == seat for square in squares)

    def tradable(self, square: int) -> bool:
        """Whether a square may change hands: its whole set must be bare."""
        return not any(self.houses[street] for street in SET_OF.get(square, ()))

    def net_worth(self, seat: int) -> int:
        """The measure by which bots are placed when the last person has left."""
        own, held = self.squares_of(seat), self.mortgaged
        deeds = sum(LOAN[square] if square in held else PRICE[square] for square in own)
        built = sum(self.houses[square] * HOUSE_COST[square] for square in own)
        return self.cash[seat] + deeds + built

    def charge(self, square: int) -> int:
        """What standing on an owned, unmortgaged square costs anybody but its owner."""
        owner, houses = self.owner[square], self.houses[square]
        if square in FERRIES:
            return 3 << sum(self.owner.get(ferry) == owner for ferry in FERRIES) - 1
        if square in WORKS:
            return sum(self.dice) * (8 if self.owns_all(owner, WORKS) else 3)
        doubled = houses == 0 and self.owns_all(owner, SET_OF[square])
        return BASE_RENT[square] * (2 if doubled else RENT_FACTORS[houses])

    def holdings(self) -> dict[str, Any]:
        """All cash and every owned square, as a record's `final` lists them."""
        houses, held = self.houses, self.mortgaged
        squares = {
            str(square): {"owner": owner, "houses": houses[square], "mortgaged": square in held}
            for square, owner in self.owner.items()
        }
        return {"cash": self.cash, "squares": squares}

    def check(self, seat: int, move: Move) -> None:
        """Raise `Wrong` if this seat may not make this move now. Changes nothing."""
        kind: Any = move.get("type")
        expect(isinstance(kind, str) and kind in MOVE_KEYS, f"{shown(kind)} is no type of move")
        expect(set(move) == {"type", *MOVE_KEYS[kind]}, f"the keys of {kind} are others")
        expect(not self.placings, "the game is over")
        expect(seat in self.still_in(), f"seat {seat} is not in the game")
        by_giver = self.stage == "trade" and kind == "withdraw"
        asked = self.turn if by_giver else self.awaiting()
        expect(kind == "resign" or seat == asked, f"seat {asked} is asked, not seat {seat}")
        if kind in ("resign", "timeout"):
            return
        expect(kind in DECISIONS[self.stage], f"{kind} is not open at the decision {self.stage}")
        if "square" in move:
            self._check_managing(seat, kind, move["square"])
        elif kind == "offer":
            self._check_offer(seat, move)
        elif kind == "bid":
            amount, best = move["amount"], self.bids[-1][1] if self.bids else 0
            expect(whole(amount) and amount > best, f"bid {shown(amount)} does not beat {best}")
            self._check_cash(seat, amount)
        elif kind in ("buy", "pay_fine"):
            self._check_cash(seat, FINE if kind == "pay_fine" else PRICE[self.position[seat]])
        elif kind == "use_card":
            expect(self.cards[seat], f"seat {seat} holds no get-out card")

    def _check_cash(self, seat: int, cost: int) -> None:
        expect(cost <= self.cash[seat], f"seat {seat} has less than {shown(cost)}")

    def _check_managing(self, seat: int, kind: str, square: Any) -> None:
        """Building, selling, mortgaging and lifting: what one does with a square of one's own."""
        own = whole(square) and self.owner.get(square) == seat
        expect(own, f"seat {seat} does not own square {shown(square)}")
        houses, streets = self.houses[square], SET_OF.get(square, ())
        of_set, free = [self.houses[street] for street in streets], square not in self.mortgaged
        if kind == "mortgage":
            expect(free and houses == 0, f"square {square} is mortgaged or has a building")
        elif kind == "unmortgage":
            expect(not free, f"square {square} is not mortgaged")
            self._check_cash(seat, LIFTING[square])
        elif kind == "sell":
            most = houses > 0 and houses == max(of_set)
            expect(most, f"square {square} has no building, or not the most of its set")
        else:
            expect(streets and self.owns_all(seat, streets), f"no whole set about square {square}")
            expect(self.mortgaged.isdisjoint(streets), f"the set of square {square} is mortgaged")
            fewest = houses < HOTEL and houses == min(of_set)
            expect(fewest, f"square {square} has a hotel, or not the fewest buildings of its set")
            self._check_cash(seat, HOUSE_COST[square])

    def _check_offer(self, seat: int, offer: Move) -> None:
        receiver, give_cash, get_cash = offer["to"], offer["give_cash"], offer["get_cash"]
        expect(self.offers_made < OFFERS_A_TURN, "this turn's offers have been made")
        expect(whole(receiver) and receiver in self.after(seat), f"no offer to {shown(receiver)}")
        for squares, giver in ((offer["give"], seat), (offer["get"], receiver)):
            expect(isinstance(squares, list) and all(map(whole, squares)), "squares are no list")
            expect(len(set(squares)) == len(squares), "an offer names a square twice")
            for square in squares:
                expect(self.owner.get(square) == giver, f"seat {giver} does not own {square}")
                expect(self.tradable(square), f"the set of square {square} has a building")
        expect(offer["give"] or offer["get"], "an offer must move a square")
        expect(whole(give_cash) and whole(get_cash), "a sum offered is not a whole number")
        expect(min(give_cash, get_cash) == 0, "a sum is below 0, or money goes both ways")
        self._check_cash(seat, give_cash)
        self._check_cash(receiver, get_cash)

    def _only_end_turn_is_left(self) -> bool:
        """Whether the turn's player, who is managing, could do nothing but end the turn."""
        if self.offers_made < OFFERS_A_TURN and any(map(self.tradable, self.owner)):
            return False
        # A square that is free can be mortgaged, or else a building of its set can be sold.
        cash, own = self.cash[self.turn], self.squares_of(self.turn)
        return all(square in self.mortgaged and LIFTING[square] > cash for square in own)

    def play(self, seat: int, move: Move) -> None:
        """Make a move and all that the site does after it; raise `Wrong` if it is not legal."""
        self.check(seat, move)
        kind = move["type"]
        if kind == "timeout":
            # Whoever is asked in another's turn only loses this chance; the turn's player is out.
            kind = {"auction": "pass", "trade": "refuse"}.get(self.stage, "resign")
        if kind == "resign":
            self._leave(seat)
        elif kind == "buy":
            self._sell_square(seat, PRICE[self.position[seat]])
        elif kind == "decline":
            self.stage, self.bids, self.to_ask = "auction", [], self.after(seat)
            self._ask_next_bidder()
        elif kind in ("bid", "pass"):
            self.bids += [(seat, move["amount"])] if kind == "bid" else []
            self.to_ask.remove(seat)
            self._ask_next_bidder()
        elif kind == "offer":
            self.offer, self.stage_before, self.stage = move, self.stage, "trade"
            self.offers_made += 1
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
        else:
            self._try_to_leave_jail(seat, kind)
        self._let_site_act()

    def _roll(self) -> bool:
        """Roll the game's next dice; whether they are a double."""
        value = draw(self.seed, "dice", self.rolls_used) % 36
        self.dice = (value // 6 + 1, value % 6 + 1)
        self.rolls_used += 1
        return self.dice[0] == self.dice[1]

    def _go_on(self) -> None:
        """Take the turn up where it stopped; all that was to be settled is settled."""
        if self.turn in self.out:
            self.stage = NEXT_TURN
        elif self.move_due:
            self.move_due = False
            self._forward(sum(self.dice))
        else:
            self.stage = NEXT_ROLL if self.roll_again else "manage"

    def _try_to_leave_jail(self, seat: int, kind: str) -> None:
        if kind == "roll":
            self.tries[seat] = 0 if self._roll() else self.tries[seat] - 1
            if self.dice[0] == self.dice[1]:
                self._forward(sum(self.dice))  # `roll_again` stays false: no second roll
            elif self.tries[seat]:
                self.stage = "manage"
            else:
                self.move_due = True
                self._owe(FINE, None)
            return
        if kind == "pay_fine":
            self.cash[seat] -= FINE
        else:
            card = min(self.cards[seat])  # F8 before P3
            self.cards[seat].remove(card)
            self.decks[card[0]].append(card)
        self.tries[seat] = 0
        self.stage = NEXT_ROLL

    def _go_to_jail(self) -> None:
        self.position[self.turn], self.tries[self.turn] = JAIL_SQUARE, JAIL_TRIES
        self.roll_again = False
        self._go_on()

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
            self._owe(self.charge(square), owner)
        elif square in CARD_SQUARES:
            self._draw_card(self.decks[CARD_SQUARES[square]])
        elif square == GO_TO_JAIL:
            self._go_to_jail()
        else:
            self._owe(TAXES.get(square, 0), None)

    def _draw_card(self, deck: list[str]) -> None:
        card, seat, here = deck.pop(0), self.turn, self.position[self.turn]
        (self.cards[seat] if card in GET_OUT_CARDS else deck).append(card)
        if card in FORWARD_TO:
            # At least one step: the square itself is a whole round away.
            self._forward(min((goal - here - 1) % SQUARES + 1 for goal in FORWARD_TO[card]))
        elif card == BACK_THREE:
            self.position[seat] = (here - 3) % SQUARES
            self._settle()
        elif card in JAIL_CARDS:
            self._go_to_jail()
        elif card in REPAIRS:
            a_house, a_hotel = REPAIRS[card]
            built = [self.houses[square] for square in self.squares_of(seat)]
            self._owe(sum(a_hotel if n == HOTEL else n * a_house for n in built), None)
        else:
            self.cash[seat] += BANK_PAYS.get(card, 0)
            self._owe(PAY_BANK.get(card, 0), None)

    def _owe(self, amount: int, creditor: "int | None") -> None:
        """Have the turn's player pay, or raise the money first, or go out if he never could."""
        self.stage, self.debt, self.creditor = "debt", amount, creditor
        own = self.squares_of(self.turn)
        sales = sum(self.houses[square] * HOUSE_SOLD[square] for square in own)
        loans = sum(LOAN[square] for square in own if square not in self.mortgaged)
        if self.cash[self.turn] + sales + loans < amount:
            self._leave(self.turn)
        elif self.cash[self.turn] >= amount:
            self.cash[self.turn] -= amount
            if creditor is not None:
                self.cash[creditor] += amount
            self._go_on()

    def _manage(self, seat: int, kind: str, square: int) -> None:
        self.cash[seat] += {
            "build": -HOUSE_COST[square], "sell": HOUSE_SOLD[square],
            "mortgage": LOAN[square], "unmortgage": -LIFTING[square],
        }[kind]  # fmt: skip
        self.houses[square] += {"build": 1, "sell": -1}.get(kind, 0)
        self.mortgaged ^= {square} if kind in ("mortgage", "unmortgage") else set()
        if self.stage == "debt":
            self._owe(self.debt, self.creditor)  # paid as soon as cash covers it

    def _sell_square(self, seat: int, cost: int) -> None:
        """Sell a seat the square on which the turn's player stands, and go on."""
        self.cash[seat] -= cost
        self.owner[self.position[self.turn]] = seat
        self._go_on()

    def _ask_next_bidder(self) -> None:
        """Pass over who cannot bid; with nobody left to ask, the best bid takes the square."""
        best = self.bids[-1][1] if self.bids else 0
        while self.to_ask and self.cash[self.to_ask[0]] <= best:
            self.to_ask.pop(0)
        if self.bids and not self.to_ask:
            self._sell_square(*self.bids[-1])
        elif not self.to_ask:
            self._go_on()

    def _leave(self, seat: int) -> None:
        """Put a seat out: bankrupt, resigned and timed out on one's own turn are one thing."""
        heir = self.creditor if self.stage == "debt" and seat == self.turn else None
        for square in self.squares_of(seat):
            self.cash[seat] += self.houses[square] * HOUSE_SOLD[square]
            self.houses[square] = 0
            if heir is None:
                del self.owner[square]
                self.mortgaged.discard(square)
            else:
                self.owner[square] = heir
        if heir is None:
            for card in self.cards[seat]:
                self.decks[card[0]].append(card)
        else:
            self.cash[heir] += self.cash[seat]
            self.cards[heir] += self.cards[seat]
        self.cash[seat], self.cards[seat] = 0, []
        self.out.append(seat)

        rest = self.still_in()
        bots_alone = all(self.kinds[other] == "bot" for other in rest)
        if len(rest) == 1 or (bots_alone and self.kinds[seat] != "bot"):
            rest.sort(key=self.net_worth, reverse=True)  # equals stay in turn order
            self.placings = [[placed] for placed in [*rest, *reversed(self.out)]]
            self.stage = ""
        elif self.stage == "auction":
            # Who has bid, passed or been passed over is not asked again, though less may win now.
            self.bids = [(bidder, amount) for bidder, amount in self.bids if bidder != seat]
            self.to_ask = [bidder for bidder in self.to_ask if bidder != seat]
            self._ask_next_bidder()
        elif seat == self.turn:
            self._go_on()
        elif self.stage == "trade" and seat == self.offer["to"]:
            self.stage = self.stage_before
        elif seat == self.creditor:
            self.creditor = None


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


def game_of(record: dict[str, Any]) -> Game:
    """Check all that stands before the moves, and set the game up."""
    expect(NEEDED <= set(record) <= NEEDED | AT_THE_END, "the keys are not those of a record")
    for key, value in (("format", 1), ("ruleset", "landlord"), ("rules_version", 1)):
        expect(same(record.get(key), value), f"{key} is not {value}")
    expect(isinstance(record["game"], str), "game is not a text")
    end = record["finished_at"]
    expect(is_time(record["started_at"]), "started_at is not a time")
    expect(end is None or is_time(end), "finished_at is not a time")
    options, seats = record["options"], record["seats"]
    expect(isinstance(options, dict) and set(options) == {"move_time"}, "options are others")
    move_time = options["move_time"]
    expect(whole(move_time) and 60 <= move_time <= 604_800, "options.move_time is not 60 to 604800")
    expect(isinstance(seats, list) and 2 <= len(seats) <= 4, "there are not two to four seats")
    for number, seat in enumerate(seats):
        is_seat = isinstance(seat, dict) and set(seat) == {"name", "kind", "client_seed"}
        expect(is_seat and isinstance(seat["name"], str), f"seat {number} is not in the right form")
        expect(seat["kind"] in ("person", "guest", "bot"), f"seat {number} has no kind")
        own = seat["client_seed"]
        good = own == "" if seat["kind"] == "bot" else fits(CLIENT_SEED, own)
        expect(good, f"seat {number} has no proper client seed")
    server_seed: Any = record.get("server_seed")  # not given while a game runs
    expect(fits(SERVER_SEED, server_seed), "server_seed is not there as 64 lower-case hex digits")
    commitment = hashlib.sha256(server_seed.encode()).hexdigest()
    expect(record["commitment"] == commitment, "server_seed is not what was committed to")
    brought = "|".join([server_seed, *(seat["client_seed"] for seat in seats)])
    seed = hashlib.sha256(brought.encode()).hexdigest()
    expect(record.get("seed") == seed, "seed does not follow from server and client seeds")
    return Game(seed, [seat["kind"] for seat in seats])


def check_entry(game: Game, entry: Any) -> None:
    """Check what stands around a move: its form, its time, and in whose name it was made."""
    is_entry = isinstance(entry, dict) and set(entry) == {"seat", "move", "at", "by"}
    expect(is_entry, "an entry has exactly seat, move, at and by")
    seat, move, at, by = entry["seat"], entry["move"], entry["at"], entry["by"]
    expect(whole(seat) and 0 <= seat < len(game.kinds), f"there is no seat {shown(seat)}")
    expect(isinstance(move, dict), "the move is not an object")
    expect(is_time(at), f"{shown(at)} is not a time")
    makers = ["bot"] if game.kinds[seat] == "bot" else ["player", "order"]
    if move.get("type") == "timeout":
        makers = ["clock"]
    elif move.get("type") == "resign" and "bot" not in map(game.kinds.__getitem__, game.still_in()):
        makers.append("agreed")
    expect(by in makers, f"it was made by {shown(by)}, where only {' or '.join(makers)} may")


def verify(record: Any) -> str:
    """`ok` or `unfinished`; a record that does not stand raises `Wrong`."""
    expect(isinstance(record, dict), "a record is an object")
    game = game_of(record)
    expect(isinstance(record["moves"], list), "moves is not a list")
    for number, entry in enumerate(record["moves"]):
        try:
            check_entry(game, entry)
            game.play(entry["seat"], entry["move"])
        except Wrong as reason:
            raise Wrong(f"move {number}: {reason}") from None
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
