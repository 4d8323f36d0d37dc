"""Options of the Waterloo Wargame that cannot be had and positions that cannot be, in sentences."""

from __future__ import annotations

from core.contract import BadOption, BadPosition
from pbem.rulesets.sentences import bad_option, bad_position


def say_bad_option(error: BadOption) -> str:
    """A sentence on an option that cannot be had."""
    return bad_option(error, "The Waterloo Wargame", "{name}={value} does not go with {other}")


def say_bad_position(error: BadPosition) -> str:
    """A sentence on a position that cannot be: where in the JSON, and why."""
    if error.code == "missing" and "piece" not in error.facts:
        return bad_position(error, {"missing": "a game that is over has an outcome"})
    return bad_position(error, BAD_POSITIONS)


BAD_POSITIONS = {
    "too_late": "round {round} is later than the last, {turns}",
    "missing": "{piece} is unknown to the scenario, and needs side, arm and men",
    "men_of_arm": "{piece} ({arm}) cannot have {men} thousand men: a gun has none, others 1 to 5 (WWG-005)",
    "name_taken": "{name} is taken already, by a piece, a road, a strongpoint or a place",
    "half_a_place": "{piece} needs both x and y, or neither",
    "off_board": "{piece} at {x},{y} facing {heading} would not be wholly on the board (WWG-017)",
    "no_such_piece": "{piece} is not on the board",
    "other_side": "{piece} is of the other side",
    "not_over": "a game has an outcome only in phase over",
    "other_end": "a game that ends like this ({reason}) has another winner or clause",
}
