"""What happened in the Waterloo Wargame, in words: one event, or a digest of many. Not for: answers to order lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.contract import Event, Json
from pbem.rulesets.sentences import listed

from . import wording
from .board import ADJECTIVES, GENERALS, board, called, clause_of, men, other_of, piece_of, seat_title, spot, yards
from .questions import say_outcome

Facts = Json

# What is told in one breath with the shot or fight that caused it.
CONSEQUENCES = frozenset({"removed", "general_falls", "retreat", "advance"})
CAUSES = frozenset({"push", "barrage", "duel", "bombard", "fight"})
# What the answers to orders tell too.
ANSWERED = frozenset({"move", "general", "exit", "standing"})


def say_event(event: Event, view: Json) -> str | None:
    """One event as a sentence, its clause where the reader may want to look it up; None where it needs no words."""
    said = EVENTS[event.kind](event.facts, view)
    if said is None or event.kind not in CITED or not event.clause:
        return said
    return f"{said.rstrip('.')} ({clause_of(event.clause)})."


def digest(events: Sequence[Event], view: Json) -> list[str]:
    """What happened, oldest first: the moves of a turn in one line, each shot and fight with what came of it."""
    lines: list[str] = []
    open_kind = ""  # what the last line is: moves, or a cause that may have consequences
    for event in events:
        said = in_short(event.facts) if event.kind == "move" else say_event(event, view)
        if said is None:
            continue
        if event.kind == "turn" and (not lines or lines[-1].startswith("Turn ")):
            still = other_of(event.facts["seat"], view)
            # Whoever sent no more than PASS knows it, and his moves may be told above.
            lines += [f"{seat_title(still)} neither moves nor fights."] if still != view["seat"] else []
        if event.kind in ("move", "general") and open_kind == f"moves {event.facts['seat']}":
            lines[-1] = f"{lines[-1].removesuffix('.')}; {said}"
        elif event.kind in ("move", "general"):
            lines.append(f"{seat_title(event.facts['seat'])} moves: {said}")
            open_kind = f"moves {event.facts['seat']}"
        elif event.kind in CONSEQUENCES and open_kind == "cause":
            lines[-1] = f"{lines[-1]} {said}"
        else:
            lines.append(said)
            open_kind = "cause" if event.kind in CAUSES else ""
    # Whose turn it is now opens every mail, in subject and headline.
    return lines[:-1] if events and events[-1].kind == "turn" else lines


def unanswered(events: Sequence[Event], view: Json) -> list[Event]:
    """The events without what the answer to an order tells in full: the reader's own moves and standing orders."""
    return [event for event in events if event.kind not in ANSWERED or event.facts["seat"] != view["seat"]]


def failed(events: Sequence[Event], view: Json) -> str:
    """Of the reader's own shots and attacks, what lapsed: `1 of your attacks lapsed`."""
    orders = [event.facts["order"] for event in events if event.kind == "lapse" and event.facts["seat"] == view["seat"]]
    if not orders:
        return ""
    what = [word for order, word in (("fire", "shots"), ("attack", "attacks")) if order in orders]
    return f"{len(orders)} of your {listed(what)} lapsed"


def in_short(facts: Facts) -> str:
    """A move where it stands among others: `SIM 250 yards by road CHA to 3961,1843 facing 257 degrees.`"""
    to, before = facts["to"], facts["from"]
    if facts["how"] == "turn":
        return f"{facts['piece']} turns to {called(to[2])}."
    if facts["how"] == "wheel":
        return f"{facts['piece']} wheels {wording.angle(facts['degrees'])} to {spot(to)} facing {called(to[2])}."
    roads = listed(dict.fromkeys(leg["road"] for leg in facts["legs"] if "road" in leg))
    gone = [yards(round(facts["across"]))] if facts["across"] else []
    gone += [f"{yards(round(facts['road']))} by road {roads}"] if facts["road"] else []
    facing = f" facing {called(to[2])}" if to[2] != before[2] else ""
    return f"{facts['piece']} {listed(gone)} to {spot(to)}{facing}."


# --- Movement -------------------------------------------------------------------------------------------------------


def _turn(facts: Facts, view: Json) -> str:
    return f"Turn {facts['round']}, {facts['time']}: {seat_title(facts['seat'])} to move."


def _stood(facts: Facts, view: Json) -> str:
    missed = facts["missed"]
    running = f"; {missed} turns missed running" if missed > 1 else ""
    return f"No orders came from {seat_title(facts['seat'])}, and the army stands{running}."


def _move(facts: Facts, view: Json) -> str:
    return f"{wording.movement(facts)}."


def _general(facts: Facts, view: Json) -> str:
    return f"{GENERALS[facts['seat']]} goes from {facts['from']} to {facts['piece']}."


def _exit(facts: Facts, view: Json) -> str:
    return f"{facts['piece']} ({men(facts['men'])}) leaves the field."


def _evade(facts: Facts, view: Json) -> str:
    before = "the fire of" if facts["against"] == "fire" else "the attack of"
    return f"{facts['piece']} evades {before} {listed(facts['by'])}: {yards(facts['yards'])}, to {spot(facts['to'])}."


# --- Fire -----------------------------------------------------------------------------------------------------------


def _push(facts: Facts, view: Json) -> str:
    target, gone = facts["target"], facts["yards"]
    fires = f"{facts['gun']} fires at {target}: die {facts['die']}, and {target}"
    if gone == facts["wanted"]:
        return f"{fires} goes back {yards(gone)}, to {spot(facts['to'])}."
    came = f"goes only {gone}, to {spot(facts['to'])}" if gone else "stays"
    return f"{fires} should go back {facts['wanted']} yards, but {came}, as {_no_room(facts, view)}."


def _no_room(facts: Facts, view: Json) -> str:
    """What keeps a piece that fire drives back from going further, and whose that is."""
    bar = facts["bar"]
    if bar == "edge":
        return "the edge of the board is there"
    if bar in view["outlines"]:
        return f"the wall of {_name(bar)} bars the way"
    pushed, other = piece_of(facts["target"], view), piece_of(bar, view)
    if pushed is None or other is None or pushed["side"] != other["side"]:
        return f"{bar} bars the way"
    return f"its own {bar} leaves no room"


def _barrage(facts: Facts, view: Json) -> str:
    return f"{listed(facts['guns'])} fire together at {facts['target']}, which cannot stand it."


def _duel(facts: Facts, view: Json) -> str:
    gun, target = facts["gun"], facts["target"]
    # Whom it costs is told by his removal, which follows.
    again = f"a draw, and {target} may not fire at {gun} in its next turn"  # WWG-102
    came = {"attacker": f"{gun} wins the duel", "defender": f"{target} wins the duel", "draw": again}
    return f"{gun} fires at {target}: {_against(facts)}: {came[facts['result']]}."


def _bombard(facts: Facts, view: Json) -> str:
    dice = facts["dice"]
    came = "a hit" if facts["hit"] else "no effect"
    at = _aimed_at(facts["target"], facts["strongpoint"])
    return f"{facts['gun']} fires at {at}: dice {dice[0]}+{dice[1]}={sum(dice)}, 10 needed: {came}."


def _aimed_at(target: str, strongpoint: str | None) -> str:
    # Of a garrison are also those who stand outside and touch the wall (WWG-106).
    return f"{target} in the garrison of {_name(strongpoint)}" if strongpoint else target


# --- Fights ---------------------------------------------------------------------------------------------------------


def _fight(facts: Facts, view: Json) -> str:
    """Who attacks whom, both sums, and what comes of it: `BAU+SOY attack MAC in the garrison of Hougoumont: ...`"""
    target = facts["target"]
    helped = [code for code in facts["support"] if code != target]
    at = _aimed_at(target, facts["strongpoint"])
    face = {"flank": " in flank", "rear": " in the rear"}.get(facts["face"] or "", "")
    with_help = f" with {listed(helped)}" if helped else ""
    attack = "attacks" if len(facts["pieces"]) == 1 else "attack"
    locked = listed([target, *helped])
    renewed = f"a draw; {locked} may not attack {listed(facts['pieces'], 'or')} in the next turn"  # WWG-085
    came = {"attacker": "the attack succeeds", "defender": "the attack fails", "draw": renewed}[facts["result"]]
    return f"{'+'.join(facts['pieces'])} {attack} {at}{face}{with_help}: {_against(facts)}: {came}."


def _against(facts: Facts) -> str:
    """Both sums of a fight or a duel."""
    return f"{score(facts['attack'])} against {score(facts['defence'])}"


def score(facts: Facts) -> str:
    """A side's sum, spelt out so that it can be added up: `8 + 1 initiative + die 4 = 13`."""
    parts = [str(facts["men"]), *(f"{facts[key]} {word}" for key, word in PARTS.items() if facts.get(key))]
    dice = facts["dice"]
    if dice:
        parts.append(f"{'die' if len(dice) == 1 else 'dice'} {'+'.join(map(str, dice))}")
    return f"{' + '.join(parts)} = {facts['total']}"


PARTS = {
    "initiative": "initiative",
    "face": "flank or rear",
    "strongpoint": "strongpoint",
    "general": "General",
    "unequal": "in men",
}


def _removed(facts: Facts, view: Json) -> str:
    strength = f" ({men(facts['men'])})" if facts["men"] else ""
    lost = f"{facts['piece']}{strength} {LOST[facts['why']]}"
    if not facts["men"] and not view["options"]["gun_loss"]:
        return f"{lost}."  # nothing is added to the losses, and to name them would say so
    return f"{lost}, {ADJECTIVES[facts['seat']]} losses now {men(facts['losses'][facts['seat']])}."


LOST = {
    "lost": "is lost",
    "casualty": "is lost as the victor's casualties",
    "barrage": "is destroyed",
    "duel": "is destroyed",
    "bombard": "is lost",
    "general": "is lost with its General's defeat",
    "driven": "cannot give way as far as it must, and is lost",
    "edge": "is driven off the board",
    "exit": "has left the board",
}


def _general_falls(facts: Facts, view: Json) -> str:
    general = GENERALS[facts["seat"]]
    if facts["piece"] is None:
        return f"{general} loses his carrier {facts['from']}, and nobody is left to ride with."
    return f"{general} leaves {facts['from']} for {facts['piece']}."


def _retreat(facts: Facts, view: Json) -> str:
    gone = listed([f"{each['piece']} to {spot(each['to'])}" for each in facts["pieces"]])
    if not facts["yards"]:
        return f"{listed([each['piece'] for each in facts['pieces']])} would retreat, and has no room."
    towards = f" towards {facts['towards']}" if facts["towards"] else ""
    back = "retreats" if len(facts["pieces"]) == 1 else "retreat"
    names = listed([each["piece"] for each in facts["pieces"]])
    if len(facts["pieces"]) == 1:
        return f"{names} {back} {yards(facts['yards'])}{towards}, to {spot(facts['pieces'][0]['to'])}."
    return f"{names} {back} {yards(facts['yards'])}: {gone}."


def _advance(facts: Facts, view: Json) -> str:
    return f"{facts['piece']} advances {yards(facts['yards'])}, to {spot(facts['to'])}."


def _lapse(facts: Facts, view: Json) -> str:
    why = wording.refusal(facts["code"], {"seat": facts["seat"], **facts["facts"]}, None, view)
    what = "fire" if facts["order"] == "fire" else "attack"
    who = listed(facts["pieces"])
    # Nobody but its sender has seen the mail that the line stands in.
    line = f"Line {facts['line']} lapses, the" if facts["seat"] == view["seat"] else "The"
    lapses = "" if facts["seat"] == view["seat"] else " lapses"
    return f"{line} {what} of {who} on {facts['target']}{lapses}: {why}."


# --- The rest -------------------------------------------------------------------------------------------------------


def _strongpoint(facts: Facts, view: Json) -> str:
    name = _name(facts["strongpoint"])
    if facts["holder"] is None:
        return f"Nobody holds {name} any more."
    return f"{name} is {ADJECTIVES[facts['holder']]} now."


def _dial(facts: Facts, view: Json) -> None:
    return None  # the turn that begins tells the time


def _standing(facts: Facts, view: Json) -> str:
    return f"Your {wording.standing_order(facts['order'], facts['piece'], facts, view)}."


def _draw_offered(facts: Facts, view: Json) -> str:
    return f"{seat_title(facts['seat'])} offers a draw."


def _draw_withdrawn(facts: Facts, view: Json) -> str:
    return f"{seat_title(facts['seat'])} withdraws the offer of a draw."


def _draw_lapsed(facts: Facts, view: Json) -> str:
    return f"{seat_title(facts['seat'])}'s offer of a draw has lapsed."


def _computer(facts: Facts, view: Json) -> str:
    return f"The computer plays for {seat_title(facts['seat'])} from now on, as {seat_title(facts['by'])} wishes."


def _returned(facts: Facts, view: Json) -> str:
    return f"{seat_title(facts['seat'])} is back, and commands again."


def _end(facts: Facts, view: Json) -> str:
    return say_outcome(view)


def _name(strongpoint: str) -> str:
    return board().names.get(strongpoint, strongpoint).replace("Chateau of ", "")


CITED = frozenset({"stood", "evade", "barrage", "general_falls", "strongpoint", "draw_lapsed", "computer"})
EVENTS: dict[str, Callable[[Facts, Json], str | None]] = {
    "turn": _turn,
    "stood": _stood,
    "move": _move,
    "general": _general,
    "exit": _exit,
    "evade": _evade,
    "push": _push,
    "barrage": _barrage,
    "duel": _duel,
    "bombard": _bombard,
    "fight": _fight,
    "removed": _removed,
    "general_falls": _general_falls,
    "retreat": _retreat,
    "advance": _advance,
    "lapse": _lapse,
    "strongpoint": _strongpoint,
    "dial": _dial,
    "standing": _standing,
    "draw_offered": _draw_offered,
    "draw_withdrawn": _draw_withdrawn,
    "draw_lapsed": _draw_lapsed,
    "computer": _computer,
    "returned": _returned,
    "end": _end,
}
