"""The seat `host` beside the server: in batches, notebooks, the arena and the gym it is a seat that nobody plays."""

from __future__ import annotations

import msgspec
from campaigns_by_mail import ATTACK

from core.contract import Line
from core.dice import SeededDice
from pbem.arena.match import Table
from pbem.arena.match import play as play_match
from pbem.arena.players import Limits
from pbem.batch.answering import answered
from pbem.batch.chunk import Chunk
from pbem.gym import env
from pbem.rulesets import presentation
from pbem.rulesets.play import game

OPTIONS = {"scenario": "ligny", "battles": "linked", "rules": "waterloo1895"}
LOST = 'result B1 {"columns":{"F3":{"foot":20}},"ended_by":"won","hours":2,"winner":"defender"}'


def standing():
    """A game in which the clock stands for a battle."""
    found = game("hundred_days", seed=1, **OPTIONS)
    found.play(ATTACK, "napoleon")
    found.play("continue", "coalition")
    assert found.awaiting == {"host": "battle"}
    return found


def test_in_a_notebook_whoever_writes_plays_the_host():
    found = standing()
    assert found.legal("host") == ['result B1 {"ended_by":"abandoned"}']
    [answer] = found.play(LOST)
    assert answer.mark == "ok"
    assert set(found.awaiting) == {"napoleon", "coalition"}


def test_in_a_batch_the_host_has_orders_where_it_is_asked_alone():
    found = standing()
    position = found.rules.encode(found.position)
    requests = [
        {"id": 1, "ruleset": "hundred_days", "options": OPTIONS, "position": position, "orders": {"host": LOST}},
        {"id": 2, "ruleset": "hundred_days", "options": OPTIONS, "position": None, "orders": {"host": LOST}},
    ]
    for each in requests:
        each["dice"] = {"seed": "00" * 32, "turn": 9}
    lines = answered(Chunk([msgspec.json.encode(each) for each in requests])).text.splitlines()
    told = [msgspec.json.decode(line) for line in lines]
    assert set(told[0]["awaiting"]) == {"napoleon", "coalition"}
    assert told[1]["error"]["code"] == "seat"


def test_in_the_arena_the_table_fights():
    words = presentation("hundred_days")
    options = words.settle(OPTIONS)
    seats = {"napoleon": "a", "coalition": "b"}
    table = Table(words, options, "a-match", seats, {"a": "random", "b": "random"}, bytes(32))
    played = play_match(table, Limits(), keep=True)
    assert not played.forfeit


def test_in_the_gym_no_agent_is_asked_for_it():
    made = env("hundred_days", **OPTIONS)
    made.reset(seed=3)
    for _ in range(200):
        if not made.agents:
            return
        assert made.agent_selection in made.possible_agents
        ended = made.terminations[made.agent_selection] or made.truncations[made.agent_selection]
        made.step(None if ended else int(made.observe(made.agent_selection)["action_mask"].argmax()))


def test_its_lines_are_the_rules_own():
    found = standing()
    rules = found.rules
    lines = rules.robot_orders(rules.view(found.position, "host"), "recruit", 0)
    assert [type(line) for line in lines] == [Line]
    after = rules.adjudicate(found.position, {"host": lines}, SeededDice(bytes(32))).position
    assert "host" not in {decision.seat for decision in rules.awaiting(after)}
