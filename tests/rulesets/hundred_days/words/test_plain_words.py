"""Plain words to the Hundred Days: lines that say of a piece whither it goes stop their mail, others do not."""

from __future__ import annotations

import pytest
from meant import COURTESIES, stopping

MOVEMENT = [
    "fo halt there",
    "Fm halt there",
    "fm onwards",
    "fo same as before",
    "FO stays at Beaumont",
    "fo two miles up the road",
    "FO north",
    "reille one mile north",
    "f1 up the road",
    "f1 up the road please, if you would be so good",
    "the guard two miles forward",
    "fl toward the river",
    "Fl back a mile",
    "d'Erlon north",
    "Hi Ben, fo one mile north",
    "fo nach Norden",
    "my left corps a mile north",
    "fy half a league down the road",
    "with fo north",
    "fo along the river",
    "FO closer to the enemy",
    "fe one stage back",
    "fp across the river",
    "fk and fm back",
    "column f2 over the bridge",
    "Vandamme forward",
    "fo out of the wood, one mile",
]
PROSE = [
    "As far as I can see all is well",
    "At work, back later",
    "Reille is a good general, I think",
    "Au revoir",
    "The guard dies but does not surrender!",
    "Is Blucher near, do you think?",
    "I am in Brussels for the week",
    "An army marches on its stomach",
    "The road to Ligny is long, I know",
    "Napoleon was never so lucky",
]


@pytest.mark.parametrize("line", MOVEMENT)
def test_words_of_movement_for_a_piece_stop_the_mail(line: str) -> None:
    assert stopping("hundred_days", line) == [[line], [line]]


@pytest.mark.parametrize("line", [*PROSE, *COURTESIES])
def test_words_between_people_stop_nothing(line: str) -> None:
    assert stopping("hundred_days", line) == [[], []]
