class Position:
    """A position as a value: compare, hash, and ask the rule set about it."""
