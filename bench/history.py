"""History as a check of the Hundred Days: the marches of 1815 for both sides, and what the rules make of them.

    python bench/history.py [games]

Both sides march as `history/hundred_days.txt` has it, whatever happens; it rains when it did, and all else is left to
the dice. What is counted is what every book tells: who had Ligny, Quatre Bras, Waterloo and Wavre, and how near Grouchy
came. A line a question is printed, with how many campaigns had which answer; then which orders were refused, since
things had come otherwise than in 1815.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from core.contract import Orders
from core.dice import SeededDice
from core.rulesets.hundred_days import HundredDays
from pbem.rulesets.balance import share
from pbem.rulesets.hundred_days import board, presentation

SCRIPT = Path(__file__).with_suffix("") / "hundred_days.txt"
OPTIONS = {"players": 5, "rain": "history"}
GAMES = 200
FRENCH, COALITION = "french", "coalition"
# Beats (half hours) since the beginning of the campaign.
MORNING_OF_THE_16TH, EVENING_OF_THE_16TH, MORNING_OF_THE_18TH = 48, 88, 144
NEAR = 8  # half hours within which Grouchy would have been near

Script = Mapping[int, Mapping[str, str]]


# --- The script ----------------------------------------------------------------------------------------------------


def read(text: str) -> dict[int, dict[str, str]]:
    """The mails of a script: by turns, then by seats. Raises ValueError for a line that belongs to nobody."""
    turns = {_hour(turn): turn for turn in range(1, board.campaign_of_house().turns + 1)}
    found: dict[int, dict[str, str]] = {}
    mails: dict[str, str] | None = None
    seat = ""
    for number, line in enumerate(text.splitlines(), start=1):
        said = line.partition("#")[0].rstrip()
        if said in turns:
            mails, seat = found.setdefault(turns[said], {}), ""
        elif said and not said.startswith(" ") and mails is not None:
            seat = said
            mails[seat] = ""
        elif said and mails is not None and seat:
            mails[seat] += said.strip() + "\n"
        elif said:
            raise ValueError(f"line {number} is below no hour and no commander: {said}")
    return found


def _hour(turn: int) -> str:
    return board.date_and_hour(board.begins(turn), board.campaign_of_house())


def orders_of(mails: Mapping[str, str]) -> dict[str, Orders]:
    """The order lines of the mails of a turn. Raises ValueError for one that is not understood."""
    found = {}
    for seat, text in mails.items():
        lines = presentation().read(list(enumerate(text.splitlines(), start=1)))
        for line in lines:
            if line.order is None:
                raise ValueError(f"{seat}: {line.text} is no order")
        found[seat] = lines
    return found


# --- A campaign ----------------------------------------------------------------------------------------------------


@dataclass
class Fight:
    """A battle: where and when it began, who attacked, when it was over and who had won it (None: nobody yet)."""

    site: str
    began: int
    attacker: str
    over: int | None = None
    winner: str | None = None


@dataclass
class Campaigned:
    """A campaign played by a script: its battles by number, who held Quatre Bras on the evening of the 16th, and more.

    `near` is how many half hours of marching Grouchy's foot was from Mont-Saint-Jean when it was nearest, on the 18th;
    `refused` are the lines that the rules did not take.
    """

    fights: dict[int, Fight] = field(default_factory=dict)
    crossroads: str = ""
    near: int = 999
    refused: list[str] = field(default_factory=list)
    outcome: Any = None
    points: Mapping[str, int] = field(default_factory=dict)


def played(script: Script, seed: bytes, options: Mapping[str, Any] | None = None) -> Campaigned:
    """The campaign that a script comes to with the dice of a seed."""
    rules = board.rules()
    settled = rules.settle({**OPTIONS, **(options or {})})
    position = rules.opening(settled)
    found = Campaigned()
    while owed := rules.awaiting(position):
        turn = rules.step(position) // 100
        mails = orders_of(script.get(turn, {}))
        dice = SeededDice(seed, f"campaign {turn}")
        done = rules.adjudicate(position, {one.seat: mails.get(one.seat, ()) for one in owed}, dice, due=True)
        position = done.position
        _follow(found, done)
        found.refused += _refused(mails, done.verdicts)
        _look(found, rules, position)
    found.outcome, found.points = rules.outcome(position), rules.points(position)
    return found


def _follow(found: Campaigned, done: Any) -> None:
    """The battles of a turn."""
    for event in done.events:
        facts = event.facts
        if event.kind == "battle":
            site = facts["at"] or "-".join(facts["link"])
            found.fights[facts["battle"]] = Fight(site, facts["beat"], facts["attacker"])
        elif event.kind == "battle_over":
            fight = found.fights[facts["battle"]]
            fight.over, fight.winner = facts["beat"], facts["winner"]


def _refused(mails: Mapping[str, Orders], verdicts: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a turn that were not taken, each with its code."""
    for seat, judged in verdicts.items():
        texts = {line.number: line.text for line in mails.get(seat, ())}
        yield from (f"{texts[each.line]} ({each.code})" for each in judged if each.code)


def _look(found: Campaigned, rules: HundredDays, position: Any) -> None:
    """Who holds the crossroads as the 16th ends, and how far Grouchy is on the 18th."""
    truth = rules.encode(position)
    if truth["beat"] <= EVENING_OF_THE_16TH:
        found.crossroads = truth["held"].get("QBR", COALITION)
    if truth["beat"] > MORNING_OF_THE_18TH:
        found.near = min([found.near, *_hours_to_go(truth, rules, position)])


def _hours_to_go(truth: Mapping[str, Any], rules: HundredDays, position: Any) -> Iterator[int]:
    """Half hours that each corps of Grouchy's has to march to Mont-Saint-Jean, dry and with nothing between."""
    variant = rules.variant(position.options)
    for column in truth["columns"]:
        if column["code"] in ("F3", "F4") and column.get("gone") is None:
            road = column.get("on") or {"from": column.get("at"), "to": column.get("at"), "done": 0}
            yield min(
                _march(variant, end, "MSJ") + (left + 11) // 12
                for end, left in (
                    (road["from"], road.get("done", 0)),
                    (road["to"], (variant.link_hm(road["from"], road["to"]) or 0) - road.get("done", 0)),
                )
            )


def _march(variant: Any, start: str, goal: str) -> int:
    """Half hours of plain marching from a place to another, by the fastest way of foot."""
    way = [start, *variant.filled(start, (goal,), False)]
    return sum(variant.beats_of(one, other, False) for one, other in pairwise(way))


# --- What is counted -----------------------------------------------------------------------------------------------


def ligny(found: Campaigned) -> str:
    """Who had Ligny by the night of the 16th."""
    return _battle(found, "LIG", MORNING_OF_THE_16TH, EVENING_OF_THE_16TH)


def quatre_bras(found: Campaigned) -> str:
    """Who held the crossroads that night."""
    return found.crossroads


def waterloo(found: Campaigned) -> str:
    """Who won at Mont-Saint-Jean on the 18th."""
    return _battle(found, "MSJ", MORNING_OF_THE_18TH, 999)


def wavre(found: Campaigned) -> str:
    """Who won at Wavre on the 18th."""
    return _battle(found, "WAV", MORNING_OF_THE_18TH, 999)


def grouchy(found: Campaigned) -> str:
    """Whether Grouchy was ever within four hours of Mont-Saint-Jean on the 18th."""
    return "near" if found.near <= NEAR else "far"


def _battle(found: Campaigned, site: str, after: int, until: int) -> str:
    """Who has won the last battle at a site that began in a time; `undecided` as long as nobody has."""
    there = [each for each in found.fights.values() if each.site == site and after < each.began <= until]
    if not there:
        return "no battle"
    last = there[-1]
    return last.winner if last.winner is not None and last.over is not None and last.over <= until else "undecided"


COUNTED = {
    "Ligny, won by the night of the 16th": ligny,
    "Quatre Bras, held that night": quatre_bras,
    "Waterloo (Mont-Saint-Jean), won on the 18th": waterloo,
    "Wavre, won on the 18th": wavre,
    "Grouchy, within four hours of Mont-Saint-Jean or farther": grouchy,
}


def campaigns(script: Script, games: int) -> list[Campaigned]:
    """So many campaigns, each with dice of its own; the same ones each time."""
    return [played(script, number.to_bytes(4, "big")) for number in range(games)]


def answers(found: Sequence[Campaigned], question: Callable[[Campaigned], str]) -> str:
    """The answers to a question, the most frequent first, each with its share of the campaigns and bounds (Wilson)."""
    told = Counter(map(question, found))
    return "; ".join(f"{answer} {share(count, 0, len(found))}" for answer, count in told.most_common())


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    script = read(SCRIPT.read_text(encoding="utf-8"))
    found = campaigns(script, games)
    print(f"{games} campaigns by the marches of 1815")
    for name, question in COUNTED.items():
        print(f"{name}: {answers(found, question)}")
    print("won by:", dict(Counter(" and ".join(each.outcome.winners) for each in found)))
    refused = Counter(line for each in found for line in each.refused)
    print("refused:", ", ".join(f"{line} {count}" for line, count in refused.most_common()))


if __name__ == "__main__":
    main()
