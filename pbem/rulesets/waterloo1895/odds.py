"""What orders bring in Waterloo (1895), in sentences: what is taken and won now, and what the next throws may take.

Orders are certain here, since dice are thrown before they are written. What is told of the throws that can come is
counted over all 56 kinds of them, as the pieces will stand; how often each kind falls is in the percentage.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from core.contract import Json, RuleSet, SeatName
from core.rulesets.waterloo1895.danger import dangers
from core.rulesets.waterloo1895.position import Position
from pbem.rulesets.contract import Sample
from pbem.rulesets.sentences import listed, percent

from .board import Army, armies_in, armies_of, army_title, board, commander, is_little

KINDS = 56
THROWS = 216
MOST_ENDS = 100  # that are looked through for different placements
MOST_PLACEMENTS = 4  # that are looked at, where chance has led to several

Ways: TypeAlias = tuple[int, int]  # how many of the 56 kinds of throws, and of the 216 that can be told apart
Threat: TypeAlias = tuple[Mapping[str, Ways], Ways]  # by which each piece can be taken, and the game won


def told(rules: RuleSet[Any], view: Json, samples: Sequence[Sample]) -> tuple[str, ...]:
    """What the orders of the seat of a view came to in these samples, line by line."""
    lines = [*_taken(view, samples), *_ended(rules, samples, view["seat"])]
    open_ends = [each.after for each in samples if rules.outcome(each.after) is None]
    if open_ends and rules.encode(open_ends[0])["phase"] == "play":
        lines += _threats(rules, view, open_ends)
    return tuple(lines)


def short(rules: RuleSet[Any], view: Json, samples: Sequence[Sample]) -> str:
    """The same in a few words: what is taken, and which pieces then stand in danger."""
    taken = _captures(view, samples)
    parts = [f"takes {listed(taken)}"] if taken else []
    open_ends = [each.after for each in samples if rules.outcome(each.after) is None]
    if open_ends and rules.encode(open_ends[0])["phase"] == "play":
        pieces = rules.encode(open_ends[0])["pieces"]
        found = {army.letter: _merged(open_ends, army.letter) for army in _enemies(view)}
        risks = {piece: _either(by.values()) for piece, by in _risks(view, found).items()}
        worst = sorted(risks, key=lambda piece: -risks[piece])[:3]
        parts += [f"{piece} on {pieces.get(piece, '?')} in danger {percent(risks[piece])}" for piece in worst]
    return ", ".join(parts)


# --- Now ------------------------------------------------------------------------------------------------------------


def _captures(view: Json, samples: Sequence[Sample]) -> Counter[str]:
    """In how many samples which pieces were taken by the seat's own."""
    own = {army.letter for army in armies_of(view["seat"], view)}
    return Counter(
        leg["captured"]
        for each in samples
        for event in each.events
        if event.kind == "move" and event.facts["army"] in own
        for leg in event.facts["legs"]
        if leg["captured"]
    )


def _taken(view: Json, samples: Sequence[Sample]) -> Iterator[str]:
    taken = _captures(view, samples)
    sure = [piece for piece, times in taken.items() if times == len(samples)]
    if sure:
        stood = [f"{piece} on {view['pieces'][piece]}" for piece in sure]
        yield f"You take {listed(stood)}."
    for piece, times in taken.items():
        if piece not in sure:
            yield f"{piece} is taken in {percent(times / len(samples))} of cases."


def _ended(rules: RuleSet[Any], samples: Sequence[Sample], seat: SeatName) -> Iterator[str]:
    outcomes = [outcome for each in samples if (outcome := rules.outcome(each.after)) is not None]
    for which, said in ((True, "won"), (False, "lost")):
        times = sum(bool(outcome.winners) and (seat in outcome.winners) is which for outcome in outcomes)
        if times:
            yield f"The game is {said}{_how_often(times, len(samples))}."
    if drawn := sum(not outcome.winners for outcome in outcomes):
        yield f"The game is drawn{_how_often(drawn, len(samples))}."


def _how_often(times: int, samples: int) -> str:
    return "" if times == samples else f" in {percent(times / samples)} of cases"


# --- The next throws ------------------------------------------------------------------------------------------------


def _threats(rules: RuleSet[Any], view: Json, ends: Sequence[Position]) -> Iterator[str]:
    encoded = rules.encode(ends[0])
    if commander(encoded["to_move"], view) == view["seat"]:
        yield "You have another throw first; as the pieces will stand before it:"
    enemies = _enemies(view)
    found = {army.letter: _merged(ends, army.letter) for army in enemies}
    risks = _risks(view, found)
    for piece, by in sorted(risks.items(), key=lambda each: -_either(each[1].values())):
        yield f"{piece} on {encoded['pieces'].get(piece, 'its spot')} can be taken by {_by(by, len(enemies) > 1)}."
    if not risks and not is_little(view):
        yield f"None of your pieces can be taken by {_next_throw(enemies)}."
    for army in enemies:
        wins = found[army.letter][1]
        if wins[1]:
            yield f"{army.name} can win with his next throw: by {_ways(wins)}."
        else:
            yield f"{army.name} cannot win with his next throw."
    for army in armies_of(view["seat"], view):
        wins = _merged(ends, army.letter)[1]
        if wins[1]:
            yield f"{_own(army, view)} next throw would win, if nobody moved before: by {_ways(wins)}."


def _risks(view: Json, found: Mapping[str, Threat]) -> dict[str, dict[str, Ways]]:
    """Each piece of the seat that can be taken, and by which army's next throw how often."""
    own = {army.letter for army in armies_of(view["seat"], view)}
    risks: dict[str, dict[str, Ways]] = {}
    for letter, (taken, _) in found.items():
        for piece, ways in taken.items():
            if piece[0] in own:
                risks.setdefault(piece, {})[letter] = ways
    return risks


def _merged(ends: Sequence[Position], letter: str) -> Threat:
    """What an army's next throw could do: exactly, and as a mean over placements where there are several."""
    looked_at = [dangers(each, letter) for each in _placements(ends)]
    pieces = dict.fromkeys(piece for taken, _ in looked_at for piece in taken)
    return (
        {piece: _mean([taken.get(piece, (0, 0)) for taken, _ in looked_at]) for piece in pieces},
        _mean([wins for _, wins in looked_at]),
    )


def _placements(ends: Sequence[Position]) -> list[Position]:
    """A few positions in which the pieces stand differently."""
    found: dict[str, Position] = {}
    for each in ends[:MOST_ENDS]:
        found.setdefault(str(each.rules.encode(each)["pieces"]), each)
        if len(found) == MOST_PLACEMENTS:
            break
    return list(found.values())


def _mean(ways: Sequence[Ways]) -> Ways:
    return round(sum(kinds for kinds, _ in ways) / len(ways)), round(sum(throws for _, throws in ways) / len(ways))


def _enemies(view: Json) -> list[Army]:
    """The armies that play against the seat and have pieces."""
    own = armies_of(view["seat"], view)
    others = [army for army in armies_in(view) if army not in own]
    if not is_little(view):
        sides = {board().armies[army.letter].side for army in own}
        others = [army for army in others if army.side not in sides]
    return [army for army in others if any(piece[0] == army.letter for piece in view["pieces"])]


# --- Words ----------------------------------------------------------------------------------------------------------


def _by(by: Mapping[str, Ways], several: bool) -> str:
    return listed(f"{army_title(army) + ' with ' if several else ''}{_ways(ways)}" for army, ways in by.items())


def _ways(ways: Ways) -> str:
    return f"{ways[0]} of {KINDS} throws ({percent(ways[1] / THROWS)})"


def _either(ways: Iterable[Ways]) -> float:
    """The chance that one throw or another does it."""
    safe = 1.0
    for _, throws in ways:
        safe *= 1 - throws / THROWS
    return 1 - safe


def _next_throw(enemies: Sequence[Army]) -> str:
    return listed((f"{army.name}'s next throw" for army in enemies), "or") or "anybody"


def _own(army: Army, view: Json) -> str:
    several = len(armies_of(view["seat"], view)) > 1
    return f"{army.name}'s" if several else "Your"
