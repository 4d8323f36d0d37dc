"""The marches of 1815 for both sides, and whether the rules make of them what became of them (`bench/history.py`)."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest

CAMPAIGNS = 60


@pytest.fixture(scope="module")
def history() -> ModuleType:
    """The module `bench/history.py`."""
    path = Path(__file__).parents[4] / "bench" / "history.py"
    spec = importlib.util.spec_from_file_location("bench_history", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def script(history: ModuleType) -> Mapping[int, Mapping[str, str]]:
    return history.read(history.SCRIPT.read_text(encoding="utf-8"))


def test_every_column_marches_and_the_first_day_goes_as_it_is_written(history, script) -> None:
    """All is left to the dice from Ligny on; before it no order is refused."""
    found = history.played(script, bytes(4))
    assert {fight.site for fight in found.fights.values()} >= {"LIG", "QBR", "MSJ"}
    first = {code for mails in script.values() for text in mails.values() for code in text.split() if code.isupper()}
    assert first >= {force.code for force in history.board.campaign_of_house().forces}
    assert not [line for line in found.refused if "(E01)" in line]
    assert len(found.refused) < 12


def test_the_same_dice_make_the_same_campaign(history, script) -> None:
    assert history.played(script, b"1815") == history.played(script, b"1815")


@pytest.mark.parametrize(
    ("text", "why"), [("F2 hold", "line 1"), ("15 June 03:00\n  F2 hold", "line 2"), ("16 June 04:00\n", "line 1")]
)
def test_a_script_with_a_line_of_nobody_is_refused(history, text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        history.read(text)


def test_a_script_with_a_line_that_is_no_order_is_refused(history) -> None:
    with pytest.raises(ValueError, match="F2 dances is no order"):
        history.orders_of({"ney": "F2 dances"})


@pytest.mark.slow
def test_history_comes_of_its_marches_more_often_than_not(history, script) -> None:
    """The French have Ligny and not the crossroads, the coalition Waterloo, nobody Wavre, and Grouchy is far."""
    found = history.campaigns(script, CAMPAIGNS)

    def share(question, *answers: str) -> float:
        return sum(question(each) in answers for each in found) / CAMPAIGNS

    assert share(history.ligny, "french") > 0.5
    assert share(history.quatre_bras, "coalition") > 0.5
    assert share(history.waterloo, "coalition") > 0.5
    assert share(history.wavre, "undecided") > 0.5
    assert share(history.grouchy, "near") < 0.25


@pytest.mark.parametrize(
    ("where", "half_hours"),
    [("PLA", 3), ("OHA", 5), ("LAM", 10), ("WAV", 19), ({"from": "PLA", "to": "MSJ", "done": 20}, 2)],
)
def test_how_far_grouchy_is(history, where, half_hours: int) -> None:
    """By track from Wavre: 81, 42 and 44 hm at 9 in half an hour; the last 13 hm of a paved road are two."""
    rules = history.board.rules()
    opening = rules.opening(rules.settle(history.OPTIONS))
    site = {"at": where} if isinstance(where, str) else {"on": where}
    truth = {"columns": [{"code": "F3", **site}, {"code": "F4", "at": "WLN"}, {"code": "F1", "at": "MSJ"}]}
    assert min(history._hours_to_go(truth, rules, opening)) == half_hours
    near = history.Campaigned(near=half_hours)
    assert history.grouchy(near) == ("near" if half_hours <= 8 else "far")


@pytest.mark.slow
def test_the_french_do_better_if_nobody_comes_from_wavre(history, script) -> None:
    """What is counted can come out otherwise: without the Prussians of the 18th."""
    dawn = 19
    alone = {
        turn: {seat: text for seat, text in mails.items() if seat != "blucher" or turn < dawn}
        for turn, mails in script.items()
    }
    with_them, without = (
        sum(each.points["french"] - each.points["coalition"] for each in history.campaigns(marches, CAMPAIGNS // 2))
        for marches in (script, alone)
    )
    assert without > with_them
