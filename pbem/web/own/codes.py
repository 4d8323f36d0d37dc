"""Codes, on whichever page they are asked for: mailed to the player's address on file, and typed in."""

from __future__ import annotations

from collections.abc import Callable

from flask import request
from sqlalchemy.orm import Session

from pbem.games import devices
from pbem.games.devices import NoCode
from pbem.store.models import Device
from pbem.web.context import context

CODE_SENT = "A code is on its way to your address. Type it in below, within 15 minutes."
NEEDS_CODE = "Before anything is sent from this browser you are asked for a code, which is mailed to your address."

Found = Callable[[Session], Device]


def mailed(find: Found) -> str:
    """Mail a code to the player whose browser asks; what is to be said of it. `find` refuses all other browsers."""
    with context().transaction("mail-code") as session:
        try:
            devices.mail_code(session, context(), find(session))
        except NoCode as error:
            return sentence(error)
    return CODE_SENT


def taken(find: Found) -> str | None:
    """Make a browser known by the code that came with a form, if one did; what is to be said where it is not."""
    typed = request.form.get("code", "").strip()
    if not typed:
        return None
    with context().transaction("take-code") as session:
        device = find(session)
        if devices.is_known(context().settings, device):
            return None
        try:
            devices.take_code(session, context().settings, device, typed)
        except NoCode as error:
            return sentence(error)
    return None


def sentence(error: Exception) -> str:
    """What is wrong, as a sentence of its own."""
    said = str(error)
    return f"{said[:1].upper()}{said[1:]}."
