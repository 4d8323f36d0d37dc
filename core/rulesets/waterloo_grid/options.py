"""The options of Waterloo on a grid (4.1 of the rulebook): listed and settled. What they do stands at their clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core import options
from core.contract import Option, Options

OPTIONS = (
    Option("scenario", "standard", ("standard", "lambert"), "WGR-R01"),
    Option("charge_bonus", "on", ("on", "off"), "WGR-R35"),
    Option("small_farms", "walled", ("walled", "open"), "WGR-R02"),
    Option("advance_fire", "no", ("no", "volley"), "WGR-R19"),
    Option("passive_attacks", "yes", ("yes", "no"), "WGR-R22"),
    Option("cover_vs_cavalry", "plain", ("plain", "steady"), "WGR-R38"),
    Option("double_fire", "yes", ("yes", "no"), "WGR-R25"),
    Option("garrison", "any", ("any", "infantry"), "WGR-R04"),
    Option("hold", "bases", ("bases", "last"), "WGR-R58"),
    Option("blue_entry_dice", "2", ("2", "1"), "WGR-R56"),
    Option("turn_limit", 0, None, "WGR-R60"),
)


def settle(chosen: Mapping[str, Any]) -> Options:
    """All options with their values, defaults filled in. Raises BadOption."""
    return options.settle(OPTIONS, chosen, {"blue_entry_dice": _count})


def _count(option: Option, value: Any) -> str | int:
    """A number of dice may be given as a number as well as in digits."""
    written = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    return options.plain_value(option, written)
