"""Plain words to Conflict: lines that say of a piece whither it goes stop their mail, others do not."""

from __future__ import annotations

import pytest
from meant import COURTESIES, stopping

MOVEMENT = [
    "aa upp one sqare",
    "aa as before, one up",
    "aa stays where it is",
    "aa hold",
    "aa again",
    "aa one square up",
    "aa north",
    "AA one square up",
    "Aa one square up",
    "the aa gun one square up",
    "my aa up two squares please",
    "Hi Ben, aa one square up",
    "hi aa one square up",
    "hi aa up",
    "aa: one square up:",
    "aa a little to the right",
    "aa should go one square up, I think",
    "aa to be moved one square up",
    "one square up for the aa",
    "two squares north with aa",
    "up one, aa",
    "aa ein Feld hoch",
    "aa une case vers le nord",
    "aa un paso al norte",
    "aa nach Norden",
    "aa diagonally",
    "raa one square up",
    "battleship one square north",
    "my artillery two squares up",
    "plane two up",
    "ra1 up please if you like, I think",
    "aa back home",
    "aa upwards",
    "aa along the river",
    "could you take aa one square up please?",
    "bs2 a bit south, thanks, you know",
    "aa closer to the enemy",
    "aa into the corner",
    "sorry aa up",
]
PROSE = [
    "Your aa is a nuisance, well placed",
    "I wonder why you keep aa at home",
    "The plane was late, sorry",
    "My plane leaves on Tuesday",
    "Guns and roses",
    "A ship in a bottle for you",
    "I liked how your bs3 went round my left",
    "Is your aa still at home?",
    "The red team is happy",
    "An airplane trip kept me away",
]


@pytest.mark.parametrize("line", MOVEMENT)
def test_words_of_movement_for_a_piece_stop_the_mail(line: str) -> None:
    assert stopping("conflict", line) == [[line], [line]]


@pytest.mark.parametrize("line", [*PROSE, *COURTESIES])
def test_words_between_people_stop_nothing(line: str) -> None:
    assert stopping("conflict", line) == [[], []]
