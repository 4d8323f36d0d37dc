from core.contract import Json, Outcome
from core.position import BasePosition
from core.rulesets.waterloo_grid.board import Variant

class Position(BasePosition):
    variant: Variant

def encode(position: Position) -> Json: ...
def outcome_of(position: Position) -> Outcome | None: ...
