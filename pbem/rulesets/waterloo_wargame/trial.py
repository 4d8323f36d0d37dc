"""What orders of the wargame would bring about, for CHECK and PREVIEW: everything that happens before the first die.

The opponent's standing orders are secret, so the usual ones are taken: cavalry that rides off by them does ride off.
The rules carry the orders out on the position that the seat sees; what needs a die is told by its odds alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, get_args

import msgspec

from core.contract import Adjudication, Json, Line, Orders, RuleSet, SeatName, Status, Verdict
from core.dice import DiceExhausted, ScriptedDice
from core.rulesets.waterloo_wargame.orders import Attack, Fire, Movement, StandingOrder
from pbem.rulesets.contract import Trial
from pbem.rulesets.sentences import listed

from .board import pieces_on_board
from .map import map_text

# One takes a millisecond or two, and a mail may have very many shots and attacks.
MOST_TRIED = 20
CHANGES = frozenset({"move", "general", "exit", "evade", "removed"})  # events that change the map
MOVEMENTS, STANDING = get_args(Movement), get_args(StandingOrder)


def trial(
    rules: RuleSet[Any], view: Json, seat: SeatName, orders: Orders, verdicts: tuple[Verdict, ...]
) -> Trial | None:
    """What these sound orders would bring about; None out of turn, and where they neither move nor fight."""
    fights = [line for line in orders if isinstance(line.order, Attack | Fire)]
    moves = [line for line in orders if isinstance(line.order, (*MOVEMENTS, *STANDING))]
    if view["phase"] != "play" or view["to_move"] != seat:
        return None
    if not (fights or any(isinstance(line.order, MOVEMENTS) for line in moves)):
        return None
    tried = _Tried(rules, rules.imagine(view, 0), seat, moves)
    alone = [tried.before_dice(_with_its_guns(line, fights)) for line in fights[:MOST_TRIED]]
    certain = [line for line, found in zip(fights, alone, strict=False) if found is not None]
    after = tried.before_dice(certain) or tried.before_dice(())
    found = _with_facts(orders, verdicts, fights, alone)
    if after is None or not any(event.kind in CHANGES for event in after.events):
        # Everything hangs on dice: the map is as it was.
        return Trial(found, (), "")
    then = rules.view(after.position, seat)
    return Trial(found, tuple(_under_guns(then, seat, _moved(after))), map_text(then))


class _Tried:
    """Orders carried out without dice: all moves, and some of the fights."""

    def __init__(self, rules: RuleSet[Any], position: Any, seat: SeatName, moves: Sequence[Line]) -> None:
        self.rules, self.position, self.seat, self.moves = rules, position, seat, moves

    def before_dice(self, fights: Sequence[Line]) -> Adjudication | None:
        """What becomes of the moves and these fights; None where a die is needed, or the rules refuse them."""
        lines = [*self.moves, *fights]
        if not lines:
            return None
        try:
            result = self.rules.adjudicate(self.position, {self.seat: lines}, ScriptedDice([]))
        except DiceExhausted:
            return None
        return result if all(each.status is Status.OK for each in result.verdicts[self.seat]) else None


def _with_its_guns(line: Line, fights: Sequence[Line]) -> list[Line]:
    """A fight, and with a shot all others at the same target: they are resolved together (WWG-099)."""
    if not isinstance(line.order, Fire):
        return [line]
    target = line.order.target.upper()
    return [each for each in fights if isinstance(each.order, Fire) and each.order.target.upper() == target]


def _with_facts(
    orders: Orders, verdicts: tuple[Verdict, ...], fights: Sequence[Line], alone: Sequence[Adjudication | None]
) -> tuple[Verdict, ...]:
    """The verdicts, those on fights with `rides`: how the target goes off before it comes to a fight, or None."""
    known = {id(line): found for line, found in zip(fights, alone, strict=False)}
    told = []
    for line, verdict in zip(orders, verdicts, strict=True):
        if id(line) in known:
            target = verdict.facts["target"]
            told.append(
                msgspec.structs.replace(verdict, facts={**verdict.facts, "rides": _rides(known[id(line)], target)})
            )
        else:
            told.append(verdict)
    return tuple(told)


def _rides(found: Adjudication | None, target: str) -> Json | None:
    gone = (event.facts for event in (found.events if found else ()) if event.kind == "evade")
    return next((facts for facts in gone if facts["piece"] == target), None)


def _moved(after: Adjudication) -> list[str]:
    """The pieces that were moved, in the order of the orders."""
    return list(dict.fromkeys(event.facts["piece"] for event in after.events if event.kind == "move"))


def _under_guns(then: Json, seat: SeatName, moved: Sequence[str]) -> Iterator[str]:
    """Which enemy guns would bear on each piece that was moved, those under no gun in one line."""
    pieces = pieces_on_board(then, seat)
    own = {piece["code"]: piece["under"] for piece in pieces}
    guns_too = then["options"]["two_guns_on_gun"] == "remove"  # WWG-137; for the others WWG-101
    open_to_two = {piece["code"] for piece in pieces if not piece["garrison"] and (guns_too or piece["arm"] != "gun")}
    for code in moved:
        if own.get(code):
            deadly = ", and two destroy it in the open" if len(own[code]) > 1 and code in open_to_two else ""
            guns = f"{listed(own[code])} {'bears' if len(own[code]) == 1 else 'bear'}"
            yield f"{code} would be under fire: {guns} on it{deadly}."
    free = [code for code in moved if code in own and not own[code]]
    if free:
        yield f"No enemy gun would bear on {listed(free, 'or')}."
