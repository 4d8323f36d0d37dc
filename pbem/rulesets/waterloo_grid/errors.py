"""Options of Waterloo on a grid that cannot be had and positions that cannot be, in sentences."""

from __future__ import annotations

from core.contract import BadOption, BadPosition
from pbem.rulesets.sentences import bad_option, bad_position


def say_bad_option(error: BadOption) -> str:
    """A sentence on an option that cannot be had."""
    return bad_option(error, "Waterloo on a grid", "{name}={value} does not go with {other}")


def say_bad_position(error: BadPosition) -> str:
    """A sentence on a position that cannot be: where in the JSON, and why."""
    return bad_position(error, BAD_POSITIONS)


BAD_POSITIONS = {
    "no_such_unit": "{unit} is no unit; one is called RI3 or BH2 (WGR-005)",
    "too_many": "{seat} has more units and flags than the {most} there can be",
    "bad_group": "bases are written as cell:bases:facing, like F4:fa:s (WGR-006)",
    "bad_letter": "{unit} is a battery and has no base {letter} (WGR-005)",
    "letter_twice": "base {letter} of {unit} stands in two places (WGR-005)",
    "square": "{unit} is not infantry, which alone forms square (WGR-006)",
    "two_sides": "{unit} and the enemy both stand in {cell} (WGR-007)",
    "two_arms": "{unit} stands in {cell} with another arm (WGR-007)",
    "capacity": "there are more bases in {cell} than the {room} it holds (WGR-008)",
    "no_flag": "{unit} has no flag base, which is the last to die (WGR-110)",
    "battery": "the bases of {unit} stand in different cells (WGR-015)",
    "facing": "the bases of {unit} in one cell face different ways (WGR-011)",
    "no_such_class": "{kind} is no class of bases here (WGR-111)",
    "number": "{number} is too low; it is {least} at least",
    "no_such_cell": "there is no cell {cell} (WGR-001)",
    "no_charge": "a charge from {cell} that way leads off the board (WGR-045)",
    "dice": "the dice of a turn are five or none, not {count} (WGR-021)",
    "not_placed": "{unit} cannot be here: it is not alive, or has no die in this turn (WGR-141)",
    "not_held": "this belongs to games with hold=last (WGR-R58)",
    "no_objective": "{cell} is neither a village cell nor a farm (WGR-132)",
    "missing": "a game that is over has an outcome",
    "not_over": "a game has an outcome only in phase over",
    "other_end": "a game that ends like this ({reason}) has another winner or clause",
}
