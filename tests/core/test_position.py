"""What positions of all games have in common, shown on a game of counting."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import msgspec
import pytest

from core.contract import BadPosition, Decision
from core.position import BasePosition, BaseRules, restored


class Counting:
    """The rules: a position is a number; whoever counts to the `end` of the options has done."""

    name, version = "counting", "3"

    def settle(self, chosen: dict[str, Any]) -> dict[str, Any]:
        return {"end": 3} | chosen

    def encode(self, position: Counted) -> dict[str, Any]:
        return {"number": position.number}

    def decode(self, data: Any, options: dict[str, Any]) -> Counted:
        written = msgspec.json.decode(data) if isinstance(data, str | bytes) else data
        if written["number"] > options["end"]:
            raise BadPosition("number", "too_far")
        return Counted(written["number"], options)

    def awaiting(self, position: Counted) -> tuple[Decision, ...]:
        return () if position.number == position.options["end"] else (Decision("ada", "number", "stay"),)

    def __reduce__(self) -> Any:
        return Counting, ()


RULES = Counting()


class Counted(BasePosition):
    def __init__(self, number: int, options: dict[str, Any]) -> None:
        self.number, self._options = number, options

    @property
    def rules(self) -> Counting:
        return RULES

    @property
    def options(self) -> dict[str, Any]:
        return self._options


def at(number: int, **options: Any) -> Counted:
    return RULES.decode({"number": number}, RULES.settle(options))


def test_positions_are_equal_where_game_options_and_json_are() -> None:
    assert at(2) == at(2)
    assert hash(at(2)) == hash(at(2))
    assert at(2) != at(1)
    assert at(2) != at(2, end=4)
    assert at(2) != {"number": 2}
    assert len({at(1), at(2), at(2)}) == 2


def test_a_position_of_another_kind_is_another() -> None:
    class Other(Counted):
        pass

    assert Other(2, {"end": 3}) != at(2)


def test_a_copy_of_a_value_is_itself() -> None:
    position = at(1)
    assert copy.copy(position) is position
    assert copy.deepcopy([position])[0] is position


def test_json_gives_the_position_back() -> None:
    position = at(2, end=7)
    assert position.to_json() == '{"number":2}'
    assert Counted.from_json(position.to_json(), RULES, position.options) == position
    assert Counted.from_json('{"number": 3}', RULES) == at(3)
    with pytest.raises(BadPosition):
        Counted.from_json('{"number": 4}', RULES)


def test_a_pickled_position_is_decoded_again_with_its_options() -> None:
    position = at(5, end=7)
    make, (rules, options, text) = position.__reduce__()
    assert make is restored
    assert (options, text) == ({"end": 7}, '{"number":5}')
    assert make(rules, options, text) == position


def test_a_position_says_which_game_it_is_of_and_who_owes_what() -> None:
    assert repr(at(2)) == "<counting 3 position, ada: number>"
    assert repr(at(3)) == "<counting 3 position, over>"


def test_rules_without_a_board_cannot_be_sent() -> None:
    with pytest.raises(AttributeError):
        BaseRules().source = {}
    assert pickle.loads(pickle.dumps(Counting)) is Counting
