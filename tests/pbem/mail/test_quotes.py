"""Replies in the styles of many mail programs to one report: every order is kept, no line of the report is left."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.mail import mime, quotes
from pbem.rulesets.waterloo1895.grammar import looks_like_order

STYLES = Path(__file__).parents[2] / "mail" / "styles"
REPORT = (STYLES / "report.txt").read_text(encoding="utf-8")
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((STYLES / "expected.toml").read_text(encoding="utf-8"))


def own(text: str, *sent: str) -> list[tuple[str, str]]:
    lines = quotes.own_lines(text, sent, "play.example", looks_like_order)
    return [(line.source, line.text) for line in lines]


@pytest.mark.parametrize("style", EXPECTED)
def test_every_order_is_kept_and_no_line_of_the_report(style: str) -> None:
    wanted = EXPECTED[style]
    opened = mime.read((STYLES / f"{style}.eml").read_bytes())
    lines = quotes.own_lines(opened.text, [REPORT], "play.example", looks_like_order)
    orders = [line for line in lines if looks_like_order(line.text)]
    assert [line.text for line in orders if line.source == "typed"] == wanted["typed"]
    assert [line.text for line in orders if line.source == "edited quote"] == wanted.get("edited", [])
    assert [line.text for line in lines if line not in orders] == wanted.get("remarks", [])
