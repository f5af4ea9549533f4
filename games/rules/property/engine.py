"""The board games' engine behind the interface that every game offers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from games.rules.chance import Chance
from games.rules.errors import MalformedMove
from games.rules.interface import By, Decision, DrawOffer, Kind, Leaving, Legal, Outcome, Strength, Tables
from games.rules.property import deeds, draws, endings, legal, levels, moves, ordering, turn, view
from games.rules.property.apply import apply
from games.rules.property.events import AnyEvent, Left
from games.rules.property.moves import AnyMove
from games.rules.property.orders import PropertyOrder
from games.rules.property.rules import Rules
from games.rules.property.state import NOBODY, State
from games.rules.property.view import PropertyView

_order_decoder = msgspec.json.Decoder(PropertyOrder)
_state_decoder = msgspec.json.Decoder(State)
_events_decoder = msgspec.json.Decoder(list[AnyEvent])
_state_encoder = msgspec.json.Encoder()


@dataclass(frozen=True)
class PropertyGame:
    """A board game: its rules, and the engine's answers for them. See `interface.RuleSet`."""

    rules: Rules
    _move_decoder: msgspec.json.Decoder[AnyMove] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Make the decoder of the moves that this game has."""
        object.__setattr__(self, "_move_decoder", msgspec.json.Decoder(reduce(or_, self.rules.moves)))

    @property
    def key(self) -> str:
        """The game's name in records and addresses."""
        return self.rules.key

    @property
    def title(self) -> str:
        """The game's name for people."""
        return self.rules.title

    @property
    def version(self) -> int:
        """The version of its rules."""
        return self.rules.version

    @property
    def seats(self) -> range:
        """The numbers of seats it can be played with."""
        return self.rules.seats

    @property
    def tables(self) -> Tables:
        """What tables the game has."""
        return self.rules.tables

    @property
    def draws(self) -> bool:
        """Whether players can agree on a draw."""
        return self.rules.draws

    def check_options(self, options: Mapping[str, object]) -> None:
        """Raise MalformedMove unless these are exactly the game's options, in bounds."""
        levels.check_options(self.rules, options)

    def options(self, move_time: int | None, bots: Strength | None) -> dict[str, Any]:
        """Give the options with this move time and bots' level: without this where it is drawn."""
        given = {"move_time": move_time, "bots": bots}
        return {name: given[name] for name in self.rules.options}

    def start(
        self, kinds: Sequence[Kind], chance: Chance, options: Mapping[str, object]
    ) -> tuple[State, list[AnyEvent]]:
        """Give the state at the first decision, and what happened up to it.

        Raises MalformedMove for a number of seats or options that the game does not have.
        """
        rules, n = self.rules, len(kinds)
        self.check_options(options)
        if n not in rules.seats:
            raise MalformedMove(f"{n} seats: this game has from {rules.seats[0]} to {rules.seats[-1]}.")
        size = len(rules.board.squares)
        order = chance.shuffle(range(n), "order")
        state = State(
            chance=chance,
            kinds=list(kinds),
            strength=rules.policies.level(chance, kinds, options),
            order=order,
            cash=[rules.amounts.start] * n,
            position=[0] * n,
            jail=[0] * n,
            cards=[[] for _ in kinds],
            place=[0] * n,
            owner=[NOBODY] * size,
            houses=[0] * size,
            mortgaged=[False] * size,
            decks=[chance.shuffle(list(deck.cards), deck.label) for deck in rules.decks],
            turn=order[0],
            turns=0,
            moves=0,
            rolls=0,
            dice=(0, 0),
            doubles=0,
            again=False,
            offers=0,
            decision="manage",
            asked=NOBODY,
            wait=0,
            waits=0,
            auction=None,
            offer=None,
            debt=None,
            refusals=[],
            clockless=options["move_time"] is None,
        )
        log: list[AnyEvent] = []
        turn.run(turn.first_turn, rules, state, log)
        return state, log

    def decisions(self, state: State) -> tuple[Decision, ...]:
        """Tell who is waited on: one seat, or nobody when the game is over."""
        if state.decision == "over":
            return ()
        return (Decision(state.asked, state.decision, state.wait, _token(state)),)

    def legal(self, state: State, seat: int) -> Legal:
        """List what a seat may do, waited on or not."""
        return legal.legal(self.rules, state, seat)

    def apply(self, state: State, seat: int, move: AnyMove, by: By = "player") -> list[AnyEvent]:
        """Make a move and what follows from it. Raises as `interface.RuleSet.apply` says."""
        return apply(self.rules, state, seat, move, by)

    def check_by(self, state: State, seat: int, move: AnyMove, by: By) -> None:
        """Raise IllegalMove unless this hand may make this move for this seat."""
        self.rules.policies.hands.check_by(self.rules, state, seat, move, by)

    def on_timeout(self, state: State, seat: int) -> AnyMove:
        """Give what the clock enters when a deadline has passed."""
        return self.rules.policies.hands.on_timeout(self.rules, state, seat)

    @property
    def clock_plays(self) -> bool:
        """Whether the clock moves for who misses a deadline."""
        return self.rules.policies.hands.clock_plays

    def clock_rests(self, state: State) -> bool:
        """Tell whether the wait that goes on has no deadline, nobody having moved for long."""
        return state.clock_rests

    def clock_goes_on(self, state: State) -> bool:
        """Tell whether the clock, having begun to answer a wait, has to go on at once."""
        return state.clock_goes_on

    def token(self, state: State, seat: int, move: AnyMove) -> str | None:
        """Give the token that a seat's move has to name: a draw offer's own, a decision's, or the number of moves."""
        if isinstance(move, moves.OfferDraw):
            return None
        if isinstance(move, moves.AcceptDraw | moves.RefuseDraw):
            return "" if state.draw is None else str(state.draw.number)
        return _token(state)

    def draw_offer(self) -> AnyMove:
        """Give the move by which a seat offers a draw. Raises IllegalMove where there are none."""
        draws.check_known(self.rules, moves.OFFER_DRAW)
        return moves.OFFER_DRAW

    def draw_answer(self, *, accept: bool) -> AnyMove:
        """Give the move by which a seat answers a draw offer. Raises IllegalMove where there are none."""
        draws.check_known(self.rules, moves.OFFER_DRAW)
        return moves.ACCEPT_DRAW if accept else moves.REFUSE_DRAW

    def resignation(self) -> AnyMove:
        """Give the move by which a seat leaves the game of its own will."""
        return moves.RESIGN

    def lapses(self, kind: str) -> bool:
        """Tell whether a missed deadline at this kind of decision costs the chance only."""
        return kind in self.rules.policies.lapses

    def a_day_at_most(self, kind: str) -> bool:
        """Tell whether this kind of decision is waited for no longer than a day."""
        return kind in self.rules.policies.a_day_at_most

    def standing_draw(self, state: State) -> DrawOffer | None:
        """Give the standing draw offer, with who has still to answer it, or None."""
        offer = state.draw
        if offer is None:
            return None
        return DrawOffer(offer.giver, tuple(draws.to_answer(state, offer)), str(offer.number))

    def view(self, state: State, seat: int | None) -> PropertyView:
        """Give what a seat, or anybody, sees."""
        return view.view(self.rules, state, seat)

    def outcome(self, state: State) -> Outcome | None:
        """Give the placings, or None while the game runs."""
        return Outcome(endings.placings(state)) if state.decision == "over" else None

    def seats_in(self, state: State) -> list[int]:
        """List the seats still in, in turn order."""
        return state.seats_in()

    def leavings(self, events: Sequence[AnyEvent]) -> list[Leaving]:
        """List who has left the game in what happened, in that order."""
        return [Leaving(event.seat, event.place, event.why) for event in events if isinstance(event, Left)]

    def turn_of(self, state: State) -> int:
        """Tell whose turn it is."""
        return state.turn

    def net_worths(self, state: State) -> list[int]:
        """Give each seat's net worth, by seat; 0 for one that is out."""
        return [deeds.net_worth(self.rules.board, state, seat) for seat in range(len(state.cash))]

    def final(self, state: State) -> dict[str, Any]:
        """Give the record's `final`: cash by seat, and the squares that are owned."""
        squares = {
            str(p): {
                "owner": state.owner[p],
                "houses": state.houses[p],
                "mortgaged": state.mortgaged[p],
            }
            for p in self.rules.board.deeds
            if state.owner[p] != NOBODY
        }
        return {"cash": state.cash[:], "squares": squares}

    def strength(self, state: State) -> Strength | None:
        """Tell how strong the bots of this game are, known to all; None where none plays and none was drawn."""
        return state.strength

    def bot_number(self, state: State, seat: int) -> int:
        """Give a bot's own chance for its next move: the draw of its label and the move's number."""
        return state.chance.draw(f"bot:{seat}", state.moves)

    def decode_move(self, data: bytes | str) -> AnyMove:
        """Read a move's JSON. Raises MalformedMove."""
        try:
            return self._move_decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise MalformedMove(f"That is no move of this game: {error}.") from None

    def decode_order(self, data: bytes | str) -> PropertyOrder:
        """Read an order's JSON. Raises MalformedMove."""
        try:
            return _order_decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise MalformedMove(f"That is no order of this game: {error}.") from None

    def check_order(self, state: State, seat: int, order: PropertyOrder) -> None:
        """Raise as `interface.RuleSet.check_order` says unless a seat may leave this order now."""
        ordering.check_order(self.rules, state, seat, order)

    def orders_open(self, state: State, seat: int) -> list[PropertyOrder]:
        """List the orders that a seat may leave now."""
        return ordering.orders_open(self.rules, state, seat)

    def ordered(self, state: State, seat: int, orders: Sequence[PropertyOrder]) -> AnyMove | None:
        """Give the move that a seat's orders make now, or None."""
        return ordering.ordered(self.rules, state, seat, orders)

    def covered(self, state: State, seat: int, orders: Sequence[PropertyOrder]) -> bool:
        """Tell whether a seat that is still to bid is answered for by its orders."""
        return ordering.covered(self.rules, state, seat, orders)

    def order_stands(self, state: State, seat: int, order: PropertyOrder) -> bool:
        """Tell whether an order may still act."""
        return ordering.order_stands(self.rules, state, seat, order)

    def encode_state(self, state: State) -> bytes:
        """Write the whole state as JSON, the seed included."""
        return _state_encoder.encode(state)

    def decode_state(self, data: bytes | str) -> State:
        """Read a state back, exactly as it was."""
        return _state_decoder.decode(data)

    def decode_events(self, data: bytes | str) -> list[AnyEvent]:
        """Read a list of events back from JSON."""
        return _events_decoder.decode(data)


def _token(state: State) -> str:
    # Others' answers to a draw offer take no press of the player's away who is waited on.
    return str(state.moves - state.draw_answers)
