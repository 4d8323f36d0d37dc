from abc import ABC
from collections.abc import Iterable, Sequence

import msgspec

class Roll(msgspec.Struct, frozen=True):
    turn: int
    draw: int
    faces: int
    value: int | str

class DiceExhausted(Exception):
    asked_for: int
    given: int
    def __init__(self, asked_for: int, given: int) -> None: ...

class BadDie(Exception):
    value: object
    faces: tuple[int | str, ...]
    index: int
    def __init__(self, value: object, faces: tuple[int | str, ...], index: int) -> None: ...

def commitment(seed: bytes) -> str: ...

class Dice(ABC):
    rolls: list[Roll]
    def roll(self, turn: int, faces: int) -> int: ...
    def face(self, turn: int, faces: Sequence[str]) -> str: ...
    @property
    def rolled(self) -> list[int | str]: ...

class ScriptedDice(Dice):
    def __init__(self, values: Iterable[object]) -> None: ...
    @property
    def left(self) -> int: ...

class SeededDice(Dice):
    def __init__(self, seed: bytes, game: str = "", words: Sequence[str] = (), turn: int | None = None) -> None: ...
