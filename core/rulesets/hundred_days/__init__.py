"""Hundred Days: the rules. Start reading at `rules.pyx`."""

from core.rulesets.hundred_days.rules import HundredDays

__all__ = ["HundredDays"]
