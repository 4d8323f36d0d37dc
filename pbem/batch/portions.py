"""Portions of a batch, as Redis holds them for a while: what is asked under one key, what is told under another.

A job carries the name of its portion and no more: what rq carries itself it compresses, and writes as base64 in JSON,
which took several times as long as to answer it. Each key ends by itself, whatever becomes of command and workers.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import msgspec
from redis import Redis

from pbem.batch.chunk import Answers, Chunk
from pbem.batch.processes import RINGS_SOUGHT_AFTER

HELD_SECONDS = 3600


def hand_in(redis: Redis, chunk: Chunk) -> str:
    """Put a chunk where workers find it; the name of the portion."""
    name = uuid4().hex
    redis.set(_asked(name), msgspec.msgpack.encode(chunk), ex=HELD_SECONDS)
    return name


def asked(redis: Redis, name: str) -> Chunk | None:
    """What a portion asks; None where Redis holds it no longer."""
    found: Any = redis.get(_asked(name))
    return None if found is None else msgspec.msgpack.decode(found, type=Chunk)


def tell(redis: Redis, name: str, answers: Answers) -> None:
    """Put the answers to a portion where the command finds them."""
    redis.set(_told(name), msgspec.msgpack.encode(answers), ex=HELD_SECONDS)


def told(redis: Redis, name: str) -> Answers | None:
    """The answers to a portion; None where Redis holds none, or holds them no longer."""
    found: Any = redis.get(_told(name))
    return None if found is None else msgspec.msgpack.decode(found, type=Answers)


def drop(redis: Redis, name: str) -> None:
    """Have Redis hold a portion no longer."""
    redis.delete(_asked(name), _told(name))


@contextmanager
def few_searches() -> Iterator[None]:
    """Answers are freed as they are written: rings among them are sought as seldom as in a process of a batch."""
    usual = gc.get_threshold()
    gc.set_threshold(RINGS_SOUGHT_AFTER)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def _asked(name: str) -> str:
    return f"pbem:batch:{name}:asked"


def _told(name: str) -> str:
    return f"pbem:batch:{name}:told"
