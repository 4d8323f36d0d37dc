"""The office of the jobs of a process: settings, store and bell, made anew in each."""

from __future__ import annotations

import os
from functools import cache

from pbem.bell import OwnBell
from pbem.config import Settings
from pbem.office import Office
from pbem.serving import redis_url
from pbem.store import Store


def office() -> tuple[Office, OwnBell]:
    """This process's office and its bell; a fork of the worker opens connections of its own."""
    return _office(os.getpid())


@cache
def _office(_pid: int) -> tuple[Office, OwnBell]:
    settings = Settings()
    bell = OwnBell(redis_url(settings), settings.queue)
    return Office(settings, Store(settings.database), bell), bell
