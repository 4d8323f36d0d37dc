"""Hare and Hounds, a rule set for pbem that anybody can install: see `docs/adding-a-rule-set.md` there."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.rulesets.contract import Presentation


def presentation() -> Presentation:
    """The presentation of the rule set; the entry point in pyproject.toml names this function."""
    from .words import presentation

    return presentation()
