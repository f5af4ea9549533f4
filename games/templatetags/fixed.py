"""Parts of a page that are the same for everybody, for ever: rendered once by a process."""

from django import template
from django.utils.safestring import SafeString

register = template.Library()


class _Fixed(template.Node):
    def __init__(self, nodelist: template.NodeList) -> None:
        self.nodelist = nodelist
        self._made: SafeString | None = None

    def render(self, context: template.Context) -> SafeString:
        if self._made is None:
            # With nothing of the page's own context, so that nothing of its reader can come into it.
            self._made = self.nodelist.render(context.new({}))
        return self._made


@register.tag
def fixed(parser: template.base.Parser, _token: template.base.Token) -> _Fixed:
    """Render what stands up to `endfixed` once: addresses and words, and nothing that depends on anything."""
    nodelist = parser.parse(("endfixed",))
    parser.delete_first_token()
    return _Fixed(nodelist)
