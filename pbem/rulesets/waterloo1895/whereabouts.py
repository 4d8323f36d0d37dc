"""What conditions can name in Waterloo (1895): the pieces of all armies, spots, hills, and cities by their stars."""

from __future__ import annotations

from core.contract import Json, SeatName
from pbem.rulesets.contract import Whereabouts

from .board import armies_in, armies_of, board, roster_of


def whereabouts(view: Json, seat: SeatName) -> Whereabouts:
    """Where the pieces are, and the spots on which pieces of the other side stand."""
    sides = {army.side for army in armies_of(seat, view)}
    enemies = {army.letter for army in armies_in(view) if army.side not in sides}
    on = {piece: spot.lower() for piece, spot in view["pieces"].items()}
    return Whereabouts(
        pieces={
            (army.letter + kind).lower(): frozenset(filter(None, [on.get(army.letter + kind)]))
            for army in armies_in(view)
            for kind in roster_of(view)
        },
        places=_places(),
        enemy=frozenset(spot for piece, spot in on.items() if piece[0] in enemies),
    )


def _places() -> dict[str, frozenset[str]]:
    here = board()
    named: dict[str, tuple[str, ...]] = {spot: (spot,) for spot in here.spots}
    named |= {name: (hill.spot,) for hill in here.hills for name in (hill.alias, hill.name)}
    named |= {name: city.stars for city in here.cities for name in (city.alias, city.name)}
    return {name.lower(): frozenset(map(str.lower, spots)) for name, spots in named.items()}
