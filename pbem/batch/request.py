"""A request as it is written, and what is answered when it cannot be adjudicated. Light: no rule set is imported here.

{"id", "ruleset", "options", "position", "orders": {seat: text}, "dice": [..] | {"seed": hex, ..}, "due"}
"""

from __future__ import annotations

from typing import Any

import msgspec

from core.contract import Json, SeatName

# Some two hundred times what a real request takes; what is longer is not worth the memory it asks for.
LINE_LIMIT = 1 << 20
OPENING = msgspec.Raw(b"null")


class SeededRolls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice drawn from a seed (hex), as a game of this name, with these players' words, would draw them."""

    seed: str
    turn: int | None = None
    game: str = ""
    words: tuple[str, ...] = ()


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request. `position` is the JSON of it, `null` for the opening; `due` says that the deadline has passed."""

    id: str | int
    ruleset: str
    options: dict[str, Any] = {}
    position: msgspec.Raw = OPENING
    orders: dict[SeatName, str] = {}
    dice: tuple[int | str, ...] | SeededRolls = ()
    due: bool = False


class BadRequest(Exception):
    """Why a request cannot be adjudicated: a code, a sentence, and where in the request."""

    def __init__(self, code: str, message: str, where: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.where = code, message, where


_requests = msgspec.json.Decoder(Request)
# What the decoder raises for bytes that are no JSON, no UTF-8, or brackets without end.
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def read_request(line: bytes) -> Request:
    """The request on a line, of the right shape and no more than that. Raises BadRequest."""
    _measure(line)
    try:
        return _requests.decode(line)
    except UNREADABLE as error:
        # Of two faults, that the line is no JSON at all is the one to tell.
        _object(line)
        raise misshapen(error, "request") from None


def ident_of(line: bytes) -> str | int | None:
    """The id of a request line, or None where it has none that can be read."""
    try:
        ident = _object(line).get("id")
    except BadRequest:
        return None
    return ident if isinstance(ident, str | int) else None


def failure(ident: str | int | None, code: str, message: str, where: str | None = None) -> Json:
    """The answer to a request that could not be adjudicated."""
    return {"id": ident, "error": {"code": code, "message": message} | ({"where": where} if where else {})}


def misshapen(error: Exception, what: str, within: str = "") -> BadRequest:
    """What the decoder has against a request or the part `within` it, with the place it names."""
    reason, _, path = str(error).partition(" - at `$")
    where = f"{within}{path.rstrip('`')}".removeprefix(".")
    return BadRequest("shape", f"The {what} does not have the right shape: {reason}.", where or None)


def unreadable(error: Exception) -> BadRequest:
    """What to say of a line that is no JSON."""
    return BadRequest("unreadable", f"This line cannot be read as a JSON object: {error}.")


def _object(line: bytes) -> Json:
    _measure(line)
    try:
        return msgspec.json.decode(line, type=dict[str, Any])
    except UNREADABLE as error:
        raise unreadable(error) from None


def _measure(line: bytes) -> None:
    if len(line) > LINE_LIMIT:
        raise BadRequest("too_long", f"This line is longer than {LINE_LIMIT} bytes.")
