"""The formats that a document can be written in. One more is a module with `write`, and a line here."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from pbem.reports import html, json, text
from pbem.reports.document import Document


class Format(msgspec.Struct, frozen=True):
    """A format: the end of its file names, its media type, and who writes a document in it."""

    suffix: str
    type: str
    write: Callable[[Document], str]


TEXT = Format("txt", "text/plain", text.write)
HTML = Format("html", "text/html", html.write)
JSON = Format("json", "application/json", json.write)

FORMATS = {"text": TEXT, "html": HTML, "json": JSON}
