"""How a page is answered: as HTML or as its JSON twin, unchanged where its reader has it, and out of a cache.

A page hangs on a *key*: what is cheap to find out and changes when the page does. Its hash is the ETag, so that whoever
asks again and again costs a few look-ups. The key of a game hangs on the record up to what may be seen, and no further:
the ETag itself must not tell that somebody has sent secret orders.

Only so many pages are worked out at once. Whoever comes beyond waits a moment and is then told to come again, so that
there is always a thread left for mail.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib import resources
from threading import Lock
from typing import Any
from urllib.parse import quote

import msgspec
from flask import Response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from pbem import __version__
from pbem.config import Settings
from pbem.web import gate
from pbem.web.context import context
from pbem.web.pages import asked, static

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
# A film is one file with its style and its script in it. It is shown as if it came from nowhere: whatever stood in it
# could reach neither the other pages nor a cookie of theirs.
FILM_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; sandbox allow-scripts"
)
SVG, HTML, JSON = "image/svg+xml", "text/html", "application/json"

KEPT_BYTES = 24_000_000  # a process
AGE_S = 60  # for which what does not change by itself is not asked about again; a name may be taken off it meanwhile

Made = Callable[[], str | bytes]


def page(template: str, key: object, build: Callable[[], msgspec.Struct], *, twin: str, age: int = 0) -> AnyResponse:
    """A page of a struct, as HTML or, under the path of its `twin`, as JSON."""
    if request.path.endswith(".json"):
        return answer(key, lambda: msgspec.json.encode(build()), JSON, path=twin, age=age)

    def html() -> str:
        told = build()
        return render_template(f"pages/{template}.html.j2", page=told, twin=quote(twin) + asked.query(), **_around())

    return answer(key, html, HTML, path=twin, age=age)


def answer(key: object, make: Made, kind: str, *, path: str, age: int = 0, policy: str = "") -> AnyResponse:
    """What hangs on a key: not modified, from the cache, or made now. `path` is the same however it was typed.

    `policy` is what a browser lets it do, if that is not as with all of its kind.
    """
    etag = _etag(key, kind, path)
    found = b"" if etag in request.if_none_match else _made(etag, make)
    given = Response(found, mimetype=kind)
    given.set_etag(etag)
    given.cache_control.public = True
    given.cache_control.max_age = age
    if not age:
        given.cache_control.no_cache = True
    given.headers["Content-Security-Policy"] = policy or (PICTURE_POLICY if kind == SVG else POLICY)
    # Nobody else's page may have our pictures, and none of ours tells others where its reader was.
    given.headers["Referrer-Policy"] = "same-origin"
    return given.make_conditional(request)


def plain(template: str, **facts: Any) -> str:
    """A page that no struct is behind: a refusal."""
    return render_template(f"pages/{template}.html.j2", **facts, **_around())


def _around() -> dict[str, Any]:
    """What stands around every page."""
    settings = context().settings
    return {
        "club": settings.mail_domain,
        "address": settings.address,
        "public": settings.public_pages,
        "mailbox": _has_mailbox(settings),
    }


def _has_mailbox(settings: Settings) -> bool:
    """Whether the local mailbox is at the same port as the pages."""
    return settings.smtp_url is None and settings.pages_port is None


# --- Kept ---------------------------------------------------------------------------------------------------------


class Cache:
    """Answers by their ETags, so many bytes of them, those longest not asked for going first."""

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._guard = Lock()

    def get(self, etag: str) -> bytes | None:
        """The answer, if it is kept."""
        with self._guard:
            found = self._kept.get(etag)
            if found is not None:
                self._kept.move_to_end(etag)
            return found

    def put(self, etag: str, answer: bytes) -> None:
        """Keep an answer."""
        with self._guard:
            self._size += len(answer) - len(self._kept.pop(etag, b""))
            self._kept[etag] = answer
            while self._size > self._most:
                _, gone = self._kept.popitem(last=False)
                self._size -= len(gone)


_cache = Cache(KEPT_BYTES)


def _made(etag: str, make: Made) -> bytes:
    found = _cache.get(etag)
    if found is not None:
        return found
    with gate.worked_out():
        # Of many who want the same, the first has made it meanwhile.
        found = _cache.get(etag)
        if found is None:
            made = make()
            found = made.encode() if isinstance(made, str) else made
            _cache.put(etag, found)
        return found


def _etag(key: object, kind: str, path: str) -> str:
    settings = context().settings
    around = [settings.address, settings.public_pages, _has_mailbox(settings)]
    hangs_on = msgspec.json.encode([_release(), kind, path, asked.query(), around, key])
    return sha256(hangs_on).hexdigest()[:40]


@cache
def _release() -> str:
    """What changes with what pages are made by: the release, the templates and what they load."""
    found = sha256(f"{__version__} {static.version()}".encode())
    folder = resources.files("pbem.web").joinpath("templates", "pages")
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        found.update(each.read_bytes())
    return found.hexdigest()
