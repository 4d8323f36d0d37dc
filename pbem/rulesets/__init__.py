"""The rule sets this server hosts: the packages beside this file, and those that others install.

A package gives its `Presentation` by a function `presentation`. One that is installed from elsewhere names that
function as an entry point of the group `pbem.rulesets`, under the rule set's name:

    [project.entry-points."pbem.rulesets"]
    hare_and_hounds = "hare_and_hounds:presentation"
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from pbem.rulesets.contract import Presentation

ENTRY_POINTS = "pbem.rulesets"


class UnknownRuleSet(LookupError):
    """No rule set has this name; `args[0]` is the name that was asked for."""


class NotARuleSet(TypeError):
    """What is installed under a rule set's name gives no presentation, or one of another name."""


def names() -> list[str]:
    """The names of all rule sets, in alphabetical order."""
    return sorted({*_our_own(), *_installed()})


@cache
def presentation(name: str) -> Presentation:
    """The presentation of a rule set. Raises UnknownRuleSet; NotARuleSet for what somebody else installed wrongly."""
    if name in _our_own():
        make: Callable[[], Presentation] = import_module(f"{__name__}.{name}").presentation
        return make()
    if name not in _installed():
        raise UnknownRuleSet(name)
    made = _installed()[name].load()()
    if not isinstance(made, Presentation) or made.name != name:
        raise NotARuleSet(f"the entry point {name} of the group {ENTRY_POINTS} gives no presentation of that name")
    return made


def forget() -> None:
    """Look again, at the next question, which rule sets are installed."""
    presentation.cache_clear()
    _installed.cache_clear()


@cache
def _our_own() -> frozenset[str]:
    return frozenset(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


@cache
def _installed() -> dict[str, EntryPoint]:
    """Entry points of other packages. A name of ours stays ours: a running game cannot be taken over by an install."""
    return {found.name: found for found in entry_points(group=ENTRY_POINTS) if found.name not in _our_own()}
