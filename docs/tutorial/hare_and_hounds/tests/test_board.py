"""What must hold of the board, whatever is changed in its file."""

import pytest
from hare_and_hounds.board import board


@pytest.mark.clause("HAH-001")
def test_eleven_points_in_five_columns():
    assert board().points == ("a2", "b1", "b2", "b3", "c1", "c2", "c3", "d1", "d2", "d3", "e2")


@pytest.mark.clause("HAH-001")
def test_lines_lead_both_ways_and_no_further_than_the_next_column():
    neighbours = board().neighbours
    for point, near in neighbours.items():
        assert all(point in neighbours[other] for other in near)
        assert all(abs(ord(point[0]) - ord(other[0])) <= 1 and point != other for other in near)
    assert sum(map(len, neighbours.values())) == 2 * 22


@pytest.mark.clause("HAH-001")
def test_diagonals_cross_in_the_middle_alone():
    neighbours = board().neighbours
    assert neighbours["c2"] == ("b1", "b2", "b3", "c1", "c3", "d1", "d2", "d3")
    assert neighbours["b2"] == ("a2", "b1", "b3", "c2")
    assert neighbours["b1"] == ("a2", "b2", "c1", "c2")


@pytest.mark.clause("HAH-003")
def test_the_hounds_stand_at_one_end_and_the_hare_at_the_other():
    assert board().start == {"hounds": ["a2", "b1", "b3"], "hare": "e2"}
