"""Orders in canonical text: written once by the rule set, and read back as the same order for as long as games last.

What players type is read by a grammar that goes on learning; what records and kept orders hold must not change its
meaning with it. Not for reading mail: canonical text is the rule set's own, one order at a time.
"""

from __future__ import annotations

from typing import Any

from pbem.rulesets.contract import Presentation

SHOWN = 40  # characters of a text that is not canonical


class NotCanonical(ValueError):
    """A text that is not one order in canonical text, or an order that its rule set cannot write so."""


def written_order(words: Presentation, order: Any) -> str:
    """An order in canonical text. Raises NotCanonical rather than write what would be read otherwise."""
    text = words.text_of(order)
    if order_in(words, text) != order:
        raise NotCanonical(f"{words.name}: {text[:SHOWN]!r} is read as another order than it was written for")
    return text


def order_in(words: Presentation, text: str) -> Any:
    """The order in a canonical text. Raises NotCanonical."""
    found = words.read(list(enumerate(text.split("\n"), start=1)))
    if len(found) != 1 or found[0].order is None:
        raise NotCanonical(f"{words.name}: {text[:SHOWN]!r} is not one order")
    return found[0].order
