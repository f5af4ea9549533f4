"""In a game: moves, resigning, proposals, orders."""

from typing import Any

import msgspec
from rest_framework.response import Response

from games import queries, table
from games.api import asking, shapes, telling
from games.api.base import ApiView
from games.api.documented import IN_PLAY, MOVING, documented
from games.models import Proposal
from games.table import Answer

PATH = ("game_id",)


def _played(view: ApiView, game_id: str, answer: Answer) -> shapes.Played:
    return shapes.Played(answer.made, answer.left_out, telling.game(game_id, view.who))


class MovesView(ApiView):
    """`/api/v1/games/<id>/moves/`."""

    @documented(
        "play",
        "Make a move, or several that belong together",
        body=asking.Play,
        gives=shapes.Played,
        path=PATH,
        acts=True,
        codes=MOVING,
    )
    def post(self, request: Any, game_id: str) -> Response:
        """Make the caller's move."""
        asked = self.body(asking.Moves)
        moves = [bytes(move) for move in asked.moves]

        def play() -> shapes.Played:
            left: list[queries.TableReading] = []
            answer = table.play(
                game_id,
                self.who,
                asked.token,
                moves,
                told=lambda after, seat: left.append(queries.left(after, seat, log=False)),
            )
            return shapes.Played(answer.made, answer.left_out, telling.told(left[0]))

        return self.act(play)


class ResignView(ApiView):
    """`/api/v1/games/<id>/resign/`."""

    @documented("resign", "Leave a game, whoever is waited on", gives=shapes.Played, path=PATH, acts=True, codes=MOVING)
    def post(self, request: Any, game_id: str) -> Response:
        """Take the caller out of the game."""
        return self.act(lambda: _played(self, game_id, table.resign(game_id, self.who)))


class ProposalsView(ApiView):
    """`/api/v1/games/<id>/proposals/`."""

    @documented(
        "propose",
        "Propose a pause, or an end of the game as it stands",
        body=asking.Propose,
        gives=shapes.GameShape,
        path=PATH,
        acts=True,
        codes=(*IN_PLAY, "bad_choice", "limit_reached"),
    )
    def post(self, request: Any, game_id: str) -> Response:
        """Make a proposal."""
        asked = self.body(asking.Propose)

        def propose() -> shapes.GameShape:
            table.propose(game_id, self.who, Proposal.Kind(asked.kind), asked.days)
            return telling.game(game_id, self.who)

        return self.act(propose)


class ProposalView(ApiView):
    """`/api/v1/games/<id>/proposals/<number>/`."""

    @documented(
        "answer_proposal",
        "Accept a proposal, or refuse it",
        body=asking.AnswerProposal,
        gives=shapes.GameShape,
        path=("game_id", "number"),
        acts=True,
        codes=IN_PLAY,
    )
    def post(self, request: Any, game_id: str, number: int) -> Response:
        """Answer a proposal."""
        accept = self.body(asking.AnswerProposal).accept

        def answer() -> shapes.GameShape:
            table.answer_proposal(game_id, self.who, number, yes=accept)
            return telling.game(game_id, self.who)

        return self.act(answer)


class OrdersView(ApiView):
    """`/api/v1/games/<id>/orders/`."""

    @documented(
        "leave_order",
        "Leave an order; it takes the place of one about the same",
        body=asking.LeaveOrder,
        gives=shapes.GameShape,
        path=PATH,
        acts=True,
        codes=MOVING,
    )
    def post(self, request: Any, game_id: str) -> Response:
        """Keep an order."""
        order = msgspec.json.encode(self.body(asking.LeaveOrder).order)

        def leave() -> shapes.GameShape:
            table.leave_order(game_id, self.who, order)
            return telling.game(game_id, self.who)

        return self.act(leave)


class OrderView(ApiView):
    """`/api/v1/games/<id>/orders/<number>/`."""

    @documented(
        "take_order_off",
        "Cancel an order",
        gives=shapes.GameShape,
        path=("game_id", "number"),
        acts=True,
        codes=("not_seated", "refused"),
    )
    def delete(self, request: Any, game_id: str, number: int) -> Response:
        """Forget an order."""

        def forget() -> shapes.GameShape:
            table.take_order_off(game_id, self.who, number)
            return telling.game(game_id, self.who)

        return self.act(forget)
