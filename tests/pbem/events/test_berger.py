"""Berger's tables are those that FIDE prints (Handbook C.05, Annex 1), typed in here."""

from __future__ import annotations

from itertools import combinations

import pytest

from pbem.events import berger

PRINTED = {
    4: """1-4 2-3
          4-3 1-2
          2-4 3-1""",
    6: """1-6 2-5 3-4
          6-4 5-3 1-2
          2-6 3-1 4-5
          6-5 1-4 2-3
          3-6 4-2 5-1""",
    8: """1-8 2-7 3-6 4-5
          8-5 6-4 7-3 1-2
          2-8 3-1 4-7 5-6
          8-6 7-5 1-4 2-3
          3-8 4-2 5-1 6-7
          8-7 1-6 2-5 3-4
          4-8 5-3 6-2 7-1""",
    10: """1-10 2-9 3-8 4-7 5-6
           10-6 7-5 8-4 9-3 1-2
           2-10 3-1 4-9 5-8 6-7
           10-7 8-6 9-5 1-4 2-3
           3-10 4-2 5-1 6-9 7-8
           10-8 9-7 1-6 2-5 3-4
           4-10 5-3 6-2 7-1 8-9
           10-9 1-8 2-7 3-6 4-5
           5-10 6-4 7-3 8-2 9-1""",
}


@pytest.mark.parametrize("number", PRINTED)
def test_the_tables_are_those_that_fide_prints(number: int) -> None:
    written = [" ".join(f"{one}-{other}" for one, other in row) for row in berger.table(number)]
    assert written == [" ".join(line.split()) for line in PRINTED[number].splitlines()]


@pytest.mark.parametrize("number", range(2, 25))
def test_all_meet_all_once_nobody_twice_in_a_round_and_sides_are_even(number: int) -> None:
    rounds = berger.table(number)
    even = number + number % 2
    assert len(rounds) == even - 1
    assert all(len({who for pair in row for who in pair}) == even for row in rounds)
    pairs = sorted(tuple(sorted(pair)) for row in rounds for pair in row)
    assert pairs == list(combinations(range(1, even + 1), 2))
    firsts = [sum(row_pair[0] == who for row in rounds for row_pair in row) for who in range(1, even + 1)]
    assert max(firsts) - min(firsts) <= 1
