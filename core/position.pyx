"""What the positions of all rule sets have in common: they are values, and can be kept, sent and compared as such.

A rule set's `Position` says which `rules` and `options` it belongs to; everything else follows from its JSON, which
`encode` and `decode` of the rule set give and take. Not for inner loops: there a position is a C struct, copied by
assignment.
"""

from functools import cache

import msgspec

from core.ranking import by_outcome


def restored(rules, options, text):
    """The position that `text`, JSON, describes; what a pickled position is made of again."""
    return rules.decode(text, options)


@cache
def rules_on(kind, board):
    """The rules of a class on a board, given as the JSON text of its board file; the same object for the same board."""
    return kind(msgspec.json.decode(board))


cdef class BaseRules:
    """What a rule set's rules have in common: made again in another process, they are rules on the same board.

    A subclass keeps its board file, as read, in `source`.
    """

    @property
    def handicap(self):
        """None: the rules have no ordered option that players could bid with."""
        return None

    def ranking(self, outcome, position):
        """The seats in the order of finishing, where nobody goes out before the end: by outcome, then by margin."""
        return by_outcome(self, outcome, position)

    def __reduce__(self):
        # In the order of the board file, which may carry a meaning: in waterloo1895 armies take turns in it.
        return rules_on, (type(self), msgspec.json.encode(self.source))


cdef class BasePosition:
    """A position as a value: equal where game, options and JSON are equal; may be hashed, copied and pickled.

    A subclass has the properties `rules` and `options`.
    """

    def to_json(self):
        """The whole position as JSON text, as `encode` has it; `from_json` gives it back unchanged."""
        return msgspec.json.encode(self.rules.encode(self)).decode()

    @staticmethod
    def from_json(text, rules, options=None):
        """The position of a game with these options (None: the usual ones) that the text describes.

        Raises what the rule set's `decode` raises: BadPosition, or msgspec.ValidationError for the wrong shape.
        """
        return rules.decode(text, rules.settle({}) if options is None else options)

    def __eq__(self, other):
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        return self.options == other.options and self.to_json() == other.to_json()

    def __hash__(self):
        return hash(self.to_json())

    def __repr__(self):
        rules = self.rules
        owed = ", ".join(f"{decision.seat}: {decision.kind}" for decision in rules.awaiting(self)) or "over"
        return f"<{rules.name} {rules.version} position, {owed}>"

    def __copy__(self):
        return self  # a value never changes, so that a copy of it is itself

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return restored, (self.rules, self.options, self.to_json())
