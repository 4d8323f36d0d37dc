from collections.abc import Mapping
from typing import Any

from core.boards.graph import Graph, WalkTable

ZONE_LINKS: int
LITTLE_ARMY: int
NUMBERS: str

class Board:
    graph: Graph
    armies: str
    seats: tuple[str, ...]
    cities: tuple[str, ...]
    stars: dict[str, tuple[str, ...]]
    opposite: dict[str, str]
    hills: dict[str, str]
    default_setups: dict[str, dict[str, str]]
    walks: WalkTable
    trails: WalkTable
    def __init__(self, written: Mapping[str, Any]) -> None: ...
    def piece_id(self, piece: int) -> str: ...
    def from_city(self, army: int, spot: str) -> int: ...
    def zone(self, army: int) -> list[str]: ...
