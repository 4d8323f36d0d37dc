"""One request, one answer: DESIGN's shape, errors as values, held orders, reports."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pbem.batch.answering import answer, answered
from pbem.batch.case import ORDERS_LIMIT, adjudicated
from pbem.batch.chunk import Chunk
from pbem.batch.reports import reports_on
from pbem.batch.request import LINE_LIMIT, BadRequest, read_request
from pbem.rulesets.contract import Presentation

POSITION = {"round": 1, "prize": 7, "purses": {"north": 10, "south": 10}}


def asked(**changes: Any) -> dict[str, Any]:
    return {"id": "a", "ruleset": "sealed_bids", "position": POSITION, "orders": {}, "dice": []} | changes


def test_a_round_is_adjudicated_and_told_whole(sealed_bids: Presentation) -> None:
    told = answer(asked(orders={"north": "bid 3", "south": "Hello\nbid 4"[6:]}, dice=[2, 5, 1]))
    assert told == {
        "id": "a",
        "position": {
            "round": 2,
            "prize": 7,
            "purses": {"north": 7, "south": 6},
            "points": {"north": 0, "south": 7},
            "outcome": None,
        },
        "events": [
            {
                "event": "opened",
                "bids": {"north": 3, "south": 4},
                "winner": "south",
                "prize": 7,
                "clause": "BID-004",
            },
            {"event": "purse", "seat": "north", "left": 7, "clause": "BID-004", "seen_by": ["north"]},
            {"event": "purse", "seat": "south", "left": 6, "clause": "BID-004", "seen_by": ["south"]},
            {"event": "prize", "round": 2, "dice": [2, 5], "prize": 7, "clause": "BID-003"},
        ],
        "awaiting": {"north": "bid", "south": "bid"},
        "outcome": None,
        "refused": [],
        "rolled": [2, 5],
    }


def test_what_was_rolled_can_be_fed_back(sealed_bids: Presentation) -> None:
    orders = {"north": "bid 2", "south": "bid 2"}
    drawn = answer(asked(orders=orders, dice={"seed": "00ff" * 8, "game": "bids7", "words": ["x", "y"]}))
    assert answer(asked(orders=orders, dice=drawn["rolled"])) == drawn


def test_the_opening_position_and_the_deadline(sealed_bids: Presentation) -> None:
    told = answer(asked(position=None, dice=[6, 6]))
    assert told["position"]["prize"] == 12
    silent = answer(asked(position=told["position"], due=True, dice=[1, 1]))
    assert silent["position"]["round"] == 2


def test_a_sound_bid_waits_for_the_other_and_says_so(sealed_bids: Presentation) -> None:
    told = answer(asked(orders={"north": "bid 3", "south": "bid 33"}))
    assert told["held"] == ["north"]
    assert told["position"]["purses"] == POSITION["purses"]
    assert [refused["seat"] for refused in told["refused"]] == ["south"]


def test_a_refused_line_is_named_with_its_text_clause_and_reason(sealed_bids: Presentation) -> None:
    told = answer(asked(orders={"south": "> bid 1\r\n\r\nbid 11  # all of it\r\nbid\r\n-- \r\nbid 2"}))
    assert told["refused"] == [
        {
            "seat": "south",
            "line": 3,
            "text": "bid 11",
            "code": "B02",
            "clause": "BID-006",
            "clauses": ["BID-006"],
            "message": 'line 3, "bid 11": you hold 10 coins and cannot bid 11 (BID-006)',
        },
        {
            "seat": "south",
            "line": 4,
            "text": "bid",
            "code": "B03",
            "clause": "BID-006",
            "clauses": ["BID-006"],
            "message": 'line 4, "bid": how much? You hold 10 coins (BID-006)',
        },
    ]


def test_an_ended_game_tells_its_outcome_and_awaits_nobody(sealed_bids: Presentation) -> None:
    told = answer(asked(orders={"north": "resign"}))
    assert told["outcome"] == {"winners": ["south"], "reason": "resigned", "clause": "BID-010"}
    assert told["awaiting"] == {}


@pytest.mark.parametrize(
    ("changes", "code", "where"),
    [
        ({"ruleset": "ludo"}, "ruleset", "ruleset"),
        ({"ruleset": "../core"}, "ruleset", "ruleset"),
        ({"options": {"purse": "many"}}, "option", "options"),
        ({"options": {"colour": "red"}}, "option", "options"),
        ({"position": {"round": 1}}, "shape", "position"),
        ({"position": POSITION | {"round": "one"}}, "shape", "position.round"),
        ({"position": POSITION | {"purses": {"north": -1, "south": 0}}}, "shape", "position.purses[...]"),
        ({"position": POSITION | {"purses": {"north": 1}}}, "position", "position.purses"),
        ({"position": [1]}, "shape", "position"),
        ({"orders": {"west": "bid 1"}}, "seat", "orders.west"),
        ({"orders": {"north": 1}}, "shape", "orders[...]"),
        ({"orders": {"north": "#" * (ORDERS_LIMIT + 1)}}, "too_long", "orders.north"),
        ({"position": None, "dice": [1]}, "dice_exhausted", "dice"),
        ({"position": None, "dice": [1, 7]}, "dice", "dice[1]"),
        ({"dice": {"seed": "xyz"}}, "dice", "dice.seed"),
        ({"dice": {"sede": "00"}}, "shape", "dice"),
        ({"dicee": []}, "shape", None),
        ({"due": "yes"}, "shape", "due"),
    ],
)
def test_a_bad_request_is_answered_with_its_reason(
    sealed_bids: Presentation, changes: dict[str, Any], code: str, where: str | None
) -> None:
    told = answer(asked(**changes))
    assert told["id"] == "a"
    assert told["error"]["code"] == code
    assert told["error"].get("where") == where
    assert told["error"]["message"].endswith(".")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "unreadable"),
        (b"[1,2]", "unreadable"),
        (b'{"id": "a"', "unreadable"),
        (b"\xff\xfe{}", "unreadable"),
        (b"[" * 100_000, "unreadable"),
        (b'{"id": 1e999}', "unreadable"),
        (b'{"ruleset": "sealed_bids", "position": {"round": "\xff"}}', "unreadable"),
        (b'{"ruleset": 1, "position": {', "unreadable"),
        (b" " * LINE_LIMIT + b"{}", "too_long"),
        (b"{}", "shape"),
        (b'{"id": ["a"], "ruleset": "x"}', "shape"),
    ],
)
def test_a_line_that_cannot_be_read_has_no_id(line: bytes, code: str) -> None:
    told = answer(line)
    assert told["id"] is None
    assert told["error"]["code"] == code


def test_a_portion_is_answered_line_by_line_and_its_errors_counted(sealed_bids: Presentation) -> None:
    lines = [msgspec.json.encode(asked(id=name)) for name in ("a", "b")]
    answers = answered(Chunk([lines[0], b"nonsense", lines[1]]))
    told = [msgspec.json.decode(line) for line in answers.text.splitlines()]
    assert told == [answer(lines[0]), answer(b"nonsense"), answer(lines[1])]
    assert answers.failed == 1
    assert answers.reports == []


def test_each_seat_gets_its_own_report(sealed_bids: Presentation) -> None:
    line = msgspec.json.encode(asked(id="run-7", orders={"north": "bd 3", "south": "bid 4"}, dice=[2, 5]))
    reports = reports_on(adjudicated(read_request(line)))
    assert [(told.id, told.by_seat) for told in answered(Chunk([line], "text")).reports] == [("run-7", reports)]
    assert set(reports) == {"north", "south"}
    assert reports["north"].startswith("Subject: [run-7 North] your bid for 7\n\n")
    assert "1  bd 3  ok, read as  bid 3: you bid 3 and keep 7" in reports["north"]
    assert "You have 7 coins left." in reports["north"]
    assert "You have 6 coins left." not in reports["north"]
    with pytest.raises(BadRequest):
        adjudicated(read_request(msgspec.json.encode(asked(dice=[9], position=None))))


@pytest.mark.parametrize(("format_", "begins"), [("html", "<!DOCTYPE html>"), ("json", '{"subject":"[run-7 North]')])
def test_reports_are_written_in_the_format_asked_for(sealed_bids: Presentation, format_: str, begins: str) -> None:
    line = msgspec.json.encode(asked(id="run-7", orders={"north": "bd 3", "south": "bid 4"}, dice=[2, 5]))
    [told] = answered(Chunk([line], format_)).reports
    assert told.by_seat["north"].lower().startswith(begins.lower())
    assert "you bid 3 and keep 7" in told.by_seat["north"]


def test_reports_that_cannot_be_written_are_counted_and_the_answer_is_given(
    sealed_bids: Presentation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise ValueError("a fault in a rule set's words")

    monkeypatch.setattr("pbem.batch.reports.turn_report", failing)
    line = msgspec.json.encode(asked(id="run-7", orders={"north": "bd 3", "south": "bid 4"}, dice=[2, 5]))
    told = answered(Chunk([line], "text"))
    assert (told.failed, told.reports) == (1, [])
    assert msgspec.json.decode(told.text)["id"] == "run-7"
