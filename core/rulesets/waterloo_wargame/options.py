"""The options of the Waterloo Wargame (WWG-130 to WWG-140), its scenarios and its seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from core import options
from core.contract import BadOption, Handicap, Option, Options

SEATS = ("french", "allied")
PATIENCE = 3  # turns missed running after which the opponent may claim (WWG-R56)
# The ruling on resigning and draws, WWG-R63, as positions, records and reports have cited it from the beginning.
ACROSS_THE_TABLE = "5.5"
SCENARIOS = ("standard", "few-guns", "no-guns", "bare")

OPTIONS = (
    Option("scenario", "standard", SCENARIOS, "WWG-006"),
    Option("split_move", "example", ("example", "proportional"), "WWG-130"),
    Option("unequal", "printed", ("printed", "double"), "WWG-131"),
    Option("group_cap", "combat", ("combat", "touching"), "WWG-132"),
    Option("gun_loss", 0, None, "WWG-133"),
    Option("blocked_retreat", "stop", ("stop", "destroy"), "WWG-134"),
    Option("edge", "closed", ("closed", "open"), "WWG-135"),
    Option("fire_arc", "sector", ("sector", "square"), "WWG-136"),
    Option("two_guns_on_gun", "duel", ("duel", "remove"), "WWG-137"),
    Option("sp_initiative", "on", ("on", "off"), "WWG-138"),
    Option("retreat_before", "off", ("off", "on"), "WWG-139"),
    Option("turns", 20, None, "WWG-140"),
    Option("target", 30, None, "WWG-140"),
    Option("move_cap", 10, None, "WWG-140"),
)

# The Allies win by holding out (WWG-127), so that who leads the French needs the losses and the others need only time.
HANDICAP = Handicap("target", tuple(range(15, 46)), harder_for=SEATS[0])


def settle(chosen: Mapping[str, Any]) -> Options:
    """All options with their values, defaults filled in. Raises BadOption."""
    return options.settle(
        OPTIONS,
        chosen,
        {
            "gun_loss": _between(0, 4),
            "turns": _between(1, 1000),
            "target": _between(1, 1000),
            "move_cap": _between(1, 1000),
        },
    )


def _between(least: int, most: int) -> Callable[[Option, Any], Any]:
    def read(option: Option, value: Any) -> str | int:
        number = options.plain_value(option, value)
        if not isinstance(number, int) or not least <= number <= most:
            allowed = tuple(str(each) for each in range(least, most + 1)) if most < 10 else (f"{least}..{most}",)
            raise BadOption("value", option.clause, option=option.name, value=value, values=allowed)
        return number

    return read
