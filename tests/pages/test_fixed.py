"""What is the same for everybody is rendered once, and with nothing of whoever it was rendered for."""

from django.template import Context, Template


def test_it_is_rendered_once_and_knows_nothing_of_the_page() -> None:
    template = Template("{% load fixed %}{% fixed %}[{{ name }}{% url 'home' %}]{% endfixed %}{{ name }}")
    assert template.render(Context({"name": "Ada"})) == "[/]Ada"
    assert template.render(Context({"name": "Bob"})) == "[/]Bob"
