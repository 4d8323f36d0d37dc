"""The Waterloo Wargame: the rules. Start reading at `rules.pyx`."""

from core.rulesets.waterloo_wargame.rules import WaterlooWargame

__all__ = ["WaterlooWargame"]
