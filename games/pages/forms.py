"""Forms of the pages around tables: a new table, and what to look for in the lobby."""

from typing import Any

from django import forms

from games import guests
from games.lists import BANDS, Wanted
from games.table import Plan

MINUTE, HOUR, DAY = 60, 3_600, 86_400
UNITS = ((MINUTE, "minutes"), (HOUR, "hours"), (DAY, "days"))
PRESETS = (
    (MINUTE, "1 minute"),
    (5 * MINUTE, "5 minutes"),
    (15 * MINUTE, "15 minutes"),
    (HOUR, "1 hour"),
    (6 * HOUR, "6 hours"),
    (DAY, "1 day"),
    (3 * DAY, "3 days"),
    (7 * DAY, "1 week"),
)
#: A move time that is none of the presets.
OTHER = "other"
SHORTEST, LONGEST = MINUTE, 7 * DAY
OUT_OF_BOUNDS = "A move time has whole minutes, from 1 minute to 7 days."

#: Shares of games without a time-out that can be asked for, in percent.
SHARES = ((80, "4 of 5 games or more"), (90, "9 of 10 games or more"), (100, "all their games"))
#: Ratings that can be asked for; everybody begins at 1000.
RATINGS = (1000, 1050, 1100, 1150, 1200, 1300)
#: Pages further than this nobody turns.
MOST_PAGES = 1_000


class NewTable(forms.Form):
    """A new table: seats, move time, who may come, how it counts."""

    seats = forms.TypedChoiceField(
        label="Seats, yours included",
        choices=[(n, str(n)) for n in guests.RULES.seats],
        coerce=int,
        initial=2,
        widget=forms.RadioSelect,
        error_messages={
            "required": "Choose a number of seats.",
            "invalid_choice": "A game has two, three or four seats.",
        },
    )
    time = forms.ChoiceField(
        label="Time for each move",
        choices=[*PRESETS, (OTHER, "Another time")],
        initial=DAY,
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
    access = forms.ChoiceField(
        label="Who may sit down",
        choices=(("open", "Anybody"), ("link", "Only who has the link")),
        initial="open",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose who may sit down.", "invalid_choice": "Choose who may sit down."},
    )
    rated = forms.BooleanField(label="Rated", required=False)
    bots_fill = forms.BooleanField(label="Bots take the empty seats when I start", required=False)

    def clean(self) -> dict[str, Any]:
        """Make one move time of the three fields for it."""
        given = super().clean() or {}
        if given.get("time") != OTHER or {"number", "unit"} & set(self.errors):
            return given
        if given["number"] is None:
            self.add_error("number", "Write how many minutes, hours or days a move may take.")
        elif not SHORTEST <= self.move_time <= LONGEST:
            self.add_error("number", OUT_OF_BOUNDS)
        return given

    @property
    def move_time(self) -> int:
        """The move time of a valid form, in seconds."""
        given = self.cleaned_data
        if given["time"] != OTHER:
            return int(given["time"])
        return int(given["number"]) * int(given["unit"] or MINUTE)

    def plan(self) -> Plan:
        """Give what a valid form asks for."""
        given = self.cleaned_data
        return Plan(
            given["seats"],
            {"move_time": self.move_time},
            rated=given["rated"],
            secret=given["access"] == "link",
            bots_fill=given["bots_fill"],
        )


class Filters(forms.Form):
    """What to look for in the lobby. A value that is none of the choices counts as not given."""

    seats = forms.ChoiceField(
        label="Seats", required=False, choices=[("", "Any"), *((str(n), str(n)) for n in guests.RULES.seats)]
    )
    time = forms.ChoiceField(
        label="Move time",
        required=False,
        choices=(("", "Any"), ("minutes", "Below an hour"), ("hours", "1 hour to a day"), ("days", "A day or more")),
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
            band=given["time"] if given.get("time") in BANDS else "",
            rated={"yes": True, "no": False}.get(given.get("rated", "")),
            least=int(given.get("reliable", 0)),
            rating=int(given.get("rating", 0)),
        )
