from core.position import BasePosition

class Position(BasePosition):
    """A position as a value: compare, hash, and ask the rule set about it."""
