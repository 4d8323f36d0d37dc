"""Portions of a batch in a real Redis: they come through as they are, end by themselves, and leave nothing behind."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from redis import Redis

from pbem.batch import portions
from pbem.batch.answering import answered
from pbem.batch.chunk import Answers, Chunk, Reports
from pbem.ops.embedded_redis import EmbeddedRedis

ANY_BYTES = Chunk([b'{"id": "\xff"}', bytes(range(256)), b""], "html")
TOLD = Answers(b'{"id":"\xff"}\n', 1, [Reports(7, {"north": "a report"})])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    with EmbeddedRedis(tmp_path_factory.mktemp("redis")) as redis:
        yield Redis.from_url(redis.url)


@pytest.fixture
def redis(server: Redis) -> Redis:
    server.flushall()
    return server


def test_any_bytes_come_through_as_they_are(redis: Redis) -> None:
    name = portions.hand_in(redis, ANY_BYTES)
    assert portions.asked(redis, name) == ANY_BYTES
    portions.tell(redis, name, TOLD)
    assert portions.told(redis, name) == TOLD
    broken = Chunk([b'{"id": "\xff"}'])
    name = portions.hand_in(redis, broken)
    portions.tell(redis, name, answered(broken))
    assert portions.told(redis, name) == answered(broken)


def test_what_was_dropped_is_held_no_longer(redis: Redis) -> None:
    name = portions.hand_in(redis, ANY_BYTES)
    portions.tell(redis, name, TOLD)
    portions.drop(redis, name)
    assert redis.keys() == []
    assert portions.asked(redis, name) is None
    assert portions.told(redis, name) is None


def test_what_nobody_takes_ends_by_itself(redis: Redis) -> None:
    name = portions.hand_in(redis, ANY_BYTES)
    portions.tell(redis, name, TOLD)
    left = [redis.ttl(key) for key in redis.scan_iter()]
    assert len(left) == 2
    assert all(portions.HELD_SECONDS - 10 < seconds <= portions.HELD_SECONDS for seconds in left)


def test_two_portions_have_nothing_in_common(redis: Redis) -> None:
    one, other = (portions.hand_in(redis, chunk) for chunk in (ANY_BYTES, Chunk([b"x"])))
    portions.tell(redis, one, TOLD)
    assert portions.told(redis, other) is None
    assert portions.told(redis, one) == TOLD


def test_rings_are_sought_as_before_when_a_portion_is_answered_or_fails() -> None:
    usual = gc.get_threshold()
    with portions.few_searches():
        assert gc.get_threshold()[0] > usual[0]
    assert gc.get_threshold() == usual
    with pytest.raises(ArithmeticError), portions.few_searches():
        raise ArithmeticError
    assert gc.get_threshold() == usual
