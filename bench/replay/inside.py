"""Every name that the comparison needs from inside the tree. A module that moves costs one more place in this table.

Of several places the first that exists is taken, so that the same script runs on the tree before and after a move.
Everything else goes through the command line and the JSON of `pbem adjudicate`, which stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

PLACES = {
    "command": ("pbem.cli:main",),
    "names": ("pbem.rulesets:names",),
    "presentation": ("pbem.rulesets:presentation", "pbem.rulesets:kit"),
    "answer": ("pbem.batch.answering:answer",),
    "BadOption": ("core.contract:BadOption",),
    "Settings": ("pbem.config:Settings",),
    "read_mail": ("pbem.inbound.mime:read", "pbem.mail.mime:read"),
    "UnreadableMail": ("pbem.inbound.mime:UnreadableMail", "pbem.mail.mime:UnreadableMail"),
    "judge": ("pbem.inbound.screen:judge", "pbem.mail.screen:judge"),
    "own_lines": ("pbem.inbound.quotes:own_lines", "pbem.mail.quotes:own_lines"),
    "split": ("pbem.inbound.lines:split", "pbem.commands.reading:split"),
    "is_command": ("pbem.inbound.lines:is_command", "pbem.commands.reading:is_command"),
}

Json = dict[str, Any]


@cache
def inside(name: str) -> Any:
    """What the tree calls by this name of the table. Raises ImportError where none of its places is there."""
    for place in PLACES[name]:
        module, _, attribute = place.partition(":")
        try:
            return getattr(import_module(module), attribute)
        except (ModuleNotFoundError, AttributeError):
            continue
    raise ImportError(f"{name} is at none of {', '.join(PLACES[name])}; add its place to {__file__}")


def names() -> tuple[str, ...]:
    """The rule sets that are installed."""
    return tuple(inside("names")())


def rules(ruleset: str) -> Any:
    """The rules of a rule set: `core`'s contract."""
    return inside("presentation")(ruleset).rules


def robot_orders(ruleset: str, view: Json, seat: str, rng: Random) -> str:
    """What the robot would mail."""
    return str(inside("presentation")(ruleset).bot(view, seat, rng))


def looks_like_order(ruleset: str, text: str) -> bool:
    """Whether the rule set takes a line of a mail for an order."""
    words = inside("presentation")(ruleset)
    if hasattr(words, "looks_like_order"):
        return bool(words.looks_like_order(text))
    # One reader does it for all rule sets since.
    from pbem.reading.reader import Sort, sort

    view = words.rules.view(words.rules.opening(words.rules.settle({})), None)
    return sort(words, text, words.vocabulary(view)) is not Sort.REMARK


def answer(request: Json) -> Json:
    """The answer of `pbem adjudicate` to one request, in this process."""
    told: Json = inside("answer")(request)
    return told


def settled(ruleset: str, options: Mapping[str, Any]) -> Json | None:
    """All options of a game with their values, or None where these do not go together."""
    try:
        found: Json = rules(ruleset).settle(options)
    except inside("BadOption"):
        return None
    return found
