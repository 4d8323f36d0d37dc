"""`/own/write`: what a player does besides orders, by forms: taking a seat, leaving, being away, what he is mailed.

Each form makes the line that a mail would have, and the line is sent as a mail to the server: read, answered and
recorded like any other. So nothing can be done here that a mail could not do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from flask import Blueprint, Response, request

from pbem.addresses.links import PATH
from pbem.games import devices
from pbem.web.context import context
from pbem.web.own import browser, codes, sending
from pbem.web.own.browser import Rate
from pbem.web.own.page import Pending, of_club
from pbem.web.own.typing import refuse_broken
from pbem.web.refusals import refuse

WRITES = Rate(30)
LONGEST_FIELD = 300
FIELDS = frozenset(
    {
        *("act", "first", "last", "zone", "value", "name", "game", "seat", "word", "whom", "robot", "ruleset"),
        *("options", "private"),
    }
)

blueprint = Blueprint("own_writing", __name__)

Fields = Mapping[str, str]
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_WORD = re.compile(r"[\w.'-]+")
_ZONE = re.compile(r"[A-Za-z_]+(?:/[\w+-]+){0,2}", re.ASCII)


@blueprint.post(f"/{PATH}/write")
def write() -> Response:
    """Send the line of a form; a code that came with it first. Where none has ever come the line waits for one."""
    browser.ensure_form()
    made, line = sending.nonce_of_form(), _line()
    said = codes.taken(browser.device)
    with context().store.reading() as session:
        device = browser.device(session)
        if not WRITES.takes(device.id):
            refuse(429, "that was often; wait a moment")
        if device.player.barred is not None:
            refuse(403, "the host of this server has barred you")
        if not devices.is_known(context().settings, device):
            said = said or codes.NEEDS_CODE
            return of_club(session, device, said=said, asks_code=True, pending=_pending(line), status=403)
        sending.ensure_few(session, device.player)
        raw, to = sending.to_server(device.player, line.split()[0].lower(), line, made)
        sender = device.player.address
    return browser.to(f"/{PATH}?sent={sending.sent(raw, sender, to)}")


@blueprint.post(f"/{PATH}/code")
def code() -> Response:
    """Mail a code to the player's address on file; a line that waits for it stays."""
    browser.ensure_form()
    pending = _pending(_line()) if request.form.get("act") else None
    said = codes.mailed(browser.device)
    with context().store.reading() as session:
        return of_club(session, browser.device(session), said=said, asks_code=True, pending=pending)


@blueprint.post(f"/{PATH}/known")
def known() -> Response:
    """Take the code that shows whose browser this is."""
    browser.ensure_form()
    said = codes.taken(browser.device)
    with context().store.reading() as session:
        device = browser.device(session)
        if not devices.is_known(context().settings, device):
            return of_club(session, device, said=said or codes.NEEDS_CODE, asks_code=True, status=403)
    return browser.to(f"/{PATH}")


def _pending(line: str) -> Pending:
    """A line that waits, with the fields that make it once more."""
    fields = {name: plain(value) for name, value in request.form.items() if name in FIELDS}
    return Pending(line, fields)


def _line() -> str:
    """The line that a form of the page makes; refused where it is none of them."""
    makes = LINES.get(request.form.get("act", ""))
    if makes is None:
        refuse_broken()
    fields = {name: plain(value) for name, value in request.form.items()}
    return " ".join(makes(fields).split())


def plain(value: str) -> str:
    """What stands in a field, on one line."""
    text = " ".join(value.encode("utf-8", "replace").decode().replace("\0", " ").split())
    if len(text) > LONGEST_FIELD:
        refuse(413, f"that is more than {LONGEST_FIELD} characters")
    return text


def fits(form: re.Pattern[str], value: str) -> str:
    """A value that has a form; refused where it has not."""
    if not form.fullmatch(value):
        refuse_broken()
    return value


# --- The lines ------------------------------------------------------------------------------------------------------


def _away(fields: Fields) -> str:
    first, last = fields.get("first", ""), fields.get("last", "")
    return f"AWAY {fits(DAY, first)} to {fits(DAY, last or first)}"


def _join(fields: Fields) -> str:
    word = f" WORD {fields['word']}" if fields.get("word") else ""
    return f"JOIN {_game(fields)}{_as_seat(fields)}{word}"


def _invite(fields: Fields) -> str:
    whom = fields.get("whom", "") or fields.get("robot", "")
    if not whom:
        refuse(400, "write whom you invite")
    return f"INVITE {whom} to {_game(fields)}"


def _new(fields: Fields) -> str:
    against = f" AGAINST {fits(_WORD, fields['robot'])}" if fields.get("robot") else ""
    private = " private" if fields.get("private") == "yes" else ""
    options = f" {fields['options']}" if fields.get("options") else ""
    return f"NEW {fits(_WORD, fields.get('ruleset', ''))}{options}{against}{private}{_as_seat(fields)}"


def _name(fields: Fields) -> str:
    if not fields.get("name"):
        refuse(400, "write how you want to be called")
    return f"NAME {fields['name']}"


def _game(fields: Fields) -> str:
    return fits(_WORD, fields.get("game", ""))


def _as_seat(fields: Fields) -> str:
    return f" AS {fits(_WORD, fields['seat'])}" if fields.get("seat") else ""


def _choice(command: str, *values: str) -> Callable[[Fields], str]:
    def line(fields: Fields) -> str:
        value = fields.get("value", "")
        if value not in values:
            refuse_broken()
        return f"{command} {value}".strip()

    return line


LINES: Mapping[str, Callable[[Fields], str]] = {
    "away": _away,
    "back": lambda fields: "BACK",
    "timezone": lambda fields: f"TIMEZONE {fits(_ZONE, fields.get('zone', ''))}",
    "reports": _choice("", "FULL", "SHORT"),
    "pictures": _choice("PICTURES", "on", "off"),
    "profile": _choice("PROFILE", "on", "off"),
    "name": _name,
    "join": _join,
    "leave": lambda fields: f"LEAVE {_game(fields)}",
    "cancel": lambda fields: f"CANCEL {_game(fields)}",
    "invite": _invite,
    "new": _new,
}
