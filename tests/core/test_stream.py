"""The stream of the simulations: against a second implementation in plain Python, and even over its range."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from core.stream import drawn, picked

WORD = 2**64 - 1


def xoshiro(key: int) -> Iterator[int]:
    """xoshiro256** by Blackman and Vigna, seeded as they advise, in Python's own numbers."""
    state = []
    for _ in range(4):
        key = (key + 0x9E3779B97F4A7C15) & WORD
        z = key
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
        state.append(z ^ (z >> 31))
    while True:
        five = (state[1] * 5) & WORD
        yield (((five << 7 | five >> 57) & WORD) * 9) & WORD
        shifted = (state[1] << 17) & WORD
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = (state[3] << 45 | state[3] >> 19) & WORD


@pytest.mark.parametrize("key", [0, 1, 2**64 - 1, 0x1815_0618])
def test_it_is_xoshiro256(key: int) -> None:
    assert drawn(key, 50) == list(islice(xoshiro(key), 50))


@pytest.mark.parametrize("limit", [1, 2, 6, 7, 100])
def test_every_number_below_the_limit_is_as_likely(limit: int) -> None:
    tally = Counter(picked(1815, limit, 2000 * limit))
    assert set(tally) == set(range(limit))
    # Five standard deviations; the key is fixed, so this never changes from run to run.
    assert all(abs(times - 2000) < 5 * 2000**0.5 for times in tally.values())


def test_a_limit_that_would_be_biased_without_a_second_draw() -> None:
    limit = 3 * 2**30
    tally = Counter(number // 2**30 for number in picked(7, limit, 30_000))
    assert all(abs(tally[third] - 10_000) < 500 for third in range(3))


@pytest.mark.parametrize("limit", [1, 6, 1000, 2**31])
def test_numbers_below_a_limit_are_the_high_half_of_a_product(limit: int) -> None:
    """Where no second draw is needed; for these limits and this key none is."""
    high = [number >> 32 for number in drawn(1815, 40)]
    assert picked(1815, limit, 40) == [number * limit >> 32 for number in high]
