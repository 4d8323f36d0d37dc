"""Waterloo on a grid: the rules. Start reading at `rules.pyx`."""

from core.rulesets.waterloo_grid.rules import WaterlooGrid

__all__ = ["WaterlooGrid"]
