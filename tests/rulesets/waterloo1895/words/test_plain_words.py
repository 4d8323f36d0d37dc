"""Plain words to Waterloo (1895): lines that say of a piece whither it goes stop their mail, others do not."""

from __future__ import annotations

import pytest
from meant import COURTESIES, stopping

MOVEMENT = [
    "n1 up the road",
    "nc one spot up",
    "nd north",
    "NC one up",
    "nc back towards paris",
    "Nd forward",
    "hi nc up one",
    "nc along the road",
    "wc left",
    "wd two spots down the road",
    "nc one step, please",
    "nc a bit closer",
    "my nc to the left",
    "cavalry two spots up",
    "artillery north",
    "n3 towards the hill",
    "nc vers le nord",
    "nd a spot back",
    "Hi Ben, nd one spot north",
    "nc over the river",
    "nc half way up",
]
PROSE = [
    "I think your W3 is in trouble",
    "Na dann, viel Glück",
    "Is Paris nice in June?",
    "Wellington is lucky today",
    "The infantry is tired, I think",
    "Are you still up?",
    "Li is a friend of mine",
    "An army marches on its stomach, they say",
    "Namur was lovely, you should see it",
    "All roads lead to Rome",
]


@pytest.mark.parametrize("line", MOVEMENT)
def test_words_of_movement_for_a_piece_stop_the_mail(line: str) -> None:
    assert stopping("waterloo1895", line) == [[line], [line]]


@pytest.mark.parametrize("line", [*PROSE, *COURTESIES])
def test_words_between_people_stop_nothing(line: str) -> None:
    assert stopping("waterloo1895", line) == [[], []]
