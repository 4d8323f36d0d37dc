"""The options of Conflict, and which go together.

Every choice the rulebook leaves open is an option. Here they are listed and settled; what they do stands where their
clause is carried out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from core import options
from core.contract import BadOption, Option, Options
from core.rulesets.conflict.schema import COLOURS

SEATED = {2: ("red", "green"), 3: ("red", "yellow", "green"), 4: COLOURS}  # CON-R03

OPTIONS = (
    Option("players", 2, None, "CON-012"),
    Option("seats", "auto", None, "CON-R03"),
    Option("first", "roll", ("roll", *COLOURS), "CON-016"),
    Option("friends_pass", "yes", ("yes", "no"), "CON-R11"),
    Option("home_pass", "yes", ("yes", "no"), "CON-R15"),
    Option("aa_sky", "block", ("block", "overfly"), "CON-R12"),
    Option("own_mine_plane", "safe", ("safe", "lost"), "CON-R19"),
    Option("dead_mines", "inert", ("inert", "heir"), "CON-R23"),
    Option("third_double", "move_first", ("move_first", "no_move"), "CON-R32"),
    Option("reveal", "ahead", ("ahead", "stepwise"), "CON-R35"),
    Option("teams", "none", ("none", "opposite", "adjacent"), "CON-R39"),
    Option("partner_mines", "safe", ("safe", "live"), "CON-R40"),
    Option("alliances", "press", ("press", "formal"), "CON-R38"),
    Option("turn_limit", 0, None, "CON-R48"),
    Option("nmr", "hold", ("hold", "bot"), "CON-R36"),
)


def settle(chosen: Mapping[str, Any]) -> Options:
    """All options with their values, defaults filled in. Raises BadOption.

    Without `players` the number is that of `seats`, or four in a partnership game, or two. `seats` may be a list of
    colours or a text of colours or their letters; it is settled to the colours joined by commas.
    """
    settled = options.settle(OPTIONS, chosen, {"seats": _colours})
    if "players" not in chosen:
        settled["players"] = _players_meant(settled)
    if not 2 <= settled["players"] <= 4:
        raise BadOption("value", "CON-012", option="players", value=settled["players"], values=("2", "3", "4"))
    _refuse_conflicts(settled)
    return settled


def seated(settled: Options) -> tuple[str, ...]:
    """The colours that play, in join order (CON-R03)."""
    if settled["seats"] == "auto":
        return SEATED[settled["players"]]
    return tuple(settled["seats"].split(","))


def _colours(option: Option, value: Any) -> str:
    wrong = BadOption("value", option.clause, option=option.name, value=value, values=("auto", *COLOURS))
    if isinstance(value, str):
        words = re.findall("[a-z]+", value.lower())
        if words == ["auto"]:
            return "auto"
        if len(words) == 1 and words[0] not in COLOURS:
            words = list(words[0])
    elif isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
        words = [word.lower() for word in value]
    else:
        raise wrong
    by_letter = {colour[0]: colour for colour in COLOURS}
    colours = [by_letter.get(word, word) for word in words]
    if not 2 <= len(colours) <= 4 or len(set(colours)) < len(colours) or not set(colours) <= set(COLOURS):
        raise wrong
    return ",".join(colours)


def _players_meant(settled: Options) -> int:
    if settled["seats"] != "auto":
        return len(seated(settled))
    return 4 if settled["teams"] != "none" else 2


def _refuse_conflicts(settled: Options) -> None:
    """The combinations that make no sense, as the rulebook lists them below its table of options."""

    def conflict(name: str, other: str) -> BadOption:
        return options.clash(settled, next(option for option in OPTIONS if option.name == name), other)

    if settled["seats"] != "auto" and len(seated(settled)) != settled["players"]:
        raise conflict("seats", "players")
    if settled["teams"] != "none" and settled["players"] != 4:
        raise conflict("teams", "players")
    if settled["alliances"] == "formal" and settled["teams"] != "none":
        raise conflict("alliances", "teams")
    if settled["alliances"] == "formal" and settled["players"] == 2:
        raise conflict("alliances", "players")
    if settled["first"] != "roll" and settled["first"] not in seated(settled):
        raise conflict("first", "players" if settled["seats"] == "auto" else "seats")
