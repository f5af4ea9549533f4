"""The one writer of the chat. Each function is one transaction; none of them touches a game or its record."""

from django.db import IntegrityError, transaction
from django.db.models import F

from accounts.models import User
from games import news, queries, table
from games.chat import limits, reading, text
from games.chat.errors import NoChat, NoSuchMessage
from games.chat.models import Chat, Message, Mute, Report
from games.models import Game
from games.who import Who

#: More names than these nobody mutes one by one.
MOST_MUTES = 500


def write(game_id: str, who: Who, given: str) -> Message:
    """Add somebody's message to a table's chat, and give it.

    Raises BadMessage, NoSuchTable, NotSeated, NoChat, TooFast.
    """
    seats = queries.stamped(game_id)
    if queries.stamp_of(seats, who).reader is None:
        raise table.NotSeated("Only those who sit at this table write here.")
    game = seats[0].game
    if who.user is None or not reading.is_open(game, seats):
        raise NoChat("There is no chat at this table: nobody else can read it here.")
    if not User.objects.filter(pk=who.user, table_chat=True).exists():
        raise NoChat("You have switched the chat off in your settings.")
    cleaned = text.cleaned(given)
    limits.count("write", who.user)
    try:
        return _add(game, who.user, cleaned)
    except IntegrityError:
        # The game, or the account, was deleted in this moment.
        raise table.NoSuchTable from None


def mute(game_id: str, who: Who, number: int) -> str:
    """Let somebody read no more of what the writer of a message writes, anywhere; give that writer's name.

    Raises NoSuchTable, NotSeated for who has no account, NoSuchMessage, and NoChat for one's own or a full list.
    """
    reader, message = _read_by(game_id, who, number)
    if Mute.objects.filter(user_id=reader).count() >= MOST_MUTES:
        raise NoChat(f"You mute {MOST_MUTES} players; hear one of them again first.")
    try:
        with transaction.atomic():
            Mute.objects.get_or_create(user_id=reader, muted_id=message.author_id)
    except IntegrityError:
        # One of the two accounts was deleted in this moment.
        raise NoSuchMessage from None
    return message.author.name


def unmute(user: User, name: str) -> bool:
    """Let somebody read again what the person with a name writes; tell whether that was muted."""
    if not name.isprintable():
        return False
    return Mute.objects.filter(user=user, muted__name__iexact=name.strip()).delete()[0] > 0


def report(game_id: str, who: Who, number: int) -> None:
    """Ask the staff to look at a message; twice is once.

    Raises NoSuchTable, NotSeated for who has no account, NoSuchMessage, NoChat for one's own, TooFast.
    """
    reader, message = _read_by(game_id, who, number)
    if Report.objects.filter(message=message, by_id=reader).exists():
        return
    limits.count("report", reader)
    try:
        with transaction.atomic():
            Report.objects.get_or_create(message=message, by_id=reader, defaults={"at": table.now()})
    except IntegrityError:
        raise NoSuchMessage from None


def settle(reports: list[Report], verdict: Report.Verdict) -> int:
    """Settle reports as the staff decides, with all others of the same messages; give how many messages that were.

    Taken off, a message is seen by nobody any more; left, one that was taken off is seen again.
    """
    messages = {each.message_id for each in reports}
    off = verdict == Report.Verdict.TAKEN_OFF
    with transaction.atomic():
        changed = Message.objects.filter(pk__in=messages).exclude(taken_off=off)
        _touch(list(changed.values_list("chat", flat=True)))
        Message.objects.filter(pk__in=messages).update(taken_off=off)
        Report.objects.filter(message__in=messages).update(verdict=verdict, settled_at=table.now())
    return len(messages)


def forget(user: int) -> None:
    """Delete all that a person has written, everywhere."""
    with transaction.atomic():
        written = Message.objects.filter(author_id=user)
        _touch(list(written.values_list("chat", flat=True).distinct()))
        written.delete()


def _add(game: Game, author: int, cleaned: str) -> Message:
    with transaction.atomic():
        chat = _locked(game.pk)
        chat.last += 1
        chat.changes += 1
        chat.save(update_fields=["last", "changes"])
        # After the lock, so that times go up as numbers do.
        message = Message.objects.create(chat=chat, number=chat.last, author_id=author, text=cleaned, at=table.now())
        news.of_chat(game.public_id)
    return message


def _locked(game: int) -> Chat:
    rows = Chat.objects.select_for_update()
    chat = rows.filter(pk=game).first()
    if chat is None:
        # The first message: of two that come at once one makes the row, and both wait for it.
        Chat.objects.get_or_create(pk=game)
        chat = rows.get(pk=game)
    return chat


def _read_by(game_id: str, who: Who, number: int) -> tuple[int, Message]:
    """Give the person who asks, and the message of that number, if it is one that this person sees."""
    seats = queries.stamped(game_id)
    queries.stamp_of(seats, who)
    if who.user is None:
        raise table.NotSeated("This needs an account: sign in first.")
    message = reading.seen_by(seats[0].game, seats, who.user).filter(number=number).select_related("author").first()
    if message is None:
        raise NoSuchMessage
    if message.author_id == who.user:
        raise NoChat("That is your own message.")
    return who.user, message


def _touch(chats: list[int]) -> None:
    # In one order for all: two who do this at once must not wait for each other.
    locked = list(Chat.objects.select_for_update(of=("self",)).filter(pk__in=chats).order_by("pk"))
    Chat.objects.filter(pk__in=[chat.pk for chat in locked]).update(changes=F("changes") + 1)
    for public_id in Game.objects.filter(pk__in=[chat.pk for chat in locked]).values_list("public_id", flat=True):
        news.of_chat(public_id)
