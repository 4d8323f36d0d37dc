"""Battles of a campaign as games: settings, command, and whole campaigns played in process."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from core.contract import ATTACKER, DEFENDER, Battle, Campaign, Force, Level, NoMuster, Tactical
from core.rulesets.hundred_days import HundredDays
from pbem.campaigns.linked import Kind, commander, game_of, insertions_for, recomputed
from pbem.campaigns.playing import by_chance, by_robot, play
from pbem.rulesets import presentation

BOARD = Path(__file__).parents[3] / "pbem" / "rulesets" / "hundred_days" / "board.toml"
FIELDS = ("waterloo_wargame", "waterloo_grid", "waterloo1895", "stratego_waterloo")
CAMPAIGNS = 12
BATTLE = Battle(
    "B1",
    "waterloo_wargame",
    "wood",
    4,
    (
        Force("F7", ATTACKER, 43, 0, 8, 4, 61),
        Force("FP", ATTACKER, 0, 28, 12, 4, 48, comes=2),
        Force("P3", DEFENDER, 74, 2, 8, 3, 92, comes=5),
        Force("P4", DEFENDER, 47, 0, 8, 3, 60),
    ),
    {ATTACKER: ("ney", "grouchy", "napoleon"), DEFENDER: ("blucher",)},
)


def rules_of(name: str) -> Any:
    return presentation(name).rules


@pytest.fixture(scope="module")
def campaign() -> HundredDays:
    return HundredDays(tomllib.loads(BOARD.read_text(encoding="utf-8")))


def test_the_settings_of_a_linked_game():
    rules = rules_of("waterloo_wargame")
    game = game_of(BATTLE, rules)
    assert (game.ruleset, game.limit, game.due_days, game.options["turns"]) == ("waterloo_wargame", 16, 3, 16)
    assert {seat: command.player for seat, command in game.seats.items()} == {"french": "ney", "allied": "blucher"}
    assert rules.awaiting(rules.decode(game.position, game.options))[0].seat == "french"


def test_each_side_knows_of_its_own_who_come():
    game = game_of(BATTLE, rules_of("waterloo_wargame"))
    assert [(each.at, each.columns) for each in insertions_for(game, "french")] == [(5, ("FP",))]
    assert [(each.at, each.columns) for each in insertions_for(game, "allied")] == [(9, ("P3",))]


def test_what_cannot_be_fought_is_told():
    with pytest.raises(NoMuster):
        game_of(BATTLE, rules_of("conflict"))


@pytest.mark.parametrize(
    ("silent", "delegates", "kind", "player"),
    [
        ((), {}, Kind.COMMANDER, "ney"),
        ((), {"ney": "soult"}, Kind.COMMANDER, "ney"),
        (("ney",), {"ney": "soult"}, Kind.DELEGATE, "soult"),
        (("ney",), {}, Kind.SUPERIOR, "grouchy"),
        (("ney", "grouchy"), {}, Kind.SUPERIOR, "napoleon"),
        (("ney", "grouchy", "napoleon"), {}, Kind.ROBOT, None),
    ],
)
def test_who_commands_for_a_silent_commander(silent, delegates, kind, player):
    found = commander(BATTLE, ATTACKER, silent, delegates)
    assert (found.seat, found.kind, found.player) == ("ney", kind, player)


def test_the_rule_sets_fulfil_the_contracts(campaign):
    assert isinstance(campaign, Campaign)
    for name in FIELDS:
        assert isinstance(rules_of(name), Tactical)


def men_of_armies(campaign: Any, position: Any) -> dict[str, int]:
    """For each army its men: present, straggling and lost; nobody is made, and nobody vanishes."""
    found: dict[str, int] = {}
    for column in campaign.encode(position)["columns"]:
        men = column["foot"] + column["horse"] + column.get("stragglers", 0) + column.get("lost", 0)
        found[column["code"][0]] = found.get(column["code"][0], 0) + men
    return found


@pytest.mark.parametrize("rules", FIELDS)
def test_a_campaign_with_its_battles_as_games(campaign, rules):
    options = {"battles": "linked", "rules": rules, "scenario": "ligny"}
    before = men_of_armies(campaign, campaign.opening(campaign.settle(options)))
    battles = 0
    for number in range(CAMPAIGNS):
        seed = f"{rules} {number}".encode()
        played = play(campaign, options, rules_of, seed, by_chance)
        assert campaign.outcome(played.position) is not None
        assert men_of_armies(campaign, played.position) == before
        for fought in played.battles:
            # The host's line follows from the game's end.
            assert recomputed(campaign, fought.battle, rules_of(rules), fought.ended) == fought.line
        battles += sum(fought.ended is not None for fought in played.battles)
        if number == 0:
            again = play(campaign, options, rules_of, seed, by_chance)
            assert campaign.encode(again.position) == campaign.encode(played.position)
            assert again.battles == played.battles
    assert battles


@pytest.mark.slow
def test_robots_command_on_both_levels(campaign):
    """A whole campaign, each battle a game: both by robots, twice the same, and to the end."""
    options = {"battles": "linked", "rules": "waterloo_grid", "scenario": "ligny"}
    played, again = (play(campaign, options, rules_of, b"robots", by_robot(Level.RECRUIT)) for _ in range(2))
    assert campaign.outcome(played.position) is not None
    assert campaign.encode(played.position) == campaign.encode(again.position)
    assert played.battles == again.battles
    for fought in played.battles:
        assert recomputed(campaign, fought.battle, rules_of("waterloo_grid"), fought.ended) == fought.line


def test_the_whole_campaign_with_its_battles_as_games(campaign):
    options = {"battles": "linked", "players": 8, "nights": "auto"}
    before = men_of_armies(campaign, campaign.opening(campaign.settle(options)))
    battles = []
    for number in range(6):
        played = play(campaign, options, rules_of, f"whole {number}".encode(), by_chance)
        assert campaign.outcome(played.position) is not None
        assert men_of_armies(campaign, played.position) == before
        battles += played.battles
    assert battles
