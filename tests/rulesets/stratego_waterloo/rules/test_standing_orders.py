"""Standing orders and draft lists: taken at any time, or refused (SWL-R41, SWL-R51)."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from core.contract import Line
from core.dice import ScriptedDice
from core.rulesets.stratego_waterloo import StrategoWaterloo
from core.rulesets.stratego_waterloo.orders import Burn, Keep, Order, Stand

RULES = StrategoWaterloo(
    tomllib.loads(files("pbem.rulesets.stratego_waterloo").joinpath("board.toml").read_text(encoding="utf-8"))
)
OPTIONS = {version: RULES.settle({"version": version}) for version in ("basic", "standard")}
BOARD = {"E4": "LN", "E7": "BF", "A1": "NA", "A10": "WE"}


def mail(*orders: Order) -> tuple[Line, ...]:
    return tuple(Line(number, "as said", order) for number, order in enumerate(orders, start=1))


def after(seat: str, *orders: Order) -> Any:
    """What stands in RED's ply after a mail of either side."""
    position = RULES.decode({"board": BOARD, "to_move": "red"}, OPTIONS["basic"])
    done = RULES.adjudicate(position, {seat: mail(*orders)}, ScriptedDice(()))
    assert (RULES.step(done.position), done.tell) == (RULES.step(position), ())
    return RULES.encode(done.position)["standing"]


USUAL = {"spirit": "leaders", "advance": "off", "own-tie": "auto", "farm-target": "low", "prussians": "come"}


@pytest.mark.parametrize("seat", ["red", "blue"])
@pytest.mark.parametrize(
    ("order", "stands"),
    [
        (Stand("spirit", "off"), {"spirit": "off"}),
        (Stand("spirit", "win", 5), {"spirit": "win 5"}),
        (Stand("spirit", "any", 1), {"spirit": "any 1"}),
        (Stand("advance", "on"), {"advance": "on"}),
        (Stand("own-tie", "mover"), {"own-tie": "mover"}),
        (Stand("own-tie", "other"), {"own-tie": "other"}),
        (Stand("farm-target", "high"), {"farm-target": "high"}),
        (Stand("farm-target", "strong"), {"farm-target": "strong"}),
    ],
)
def test_what_stands(seat: str, order: Stand, stands: dict[str, str]) -> None:
    assert after(seat, order)[seat].items() >= stands.items()
    assert {name: value for name, value in after(seat, order)[seat].items() if name not in stands} == {
        name: value for name, value in after(seat)[seat].items() if name not in stands
    }
    assert after(seat, order, Stand(order.what, {"spirit": "leaders"}.get(order.what, USUAL[order.what]))) == after(
        seat
    )


def test_prussians_are_red() -> None:
    assert after("red", Stand("prussians", "hold"))["red"]["prussians"] == "hold"
    assert refusal("blue", Stand("prussians", "hold")) == ("E-STAND", "seat")


def refusal(seat: str, order: Order, version: str = "basic", **position: Any) -> tuple[str | None, Any]:
    there = RULES.decode({"board": BOARD, "to_move": "red"} | position, OPTIONS[version])
    (refused,) = RULES.check(there, seat, mail(order)).verdicts
    return refused.code, refused.facts.get("why", refused.facts.get("what"))


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (Stand("spirit", "win"), "number"),
        (Stand("spirit", "win", 7), "number"),
        (Stand("spirit", "any", 0), "number"),
        (Stand("spirit", "off", 3), "number"),
        (Stand("spirit", "maybe"), "value"),
        (Stand("advance", "mover"), "value"),
        (Stand("weather", "rain"), "value"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_stand(order: Stand, why: str) -> None:
    assert refusal("red", order) == ("E-STAND", why)


def test_lists() -> None:
    opening = RULES.opening(OPTIONS["standard"])
    dice = ScriptedDice([1, 1, *range(13, 1, -1)])
    done = RULES.adjudicate(opening, {"blue": mail(Keep(("GB", "GB", "RE")), Burn(("FS",)))}, dice)
    lists = RULES.encode(done.position)["lists"]
    assert (lists["blue"], lists["red"]) == ({"keep": ["GB", "GB", "RE"], "burn": ["FS"]}, {"keep": [], "burn": []})
    setup: dict[str, Any] = {"phase": "setup", "board": {}}
    assert refusal("red", Keep(("XX",)), "standard", **setup) == ("E-LIST", "card")
    assert refusal("red", Keep(("FS",) * 16), "standard", **setup) == ("E-LIST", "length")
    assert refusal("red", Burn(()), "standard", **setup) == ("E-LIST", "length")
    assert refusal("red", Keep(("FS",)), "basic", **setup) == ("E-LIST", "no_cards")
    assert refusal("red", Keep(("FS",)), "standard")[0] == "E-PHASE"
