"""A playout is a game: what it decides and rolls, played through `adjudicate`, gives the same positions and end.

`playout` looks up what a piece can do in its own, faster way, and plays without order lines; here it is tied to the
rules by which mail is played (SWL-018 to SWL-190).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from core.rulesets.stratego_waterloo.playout import traced

from core.contract import Json, Line, Status, Verdict
from core.rulesets.stratego_waterloo.orders import (
    Battery,
    Charge,
    Combined,
    Cut,
    End,
    Initiative,
    Keep,
    Order,
    Reconnoitre,
    Rest,
    Retire,
    Save,
    Setup,
    Stop,
    Take,
    text_of,
)
from pbem.rulesets.stratego_waterloo import presentation

RULES = presentation().rules
MUDDY = """\
base standard
tile MUD E5
tile MUD G6
tile FARM C5
tile HILL F8
army blue NA 1 NE 1 LN 10 LI 4 CH 4 CU 4 ED 1 FA 5
army red WE 1 UX 1 BF 12 RI 3 KH 4 DC 3 RH 1 BA 4
prussians PI 3 LW 4 SL 4 BU 1 PA 1 turn 6 flags L6 L5
option draft live
option turn-limit 30
"""
GAMES: dict[str, Json] = {
    "basic": {"version": "basic"},
    "basic with options": {
        "version": "basic",
        "memory": "off",
        "li-front": "repulse",
        "bulow-saves": "on",
        "flag-relief": "off",
        "retreat-depth": "2",
        "turn-limit": 25,
    },
    "standard": {"version": "standard", "draft": "live"},
    "standard, Prussians by action": {"draft": "live", "version": "standard", "prussian-rate": "by-action"},
    "expert": {"version": "expert", "draft": "live"},
    "expert, early, Grouchy": {
        "version": "expert",
        "draft": "live",
        "start": "early",
        "grouchy": "on",
        "fortify": "full",
        "casualties": "pursuit",
    },
    "mud": {"battlefield": MUDDY},
}
CARDS = (Initiative, Combined, Battery)
FREE = (Rest, Take)  # they cost no action, so that a ply without any goes on behind them
Decision = tuple[Sequence[Order], Any, int]


class Rolled:
    """The dice of a playout, in the order in which they fell."""

    def __init__(self, rolls: Sequence[int], start: int = 0) -> None:
        self.rolls, self.at = rolls, start

    def roll(self, turn: int, faces: int) -> int:
        self.at += 1
        return self.rolls[self.at - 1]

    def face(self, turn: int, faces: Sequence[str]) -> str:
        return faces[self.roll(turn, len(faces)) - 1]


def together(decisions: Sequence[Decision]) -> Iterator[tuple[list[Order], Any, int]]:
    """The orders that go into one mail, the position before them, and the number of the next decision.

    A ply closes by itself once its actions are used (SWL-026), so what ends it goes with what was done before. The last
    card of the draft comes by itself (SWL-R51).
    """
    mail: list[Order] = []
    start = 0
    for at, (orders, _, _) in enumerate(decisions):
        if not is_last_card(orders):
            mail.extend(orders)
        following = decisions[at + 1][0] if at + 1 < len(decisions) else [None]
        if is_last_card(following):
            continue
        if isinstance(following[0], End | Stop) and closed_by(orders[0], decisions[start][1]):
            continue
        if isinstance(orders[0], FREE) and at + 1 < len(decisions):
            continue
        yield mail, decisions[start][1], at + 1
        mail, start = [], at + 1


def closed_by(order: Order, before: Any) -> bool:
    """Whether what ends the ply can go with an order: behind a Reconnaissance nothing can, unless it ends it itself."""
    if isinstance(order, Reconnoitre):
        (asked,) = RULES.awaiting(before)
        actions = RULES.view(before, asked.seat)["actions"]
        return bool(actions["left"] == 1 and not actions["may_return"])
    return not isinstance(order, End | Stop | Keep | Setup)


def is_last_card(orders: Sequence[Any]) -> bool:
    return len(orders) == 1 and isinstance(orders[0], Keep)


def shown(position: Any) -> Json:
    """A position but for its two counters: playouts ask nobody, and get no mail."""
    return {key: value for key, value in RULES.encode(position).items() if key not in ("step", "mails")}


def tie(chosen: Json, seed: int, position: Any = None) -> tuple[int, int]:
    """One game played both ways; how many mails were compared, and how many cards could not be."""
    position = position or RULES.opening(RULES.settle(chosen))
    reached, decisions, rolls = traced(position, seed, 100_000)
    dice, compared, skipped = Rolled(rolls), 0, 0
    decisions.append(([], reached.position, len(rolls)))
    for mail, _, following in together(decisions[:-1]):
        _, after, rolled = decisions[following]
        (asked,) = RULES.awaiting(position)
        lines = tuple(Line(number, text_of(order), order) for number, order in enumerate(mail, 1))
        if any(isinstance(order, CARDS) for order in mail) and refused(
            RULES.check(position, asked.seat, lines).verdicts
        ):
            # A card is ordered before its first part is played, here part by part: the dry run may forbid it (SWL-R55).
            position, dice, skipped = after, Rolled(rolls, rolled), skipped + 1
            continue
        done = RULES.adjudicate(position, {asked.seat: lines}, dice)
        assert not refused(done.verdicts[asked.seat]), (seed, following, mail)
        assert dice.at == rolled, (seed, following, mail)
        assert shown(done.position) == shown(after), (seed, following, mail)
        position, compared = done.position, compared + 1
    assert RULES.outcome(position) == RULES.outcome(reached.position) is not None
    return compared, skipped


def refused(verdicts: Sequence[Verdict]) -> list[Verdict]:
    return [verdict for verdict in verdicts if verdict.status is Status.REFUSED]


@pytest.mark.parametrize("chosen", GAMES.values(), ids=GAMES)
def test_a_playout_is_a_game(chosen: Json) -> None:
    compared = sum(tie(chosen, seed)[0] for seed in range(6))
    assert compared > 300


def test_a_playout_of_a_pursuit_is_one() -> None:
    """Charges, cuts, saves, retirements, plies that are ended, and a victor who stops."""
    fugitives = {"E9": "BF", "F10": "BF", "B8": "RI", "C8": "FG", "G9": "BA", "H9": "HR", "I9": "BF"}
    riders = {"V1": "CH", "V2": "CU-1", "V3": "NE", "V4": "PL", "R1": "KH", "R2": "DC", "R3": "UX"}
    written = {"phase": "pursuit", "board": fugitives, "pursuit": {"victor": "blue", "riders": riders}}
    position = RULES.decode(written, RULES.settle({"version": "expert"}))
    seen = set()
    for seed in range(40):
        tie({"version": "expert"}, seed, position)
        seen |= {type(order) for orders, _, _ in traced(position, seed, 1000)[1] for order in orders}
        # However short it is, somebody can go on from there.
        reached = RULES.playout(position, seed, 1 + seed % 10).position
        for asked in RULES.awaiting(reached):
            assert RULES.view(reached, asked.seat)["actions"]["left"] > 0
    assert seen == {Charge, Cut, Save, Retire, End, Stop}


def test_a_playout_ends_where_a_pursuit_has_nobody_to_pursue() -> None:
    board = {"I10": "LN", "L9": "CH", "K9": "CH", "E1": "NA", "F1": "NE", "C8": "WE"}
    position = RULES.decode({"board": board, "to_move": "blue"}, RULES.settle({"version": "expert"}))
    reasons = set()
    for seed in range(20):
        tie({"version": "expert"}, seed, position)
        reasons.add(RULES.outcome(RULES.playout(position, seed, 100_000).position).reason)
    assert "indecisive" in reasons


@pytest.mark.slow
@pytest.mark.parametrize("chosen", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("portion", range(10))
def test_ten_thousand_playouts_are_games(chosen: Json, portion: int) -> None:
    for seed in range(portion * 143, (portion + 1) * 143):
        tie(chosen, seed)
