"""`/own/<game>/<seat>/table`: what the player of a seat does about it besides orders: whose words he hears, who plays
for him, whether somebody else may have it.

As at `/own/write` each form makes one line, which is sent as a mail, here to the reply address of the seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import Blueprint, Response, request

from pbem.addresses.links import PATH
from pbem.games import table
from pbem.games.devices import Opened
from pbem.pages import own
from pbem.pages.own import AtTable, path_of
from pbem.web.context import context
from pbem.web.own import browser, codes, sending
from pbem.web.own.page import shown
from pbem.web.own.typing import refuse_broken
from pbem.web.own.writing import DAY, Fields, fits, plain
from pbem.web.refusals import refuse

blueprint = Blueprint("own_at_table", __name__)


@blueprint.post(f"/{PATH}/<game>/<seat>/table")
def write(game: str, seat: str) -> Response:
    """Send the line of a form."""
    browser.ensure_form()
    made = sending.nonce_of_form()
    with context().store.reading() as session:
        found = browser.opened(session, game, seat)
        if not found.known:
            return shown(session, found, said=codes.NEEDS_CODE, asks_code=True, status=403)
        there = own.at_table(session, found)
        if there is None:
            refuse(409, "nothing of that kind can be done about this seat now")
        line = _line(found, there)
        sending.ensure_few(session, found.player)
        step = table.current_turn(session, found.game).step
        raw, address = sending.to_seat(found.player, found.seat, step, line, made)
        sender, back = found.player.address, path_of(found.seat)
    return browser.to(f"{back}?sent={sending.sent(raw, sender, address)}")


def _line(found: Opened, there: AtTable) -> str:
    """The line that a form of the page makes; refused where it is none of them."""
    makes = LINES.get(request.form.get("act", ""))
    if makes is None:
        refuse_broken()
    fields = {name: plain(value) for name, value in request.form.items()}
    return makes(found.game.name, there, fields)


# --- The lines ------------------------------------------------------------------------------------------------------


def _of_seat(word: str) -> Callable[[str, AtTable, Fields], str]:
    def line(game: str, there: AtTable, fields: Fields) -> str:
        seat = fields.get("of", "")
        if there.words is None or seat not in {"", *(each.seat for each in there.words.of)}:
            refuse_broken()
        return f"{word} {seat}".strip()

    return line


def _delegate(game: str, there: AtTable, fields: Fields) -> str:
    whom = fields.get("whom", "")
    if not whom:
        refuse(400, "write who is to play for you, by name or address")
    return f"DELEGATE {game} TO {whom} UNTIL {fits(DAY, fields.get('until', ''))}"


LINES: Mapping[str, Callable[[str, AtTable, Fields], str]] = {
    "mute": _of_seat("MUTE"),
    "unmute": _of_seat("UNMUTE"),
    "delegate": _delegate,
    "play-alone": lambda game, there, fields: f"DELEGATE {game} OFF",
    "open-seat": lambda game, there, fields: f"OPEN SEAT {game}",
    "close-seat": lambda game, there, fields: f"CLOSE SEAT {game}",
}
