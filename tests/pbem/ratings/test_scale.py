"""The numbers of ratings, as people are shown them and as time passes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.ratings.scale import MU, PROVISIONAL, SIGMA, faded, gained, is_provisional, share, shown, spread

THEN = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_newcomer_begins_in_the_middle_and_is_provisional():
    assert (shown(MU), spread(SIGMA)) == (1500, 333)
    assert is_provisional(SIGMA)
    assert is_provisional(PROVISIONAL)
    assert not is_provisional(4.99)


def test_a_change_is_that_of_what_is_shown():
    assert gained(25.0, 26.0) == 40
    assert gained(25.004, 25.013) == shown(25.013) - shown(25.004)


@pytest.mark.parametrize(
    ("days", "sigma"), [(0, 2.0), (29, 2.0), (30, 2.1213), (1259, 4.9497), (1260, 5.0), (9e5, SIGMA)]
)
def test_uncertainty_grows_with_idle_months(days, sigma):
    assert faded(2.0, THEN, THEN + timedelta(days=days)) == pytest.approx(sigma, abs=1e-4)


@given(sigma=st.floats(0.1, SIGMA), days=st.integers(0, 5000), more=st.integers(0, 5000))
def test_it_never_shrinks_by_waiting(sigma, days, more):
    early, late = (faded(sigma, THEN, THEN + timedelta(days=each)) for each in (days, days + more))
    assert sigma <= early <= late <= SIGMA


@given(ahead=st.floats(-60, 60), variance=st.floats(0, 200))
def test_what_one_is_to_get_the_other_is_not(ahead, variance):
    assert share(ahead, variance) + share(-ahead, variance) == pytest.approx(1)
    assert abs(share(ahead, variance) - 0.5) <= abs(share(ahead) - 0.5) + 1e-12
