"""The words of an umpired campaign: answers to an umpire's lines, what he is asked, and what he is told of a turn.

He sees all there is (HD-137), so that his report tells of events that reach nobody at the table. What players are told
of what he does is in `narration`, like everything that reaches them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from core.contract import HOST, Event, Json, Line
from pbem.rulesets.contract import Ask
from pbem.rulesets.sentences import listed

from .board import begins, campaign, date_and_hour, hour, men, minutes_as_hour, moment, person_title, place_name
from .board import seat_title as title

Facts = Json
TITLE = "the umpire"
SKIES = {"mud": "mud", "dry": "dry roads"}
MEN = ("foot", "horse", "stragglers")


def is_his(view: Json) -> bool:
    """Whether a view is an umpire's."""
    return bool(view["seat"] == HOST and view["options"].get("umpire") == "yes")


def writer(sender: str, view: Json) -> str:
    """Who is said to have written a letter: a seat, the umpire, or anybody that he has named."""
    if sender in view["seats"] or sender == HOST:
        return title(sender)
    return sender[:1].upper() + sender[1:]


# --- What he is asked ---------------------------------------------------------------------------------------------


def ask(view: Json) -> Ask | None:
    """What an umpire may do in the turn to come."""
    if view["phase"] != "orders" or not is_his(view):
        return None
    of = campaign(view)
    now = date_and_hour(begins(view["turn"]), of)
    return Ask(
        subject=f"your lines for turn {view['turn']} ({now}), if you want any",
        headline=f"You are the umpire. {now}, turn {view['turn']} of {of.turns}; {'mud' if view['mud'] else 'dry'}. "
        "What you write counts as the turn begins, before the orders leave. Nobody waits for you: the turn is carried "
        "out once all orders are in, or their time is over. PREVIEW shows what each seat would be told after it.",
        form=tuple(_form(view)),
        silence="If nothing comes by then, you do nothing in this turn (HD-130).",
    )


def _form(view: Json) -> Iterator[str]:
    seat = view["seats"][0]
    code, known = next(((code, known) for code, known in view["columns"].items()), ("F1", None))
    place = (known["at"] if known and known["at"] else None) or campaign(view).places[0].code
    first, *others = view["commanders"]
    yield "continue"
    yield "# Or, one act a line:"
    if others:
        yield f"# letter from {others[0]} to {first}: words, by courier; down to a line END if they are several lines"
    yield f"# letter from a farmer to {first} at once: words"
    yield f"# sighting for {seat}: corps at {place}"
    yield f"# ruling to {seat}: words, or ruling: words, for all"
    yield "# weather mud"
    yield f"# correct {code} fatigue 2"


# --- What there is ------------------------------------------------------------------------------------------------


def forces(view: Json) -> Iterator[str]:
    """Every column with what it does, every person, and what is under way."""
    yield "   where           men     guns ft str  does"
    for code, known in view["columns"].items():
        road = known["on"]
        where = f"{road['from']}>{road['to']}" if road else known["at"]
        numbers = f"{known['foot']}+{known['horse']}" if known["horse"] else str(known["foot"])
        guns, tired, strays = f"{known['guns']}g", known["fatigue"], known["stragglers"]
        yield f"{code:<2} {where:<15} {numbers:<7} {guns:<4} {tired:<2} {strays:<4} {_does(known)}"
    yield "Men and stragglers (str) in hundreds, foot+horse; ft fatigue."
    for name, person in view["persons"].items():
        yield f"{person_title(name, view)} ({title(view['commanders'][name])}): {_post(person, view)}."
    yield from _under_way(view)


def _does(known: Json) -> str:
    path = f" {' > '.join(known['path'])}" if known["path"] else ""
    battle = f", in B{known['battle']['number']}" if known["battle"] is not None else ""
    stance = "" if known["stance"] == "stand" else f" {known['stance']}"
    return f"{known['plan']}{path}{stance}{', routed' if known['routed'] else ''}{battle}"


def _post(person: Json, view: Json) -> str:
    if person["taken"]:
        return "taken"
    rides = "" if person["target"] is None else f", riding to {place_name(person['target'], view)}"
    beside = "" if person["column"] is None else f" with {person['column']}"
    return f"at {place_name(person['post'], view)}{beside}{rides}"


def _under_way(view: Json) -> Iterator[str]:
    """Couriers that ride with orders and letters; dispatches ride every two hours, and are in the attached view."""
    truth = view["truth"]
    for paper in truth.get("papers", ()):
        due = _hour(paper["due"], view)
        yield f"Orders of turn {paper['turn']} for {paper['column']} are under way, there at {due}."
    for letter in truth.get("letters", ()):
        to, due = person_title(letter["to"], view), _hour(letter["arrived"], view)
        yield f"A letter from {writer(letter['from'], view)} to {to} is under way, there at {due}."


# --- Answers to his lines -----------------------------------------------------------------------------------------


def accepted(facts: Facts, view: Json) -> str | None:
    """What a line of his was read as, without a full stop; None for a line that others may write too."""
    match facts.get("order"):
        case "no_acts":
            return "you do nothing in this turn"
        case "letter_as":
            how = "it is there within half an hour" if facts["at_once"] else "by courier"
            return f"a letter from {writer(facts['sender'], view)} to {person_title(facts['to'], view)}: {how}"
        case "sighting":
            return f"{title(facts['to'])} is told by {facts['by']}: {_seen(facts, view)}"
        case "ruling":
            return (
                "all seats are told your ruling" if facts["to"] is None else f"{title(facts['to'])} is told your ruling"
            )
        case "weather":
            return f"{SKIES[facts['sky']]} in the coming turn, whatever the dice say; all are told"
        case "correction":
            return f"{facts['column']}: {_put_right(facts, view)}"
    return None


def _seen(facts: Facts, view: Json) -> str:
    where = f"at {place_name(facts['place'], view)}"
    if facts["other"] is not None:
        where = f"on the road {facts['place']}-{facts['other']}"
    towards = "" if facts["towards"] is None else f", going towards {place_name(facts['towards'], view)}"
    return f"{_a(facts['seen'])} {where}{towards}"


def _a(word: str) -> str:
    if word == "screen":
        return "a screen of horse"
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _put_right(facts: Facts, view: Json) -> str:
    told = [f"{name} {_number(name, facts['was'][name])} to {_number(name, value)}" for name, value in _numbers(facts)]
    place = [] if facts["place"] is None else [f"put to {place_name(facts['place'], view)}, where it holds"]
    return "; ".join([*told, *place])


def _numbers(facts: Facts) -> list[tuple[str, int]]:
    return list(facts["numbers"].items())


def _number(name: str, value: int) -> str:
    return men(value) if name in MEN else str(value)


def refused(facts: Facts, line: Line | None, view: Json) -> str:
    """Why a line of his, or one that is his alone to write, cannot stand; without a full stop."""
    return REFUSALS[facts["what"]](facts, view)


def _no_column(facts: Facts, view: Json) -> str:
    return f"there is no column {facts['column']} on the map"


def _no_observer(facts: Facts, view: Json) -> str:
    return f"{facts['column']} is no column of {title(facts['to'])}; his are {listed(facts['own']) or 'none'}"


def _no_addressee(facts: Facts, view: Json) -> str:
    allowed = listed([person_title(each, view) for each in facts["allowed"]])
    return f'"{facts["to"]}" is no commander on the map: {allowed}'


def _no_seat(facts: Facts, view: Json) -> str:
    return f'there is no seat "{facts["to"]}": {listed(map(title, facts["allowed"]))}'


def _out_of_bounds(facts: Facts, view: Json) -> str:
    unit = " hundreds" if facts["name"] in MEN else ""
    return f"{facts['name']} is from 0 to {facts['most']:,}{unit}, and {facts['value']:,} is not"


def _no_sender(facts: Facts, view: Json) -> str:
    return (
        f'"{facts["sender"]}" is no commander on the map, and has no courier; with "at once" behind the addressee '
        "anybody may write"
    )


REFUSALS: dict[str, Callable[[Facts, Json], str]] = {
    "player": lambda facts, view: "an umpire gives no orders for others, and makes no offers",
    "umpire": lambda facts, view: "only the umpire of a game that has one writes such a line",
    "many": lambda facts, view: f"a mail has at most {facts['most']} acts",
    "twice": lambda facts, view: f"line {facts['line']} says something of it already",
    "to": _no_addressee,
    "himself": lambda facts, view: f"{person_title(facts['to'], view)} does not write to himself",
    "sender": _no_sender,
    "long": lambda facts, view: f"words have at most {facts['most']:,} characters, and these {facts['length']:,}",
    "seat": _no_seat,
    "road": lambda facts, view: f"no road joins {facts['places'][0]} and {facts['places'][1]}",
    "observer": _no_observer,
    "nobody": lambda facts, view: f"{title(facts['to'])} has no column that could have seen it",
    "column": _no_column,
    "bounds": _out_of_bounds,
    "empty": lambda facts, view: f"{facts['column']} would have nobody left",
    "battle": lambda facts, view: f"{facts['column']} is in a battle, and stays where it is",
    "enemy": lambda facts, view: (
        f"{facts['enemy']} is at {place_name(facts['place'], view)}, an enemy of {facts['column']}"
    ),
}
FORMS = {
    "letter": "a letter as anyone is written like: letter from blucher to wellington: words; or to wellington at once",
    "sighting": "a sighting is written like: sighting for ney: corps at QBR, with towards GEN or by F2 behind it; the "
    "classes are patrol, division, corps, army and screen",
    "ruling": "a ruling is written like: ruling to ney: words, or for all: ruling: words",
    "weather": "write weather mud, or weather dry",
    "correct": "a correction is written like: correct F2 foot 140 fatigue 3 place QBR; foot, horse, guns, fatigue, "
    "stragglers and place can be put right",
}


# --- What he is told of a turn ------------------------------------------------------------------------------------


def chronicle(events: Sequence[Event], view: Json) -> Iterator[str]:
    """What has happened, whoever may know of it, each with its hour, in the order in which it did."""
    for event in events:
        said = CHRONICLE.get(event.kind)
        told = said(event.facts, view) if said is not None else None
        if told:
            yield f"{_hour(event.facts['beat'], view)} {told}."


def _hour(beat: int, view: Json) -> str:
    return hour(beat, campaign(view)) if beat else minutes_as_hour(moment(0, campaign(view))[2])


def _where(facts: Facts, view: Json) -> str:
    if facts.get("at") is not None:
        return f"at {place_name(facts['at'], view)}"
    return f"on {facts['link']}" if facts.get("link") else ""


def _arrived(facts: Facts, view: Json) -> str:
    return f"{facts['column']} is at {place_name(facts['at'], view)}"


def _round(facts: Facts, view: Json) -> str:
    dice = f"dice {facts['attack_die']} and {facts['defence_die']}"
    lost = f"the attacker loses {men(facts['attacker_loses'])}, the defender {men(facts['defender_loses'])}"
    return f"B{facts['battle']}, round {facts['round']}: {dice}, {lost}"


def _over(facts: Facts, view: Json) -> str:
    winner = {"french": ", won by the French", "coalition": ", won by the coalition"}.get(facts["winner"] or "", "")
    return f"B{facts['battle']} is over{winner}"


def _retreat(facts: Facts, view: Json) -> str | None:
    return None if facts["to"] is None else f"{facts['column']} retreats to {place_name(facts['to'], view)}"


def _courier(facts: Facts, view: Json) -> str | None:
    """A courier who comes safely through is of no interest."""
    if not facts["lost"]:
        return None
    taken = ", and is read by the enemy" if facts["taken_by"] is not None else ""
    return f"the courier of {facts['column']} to {person_title(facts['to'], view)} is lost{taken}"


def _danger(facts: Facts, view: Json) -> str:
    got_away = facts["with"] is not None
    return f"{person_title(facts['person'], view)} is in danger, and {'gets away' if got_away else 'is taken'}"


def _letter(facts: Facts, view: Json) -> str:
    fate = "is lost" if facts["lost"] else f"is there at {_hour(facts['due'], view)}"
    return f"your letter from {writer(facts['from'], view)} to {person_title(facts['to'], view)} {fate}"


def _sighting(facts: Facts, view: Json) -> str:
    return f"{title(facts['to'])} is told, as by {facts['column']}, of {_a(facts['seen'])} {_where(facts, view)}"


def _correction(facts: Facts, view: Json) -> str:
    told = [f"{key} {_number(key, value)}" for key, value in facts.items() if key not in ("beat", "column", "at")]
    return f"you have put right {facts['column']}: {listed([*told, *filter(None, [_where(facts, view)])])}"


CHRONICLE: dict[str, Callable[[Facts, Json], str | None]] = {
    "arrived": _arrived,
    "acts": lambda facts, view: f"{facts['column']} acts on its orders of turn {facts['turn']}",
    "contact": lambda facts, view: f"enemies meet {_where(facts, view)}",
    "battle": lambda facts, view: f"B{facts['battle']} begins {_where(facts, view)}; {facts['attacker']} attacks",
    "joined_battle": lambda facts, view: f"{facts['column']} is in B{facts['battle']}",
    "round": _round,
    "battle_over": _over,
    "retreat": _retreat,
    "destroyed": lambda facts, view: (
        f"{facts['column']} is gone, with {men(facts['men'])} men and {facts['guns']} guns"
    ),
    "stragglers": lambda facts, view: f"{facts['column']} has {men(facts['stragglers'])} stragglers",
    "blown": lambda facts, view: f"{facts['column']} blows the bridge {facts['bridge']}",
    "charge_fails": lambda facts, view: f"the charge at the bridge {facts['bridge']} fails",
    "repaired": lambda facts, view: f"{facts['column']} has repaired the bridge {facts['bridge']}",
    "left": lambda facts, view: f"{facts['column']} has left the map {_where(facts, view)}",
    "taken_up": lambda facts, view: f"{facts['column']} has become part of {facts['by']}",
    "detached": lambda facts, view: f"{facts['column']} has detached {facts['made']}",
    "danger": _danger,
    "courier": _courier,
    "battle_asked": lambda facts, view: f"B{facts['battle']} is asked for as a game of its own",
    "umpire_letter": _letter,
    "umpire_sighting": _sighting,
    "umpire_ruling": lambda facts, view: f"{listed(map(title, facts['to']))} {_is(facts['to'])} told your ruling",
    "umpire_correction": _correction,
}


def _is(several: Sequence[str]) -> str:
    return "is" if len(several) == 1 else "are"
