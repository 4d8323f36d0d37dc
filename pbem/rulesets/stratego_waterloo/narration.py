"""What happened in a battle of Stratego Waterloo, how it stands and how it ended, in the words of a report.

A line tells what can be followed on the map: `BLUE LN E5 x E6 BF: 3 v 3, die B+ - BF eliminated, LN to E6`. A piece
whose name an event does not give is called by its arm. Not for: answers to orders, which are `wording.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.contract import Event, Json, SeatName
from pbem.rulesets.sentences import listed

from .board import (
    ARMS,
    CARDS,
    SEATS,
    army_of,
    blocks_called,
    by_label,
    codes_counted,
    colour,
    kinds,
    of,
    other,
    piece_called,
    tile_title,
)

DEAD = "eliminated"


def say_event(event: Event, view: Json) -> str | None:
    """One event in a line of its own, or None where the events about it say it already."""
    said = EVENTS[event.kind](event.facts, view)
    cited = event.kind in CITED or (event.kind == "attack" and event.facts["how"] in CITED_WAYS)
    return f"{said.removesuffix('.')} ({event.clause})." if said and event.clause and cited else said


# What the answers to a seat's own orders tell too.
ANSWERED = frozenset({"move", "enter", "rest", "picked", "card"})


def unanswered(events: Sequence[Event], view: Json) -> list[Event]:
    """The events without what the answer to an order tells: where the reader's own pieces go, and what he picks."""
    return [event for event in events if event.kind not in ANSWERED or event.facts["seat"] != view["seat"]]


def digest(events: Sequence[Event], view: Json) -> list[str]:
    """The events of a report, oldest first: every action on a line, a frenzy on the line of the attack it came from."""
    lines: list[str] = []
    raging = False
    for event in events:
        said = say_event(event, view)
        if said is None:
            continue
        if event.kind == "attack" and event.facts["number"] and raging:
            lines[-1] = f"{lines[-1].removesuffix('.')}, {said.removesuffix('.')}."
        else:
            lines.append(said)
        raging = event.kind == "attack"
    return lines


def attack_told(facts: Json) -> str:
    """An attack in words, without the seat: `LN E5 x E6 BF: 3 v 3, die B - BF eliminated, LN to E6`."""
    return f"{_who_fights(facts)}: {', '.join(_how_it_went(facts))}"


# --- Beginning -----------------------------------------------------------------------------------------------------


def _nothing(facts: Json, view: Json) -> None:
    return None


def _dealt(facts: Json, view: Json) -> str | None:
    if view["phase"] == "setup" and view.get("seat") == view["to_move"]:
        return None  # the question tells it
    section = facts["section"]
    seat = view.get("seat") or "blue"
    squares = view["sections"][seat][section]
    return f"Your card: your lines of retreat are the {section} of your back row ({_row_called(squares)}). Guard them."


def _row_called(squares: Sequence[str]) -> str:
    """`E1-H1`, or all squares where they are more than a row."""
    rows = {square[1:] for square in squares}
    ends = sorted(squares, key=lambda square: square[0])
    return f"{ends[0]}-{ends[-1]}" if len(rows) == 1 else " ".join(squares)


def _set_up(facts: Json, view: Json) -> str:
    usual = " in the usual formation" if facts.get("default") else ""
    held = _arms(facts["reserve"])
    reserve = f"in reserve {held}" if held else "no reserve"
    return (
        f"{colour(facts['seat'])} has set up{usual}: {_arms(facts['placed'])}; {reserve}.{_still_to_come(facts, view)}"
    )


def _still_to_come(facts: Json, view: Json) -> str:
    """Of which pieces of his nothing stands yet, as they come late."""
    late = view["late"] if facts["seat"] == "blue" else None
    if not late:
        return ""
    return f" {late_in_words(view)}."


def late_in_words(view: Json) -> str:
    """`14 more French pieces come from turn 1 (11:00) on: MG 2, ...` (SWL-174)."""
    turn = int(view["options"]["late-arrival"])
    count = sum(view["late"].values())
    return f"{count} more French pieces come from turn {turn} ({clock_of(turn)}) on: {codes_counted(view['late'])}"


def _arms(counts: Json) -> str:
    return ", ".join(f"{counts[arm]} {name}" for arm, name in ARMS.items() if counts.get(arm))


def _picked(facts: Json, view: Json) -> str:
    seat = colour(facts["seat"])
    if facts["keep"] is None:
        is_last = facts["seat"] == "blue" and view["phase"] != "draft"
        return f"{seat} takes the last card." if is_last else f"{seat} takes a card and puts one away."
    burnt = f" and puts {_card(facts['burn'])} away" if facts["burn"] else ""
    return f"{seat} takes {_card(facts['keep'])}{burnt}."


def _card(card: str) -> str:
    return f"{CARDS[card]} ({card})" if card in CARDS else card


def _hand(facts: Json, view: Json) -> str:
    return f"Your cards: {listed([_card(card) for card in facts['cards']]) or 'none'}."


def _drafted(facts: Json, view: Json) -> str:
    return "The cards are drafted: four for each side, seven are put away."


# --- Time ----------------------------------------------------------------------------------------------------------


def _grouchy(facts: Json, view: Json) -> str:
    come = "the Prussians come as planned" if facts["come"] else "the Prussians will not come"
    return f"Where are the Prussians? The die shows {facts['die']}: {come}."


def _late(facts: Json, view: Json) -> str:
    return f"{facts['count']} French pieces that were on the march have come up and wait in reserve."


def _prussians(facts: Json, view: Json) -> str:
    came = [f"{piece_called(piece)} at {piece['square']}" for piece in facts["pieces"]]
    return f"Prussians come onto the field: {listed(came)}."


def _cards_due(facts: Json, view: Json) -> str:
    stack = " ".join(facts["discards"])
    return f"You may take two of the cards that were put away, once, before any action of a ply: {stack}."


def _ply(facts: Json, view: Json) -> str:
    allowance = facts["allowance"]
    return (
        f"Turn {facts['turn']}, {facts['clock']}, {colour(facts['seat'])}: {allowance} {_plural('action', allowance)}."
    )


def _ply_ends(facts: Json, view: Json) -> str | None:
    unused = facts["allowance"] - facts["used"]
    if facts["why"] == "deadline":
        return f"{colour(facts['seat'])} sent nothing more in time; {_unused(unused)}."
    if facts["why"] == "end" and unused:
        return f"{colour(facts['seat'])} ends the ply; {_unused(unused)}."
    return None


def _unused(unused: int) -> str:
    return f"{unused} {_plural('action', unused)} not used" if unused > 0 else "all actions used"


def _plural(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"


# --- Actions -------------------------------------------------------------------------------------------------------


def _move(facts: Json, view: Json) -> str:
    path = facts.get("path") or [facts["from"], facts["to"]]
    straight = len({square[0] for square in path}) == 1 or len({square[1:] for square in path}) == 1
    way = f"{path[0]}-{path[-1]}" if straight else "-".join(path)
    return f"{colour(facts['seat'])} {piece_called(facts['piece'])} {way}."


def _attack(facts: Json, view: Json) -> str:
    if facts["number"]:
        return f"frenzy: {attack_told(facts)}."
    return f"{colour(facts['seat'])} {attack_told(facts)}."


def _who_fights(facts: Json) -> str:
    piece, target = facts["piece"], facts["target"]
    start, assault = facts["from"], facts["assault"]
    # The path ends at the assault square; without it, the square alone is known.
    via = facts["path"][1:] if facts.get("path") else [assault] if assault != start else []
    straight = len({square[0] for square in [start, *via]}) == 1 or len({square[1:] for square in [start, *via]}) == 1
    way = "-".join([start, *(via[-1:] if straight else via)])
    own = " (own)" if piece["side"] == target["side"] else ""
    return f"{piece_called(piece)} {way} x {facts['square']} {piece_called(target)}{own}"


def _how_it_went(facts: Json) -> list[str]:
    lead = _reckoning(facts)
    fates = [*_fates(facts), *_aftermath(facts)]
    return [f"{lead} - {fates[0]}" if lead else fates[0], *fates[1:]]


def _reckoning(facts: Json) -> str:
    said = []
    if facts.get("strengths"):
        attacker, defender = facts["strengths"]
        said.append(f"{attacker} v {defender}")
    said += [f"Fighting Spirit {colour(seat)}" for seat in facts.get("spirit") or ()]
    if WAYS[facts["how"]]:
        said.append(WAYS[facts["how"]])
    if facts.get("die"):
        said.append(f"die {facts['die']}")
    return ", ".join(said)


WAYS = {
    "strength": "",
    "die": "",
    "gun_front": "straight at the gun",
    "gun_flank": "into the gun's flank or rear",
    "cinc_attacks": "a Commander-in-Chief beats whatever he attacks",
    "cinc_attacked": "the Commander-in-Chief is taken",
    "friend": "a friend is in the way",
    "own_tie": "equal friends",
    "repulsed": "light infantry before the gun is driven off",
}


def _fates(facts: Json) -> list[str]:
    piece, target = piece_called(facts["piece"]), piece_called(facts["target"])
    winner = facts["winner"]
    if winner is None:
        return [f"{piece} stays on {facts['assault']}"]
    loser = target if winner == "attacker" else piece
    if facts["how"] == "cinc_attacked" and winner == "defender":
        loser = piece
    said = [f"{loser} {'withdraws' if facts['loser'] == 'withdrawn' else DEAD}"]
    if facts.get("advance"):
        said.append(f"{piece if winner == 'attacker' else target} to {facts['advance']}")
    return said


def _aftermath(facts: Json) -> list[str]:
    said = []
    blocks = facts.get("blocks") or 0
    if blocks and (facts["winner"] == "attacker" or facts["loser"] == "withdrawn"):
        said.append(f"{piece_called(facts['piece'])} now has {blocks} {_plural('block', blocks)}")
    if facts.get("frenzy") and facts.get("stops"):
        said.append(STOPS[facts["stops"]])
    return said


STOPS = {
    "empty": "the next square is empty: the frenzy ends",
    "edge": "the frenzy ends at the edge of the board",
    "farm": "the frenzy ends before the farm",
    "nobody": "the frenzy finds nobody else in the farm",
    "over": "that is the end of the battle",
}


def _shot(facts: Json, view: Json) -> str:
    gun = f"{colour(facts['seat'])} {piece_called(facts['piece'])} {facts['from']} fires at"
    if facts["what"] == "tile":
        result = "destroyed" if facts["result"] == "destroyed" else f"damage {facts['damage']} of 4"
        return f"{gun} {tile_title(view, facts['tile'])}: {result}."
    target = piece_called(facts["target"])
    if facts["result"] == "immune":
        return f"{gun} {facts['at']}: {target} is light infantry and takes no harm."
    return f"{gun} {facts['at']}: {target} {DEAD}."


def _farm(facts: Json, view: Json) -> str:
    taken = f", taken from the {army_of(facts['was'])}" if facts.get("was") else ""
    return f"The {of(facts['flag'])} flag flies over {tile_title(view, facts['tile'])}{taken}."


def _enter(facts: Json, view: Json) -> str:
    piece = facts["piece"]
    return f"{colour(facts['seat'])} brings on {piece_called(piece)}{blocks_called(piece)} at {facts['square']}."


def _rest(facts: Json, view: Json) -> str:
    piece = facts["piece"]
    return f"{colour(facts['seat'])} rests {piece_called(piece)}{blocks_called(piece)} from {facts['square']}."


def _card_played(facts: Json, view: Json) -> str | None:
    if facts["card"] == "FS":
        return None  # the attack that it goes with says so
    squares = f": {' '.join(facts['squares'])}" if facts.get("squares") else ""
    return f"{colour(facts['seat'])} plays {CARDS[facts['card']]}{squares}."


def _scouted(facts: Json, view: Json) -> str:
    return f"You see: {', '.join(f'{square} {code}' for square, code in facts['pieces'].items())}."


def _take(facts: Json, view: Json) -> str:
    if facts.get("cards"):
        return f"{colour(facts['seat'])} takes {listed([_card(card) for card in facts['cards']])}."
    return f"{colour(facts['seat'])} takes two more cards."


def _dropped(facts: Json, view: Json) -> str:
    return f"Part {facts['part']} of your {CARDS[facts['card']]} has become impossible and is dropped."


# --- Pursuit -------------------------------------------------------------------------------------------------------


def _pursuit_begins(facts: Json, view: Json) -> str:
    victor, defeated = army_of(facts["victor"]), army_of(facts["defeated"])
    dead = facts.get("casualties") or {}
    so_far = ", ".join(f"{of(seat)} {dead[seat]}" for seat in SEATS if seat in dead)
    return f"The {defeated} retreat, and the {victor} pursue them. Casualties so far: {so_far}."


def _labels(facts: Json, view: Json) -> str:
    riders = [f"{label} {piece_called(piece)}{blocks_called(piece)}" for label, piece in by_label(facts["riders"])]
    return f"Cavalry in the pursuit: {', '.join(riders) or 'none'}."


def _pursuit_ply(facts: Json, view: Json) -> str:
    return f"Pursuit, {colour(facts['seat'])}: {facts['allowance']} {_plural('action', facts['allowance'])}."


def _rider(label: str, piece: Json) -> str:
    return f"{label} {piece_called(piece)}"


def _cut(facts: Json, view: Json) -> str:
    rider = _rider(facts["label"], facts["piece"])
    return f"{colour(facts['seat'])} {rider} cuts down {piece_called(facts['target'])} on {facts['square']}."


def _charge(facts: Json, view: Json) -> str:
    own, foe = _rider(facts["label"], facts["piece"]), _rider(facts["other"], facts["target"])
    lost = foe if facts["winner"] == facts["seat"] else own
    return f"{colour(facts['seat'])} {own} charges {foe}: {lost} {DEAD}."


def _save(facts: Json, view: Json) -> str:
    return f"{colour(facts['seat'])} brings {piece_called(facts['target'])} on {facts['square']} to safety."


def _retire(facts: Json, view: Json) -> str:
    return f"{colour(facts['seat'])} takes {_rider(facts['label'], facts['piece'])} out of the pursuit."


def _stop(facts: Json, view: Json) -> str:
    return f"The pursuit ends: {STOPPED[facts['why']]}."


STOPPED = {
    "said": "the victor calls it off",
    "idle": "the victor did nothing more",
    "no_riders": "the victor has no cavalry left",
    "no_actions": "the victor has nobody left to lead it",
    "nothing_left": "nobody is left to be pursued",
    "no_fugitives": "no fugitive is left, and the victor calls it off",
}


# --- Agreement and end ---------------------------------------------------------------------------------------------


def _draw_offered(facts: Json, view: Json) -> str:
    return f"{colour(facts['seat'])} offers a draw."


def _draw_lapsed(facts: Json, view: Json) -> str:
    return f"The offer of a draw by {colour(facts['seat'])} has lapsed."


def _draw_accepted(facts: Json, view: Json) -> str:
    return f"{colour(facts['seat'])} accepts the draw."


def _resigned(facts: Json, view: Json) -> str:
    return f"{colour(facts['seat'])} resigns."


def _end(facts: Json, view: Json) -> str:
    return say_outcome(view)


CITED = frozenset(
    {"grouchy", "late", "prussians", "cards_due", "farm", "dropped", "pursuit_begins", "stop", "draw_lapsed"}
)
CITED_WAYS = frozenset({"gun_front", "gun_flank", "cinc_attacks", "cinc_attacked", "friend", "own_tie", "repulsed"})
EVENTS: dict[str, Callable[[Json, Json], str | None]] = {
    "dealt": _dealt,
    "shuffled": _nothing,
    "set_up": _set_up,
    "picked": _picked,
    "hand": _hand,
    "drafted": _drafted,
    "turn": _nothing,
    "grouchy": _grouchy,
    "late": _late,
    "prussians": _prussians,
    "cards_due": _cards_due,
    "ply": _ply,
    "ply_ends": _ply_ends,
    "move": _move,
    "attack": _attack,
    "shot": _shot,
    "farm": _farm,
    "enter": _enter,
    "rest": _rest,
    "card": _card_played,
    "scouted": _scouted,
    "take": _take,
    "dropped": _dropped,
    "pursuit_begins": _pursuit_begins,
    "labels": _labels,
    "pursuit_ply": _pursuit_ply,
    "cut": _cut,
    "charge": _charge,
    "save": _save,
    "retire": _retire,
    "stop": _stop,
    "draw_offered": _draw_offered,
    "draw_accepted": _draw_accepted,
    "draw_lapsed": _draw_lapsed,
    "resigned": _resigned,
    "end": _end,
}


# --- How it stands and how it ended -----------------------------------------------------------------------------------


def status(view: Json) -> str:
    """How the game stands, in a line: `turn 13, 17:00, French to move, actions 3 (NA 2 + NE 1)`."""
    if view["phase"] == "over":
        return say_outcome(view)
    side = view["to_move"]
    match view["phase"]:
        case "setup":
            return f"{colour(side)} ({army_of(side)}) is setting up"
        case "draft":
            return f"{colour(side)} ({army_of(side)}) is drafting a card"
        case "pursuit":
            victor = army_of(view["pursuit"]["victor"])
            return f"pursuit by the {victor}: {army_of(side)} to move, {actions_called(view)}"
    return f"turn {view['turn']}, {view['clock']}, {army_of(side)} to move, {actions_called(view)}"


def say_outcome(view: Json) -> str:
    """One sentence: who won or that it is a draw, why, and the clause."""
    outcome = view["outcome"]
    if outcome is None:
        return "The game goes on."
    reason, clause = outcome["reason"], outcome["clause"]
    if reason == "indecisive":
        return f"The battle is indecisive: {_difference(view)} ({clause})."
    if not outcome["winners"]:
        # SWL-104: what is a draw elsewhere is called indecisive in Expert.
        drawn = "battle is indecisive" if reason == "turn_limit" and _is_expert(view) else "game is drawn"
        return f"The {drawn}: {_drawn(reason, view)} ({clause})."
    winner = outcome["winners"][0]
    if reason in ("major", "minor"):
        return f"{reason.capitalize()} {of(winner)} victory: {_difference(view)} ({clause})."
    why = WON[reason].format(loser=army_of(other(winner)), army=of(winner), where=_broken_through(view, other(winner)))
    return f"Decisive {of(winner)} victory: {why} ({clause})."


WON = {
    "retreat_lines": "two {army} pieces stand {where}",
    "leaders_lost": "the {loser} have lost Commander and Commander-in-Chief",
    "cinc_lost": "the {loser} have lost their Commander-in-Chief",
    "resigned": "the {loser} have resigned",
}


def _broken_through(view: Json, loser: SeatName) -> str:
    """Where two pieces win: on the loser's lines of retreat, in Expert in the Allied centre (SWL-097, SWL-156)."""
    if view["lines"] == "expert":
        return f"in the {of(loser)} centre ({_row_called(view['sections'][loser]['CENTRE'])})"
    return f"on the {of(loser)} lines of retreat"


def actions_called(view: Json) -> str:
    """What the side to move may still do: `3 actions (NA 2 + NE 1)`, `2 of 3 actions left`."""
    allowance, used = view["actions"]["allowance"], view["actions"]["used"]
    if used:
        return f"{allowance - used} of {allowance} actions left"
    leaders = _worth(view)
    worth = f" ({' + '.join(f'{name} {count}' for name, count in leaders)})" if leaders else ""
    fits = sum(count for _, count in leaders) == allowance
    return f"{allowance} {'action' if allowance == 1 else 'actions'}{worth if fits else ''}"


def casualties(view: Json, seat: SeatName) -> str:
    """A side's dead: `5: LI, CH, FA 3`."""
    dead = view["eliminated"].get(seat, {})
    return f"{sum(dead.values())}: {codes_counted(dead)}" if dead else "none"


def clock_of(turn: int) -> str:
    """The time of day at which a turn begins: turn 1 is 11:00."""
    minutes = (11 * 60 + 30 * (turn - 1)) % (24 * 60)
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _worth(view: Json) -> list[tuple[str, int]]:
    """What the leaders of the side to move are worth now (SWL-019); the Prussians and a handicap are one more each."""
    side = view["to_move"]
    codes = {
        kind.kind: kind.code
        for kind in kinds().values()
        if kind.leads and kind.nation in ("FR", "AL") and kind.seat == side
    }
    worth = [] if view["eliminated"][side].get(codes["CINC"]) else [(codes["CINC"], 2)]
    given = _given(view)
    own = [piece for piece in view["board"].values() if piece["side"] == side]
    if any(piece["code"] == codes["CMD"] for piece in own):
        worth.append((codes["CMD"], 1))
    elif (
        view["actions"]["allowance"] > sum(count for _, count in (*worth, *given))
        and codes["CMD"] not in view["eliminated"][side]
    ):
        return []
    if view["actions"]["split"]:
        worth.append(("Prussians", 1))
    return [*worth, *given]


def _given(view: Json) -> list[tuple[str, int]]:
    """The action that a handicap gives the side to move up to some turn (SWL-R68)."""
    until = view["options"].get(f"{view['to_move']}-extra", 0)
    return [("handicap", 1)] if until and view["phase"] != "pursuit" and view["turn"] <= until else []


def _is_expert(view: Json) -> bool:
    return bool(view["options"]["version"] == "expert")


def _difference(view: Json) -> str:
    dead = {seat: sum(view["eliminated"][seat].values()) for seat in SEATS}
    pursuit = view["pursuit"] or {}
    victor = pursuit.get("victor")
    if victor is None:
        return "nobody has won"
    if view["options"]["casualties"] == "pursuit":
        dead = {seat: count - pursuit["before"][seat] for seat, count in dead.items()}
    loser = other(victor)
    return f"{of(loser)} casualties {dead[loser]}, {of(victor)} {dead[victor]}, difference {dead[loser] - dead[victor]}"


def _drawn(reason: str, view: Json) -> str:
    if reason == "draw_agreed":
        return "both sides agreed on it"
    return f"turn {view['turn']} is over, and it was the last"
