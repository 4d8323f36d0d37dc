"""The rest of a request that is refused before its body is read.

Who is still sending when his connection is closed learns that it was reset, and may never see the answer: a proxy makes
a 502 of a 413, and a provider tries such a mail again. Therefore some of the rest is read and thrown away first
(RFC 9112, 9.6). It takes a thread of the web server, so it is done for one request at a time, and for a second at most.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Mapping
from threading import Lock, Timer
from typing import Any

SECONDS = 1.0
CHUNK = 1 << 16

_reading = Lock()


def throw_away(environ: Mapping[str, Any]) -> None:
    """Read what is left of a request's body, in vain, within these limits; nothing where no socket is known."""
    connection: socket.socket | None = environ.get("gunicorn.socket")
    if connection is None or not _reading.acquire(blocking=False):
        return
    # A limit on each read would not do: whoever sends byte by byte keeps to it for ever.
    clock = Timer(SECONDS, _hear_no_more, (connection,))
    clock.daemon = True
    try:
        clock.start()
        while environ["wsgi.input"].read(CHUNK):
            continue
    except OSError:
        return  # nobody is there any more
    finally:
        clock.cancel()
        _reading.release()


def _hear_no_more(connection: socket.socket) -> None:
    """What is read from now on is the end; there can still be written."""
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RD)
