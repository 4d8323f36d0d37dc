from collections.abc import Mapping
from typing import Any

class Board:
    roads: tuple[str, ...]
    points: tuple[str, ...]
    places: dict[str, tuple[int, int]]
    names: dict[str, str]
    centrelines: dict[str, tuple[tuple[int, int], ...]]
    outlines: dict[str, tuple[int, int, int, int]]
    holders: dict[str, str]
    generals: dict[str, str]
    pieces: tuple[dict[str, Any], ...]
    guns: dict[str, tuple[str, ...]]
    def __init__(self, written: Mapping[str, Any]) -> None: ...
