"""Challenges on a ladder: somebody challenges who stands higher, and with that their games begin."""

from __future__ import annotations

from pbem.events import entering, opening
from pbem.events.entering import NotDone
from pbem.events.formats import ladder
from pbem.events.kept import IN, RUNNING, Held
from pbem.store.models import Player


def make(held: Held, player: Player, whom: str) -> str:
    """Open the games of a challenge; what was done, as a sentence. Raises NotDone, or CannotBe by the ladder."""
    row = held.row_of(player)
    if row is None or row.state != IN or held.event.state != RUNNING:
        raise NotDone(f"you are not on {held.event.name}; ENTER {held.event.name} puts you on its lowest rung")
    other = entering.who_is_meant(held, whom)
    met = ladder.challenge(held.state, held.draw, row.drawn, other.drawn, held.day())
    opening.open_round(held, [met])
    return f"you have challenged {held.called(other.drawn)}; your games begin now"
