"""The Game of Waterloo (1895): the rules. Start reading at `rules.pyx`."""

from core.rulesets.waterloo1895.rules import Waterloo1895

__all__ = ["Waterloo1895"]
