"""Options that cannot be had, battlefields that cannot be fought on and positions that cannot be, in sentences."""

from __future__ import annotations

from core.contract import BadOption, BadPosition, Json
from pbem.rulesets.sentences import bad_option, bad_position, cited, listed

from .sides import army_of

Facts = Json


def say_bad_option(error: BadOption) -> str:
    """A sentence on an option that cannot be had; on a scenario text one that names the line."""
    if error.facts.get("reason"):
        return _bad_battlefield(error)
    return bad_option(error, "Stratego Waterloo", "{name}={value} does not go with {other}")


def _bad_battlefield(error: BadOption) -> str:
    facts = error.facts
    number, text = facts.get("line"), facts.get("text")
    where = f'Battlefield, line {number}, "{text}": ' if number else "Battlefield: "
    said = BATTLEFIELDS[facts["reason"]].format(**_spelled_out(facts))
    return f"{where}{said}{cited([error.clause] if error.clause else [])}."


def _spelled_out(facts: Facts) -> Facts:
    spelled = {
        key: listed(map(str, value), "or") if isinstance(value, list | tuple) else value for key, value in facts.items()
    }
    if "seat" in facts:
        spelled["side"] = army_of(facts["seat"])
    if facts.get("kind") in BATTLEFIELD_KINDS:
        spelled["kind"] = BATTLEFIELD_KINDS[facts["kind"]]
    spelled["place"] = BATTLEFIELD_PLACES.get(facts.get("what") or "", "")
    if not facts.get("values"):
        spelled["values"] = "a whole number"
    return spelled


BATTLEFIELD_KINDS = {"CINC": "Commander-in-Chief", "CMD": "Commander", "BUILDING": "FARM and VILLAGE"}
BATTLEFIELD_PLACES = {
    "flag": "a Prussian flag square",
    "relief": "a square kept for the Prussians",
    "back-row": "a back row",
}
BATTLEFIELDS = {
    "too-long": "the text is longer than {most} characters",
    "too-many-lines": "the text has more than {most} lines",
    "too-many-words": "the line has more than {most} words",
    "key": '"{key}" is not a word that a line begins with: those are {keys}',
    "twice": "{key} is given twice, first in line {first}",
    "form": "this is not how {key} is written",
    "word": '{key} cannot be "{word}": it is {values}',
    "name": "the name of a {key} is a single word or stands in quotes, and has at most {most} characters",
    "number": '{key} cannot be "{word}": it is a whole number from {least} to {most}',
    "square": '"{word}" is not a square: they are A to L and 1 to 10',
    "tile-off-board": "a {kind} with its south-west corner on {square} would not lie on the board",
    "tile-overlaps": "this tile and {other} (from {other_anchor}) both cover {square}",
    "flags-count": "there are {count} flag squares; there may be {least} to {most}",
    "flags-twice": "a flag square is named twice ({flags})",
    "flags-edge": "flag squares lie on one side edge, all in column A or all in column L ({flags})",
    "flags-back-row": "a flag square cannot lie on a back row ({square})",
    "units-form": "units are written as code and number, as in LN 10",
    "unit": '"{word}" is no unit of this army; those are {known}',
    "unit-twice": "{unit} is given twice",
    "option-unknown": "there is no option {name}",
    "option-value": 'option {name} cannot be "{given}": it is {values}',
    "option-conflict": "option {name} cannot be set like this",
    "missing": "there is no line {key}",
    "retreat-expert": "in an expert battle the lines of retreat are fixed",
    "stock": "the box has {most} of {kind}; stock unlimited lifts the limit",
    "leaders": "an army has exactly one {kind} (the Prussians one at most); this one has {count}",
    "army-size": "this army has {size} pieces, and there is room for {most}",
    "prussian-turn": "the Prussians come on turn {turn}, which must be later than the first turn, {first}",
    "tile-on": "a {kind} cannot lie on {place} ({square})",
    "garrison-tile": "there is no tile on {square}",
    "garrison-twice": "the tile on {square} has a garrison already",
    "garrison-infantry": "the {side} have {infantry} infantry, and garrisons need {wanted}",
    "room": "the {side} have to place {needed} pieces at least, and find {squares} squares that can be used",
}


def say_bad_position(error: BadPosition) -> str:
    """A sentence on a position that cannot be: where in the JSON, and why."""
    return bad_position(error, BAD_POSITIONS)


BAD_POSITIONS = {
    "turn": "turn {turn} is not one of this game, which has turns {first} to {last}",
    "no_such_tile": "this game has no tile {tile}",
    "no_flag": "no flag can fly on {tile}: it is no building that stands (SWL-118)",
    "no_such_square": "{square} is not a square: they are A1 to L10 (SWL-R01)",
    "terrain": "{unit} cannot stand on {square}, because of the ground there (SWL-116, SWL-189)",
    "no_prussian": "{unit} is no Prussian (SWL-013)",
    "no_such_unit": "there is no piece {unit}",
    "other_side": "{unit} is not on the side of {seat}",
    "blocks": "{unit} cannot bear {blocks} blocks (SWL-073, SWL-075)",
    "not_in_pool": "only a piece off the board has a status; {unit} is not there",
    "too_many": "there are more {unit} than belong to this game",
    "missing": "this must be given in this phase",
    "no_pursuit": "there is no pursuit in this game or phase (SWL-160)",
    "no_such_label": "{label} is no label: riders are called V1, R1 and so on (SWL-173)",
    "no_rider": "{label} is not cavalry (SWL-161)",
    "too_many_cards": "there are {count} cards {card}, and only three in a game (SWL-131)",
    "no_cards": "this game is played without cards (SWL-003)",
    "no_retreat_cards": "this game has no cards for the lines of retreat (SWL-147)",
    "dealt": "before the cards are dealt nobody has set up or drawn Prussians (SWL-006, SWL-013)",
    "no_such_order": "there is no standing order {value}",
    "too_many_used": "{used} actions cannot be used of {allowance} (SWL-019)",
    "not_set_up": "{seat} has not set up yet, and has no piece anywhere (SWL-008)",
    "not_over": "a game has an outcome only in phase over",
    "winners": "a game that ends like this ({reason}) has other winners",
    "clause": "a game that ends like this ends by {clause}",
}
