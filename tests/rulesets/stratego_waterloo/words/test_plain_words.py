"""Plain words to Stratego Waterloo: lines that say of a piece whither it goes stop their mail, others do not."""

from __future__ import annotations

import pytest
from meant import COURTESIES, stopping

MOVEMENT = [
    "cu one square up",
    "ch forward",
    "cu north",
    "the cuirassiers one square up",
    "old guard two squares forward",
    "Cu left",
    "lancers two up",
    "sg up one square please",
    "infantry one square forward",
    "mg to the left",
    "hr straight ahead",
    "ln back one",
    "Hi, sg up one",
    "we one square north",
    "WE one up",
    "ney one square up",
    "marshal ney up",
    "e7 up I think if you like",
    "kh sideways",
    "fg ein feld vor",
    "yg towards the farm",
]
PROSE = [
    "cu soon",
    "HERE WE GO!",
    "We had a nice weekend",
    "We are out of luck",
    "In two weeks I am away, sorry",
    "Ed, well played",
    "Na, then good luck",
    "That was nasty, your hussars are good",
    "Re: your question",
    "We know how you feel",
    "The light is bad here",
    "Old guard never dies, I think",
]


@pytest.mark.parametrize("line", MOVEMENT)
def test_words_of_movement_for_a_piece_stop_the_mail(line: str) -> None:
    assert stopping("stratego_waterloo", line) == [[line], [line]]


@pytest.mark.parametrize("line", [*PROSE, *COURTESIES])
def test_words_between_people_stop_nothing(line: str) -> None:
    assert stopping("stratego_waterloo", line) == [[], []]
