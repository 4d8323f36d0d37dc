"""The answers to orders for the Hundred Days, in sentences: what a line was read as and how long it takes, or why not.

All of it is by what the seat knows (HD-109): the hours are those of plain marching from the last known site, the
courier before it. Options and positions that cannot be had are answered here too. Not for: what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.contract import BadOption, BadPosition, Json, Line, Status, Verdict
from core.rulesets.hundred_days.orders import (
    Blow,
    Change,
    Detach,
    Hold,
    Join,
    Leave,
    March,
    Order,
    Repair,
    Retreat,
    Scout,
    Words,
)
from pbem.rulesets.contract import Said
from pbem.rulesets.lexing import Hint, near
from pbem.rulesets.sentences import bad_option, bad_position, cited, listed

from .board import (
    army_name,
    begins,
    campaign,
    duration,
    hour,
    men,
    minutes_as_hour,
    person_title,
    place_name,
    place_names,
    seat_title,
    when,
)
from .grammar import hint
from .umpire import FORMS as FORMS_OF_UMPIRE
from .umpire import accepted as accepted_act
from .umpire import refused as refused_act

Facts = Json
MOST_NAMED = 6
TURN = 8  # half hours
LONGEST_NAME = 40


def say_verdict(verdict: Verdict, line: Line | None, view: Json) -> Said:
    """The answer to one order line, or to the whole set where `line` is None."""
    if verdict.status is Status.OK:
        mended = line is not None and line.read_as is not None
        return Said("ok, read as" if mended else "ok", f"{accepted(verdict.facts, line, view)}.")
    if verdict.status is Status.VOID:
        return Said("-", "not played.")
    said = REFUSALS[verdict.code or "E01"](verdict.facts, line, view)
    return Said("no", f"{said}{cited(verdict.clauses)}.")


# --- What is accepted -----------------------------------------------------------------------------------------------


def accepted(facts: Facts, line: Line | None, view: Json) -> str:
    """What an order was read as, and what it comes to as far as the seat knows, without a full stop."""
    order = line.order if line is not None else None
    if (act := accepted_act(facts, view)) is not None:
        return act
    match facts.get("order"):
        case "turn":
            return f"this mail is for turn {facts['turn']}"
        case "continue" if "column" not in facts:
            return "no new orders: all columns go on as they were ordered"
        case "letter":
            return f"a letter to {person_title(facts['to'], view)}, by courier"
        case "give":
            to = seat_title(facts["to"])
            return f"{facts['column']} is {to}'s from the next turn on, and {_to_be_told(facts, view)}"
        case "ride" | "with":
            return _ride(facts, view)
        case "result":
            return f"battle {facts['battle']} has its result: {facts['ended_by']}"
        case str(kind) if kind in PLAIN_READINGS:
            return PLAIN_READINGS[kind]
    return _of_column(facts, order, view)


PLAIN_READINGS = {
    "test": "these orders are only judged",
    "show": "what you know is in the report",
    "draw": "you offer a draw for this turn; it is agreed if every seat offers one in it",
    "resign": "you resign: from this turn on your columns go on as ordered, under another's command",
}


def _to_be_told(facts: Facts, view: Json) -> str:
    return f"all of {army_name(facts['column'][0], view)} are told"


def _ride(facts: Facts, view: Json) -> str:
    who, place = person_title(facts["person"], view), place_name(facts["place"], view)
    beats = -(-facts["hm"] // PERSON)
    if facts["column"] is not None:
        way = f", {_km(facts['hm'])}, {duration(beats)}" if beats else ""
        return f"{who} goes to {facts['column']}, last known at {place}{way}, and stays with it"
    return f"{who} rides to {place}" + (f": {_km(facts['hm'])}, {duration(beats)}" if beats else ", where he is")


PERSON = 40  # hm a beat of a person (HD-052)


def _of_column(facts: Facts, order: Order | None, view: Json) -> str:
    column = facts["column"]
    if facts["order"] == "continue":
        return f"{column} goes on as it was ordered; no courier rides for it"
    said = f"{column} {_what(facts, order, view)}"
    words = getattr(order, "words", None)
    details = [
        *_said_words(words, facts, view),
        *_still(order, view["columns"].get(column)),
        *_hours(facts, order, view),
    ]
    return "; ".join([said, *details, *_caution(facts, order, view)])


def _what(facts: Facts, order: Order | None, view: Json) -> str:
    match order:
        case March() | Retreat():
            verb = "marches" if isinstance(order, March) else "retreats, by night too, and avoids battle"
            way = facts["way"]
            return f"{verb}: {' > '.join(way)}, {_km(facts['hm'])}"
        case Leave():
            return "leaves the map for good at the exit, at the end of its path"
        case Join():
            if not facts["path"]:
                return f"becomes part of {facts['target']}, last known at the same place"
            here = place_name(facts["path"][-1], view)
            return f"goes to {facts['target']}, last known at {here}, waits there, and becomes part of it"
        case Repair():
            return f"repairs the bridge {facts['repair']}: eight half hours with nobody of the enemy at either end"
        case Blow():
            return (
                f"blows the bridge {facts['blow']}, if it is at one of its ends then: an hour, then a die a half hour"
            )
        case Scout():
            return f"looks at {place_name(facts['scout'], view)} too, {_looks(facts.get('courier', 0))}"
        case Detach(foot=None):
            return f"sends off all its horse as {facts['made']}, which holds until it has orders"
        case Detach(foot=int(foot)):
            return f"sends off {men(foot)} foot as {facts['made']}, which holds until it has orders"
        case Change():
            return "keeps its plan"
    return {"hold": "holds where it is", "rest": "rests where it is, and sees nothing"}.get(
        str(facts["order"]), "is ordered so"
    )


def _looks(courier: int) -> str:
    """When a column scouts whose order rides so many half hours: twice a turn, from when it acts on it (HD-069)."""
    if courier >= TURN:
        return "in the turn in which the order reaches it"
    return f"at the {'4th and the ' if courier < TURN // 2 else ''}8th half hour of this turn"


def _said_words(words: Words | None, facts: Facts, view: Json) -> list[str]:
    """What the words behind an order mean, one after the other."""
    if words is None:
        return []
    said = ["forced"] * words.forced + ["by night too"] * words.night
    if words.at is not None:
        said.append(f"not before {hour(facts['start'] - 1, campaign(view))}")
    if words.stance is not None:
        said.append(STANCES[words.stance])
    if words.guns is not None:
        said.append("marches to the sound of guns" if words.guns else "does not march to the sound of guns")
    if words.line is not None:
        free = words.line == "free"
        said.append("its line of retreat is free" if free else f"its line of retreat is {facts['line']}")
    return said


def _still(order: Order | None, known: Json | None) -> list[str]:
    """That a column which is to hold or march goes to the sound of guns all the same, by an earlier word (HD-080)."""
    if known is None or not known["guns_word"] or not isinstance(order, (Hold, March)) or order.words.guns is not None:
        return []
    return ["marches to the sound of guns, as before"]


STANCES = {
    "attack": "attacks whom it meets",
    "stand": "halts before the enemy, and fights if attacked",
    "avoid": "halts before the enemy, and withdraws if attacked",
}


def _hours(facts: Facts, order: Order | None, view: Json) -> list[str]:
    """When the courier can be there, and when the column can, by plain marching."""
    courier = facts.get("courier", 0)
    arrives = begins(view["turn"]) + courier
    said = [f"courier {duration(courier)}, there by {when(arrives, view)}"] if courier else []
    if "beats" not in facts:
        return said
    known = view["columns"].get(facts["column"])
    first = arrives + 1
    if known is not None and known["muster"]:
        first = max(arrives, known["ready"]) + known["muster"] + 1
        said.append(f"musters until {when(first - 1, view)}")
    elif known is not None:
        first = max(first, known["ready"] + 1)
    first = max(first, facts.get("start", 0))
    there = first - 1 + facts["beats"]
    hours = f"{duration(facts['beats'])} of marching, there about {when(there, view)} if nothing holds it up"
    return [*said, hours + _overnight(first, there, order, view)]


def _overnight(first: int, there: int, order: Order | None, view: Json) -> str:
    """That it halts for the night, where its way would go on in it."""
    words = getattr(order, "words", None)
    if isinstance(order, Retreat) or words is None or words.night:
        return ""
    nights = [turn for turn in campaign(view).nights if begins(turn) < there and first <= begins(turn + 1)]
    return ", later by the night, in which it halts" if nights else ""


def _caution(facts: Facts, order: Order | None, view: Json) -> list[str]:
    """What a march without `attack` does when it comes to a post of the enemy."""
    if not isinstance(order, March):
        return []
    known = view["columns"].get(facts["column"])
    stance = order.words.stance or (known["stance"] if known is not None else "stand")
    return [] if stance == "attack" or order.words.stance is not None else ["without attack it halts before any post"]


def _km(hm: int) -> str:
    return f"{hm // 10}.{hm % 10} km"


# --- Refusals -------------------------------------------------------------------------------------------------------


def _unread(facts: Facts, line: Line | None, view: Json) -> str:
    if line is None:
        return "nothing here could be read as an order"
    return {**HINTS, "opener": _form, "word": _meant}[(found := hint(line.text)).kind](found)


def _form(found: Hint) -> str:
    return f"not understood; {FORMS.get(found.found, FORMS['march'])}"


def _meant(found: Hint) -> str:
    return f'not understood; did you mean "{found.meant}" for "{found.found}"?'


HINTS: dict[str, Callable[[Hint], str]] = {
    "letter": lambda _: "a letter is written like: letter ney: words, or on lines below it down to a line END",
    "long": lambda _: "too long for an order",
    "question": lambda _: "a question is no order; take off the question mark if it is one",
    "second": lambda found: f"not understood; {found.found} stands on a line of its own: {FORMS[found.found]}",
    "unknown": lambda _: (
        "not understood; an order begins with a column and what it does: march, hold, rest, retreat, "
        "join, scout, detach, blow, repair, exit or continue"
    ),
}
FORMS: dict[str, str] = {
    "march": "a march is written like F2 march CHA > GOS attack",
    "retreat": "a retreat is written like F2 retreat FRA",
    "hold": "F2 hold, with attack, stand, avoid, guns yes or line GOS behind it",
    "rest": "F2 rest",
    "exit": "F1 exit, with a march to the exit on a line of its own",
    "join": "F8 join F1",
    "repair": "F2 repair Charleroi",
    "blow": "F7 blow Charleroi",
    "scout": "FP scout SOM",
    "detach": "FE detach horse as FX, or F1 detach 40 as F9 for 4,000 foot",
    "continue": '"continue" stands alone, or behind a column',
    "ride": "napoleon ride FLE",
    "with": "napoleon with FO",
    "give": "give F4 to grouchy",
    "turn": "turn 5",
    **FORMS_OF_UMPIRE,
}


def _no_column(facts: Facts, line: Line | None, view: Json) -> str:
    own = facts["own"]
    if facts["whose"] is not None:
        return f"{facts['column']} is {seat_title(facts['whose'])}'s; write to him"
    yours = f"yours are {listed(own[: 3 * MOST_NAMED])}{', ...' if len(own) > 3 * MOST_NAMED else ''}"
    return f"you have no column {facts['column']}; {yours if own else 'you have none'}"


def _no_place(facts: Facts, line: Line | None, view: Json) -> str:
    several = facts["several"]
    if not several:
        return f'there is no place "{facts["place"]}"{_place_meant(facts["place"], view)}'
    places = [f"{place_name(code, view)} ({code})" for code in several[:MOST_NAMED]]
    return f'"{facts["place"]}" is {listed(places, "or")}'


def _place_meant(typed: str, view: Json) -> str:
    """The place whose name, or code, is a slip away from what was typed: `; perhaps Marchienne is meant`."""
    names = {word.lower(): code for code, name in place_names(view).items() for word in (name, code)}
    meant = near(typed[:LONGEST_NAME], tuple(names)) if len(typed) > 2 else None
    return f"; perhaps {place_name(names[meant], view)} is meant" if meant is not None else ""


def _no_way(facts: Facts, line: Line | None, view: Json) -> str:
    match facts["what"]:
        case "length":
            return f"a path names 1 to {facts['most']} places, and this one {facts['places']}"
        case "twice":
            return f"{facts['place']} stands twice running in the path"
    return f"{facts['column']} is at {place_name(facts['place'], view)} already"


def _not_forced(facts: Facts, line: Line | None, view: Json) -> str:
    why = {"retreat": "a retreat is never forced", "rest": "resting columns do not march"}
    return why.get(facts["order"], "a column that holds does not march")


def _not_then(facts: Facts, line: Line | None, view: Json) -> str:
    first, last = minutes_as_hour(facts["first"]), minutes_as_hour(facts["last"])
    return f"{minutes_as_hour(facts['at'])} is not in {first}-{last}, the hours that are asked for"


def _no_detaching(facts: Facts, line: Line | None, view: Json) -> str:
    column = facts["column"]
    match facts["what"]:
        case "no_horse":
            return f"{column} has no horse"
        case "more":
            return f"{column} has {men(facts['foot'])} foot by its last dispatch, and you ask for {men(facts['asked'])}"
        case "small":
            return f"both parts need at least {men(facts['least'])} men"
        case "army":
            return f"{facts['made']} is no code for it: {column[0]} and one letter or digit"
        case "used":
            return f"{facts['made']} is used already"
        case "many":
            return f"an army has at most {facts['most']} columns"
    return f"{column} is only to be made; detach from it in a later mail"


def _no_joining(facts: Facts, line: Line | None, view: Json) -> str:
    if facts["column"] == facts["target"]:
        return f"{facts['column']} cannot join itself"
    return f"{facts['column']} cannot join {facts['target']}: both must be yours and of one army"


def _no_scouting(facts: Facts, line: Line | None, view: Json) -> str:
    if "horse" in facts:
        few = f"only {men(facts['horse'])} horsemen" if facts["horse"] else "no horsemen"
        return f"{facts['column']} has {few}, and 1,000 are needed"
    far = f"{place_name(facts['place'], view)} is more than two roads from {place_name(facts['here'], view)}"
    return f"{far}, where {facts['column']} was last"


def _no_bridge(facts: Facts, line: Line | None, view: Json) -> str:
    if "foot" in facts:
        return f"{facts['column']} has {men(facts['foot'])} foot, and a repair needs 2,000"
    return f'there is no bridge "{facts["bridge"]}"; bridges: {", ".join(facts["bridges"])}'


def _no_person(facts: Facts, line: Line | None, view: Json) -> str:
    who = person_title(facts["person"], view)
    if facts["taken"]:
        return f"{who} was taken by the enemy"
    own = listed([person_title(each, view) for each in facts["own"]])
    return f"{who} is not yours to send{f'; yours: {own}' if own else ''}"


def _no_letter(facts: Facts, line: Line | None, view: Json) -> str:
    if "line" in facts:
        return f"one letter a turn to each, and line {facts['line']} has one to him"
    if "length" in facts:
        return f"a letter has at most {facts['most']:,} characters, and this one {facts['length']:,}"
    allowed = listed([person_title(each, view) for each in facts["allowed"]])
    return f"letters go to others of your own side: {allowed}" if allowed else "there is nobody else on your side"


def _no_gift(facts: Facts, line: Line | None, view: Json) -> str:
    army = facts["column"][0]
    if army not in view["commands"]:
        chief = campaign(view).commander(army).name
        return f"only {chief} gives columns of {army_name(army, view)}"
    others = listed([seat_title(seat) for seat in facts["seats"] if seat != view["seat"]])
    return (
        f"{facts['column']} can be given to {others}" if others else f"nobody else commands in {army_name(army, view)}"
    )


def _no_exit(facts: Facts, line: Line | None, view: Json) -> str:
    exits = listed([place for place, army in campaign(view).exits if army == facts["army"]], "or")
    return f"{facts['place']} is no exit of {army_name(facts['army'], view)}: {exits}"


def _once_more(facts: Facts, line: Line | None, view: Json) -> str:
    kind, column = facts["kind"], facts["column"]
    if column is None:
        return f'"{kind}" stands on line {facts["line"]} already'
    if kind == "person":
        return f"{person_title(column, view)} has an order on line {facts['line']} already"
    what = "an order of march, hold, rest and the like" if kind == "plan" else f'"{kind}"'
    return f"{column} has {what} on line {facts['line']} already"


def _not_now(facts: Facts, line: Line | None, view: Json) -> str:
    match facts["what"]:
        case "over":
            return "the campaign is over"
        case "resigned":
            return "you have resigned"
        case "battle":
            return "the clock stands for a battle that is fought as a game of its own; you are asked when it is over"
    return f"this mail is for turn {facts['turn']}, and turn {facts['asked']} is asked for"


def _routed(facts: Facts, line: Line | None, view: Json) -> str:
    return f"{facts['column']} was routed by its last dispatch, and cannot attack"


def _no_result(facts: Facts, line: Line | None, view: Json) -> str:
    match facts["what"]:
        case "order":
            return "while the clock stands the host brings results of battles, and nothing else"
        case "battle":
            asked = f"asked for: {listed(facts['asked'])}" if facts["asked"] else "none is asked for"
            return f"{facts['battle']} is not asked for, or has its result already; {asked}"
        case "column":
            return f"{facts['column']} has no part in {facts['battle']}"
        case "winner":
            return f'a battle "{facts["ended_by"]}" {"has" if facts["ended_by"] in WITH_A_WINNER else "has no"} winner'
    return "results of battles are brought by the host alone"


WITH_A_WINNER = ("won", "resigned")


def _not_available(facts: Facts, line: Line | None, view: Json) -> str:
    return "that option or rule set is not to be had here"


def _bad_text(facts: Facts, line: Line | None, view: Json) -> str:
    return campaign_fault(facts)


REFUSALS: dict[str, Callable[[Facts, Line | None, Json], str]] = {
    "E01": _unread,
    "E02": _no_column,
    "E03": _no_place,
    "E04": _no_way,
    "E05": _not_forced,
    "E06": _not_then,
    "E07": _no_detaching,
    "E08": _no_joining,
    "E09": _no_scouting,
    "E10": _no_bridge,
    "E11": _no_person,
    "E12": _no_letter,
    "E13": _no_gift,
    "E14": _no_exit,
    "E15": _once_more,
    "E16": _not_now,
    "E17": _routed,
    "E18": _no_result,
    "E19": _not_available,
    "E20": _bad_text,
    "E21": refused_act,
}


# --- Options and positions that cannot be ---------------------------------------------------------------------------


def say_bad_option(error: BadOption) -> str:
    """A sentence on an option that cannot be had."""
    if error.code == "text":
        return f"The campaign, {campaign_fault(error.facts)} ({error.clause})."
    return bad_option(error, "The Hundred Days", "{name}={value} does not go with {other}")


def campaign_fault(facts: Facts) -> str:
    """What is wrong in the text of a campaign: `line 14, "link BRU XYZ": there is no place XYZ`."""
    known = {name: _in_words(fact) for name, fact in facts.items()}
    said = FAULTS[facts["reason"]].format_map(_Known(known))
    text = f' "{facts["text"]}"' if facts.get("text") else ""
    return f"line {facts['line']}{text}: {said}"


class _Known(dict[str, str]):
    """Facts by name; one that is not there is left out of the sentence."""

    def __missing__(self, key: str) -> str:
        return ""


def _in_words(fact: object) -> str:
    if isinstance(fact, Sequence) and not isinstance(fact, str):
        return ", ".join(map(str, fact))
    return str(fact)


FAULTS = {
    "missing": "there is no {what}{army}",
    "word": "{word} cannot stand for {what} here; {allowed}",
    "number": "{what} is a number from {least} to {most}, and not {word}",
    "form": "{word} has not the form of a {what}",
    "long": "a {what} has at most {most} characters",
    "more": "nothing is expected from {word} on",
    "size": "a campaign has at most {most} characters and {lines} lines",
    "after_end": "nothing follows the line end",
    "kind": "{word} is no kind of line; they are {allowed}",
    "order": "lines of {word} stand before those of {after}",
    "twice": "{word} is there already",
    "no_end": "the last line is: end",
    "too_many": "{word} is one too many; {most} are the most",
    "army": "{word} cannot be of army {army} here, which has at most {most} columns",
    "no_army": "{word} is no army, or not of the same side",
    "no_place": "there is no place {word}",
    "no_column": "there is no column {word}",
    "sides": "both sides need an army",
    "apart": "no roads lead to {places}",
    "far": "from {word} some place is more than {most} hm away",
    "enemies": "columns of both sides begin at {word}",
    "seats": "no number of players gives both sides a seat for each army",
}


def say_bad_position(error: BadPosition) -> str:
    """A sentence on a position that cannot be: where in the JSON, and why."""
    return bad_position(error, BAD_POSITIONS)


BAD_POSITIONS = {
    "turns": "the campaign has {turns} turns",
    "turn": "beat {beat} is not one of turn {turn}",
    "army": "it belongs to no army here, or to another",
    "twice": "it is there twice",
    "muster": "its muster has no such beat",
    "empty": "{column} has no men",
    "at_place": "{column} cannot be driven back in a place",
    "driven": "it must be on a retreat, with a place to go to",
    "gone": "it is no longer on the map",
    "nowhere": "it must be somewhere, and at one site alone",
    "both": "{column} is either in a place or on a road",
    "no_link": "there is no such road: {places}",
    "ahead": "it must begin at {place}, where he goes",
    "with": "who is with {column} goes where it goes",
    "long": "the road has only {length} hm",
    "no_place": "there is no place {place}",
    "no_bridge": "there is no such bridge",
    "no_column": "there is no column {column}",
    "no_person": "there is no such person in play",
    "chief": "{person} must be there",
    "no_seat": "{seat} is no seat of this game",
    "site": "battle {number} is somewhere else",
    "second": "battle {number} is at the site of another",
    "ending": "battle {number} has a winner where its game had one, and there alone",
    "no_battle": "there is no battle {number}",
    "enemies": "both sides are in {place} without a battle",
    "sides": "battle {number} needs both sides",
    "friend": "{column} is of its own side",
    "column": "it is for another column",
    "many": "there are at most {most} orders under way",
    "rider": "the orders with it must be for the column that it makes",
    "code": "it tells of {column}",
    "phase": "a game has an outcome in phase over alone, and there always",
    "stands": "the clock stands in phase battle alone, and there for a battle that is asked for",
    "winners": "another side wins by {clause}",
}
