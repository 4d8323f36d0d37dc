"""The office of a job: settings, store and bell, made anew in each process."""

from __future__ import annotations

import os
from functools import cache

from pbem.bell import Bell
from pbem.config import Settings
from pbem.office import Office
from pbem.serving import redis_url
from pbem.store import Store


def office() -> Office:
    """This process's office; a job runs in a fork of the worker and opens connections of its own."""
    return _office(os.getpid())


@cache
def _office(_pid: int) -> Office:
    settings = Settings()
    return Office(settings, Store(settings.database), Bell(redis_url(settings), settings.queue))
