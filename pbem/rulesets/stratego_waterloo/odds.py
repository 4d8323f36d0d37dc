"""What orders may come to, in sentences: each fight and each shot, what falls, and who stands in danger afterwards.

All of it is counted in plies that were played with fresh dice on imagined positions. What the enemy keeps secret, his
standing orders, was taken as it is at first. Not for: which orders are good.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from core.contract import Event, Json, Line
from core.dice import SeededDice
from core.rulesets.stratego_waterloo import StrategoWaterloo
from core.rulesets.stratego_waterloo.orders import Go, text_of
from pbem.rulesets.contract import Sample
from pbem.rulesets.sentences import fitting, percent

from .board import other, seat_title

MOST_LOOKED_AT = 100  # samples in which it is looked up who stands in danger
MOST_NAMED = 6
LINES_OF_DANGER = 4
SAMPLES = 200  # of an attack that a form offers
RARE = 0.1  # what is rarer is no danger worth a line
HITS = {"eliminated": "hits", "immune": "no harm to light infantry", "damaged": "damaged", "destroyed": "destroyed"}
USUAL = "Names and cards not known were drawn by lot; standing orders taken as usual."


class Engagement(NamedTuple):
    """An attack or a shot that was ordered: who, from where, at which square or tile."""

    code: str
    start: str
    target: str


def told(rules: Any, view: Json, samples: Iterable[Sample]) -> tuple[str, ...]:
    """What orders of the seat of this view come to in these samples."""
    played = list(samples)
    if not played:
        return ()
    seat = view["seat"]
    said: list[str] = []
    for engagement, results in results_of(played, seat).items():
        said.append(_engagement(engagement, results, len(played)))
        said += _whom(view, engagement, played)
    fights = bool(said)
    said += [*_fallen(played, seat), *_ends(rules, played)]
    said = said or ["Nobody fights and nobody fires."]
    said += _dangers(rules, seat, played)
    return (*said, USUAL) if fights else tuple(said)


def short(view: Json, samples: Sequence[Sample]) -> str:
    """Of each fight and shot in a few words what comes of it most often: `E5-E6 wins 58 %`."""
    likeliest = {each: results.most_common(1)[0] for each, results in results_of(samples, view["seat"]).items()}
    return ", ".join(
        f"{each.start}-{each.target} {what} {percent(count, len(samples))}" for each, (what, count) in likeliest.items()
    )


def of_attacks(rules: StrategoWaterloo, view: Json, attacks: Sequence[Go]) -> dict[tuple[str, str], str]:
    """How often each of these attacks wins, alone, by its start and its target: `58 %`.

    Equal views get equal chances: what is thrown is drawn from the view.
    """
    key = sha256(msgspec.json.encode(view, order="sorted")).digest()
    imagined = [rules.imagine(view, int.from_bytes(key[:7], "big") + number) for number in range(SAMPLES)]
    said: dict[tuple[str, str], str] = {}
    for attack in attacks:
        tried = (Line(1, text_of(attack), attack),)
        won = 0
        for number, before in enumerate(imagined):
            events = rules.adjudicate(before, {view["seat"]: tried}, SeededDice(key, f"form {number}")).events
            fight = next((event.facts for event in events if event.kind == "attack"), None)
            won += fight is not None and (fight["winner"], fight["loser"]) == ("attacker", "eliminated")
        said[attack.path[0], attack.path[-1]] = percent(won, len(imagined))
    return said


# --- Fights and shots -----------------------------------------------------------------------------------------------


def results_of(played: Sequence[Sample], seat: str) -> dict[Engagement, Counter[str]]:
    """What became of each attack and shot of a seat, in the order of the orders; frenzy is counted to neither."""
    found: dict[Engagement, Counter[str]] = {}
    for sample in played:
        for event in sample.events:
            if event.kind in ("attack", "shot") and event.facts["seat"] == seat and not event.facts.get("number"):
                found.setdefault(_engaged(event), Counter())[_result(event)] += 1
    return found


def _engaged(event: Event) -> Engagement:
    facts = event.facts
    target = facts["square"] if event.kind == "attack" else facts["at"] or facts["tile"]
    return Engagement(facts["piece"]["code"], facts["from"], target)


def _result(event: Event) -> str:
    facts = event.facts
    if event.kind == "shot":
        return HITS[facts["result"]]
    if facts["loser"] is None:
        return "is held off"
    if facts["winner"] == "attacker":
        return "wins" if facts["loser"] == "eliminated" else "drives it back"
    return "is lost" if facts["loser"] == "eliminated" else "is driven back"


def _engagement(engagement: Engagement, results: Counter[str], count: int) -> str:
    """`LN from E5 against E6: wins 58 %, is lost 37 %, drives it back 5 %.`"""
    parts = [f"{what} {percent(often, count)}" for what, often in results.most_common()]
    idle = count - sum(results.values())
    if idle:
        parts.append(f"does not come to it {percent(idle, count)}")
    return fitting(f"{engagement.code} from {engagement.start} against {engagement.target}: ", parts)


def _whom(view: Json, engagement: Engagement, played: Sequence[Sample]) -> list[str]:
    """What the enemy there may be, where his name is not known."""
    piece = view["board"].get(engagement.target)
    if piece is None or piece["code"] or piece["arm"] == "a":
        return []
    names: Counter[str] = Counter()
    for sample in played:
        for event in sample.events:
            ordered = event.kind in ("attack", "shot") and not event.facts.get("number")
            if ordered and event.facts["target"] and _engaged(event) == engagement:
                names[event.facts["target"]["code"]] += 1
    total = max(1, names.total())
    parts = [f"{code} {percent(often, total)}" for code, often in names.most_common(MOST_NAMED)]
    return [fitting(f"  {engagement.target} may be ", parts)] if parts else []


# --- What falls -----------------------------------------------------------------------------------------------------


def _fallen(played: Sequence[Sample], seat: str) -> list[str]:
    """Who falls how often on both sides, frenzy included."""
    fallen: dict[str, Counter[str]] = {seat: Counter(), other(seat): Counter()}
    for sample in played:
        for event in sample.events:
            lost = _lost(event)
            if lost is not None:
                fallen[lost["side"]][lost["code"]] += 1
    said = []
    for side, head in ((other(seat), "Of the enemy fall "), (seat, "Of your own fall ")):
        if fallen[side]:
            parts = [f"{code} {_mean(often, len(played))}" for code, often in fallen[side].most_common(MOST_NAMED)]
            said.append(fitting(head, parts))
    return said


def _lost(event: Event) -> Json | None:
    """Who was eliminated, in an event."""
    facts = event.facts
    if event.kind == "attack" and facts["loser"] == "eliminated":
        return dict(facts["target"] if facts["winner"] == "attacker" else facts["piece"])
    if event.kind == "shot" and facts["result"] == "eliminated":
        return dict(facts["target"])
    return None


def _mean(count: int, of: int) -> str:
    """How often; several of a kind may fall at once."""
    return percent(count, of) if count <= of else f"{count / of:.1f} in the mean"


def _ends(rules: Any, played: Sequence[Sample]) -> Iterator[str]:
    """Who wins by these orders, and how often."""
    ended: Counter[str] = Counter()
    for sample in played:
        outcome = rules.outcome(sample.after)
        if outcome is not None:
            ended[f"{seat_title(outcome.winners[0])} wins" if outcome.winners else "It is a draw"] += 1
    for what, often in ended.most_common():
        yield f"{what} {percent(often, len(played))}."


# --- Who stands in danger -------------------------------------------------------------------------------------------


def _dangers(rules: Any, seat: str, played: Sequence[Sample]) -> list[str]:
    """Own pieces that the enemy could take next, those most often in danger first."""
    looked_at = played[:: max(1, len(played) // MOST_LOOKED_AT)]
    often: Counter[tuple[str, str]] = Counter()
    for sample in looked_at:
        own = rules.view(sample.after, seat)["board"]
        for square in rules.threats(sample.after, seat):
            often[own[square]["code"], square] += 1
    grave = [(count, code, square) for (code, square), count in often.items() if count > RARE * len(looked_at)]
    grave.sort(key=lambda each: (-each[0], each[2]))
    parts = [f"{code} on {square} {percent(count, len(looked_at))}" for count, code, square in grave]
    said: list[str] = []
    head = "The enemy could take afterwards: "
    while parts and len(said) < LINES_OF_DANGER:
        said.append(fitting(head, parts))
        parts = parts[said[-1].count(" on ") :]
        head = "  also "
    return said
