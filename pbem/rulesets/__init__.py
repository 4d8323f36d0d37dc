"""The rule sets this server hosts. Each is a package beside this file whose `kit` function gives its `Kit`."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from pbem.rulesets.contract import Kit


class UnknownRuleSet(LookupError):
    """No rule set has this name; `args[0]` is the name that was asked for."""


def names() -> list[str]:
    """The names of all rule sets, in alphabetical order."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


@cache
def kit(name: str) -> Kit:
    """The kit of a rule set. Raises UnknownRuleSet."""
    if name not in names():
        raise UnknownRuleSet(name)
    made: Kit = import_module(f"{__name__}.{name}").kit()
    return made
