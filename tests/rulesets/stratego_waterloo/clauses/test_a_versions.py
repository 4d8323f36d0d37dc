"""Three versions of the game, and who plays it."""

import pytest

from pbem.rulesets.stratego_waterloo import presentation

clause = pytest.mark.clause


@clause("SWL-001")
def test_blue_and_red_play(rules, opening):
    assert rules.seats(rules.settle({})) == ("blue", "red")
    assert presentation().seat_title("blue") != presentation().seat_title("red")
    assert opening().awaiting == {"red": "setup"}


@clause("SWL-002")
def test_a_game_is_of_one_version(rules):
    assert rules.settle({})["version"] == "basic"
    for version in ("basic", "standard", "expert"):
        assert rules.settle({"version": version})["version"] == version
        assert rules.settle({"mode": version})["version"] == version


@clause("SWL-002")
def test_there_are_no_other_versions(ask):
    refused = ask(None, version="advanced")
    assert refused.error["code"] == "option"
    assert "version" in refused.error["message"]


@clause("SWL-002", "SWL-115")
@pytest.mark.parametrize(
    ("version", "tiles", "cards"),
    [
        ("basic", set(), False),
        ("standard", {"HOU", "LHP", "MSJ"}, True),
        ("expert", {"HOU", "LHP", "MSJ", "PLA"}, True),
    ],
)
def test_each_version_adds_to_the_one_before(begun, version, tiles, cards):
    played = begun(version=version)
    assert set(played.view("blue")["tile_data"]) == tiles
    assert bool(played.hand("blue")) == bool(played.hand("red")) == cards


@clause("SWL-003")
def test_basic_has_no_tiles_and_no_cards(play):
    assert play("CH C3", "C3 C9").board == "CH C9"
    assert play("FA C3, BF C6", "fire C3 C6").board == "FA C3"
    assert play("FA C3, BF C5", "fire C3 HOU").codes == ["E-SQUARE"]
    assert play("BF F8, LN F7", "attack F7 F8", "B").fights == ["LN F7xF8 BF 3v3 B attacker eliminated F8"]
    assert play("LN E5, BF E6", "attack E5 E6 spirit").codes == ["E-CARD"]
    assert play("LN E5", "card IN E5-E6").codes == ["E-CARD"]


@clause("SWL-003")
def test_a_basic_game_never_names_a_tile(begun):
    position = begun().position
    assert position["tiles"] == {}
    assert position["cards"]["stack"] == position["cards"]["discards"] == []


@clause("SWL-004", "SWL-005")
def test_what_newcomers_are_told():
    found = presentation()
    words = f"{found.about} {found.option_help['version']} {found.brief(found.rules.settle({}))}".lower()
    assert "basic" in words
    assert "first" in words
    assert "stronger" in words
    assert "french" in words
