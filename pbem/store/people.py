"""The people in the tables, and by which addresses a player is known."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from pbem.store.models import Player, PlayerAddress


def player_at(session: Session, address: str) -> Player | None:
    """The player who is known by an address, as the one he receives at or as another that he sends from."""
    found = session.scalar(select(Player).where(Player.address == address))
    if found is not None:
        return found
    other = select(Player).join(PlayerAddress, PlayerAddress.player_id == Player.id)
    return session.scalar(other.where(PlayerAddress.address == address))


def addresses_of(session: Session, player: Player) -> list[str]:
    """All addresses that a player is known by; the one that he receives at comes first."""
    others = select(PlayerAddress.address).where(PlayerAddress.player_id == player.id)
    return [player.address, *session.scalars(others.order_by(PlayerAddress.address))]
