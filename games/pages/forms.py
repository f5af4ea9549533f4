"""Forms of the pages around tables: a new table, and what to look for in the lobby."""

from typing import Any

from django import forms

from games import guests
from games.lists import BANDS, WITHOUT, Wanted
from games.present import move_times
from games.present.move_times import DAY, MINUTE, NO_CLOCK, OTHER, UNITS
from games.rules.interface import STRENGTHS, RuleSet, Tables
from games.rules.registry import PLAYED, newest
from games.table import Plan

SHORTEST, LONGEST = MINUTE, 7 * DAY
NUMBERS_OF_SEATS = "A game has two, three or four seats."
OUT_OF_BOUNDS = "A move time has whole minutes, from 1 minute to 7 days."

#: Shares of games without a time-out that can be asked for, in percent.
SHARES = ((80, "4 of 5 games or more"), (90, "9 of 10 games or more"), (100, "all their games"))
#: Ratings that can be asked for; everybody begins at 1000.
RATINGS = (1000, 1050, 1100, 1150, 1200, 1300)
#: Pages further than this nobody turns.
MOST_PAGES = 1_000


class MoveTime(forms.Form):
    """The time for each move: one of what a game proposes, or another."""

    time = forms.ChoiceField(
        label="Time for each move",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose a time for each move.", "invalid_choice": OUT_OF_BOUNDS},
    )
    number = forms.IntegerField(
        label="How many",
        required=False,
        min_value=1,
        max_value=LONGEST // MINUTE,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={"invalid": OUT_OF_BOUNDS, "min_value": OUT_OF_BOUNDS, "max_value": OUT_OF_BOUNDS},
    )
    unit = forms.ChoiceField(
        label="Of what",
        choices=UNITS,
        required=False,
        error_messages={"invalid_choice": "A time is told in minutes, hours or days."},
    )

    def __init__(self, data: Any = None, *, tables: Tables, at_first: int | None = None, **more: Any) -> None:
        """Take what the game's tables have; `at_first` is the move time that is chosen at first."""
        value, number, unit = move_times.chosen(at_first, tables)
        super().__init__(data, initial={"time": value, "number": number, "unit": unit}, **more)
        time = self.fields["time"]
        assert isinstance(time, forms.ChoiceField)
        time.choices = move_times.choices(tables)

    def clean(self) -> dict[str, Any]:
        """Make one move time of the three fields for it."""
        given = super().clean() or {}
        if given.get("time") != OTHER or {"number", "unit"} & set(self.errors):
            return given
        if given["number"] is None:
            self.add_error("number", "Write how many minutes, hours or days a move may take.")
        elif not SHORTEST <= (self.move_time or 0) <= LONGEST:
            self.add_error("number", OUT_OF_BOUNDS)
        return given

    @property
    def move_time(self) -> int | None:
        """The move time of a valid form, in seconds; None is no clock."""
        given = self.cleaned_data
        if given["time"] == NO_CLOCK:
            return None
        if given["time"] != OTHER:
            return int(given["time"])
        return int(given["number"]) * int(given["unit"] or MINUTE)

    @property
    def wrong(self) -> str:
        """What is wrong first, for an answer of one sentence."""
        return next((str(sentence) for said in self.errors.values() for sentence in said), "")


def _seats_field(label: str, required: str) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        coerce=int,
        initial=2,
        widget=forms.RadioSelect,
        error_messages={"required": required, "invalid_choice": NUMBERS_OF_SEATS},
    )


class NewTable(MoveTime):
    """A new table for people, at which bots may play too where the game has such tables."""

    seats = _seats_field("Seats, yours included", "Choose a number of seats.")
    access = forms.ChoiceField(
        label="Who may sit down",
        choices=(("open", "Anybody"), ("link", "Only those with the link")),
        widget=forms.RadioSelect,
        error_messages={"required": "Choose who may sit down.", "invalid_choice": "Choose who may sit down."},
    )
    rated = forms.BooleanField(label="Rated", required=False)
    bots_fill = forms.BooleanField(label="Bots take the empty seats when I start", required=False)

    field_order = ("seats", "time", "number", "unit", "access", "rated", "bots_fill")

    def __init__(self, data: Any = None, *, rules: RuleSet[Any]) -> None:
        """Take the game; what its tables don't have is not asked."""
        super().__init__(data, tables=rules.tables, at_first=rules.tables.with_people)
        self._rules = rules
        self.initial["access"] = "open" if rules.tables.mixed else "link"
        if rules.tables.mixed:
            _list_seats(self.fields["seats"], rules)
        else:
            # All seats are there, and the host starts with whoever has come.
            del self.fields["seats"], self.fields["bots_fill"]

    def plan(self) -> Plan:
        """Give what a valid form asks for."""
        given = self.cleaned_data
        return Plan(
            given.get("seats", self._rules.seats[-1]),
            self._rules.options(self.move_time, None),
            rated=given["rated"],
            secret=given["access"] == "link",
            bots_fill=given.get("bots_fill", False),
        )


class AgainstBots(MoveTime):
    """A game of one person against bots: how many, how strong where that is chosen, how long for a move."""

    seats = _seats_field("Bots", NUMBERS_OF_SEATS)
    level = forms.ChoiceField(
        label="How strong they are",
        choices=[(level, level.capitalize()) for level in STRENGTHS],
        initial="medium",
        widget=forms.RadioSelect,
        error_messages={
            "required": "Choose how strong the bots are.",
            "invalid_choice": "Bots are easy, medium or hard.",
        },
    )

    field_order = ("seats", "level", "time", "number", "unit")

    def __init__(self, data: Any = None, *, rules: RuleSet[Any]) -> None:
        """Take the game; what its tables don't have is not asked."""
        # Two forms of one page: their fields have names of their own for labels.
        super().__init__(data, tables=rules.tables, at_first=rules.tables.with_bots, auto_id="bots_%s")
        self._rules = rules
        _list_seats(self.fields["seats"], rules, yours=1)
        # One press opens a table: what is not said is as usual.
        self.fields["time"].required = False
        if not rules.tables.levels:
            del self.fields["level"]

    @property
    def options(self) -> dict[str, Any]:
        """The options of the game that a valid form asks for."""
        given = self.cleaned_data
        time = self.move_time if given["time"] else self._rules.tables.with_bots
        return self._rules.options(time, given.get("level"))


def _list_seats(field: forms.Field, rules: RuleSet[Any], *, yours: int = 0) -> None:
    assert isinstance(field, forms.ChoiceField)
    field.choices = [(n, str(n - yours)) for n in rules.seats]


def played() -> list[RuleSet[Any]]:
    """List the games that tables can be opened for, the first one being what is opened where none is named."""
    return [newest(key) for key in PLAYED]


def game_of(key: str) -> RuleSet[Any] | None:
    """Give the game of a form or an address by its key; empty is the first one, None none that can be played."""
    return next((rules for rules in played() if rules.key == (key or PLAYED[0])), None)


class Filters(forms.Form):
    """What to look for in the lobby. A value that is none of the choices counts as not given."""

    game = forms.ChoiceField(
        label="Game", required=False, choices=[("", "Any"), *((rules.key, rules.title) for rules in played())]
    )
    seats = forms.ChoiceField(
        label="Seats", required=False, choices=[("", "Any"), *((str(n), str(n)) for n in guests.RULES.seats)]
    )
    time = forms.ChoiceField(
        label="Move time",
        required=False,
        choices=(
            ("", "Any"),
            ("minutes", "Below an hour"),
            ("hours", "1 hour to a day"),
            ("days", "A day or more"),
            (WITHOUT, "No clock"),
        ),
    )
    rated = forms.ChoiceField(
        label="Rated", required=False, choices=(("", "Either"), ("yes", "Rated"), ("no", "Not rated"))
    )
    reliable = forms.ChoiceField(
        label="Opener without time-out",
        required=False,
        choices=[("", "Any"), *((str(share), words) for share, words in SHARES)],
    )
    rating = forms.ChoiceField(
        label="Opener’s rating, if shown",
        required=False,
        choices=[("", "Any"), *((str(least), f"{least} or more") for least in RATINGS)],
    )
    show = forms.ChoiceField(required=False, choices=(("", "Open tables"), ("play", "Games in play")))
    page = forms.IntegerField(required=False, min_value=1, max_value=MOST_PAGES)

    @property
    def understood(self) -> dict[str, Any]:
        """What was given and is among the choices."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}

    @property
    def left_out(self) -> list[str]:
        """The names of the fields whose values were not understood."""
        return [str(self.fields[name].label or name) for name in self.errors if name in self.fields]

    @property
    def wanted(self) -> Wanted:
        """What the lobby is to be searched for."""
        given = self.understood
        return Wanted(
            seats=int(given["seats"]) if "seats" in given else None,
            ruleset=given.get("game", ""),
            band=given["time"] if given.get("time") in (*BANDS, WITHOUT) else "",
            rated={"yes": True, "no": False}.get(given.get("rated", "")),
            least=int(given.get("reliable", 0)),
            rating=int(given.get("rating", 0)),
        )
