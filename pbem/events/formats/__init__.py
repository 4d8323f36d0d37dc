"""The formats in which events are held, one module each; a new one is a module and a line of `FORMATS`."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.events.contract import Format
from pbem.events.formats.knockout import Knockout
from pbem.events.formats.ladder import Ladder
from pbem.events.formats.mini_cup import MiniCup
from pbem.events.formats.pools import Pools
from pbem.events.formats.round_robin import RoundRobin
from pbem.events.formats.series import Series
from pbem.events.formats.swiss import Swiss

_ALL: tuple[Format, ...] = (MiniCup(), Pools(), RoundRobin(), Swiss(), Knockout(), Ladder(), Series())
FORMATS: Mapping[str, Format] = {each.name: each for each in _ALL}


def of(name: str) -> Format:
    """The format of a name. Raises KeyError."""
    return FORMATS[name]
