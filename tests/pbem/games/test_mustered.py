"""Games that begin from a position of their own: their records, and who has come onto their field for good."""

from __future__ import annotations

import msgspec
import pytest

from core.contract import ATTACKER, DEFENDER, Battle, Force
from core.dice import SeededDice
from pbem.games import record
from pbem.games.mustered import Entered, rollbacks, still_there
from pbem.games.record import Difference
from pbem.rulesets import presentation

SEED = bytes(range(32))
BATTLE = Battle(
    "B1",
    "waterloo_wargame",
    "open",
    2,
    (Force("F7", ATTACKER, 43, 0, 8, 4, 61), Force("P4", DEFENDER, 47, 0, 8, 3, 60, comes=0)),
    {ATTACKER: ("ney",), DEFENDER: ("blucher",)},
)


def lines(start=None, *more: tuple[str, dict], moved: bool = False) -> list[str]:
    """The record of a battle that has just begun; `moved`: its second line is of another start."""
    words = presentation("waterloo_wargame")
    made = words.rules.muster(BATTLE)
    options = words.rules.settle(made.options)
    begins = made.position if start is None else start
    seats = [("french", "player-1", ""), ("allied", "player-2", "")]
    body = record.game_body("wargame9", words, options, seats, SEED, start=begins, part_of={"campaign": "days1"})
    entries = [record.link(None, "game", body, SEED)]
    result = words.rules.adjudicate(words.rules.decode(made.position, options), {}, SeededDice(SEED, "wargame9"))
    bodies = [("turn", record.turn_body(words, {}, False, (), result)), *more]
    for kind, each in bodies:
        entries.append(record.link(entries[-1], kind, each, SEED))
    return [entry.line for entry in entries]


def enter(**keys: object) -> tuple[str, dict]:
    words = presentation("waterloo_wargame")
    made = words.rules.muster(BATTLE)
    position = words.rules.encode(words.rules.decode(made.position, words.rules.settle(made.options)))
    body = {"act": "enter", "who": "the rules", "at": "2026-11-26T10:00:00Z", "why": "", "position": position}
    return "act", body | keys


def test_a_replay_begins_from_the_position_of_the_first_line():
    found = record.verify(lines())
    assert (found.turns, found.complete) == (1, False)
    first = msgspec.json.decode(lines()[0])
    assert first["part_of"] == {"campaign": "days1"}


def test_a_start_that_is_another_leads_elsewhere():
    made = presentation("waterloo_wargame").rules.muster(BATTLE)
    pieces = [{**piece, "y": piece["y"] + 1} for piece in made.position["pieces"]]
    with pytest.raises(Difference, match="another position than the one recorded"):
        record.verify(lines({**made.position, "pieces": pieces}))


@pytest.mark.parametrize("start", [{"pieces": 3}, {"pieces": [{"code": "F7A"}]}, []])
def test_a_start_that_is_no_position_is_told(start):
    with pytest.raises(Difference, match="not a well-formed 'game' entry"):
        record.verify(lines(start))


def test_who_comes_sets_the_position_and_leaves_the_dice():
    found = record.verify(lines(None, enter()))
    assert [act.act for act in found.acts] == ["enter"]


def test_an_entering_without_a_position_is_told():
    kind, body = enter()
    with pytest.raises(Difference, match="not a well-formed 'act' entry"):
        record.verify(lines(None, (kind, {key: value for key, value in body.items() if key != "position"})))


def test_who_came_before_the_turn_that_was_gone_back_to_stays():
    entered = (Entered("FP", "french", 4, 6), Entered("P3", "allied", 9, 14))
    back = {20: 5}  # to before turn 5, which four turns had led to
    assert still_there(entered, {}) == entered
    assert still_there(entered, back) == entered[:1]
    assert still_there(entered, {20: 4}) == ()
    assert still_there((*entered, Entered("P3", "allied", 22, 24)), back)[-1].entry == 24
    entries = [{"kind": "turn", "number": 1}, {"kind": "act", "act": "rollback", "number": 20, "turn": 5}]
    assert rollbacks(entries) == back
