"""Set-ups of Waterloo (1895): secret and open, right and wrong, and the defaults.

Only the pieces named are on the board. `E10@1` is code E10 for line 1, `E15` one for the whole set.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from waterloo1895_drawn import DEFAULT_SET_UPS

from core.rulesets.waterloo1895 import Waterloo1895
from core.rulesets.waterloo1895.set_up import default_posts, faults

Play = Callable[..., Any]


def whole(army: str, **changes: str) -> str:
    posts = dict(post.split("=") for post in DEFAULT_SET_UPS[army].split()) | changes
    return " / ".join(f"place {piece} {spot}" for piece, spot in posts.items())


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ("place N4 T20", ["E16@2"]),
        ("place N4 T21", []),
        ("place N3 Q26", ["E17@2"]),
        ("place N8 V29", []),
        ("place N8 V29 / place NC X29", ["E17@3"]),
    ],
)
def test_set_up(adjudicated: Play, opened: Any, changes: str, codes: list[str]) -> None:
    played = adjudicated(opened, {"napoleon": f"place default / {changes}"})
    assert played.codes == codes


def test_what_is_said_of_a_set_up(adjudicated: Play, opened: Any) -> None:
    far = adjudicated(opened, {"napoleon": "place default / place N4 T20"})
    assert far.facts == {"piece": "N4", "spot": "T20", "distance": 11, "allowed": 10, "city": "PA"}
    near = adjudicated(opened, {"napoleon": "place default / place N3 Q26"})
    assert near.facts == {"piece": "N2", "spot": "P26", "other": "N3", "other_spot": "Q26"}


def test_a_set_up_is_secret_until_all_are_posted(rules: Waterloo1895, adjudicated: Play, opened: Any) -> None:
    first = adjudicated(opened, {"napoleon": "place default"})
    position = first.result.position
    assert first.kinds == ["posted"]
    assert first.result.tell == ()
    assert set(rules.view(position, "napoleon")["pieces"]) == {
        post.split("=")[0] for post in DEFAULT_SET_UPS["N"].split()
    }
    assert rules.view(position, "wellington")["pieces"] == rules.view(position, None)["pieces"] == {}
    assert rules.view(position, None)["posted"] == ["N"]
    assert rules.open_record(opened)
    assert not rules.open_record(position)
    assert [decision.seat for decision in rules.awaiting(position)] == ["wellington"]
    second = adjudicated(position, {"wellington": whole("W")}, (6, 2, 3))
    assert second.kinds == ["posted", "setup", "setup", "turn", "throw"]
    assert second.result.tell == ("napoleon", "wellington")
    assert rules.open_record(second.result.position)
    assert len(rules.view(second.result.position, None)["pieces"]) == 20


def test_an_accepted_set_up_is_final(adjudicated: Play, opened: Any) -> None:
    first = adjudicated(opened, {"napoleon": "place default"})
    again = adjudicated(first.result.position, {"napoleon": "place default"})
    assert again.codes == ["E19"]
    assert again.facts["awaited"] == ["W"]


def test_open_set_ups_are_posted_in_turn(rules: Waterloo1895, adjudicated: Play) -> None:
    position = rules.opening(rules.settle({"mode": "three", "setup": "open"}))
    assert [decision.seat for decision in rules.awaiting(position)] == ["napoleon"]
    assert adjudicated(position, {"wellington": "place default"}).codes == ["E19"]
    played = adjudicated(position, {"napoleon": "place default"})
    assert played.kinds == ["posted", "setup", "posted", "setup"]
    assert played.result.tell == ("napoleon", "wellington", "blucher")
    assert [decision.seat for decision in rules.awaiting(played.result.position)] == ["wellington"]
    assert len(rules.view(played.result.position, None)["pieces"]) == 20


def test_partners_see_each_others_set_ups_and_are_checked_against_them(rules: Waterloo1895, adjudicated: Play) -> None:
    position = rules.opening(rules.settle({"mode": "four"}))
    assert adjudicated(position, {"wellington": "place default / place W8 Q11"}).codes == ["E16@2"]
    first = adjudicated(position, {"wellington": "place default / place W8 M11"})
    assert first.result.tell == ("blucher",)
    seen = rules.view(first.result.position, "blucher")["pieces"]
    assert seen["W8"] == "M11"
    assert rules.view(first.result.position, "ney")["pieces"] == {}
    clash = adjudicated(first.result.position, {"blucher": "place default / place B8 N11"})
    assert clash.codes == ["E17@2"]
    assert clash.facts == {"piece": "B8", "spot": "N11", "other": "W8", "other_spot": "M11"}
    same = adjudicated(first.result.position, {"blucher": "place default / place B8 M11"})
    assert same.codes == ["E18"]


def test_what_is_wrong_with_a_set_up(adjudicated: Play, opened: Any) -> None:
    assert adjudicated(opened, {"napoleon": ""}).codes == ["E18"] * 10
    lacking = adjudicated(opened, {"napoleon": whole("N").replace(" / place N7 Y26", "")})
    assert (lacking.codes, lacking.facts) == (["E18"], {"piece": "N7"})
    two = adjudicated(opened, {"napoleon": whole("N", N7="V24")})
    assert (two.codes, two.facts["spot"]) == (["E18"], "V24")
    assert adjudicated(opened, {"napoleon": whole("N") + " / place W1 G13"}).codes == ["E03@11"]
    assert adjudicated(opened, {"napoleon": whole("N", N1="PA")}).codes == ["E05@1"]
    assert adjudicated(opened, {"napoleon": "N1 3 P26"}).codes == ["E19"]
    assert adjudicated(opened, {"napoleon": whole("N", N1="HP")}).codes == []


def test_defaults_at_the_deadline(rules: Waterloo1895, adjudicated: Play) -> None:
    position = rules.opening(rules.settle({"mode": "double"}))
    played = adjudicated(position, {}, [6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4], due=True)
    assert [event.facts["default"] for event in played.events if event.kind == "posted"] == [True] * 4
    assert (played.to_move, played.position["throw"]) == ("N", [1, 2, 4])
    assert len(played.pieces) == 40


def test_a_default_makes_way_for_the_partner(rules: Waterloo1895) -> None:
    """W95-134: no legal set-up of a partner reaches so far, but another board's might."""
    standing = {"Y1": "S27", "Y2": "V23", "YC": "W28"}
    posts = default_posts(rules.board, 0, standing)
    assert list(faults(rules.board, list(posts), posts, standing)) == []
    kept = [post for post in DEFAULT_SET_UPS["N"].split() if post.split("=")[0] not in ("N1", "N5")]
    assert {f"{piece}={spot}" for piece, spot in posts.items()} >= set(kept)
    assert (posts["N1"], posts["N5"]) == ("U29", "Y28")


def test_the_zone_of_an_army_ends_ten_links_from_its_city(rules: Waterloo1895) -> None:
    """W95-017: T21 is ten links from Paris, T20 eleven."""
    zone = rules.board.zone(0)
    assert "T21" in zone
    assert "T20" not in zone
    assert [rules.board.from_city(0, spot) for spot in zone] == sorted(rules.board.from_city(0, spot) for spot in zone)
    assert rules.board.from_city(0, zone[-1]) == 10
