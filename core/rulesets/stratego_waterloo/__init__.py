"""Stratego Waterloo: the rules. Start reading at `rules.pyx`."""

from core.rulesets.stratego_waterloo.rules import StrategoWaterloo

__all__ = ["StrategoWaterloo"]
