"""The letters of games: one for each kind of notice, from what its reader sees of the table."""

from typing import Any

from games import queries
from games.mail import auctions, links, when
from games.mail.kinds import Kind
from games.mail.letter import Board, Choice, Letter, Message, cut, message
from games.mail.told import NothingToTell, Told
from games.models import Game, Invitation, Notice, Seat
from games.present import clocks, letters
from games.present.cast import listing
from games.queries import TableReading
from games.rules.property.moves import BidForm
from games.signals import telling_result
from games.who import Who

#: Questions that begin with a word of their own; the others begin with a name.
_BEGIN_WITH_A_WORD = ("roll", "buy", "jail", "manage", "debt")
#: Sentences of what happened since the last move; more are told at the table.
MOST_SINCE = 40

BID_AHEAD = (
    "You may leave your bid now, so that nobody waits for you. It is kept to yourself until your chance comes; then it "
    "takes the square for as little as it can."
)
BID_AHEAD_IN_ROUNDS = (
    "You may leave a bid now, so that nobody waits for you. It is kept to yourself, and bids for you round after "
    "round, no more than it must, until the square is yours or would cost more."
)
STAYS_SAFE = "It makes the move that spends nothing you do not owe. However often it does, nobody is put out by it."
KEEP_THIS = (
    "Keep this mail: the commitment in it fixes the dice and the cards of the whole game. When the game is over the "
    "site publishes the seed behind it, and anybody can check that nothing was changed."
)


def compose(notice: Notice, to: str) -> Message:
    """Write the mail of a notice, which comes with its game and user, to an address; set how far it has `told`.

    Raises NoSuchTable when the game has gone, NothingToTell when the table has moved on.
    """
    told = Told(notice, queries.table(notice.game.public_id, Who(user=notice.user_id)))
    notice.told = told.game.move_count
    return message(notice, WRITERS[Kind(notice.kind)](told), to)


def _decision(told: Told) -> Letter:
    """Write that somebody is asked: at one's turn, again after an offer, or before the time is over."""
    panel, kind = told.panel, Kind(told.notice.kind)
    until = _until(told)
    # That it is one's turn the subject says before.
    question = panel.ask.removeprefix("Your turn. ")
    if panel.kind in _BEGIN_WITH_A_WORD:
        question = question[:1].lower() + question[1:]
    call, facts = panel.flag, [*panel.facts]
    if kind == Kind.REMINDER:
        call = f"{_left(told)} left"
        facts.insert(0, "This is the one reminder of this decision.")
    elif kind == Kind.RESUMED:
        call = "Your move again"
        facts.insert(0, "Your offer has ended, so your clock runs again and your turn goes on.")
    return Letter(
        subject=cut(f"{call}: {question} (against {told.others})"),
        flag=f"{panel.flag}{until}",
        title=panel.ask,
        calls=True,
        facts=[*facts, *_what_then(told), *_notes(told)],
        choices=_choices(told),
        **_common(told),
    )


def _offer(told: Told) -> Letter:
    panel = told.panel
    return Letter(
        subject=cut(f"{panel.flag}: {panel.ask} (against {told.others})"),
        flag=f"{panel.flag}{_until(told)}",
        title=panel.ask,
        calls=True,
        facts=[*_what_then(told), *_notes(told)],
        choices=_choices(told),
        picture=told.shown.get("picture", ()),
        **_common(told),
    )


def _bid(told: Told) -> Letter:
    panel = told.panel
    form = next(form for form in told.reading.legal.forms if isinstance(form, BidForm)) if told.reading.legal else None
    choices = _choices(told)
    if form is not None and form.low < form.high:
        own = Choice("Bid another amount", f"from {form.low} to {form.high}", links.address(told.link))
        choices.insert(-1, own)
    return Letter(
        subject=cut(f"{panel.flag}: {panel.ask} (against {told.others})"),
        flag=f"{panel.flag}{_until(told)}",
        title=panel.ask,
        calls=True,
        facts=[*panel.facts, *_what_then(told), *_notes(told)],
        choices=choices,
        **_common(told),
    )


def _auction(told: Told) -> Letter:
    view, cast = told.view, told.cast
    order = auctions.may_bid_ahead(told.game, told.notice.user_id, told.notice.wait)
    if view.auction is None or order is None:
        raise NothingToTell("the auction is over")
    square = told.rules.board.squares[view.auction.square]
    before = [cast.object(s) for s in (view.asked, *view.auction.queue[: view.auction.queue.index(told.seat.number)])]
    best = view.auction.best
    bid = f"The best bid is {best[1]}, by {cast.object(best[0])}." if best else "There is no bid yet."
    link = links.Link(
        told.game.public_id, told.notice.user_id, told.seat.number, 0, told.game.move_count, (), "", told.notice.wait
    )
    return Letter(
        subject=cut(f"Auction: {square.name}, and your chance to bid comes (against {told.others})"),
        flag="An auction has begun",
        title=f"{square.name} is at auction",
        facts=[
            f"Its price is {square.price}. {bid} Asked before you: {listing(before)}.",
            BID_AHEAD if told.rules.policies.bidding.one_chance else BID_AHEAD_IN_ROUNDS,
            *_notes(told),
        ],
        choices=[Choice("Leave a bid", f"up to {order.amount}, for this auction only", links.address(link), main=True)],
        **_common(told),
    )


def _started(told: Told) -> Letter:
    game, view, cast = told.game, told.view, told.cast
    names = [_and_bot(told.reading, s) for s in view.order]
    proof = [("Commitment", game.commitment)]
    if told.seat.client_seed:
        proof.append(("Your client seed", told.seat.client_seed))
    return Letter(
        subject=cut(f"The game has started: you against {told.others}"),
        flag="The game has started",
        title=f"You against {told.others}",
        facts=[
            f"Turn order: {listing(names)}. {cast.subject(view.order[0])} began.",
            f"{_first_big('; '.join(clocks.terms(game)))}.",
            KEEP_THIS,
        ],
        proof=proof,
        ways_on=[("How chance works", links.absolute("fair-play"))],
        **_common(told),
    )


def _out(told: Told) -> Letter:
    place = told.seat.place
    return Letter(
        subject=cut(f"You are out of the game, in place {place} (against {told.others})"),
        flag="Your deadline has passed",
        title=f"You are out, in place {place}",
        facts=["No move of yours came in time, which counts as a bankruptcy. The others play on without you."]
        if told.game.status == Game.Status.RUNNING
        else ["No move of yours came in time, which counts as a bankruptcy."],
        **_common(told),
    )


def _over(told: Told) -> Letter:
    placings = told.game.placings or []
    seats = told.reading.seats
    # Who shares a place leaves as many of the next ones free.
    places = [1 + sum(len(tied) for tied in placings[:n]) for n in range(len(placings))]
    names = [listing([told.cast.subject(s) for s in told.cast.first(tied)]) for tied in placings]
    rows = [f"{place}. {named}" for place, named in zip(places, names, strict=True)]
    server_seed, seed = told.reading.seeds or ("", "")
    place = told.seat.place
    call = f"The game is over: you are in place {place} of {len(seats)}"
    if placings and len(placings[0]) > 1:
        call = "The game is drawn: " + (
            "you share the first place" if place == 1 else f"you are in place {place} of {len(seats)}"
        )
    void = [f"The result was struck by the site’s operator: {told.game.void}"] if told.game.void else []
    more = [said for _, said in telling_result.send(Kind.OVER, game=told.game, user=told.notice.user) if said]
    return Letter(
        subject=cut(f"{call} (against {told.others})"),
        flag=call.replace(":", ",", 1),
        title=str(told.shown["heading"]),
        facts=[f"Placings: {'; '.join(rows)}.", *void, *more],
        proof=[
            ("Server’s seed", server_seed),
            ("Commitment, given at the start", told.game.commitment),
            *[(f"Client seed of {s.name}", s.client_seed or "(none: a bot)") for s in seats],
            ("Seed of the game", seed),
        ],
        ways_on=[
            ("Step through the game", links.absolute("replay", told.game.public_id)),
            ("Its record, to be checked by anybody", links.absolute("record", told.game.public_id)),
        ],
        **_common(told),
    )


def _proposal(told: Told) -> Letter:
    proposal = next((p for p in told.shown["proposals"] if p.id == told.notice.wait), None)
    if proposal is None:
        raise NothingToTell("the proposal is over")
    return Letter(
        subject=cut(f"{proposal.title} (against {told.others})"),
        flag=f"To be answered until {proposal.until.text}",
        title=proposal.title,
        facts=[proposal.means, proposal.answered],
        choices=[Choice("Answer at the table", "accept or refuse", told.table, main=True)],
        **_common(told),
    )


def _paused(told: Told) -> Letter:
    assert told.game.paused_until is not None
    until = when.long(told.game.paused_until, told.zone)
    return Letter(
        subject=cut(f"Paused until {until} (against {told.others})"),
        flag="All have agreed to a pause",
        title=f"The game is paused until {until}",
        facts=["All deadlines have moved by the length of the pause. You may move during it all the same."],
        **_common(told),
    )


def _draw(told: Told) -> Letter:
    draw = told.shown.get("draw")
    if draw is None or not draw.may_answer or draw.token != str(told.notice.wait):
        raise NothingToTell("the draw offer is over")
    return Letter(
        subject=cut(f"{draw.title} (against {told.others})"),
        flag="Nobody waits for your answer",
        title=draw.title,
        facts=[draw.means, draw.answered],
        choices=[Choice("Answer at the table", "accept, refuse, or play on", told.table, main=True)],
        **_common(told),
    )


def _clock(told: Told) -> Letter:
    if not told.clocked:
        raise NothingToTell("another mail or the page has told it")
    ending = _common(told) | {"acted": told.acted}
    return Letter(
        subject=cut(f"The clock has moved for you (against {told.others})"),
        flag="Your time was over; you are still in the game",
        title="The clock has moved for you",
        facts=[told.clocked, STAYS_SAFE],
        choices=[Choice("See the table", told.shown["waiting_for"].removesuffix("."), told.table, main=True)],
        **ending,
    )


def _orders(told: Told) -> Letter:
    if not told.acted:
        raise NothingToTell("another mail or the page has told it")
    return Letter(
        subject=cut(f"Done by your standing orders (against {told.others})"),
        flag="Nothing is asked of you",
        title="What your standing orders did",
        ways_on=[("Your standing orders", f"{told.table}orders/")],
        **_common(told),
    )


def _invitation(told: Told) -> Letter:
    game, seats = told.game, told.reading.seats
    invitation = Invitation.objects.select_related("by").filter(game=game, to=told.notice.user).first()
    if invitation is None:
        raise NothingToTell("the invitation is gone")
    seated = listing([seat.name for seat in seats]) or "nobody yet"
    address = f"{told.table}?key={game.link_key}" if game.secret_table else told.table
    free = game.size - len(seats)
    tables = told.reading.rules.tables
    fill = ["Bots take the seats that are empty when it starts."] if game.bots_fill else []
    if not tables.mixed:
        fill = ["All who sit there press Ready; then the host starts, with two players at least."]
    for_how_many = f"a game for {'' if tables.mixed else 'up to '}{game.size}"
    return Letter(
        subject=cut(f"{invitation.by.name} invites you to {for_how_many}"),
        heading=f"A table of {invitation.by.name}’s",
        flag="An invitation",
        title=f"{invitation.by.name} invites you to {for_how_many}",
        facts=[
            f"{_first_big('; '.join(clocks.terms(game)))}.",
            f"Seated: {seated}; {free} of {game.size} seats {'is' if free == 1 else 'are'} free.",
            *fill,
        ],
        proof=[("Commitment", game.commitment)],
        choices=[Choice("See the table", "sit down there, or let it be", address, main=True)],
        zone=str(told.zone),
    )


WRITERS = {
    Kind.TURN: _decision,
    Kind.RESUMED: _decision,
    Kind.REMINDER: _decision,
    Kind.OFFER: _offer,
    Kind.AUCTION: _auction,
    Kind.BID: _bid,
    Kind.STARTED: _started,
    Kind.OUT: _out,
    Kind.OVER: _over,
    Kind.PROPOSAL: _proposal,
    Kind.PAUSED: _paused,
    Kind.INVITATION: _invitation,
    Kind.ORDERS: _orders,
    Kind.DRAW: _draw,
    Kind.CLOCK: _clock,
}


def _common(told: Told) -> dict[str, Any]:
    """Give what every letter of a game that has started ends with."""
    rules, view, cast = told.rules, told.view, told.cast
    since = told.shown["since"]
    lines = [line.text for line in (*since["earlier"], *since["lines"])]
    if len(lines) > MOST_SINCE:
        lines = [f"(The first {len(lines) - MOST_SINCE} things are told at the table.)", *lines[-MOST_SINCE:]]
    running = told.game.status == Game.Status.RUNNING
    return {
        "heading": f"{listing([seat.name for seat in told.reading.seats])}, move {told.game.move_count}",
        "acted": " ".join(filter(None, (told.clocked, told.acted))),
        "since_title": since["title"],
        "since": lines,
        "board": Board(
            players=told.shown["players"],
            sides=letters.ring(rules, view, cast),
            marks=list(zip(letters.marks(cast), cast.names, strict=True)),
            others=[(other.one, other.letters) for other in rules.board.other_groups],
            groups=letters.who_owns_what(rules, view, cast),
            centre=_centre(told) if running else ["The game is over."],
        ),
        "table": told.table,
        "zone": str(told.zone),
    }


def _choices(told: Told) -> list[Choice]:
    acts = letters.choices(told.shown, told.view)
    addresses = links.of_acts(told.link, told.panel.ask, acts)
    return [
        Choice(act.label, act.note, address, main=n == 0)
        for n, (act, address) in enumerate(zip(acts, addresses, strict=True))
    ]


def _until(told: Told) -> str:
    if told.seat.due_at is None or told.reading.stopped_at is not None:
        return ""
    return f", until {when.long(told.seat.due_at, told.zone)}"


def _left(told: Told) -> str:
    assert told.seat.due_at is not None and told.reading.now is not None
    return clocks.left_in_words(told.seat.due_at - told.reading.now)


def _what_then(told: Told) -> list[str]:
    due = clocks.due(told.reading, told.seat, told.cast, _hours(told))
    if due is None:
        return []
    return [f"{due.left} left, {due.then}."]


def _notes(told: Told) -> list[str]:
    return [f"{note.before}{note.at.text}{note.after}" for note in told.shown.get("clock_notes", ())]


def _hours(told: Told) -> clocks.Hours:
    assert told.reading.now is not None
    return clocks.Hours(told.reading.now, told.zone, known=True)


def _centre(told: Told) -> list[str]:
    squares, view, cast = told.rules.board.squares, told.view, told.cast
    where = []
    for seat in view.order:
        if not view.place[seat]:
            at = "in jail" if view.jail[seat] else f"on {squares[view.position[seat]].name}"
            where.append(f"{cast.subject(seat)}: {at}")
    return where


def _and_bot(reading: TableReading, seat: int) -> str:
    name = reading.seats[seat].name
    bot = f" ({reading.strength} bot)" if reading.seats[seat].kind == Seat.Kind.BOT else ""
    return f"{name}{bot}{' (you)' if seat == reading.reader else ''}"


def _first_big(text: str) -> str:
    return text[:1].upper() + text[1:]
