"""What an address of the leaderboard, or of a player's page, may ask for."""

from typing import Any

from django import forms

from accounts import names
from games.rules.registry import PLAYED, newest

#: Every game that can be rated, by its key, with the name that people know.
GAMES: dict[str, str] = {key: newest(key).title for key in PLAYED}
FIRST_GAME = next(iter(GAMES))


class Wishes(forms.Form):
    """What to show of the leaderboard. A value that makes no sense counts as not given."""

    game = forms.ChoiceField(label="Game", choices=list(GAMES.items()), required=False)
    period = forms.ChoiceField(
        label="Who played", choices=[("", "ever"), ("30", "in the last 30 days")], required=False
    )
    show = forms.ChoiceField(label="Show", choices=[("", "settled"), ("new", "provisional")], required=False)
    page = forms.IntegerField(label="Page", min_value=1, max_value=10**6, required=False)
    name = forms.RegexField(
        r"\A[A-Za-z0-9_-]+\Z",
        label="Name",
        max_length=names.LONGEST,
        required=False,
        strip=True,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.full_clean()

    @property
    def game_key(self) -> str:
        """The game asked for, or the first there is."""
        return self.cleaned_data.get("game") or FIRST_GAME

    @property
    def left_out(self) -> list[str]:
        """What was not understood, in the words of the page."""
        return [str(self.fields[name].label).lower() for name in self.errors]
