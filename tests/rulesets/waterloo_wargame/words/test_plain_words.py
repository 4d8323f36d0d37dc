"""Plain words to the Wargame: lines that say of a piece whither it goes stop their mail, others do not."""

from __future__ import annotations

import pytest
from meant import COURTESIES, stopping

MOVEMENT = [
    "bau a touch left",
    "bau as before",
    "Bau onward",
    "bau holds the ridge, I think",
    "bau north",
    "bau up the road",
    "Bau north a bit",
    "all one step up",
    "All north",
    "soy over the ridge",
    "foy one hundred yards up",
    "guy two steps north",
    "Guy north",
    "ada along the road",
    "bes up the hill",
    "hi bau up",
    "hi ben, bau up",
    "bau slightly left",
    "bau a little back",
    "wellington up the road",
    "infantry two steps up",
    "BAU up there please if you would be so good",
    "pel into the farm",
    "mil down the slope",
    "vin across the road",
    "f10 up",
    "Ada up the road",
]
PROSE = [
    "mit vielen Worten aus Wien",
    "soy un mal jugador",
    "Guy stays with us for the week",
    "All the best from all of us",
    "All is well that ends well",
    "All right then",
    "Guy left for the weekend",
    "Ada, up to you now",
    "Hi Ada, over to you",
    "Foy was a good general, I think",
    "I met Guy on the road, he sends his love",
    "My pet is ill, sorry",
    "I think your ADA is in trouble",
    "Mit Gruß",
    "Hi all, two days more and we are through",
]


@pytest.mark.parametrize("line", MOVEMENT)
def test_words_of_movement_for_a_piece_stop_the_mail(line: str) -> None:
    assert stopping("waterloo_wargame", line) == [[line], [line]]


@pytest.mark.parametrize("line", [*PROSE, *COURTESIES])
def test_words_between_people_stop_nothing(line: str) -> None:
    assert stopping("waterloo_wargame", line) == [[], []]
