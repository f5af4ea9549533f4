"""The forms of the settings."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.core.exceptions import ValidationError

from accounts import blocks, names
from accounts.models import MailPreferences, User


def zones() -> list[tuple[str, str]]:
    """Give the time zones to choose from, with names that people know, UTC first."""
    # The list has old names, plain offsets and "localtime" beside the places; all are taken, places are shown.
    shown = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "posix")))
    return [("UTC", "UTC"), *((zone, zone.replace("_", " ")) for zone in shown)]


class Name(forms.ModelForm):
    """Another name, by the rules of names."""

    class Meta:
        model = User
        fields = ("name",)
        labels = {"name": "Name"}
        help_texts = {"name": "What others see: 3 to 20 letters, digits, hyphens and underscores."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs.update(
            minlength=names.SHORTEST, autocomplete="nickname", autocapitalize="off", spellcheck="false"
        )

    def clean_name(self) -> str:
        """Refuse a name that somebody else has in other capitals; said here, it stands beside the field."""
        name: str = self.cleaned_data["name"]
        if User.objects.filter(name__iexact=name).exclude(pk=self.instance.pk).exists():
            raise ValidationError("Somebody else has this name.", code="taken")
        return name


class Profile(forms.ModelForm):
    """Where a person's clock stands, and whether others may look the person up."""

    time_zone = forms.ChoiceField(
        label="Time zone",
        help_text="Deadlines in mails and on pages are told in it.",
        widget=forms.Select(attrs={"data-time-zone": ""}),
    )

    class Meta:
        model = User
        fields = ("time_zone", "on_leaderboard")
        labels = {"on_leaderboard": "List me on the leaderboard"}
        help_texts = {"on_leaderboard": "Your rating counts either way; this decides whether others find it there."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = zones()
        chosen = self.instance.time_zone
        if chosen not in {zone for zone, _ in choices}:
            choices.insert(1, (chosen, chosen))
        zone_field = self.fields["time_zone"]
        assert isinstance(zone_field, forms.ChoiceField)
        zone_field.choices = choices


class Mails(forms.ModelForm):
    """Which mails of games a person wants."""

    class Meta:
        model = MailPreferences
        fields = MailPreferences.KINDS
        labels = {
            "turn": "Your move",
            "reminder": "A reminder before your time is over",
            "offer": "Somebody offers you a trade",
            "auction": "An auction you may bid in",
            "news": "A game starts or is over, a pause or an end is proposed",
            "invitation": "Somebody invites you to a table",
            "orders": "What your standing orders did, if no other mail has told it: once a day and game at most",
        }


class BlockSomebody(forms.Form):
    """The name of somebody whom one does not want to meet."""

    name = forms.CharField(
        label="Name", max_length=names.LONGEST, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def save(self) -> User | None:
        """Put the name on the list and give the person; None, with an error beside the field, if that can't be."""
        try:
            return blocks.block(self.user, self.cleaned_data["name"])
        except ValidationError as refusal:
            self.add_error("name", refusal)
            return None


class Leave(forms.Form):
    """The name once more, so that no slip of the hand deletes an account."""

    name = forms.CharField(
        label="Your name", widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"})
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_name(self) -> str:
        """Take nothing but the name."""
        name: str = self.cleaned_data["name"]
        if name.lower() != self.user.name.lower():
            raise ValidationError("That is not your name here.")
        return name
