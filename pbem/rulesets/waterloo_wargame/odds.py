"""What orders may come to, in sentences: each shot and each fight, what falls, what is taken, and who stands in danger.

All of it is counted in turns that were played with fresh dice. What the enemy keeps secret, his standing orders, was
taken as the usual. Not for: which orders are good.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from core.contract import Event, Json, RuleSet, SeatName
from pbem.rulesets.contract import Sample
from pbem.rulesets.sentences import fitting, listed, percent

from .board import ADJECTIVES, board, seat_title

# Who stands in danger is looked up in so many of the samples.
MOST_LOOKED_AT = 100
LINES_OF_DANGER = 6
RARE = 0.05  # what is rarer is no danger worth a line
ENGAGED = frozenset({"barrage", "push", "duel", "bombard", "fight"})
RESULTS = {"attacker": "wins", "defender": "loses", "draw": "draws"}
USUAL = "The enemy's standing orders are secret; the usual ones were taken."


class Engagement(NamedTuple):
    """A shot or an attack that was ordered: who, at whom."""

    who: tuple[str, ...]
    target: str


def told(rules: RuleSet[Any], view: Json, samples: Iterable[Sample]) -> tuple[str, ...]:
    """What orders of the seat of this view come to in these samples."""
    played = list(samples)
    if not played:
        return ()
    seat = view["seat"]
    engaged = [_engagement(each, results, len(played)) for each, results in results_of(played).items()]
    said = [*engaged, *_losses(played, seat), *_taken(played), *_ends(rules, played)]
    said = said or ["Nobody fires and nobody fights."]
    said += _dangers(rules, view, played)
    return (*said, USUAL) if engaged else tuple(said)


# --- Shots and fights -----------------------------------------------------------------------------------------------


def results_of(played: Sequence[Sample]) -> dict[Engagement, Counter[str]]:
    """What became of each shot and attack, in the order of the orders."""
    found: dict[Engagement, Counter[str]] = {}
    for sample in played:
        for event in sample.events:
            named = _result(event)
            if named is not None:
                found.setdefault(named[0], Counter())[named[1]] += 1
    return found


def _result(event: Event) -> tuple[Engagement, str] | None:
    facts = event.facts
    match event.kind:
        case "barrage":
            return Engagement(tuple(facts["guns"]), facts["target"]), "destroyed"
        case "push":
            return Engagement((facts["gun"],), facts["target"]), "driven back"
        case "duel":
            return Engagement((facts["gun"],), facts["target"]), RESULTS[facts["result"]]
        case "bombard":
            return Engagement((facts["gun"],), facts["target"]), "hits" if facts["hit"] else "misses"
        case "fight":
            return Engagement(tuple(facts["pieces"]), facts["target"]), RESULTS[facts["result"]]
        case "evade":
            return Engagement(tuple(facts["by"]), facts["piece"]), "it rides off"
        case "lapse":
            return Engagement(tuple(facts["pieces"]), facts["target"]), "lapses"
    return None


def _engagement(engagement: Engagement, results: Counter[str], count: int) -> str:
    """JER against HAL: wins 58 %, loses 31 %, draws 11 %."""
    parts = [f"{what} {percent(often, count)}" for what, often in results.most_common()]
    idle = count - sum(results.values())
    if idle > 0:
        parts.append(f"not needed {percent(idle, count)}")
    return fitting(f"{listed(engagement.who)} against {engagement.target}: ", parts)


# --- What falls, what is taken --------------------------------------------------------------------------------------


def _losses(played: Sequence[Sample], seat: SeatName) -> list[str]:
    """Who falls how often on both sides, and how many men in the mean."""
    fallen: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    men: Counter[bool] = Counter()
    for sample in played:
        for event in sample.events:
            if event.kind == "removed":
                own = event.facts["seat"] == seat
                fallen[own][event.facts["piece"]] += 1
                men[own] += event.facts["men"]
    said = []
    for own, head in ((False, "Of the enemy fall "), (True, "Of your own fall ")):
        if fallen[own]:
            said.append(
                fitting(head, [f"{code} {percent(often, len(played))}" for code, often in fallen[own].most_common()])
            )
    if men:
        theirs, ours = (round(1000 * men[own] / len(played), -1) for own in (False, True))
        said.append(f"Men lost in the mean: yours {ours:,.0f}, the enemy's {theirs:,.0f}.")
    return said


def _taken(played: Sequence[Sample]) -> list[str]:
    """Strongpoints that are somebody else's afterwards."""
    changed = Counter(
        (event.facts["strongpoint"], event.facts["holder"])
        for sample in played
        for event in sample.events
        if event.kind == "strongpoint"
    )
    names = board().names
    return [
        f"{names[point]} is {ADJECTIVES[holder] if holder else 'held by nobody'} {percent(often, len(played))}."
        for (point, holder), often in changed.most_common()
    ]


def _ends(rules: RuleSet[Any], played: Sequence[Sample]) -> list[str]:
    """Who wins by these orders, and how often."""
    ended: Counter[str] = Counter()
    for sample in played:
        if sample.events and sample.events[-1].kind == "end":
            outcome = rules.outcome(sample.after)
            if outcome is not None and outcome.winners:
                ended[seat_title(outcome.winners[0])] += 1
    return [f"{who} wins {percent(often, len(played))}." for who, often in ended.most_common()]


# --- Who stands in danger -------------------------------------------------------------------------------------------


def _dangers(rules: Any, view: Json, played: Sequence[Sample]) -> list[str]:
    """What the enemy can do to own pieces in his next turn, the gravest first."""
    looked_at = played[:: max(1, len(played) // MOST_LOOKED_AT)]
    worth = {piece["code"]: piece["men"] or 1 for piece in view["pieces"]}
    seen: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for sample in looked_at:
        for code, threats in rules.threats(sample.after).items():
            for how, by, chance in threats:
                seen[code][_threat(how, by)].append(chance)
    graves: list[tuple[float, str, list[str]]] = []
    for code, threats in seen.items():
        weighed = sorted(((sum(chances), what) for what, chances in threats.items()), reverse=True)
        parts = [f"{what} {percent(found, len(looked_at))}" for found, what in weighed if found > RARE * len(looked_at)]
        if parts:
            graves.append((worth[code] * weighed[0][0], code, parts))
    graves.sort(key=lambda grave: (-grave[0], grave[1]))
    said = [fitting(f"{code} may fall afterwards: ", parts) for _, code, parts in graves[:LINES_OF_DANGER]]
    left = [code for _, code, _ in graves[LINES_OF_DANGER:]]
    return [*said, fitting("In danger too: ", left)] if left else said


def _threat(how: str, by: Sequence[str]) -> str:
    match how:
        case "barrage":
            return f"two guns, {listed(by)}"
        case "duel":
            return f"a duel with {listed(by)}"
        case "bombard":
            return f"guns of {listed(by)}"
    return f"an attack by {listed(by)}"
