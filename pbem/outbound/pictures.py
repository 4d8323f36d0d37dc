"""The pictures of a mail, drawn when it is delivered, and never a reason why it is not.

What is drawn was decided when the mail was written: from the view and the events that its reader has, which came along.
So a mail that is delivered again has the same pictures, and one that cannot be drawn goes without, as it was written.
"""

from __future__ import annotations

import msgspec
import structlog

from pbem.outbound import compose
from pbem.reports import html, maps
from pbem.reports.document import Picture
from pbem.store.outbox import Delivery

log = structlog.get_logger(__name__)

_WANTED = msgspec.json.Decoder(list[Picture | None])


def illustrated(delivery: Delivery) -> bytes:
    """The mail with its pictures, as many as can be drawn."""
    if delivery.pictures is None:
        return delivery.raw
    drawn = _drawn(delivery)
    idents = {number: f"map-{number}.{delivery.message_id.strip('<>')}" for number in drawn}

    def shown(written: str) -> str:
        for number, picture in drawn.items():
            written = html.with_picture(written, number, f"cid:{idents[number]}", picture.width, picture.height)
        return written

    inline = [compose.Inline(idents[number], picture.name, picture.content) for number, picture in drawn.items()]
    try:
        return compose.with_inline(delivery.raw, shown, inline) if drawn else delivery.raw
    except Exception:
        log.exception("mail goes without its pictures", mail=delivery.claim.id)
        return delivery.raw


def _drawn(delivery: Delivery) -> dict[int, maps.Drawn]:
    """The pictures that could be drawn, by their number in the mail, from 1."""
    drawn = {}
    try:
        for number, picture in enumerate(_WANTED.decode(delivery.pictures or "[]"), start=1):
            if picture is not None:
                drawn[number] = maps.mailed(picture)
    except Exception as error:
        # Whatever a drawing may run into, its mail is not held up.
        log.exception("picture not drawn", mail=delivery.claim.id, reason=str(error))
    return drawn
