"""Plain words to Waterloo on a grid: lines that say of a piece whither it goes stop their mail, others do not."""

from __future__ import annotations

import pytest
from meant import COURTESIES, stopping

MOVEMENT = [
    "i2 one cell up",
    "bi2 north",
    "infantry one cell up",
    "the guards two north",
    "bl1 back",
    "I2 up",
    "a1 sideways",
    "light cavalry two up",
    "Bh1 up one cell please, if you would be so good",
    "bi3 a cell to the right",
    "Hi Ben, bi2 one cell up",
    "bg1 ahead",
    "bi1 ein feld hoch",
    "heavy cavalry one cell north",
    "ba1 up the road",
    "bl2 along the road",
    "bi5 into the corner",
    "bh2 away from the enemy",
    "bg2 down one",
    "bi6 closer",
    "i4 towards the farm",
]
PROSE = [
    "Why is BI3 still there?",
    "The guards were magnificent, well played",
    "A light lunch, then back to work",
    "Heavy rain here, I am staying in",
    "My line was bad, sorry for the noise",
    "I think that the left was your weak spot",
    "Is the cavalry coming?",
    "On guard!",
    "Light as a feather",
    "Horse and cart were late, sorry",
]


@pytest.mark.parametrize("line", MOVEMENT)
def test_words_of_movement_for_a_piece_stop_the_mail(line: str) -> None:
    assert stopping("waterloo_grid", line) == [[line], [line]]


@pytest.mark.parametrize("line", [*PROSE, *COURTESIES])
def test_words_between_people_stop_nothing(line: str) -> None:
    assert stopping("waterloo_grid", line) == [[], []]
