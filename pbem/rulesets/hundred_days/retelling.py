"""A campaign that is over, told: its moments made into a diary, a film, and the map of each turn.

What is told is what was so (HD-108), beside what each seat knew of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.rulesets.retold import Moment, Retold

from . import diary, film
from .chapters import gathered


def retell(moments: Iterable[Moment]) -> Retold:
    """A campaign with its diary, its film and its maps. Raises ValueError where there is nothing to tell."""
    campaign = gathered(moments)
    return Retold(diary.lines(campaign), film.film(campaign), film.maps(campaign))
