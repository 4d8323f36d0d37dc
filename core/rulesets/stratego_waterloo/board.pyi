from collections.abc import Mapping
from typing import Any

class Board:
    written: Mapping[str, Any]
    codes: tuple[str, ...]
    number: dict[str, int]
    squares: dict[str, int]
    square_names: tuple[str, ...]
    def __init__(self, written: Mapping[str, Any]) -> None: ...
