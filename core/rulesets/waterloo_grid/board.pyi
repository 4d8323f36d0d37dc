from collections.abc import Mapping
from typing import Any

SEATS: tuple[str, str]
LETTERS: str
CLASS_LETTERS: str
DIRECTIONS: str
FACES: tuple[str, ...]

class Board:
    cells: tuple[str, ...]
    cell_of: dict[str, int]
    entries: dict[str, tuple[int, str, int]]
    units: dict[str, str]
    scenarios: dict[str, dict[str, str]]
    objectives: tuple[str, ...]
    def __init__(self, written: Mapping[str, Any]) -> None: ...

class Variant:
    board: Board
    options: dict[str, Any]
    def __init__(self, board: Board, options: Mapping[str, Any]) -> None: ...
