"""The answers to orders for Waterloo on a grid, in sentences.

The rules judge with codes and facts; here each code has its sentence, which names unit, bases, cell and clause. The
report prints the number and the text of the line beside it. Not for: what happened in the game, which is
`narration.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from core.contract import Json, Line, Status, Verdict
from core.rulesets.waterloo_grid.orders import Action, Activate, Alternative, Clause, Fire, text_of
from pbem.rulesets.contract import Said
from pbem.rulesets.lexing import Hint
from pbem.rulesets.sentences import cited, listed

from .board import (
    ACTION_POINTS,
    CLASSES,
    SHORT,
    board,
    called,
    faced_in_words,
    groups_in_words,
    place_title,
    seat_title,
)
from .grammar import ACTION_WORDS, hint
from .questions import examples_for, say_outcome

Facts = Json


def say_verdict(verdict: Verdict, line: Line | None, view: Json) -> Said:
    """The answer to one order line, or to the whole set where `line` is None."""
    if verdict.status is Status.OK:
        return _accepted(verdict.facts, line, view)
    if verdict.status is Status.VOID:
        if "with" in verdict.facts:
            return Said("not done", "as the orders beside it do not stand; send it with orders that do, or alone.")
        return Said("-", "not played.")
    if "cut" in verdict.facts:
        return _too_late(verdict, line, view)
    mark = "which?" if verdict.status is Status.ASKED else "no"
    return Said(mark, f"{refusal(verdict.code or 'E01', verdict.facts, line, view)}{cited(verdict.clauses)}.")


def _too_late(verdict: Verdict, line: Line | None, view: Json) -> Said:
    """The answer to a line that could not be carried out, or not to its end, after what the dice did (WGR-140)."""
    facts = verdict.facts
    why = by_then(verdict.code or "E01", facts, view)
    if not facts["cut"]:
        spent = "its die is" if facts.get("unit") else "what it costs is"
        return Said("lapsed", f"by its turn {why}{cited(verdict.clauses)}; {spent} spent (WGR-140).")
    if verdict.code == "E11" and facts.get("what") == "empty":
        why = f"its own shots had left nobody to fire at in {place_title(facts['target'])}"
    done, dropped = _broken_off(facts, line)
    if dropped and dropped == done:
        return Said("ok, in part", f'the first "{done}" was done; the second was not, as by then {why} (WGR-140).')
    if dropped:
        return Said("ok, in part", f'"{done}" was done; "{dropped}" was not, as by then {why} (WGR-140).')
    return Said("ok, in part", f"begun, as the report tells; the rest of it was not done, as by then {why} (WGR-140).")


def by_then(code: str, facts: Facts, view: Json) -> str:
    """Why something had become impossible, by the time that its turn had come."""
    return _PRESENT.sub(lambda found: PAST[found[0]], refusal(code, facts, None, view))


PAST = {
    "is": "was", "are": "were", "has": "had", "can": "could", "cannot": "could not", "holds": "held",
    "stands": "stood", "faces": "faced", "lies": "lay", "gives": "gave",
}  # fmt: skip
# What holds in every turn stays as it is: one cell holds one arm.
_PRESENT = re.compile(rf"(?<!one cell )\b(?:{'|'.join(sorted(PAST, key=len, reverse=True))})\b")


def _broken_off(facts: Facts, line: Line | None) -> tuple[str, str]:
    """What was done of an order and what was not, each as an order; empty where that does not follow from the fault.

    All up to the last shot that was fired stands (WGR-140). It is a shot that failed for want of a target, or else what
    comes behind all shots.
    """
    order = line.order if line is not None else None
    if not isinstance(order, Activate) or len(order.alternatives) > 1:
        return "", ""
    acts = [(clause, action) for clause in order.alternatives[0].clauses for action in clause.actions]
    shots = [at for at, (_, action) in enumerate(acts) if isinstance(action, Fire)]
    behind = [at for at in range(len(acts)) if not shots or at > shots[-1]]
    if facts.get("what") == "empty":
        # The first shot of an order is fired in any case.
        failed = [at for at in shots[1:] if _may_be_of(acts[at][0], facts) and _aims_at(acts[at][1], facts["target"])]
        if len(failed) != 1:
            return "", ""
        last = shots[shots.index(failed[0]) - 1]
    elif shots and len(shots) + len(behind) == len(acts) - shots[0] and behind:
        last = shots[-1]
    else:
        return "", ""
    return _written(order, acts[: last + 1]), _written(order, acts[last + 1 :])


def _may_be_of(clause: Clause, facts: Facts) -> bool:
    return clause.bases is None or set(clause.bases) == set(facts.get("bases", ""))


def _aims_at(action: object, target: str) -> bool:
    targets = action.targets if isinstance(action, Fire) else ()
    return not targets or any(each.cell.upper() == target for each in targets)


def _written(order: Activate, acts: Sequence[tuple[Clause, Action]]) -> str:
    """A part of an order as text, without its unit."""
    clauses: list[Clause] = []
    for clause, action in acts:
        if clauses and (clauses[-1].bases, clauses[-1].cell) == (clause.bases, clause.cell):
            clauses[-1] = msgspec.structs.replace(clauses[-1], actions=(*clauses[-1].actions, action))
        else:
            clauses.append(msgspec.structs.replace(clause, actions=(action,)))
    part = msgspec.structs.replace(order, alternatives=(Alternative(tuple(clauses)),))
    return text_of(part).removeprefix(f"{order.unit} ")


def refusal(code: str, facts: Facts, line: Line | None, view: Json) -> str:
    """Why a line is refused, without its clauses and without a full stop."""
    return REFUSALS[code](facts, line, view)


# --- What is accepted -----------------------------------------------------------------------------------------------


def _accepted(facts: Facts, line: Line | None, view: Json) -> Said:
    mended = line is not None and line.read_as is not None
    now = facts.get("now")
    if now:
        why = f"{refusal(now['code'], now, line, view)}{cited(now['clauses'])}"
        said = f"{_order_of(facts, line)}only a shot before it can make this possible (as things stand, {why})"
    else:
        doubt = ", if the shots before it allow" if facts.get("later") else ""
        said = f"{_reading(facts, line, view)}{doubt}"
    return Said("ok, read as" if mended else "ok", f"{said}.")


def _reading(facts: Facts, line: Line | None, view: Json) -> str:
    match facts:
        case {"ends": _, "unit": unit}:
            return f"{_order_of(facts, line)}{_activation(facts, view['units'].get(unit))}"
        case {"units": units}:
            return f"{listed(units)} {'takes a die' if len(units) == 1 else 'take a die each'}"
        case {"entry": entry, "unit": unit}:
            where = f"at {entry} ({facts['cell']}), facing {called(facts['facing'])}"
            return f"{CLASSES[facts['kind']]} enters as {unit} {where}"
        case {"cells": cells}:
            return f"the fights of {listed(cells)} come first"
        case {"number": number}:
            return f"it is turn {number}, and yours"
        case {"agreed": _}:
            return _offered(facts)
    kind = type(line.order).__name__ if line is not None else ""
    return PLAIN_READINGS.get(kind, "accepted")


def _offered(facts: Facts) -> str:
    """What becomes of a `draw` line (WGR-136)."""
    if facts["test"]:
        return "a draw is neither offered nor agreed to by a mail that begins with test"
    if facts["agreed"]:
        return "you agree to the draw"
    return "you offer a draw already" if facts["standing"] else "you offer a draw"


PLAIN_READINGS = {
    "End": "this closes the turn",
    "Test": "these orders are judged, and nothing is played",
    "Resign": "you resign",
    "Claim": "you claim the game",
    "Show": "the position follows",
}


def _activation(facts: Facts, stood: str | None) -> str:
    """What an order line comes to: what the unit fires at, whom it charges, where it ends; `stood` is where it was.

    Once it has been carried out only its end is told here: the rest stands among the events.
    """
    said = []
    shots = [
        f"fires{{}} at {place_title(shot['target'])} with {_counted(shot['dice'], 'die', 'dice')}"
        for shot in facts.get("shots", ())
    ]
    for shot, times in Counter(shots).items():
        said.append(shot.format(TIMES.get(times, f" {times} times")))
    for charge in facts.get("charges", ()):
        said.append(f"charges {charge['target']} over {_counted(charge['tokens'], 'cell')}")
    if facts["ends"] and (facts["ends"] != stood or not said):
        said.append(f"{'stays' if facts['ends'] == stood else 'ends'} in {groups_in_words(facts['ends'])}")
    return ", ".join(said)


TIMES = {1: "", 2: " twice"}


def _order_of(facts: Facts, line: Line | None) -> str:
    """What an answer opens with: the order itself, as where the unit ends does not tell the way that it takes."""
    if line is None or not isinstance(line.order, Activate):
        return f"{facts['unit']} "
    tried = f" (try {facts['alternative'] + 1})" if facts.get("alternative") else ""
    return f"{text_of(line.order)}{tried}: "


# --- What is refused ------------------------------------------------------------------------------------------------


def _not_understood(facts: Facts, line: Line | None, view: Json) -> str:
    match facts.get("what"):
        case "turn_not_first":
            return '"turn" stands on the first line of a mail, so that it can guard the whole of it'
        case "test_not_first":
            return '"test" stands on the first line of a mail, or right below "turn"'
        case "cell":
            b = board()
            return f"there is no cell {facts['cell']}; cells run from {b.cell(0, 0)} to {b.cell(11, b.rows - 1)}"
        case "count":
            return f"{facts['steps']} is no number of cells to move; 1 is the least"
        case "too_long":
            return "the order is longer than any unit can act"
        case "other_unit":
            return f'the order behind "or" is for {facts["other"]}, and it must be for the same unit as the first'
        case "class":
            return f"{facts['kind']} is no class of units; they are I, G, L, H and A"
        case "entry":
            return f"there is no road {facts['entry']}; Red has X1, X2 and X3, Blue has Y"
        case "nothing":
            return "the line has no action in it"
    return f"I do not understand this line; {_hinted(hint(line.text if line is not None else ''), view)}"


def _hinted(guess: Hint, view: Json) -> str:
    match guess.kind:
        case "unknown":
            examples = examples_for(view, view["seat"]) if view["seat"] else []
            return f"{HINTS['unknown']}, as in {listed(examples, 'or')}" if examples else HINTS["unknown"]
        case "word":
            return f'did you mean "{guess.meant}" where you wrote "{guess.found}"'
        case "odd_word":
            return f'unknown action "{guess.found}"; there are {listed(ACTION_WORDS)}'
        case "no_action":
            return f"it does not say what {guess.found.upper()} is to do; hold keeps a unit where it is"
        case "letters_apart":
            letters = "".join(letter for letter in guess.found if letter.isalpha())
            return f'bases are written without commas, as in "{letters}: f"; an action before a comma ends with a blank'
        case "after":
            return AFTER[guess.found]
    return HINTS[guess.kind]


HINTS = {
    "unknown": "an order names a unit and what it does",
    "question": "with a question mark it is a question, and no order",
    "arm": "the unit is of another arm than the line says; leave one of the two out",
    "long": "it is far too long for an order",
    "two_orders": "every unit has a line of its own",
    "charge_count": 'behind "charge" stands the number of cells, as in charge 2',
    "no_direction": "face and line need one of n, e, s and w, as in face e",
    "target_comma": "targets stand side by side without commas, as in fire n:E4 w:D6",
    "enter_form": "a new unit is written like this: enter I at X3 facing w",
}

AFTER = {
    "enter": HINTS["enter_form"],
    "place": 'behind "place" stand units only, as in place I3 H2',
    "fights": 'behind "fights" stand cells only, as in fights E5 D4',
    "fight": 'behind "fights" stand cells only, as in fights E5 D4',
    "turn": 'behind "turn" stands the number of the game turn, as in turn 4',
    "facing": HINTS["enter_form"],
} | {word: f'"{word}" stands alone on its line' for word in ("end", "test", "show", "draw", "resign", "claim")}


def _no_unit(facts: Facts, line: Line | None, view: Json) -> str:
    unit, own = facts["unit"], _short_list(facts["own"])
    match facts["what"]:
        case "enemy":
            return f"{unit} is your opponent's"
        case "dead":
            return f"{unit} is no more; yours are {own}"
    return f"{unit} does not exist; yours are {own}" if own else f"{unit} does not exist"


def _short_list(units: list[str]) -> str:
    """`BI1 to BI6` for numbers without a gap, else all of them."""
    kinds: dict[str, list[int]] = {}
    for unit in units:
        kinds.setdefault(unit[:2], []).append(int(unit[2:]))
    said = []
    for kind, numbers in kinds.items():
        if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
            said.append(f"{kind}{numbers[0]} to {kind}{numbers[-1]}")
        else:
            said += [f"{kind}{number}" for number in numbers]
    return ", ".join(said)


def _no_die(facts: Facts, line: Line | None, view: Json) -> str:
    have, needs = facts["have"], facts["needs"]
    if not have:
        return f"{facts['unit']} needs {_a(needs)}, and none of the dice shows one"
    thrown = {1: "the one that was thrown is", 2: "both are"}.get(have, f"all {have} are")
    return f"{facts['unit']} needs {_a(needs)}; {thrown} on {listed(facts['on'])}"


def _twice(facts: Facts, line: Line | None, view: Json) -> str:
    match facts["what"]:
        case "twice":
            return f"{facts['unit']} has a line above already, and one line is its whole turn"
        case "not_placed":
            return f"{facts['unit']} got no die with the first mail of this turn, and cannot act any more"
        case "late":
            return "the dice of this turn were taken by your first mail; nothing can be placed any more"
    return f"{facts['unit']} has already been activated this turn"


def _action_points(facts: Facts, line: Line | None, view: Json) -> str:
    who = _bases(facts)
    if facts["what"] == "second_fire":
        return f"{who} would fire a second time in one turn, which this game does not allow"
    points = facts.get("ap", ACTION_POINTS[facts["arm"]])
    return f"{who}: too many actions; {CLASSES[facts['arm']]} has {_counted(points, 'action point')}"


def _no_party(facts: Facts, line: Line | None, view: Json) -> str:
    unit = facts["unit"]
    match facts["what"]:
        case "no_such_base":
            return f"{unit} has no base {facts['base']}; its bases are {', '.join(facts['living'])}"
        case "nobody_there":
            return f"no base of {unit} stands in {facts['cell']}"
        case "whole_battery":
            return f"{unit} is a battery, whose bases always act together; leave the letters out"
        case "whole_party":
            return f"bases {facts['bases']} of {unit} fire together, all or none of them"
    parties = [f"{party['bases']} in {party['cell']} {faced_in_words(party['facing'])}" for party in facts["parties"]]
    first = facts["parties"][0]["bases"] if parties else "ab"
    return f"{unit} stands {listed(parties)}; say which bases, as in {unit} {first}: f1"


def _blocked(facts: Facts, line: Line | None, view: Json) -> str:
    who, cell = _bases(facts), str(facts.get("cell"))
    match facts["what"]:
        case "elsewhere":
            return f"{who} in {facts['from']} faces {called(facts['facing'])}, and {cell} does not lie that way"
        case "edge":
            return f"{who} would leave the field from {facts['from']}"
        case "enemy":
            return f"{who} would enter {cell}, which the enemy's {facts['other']} holds"
        case "arm":
            return f"{who} would enter {cell}, where {facts['other']} stands, and one cell holds one arm"
        case "garrison":
            return f"{who} would enter {place_title(cell)}, and only infantry enters villages and farms in this game"
    room = facts["room"]
    left = "there is no room left" if room <= 0 else f"there is room for {_counted(room, 'base')} only"
    return f"{who} would enter {place_title(cell)}, where {left}"


def _apart(facts: Facts, line: Line | None, view: Json) -> str:
    unit = facts["unit"]
    if facts["what"] == "facings":
        return f"the bases of {unit} in {facts['cell']} would face several ways, which only infantry may"
    limit = facts["limit"]
    reach = "all its bases must be in one cell" if limit == 0 else f"the limit is {limit}"
    return f"base {facts['base']} of {unit} would end {_counted(facts['steps'], 'step')} from its flag; {reach}"


def _forbidden_contact(facts: Facts, line: Line | None, view: Json) -> str:
    who, other, target = _bases(facts), facts["other"], facts["target"]
    match facts["what"]:
        case "guns":
            return f"{facts['unit']} would charge {other} in {target}, and guns never charge"
        case "cavalry":
            return f"{who} would charge cavalry, {other} in {target}, and infantry may not"
        case "turned":
            return (
                f"{who} would move and then turn on {other} in {target}; who moves into contact must end straight "
                "ahead, by a charge"
            )
    return f"{who} would both fire and move into contact with {other} in {target}, and a unit does one or the other"


def _no_contact(facts: Facts, line: Line | None, view: Json) -> str:
    if facts["ahead"] is None:
        return f"{_bases(facts)}: no enemy is ahead of {facts['cell']} after the charge, but the edge of the field"
    return f"{_bases(facts)}: no enemy is in {facts['ahead']}, ahead of {facts['cell']}, after the charge"


def _no_target(facts: Facts, line: Line | None, view: Json) -> str:
    unit, target = facts["unit"], facts.get("target")
    words = TARGETS[facts["what"]]
    named = {key: value for key, value in facts.items() if isinstance(value, str)}
    named |= {"unit": unit, "target": place_title(target) if target else ""}
    if facts["what"] == "sight":
        named["why"] = _in_the_way(facts["by"], facts["why"])
    if facts["what"] == "several":
        named["targets"] = listed(facts["targets"])
        named["first"] = facts["targets"][0]
    if facts["what"] == "too_many":
        named["shots"] = _counted(facts["shots"], "shot")
    return words.format(**named)


TARGETS = {
    "empty": "there is no enemy in {target}",
    "range": "{unit} cannot reach {target} from where it stands and faces",
    "beside": "{target} lies beside the muzzles of {unit}, where guns cannot fire",
    "sight": "{unit} cannot see {target}: {why}",
    "closest": "{unit} can fire at {closest} on that line, which is closer than {target}",
    "ahead_first": "{unit} has an enemy right ahead in {ahead}, and must fire at that one",
    "no_dice": "{target} gives so much cover that {unit} would have no dice",
    "cavalry": "{unit} is cavalry, which never fires",
    "none": "{unit} has nothing to fire at from where it stands and faces",
    "several": "{unit} can fire at {targets}; say at which, as in fire {first}",
    "one_target": "the dice of {unit} make one volley, at one target",
    "too_many": "{unit} has {shots} there, and more targets are named",
    "side_used": "{unit} has fired through its side {side} already",
    "side": "{unit} cannot reach {target} through a side that has not fired",
    "not_square": "{unit} is not in square there; a direction before the target is for squares",
    "base": "base {base} is not one of those that fire there",
    "base_twice": "base {base} is named for two shots, and has one",
}


def _in_the_way(cell: str, why: str) -> str:
    match why:
        case "bases":
            return f"bases in {place_title(cell)} are in the way"
        case "hill":
            return f"the hill in {cell} is in the way"
    terrain = {"village": "the village", "wood": "the wood"}.get(board().terrain_of(cell), "the farm")
    return f"{terrain} in {place_title(cell)} is in the way"


def _no_entry(facts: Facts, line: Line | None, view: Json) -> str:
    kind, entry = facts["kind"], facts["entry"]
    cell = facts.get("cell")
    match facts["what"]:
        case "dice":
            needs, have = facts["needs"], facts["have"]
            costs = f"a unit of {CLASSES[kind]} costs {'one' if facts['count'] == 1 else 'two'} {needs}"
            if have < facts["count"]:
                return f"{costs}, and the dice show {have or 'none'}"
            return f"{costs}, and your other lines leave too few of the {have} that were thrown"
        case "pool":
            return _too_small_a_pool(kind, facts)
        case "entry":
            return f"{entry} is not a road of yours"
        case "enemy":
            return f"the enemy stands on {entry} ({cell})"
        case "arm":
            return f"another arm stands on {entry} ({cell}), and one cell holds one arm"
        case "room":
            return f"there is no room for a whole unit on {entry} ({cell})"
        case "late":
            return "the dice of this turn were taken by your first mail, and an entry needs its own"
    return f"it would face the enemy in {facts['target']}, and a unit does not enter in contact"


def _too_small_a_pool(kind: str, facts: Facts) -> str:
    plain, flags = facts["plain"], facts["flags"]
    if kind == "A":
        return f"it takes 2 lost gun bases, and the pool has {plain}"
    has = f"{_counted(plain, SHORT[kind] + ' base')} and {_counted(flags, 'flag')}"
    return f"it takes 3 lost {SHORT[kind]} bases and a flag, and the pool has {has}"


def _square(facts: Facts, line: Line | None, view: Json) -> str:
    unit = facts["unit"]
    match facts["what"]:
        case "some":
            return f"bases {facts['bases']} of {unit} form or leave square together, all or none of them"
        case "already":
            return f"{unit} is in square already"
        case "not_in_square":
            return f'{unit} is not in square; "face" turns it'
        case "not_infantry":
            return f"{unit} is not infantry, which alone forms square"
        case "in_square":
            return f'{unit} is in square and can neither move nor turn; "line" and a direction leaves it'
        case "faces_there":
            return f"{_bases(facts)} faces {called(facts['facing'])} already, which needs no order"
    return f"{unit} is in {place_title(facts['cell'])}, and infantry in cover forms no square in this game"


def _not_now(facts: Facts, line: Line | None, view: Json) -> str:
    match facts["what"]:
        case "wrong_turn":
            mover = seat_title(facts["to_move"])
            return (
                f"this mail is for turn {facts['number']} of yours; it is turn {facts['turn']}, and {mover} is to move"
            )
        case "after_end":
            return 'it stands below "end", which closes the turn'
        case "over":
            return f"the game is over: {say_outcome(view).rstrip('.')}"
        case "no_claim":
            return (
                f"your opponent has missed {_counted(facts['missed'], 'turn')} in a row, and three are needed for a "
                "claim"
            )
    return f"it is turn {facts['turn']}, and {seat_title(facts['to_move'])} is to move"


def _bases(facts: Facts) -> str:
    """`RI3`, or `RI3 bc` where a part of it is concerned."""
    unit, bases = facts["unit"], facts.get("bases")
    return f"{unit} {bases}" if bases and len(bases) < (2 if unit[1] == "A" else 4) else str(unit)


def _a(symbol: str) -> str:
    return f"{'an' if symbol in 'AI' else 'a'} {symbol}"


def _counted(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


REFUSALS: dict[str, Callable[[Facts, Line | None, Json], str]] = {
    "E01": _not_understood,
    "E02": _no_unit,
    "E03": _no_die,
    "E04": _twice,
    "E05": _action_points,
    "E06": _no_party,
    "E07": _blocked,
    "E08": _apart,
    "E09": _forbidden_contact,
    "E10": _no_contact,
    "E11": _no_target,
    "E12": _no_entry,
    "E13": _square,
    "E14": _not_now,
}
