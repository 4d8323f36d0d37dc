"""The records of all games of a server, verified as `pbem verify` does."""

from __future__ import annotations

from sqlalchemy import select

from pbem.games.kept_record import KeptRecord
from pbem.games.record import verify
from pbem.store import Store
from pbem.store.models import Game


def verify_all(url: str) -> None:
    """Verify the record of each game that has begun in the database at a URL. Raises what `verify` does."""
    store = Store(url)
    try:
        with store.reading() as session:
            for game in session.scalars(select(Game).where(Game.state != "forming")):
                verify(KeptRecord(session, game).file().content.decode().splitlines())
    finally:
        store.close()
