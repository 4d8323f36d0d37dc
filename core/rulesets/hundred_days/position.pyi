from core.position import BasePosition

class Position(BasePosition):
    """A position as a value; ask the rule set about it."""

    turn: int
    beat: int
    over: bool
