"""The chunks of a batch: bounded by bytes, so that neither end waits long for the other, and by lines."""

from pbem.batch.processes import CHUNK_BYTES, CHUNK_LINES, chunk_of


def test_a_chunk_ends_with_the_line_that_fills_it():
    line = b"x" * (CHUNK_BYTES // 4)
    lines = iter([line] * 10)
    assert [len(chunk_of(lines, CHUNK_LINES)) for _ in range(4)] == [4, 4, 2, 0]


def test_a_line_that_is_longer_than_a_chunk_is_one():
    lines = iter([b"x" * (2 * CHUNK_BYTES), b"y"])
    assert [len(chunk_of(lines, CHUNK_LINES)) for _ in range(3)] == [1, 1, 0]


def test_short_lines_are_bounded_by_their_number():
    lines = iter([b"x"] * (CHUNK_LINES + 1))
    assert [len(chunk_of(lines, CHUNK_LINES)) for _ in range(3)] == [CHUNK_LINES, 1, 0]
    assert len(chunk_of(iter([b"x"] * 3), 1)) == 1
