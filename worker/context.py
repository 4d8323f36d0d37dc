"""The context of the jobs of a process: settings, store and notifier, made anew in each."""

from __future__ import annotations

import os
from functools import cache

from pbem.config import load
from pbem.ops.serving import redis_url
from pbem.runtime.context import Context
from pbem.runtime.notifier import InlineNotifier
from pbem.store import Store


def context() -> tuple[Context, InlineNotifier]:
    """This process's context and its notifier; a fork of the worker opens connections of its own."""
    return _office(os.getpid())


@cache
def _office(_pid: int) -> tuple[Context, InlineNotifier]:
    settings = load()
    notifier = InlineNotifier(redis_url(settings), settings.queue)
    return Context(settings, Store(settings.database), notifier), notifier
