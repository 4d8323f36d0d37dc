"""A film (`pbem.rulesets.retold.Film`) as a page that needs nothing else: one HTML file, for any browser, offline.

The page has two pictures beside each other, what was so and what a seat took for true, and is moved by buttons, keys
and a slider. Its script is small, stands in it, and may fetch nothing. For whoever wants no motion it goes in steps.
"""

from __future__ import annotations

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined

from pbem.rulesets.retold import Film

# What could end a script, or begin a comment in it, whatever stands in a text.
_ESCAPES = (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026"), ("\u2028", "\\u2028"), ("\u2029", "\\u2029"))


def page(film: Film) -> str:
    """The page of a film."""
    environment = Environment(
        loader=PackageLoader("pbem.reports", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # The drawing is the rule set's own; its words are escaped where it makes it.
    moving = msgspec.json.encode(msgspec.structs.replace(film, ground="")).decode()
    return environment.get_template("film.html.j2").render(film=film, moving=_in_script(moving))


def _in_script(json: str) -> str:
    for char, escaped in _ESCAPES:
        json = json.replace(char, escaped)
    return json
