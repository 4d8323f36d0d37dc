"""The games as environments: PettingZoo's own test of them, and that they are the games that the server plays."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from random import Random

import pytest
from pettingzoo.test import api_test

from pbem import gym
from pbem.rulesets import names, presentation
from pbem.rulesets.play import game

# Views are JSON in bytes beside a mask, and agents are called by their seats: as is said in the documentation.
MEANT = re.compile("Observation space for each agent probably|We recommend agents to be named|not a NumPy array")
OPTIONS = {"waterloo_grid": {"turn_limit": "3"}, "waterloo1895": {"mode": "little"}}


@pytest.mark.parametrize("ruleset", names())
def test_pettingzoo_finds_no_fault(ruleset, capsys):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(gym.env(ruleset, most_decisions=60, **OPTIONS.get(ruleset, {})), num_cycles=40)
    assert [str(each.message) for each in said if not MEANT.search(str(each.message))] == []


@pytest.mark.parametrize("ruleset", names())
def test_the_first_legal_order_sets_are_the_actions_and_the_view_is_the_seat_s(ruleset):
    here = gym.env(ruleset)
    here.reset(seed=3)
    words = presentation(ruleset)
    opened = words.rules.seats(words.rules.settle({}))
    assert here.agents == list(opened)
    agent = here.agent_selection
    seen, reward, terminated, truncated, info = here.last()
    view = gym.view_of(seen)
    assert view["seat"] == agent
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert seen["action_mask"].sum() == len(info["actions"]) <= here.action_space(agent).n
    text = info["actions"][0]
    assert words.read(list(enumerate(text.split("\n"), start=1)))[0].order is not None
    others = [each for each in here.agents if each != agent]
    assert here.observe(others[0])["action_mask"].sum() == 0
    assert gym.view_of(here.observe(others[0]))["seat"] == others[0]


def test_it_is_the_game_that_the_rules_play():
    here, there = gym.env("conflict", players=2), game("conflict", players=2, seed=5)
    here.reset(seed=5)
    rng = Random(1)
    for _ in range(30):
        if not here.agents or here.terminations[here.agent_selection]:
            break
        assert list(there.awaiting) == [here.agent_selection]
        actions = here.infos[here.agent_selection]["actions"]
        chosen = rng.randrange(len(actions))
        here.step(chosen)
        there.play(actions[chosen])
        assert gym.view_of(here.observe("red")) == there.view("red")


def test_winners_get_one_losers_the_opposite_and_all_agents_end():
    here = gym.env("waterloo_wargame")
    here.reset(seed=2)
    rng, last = Random(4), {}
    for agent in here.agent_iter():
        seen, reward, terminated, truncated, _ = here.last()
        last[agent] = reward
        assert not truncated
        here.step(None if terminated else rng.randrange(int(seen["action_mask"].sum())))
    assert here.agents == []
    assert sorted(last.values()) == [-1.0, 1.0]


def test_a_game_that_is_cut_short_is_told_so_and_pays_nobody():
    here = gym.env("conflict", most_decisions=5)
    here.reset(seed=1)
    for _ in range(5):
        here.step(0)
    assert all(here.truncations.values())
    assert not any(here.terminations.values())
    assert set(here.rewards.values()) == {0.0}


@pytest.mark.parametrize("action", [-1, 512, None])
def test_an_action_that_the_mask_leaves_out_is_refused_and_changes_nothing(action):
    here = gym.env("waterloo1895")
    here.reset(seed=1)
    before = gym.view_of(here.observe("napoleon"))
    with pytest.raises(ValueError, match="is none of the"):
        here.step(action)
    assert gym.view_of(here.observe("napoleon")) == before


def test_the_same_seed_gives_the_same_game_and_another_another():
    seen = []
    for seed in (7, 7, 8):
        here = gym.env("conflict")
        here.reset(seed=seed)
        for _ in range(4):
            here.step(0)
        seen.append(here.observe("red")["observation"].tobytes())
    assert seen[0] == seen[1] != seen[2]


def test_the_documented_sizes_are_those_that_hold():
    page = Path(__file__).parents[2] / "docs/arena.md"
    told = re.findall(r"^\| `(\w+)` \| ([0-9,]+) \| ([0-9,]+) \|$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert told == [(name, f"{size.actions:,}", f"{size.view:,}") for name, size in gym.SIZES.items()]
    assert set(gym.SIZES) == set(names())
