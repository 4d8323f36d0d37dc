from core.contract import Json, Outcome
from core.rulesets.waterloo_grid.board import Variant

class Position:
    variant: Variant

def encode(position: Position) -> Json: ...
def outcome_of(position: Position) -> Outcome | None: ...
