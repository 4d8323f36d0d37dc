"""Orders as answers and reports tell them, put into the words of orders: what we say, a player may send back.

The answer to an order opens with it. What a unit did is told action by action, and each says where: `BG2 f: leaves
square, facing north, G9-G8`; the rules refuse it of a unit that stands elsewhere. A charge follows from the move into
contact, and what came of a shot from its dice, so that neither says anything more. Fights are nobody's order.
"""

from __future__ import annotations

import re

_CELL = "[A-L](?:10|[1-9])"
_PLACE = rf"{_CELL}(?: \([A-Za-z' ]{{2,30}}\))?"
_UNIT = "[RB][IGLHA][0-9]{1,4}"
_ORDER = re.compile(
    r"(?P<order>[A-Za-z][A-Za-z0-9:,@ -]+?)(?: \(try [0-9]\))?: "
    r"(?:fires(?: twice| [0-9] times)? at [^:]*|charges [^:]* over [^:]*|(?:ends|stays) in [^:]*|"
    r"only a shot before it can make this possible \(as things stand, .*\))"
)
_ENTERS = re.compile(
    rf"(?:{_UNIT}, )?(?P<kind>line infantry|guard infantry|light cavalry|heavy cavalry|artillery)"
    rf"(?: enters as {_UNIT}|, enters) at (?P<entry>X[1-3]|Y) \({_CELL}\), facing (?P<facing>north|east|south|west)"
)
_PLACED = re.compile(rf"(?P<units>{_UNIT}(?:(?:, | and ){_UNIT})*) takes? a die(?: each)?")
_FIRST = re.compile(rf"the fights of (?P<cells>{_CELL}(?:(?:, | and ){_CELL})*) come first")
_TURN = re.compile("it is turn (?P<number>[0-9]{1,6}), and yours")
_ACTS = re.compile(rf"(?P<unit>{_UNIT}) (?P<acts>.*)", re.DOTALL)
_THEN = ". Then "  # what a unit does after a shot, behind what came of it
# One action at a time, with the bases that it is of, where they are named.
_ACTION = re.compile(
    r"(?:(?P<bases>[fabc]{1,4})(?:: | (?=at )))?(?:"
    rf"(?P<way>{_CELL}-{_CELL})"
    r"|turns (?P<turns>north|east|south|west)"
    rf"|forms square in (?P<square>{_CELL})"
    r"|leaves square, facing (?P<leaves>north|east|south|west)"
    r"|(?P<holds>holds)"
    rf"|(?P<charges>charges {_PLACE} \((?:[0-9] swords?|over [0-9] cells?)\))"
    rf"|(?:at (?P<cell>{_CELL}) )?fires(?: a volley)? at (?P<target>{_CELL})(?: \([A-Za-z' ]{{2,30}}\))?: "
    r"(?P<dice>[IACX -]+ \[(?:dice )?[0-9.,-]+\]\. .*)"
    r")(?:, |$)"
)


def as_typed(tidy: str) -> str | None:
    """The order that a line of ours tells of, in the words of an order; None where it is no such line."""
    said = tidy.strip().removesuffix(".")
    for form, typed in _FORMS:
        if found := form.fullmatch(said):
            return typed(found)
    return None


def _acts(found: re.Match[str]) -> str | None:
    """The actions of a unit as the clauses of its order."""
    clauses: list[str] = []
    for acts in found["acts"].split(_THEN):
        # What is told behind the first shot names the unit once more.
        told = _clauses(acts.removeprefix(f"{found['unit']} "))
        if told is None:
            return None
        clauses += told
    return f"{found['unit']} {', '.join(clauses)}" if clauses else None


def _clauses(acts: str) -> list[str] | None:
    """The clauses of what a unit did up to what came of a shot; None where it is not told like that."""
    clauses: list[str] = []
    at = 0
    who, is_open = "", False  # the bases meant, and whether the last clause is theirs and may go on
    while at < len(acts):
        action = _ACTION.match(acts, at)
        if action is None:
            return None
        at = action.end()
        if action["bases"]:
            who, is_open = f"{action['bases']}: ", False
        said = _action(action)
        if action["square"] or (action["cell"] and not action["bases"]):
            clauses.append(f"@{action['square'] or action['cell']}: {said}")
            is_open = False
        elif said and is_open:
            clauses[-1] += f" {said}"
        elif said:
            clauses.append(f"{who}{said}")
            is_open = True
    return clauses


def _action(action: re.Match[str]) -> str:
    if action["way"]:
        return action["way"]
    if action["turns"]:
        return f"face {action['turns'][0]}"
    if action["leaves"]:
        return f"line {action['leaves'][0]}"
    if action["target"]:
        return f"fire {action['target']}"
    return "square" if action["square"] else "hold" if action["holds"] else ""


def _names(text: str) -> str:
    return " ".join(re.split(", | and ", text))


_CLASSES = {"line infantry": "I", "guard infantry": "G", "light cavalry": "L", "heavy cavalry": "H", "artillery": "A"}
_FORMS = (
    (_ORDER, lambda found: found["order"]),
    (_ENTERS, lambda found: f"enter {_CLASSES[found['kind']]} at {found['entry']} facing {found['facing'][0]}"),
    (_PLACED, lambda found: f"place {_names(found['units'])}"),
    (_FIRST, lambda found: f"fights {_names(found['cells'])}"),
    (_TURN, lambda found: f"turn {found['number']}"),
    (_ACTS, _acts),
)
