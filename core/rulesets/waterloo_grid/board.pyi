from collections.abc import Mapping
from typing import Any

from core.contract import Option, Options

SEATS: tuple[str, str]
LETTERS: str
CLASS_LETTERS: str
DIRECTIONS: str
FACES: tuple[str, ...]
OPTIONS: tuple[Option, ...]

def settle(chosen: Mapping[str, Any]) -> Options: ...

class Board:
    cells: tuple[str, ...]
    cell_of: dict[str, int]
    entries: dict[str, tuple[int, str, int]]
    units: dict[str, str]
    scenarios: dict[str, dict[str, str]]
    objectives: tuple[str, ...]
    def __init__(self, written: Mapping[str, Any]) -> None: ...

class Variant:
    rules: Any
    board: Board
    options: dict[str, Any]
    def __init__(self, rules: Any, options: Mapping[str, Any]) -> None: ...
