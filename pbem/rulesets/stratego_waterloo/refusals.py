"""What cannot be, in sentences: orders that cannot stand, options that cannot be had, positions that cannot be.

For orders there is one for each code of the rules, which names piece, square and reason. Not for: what is accepted or
left out, which is `wording.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from core.contract import BadOption, BadPosition, Json, Line
from pbem.rulesets.lexing import Hint
from pbem.rulesets.sentences import bad_option, bad_position, cited, listed

from .board import CARDS, army_of, colour, is_square, kinds, name_of, tile_title
from .grammar import hint
from .narration import clock_of

Facts = Json


def refused(code: str, facts: Facts, line: Line | None, view: Json) -> str:
    return REFUSALS[code](facts, line, view)


def _not_understood(facts: Facts, line: Line | None, view: Json) -> str:
    return f"I do not understand this line; {_hinted(hint(line.text if line is not None else ''))}"


def _hinted(guess: Hint) -> str:
    match guess.kind:
        case "word":
            return f'did you mean "{guess.meant}" where you wrote "{guess.found}"'
        case "row":
            return f'in row {guess.meant} "{guess.found}" is no piece; write its two letters, or .. for an empty square'
        case "one_square":
            return f"it names {guess.found} and nothing else; a move is written E4 E6, an attack E4 x E6"
        case "card":
            return CARD_FORMS.get(guess.found, CARD_FORMS[""])
        case "after":
            return AFTER_WORDS[guess.found]
    return HINTS[guess.kind]


HINTS = {
    "question": "with a question mark it is a question, and no order",
    "unknown": "a move is written E4 E6, an attack E4 x E6, a shot fire E4 E7",
    "long": "it is far too long for an order",
    "reserve": "behind reserve: stand pieces, as in reserve: CU LN LN",
    "garrison": "behind garrison: stand pieces with their squares, as in garrison: BF C6, RI D5",
    "stand": "a standing order is one of spirit off, spirit leaders, spirit win 4, spirit any 4, advance on or off, "
    "own-tie auto, mover or other, farm-target low, high or strong, prussians come or hold",
}
CARD_FORMS = {
    "RE": "write card RE and one to four squares, as in card RE E7 F7 F8",
    "IN": "write card IN and up to three moves with commas between them, as in card IN E2-E3, F2-F4",
    "CA": "write card CA and its parts with commas between them, as in card CA fire E4 E7, attack C6 C7",
    "GB": "write card GB fire and gun and target, with commas between shots, as in card GB fire E4 E7, F4 F7",
    "FS": "Fighting Spirit is written behind an attack, as in attack E5 E6 spirit; in defence it is a standing order",
    "": "a card is written card RE, card IN, card CA or card GB, with what it is to do",
}
AFTER_WORDS = {
    "move": "write start and end, as in move E4 E6",
    "attack": "write start and target, as in attack E4 E6",
    "fire": "write gun and target, as in fire E4 E7 or fire C3 HOU",
    "enter": "write piece and square, as in enter NE E1",
    "bring": "write piece and square, as in bring NE E1",
    "rest": "write the square of the heavy cavalry, as in rest C7",
    "card": CARD_FORMS[""],
    "take": "write two cards, as in take FS RE",
    "stand": HINTS["stand"],
    "keep": "behind keep stand cards alone, RE IN CA GB FS; burn has a line of its own",
    "burn": "behind burn stand cards alone, RE IN CA GB FS; keep has a line of its own",
    "if": "write if won: or if lost: and an order behind it",
    "try": "behind try stands an order, as in try E4 E6",
    "end": '"end" stands alone on its line',
    "test": '"test" stands alone on its line',
    "resign": '"resign" stands alone on its line',
    "offer": "write offer draw",
    "accept": "write accept draw",
    "draw": "write offer draw or accept draw",
    "cut": "write rider and square, as in cut V1 E9",
    "charge": "write two riders, as in charge V3 R1",
    "save": "write a square, as in save B8",
    "retire": "write a rider, as in retire R2",
    "stop": '"stop" stands alone on its line',
    "plan": "write plan auto, plan cut and squares, or plan save and squares",
    "setup": "write setup, and the rows below it, or setup default",
}


def _no_square(facts: Facts, line: Line | None, view: Json) -> str:
    square = facts["square"]
    if not square[1:].isdecimal():
        return f"there is no {square} on this battlefield"
    return f"{square} is not a square: they are A to L and 1 to 10"


def _not_now(facts: Facts, line: Line | None, view: Json) -> str:
    if facts.get("what") == "over":
        return "the game is over"
    if facts.get("what") == "not_yours":
        return f"it is {colour(facts['to_move'])}'s {_ply_called(facts)}; your orders were not used"
    return f"this order has no place in {PHASES.get(facts.get('phase', ''), 'this part of the game')}"


def _ply_called(facts: Facts) -> str:
    plies = {"setup": "set-up", "draft": "pick of a card", "pursuit": "ply of the pursuit"}
    return plies.get(facts["phase"], f"turn {facts['turn']}")


PHASES = {
    "setup": "the set-up",
    "draft": "the draft",
    "play": "a ply of the battle",
    "pursuit": "the pursuit",
    "over": "a game that is over",
}


def _nobody(facts: Facts, line: Line | None, view: Json) -> str:
    if facts.get("stands"):
        return f"the piece on {facts['square']} is {facts['stands']}, not {facts['code']}"
    if facts.get("code"):
        return f"you do not know that the piece on {facts['square']} is {facts['code']}; name the square alone"
    return f"there is no piece on {facts['square']}"


def _not_yours(facts: Facts, line: Line | None, view: Json) -> str:
    return f"the piece on {facts['square']} is not yours"


def _friend(facts: Facts, line: Line | None, view: Json) -> str:
    own = facts.get("code") or "piece"
    return f"{facts['square']} holds your own {own}; you cannot attack or enter it"


def _no_foe(facts: Facts, line: Line | None, view: Json) -> str:
    return f"there is nothing to attack on {facts['square']}"


def _too_far(facts: Facts, line: Line | None, view: Json) -> str:
    code, square, reach = facts["code"], facts["square"], facts.get("reach")
    match facts.get("what"):
        case "same":
            return f"{code} would end where it began, on {square}"
        case "mud":
            return f"{code} on {square} stands in mud and goes one square, not as far as {facts['to']}"
    away = f", {facts['to']} is {facts['distance']} away" if facts.get("distance") else f", not as far as {facts['to']}"
    return f"{code} on {square} reaches {reach} {'square' if reach == 1 else 'squares'}{away}"


def _not_straight(facts: Facts, line: Line | None, view: Json) -> str:
    code = facts["code"]
    match facts.get("what"):
        case "gap":
            return f"the squares of this path are not next to one another; {code} goes from square to square"
        case "path":
            return f"a path square by square is for infantry; write start and end for {code}"
    return f"{code} moves in one straight line in an action, and {facts['to']} is not in line with {facts['square']}"


def _blocked(facts: Facts, line: Line | None, view: Json) -> str:
    where = facts.get("at")
    if facts.get("by") == "farm":
        return f"{where or 'a farm'} is in the way (a farm)"
    if where:
        return f"{where} is in the way (occupied)"
    return f"no way is free for {facts['code']} from {facts['square']} to {facts['to']}"


def _into_farm(facts: Facts, line: Line | None, view: Json) -> str:
    kind = kinds().get(facts.get("code") or "")
    who = "artillery" if kind and kind.arm == "a" else "cavalry"
    name = tile_title(view, facts["tile"]) if facts.get("tile") else "a farm"
    does = "enter" if who == "artillery" else "enter or attack into"
    return f"{who} cannot {does} {name}"


def _mud(facts: Facts, line: Line | None, view: Json) -> str:
    code, at = facts["code"], facts.get("at")
    match facts.get("what"):
        case "enter":
            return f"artillery cannot enter mud ({at})"
        case "stop":
            return f"{code} has to stop in the mud on {at}"
        case "back":
            return f"{code} on {facts['square']} leaves mud forward, to the left or to the right only"
    return f"{code} leaves mud by one step only"


def _gun_attacks(facts: Facts, line: Line | None, view: Json) -> str:
    return f"{facts['code']} on {facts['square']} is artillery, which attacks only by fire"


def _not_a_gun(facts: Facts, line: Line | None, view: Json) -> str:
    return f"the piece on {facts['square']} is not artillery"


def _no_sight(facts: Facts, line: Line | None, view: Json) -> str:
    gun, reach = f"{facts.get('code') or 'the gun'} on {facts['square']}", facts.get("reach")
    cannot = f"{gun} cannot hit {facts['at']}"
    match facts.get("what"):
        case "behind":
            return f"{cannot}: guns fire forward only"
        case "blocked":
            by = f" ({facts['by']})" if facts.get("by") in ("piece", "farm") else ""
            between = (
                f", {facts['by']} is in the way"
                if facts.get("by") and is_square(str(facts["by"]))
                else ", something is in the way"
            )
            return f"{cannot}{between if not by else f', something is in the way{by}'}"
        case "file":
            return f"{cannot}: it fires straight ahead{' and at the files beside' if reach == 4 else ''}"
    return f"{cannot}: range {reach}{', straight ahead' if reach != 4 else ''}"


def _from_below(facts: Facts, line: Line | None, view: Json) -> str:
    return f"the gun on {facts['at']} stands on a hill and cannot be hit from below by the one on {facts['square']}"


def _no_target(facts: Facts, line: Line | None, view: Json) -> str:
    name = tile_title(view, facts["tile"]) if facts.get("tile") else "it"
    match facts.get("what"):
        case "friend":
            return f"the piece on {facts['at']} is your own"
        case "garrison":
            return f"your own troops are in {name}"
        case "tile":
            return f"{facts.get('at') or name} is no building that can be fired at"
        case "gone":
            return f"{name} has been destroyed"
    return f"there is nothing to shoot at on {facts['at']}"


def _no_action(facts: Facts, line: Line | None, view: Json) -> str:
    return f"you have no action left ({facts['used']} of {facts['allowance']} used)"


def _split(facts: Facts, line: Line | None, view: Json) -> str:
    own, others = ("Prussian", "Allied") if facts["nation"] == "PR" else ("Allied", "Prussian")
    allowance = facts["allowance"]
    return f"with {allowance} actions at most {allowance - 1} may be {own}; one must be {others}"


def _cannot_enter(facts: Facts, line: Line | None, view: Json) -> str:
    code, square = facts["code"], facts["square"]
    match facts.get("what"):
        case "row":
            return f"{square} is not on your back row, where pieces come onto the board"
        case "occupied":
            return f"{square} is occupied"
        case "too_early" if code == "PRUSSIAN":
            return f"the Prussians come from {_turn_called(facts.get('from_turn'))} on"
        case "too_early":
            return f"{code} left the board in this ply; it may return from {_turn_called(facts.get('from_turn'))} on"
        case "late":
            turn = facts.get("from_turn")
            return f"{code} is still on the march; it may come from {_turn_called(turn)} on"
        case "terrain":
            return f"{code} cannot come onto the board at {square}, because of the ground there"
        case "drawn":
            return f"which Prussian comes to {square} is not known before it stands there; order it in your next mail"
        case "rate":
            return "the Prussians come by themselves in this game, not by orders"
        case "flag":
            return f"Prussians come to their flag squares, or north of one that the French hold; not to {square} now"
        case "none_left":
            return "no more Prussians are to come"
        case "never":
            return "the Prussians do not come"
    return f"you have no {code} off the board"


def _turn_called(turn: int | None) -> str:
    return "your next ply" if turn is None else f"turn {turn} ({clock_of(turn)})"


def _no_rest(facts: Facts, line: Line | None, view: Json) -> str:
    code, square = facts.get("code"), facts["square"]
    match facts.get("what"):
        case "no_blocks":
            return f"{code} on {square} is not weakened"
        case "too_early":
            return f"{code} on {square} has charged, and the enemy must have had a ply before it may rest"
    return f"the piece on {square} is not heavy cavalry; only weakened heavy cavalry may rest"


def _card(facts: Facts, line: Line | None, view: Json) -> str:
    card = CARDS.get(facts.get("card") or "", facts.get("card") or "a card")
    squares = facts.get("squares")
    where = f" ({' '.join(squares) if isinstance(squares, list | tuple) else squares})" if squares else ""
    if facts.get("what") == "inner":
        inner = facts["inner"]
        if inner["error"] == "E-CARD":
            return _card(inner, line, view)
        part = f", part {facts['part']}" if facts.get("part") else ""
        return f"{card}{part}: {refused(inner['error'], inner, None, view)}"
    return CARD_ERRORS[facts["what"]].format(card=card, where=where)


CARD_ERRORS = {
    "not_in_hand": "you do not hold {card}",
    "second": "you have played a card in this ply, and one is all",
    "not_first": "cards other than Fighting Spirit are played before any other action",
    "not_played_with": "this game is played without cards",
    "repeat": "{card}: each piece may be used once only{where}",
    "too_many": "{card} does not do so much at once{where}",
    "not_connected": "{card}: these pieces do not stand side by side{where}",
    "not_enemy": "{card}: no enemy stands there{where}",
    "half": "{card} looks at the enemy's half of the board only{where}",
    "arm": "{card} has one attack by infantry, one by cavalry and one shot at most{where}",
    "not_move": "{card} is for moves alone; nothing is attacked{where}",
    "spirit": "one card is played at a time; Fighting Spirit does not go with {card}",
}


def _no_take(facts: Facts, line: Line | None, view: Json) -> str:
    cards = " ".join(facts.get("cards") or ())
    return TAKE_ERRORS[facts["what"]].format(cards=cards, turn=facts.get("from_turn"))


TAKE_ERRORS = {
    "not_red": "the extra cards are for the Allies",
    "too_early": "extra cards come with the Prussians, on turn {turn}",
    "never": "the Prussians do not come, and no extra cards with them",
    "taken": "you have taken your two cards already",
    "acted": "extra cards are taken before any action of the ply",
    "not_there": "{cards}: not among the cards that were put away",
    "count": "two cards are taken, both at once",
    "no_cards": "this game is played without cards",
}


def _set_up_wrong(facts: Facts, line: Line | None, view: Json) -> str:
    """All that is wrong with a set-up, in one sentence."""
    return "; ".join(SETUP_ERRORS[fault["what"]](fault, view) for fault in (facts, *facts.get("also", ())))


def _unit(facts: Facts) -> str:
    return f"{facts['unit']} ({name_of(facts['unit'])})" if facts["unit"] in kinds() else str(facts["unit"])


def _wrong_unit(facts: Facts, view: Json) -> str:
    where = f" on {facts['square']}" if facts.get("square") else ""
    if facts.get("exists"):
        return f"{_unit(facts)}{where} is not of your army"
    return f"there is no piece {facts['unit']}{where}"


def _reserve_differs(facts: Facts, view: Json) -> str:
    said, left = facts["said"], facts["left"]
    are = "none is" if not left else "1 is" if left == 1 else f"{left} are"
    return f"your reserve names {said} {facts['unit']}, but {are} left over"


def _garrison_count(facts: Facts, view: Json) -> str:
    name, squares = tile_title(view, facts["tile"]), " ".join(facts["squares"])
    return f"exactly {facts['wanted']} infantry start in {name} ({squares}); you placed {facts['placed']}"


SETUP_ERRORS: dict[str, Callable[[Facts, Json], str]] = {
    "twice": lambda facts, view: "the army is set up in a line above already",
    "row": lambda facts, view: f"row {facts['row']} is not yours: you set up on rows {listed(map(str, facts['rows']))}",
    "row-twice": lambda facts, view: f"row {facts['row']} stands there twice",
    "row-length": lambda facts, view: (
        f"row {facts['row']} has {facts['count']} squares, and must have {facts['wanted']}"
    ),
    "unit": _wrong_unit,
    "square-twice": lambda facts, view: f"{facts['square']} is given to {facts['other']} and to {facts['unit']}",
    "closed": lambda facts, view: f"{_unit(facts)} cannot start on {facts['square']}, which is kept for the enemy",
    "terrain": lambda facts, view: f"{_unit(facts)} cannot stand on {facts['square']}: {_ground(facts)}",
    "garrison-square": lambda facts, view: (
        f"{facts['square']} is not one of the squares of your garrison"
        + (f" ({' '.join(facts['squares'])})" if facts.get("squares") else "; you have none in this game")
    ),
    "garrison-arm": lambda facts, view: f"{_unit(facts)} on {facts['square']} is not infantry, as a garrison is",
    "garrison-count": _garrison_count,
    "count": lambda facts, view: f"you placed {facts['placed']} {facts['unit']} but have {facts['have']}",
    "leader": lambda facts, view: f"{name_of(facts['unit'])} ({facts['unit']}) must be on the board",
    "reserve-differs": _reserve_differs,
    "reserve": lambda facts, view: (
        f"{facts['held']} pieces are not placed, and {facts['most']} at most may be in reserve"
    ),
}


def _ground(facts: Facts) -> str:
    return {"FARM": "a farm is for infantry", "MUD": "guns sink in mud"}.get(
        facts.get("kind") or "", "the ground is closed to it"
    )


def _pursuit(facts: Facts, line: Line | None, view: Json) -> str:
    label = facts.get("label") or ""
    if facts["what"] == "label" and label in kinds():
        rides = "does not ride" if kinds()[label].kind == "CINC" else "goes by a label, V1 or R1, if it rides"
        return f"{name_of(label)} {rides} in the pursuit"
    squares = " ".join(facts.get("squares") or ()) or "none"
    return PURSUIT_ERRORS[facts["what"]].format(label=label, square=facts.get("square"), squares=squares)


PURSUIT_ERRORS = {
    "label": "there is no rider {label}; riders are called V1, R1 and so on",
    "not_own": "{label} is not yours",
    "own": "{label} is your own",
    "not_riding": "no {label} rides in the pursuit",
    "no_fugitive": "no fugitive is on {square}",
    "victor_only": "only the victor does that",
    "defeated_only": "only the defeated side does that",
    "no_plan": "you have no plan that could be stopped, and only the victor calls the pursuit off",
    "squares": "a plan names squares, each once; these are {squares}",
}


def _draw(facts: Facts, line: Line | None, view: Json) -> str:
    return "the offer of a draw is your own" if facts.get("what") == "own" else "no draw has been offered"


def _cannot_stand(facts: Facts, line: Line | None, view: Json) -> str:
    value = " ".join(str(part) for part in (facts.get("value"), facts.get("number")) if part is not None)
    match facts["why"]:
        case "seat":
            return "the Prussians are not yours to command"
        case "number":
            return f"spirit {value} names no strength: those are 1 to 6"
    return f"{facts['what']} cannot be {value}"


def _bad_list(facts: Facts, line: Line | None, view: Json) -> str:
    match facts["what"]:
        case "no_cards":
            return "this game is played without cards"
        case "length":
            return f"{facts['count']} cards are too many for this line: {facts['most']} at most"
    return f"there is no card {listed(facts['cards'], 'or')}"


REFUSALS: dict[str, Callable[[Facts, Line | None, Json], str]] = {
    "E-SYNTAX": _not_understood,
    "E-SQUARE": _no_square,
    "E-PHASE": _not_now,
    "E-EMPTY": _nobody,
    "E-OWNER": _not_yours,
    "E-FRIEND": _friend,
    "E-NOFOE": _no_foe,
    "E-RANGE": _too_far,
    "E-STRAIGHT": _not_straight,
    "E-BLOCKED": _blocked,
    "E-FARM": _into_farm,
    "E-MUD": _mud,
    "E-GUN": _gun_attacks,
    "E-NOTGUN": _not_a_gun,
    "E-LOS": _no_sight,
    "E-HILLGUN": _from_below,
    "E-TARGET": _no_target,
    "E-ACTIONS": _no_action,
    "E-SPLIT": _split,
    "E-ENTER": _cannot_enter,
    "E-REST": _no_rest,
    "E-CARD": _card,
    "E-TAKE": _no_take,
    "E-SETUP": _set_up_wrong,
    "E-PURSUIT": _pursuit,
    "E-DRAW": _draw,
    "E-STAND": _cannot_stand,
    "E-LIST": _bad_list,
}


# --- Options and positions --------------------------------------------------------------------------------------------


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
