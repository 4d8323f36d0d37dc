"""Conflict: the rules. Start reading at `rules.pyx`."""

from core.rulesets.conflict.rules import Conflict

__all__ = ["Conflict"]
