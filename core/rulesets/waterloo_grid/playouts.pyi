from typing import NamedTuple

from core.contract import Orders, Playout
from core.rulesets.waterloo_grid.position import Position

class PlayedTurn(NamedTuple):
    position: Position
    orders: Orders
    rolls: list[str]

def playout(position: Position, seed: int, limit: int) -> Playout: ...
def turns_of_playout(position: Position, seed: int, limit: int) -> tuple[list[PlayedTurn], Position]: ...
def random_set(position: Position, seed: int) -> Orders: ...
