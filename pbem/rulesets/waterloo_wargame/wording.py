"""The answers to orders for the Waterloo Wargame, in sentences.

The rules judge with codes and facts, distances in yards; here each code has its sentence, which names piece, distance,
the largest legal value and the clause. What an order would do is told in the same measures. The report prints the
number and the text of the line beside it. Options and positions that cannot be had are answered here too. Not for: what
happened in the game, which is `narration.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rapidfuzz import process
from rapidfuzz.distance import OSA

from core.contract import BadOption, BadPosition, Json, Line, Status, Verdict
from core.rulesets.waterloo_wargame.orders import Attack, Fire, Move, text_of
from pbem.rulesets.contract import Said
from pbem.rulesets.lexing import Hint
from pbem.rulesets.sentences import bad_option, bad_position, cited, listed

from .board import (
    ADJECTIVES,
    ARMIES,
    GENERALS,
    board,
    called,
    clause_of,
    men,
    other_of,
    piece_of,
    seat_title,
    spot,
    strength_of,
    strongpoints,
    yards,
)
from .grammar import hint
from .questions import say_outcome

Facts = Json

# How far a name may be from a code to be suggested for it, and how many are suggested.
SLIPS = 2
LONGEST_CODE = 5  # what is so long is a name in full
SUGGESTED = 3


def say_verdict(verdict: Verdict, line: Line | None, view: Json) -> Said:
    """The answer to one order line, or to the whole set where `line` is None."""
    if verdict.status is Status.OK:
        mended = line is not None and line.read_as is not None
        return Said("ok, read as" if mended else "ok", f"{accepted(verdict.facts, line, view)}.")
    if verdict.status is Status.VOID:
        return Said("-", "not played.")
    said = refusal(verdict.code or "E26", verdict.facts, line, view)
    return Said("no", f"{said}{cited([clause_of(each) for each in verdict.clauses])}.")


def refusal(code: str, facts: Facts, line: Line | None, view: Json) -> str:
    """Why a line is refused, without its clauses and without a full stop."""
    return REFUSALS[code](facts, line, view)


# --- What is accepted -----------------------------------------------------------------------------------------------


def accepted(facts: Facts, line: Line | None, view: Json) -> str:
    """What an order would do, without a full stop."""
    match facts:
        case {"held": why} if line is not None:
            return f"{HELD[type(line.order).__name__]}, as {WHY_HELD[why]}"
        case {"offer": offer}:
            return OFFERS[offer]
        case {"how": "move" | "turn" | "wheel"}:
            return movement(facts) + _room_left(facts, line, view) + _contacts(facts)
        case {"came": came}:
            return _carried_out(facts, came)
        case {"guns": _}:
            return _shot(facts, view) + _fallback(facts)
        case {"odds": _}:
            return _attack(facts, line, view) + _fallback(facts)
        case {"order": order, "piece": piece}:
            return standing_order(order, piece, facts, view)
        case {"number": number}:
            # Without a tense: with orders that are carried out the dial has moved before this is read.
            return f"this mail is for turn {number}"
        case {"what": what}:
            return "you claim the game" if what == "game" else "the computer plays for your opponent from now on"
        case {"standing": standing}:
            return "your offer of a draw is withdrawn" if standing else "there was no offer of a draw to withdraw"
        case {"piece": piece, "from": carrier}:
            general = GENERALS[facts["seat"]]
            return (
                f"{general} goes from {carrier} to {piece} ({piece} may not attack or fire this turn, and he helps no "
                "attack)"
            )
        case {"piece": piece, "men": lost}:
            return f"{piece} leaves the field for good, and counts as {men(lost)} lost"
    kind = type(line.order).__name__ if line is not None else ""
    return PLAIN_READINGS.get(kind, "accepted")


PLAIN_READINGS = {
    "Pass": "the turn without further orders",
    "Preview": "these orders are judged, and nothing is played",
    "Resign": "you resign",
}
OFFERS = {
    "made": "you offer a draw",
    "standing": "you offer a draw already",
    "agreed": "you agree to a draw",
}
# Words across the table that are good and yet not said (WWG-R59, WWG-R61).
HELD = {
    "Resign": "you do not resign",
    "OfferDraw": "no draw is offered or agreed to",
    "WithdrawDraw": "no offer of a draw is withdrawn",
    "Claim": "nothing is claimed",
}
WHY_HELD = {
    "refused": "another line of this mail cannot stand",
    "preview": "these orders are a preview",
}


def movement(facts: Facts) -> str:
    """`MAR (4,000) goes 100 yards and 300 by road CHA, to 3678,3920 facing N`."""
    who = facts["piece"] + (f" ({men(facts['men'])})" if facts["men"] else "")
    to = facts["to"]
    match facts["how"]:
        case "turn":
            return f"{who} turns {angle(facts['degrees'])}, to face {called(to[2])} at {spot(to)}"
        case "wheel":
            corner = f" (its outer corner goes {yards(facts['corner'])})" if facts.get("corner") is not None else ""
            return f"{who} wheels {angle(facts['degrees'])}{corner}, to {spot(to)} facing {called(to[2])}"
    roads = listed(dict.fromkeys(leg["road"] for leg in facts["legs"] if "road" in leg))
    gone = [yards(round(facts["across"]))] if facts["across"] else []
    gone += [f"{yards(round(facts['road']))} by road {roads}"] if facts["road"] else []
    return f"{who} goes {listed(gone)}, to {spot(to)} facing {called(to[2])}"


def angle(degrees: int) -> str:
    """`left by 30 degrees`, `about`."""
    if abs(degrees) == 180:
        return "about"
    return f"{'right' if degrees > 0 else 'left'} by {abs(degrees)} {'degree' if abs(degrees) == 1 else 'degrees'}"


def _room_left(facts: Facts, line: Line | None, view: Json) -> str:
    """What is left of its move, which says nothing of whether the ground beyond is free."""
    if facts["how"] != "move":
        return ""
    left = facts.get("left", {"across": 0, "road": 0})
    way, free = (" by road", left["road"]) if facts["road"] else ("", left["across"])
    if not free:
        return " (that is the most)"
    if line is not None and isinstance(line.order, Move) and getattr(line.order.legs[-1], "yards", 0) is None:
        return f" (its move allows {yards(free)} more{way}, but {_stopped(facts, view)})"
    return f" (its move allows {yards(free)} more{way})"


def _stopped(facts: Facts, view: Json) -> str:
    """Why a piece that was to go as far as it can has not gone further."""
    bar = facts.get("bar")
    if bar is None:
        return "finds no place to stand there"
    if bar == "edge":
        return "the board ends there"
    if bar in view["outlines"]:
        return f"the garrisoned wall of {bar} bars the way"
    other = piece_of(bar, view)
    return f"its own {bar} leaves no room" if other and other["side"] == facts["seat"] else f"{bar} bars the way"


def _contacts(facts: Facts) -> str:
    return f" (touches {listed(facts['touches'])})" if facts.get("touches") else ""


def _carried_out(facts: Facts, came: str) -> str:
    """A line of the attack phase after it: what came of it stands below, with its dice."""
    pieces, target = listed(facts.get("guns") or facts["pieces"]), facts["target"]
    if came == "void":
        return f"{pieces}: not carried out, as the game was decided before"
    if came == "lapsed":
        what = "the fire" if "guns" in facts else "the attack"
        return f"{what} of {pieces} on {target} has lapsed; why is told below"
    return "carried out, with the result told below"


def _shot(facts: Facts, view: Json) -> str:
    guns, target = listed(facts["guns"]), facts["target"]
    at = f"{target} in the garrison of {facts['strongpoint']}" if facts["strongpoint"] else target
    fires = f"{guns} {'fires' if len(facts['guns']) == 1 else 'fire'} at {at}"
    match facts["effect"]:
        case "push":
            back = "goes back 100 yards for each point of one die, as far as the way is free"
            return f"{fires}: {facts['target']} {back}"
        case "destroy":
            if facts.get("rides"):
                return f"{fires}: {_rides(facts)}, and the shot is spent"
            unknown = "rides" not in facts and (piece_of(target, view) or {}).get("arm") == "cavalry"
            ride = " (cavalry may ride off instead)" if unknown else ""
            others = ", with other guns," if len(facts["guns"]) == 1 else ""
            return f"{fires}{others} and {target} is destroyed without a die{ride}"
        case "duel":
            by_gun = "" if len(facts["guns"]) == 1 else " gun by gun"
            return f"{fires}, a duel{by_gun} in which the lower one is lost: {_duels(facts['duels'])}"
    return f"{fires}: each gun needs 10 or more with two dice, 6 in 36"


def _duels(duels: Sequence[Facts]) -> str:
    """`5 against 4 and one die each, wins 58%, draws 14%, loses 28%`; gun by gun where a General makes them differ."""
    told: dict[str, list[str]] = {}
    for duel in duels:
        told.setdefault(f"{_sums(duel)}, {_odds(duel['odds'])}", []).append(duel["gun"])
    if len(told) == 1:
        return next(iter(told))
    # No semicolon: it would end the order where the answer is sent back.
    return ", and ".join(f"{listed(guns)} {said}" for said, guns in told.items())


def _sums(facts: Facts) -> str:
    """`8 against 6 and one die each`: the fixed points of both sides, and with what they are rolled for."""
    dice = "one die" if facts["dice"] == 1 else "two dice"
    return f"{facts['fixed']['attack']} against {facts['fixed']['defence']} and {dice} each"


def _attack(facts: Facts, line: Line | None, view: Json) -> str:
    own, target = facts["pieces"], facts["target"]
    at = f"{target} in {facts['strongpoint']}" if facts["strongpoint"] else target
    face = {"flank": " in flank", "rear": " in the rear"}.get(facts["face"] or "", "")
    helped = [code for code in facts["support"] if code != target]
    with_help = f" with {listed(helped)}" if helped else ""
    if facts.get("rides"):
        who = f"{'+'.join(own)} ({men(facts['men'])})"
        return f"{who} on {at}: {_rides(facts)}; there is no fight, and the attack is spent"
    said = (
        f"{'+'.join(own)} ({men(facts['men'])}) on {at}{face}{with_help}: {_sums(facts)}, {_odds(facts['odds'])}, if "
        "your opponent's standing orders are the usual ones"
    )
    unknown = facts["may_evade"] and "rides" not in facts
    said += f" ({target} may ride or march off instead)" if unknown else ""
    # What follows the attack stands in the order alone, which the answer therefore opens with.
    return said if line is None else f"{text_of(line.order)}: {said}"


def _rides(facts: Facts) -> str:
    """How a target goes off before it comes to a fight."""
    gone = facts["rides"]
    where = f"{yards(round(gone['yards']))} to {spot(gone['to'])}"
    return f"by the usual standing orders {facts['target']} goes off before it, {where}"


def _odds(odds: Facts) -> str:
    """`wins 58%, draws 14%, loses 28%`."""
    parts = (("wins", "win"), ("draws", "draw"), ("loses", "lose"))
    return ", ".join(f"{word} {round(100 * odds[name] / odds['of'])}%" for word, name in parts if odds[name])


def _fallback(facts: Facts) -> str:
    again = facts["fallback"]
    if not again:
        return ""
    return f" ({listed(again)} {'stands' if len(again) == 1 else 'stand'} in a line above too, which comes first)"


def _in_garrison(piece: str, facts: Facts, view: Json) -> str:
    """That the order means nothing as long as its piece is in a garrison, whose support the rules choose (WWG-109)."""
    for code, outline in view["outlines"].items():
        if piece in outline["garrison"]:
            return f", but not while it is in the garrison of {code}: there the rules choose its support (WWG-109)"
    return ""


def standing_order(order: str, piece: str, facts: Facts, view: Json) -> str:
    """What a standing order says, for its answer and for the report."""
    who = "all your pieces" if piece == "all" else piece
    match order:
        case "evade":
            return f"standing order for {who}: {EVADES[facts['when']]}"
        case "draw":
            return f"standing order for {who}: after a draw {facts['then']}"
        case "retreat":
            where = "straight away" if facts["bearing"] is None else f"on bearing {called(facts['bearing'])}"
            return f"standing order for {who}: retreat {where}"
        case "fallback":
            return f"standing order: if his carrier falls, your General goes to {piece}"
    match facts["how"]:
        case "with":
            said = f"standing order for {who}: {listed(facts['pieces'])} may support"
            return said + _in_garrison(piece, facts, view)
        case "none":
            return f"standing order for {who}: nobody supports"
    return f"standing order for {who}: the rules choose the support"


EVADES = {"always": "always evade", "never": "never evade", "weak": "evade where it is much the weaker"}


# --- What is refused ------------------------------------------------------------------------------------------------


def _unknown(facts: Facts, line: Line | None, view: Json) -> str:
    name, what = str(facts["name"]).upper(), facts["what"]
    if facts.get("gone"):
        return f"{name} is no longer on the board"
    if what == "piece" and name in strongpoints() and not isinstance(getattr(line, "order", None), Fire | Attack):
        return f'there is no piece "{name}": {name} is a strongpoint, and {_within(name, view)}'
    close = _like(name, facts, view, line)
    kind = {"piece": "piece", "road": "road", "strongpoint": "strongpoint", "target": "piece or strongpoint"}
    said = f'there is no {kind.get(what, "piece or place")} "{name}"'
    if close:
        return f"{said} (did you mean {listed(close, 'or')}?)"
    return f"{said}; there are {listed(facts['near'])}" if what == "road" else said


def _within(name: str, view: Json) -> str:
    garrison = [piece["code"] for piece in view["pieces"] if piece["garrison"] == name]
    return f"{garrison[0]} is in it" if garrison else "nobody is in it"


def _like(name: str, facts: Facts, view: Json, line: Line | None) -> list[str]:
    """The codes that a name was probably meant for: the nearest, with the same first letter, of one's own side.

    Shots and attacks may be at strongpoints; a name in full is told by its code.
    """
    if len(name) >= LONGEST_CODE:
        in_full = process.extract(
            name.lower(), list(board().aliases), scorer=OSA.distance, score_cutoff=SLIPS, limit=None
        )
        return list(dict.fromkeys(board().aliases[each].upper() for each, _, _ in in_full))[:SUGGESTED]
    order = line.order if line is not None else None
    near = [*facts["near"], *(strongpoints() if isinstance(order, Fire | Attack) else ())]
    own = {piece["code"] for piece in view["pieces"] if piece["side"] == facts.get("seat")}
    found = process.extract(name, near, scorer=OSA.distance, score_cutoff=SLIPS, limit=None)
    # Two slips in three letters are too many, but for the first letter.
    able = [(slips, code not in own, code) for code, slips, _ in found if slips < SLIPS or code[0] == name[0]]
    return [code for _, _, code in sorted(able, key=lambda each: each[:2])][:SUGGESTED]


def _not_yours(facts: Facts, line: Line | None, view: Json) -> str:
    seat = facts.get("seat")
    yours = f"; you command {ARMIES[seat]}" if seat else ""
    return f"{facts['piece']} is {_a(ADJECTIVES[facts['owner']])} piece{yours}"


def _twice(facts: Facts, line: Line | None, view: Json) -> str:
    return f"{facts['piece']} was already ordered to move on line {facts['line']}"


def _cap(facts: Facts, line: Line | None, view: Json) -> str:
    room = facts["limit"] - (facts["total"] - facts["men"])
    left = f"{men(room)} are left" if room else "none are left"
    return (
        f"moving {facts['piece']} ({men(facts['men'])}) makes {men(facts['total'])} men; the limit is "
        f"{men(facts['limit'])}, and {left}"
    )


def _across(facts: Facts, line: Line | None, view: Json) -> str:
    arm = {"infantry": "infantry has", "cavalry": "cavalry has", "gun": "guns have"}[facts["arm"]]
    where = "in all" if facts["arm"] == "gun" else "across country"
    most = _most(facts, line) if facts.get("most", 0) < facts["limit"] else ""
    return f"{facts['piece']}: {yards(facts['yards'])} {where}; {arm} {facts['limit']}{most}"


def _by_road(facts: Facts, line: Line | None, view: Json) -> str:
    after = f" after {facts['across']} across country" if facts["across"] else ""
    return f"{facts['piece']}: {yards(facts['yards'])} by road{after}; at most {facts['limit']}"


def _off_road(facts: Facts, line: Line | None, view: Json) -> str:
    outside = facts["outside"]
    far = f" ({yards(outside)} outside)" if outside else ""
    return f"{facts['piece']} is not totally on road {facts['road']} where its road leg begins{far}"


def _off_at_end(facts: Facts, line: Line | None, view: Json) -> str:
    most = facts["most"]
    works = f"{yards(most)} is the longest shorter distance that works" if most else "no shorter distance works"
    if facts["what"] == "end":
        return f"road {facts['road']} ends before {facts['piece']} has gone {yards(facts['yards'])}; {works}"
    return f"{facts['piece']} would not be totally on road {facts['road']} after {yards(facts['yards'])}; {works}"


def _barred(facts: Facts, line: Line | None, view: Json) -> str:
    return f"the way of {facts['piece']} is barred by {facts['by']}{_far(facts)}{_most(facts, line)}"


def _walled(facts: Facts, line: Line | None, view: Json) -> str:
    far = f"{_far(facts)}{_most(facts, line)}"
    return f"the way of {facts['piece']} is barred by the garrisoned strongpoint {facts['by']}{far}"


def _most(facts: Facts, line: Line | None) -> str:
    """`; 46 yards that way is the longest that works`: the largest legal value of the last leg."""
    if "most" not in facts:
        return ""
    legs = len(line.order.legs) if line is not None and isinstance(line.order, Move) else 1
    what = "that way" if legs == 1 else "as its last leg"
    return f"; {yards(facts['most'])} {what} is the longest that works" if facts["most"] else f"; no yard {what} works"


def _far(facts: Facts) -> str:
    if "yards" in facts:
        return f" after {yards(facts['yards'])}"
    degrees = abs(facts["degrees"])
    return f" after {degrees} {'degree' if degrees == 1 else 'degrees'}"


def _edge(facts: Facts, line: Line | None, view: Json) -> str:
    return f"{facts['piece']} would leave the board{_most(facts, line)}"


def _on_top(facts: Facts, line: Line | None, view: Json) -> str:
    on = facts["on"]
    inside = f"inside the enemy's strongpoint {on}" if on in view["outlines"] else f"on top of {on}"
    return f"{facts['piece']} would end {inside}{_most(facts, line)}"


def _move_or_fire(facts: Facts, line: Line | None, view: Json) -> str:
    piece = facts["piece"]
    if facts["what"] == "moved":
        where = f" on line {facts['line']}" if facts.get("line") is not None else ""
        return f"{piece} moved{where} and cannot fire; a gun does one or the other"
    return f"{piece} is to fire on line {facts['line']} and cannot move; a gun does one or the other"


def _out_of_arc(facts: Facts, line: Line | None, view: Json) -> str:
    return (
        f"{facts['target']} is not in the arc of {facts['gun']} ({yards(facts['yards'])}, {facts['degrees']} degrees "
        f"off its front; a gun reaches 1,000 yards, {_arc(view)})"
    )


def _arc(view: Json) -> str:
    return "500 to each side" if view["options"]["fire_arc"] == "square" else "30 degrees to each side"


def _own_piece(facts: Facts, line: Line | None, view: Json) -> str:
    return f"{facts['piece']} is your own piece"


def _untouched(facts: Facts, line: Line | None, view: Json) -> str:
    pieces, target = facts["pieces"], facts["target"]
    who = f"{pieces[0]} does not touch" if len(pieces) == 1 else f"none of {', '.join(pieces)} touches"
    return f"{who} {target} (nearest gap {yards(facts['gap'])}; 5 is the most)"


def _apart(facts: Facts, line: Line | None, view: Json) -> str:
    one, other = facts["pieces"]
    return f"{one} and {other} do not touch (gap {yards(facts['gap'])}; 5 is the most)"


def _too_many(facts: Facts, line: Line | None, view: Json) -> str:
    most = f"at most {men(facts['limit'])} may attack"
    storm = " (10,000 against a strongpoint)" if facts["limit"] == 5 else " a strongpoint"  # WWG-110
    return f"{men(facts['men'])} men; {most}{storm}"


def _no_guns(facts: Facts, line: Line | None, view: Json) -> str:
    return f"{facts['piece']} is a gun, and guns do not attack by contact; they FIRE"


def _no_cavalry(facts: Facts, line: Line | None, view: Json) -> str:
    if "gun" in facts:
        whom = f"the guns of {facts['gun']} in {facts['strongpoint']}, which their side holds"
        return f"{facts['piece']} is cavalry, which may not attack {whom}"
    return f"{facts['piece']} is cavalry, which may not attack the garrison of {facts['strongpoint']}"


def _locked(facts: Facts, line: Line | None, view: Json) -> str:
    return f"{facts['piece']} drew with {facts['target']}; the fight may not be renewed this turn"


def _joined(facts: Facts, line: Line | None, view: Json) -> str:
    seat = facts.get("seat") or view["to_move"]
    return f"{GENERALS[seat]} joined {facts['piece']} this turn; {facts['piece']} may not {facts['what']}"


def _wide(facts: Facts, line: Line | None, view: Json) -> str:
    most = f"{facts['most']} degrees" if facts["most"] else "none at all"
    return (
        f"a wheel of {facts['piece']} by {facts['degrees']} degrees swings its outer corner {yards(facts['yards'])}; "
        f"at most {facts['limit']} ({most})"
    )


def _general(facts: Facts, line: Line | None, view: Json) -> str:
    if facts["what"] == "again":
        return f"the General goes to another piece once a turn, and did so on line {facts['line']}"
    if facts["what"] == "not_yours":
        return f"{GENERALS[facts['of']]} is your opponent's General"
    return "your army has no General on the board"


def _not_now(facts: Facts, line: Line | None, view: Json) -> str:
    mover = facts["to_move"]
    match facts["what"]:
        case "over":
            return f"the game is over: {say_outcome(view).rstrip('.')}"
        case "header":
            waits = f"the game waits for {ADJECTIVES[mover]} turn {facts['round']}"
            return f"this mail is for turn {facts['number']}; {waits}"
    return f"it is {seat_title(mover)}'s turn {facts['round']}; only STAND orders can be sent meanwhile"


def _unread(facts: Facts, line: Line | None, view: Json) -> str:
    match facts["what"]:
        case "exit":
            return "nobody leaves the board in this game (edge=closed)"
        case "too_many":
            return f"that is too much for one line or mail; {facts['most']} is the most"
    return f"cannot read this line; {_hinted(hint(line.text if line is not None else ''))}"


def _hinted(guess: Hint) -> str:
    match guess.kind:
        case "opener":
            return FORMS[guess.found]
        case "word":
            return f'did you mean "{guess.meant.upper()}" where you wrote "{guess.found.upper()}"'
        case "question":
            return "with a question mark it is a question, and no order"
        case "cut":
            return "it ends as if it went on; write the whole order on one line"
        case "long":
            return "it is far too long for an order"
    return "an order begins with MOVE, TURN, WHEEL, GENERAL, FIRE, ATTACK, STAND or PASS"


FORMS = {
    "move": "a move is written like MOVE BOU NNE 120, MOVE BOU FORWARD MAX, MOVE BOU TO 4060,2400, MOVE BOU TO CONTACT "
    "KEM or MOVE SIM ROAD CHA N 500",
    "turn": "a turn is written like TURN DOM TO 90, TURN DOM FACE LHS, TURN DOM RIGHT 45 or TURN DOM AROUND",
    "wheel": "a wheel is written like WHEEL MAR LEFT 20",
    "general": "the General is sent to a piece like GENERAL TO FRI",
    "fire": "fire is written like FIRE NOU, DSV AT BYL",
    "attack": "an attack is written like ATTACK HOU WITH BAU, SOY ADVANCE BAU DRAW RETREAT",
    "stand": "standing orders are written like STAND EVADE ALL NEVER, STAND SUPPORT YG1 WITH YG2, STAND DRAW ALL HOLD, "
    "STAND RETREAT MIL BEARING S or STAND GENERAL FALLBACK FRI",
    "exit": "a piece leaves the board like EXIT VDL",
    "pass": '"pass" stands alone on its line',
    "preview": '"preview" stands alone on its line',
}


def _ambiguous(facts: Facts, line: Line | None, view: Json) -> str:
    ways = listed([str(bearing) for bearing in facts["bearings"]], "or")
    return (
        f"{called(facts['bearing'])} lies across road {facts['road']} where {facts['piece']} stands; it runs on "
        f"bearing {ways} there"
    )


def _nowhere(facts: Facts, line: Line | None, view: Json) -> str:
    piece = facts["piece"]
    match facts["what"]:
        case "same_heading":
            return f"{piece} faces that way already"
        case "touches":
            other = facts.get("enemy")
            return f"{piece} touches {other} already" if other else f"{piece} is in contact already"
        case "max":
            return f"{piece} cannot go that way at all"
        case "rides_already":
            return f"the General rides with {piece} already"
    return f"the move of {piece} goes nowhere"


def _never_meets(facts: Facts, line: Line | None, view: Json) -> str:
    return f"moving straight from {facts['piece']} on bearing {facts['bearing']} never meets {facts['enemy']}"


def _no_advancer(facts: Facts, line: Line | None, view: Json) -> str:
    return f"ADVANCE names {facts['piece']}, which is not in this attack"


def _no_garrison(facts: Facts, line: Line | None, view: Json) -> str:
    instead = "" if line is None else "; name a piece"  # a line that lapses cannot be written again
    return f"strongpoint {facts['strongpoint']} has no enemy garrison{instead}"


def _no_gun(facts: Facts, line: Line | None, view: Json) -> str:
    return f"{facts['piece']} is not a gun and cannot fire"


def _not_at_edge(facts: Facts, line: Line | None, view: Json) -> str:
    return f"{facts['piece']} is {yards(facts['gap'])} from the edge of the board; 5 is the most"


def _no_claim(facts: Facts, line: Line | None, view: Json) -> str:
    missed = facts["missed"]
    opponent = seat_title(other_of(facts["seat"], view)) if facts.get("seat") else "your opponent"
    return (
        f"{opponent} has missed {missed} {'turn' if missed == 1 else 'turns'} running, and {facts['needed']} are needed"
    )


def _over_group_cap(facts: Facts, line: Line | None, view: Json) -> str:
    return (
        f"with {facts['piece']} {men(facts['men'])} men of one line of touching pieces would fight this turn; "
        f"the limit is {men(facts['limit'])}"
    )


def _not_as_told(facts: Facts, line: Line | None, view: Json) -> str:
    to = facts["to"]
    gone = f" after {yards(facts['yards'])}" if facts["yards"] else ""
    return f"{facts['piece']} would end at {spot(to)} facing {called(to[2])}{gone}, not as the line tells it"


def _used(facts: Facts, line: Line | None, view: Json) -> str:
    piece = facts.get("piece")
    return f"{piece} has fought or fired already" if piece else "its guns have fired already"


REFUSALS: dict[str, Callable[[Facts, Line | None, Json], str]] = {
    "E01": _unknown,
    "E02": _not_yours,
    "E03": _twice,
    "E04": _cap,
    "E05": _across,
    "E06": _by_road,
    "E07": _off_road,
    "E08": _off_at_end,
    "E09": _barred,
    "E10": _walled,
    "E11": _edge,
    "E12": _on_top,
    "E13": _move_or_fire,
    "E14": _out_of_arc,
    "E15": _own_piece,
    "E16": _untouched,
    "E17": _apart,
    "E18": _too_many,
    "E19": _no_guns,
    "E20": _no_cavalry,
    "E21": _locked,
    "E22": _joined,
    "E23": _wide,
    "E24": _general,
    "E25": _not_now,
    "E26": _unread,
    "E27": _ambiguous,
    "E28": _nowhere,
    "E29": _no_advancer,
    "E30": _never_meets,
    "E31": _no_garrison,
    "E32": _no_gun,
    "E33": _not_at_edge,
    "E34": _no_claim,
    "E35": _over_group_cap,
    "E36": _not_as_told,
    "used": _used,
}


def _a(word: str) -> str:
    return f"{'an' if word[0] in 'AEIOU' else 'a'} {word}"


def group(codes: Sequence[str], view: Json) -> str:
    """`BAU (4,000) and SOY (4,000)`."""
    return listed([f"{code} ({strength_of(code, view)})" if piece_of(code, view) else code for code in codes])


# --- Options and positions that cannot be ---------------------------------------------------------------------------


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
