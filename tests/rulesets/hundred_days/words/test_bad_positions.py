"""Positions written by hand that cannot be: where in the JSON, and why, in one sentence (5.9)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.contract import BadPosition
from pbem.rulesets.hundred_days.wording import say_bad_position

Json = dict[str, Any]
ON = {"from": "FLE", "to": "LIG"}
PAPER = {"column": "F7", "turn": 1, "due": 4}
RIDER = {**PAPER, "column": "FX"}
BATTLE = {"number": 1, "attacker": "french", "at": "SOM"}
ASKED = {**BATTLE, "linked": "asked"}
TOLD = {"column": "F7", "written": 0, "seat": "napoleon", "at": "CHA"}
SEEN = {"by": "F7", "beat": 4, "seen": "corps", "at": "LIG"}


def persons(**changed: Any) -> Json:
    usual = {"napoleon": {"at": "CHA"}, "wellington": {"at": "BRU"}, "blucher": {"at": "NAM"}}
    seats = {"napoleon": "napoleon", "wellington": "coalition", "blucher": "coalition", "ney": "napoleon"}
    return {"persons": {name: {"seat": seats[name], **where} for name, where in {**usual, **changed}.items()}}


def columns(*changed: Json) -> Json:
    """F7 at Charleroi, P1 at Sombreffe, and what is said otherwise of them, or of others."""
    usual = [{"code": "F7", "at": "CHA"}, {"code": "P1", "at": "SOM", "muster": 0, "ready": 0}]
    return {"columns": [{**old, **new} for old, new in zip(usual, changed, strict=False)] + usual[len(changed) :]}


def both(**changed: Any) -> Json:
    """A battle at Sombreffe, and both sides in it."""
    battle = {"at": "SOM", "battle": 1}
    return {**columns(battle, battle), "battles": [{**BATTLE, **changed}]}


def known(**said: Any) -> Json:
    return {"known": {"napoleon": said}}


WRONG: list[tuple[Json, str, str]] = [
    (columns({"free": 9}), "columns[0].free", "its muster has no such beat"),
    (columns({"foot": 0}), "columns[0]", "F7 has no men"),
    (columns({"driven": True, "plan": "retreat"}), "columns[0].driven", "F7 cannot be driven back in a place"),
    (
        columns({"at": None, "on": ON, "driven": True}),
        "columns[0].path",
        "it must be on a retreat, with a place to go to",
    ),
    (columns({"gone": "left", "touch": ["P1"]}), "columns[0].gone", "it is no longer on the map"),
    (columns({"on": ON}), "columns[0].on", "F7 is either in a place or on a road"),
    (columns({"at": None}), "columns[0]", "it must be somewhere, and at one site alone"),
    (columns({"on": {"from": "FLE", "to": "BRU"}, "at": None}), "columns[0].on", "there is no such road: FLE, BRU"),
    (columns({"on": {**ON, "done": 46}, "at": None}), "columns[0].on.done", "the road has only 46 hm"),
    (columns({"came": "BRU"}), "columns[0].came", "there is no such road: CHA, BRU"),
    (columns({"at": "XYZ"}), "columns[0].at", "there is no place XYZ"),
    (columns({"person": "moltke"}), "columns[0].person", "there is no such person in play"),
    (columns({"person": "ney"}), "columns[0].person", "there is no such person in play"),
    (columns({"person": "blucher"}), "columns[0].person", "it belongs to no army here, or to another"),
    (columns({"target": "F2"}), "columns[0].target", "there is no column F2"),
    (columns({}, {"at": "CHA"}), "columns[1].at", "both sides are in CHA without a battle"),
    (columns({}, {"code": "F7"}), "columns[1].code", "it is there twice"),
    (columns({}, {"code": "X7"}), "columns[1].code", "it belongs to no army here, or to another"),
    ({**columns({"touch": ["F2"]}, {"code": "F2"})}, "columns[0].touch", "F2 is of its own side"),
    (columns({"touch": ["P1"]}, {"gone": "left"}), "columns[0].touch", "it is no longer on the map"),
    (columns({"gone": "joined", "kept": PAPER}), "columns[0].kept", "it is no longer on the map"),
    (columns({"kept": {**PAPER, "column": "P1"}}), "columns[0].kept", "it is for another column"),
    (columns({"battle": 1}), "columns[0].battle", "there is no battle 1"),
    (columns({"comes": {"battle": 1, "after": 2, "by": ["FLE", "LIG"]}}), "columns[0].comes", "there is no battle 1"),
    ({**columns({"battle": 1}), "battles": [BATTLE]}, "columns[0].battle", "battle 1 is somewhere else"),
    (
        {
            **columns({"at": None, "on": ON, "driven": True, "path": ["LIG"], "battle": 1}),
            "battles": [{"number": 1, "attacker": "french", "link": ["LIG", "FLE"]}],
        },
        "columns[0].battle",
        "it must be on a retreat, with a place to go to",
    ),
    ({"battles": [{**BATTLE, "link": ["LIG", "FLE"]}]}, "battles[0]", "it must be somewhere, and at one site alone"),
    ({"battles": [{**BATTLE, "at": None}]}, "battles[0]", "it must be somewhere, and at one site alone"),
    (
        {"battles": [{**BATTLE, "at": None, "link": ["LIG", "BRU"]}]},
        "battles[0].link",
        "there is no such road: LIG, BRU",
    ),
    ({"battles": [BATTLE, BATTLE]}, "battles[1]", "it is there twice"),
    ({"battles": [BATTLE, {**BATTLE, "number": 2}]}, "battles[1]", "battle 2 is at the site of another"),
    ({**columns({}, {"battle": 1}), "battles": [BATTLE]}, "battles", "battle 1 needs both sides"),
    (both(winner="french"), "battles[0].winner", "battle 1 has a winner where its game had one, and there alone"),
    (both(ending="won"), "battles[0].winner", "battle 1 has a winner where its game had one, and there alone"),
    (both(linked="asked"), "battles[0].linked", "the clock stands in phase battle alone"),
    (
        {**columns({"at": "GOS", "comes": {"battle": 1, "after": 2, "by": ["FLE", "LIG"]}}), "battles": [BATTLE]},
        "columns[0].comes",
        "the clock stands in phase battle alone, and there for a battle that is asked for",
    ),
    ({"phase": "battle"}, "standstill", "the clock stands in phase battle alone"),
    (persons(napoleon={"at": None}), "persons.napoleon", "it must be somewhere, and at one site alone"),
    (persons(napoleon={"at": "CHA", "on": ON}), "persons.napoleon", "it must be somewhere, and at one site alone"),
    (persons(napoleon={"at": "CHA", "seat": "moltke"}), "persons.napoleon.seat", "moltke is no seat of this game"),
    (persons(napoleon={"on": {"from": "FLE", "to": "BRU"}}), "persons.napoleon.on", "there is no such road: FLE, BRU"),
    (persons(napoleon={"column": "F2"}), "persons.napoleon.column", "there is no column F2"),
    (persons(napoleon={"column": "F7", "taken": True}), "persons.napoleon.column", "it is no longer on the map"),
    (persons(napoleon={"on": ON, "way": ["FLE"]}), "persons.napoleon.way", "it must begin at LIG, where he goes"),
    (persons(napoleon={"on": ON, "way": ["LIG", "BRU"]}), "persons.napoleon.way", "there is no such road: LIG, BRU"),
    (persons(napoleon={"at": "CHA", "way": ["BRU"]}), "persons.napoleon.way", "there is no such road: CHA, BRU"),
    (
        persons(napoleon={"column": "F7", "way": ["GOS"]}),
        "persons.napoleon.way",
        "who is with F7 goes where it goes",
    ),
    ({"persons": {"napoleon": {"seat": "napoleon", "at": "CHA"}}}, "persons", "wellington must be there"),
    ({"papers": [{**PAPER, "column": "F2"}]}, "papers[0].column", "there is no column F2"),
    ({"papers": [{**PAPER, "maker": "P1"}]}, "papers[0].maker", "it belongs to no army here, or to another"),
    ({"papers": [{**PAPER, "made": "PX"}]}, "papers[0].made", "it belongs to no army here, or to another"),
    ({"papers": [{**PAPER, "plan": "join", "target": "PX"}]}, "papers[0].target", "there is no column PX"),
    (columns({"plan": "join", "target": "PX"}), "columns[0].target", "there is no column PX"),
    (
        {"papers": [{**PAPER, "made": "FX", "given": "blucher"}]},
        "papers[0].given",
        "it belongs to no army here, or to another",
    ),
    ({"papers": [{**PAPER, "made": "FX", "given": "ney"}]}, "papers[0].given", "there is no such person in play"),
    ({"papers": [{**PAPER, "plan": "repair"}]}, "papers[0].repair", "there is no such bridge"),
    ({"papers": [{**PAPER, "blow": "Rialto"}]}, "papers[0].blow", "there is no such bridge"),
    ({"papers": [{**PAPER, "rider": RIDER}]}, "papers[0].rider", "the orders with it must be for the column"),
    ({"papers": [{**PAPER, "made": "FY", "rider": RIDER}]}, "papers[0].rider", "the orders with it must be for"),
    (
        {"papers": [{**PAPER, "made": "FX", "rider": {**RIDER, "maker": "F7"}}]},
        "papers[0].rider",
        "the orders with it must be for the column that it makes",
    ),
    (
        {"papers": [{**PAPER, "made": "FX", "rider": {**RIDER, "made": "FY"}}]},
        "papers[0].rider",
        "the orders with it must be for the column that it makes",
    ),
    ({"blown": ["Rialto"]}, "blown", "there is no such bridge"),
    ({"resigned": ["moltke"]}, "resigned", "moltke is no seat of this game"),
    ({"draws": ["moltke"]}, "draws", "moltke is no seat of this game"),
    ({"known": {"moltke": {}}}, "known.moltke", "moltke is no seat of this game"),
    (known(columns={"F2": TOLD}), "known.napoleon.columns.F2", "it tells of F7"),
    (known(news=[{**TOLD, "column": "X7"}]), "known.napoleon.news.column", "it belongs to no army here, or to another"),
    (known(news=[{**TOLD, "seat": "moltke"}]), "known.napoleon.news.seat", "moltke is no seat of this game"),
    (known(news=[{**TOLD, "at": None}]), "known.napoleon.news", "it must be somewhere, and at one site alone"),
    (
        known(news=[{**TOLD, "touch": [{"column": "X1", "men": 10}]}]),
        "known.napoleon.news.touch",
        "it belongs to no army here, or to another",
    ),
    (
        known(sightings=[{**SEEN, "at": None}]),
        "known.napoleon.sightings",
        "it must be somewhere, and at one site alone",
    ),
    (
        {"letters": [{"from": "moltke", "to": "napoleon", "text": "?", "turn": 1, "left": 0}]},
        "letters[0].from",
        "moltke is no seat of this game",
    ),
    (
        {"letters": [{"from": "napoleon", "to": "moltke", "text": "?", "turn": 1, "left": 0}]},
        "letters[0].to",
        "there is no such person in play",
    ),
    (
        {"dispatches": [{"to": "moltke", "due": 4, "dispatch": TOLD}]},
        "dispatches[0].to",
        "there is no such person in play",
    ),
    (
        {"phase": "over", "outcome": {"winners": ["napoleon"], "reason": "points", "clause": "HD-099"}},
        "outcome",
        "another side wins by HD-101",
    ),
    (
        {"phase": "over", "outcome": {"winners": ["moltke"], "reason": "points", "clause": "HD-101"}},
        "outcome.winners",
        "moltke is no seat of this game",
    ),
    (
        {"phase": "over", "outcome": {"winners": [], "reason": "points", "clause": "HD-101"}},
        "outcome",
        "another side wins by HD-101",
    ),
    ({"phase": "over"}, "outcome", "a game has an outcome in phase over alone, and there always"),
    ({"turn": 24}, "turn", "the campaign has 23 turns"),
    ({"turn": 2, "beat": 16}, "beat", "beat 16 is not one of turn 2"),
]


@pytest.mark.clause("HD-107")
@pytest.mark.parametrize(("changed", "where", "why"), WRONG)
def test_what_cannot_be_is_refused_in_a_sentence(rules, changed, where, why):
    with pytest.raises(BadPosition) as error:
        rules.decode(msgspec.json.encode({**columns(), **persons(), **changed}), rules.settle({}))
    said = say_bad_position(error.value)
    assert said.startswith(f"Position, {where}: {why}")
    assert said.endswith(".")


def test_persons_who_are_left_out_are_with_their_column_or_where_it_would_begin(rules):
    options = rules.settle({})
    written = rules.encode(rules.decode({"columns": [{"code": "FO", "at": "CHA"}, {"code": "P1"}]}, options))
    assert written["persons"]["napoleon"] == {"seat": "napoleon", "column": "FO"}
    written = rules.encode(rules.decode({"columns": [{"code": "F2", "at": "CHA"}, {"code": "P1"}]}, options))
    assert written["persons"]["napoleon"] == {"seat": "napoleon", "at": "BEA"}


def test_without_these_faults_it_is_a_position(rules):
    options = rules.settle({})
    for sound in (
        {},
        both(),
        {"papers": [{**PAPER, "made": "FX", "rider": RIDER}]},
        persons(napoleon={"column": "F7"}),
    ):
        position = rules.decode({**columns(), **persons(), **sound}, options)
        assert rules.decode(rules.encode(position), options) == position
