"""format=flowed (RFC 3676): what is joined, what is not, and how deep it is quoted."""

from __future__ import annotations

import pytest

from pbem.inbound.flowed import unflow

LONG = "This paragraph was broken by the mail program because it was longer than"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"{LONG} \nsixty columns.\nNext.", [f"{LONG} sixty columns.", "Next."]),
        (f"{LONG} \n{LONG} \nend.", [f"{LONG} {LONG} end."]),
        ("N1 5 U23 \nN2 2 R26 \nrest auto", ["N1 5 U23", "N2 2 R26", "rest auto"]),
        (f"{LONG} \nend. \nN1 5 U23", [f"{LONG} end.", "N1 5 U23"]),
        (" From here\n >not a quote", ["From here", ">not a quote"]),
        (f">{LONG} \n>goes on\n>> twice", [f"> {LONG} goes on", "> > twice"]),
        (f"> {LONG} \nanswer", [f"> {LONG}", "answer"]),
        (f"{LONG} \n-- \nJean", [LONG, "-- ", "Jean"]),
        ("-- \nJean", ["-- ", "Jean"]),
        ("", [""]),
    ],
)
def test_unflow(text: str, lines: list[str]) -> None:
    assert unflow(text).split("\n") == lines


def test_delsp_takes_the_space_that_was_added() -> None:
    word = "長" * 60
    assert unflow(f"{word} \n{word}", delsp=True) == word * 2
