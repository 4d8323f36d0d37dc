"""The board file keeps its invariants, and positions their JSON."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import msgspec
import pytest

from core.boards.plane import Polyline, Rectangle
from core.contract import BadOption, BadPosition
from core.rulesets.waterloo_wargame import WaterlooWargame
from core.rulesets.waterloo_wargame.board import Board


def rectangle(piece: dict[str, Any]) -> Rectangle:
    return Rectangle(piece["x"], piece["y"], piece["heading"], max(piece["men"], 1) * 100, 100)


@pytest.fixture(scope="module")
def armies(written: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {side: [piece for piece in written["pieces"] if piece["number"][0] == side] for side in "FA"}


def test_the_order_of_battle(written: dict[str, Any], armies: dict[str, list[dict[str, Any]]]) -> None:
    arms = {side: [piece["arm"] for piece in army] for side, army in armies.items()}
    assert [arms["F"].count(arm) for arm in ("infantry", "cavalry", "gun")] == [18, 8, 6]
    assert [arms["A"].count(arm) for arm in ("infantry", "cavalry", "gun")] == [23, 11, 5]
    men = {side: dict.fromkeys(("infantry", "cavalry", "gun"), 0) for side in "FA"}
    for side, army in armies.items():
        for piece in army:
            men[side][piece["arm"]] += piece["men"]
        assert {piece["men"] for piece in army if piece["arm"] != "gun"} == {1, 2, 3, 4, 5}
    assert men == {"F": {"infantry": 55, "cavalry": 17, "gun": 0}, "A": {"infantry": 57, "cavalry": 11, "gun": 0}}
    ids = [each["id"] for kind in ("roads", "strongpoints", "places") for each in written[kind]]
    names = [piece[key] for piece in written["pieces"] for key in ("code", "number")] + ids
    assert len(set(names)) == len(names)
    codes = {piece["code"]: side for side, army in armies.items() for piece in army}
    assert (codes[written["generals"]["french"]], codes[written["generals"]["allied"]]) == ("F", "A")


def test_nobody_touches_anybody(written: dict[str, Any], armies: dict[str, list[dict[str, Any]]]) -> None:
    assert all(rectangle(piece).on_board(written["east"], written["north"]) for piece in written["pieces"])
    pairs = list(combinations(written["pieces"], 2))
    assert not any(rectangle(one).touches(rectangle(other)) for one, other in pairs)
    enemies = [(one, other) for one in armies["F"] for other in armies["A"]]
    gaps = {(one["code"], other["code"]): rectangle(one).gap(rectangle(other)) for one, other in enemies}
    nearest = min(gaps, key=lambda pair: gaps[pair])
    assert nearest == ("WBT", "MAC")
    assert int(gaps[nearest]) == 391


def test_each_strongpoint_has_one_garrison_inside(written: dict[str, Any], armies: dict[str, Any]) -> None:
    for point in written["strongpoints"]:
        (west, south), (east, north) = point["from"], point["to"]
        outline = Rectangle((west + east) / 2, (south + north) / 2, 0, east - west, north - south)
        (garrison,) = [piece for piece in armies["A"] if rectangle(piece).touches(outline) and piece["arm"] != "gun"]
        assert west + 50 * garrison["men"] <= garrison["x"] <= east - 50 * garrison["men"]
        assert south + 50 <= garrison["y"] <= north - 50
        assert point["holder"] == "allied"


def test_the_guns_begin_out_of_range(written: dict[str, Any], armies: dict[str, list[dict[str, Any]]]) -> None:
    inside = [
        (gun["code"], target["code"])
        for side, other in ("FA", "AF")
        for gun in armies[side]
        for target in armies[other]
        if gun["arm"] == "gun" and rectangle(gun).in_arc(rectangle(target))
    ]
    assert inside == [("WBT", "MAC")]
    near = {
        target["code"]
        for side, other in ("FA", "AF")
        for gun in armies[side]
        for target in armies[other]
        if gun["arm"] == "gun" and rectangle(gun).reach_to(rectangle(target)) <= 1000
    }
    assert near <= {"MAC", "BRG", "NAS"}


def test_the_roads(written: dict[str, Any]) -> None:
    roads = {road["id"]: Polyline(road["width"], road["points"]) for road in written["roads"]}
    assert {road: line.bearings for road, line in roads.items()} == {
        "CHA": (347, 351, 358),
        "NIV": (28, 37),
        "OHA": (104, 102, 78, 81, 80),
        "PLA": (118, 99),
        "PAL": (56, 60, 11),
        "GOM": (273, 266),
    }
    points = {road["id"]: road["points"] for road in written["roads"]}
    assert all(0 <= x <= 7000 and 0 <= y <= 5000 for line in points.values() for x, y in line)
    places = {place["id"]: (place["x"], place["y"]) for place in written["places"]}
    for place in ("XRD", "LBA", "ROS", "MSJ"):
        x, y = roads["CHA"].point_at(roads["CHA"].nearest_on(*places[place]))
        assert (x - places[place][0]) ** 2 + (y - places[place][1]) ** 2 <= 4
    assert list(places["XRD"]) in points["OHA"]
    assert points["NIV"][-1] == list(places["MSJ"])
    assert all(points[road][0] == list(places["LBA"]) for road in ("PLA", "PAL", "GOM"))
    pairs = [(piece, road) for piece in written["pieces"] for road in roads]
    on = {(piece["code"], road) for piece, road in pairs if roads[road].carries(rectangle(piece))}
    assert on == {("SIM", "CHA"), ("PET", "CHA")}


def test_a_board_that_is_none(written: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="two things"):
        Board(written | {"places": [*written["places"], {"id": "CHA", "x": 1, "y": 1, "name": "again"}]})
    with pytest.raises(KeyError):
        Board({key: value for key, value in written.items() if key != "generals"})


# --- Options -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "chosen", [{"gun_loss": 5}, {"turns": 0}, {"move_cap": "many"}, {"edge": "half"}, {"weather": "mud"}]
)
def test_options_that_cannot_be_had(rules: WaterlooWargame, chosen: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        rules.settle(chosen)


@pytest.mark.parametrize(("scenario", "guns"), [("standard", 11), ("few-guns", 7), ("no-guns", 0), ("bare", 0)])
def test_the_scenarios(waterloo: Any, scenario: str, guns: int) -> None:
    written = waterloo(scenario=scenario).written()
    assert sum(piece["arm"] == "gun" for piece in written["pieces"]) == guns
    assert len(written["pieces"]) == (0 if scenario == "bare" else 60 + guns)
    assert set(written["strongpoints"].values()) == ({None} if scenario == "bare" else {"allied"})


# --- JSON ----------------------------------------------------------------------------------------------------------


def test_a_position_comes_back_from_json_unchanged(rules: WaterlooWargame) -> None:
    options = rules.settle({})
    data = {
        "pieces": [
            {"code": "QUI", "x": 3000, "y": 1900},
            {"code": "OLD", "side": "allied", "arm": "cavalry", "men": 3, "x": 3000, "y": 2500, "heading": 90},
            {"code": "SAL", "x": 1000, "y": 1000, "heading": 45},
            {"code": "BRE"},
        ],
        "round": 7,
        "to_move": "allied",
        "strongpoints": {"HOU": "french", "LHS": None},
        "generals": {"french": "QUI", "allied": None},
        "losses": {"french": 3},
        "guns_lost": {"allied": 2},
        "locks": [{"piece": "OLD", "against": ["QUI", "SAL"]}],
        "standing": {
            "french": {
                "evade": {"all": "never"},
                "support": {"QUI": ["BRE"], "all": "none"},
                "draw": {"QUI": "retreat"},
                "retreat": {"QUI": 90, "all": "away"},
                "fallback": "BRE",
            }
        },
        "missed": {"french": 2},
        "computer": ["allied"],
        "draw_offers": ["french"],
        "secrets": True,
    }
    position = rules.decode(data, options)
    written = rules.encode(position)
    assert rules.decode(json.loads(json.dumps(written)), options) == position
    assert written["pieces"][0] == {
        "code": "QUI",
        "number": "F01",
        "name": "Quiot's Brigade, 1st Division, I Corps",
        "side": "french",
        "arm": "infantry",
        "men": 2,
        "x": 3000,
        "y": 1900,
        "heading": 0,
    }
    assert written["pieces"][1]["number"] == "A01"
    assert written["strongpoints"] == {"HOU": "french", "LHS": None, "PAP": "allied"}
    for key in ("locks", "standing", "missed", "computer", "draw_offers", "secrets"):
        assert data[key] == (written[key] if key != "missed" else {"french": 2}) or key == "standing"
    assert written["standing"]["french"] == data["standing"]["french"]
    assert rules.view(position, "allied")["standing"] == {"allied": written["standing"]["allied"]}
    assert "secrets" not in rules.view(position, None)
    assert rules.view(position, None)["standing"] == {}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"pieces": [{"code": "NEW"}]}, "missing"),
        ({"pieces": [{"code": "QUI", "x": 20, "y": 50}]}, "off_board"),
        ({"pieces": [{"code": "QUI", "x": 500}]}, "half_a_place"),
        ({"pieces": [{"code": "QUI"}, {"code": "QUI"}]}, "name_taken"),
        ({"pieces": [{"code": "CHA", "side": "french", "arm": "gun", "men": 0}]}, "name_taken"),
        ({"pieces": [{"code": "NEW", "side": "french", "arm": "gun", "men": 2}]}, "men_of_arm"),
        ({"pieces": [], "generals": {"french": "QUI"}}, "no_such_piece"),
        ({"pieces": [], "round": 21}, "too_late"),
        ({"pieces": [], "phase": "over"}, "missing"),
        ({"pieces": [], "standing": {"french": {"evade": {"QUI": "weak"}}}}, "no_such_piece"),
    ],
)
def test_positions_that_cannot_be(rules: WaterlooWargame, change: dict[str, Any], code: str) -> None:
    with pytest.raises(BadPosition) as caught:
        rules.decode(change, rules.settle({}))
    assert caught.value.code == code


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"pieces": [{"code": "qui"}]},
        {"pieces": [], "weather": "mud"},
        {"pieces": [], "strongpoints": {"XXX": None}},
        {"pieces": [], "losses": {"prussian": 3}},
        {"pieces": [{"code": "QUI", "x": 7001, "y": 50}]},
    ],
)
def test_json_of_another_shape(rules: WaterlooWargame, change: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        rules.decode(change, rules.settle({}))
