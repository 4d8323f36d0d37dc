"""The style, the scripts and the sign of the pages, under paths that hold their hash: they may be kept for good."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import resources

from flask import Blueprint, Response

from pbem.web.refusals import refuse

TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
KEPT_S = 365 * 86_400

blueprint = Blueprint("static", __name__)


@blueprint.get("/static/<mark>/<name>")
def file(mark: str, name: str) -> Response:
    """A file, as long as it is the one that is meant."""
    if name not in contents() or mark != version():
        refuse(404, "there is no such file")
    answer = Response(contents()[name], mimetype=TYPES[name.rpartition(".")[2]])
    answer.cache_control.public = True
    answer.cache_control.max_age = KEPT_S
    answer.cache_control.immutable = True
    return answer


def path_of(name: str) -> str:
    """The path of a file."""
    return f"/static/{version()}/{name}"


@cache
def contents() -> dict[str, bytes]:
    """The files, by their names."""
    folder = resources.files(__package__ or "").joinpath("static")
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.name.rpartition(".")[2] in TYPES}


@cache
def version() -> str:
    """What changes when one of them does."""
    return sha256(b"".join(name.encode() + contents()[name] for name in sorted(contents()))).hexdigest()[:16]
