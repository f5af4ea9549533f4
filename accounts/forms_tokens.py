"""The form for a new personal token."""

from django import forms

from accounts.models import PersonalToken


class NewToken(forms.ModelForm):
    """A name that tells its owner what the token is for, and what it may do."""

    class Meta:
        model = PersonalToken
        fields = ("name", "scope")
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "off"})}
        error_messages = {
            "name": {"required": "Write what the token is for, so that you know it again."},
            "scope": {"required": "Choose what the token may do."},
        }

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        scope = self.fields["scope"]
        assert isinstance(scope, forms.TypedChoiceField)
        # Without the empty choice that Django offers.
        scope.choices = PersonalToken.Scope.choices
