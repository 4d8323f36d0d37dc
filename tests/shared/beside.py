"""What befalls a server while a test plays a game on it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def beside(*what: Callable[[threading.Event], object]) -> Iterator[None]:
    """Things that are done beside the game, each in a thread of its own, until they end or the game does."""
    failed: list[BaseException] = []
    over = threading.Event()

    def run(each: Callable[[threading.Event], object]) -> None:
        try:
            each(over)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(each,)) for each in what]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()
    assert not failed, failed
