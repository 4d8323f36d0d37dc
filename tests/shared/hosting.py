"""What a host does after an upgrade: he looks which games wait for him, and lets them go on."""

from __future__ import annotations

from contextlib import suppress

from inprocess import Server

from pbem.games.carry_on import CannotCarryOn, carry_on, hosted


def waiting(server: Server) -> list[str]:
    """The games that wait for the host."""
    with server.store.reading() as session:
        return [game.name for game in hosted(session) if game.waits]


def let_go_on(server: Server) -> None:
    """Let games go on whose rules have changed; those at which a worker sits are left alone."""
    for name in waiting(server):
        with suppress(CannotCarryOn):
            carry_on(server.context, name)
