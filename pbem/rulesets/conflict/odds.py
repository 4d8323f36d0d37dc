"""The words of ODDS: what orders gain and lose, and what the enemies' next throws could take afterwards.

The dice of a turn lie on the table before its orders are written, so that most of it is certain; what is not (the turn
of a robot that plays at once, throws still to come) is counted in the samples. The dangers are counted by `core` over
all throws, exactly, as the field stands once the orders are carried out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from textwrap import wrap

from core.contract import Json, SeatName
from core.rulesets.conflict import Conflict
from core.rulesets.conflict.position import Position
from pbem.rulesets.contract import Sample
from pbem.rulesets.sentences import WIDTH, listed, percent

from .board import of, seat_title

THROWS = 36  # ways in which two dice fall
MOST_ENDS = 24  # different fields that are looked at, the likeliest first


def told(rules: Conflict, view: Json, samples: Iterable[Sample]) -> tuple[str, ...]:
    """What the orders of the seat that looks come to, in lines of at most 78 columns."""
    seat: SeatName = view["seat"]
    found = list(samples)
    if not found:
        return ()
    said = [*_gains(found, seat), *_losses(found, seat), *_end(rules, found, seat)]
    ends = _ends(rules, found)
    if ends:
        said += [*_dangers(rules, ends, seat), *_hopes(rules, view, ends, seat)]
    return tuple(line for sentence in said for line in wrap(sentence, WIDTH, subsequent_indent="  "))


def short(rules: Conflict, view: Json, samples: Sequence[Sample]) -> str:
    """In a few words what stands in danger once orders are carried out: `home circle 31 %, ar1 39 %`; or nothing."""
    position, seat = samples[0].after, view["seat"]
    worst: Counter[str | None] = Counter()
    for falls in rules.dangers(position, seat).values():
        for what, ways in falls.items():
            worst[what] = max(worst[what], ways)
    ranked = sorted(worst.items(), key=lambda item: (item[0] is not None, -item[1], item[0] or ""))
    danger = ", ".join(f"{what or 'home circle'} {percent(ways / THROWS)}" for what, ways in ranked)
    return f"in danger then: {danger}" if danger else ""


# --- What the orders bring about ------------------------------------------------------------------------------------


def _gains(samples: Sequence[Sample], seat: SeatName) -> Iterator[str]:
    """Captures and circles by the seat's own moves, each with how often it comes about if that is not always."""
    taken: Counter[tuple[str, SeatName, str]] = Counter()
    circles: Counter[tuple[str, SeatName]] = Counter()
    for sample in samples:
        for facts in _moves(sample, lambda mover: mover == seat):
            taken.update((facts["piece"], each["seat"], each["piece"]) for each in facts["captured"])
            if facts["takes"] is not None:
                circles[facts["piece"], facts["takes"]] += 1
    for (piece, owner), times in circles.items():
        yield f"{piece} takes {of(owner)} home circle: {seat_title(owner)} is out{_often(times, samples)}."
    by_piece: dict[tuple[str, int], list[str]] = {}
    for (piece, owner, victim), times in taken.items():
        by_piece.setdefault((piece, times), []).append(f"{seat_title(owner)} {victim}")
    for (piece, times), victims in by_piece.items():
        yield f"{piece} takes {listed(victims)}{_often(times, samples)}."


def _losses(samples: Sequence[Sample], seat: SeatName) -> Iterator[str]:
    """What is lost to mines, and to others who have moved before anybody was asked again."""
    mines: Counter[tuple[str, str]] = Counter()
    fallen: Counter[tuple[SeatName, str]] = Counter()
    for sample in samples:
        for facts in _moves(sample, lambda mover: mover == seat):
            if facts["lost"]:
                mines[facts["piece"], facts["lost"]["square"]] += 1
        for facts in _moves(sample, lambda mover: mover != seat):
            fallen.update((facts["seat"], each["piece"]) for each in facts["captured"] if each["seat"] == seat)
    for (piece, square), times in mines.items():
        yield f"{piece} is lost to the mine at {square}{_often(times, samples)}."
    for (enemy, piece), times in fallen.items():
        yield f"{seat_title(enemy)}, who moves at once, takes your {piece}{_often(times, samples)}."


def _moves(sample: Sample, whose: Callable[[SeatName], bool]) -> Iterator[Json]:
    return (event.facts for event in sample.events if event.kind == "move" and whose(event.facts["seat"]))


def _often(times: int, samples: Sequence[Sample]) -> str:
    return "" if times == len(samples) else f", {percent(times / len(samples))}"


def _end(rules: Conflict, samples: Sequence[Sample], seat: SeatName) -> Iterator[str]:
    """How often the game is over then."""
    ends = [end for sample in samples if (end := rules.outcome(sample.after)) is not None]
    won = sum(seat in end.winners for end in ends)
    drawn = sum(not end.winners for end in ends)
    for said, times in (("You win", won), ("The game is a draw", drawn), ("You lose", len(ends) - won - drawn)):
        if times:
            yield f"{said}{_often(times, samples)}."


# --- How it stands then ---------------------------------------------------------------------------------------------


def _ends(rules: Conflict, samples: Sequence[Sample]) -> list[tuple[Position, float]]:
    """The fields the orders lead to where the game goes on, each once, with its share of them; the likeliest alone."""
    count: Counter[str] = Counter()
    first: dict[str, Position] = {}
    for sample in samples:
        if rules.outcome(sample.after) is None:
            field = str(rules.encode(sample.after)["pieces"])
            count[field] += 1
            first.setdefault(field, sample.after)
    likeliest = count.most_common(MOST_ENDS)
    whole = sum(times for _, times in likeliest)
    return [(first[field], times / whole) for field, times in likeliest]


def _dangers(rules: Conflict, ends: Sequence[tuple[Position, float]], seat: SeatName) -> Iterator[str]:
    """What of the seat's own can be taken by the next throw of each enemy, the home circle first."""
    shares: dict[SeatName, dict[str | None, float]] = {}
    places = _places(rules, ends, seat)
    for position, share in ends:
        for enemy, falls in rules.dangers(position, seat).items():
            counted = shares.setdefault(enemy, {})
            for what, ways in falls.items():
                counted[what] = counted.get(what, 0) + share * ways / THROWS
    safe = [enemy for enemy, counted in shares.items() if not counted]
    for enemy, counted in shares.items():
        if not counted:
            continue
        ranked = sorted(counted.items(), key=lambda item: (item[0] is not None, -item[1], item[0] or ""))
        each = [f"{_called(what, places)} by {percent(ways)}" for what, ways in ranked]
        yield f"Of {of(enemy)} next throws can be taken: {', '.join(each)}."
    if safe:
        yield f"No throw of {listed(map(seat_title, safe), 'or')} can take anything of yours next."


def _called(what: str | None, places: dict[str, str]) -> str:
    return "your home circle" if what is None else f"{what} on {places[what]}" if what in places else what


def _places(rules: Conflict, ends: Sequence[tuple[Position, float]], seat: SeatName) -> dict[str, str]:
    """Where pieces stand, those alone that stand there in every end."""
    fields = [rules.encode(position)["pieces"][seat] for position, _ in ends]
    return {piece: place for piece, place in fields[0].items() if all(field[piece] == place for field in fields)}


def _hopes(rules: Conflict, view: Json, ends: Sequence[tuple[Position, float]], seat: SeatName) -> Iterator[str]:
    """Which circles the seat's own next throw could take, if nobody did anything about it."""
    hopes: dict[SeatName, float] = {}
    for position, share in ends:
        for other in view["living"]:
            ways = rules.dangers(position, other).get(seat, {}).get(None, 0) if other != seat else 0
            if ways:
                hopes[other] = hopes.get(other, 0) + share * ways / THROWS
    for other, hope in hopes.items():
        yield f"If nothing is done about it, {percent(hope)} of your next throws take {of(other)} home circle."
