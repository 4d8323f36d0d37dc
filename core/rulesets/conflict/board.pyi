from collections.abc import Mapping
from typing import Any

from core.boards.grid import Grid

KIND_NAMES: tuple[str, ...]

class Board:
    grid: Grid
    seats: tuple[str, ...]
    letters: dict[str, str]
    pieces: tuple[str, ...]
    in_reserve: frozenset[int]
    terrain: dict[str, str]
    circles: dict[str, str]
    mines: dict[str, str]
    def __init__(self, written: Mapping[str, Any]) -> None: ...
    def piece_name(self, piece: int) -> str: ...
    def number(self, name: str) -> int | None: ...
