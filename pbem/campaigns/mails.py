"""The mails of a campaign about its battles, beside those of their games: at its end, everybody has their records."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.orm import Session

from pbem.games import mails
from pbem.games.kept_record import KeptRecord
from pbem.reports.document import Section
from pbem.runtime.context import Context
from pbem.store.models import Game

RECORDS = (
    "{game} was a battle of {campaign}, which is over: here is its record. Save it beside that of {campaign}, and run "
    "pbem verify on that one: it plays the battles again, and works out what they have cost.",
)


def send_records(session: Session, context: Context, campaign: Game, games: Sequence[Game]) -> None:
    """Mail all seats of a campaign the records of its battles, a mail each."""
    for game in games:
        file = KeptRecord(session, game).file()
        lines = tuple(line.format(game=game.name, campaign=campaign.name) for line in RECORDS)
        for seat in campaign.seats:
            told = [Section(None, "words", lines)]
            subject = f"the record of {game.name}"
            mails.tell(session, context, seat, subject, told, f"battle/{game.name}", attachments=(file,))
