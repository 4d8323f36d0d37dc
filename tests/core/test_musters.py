"""Battles of campaigns as games of other rule sets, and back: nobody is made and nobody vanishes on the way."""

from __future__ import annotations

import random
from typing import Any

import pytest

from core.contract import ATTACKER, BATTLE_SIDES, DEFENDER, Battle, Force, NoMuster, Outcome, Removed
from core.stream import picked
from pbem.rulesets import presentation

FIELDS = ("waterloo_wargame", "waterloo_grid", "waterloo1895", "stratego_waterloo")
QUICK, MANY = 200, 10_000


def rules_of(name: str) -> Any:
    return presentation(name).rules


def force(code: str, side: Any, foot: int, horse: int, guns: int, **more: Any) -> Force:
    quality = more.pop("quality", 4)
    strength = (foot + horse + guns) * (8 + quality) // 10
    return Force(code, side, foot, horse, guns, quality, strength, **more)


def battle(*forces: Force, ground: Any = "wood", hours: int = 4) -> Battle:
    return Battle("B1", "", ground, hours, forces, {ATTACKER: ("napoleon",), DEFENDER: ("coalition",)})


F7 = force("F7", ATTACKER, 43, 0, 8)
FP = force("FP", ATTACKER, 0, 28, 12)
P4 = force("P4", DEFENDER, 47, 0, 8, quality=3)
P3 = force("P3", DEFENDER, 74, 2, 8, quality=3, comes=5)
W37 = battle(F7, FP, P4)


# --- The worked examples of the rules of Hundred Days --------------------------------------------------------------


def test_w37_on_the_open_plane():
    rules = rules_of("waterloo_wargame")
    made = rules.muster(W37)
    assert made.options == {"scenario": "bare", "turns": 16, "target": 2, "gun_loss": 2}
    assert (made.limit, made.insert, made.seats) == (16, (), {ATTACKER: "french", DEFENDER: "allied"})
    where = {each["code"]: (each["men"], each["x"], each["y"], each["heading"]) for each in made.position["pieces"]}
    assert where == {
        "F7A": (4, 3500, 1900, 0),
        "FPA": (2, 3500, 1700, 0),
        "FPB": (1, 4100, 1700, 0),
        "FPC": (0, 3200, 1900, 0),
        "P4A": (3, 3500, 3700, 180),
        "P4B": (2, 3530, 3275, 180),
    }
    assert made.position["strongpoints"] == {"LHS": "allied"}
    assert "generals" not in made.position
    assert {code: (each.column, each.arm, each.parts) for code, each in made.map.items()}["FPB"] == ("FP", "horse", 1)


def test_w37_what_it_cost():
    rules = rules_of("waterloo_wargame")
    made = rules.muster(W37)
    gone = {"P4B", "FPB"}
    pieces = [
        {key: value for key, value in each.items() if each["code"] not in gone or key in ("code", "side", "arm", "men")}
        for each in made.position["pieces"]
    ]
    end = rules.decode({**made.position, "pieces": pieces, "round": 7}, rules.settle(made.options))
    found = rules.toll(W37, Outcome(("french",), "losses", "WWG-125"), end, ())
    assert (found.ended_by, found.winner, found.hours) == ("won", ATTACKER, 2)
    assert found.columns == {"F7": Removed(), "FP": Removed(horse=9), "P4": Removed(foot=18)}


def test_w38_on_the_grid():
    rules = rules_of("waterloo_grid")
    made = rules.muster(W37)
    assert made.position == {
        "units": {
            "BA1": "F8:ab:n",
            "BA2": "E8:ab:n",
            "BI1": "H8:fabc:n",
            "BI2": "D8:fabc:n",
            "BI3": "I8:f:n",
            "BL1": "C8:fabc:n",
            "BL2": "J8:fabc:n",
            "BL3": "B8:fab:n",
            "RA1": "F4:ab:s",
            "RI1": "G4:fabc:s",
            "RI2": "E4:fabc:s",
            "RI3": "H4:f:s",
        }
    }
    assert made.options == {"turn_limit": 8}


def test_w38_what_it_cost():
    rules = rules_of("waterloo_grid")
    options = rules.settle(rules.muster(W37).options)
    units = {"BI1": "H5:fab:n", "BI2": "D5:fab:n", "BI3": "I8:f:n", "BL1": "C5:fabc:n", "BL2": "J5:fa:n"}
    units |= {"BL3": "B8:fa:n", "BA1": "F8:ab:n", "BA2": "E8:ab:n"}
    units |= {"RI2": "E3:fab:n", "RI3": "H4:f:s", "RA1": "F4:ab:s"}
    pools = {"red": {"I": 4, "If": 1}, "blue": {"I": 2, "L": 3}}
    end = rules.decode({"units": units, "pools": pools, "turn": 8}, options)
    found = rules.toll(W37, Outcome(("red",), "turn_limit", "WGR-135"), end, ())
    assert (found.ended_by, found.winner, found.hours) == ("limit", DEFENDER, 4)
    assert found.columns == {"F7": Removed(foot=9), "FP": Removed(horse=7), "P4": Removed(foot=26)}


def test_w39_who_comes_is_inserted_at_his_turn():
    rules = rules_of("waterloo_wargame")
    later = battle(F7, FP, P3, P4)
    made = rules.muster(later)
    [insertion] = made.insert
    assert (insertion.at, insertion.seat, insertion.columns) == (9, "allied", ("P3",))
    assert made.options["target"] == 2
    options = rules.settle(made.options)
    for turn, entered in ((8, ()), (9, ("P3",))):
        position = rules.decode({**made.position, "round": turn}, options)
        after, came = rules.reinforced(later, position, ())
        assert came == entered
    fresh = {each["code"]: each for each in rules.encode(after)["pieces"] if each["code"].startswith("P3")}
    assert {code: (each["men"], each["x"], each["y"], each["heading"]) for code, each in fresh.items()} == {
        "P3A": (4, 3500, 4900, 180),
        "P3B": (3, 4100, 4900, 180),
        "P3C": (0, 3200, 4900, 180),
    }
    assert rules.reinforced(later, after, ("P3",)) == (after, ())
    # Where the edge is taken, it stands elsewhere.
    standing = {"code": "F7Z", "side": "french", "arm": "infantry", "men": 4, "x": 3500, "y": 4900, "heading": 0}
    crowded = rules.decode({**made.position, "pieces": [*made.position["pieces"], standing], "round": 9}, options)
    moved, _ = rules.reinforced(later, crowded, ())
    assert next(each["x"] for each in rules.encode(moved)["pieces"] if each["code"] == "P3A") == 4100


def test_who_comes_on_the_grid_is_in_the_pool():
    rules = rules_of("waterloo_grid")
    later = battle(F7, FP, P4, P3)
    made = rules.muster(later)
    [insertion] = made.insert
    assert (insertion.at, insertion.seat) == (5, "red")
    position = rules.decode({**made.position, "turn": 5}, rules.settle(made.options))
    after, came = rules.reinforced(later, position, ())
    # 74 hundreds are 15 bases, to the nearest four 16: four flags. A little horse is four too; eight guns are two.
    assert came == ("P3",)
    assert rules.encode(after)["pools"]["red"] == {"I": 12, "If": 4, "L": 3, "Lf": 1, "A": 2}
    # It waits there to the end: nothing of it was brought, and nothing is lost.
    assert rules.toll(later, None, after, came).columns["P3"] == Removed()


@pytest.mark.parametrize("name", FIELDS)
def test_towns_and_ridges_and_generals(name):
    rules = rules_of(name)
    for ground in ("open", "wood", "ridge", "town"):
        leader = force("FO", ATTACKER, 86, 0, 70, quality=5, general=2)
        made = rules.muster(battle(F7, leader, FP, P4, force("P5", DEFENDER, 136, 4, 16), ground=ground))
        rules.decode(made.position, rules.settle(made.options))
        if name == "waterloo_wargame":
            assert made.position["generals"] == {"french": "FOA"}
            assert list(made.position.get("strongpoints", {})) == {"open": [], "town": ["LHS", "PAP"]}.get(
                ground, ["LHS"]
            )
        if name == "waterloo_grid" and ground == "town":
            assert made.position["units"]["RI1"] == "F4:fa:s F5:bc:s"
        if name == "waterloo_grid":
            assert "BG1" in made.position["units"]


@pytest.mark.parametrize(("own", "other", "pieces"), [(100, 100, 10), (100, 60, 6), (100, 1, 4), (100, 99, 10)])
def test_the_weaker_side_of_1895_has_fewer_pieces(own, other, pieces):
    rules = rules_of("waterloo1895")
    made = rules.muster(battle(force("F1", ATTACKER, own, 0, 0), force("P1", DEFENDER, other, 0, 0)))
    assert sum(piece[0] == "W" for piece in made.position["pieces"]) == pieces
    assert sum(piece[0] == "N" for piece in made.position["pieces"]) == 10


def test_who_comes_late_to_a_coarse_battle_does_not_count():
    rules = rules_of("waterloo1895")
    early, late = force("P1", DEFENDER, 50, 0, 0, comes=4), force("P2", DEFENDER, 50, 0, 0, comes=5)
    fight = battle(force("F1", ATTACKER, 100, 0, 9), force("P0", DEFENDER, 50, 0, 0), early, late)
    made = rules.muster(fight)
    position = rules.decode(made.position, rules.settle(made.options))
    found = rules.toll(fight, Outcome(("wellington",), "too_few", "W95-077"), position, ())
    assert found.columns == {"F1": Removed(15), "P0": Removed(4), "P1": Removed(4)}


def test_conflict_is_no_game_of_two_armies():
    with pytest.raises(NoMuster) as refused:
        rules_of("conflict").muster(W37)
    assert refused.value.code == "kind"


def test_too_many_for_a_field():
    crowd = [force(f"F{sign}", ATTACKER, 400, 0, 0) for sign in "0123456789ABCDEF"]
    for name in ("waterloo_wargame", "waterloo_grid"):
        with pytest.raises(NoMuster) as refused:
            rules_of(name).muster(battle(*crowd, P4))
        assert refused.value.code == "pieces"
    with pytest.raises(NoMuster):
        rules_of("waterloo_wargame").muster(battle(F7, P3))


# --- Random battles -----------------------------------------------------------------------------------------------


def drawn(chance: random.Random) -> Battle:
    """A battle of one to seven columns a side, some of which come later."""
    forces = []
    for letter, side in (("F", ATTACKER), ("P", DEFENDER)):
        for at in range(chance.randint(1, 7)):
            foot = chance.choice((0, chance.randint(0, 9), chance.randint(10, 190)))
            horse = chance.choice((0, 0, chance.randint(1, 40)))
            if at == 0:
                foot += 40
            if not foot + horse:
                foot = 1
            forces.append(
                force(
                    f"{letter}{at}",
                    side,
                    foot,
                    horse,
                    chance.choice((0, 8, 12, chance.randint(1, 70))),
                    quality=chance.randint(1, 5),
                    heavy=chance.random() < 0.3,
                    general=2 if at == 0 and chance.random() < 0.3 else 0,
                    comes=0 if at == 0 else chance.choice((0, 0, 0, chance.randint(1, 10))),
                )
            )
    return battle(*forces, ground=chance.choice(("open", "wood", "ridge", "town")), hours=chance.randint(1, 5))


def fought(rules: Any, fight: Battle, chance: random.Random) -> Any:
    """A battle played on by chance, with those who come in at their turns: its toll, or None if it has no field."""
    try:
        made = rules.muster(fight)
    except NoMuster:
        return None
    position = rules.decode(made.position, rules.settle(made.options))
    entered: tuple[str, ...] = ()
    turns = chance.randint(1, made.limit)
    for _ in range(turns):
        position, came = rules.reinforced(fight, position, entered)
        entered += came
        if rules.outcome(position) is not None:
            break
        position = rules.playout(position, chance.getrandbits(64), chance.choice((1, 4, 20))).position
    return rules.toll(fight, rules.outcome(position), position, entered)


def nobody_is_made_or_vanishes(fight: Battle, found: Any) -> None:
    """men before = after + lost + straggling, guns before = after + lost, with the halves of HD-091."""
    by_code = {each.code: each for each in fight.forces}
    assert {each.code for each in fight.forces if not each.comes} <= set(found.columns) <= set(by_code)
    assert 1 <= found.hours <= fight.hours
    for code, removed in found.columns.items():
        for arm in ("foot", "horse", "guns"):
            before, gone = getattr(by_code[code], arm), getattr(removed, arm)
            lost = gone // 2 if arm != "guns" else gone
            straggling = gone - lost
            after = before - gone
            assert 0 <= after <= before
            assert before == after + lost + straggling


@pytest.mark.parametrize("name", FIELDS)
def test_men_and_guns_of_random_battles(name):
    rules, chance = rules_of(name), random.Random(1815)
    fields = 0
    for _ in range(QUICK):
        fight = drawn(chance)
        found = fought(rules, fight, chance)
        if found is not None:
            fields += 1
            nobody_is_made_or_vanishes(fight, found)
    assert fields > QUICK // 2


@pytest.mark.slow
@pytest.mark.parametrize("name", FIELDS)
def test_men_and_guns_of_ten_thousand_random_battles(name):
    rules, chance = rules_of(name), random.Random(picked(1815, 1 << 30, 1)[0])
    for _ in range(MANY):
        fight = drawn(chance)
        found = fought(rules, fight, chance)
        if found is not None:
            nobody_is_made_or_vanishes(fight, found)


def test_both_sides_are_on_every_field():
    for name in FIELDS:
        made = rules_of(name).muster(W37)
        assert set(made.seats) == set(BATTLE_SIDES)
