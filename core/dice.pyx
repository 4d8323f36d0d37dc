"""Dice as values from outside: scripted ones, or a stream that anyone can verify once the seed is known.

A rule set asks for rolls and never knows where they come from; everything rolled is kept, so that a record can be
replayed. Not for simulations: those draw from a fast keyed stream of their own.
"""

from abc import ABC, abstractmethod
from hashlib import sha256

import msgspec


UNBEGUN = sha256()
BLOCK = 64  # bytes of a block of SHA-256
INNER_PAD = bytes(byte ^ 0x36 for byte in range(256))
OUTER_PAD = bytes(byte ^ 0x5C for byte in range(256))


class Roll(msgspec.Struct, frozen=True):
    """One die: the turn it was rolled for, its number within that turn (from 1), how many faces, what it showed."""

    turn: int
    draw: int
    faces: int
    value: int | str


class DiceExhausted(Exception):
    """The scripted dice ran out: the roll `asked_for` (from 1), of `given`."""

    def __init__(self, asked_for, given):
        super().__init__(asked_for, given)
        self.asked_for, self.given = asked_for, given


class BadDie(Exception):
    """A scripted value that the die asked for does not have: `index` counts from 0, `faces` are what it may show."""

    def __init__(self, value, faces, index):
        super().__init__(value, faces, index)
        self.value, self.faces, self.index = value, faces, index


def commitment(seed):
    """The hash that is published before the game and binds the server to `seed`: SHA-256 in hexadecimal."""
    return sha256(seed).hexdigest()


class Dice(ABC):
    """A source of dice. `rolls` and `rolled` tell what has been asked of it so far, in order."""

    def __init__(self):
        self.rolls = []
        self._drawn = {}

    def roll(self, turn, faces):
        """One die of `faces` faces, rolled for `turn`: a number from 1 to `faces`."""
        return self._keep(turn, faces, self._number(turn, self._count(turn), faces))

    def face(self, turn, faces):
        """One die with these faces, rolled for `turn`: the face shown. A face may stand there more than once."""
        return self._keep(turn, len(faces), self._word(turn, self._count(turn), faces))

    @property
    def rolled(self):
        """The values alone; as scripted dice they give the same game again."""
        return [roll.value for roll in self.rolls]

    @abstractmethod
    def _number(self, turn, draw, faces):
        """The next number, 1 .. faces."""

    def _word(self, turn, draw, faces):
        return faces[self._number(turn, draw, len(faces)) - 1]

    def _count(self, turn):
        draw = self._drawn.get(turn, 0) + 1
        self._drawn[turn] = draw
        return draw

    def _keep(self, turn, faces, value):
        self.rolls.append(Roll(turn, self._drawn[turn], faces, value))
        return value


class ScriptedDice(Dice):
    """Dice that fall as written down. Raises DiceExhausted and BadDie when asked for a roll."""

    def __init__(self, values):
        super().__init__()
        self._values = tuple(values)

    @property
    def left(self):
        """How many values have not been asked for."""
        return len(self._values) - len(self.rolls)

    def _number(self, turn, draw, faces):
        return self._next(range(1, faces + 1))

    def _word(self, turn, draw, faces):
        return self._next(faces)

    def _next(self, faces):
        index = len(self.rolls)
        if index >= len(self._values):
            raise DiceExhausted(index + 1, len(self._values))
        value = self._values[index]
        # True == 1 in Python; a script that says `true` is a mistake, not a one.
        if isinstance(value, bool) or value not in faces:
            raise BadDie(value, tuple(faces), index)
        return value


cdef class Keyed:
    """HMAC-SHA256 under one key (RFC 2104), both its hashes begun: a code takes a third of the time it takes `hmac`."""

    cdef object inner
    cdef object outer

    def __init__(self, bytes key):
        block = (key if len(key) <= BLOCK else sha256(key).digest()).ljust(BLOCK, b"\0")
        # A copy is made in half the time of a new one.
        self.inner, self.outer = UNBEGUN.copy(), UNBEGUN.copy()
        self.inner.update(block.translate(INNER_PAD))
        self.outer.update(block.translate(OUTER_PAD))

    cdef bytes code(self, bytes message):
        inner, outer = self.inner.copy(), self.outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()

    cdef unsigned long long number(self, bytes message) except? 0:
        """The first 8 bytes of the code of a message, big-endian."""
        cdef const unsigned char* code
        cdef unsigned long long number = 0
        cdef int at
        told = self.code(message)
        code = told
        for at in range(8):
            number = number << 8 | code[at]
        return number


class SeededDice(Dice):
    """Dice drawn from a secret seed, the words of the players, the game's name, the turn and the draw number.

    With `turn` the first turn asked for counts as that number, and later ones from there.

    The draw, so that anyone can repeat it:

        key    = HMAC-SHA256(seed, "pbem dice 1\\n" + the words joined by "\\n")
        number = first 8 bytes, big-endian, of HMAC-SHA256(key, "game\\nturn\\ndraw\\ntry")

    `draw` counts from 1 within a turn, `try` from 1. A number at or above the greatest multiple of `faces` in 2**64
    would favour the low faces; it is thrown away for the next try. The die shows number % faces + 1.
    """

    def __init__(self, seed, game="", words=(), turn=None):
        super().__init__()
        self._seed, self._words, self._keyed = seed, words, None
        self._game, self._start, self._first = game, turn, None

    def _begin(self, turn):
        """The first roll: many a batch of orders needs none, and then there is no need of a key."""
        self._keyed = Keyed((<Keyed>Keyed(self._seed)).code(("pbem dice 1\n" + "\n".join(self._words)).encode()))
        self._first = turn

    def _number(self, turn, draw, faces):
        if self._keyed is None:
            self._begin(turn)
        named = turn if self._start is None else turn - self._first + self._start
        limit = 2**64 - 2**64 % faces
        attempt = 1
        while True:
            number = (<Keyed>self._keyed).number(f"{self._game}\n{named}\n{draw}\n{attempt}".encode())
            if number < limit:
                return number % faces + 1
            attempt += 1
