from collections.abc import Iterator

from core.contract import Orders
from core.rulesets.waterloo_wargame.position import Position

def transcript(position: Position, seed: int, limit: int) -> Iterator[tuple[Position, Orders, list[int], Position]]: ...
