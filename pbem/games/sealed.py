"""Words between players that are orders of their game: the game holds a seal in their place, and never the words.

A letter of a campaign rides like an order, and is a part of positions and records; but what a player wrote to another
must go when he is forgotten, and no hash may change by that. So a letter is sealed as its turn is carried out: in the
order, the record and the position stands `sha256:` and the hash of a random salt and the words. The words are kept
beside (`pbem.games.kept_letters`), are put in again where somebody reads a view, and stand below the record of a game
that is over (`pbem.games.record`). The salt goes with the words: what is left cannot be guessed and compared.

Not for: press, which is in no order at all (`pbem.games.press`).
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any

import msgspec

from core.contract import SeatName
from pbem.games.kept_orders import HandedIn, resealed
from pbem.rulesets.contract import Presentation, as_worded

SALTED = "pbem letter 1"
SALT_BYTES = 16
WITHDRAWN = "[a letter that was withdrawn]"

_SEAL = re.compile(r"sha256:[0-9a-f]{64}")


class Letter(msgspec.Struct, frozen=True):
    """The words of a letter, with what its seal was made of."""

    salt: str
    words: str

    @property
    def seal(self) -> str:
        """What stands for the words in the game."""
        sealed = "\n".join((SALTED, self.salt, self.words))
        return f"sha256:{sha256(sealed.encode()).hexdigest()}"


class Written(msgspec.Struct, frozen=True):
    """A letter that a seat has written."""

    seat: SeatName
    letter: Letter


def has_letters(words: Presentation) -> bool:
    """Whether orders of a rule set may hold words to other players."""
    return words.reworded is not as_worded


def seal_all(
    words: Presentation, orders: Mapping[SeatName, HandedIn]
) -> tuple[dict[SeatName, HandedIn], tuple[Written, ...]]:
    """The orders of a turn with seals in the place of words to other players, and the letters."""
    if not has_letters(words):
        return dict(orders), ()
    written: list[Written] = []

    def sealing(seat: SeatName, said: str) -> str:
        letter = Letter(secrets.token_hex(SALT_BYTES), said)
        written.append(Written(seat, letter))
        return letter.seal

    found = {seat: resealed(words, each, partial(sealing, seat)) for seat, each in orders.items()}
    return found, tuple(written)


def holds_seals(value: Any) -> bool:
    """Whether there is a seal in JSON data, such as a view."""
    # To look for one so takes a twentieth of the time that a walk through all of it does.
    return b'"sha256:' in msgspec.json.encode(value)


def opened(value: Any, letters: Mapping[str, str]) -> Any:
    """JSON data with the words of letters in the place of their seals; of others it is told that they are gone."""
    return _opened(value, letters) if holds_seals(value) else value


def _opened(value: Any, letters: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return letters.get(value, WITHDRAWN) if _SEAL.fullmatch(value) else value
    if isinstance(value, Mapping):
        return {key: _opened(each, letters) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_opened(each, letters) for each in value]
    return value


def seals_in(texts: Sequence[str]) -> Iterator[str]:
    """The seals that stand in some texts, in their order."""
    for text in texts:
        yield from _SEAL.findall(text)


def in_text(text: str, letters: Mapping[str, str]) -> str:
    """A text with the words of letters in the place of their seals."""
    return _SEAL.sub(lambda found: letters.get(found[0], WITHDRAWN), text)
