"""A turn as it would be played now, for those who may look ahead: a host and an umpire. Nothing of it happens.

Its dice are thrown for it alone, from a seed of its own: whoever has seen it knows nothing of those to come.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from core.contract import Json, SeatName
from core.dice import Roll
from pbem.games import kept_letters, table, turns
from pbem.games.sealed import Letter
from pbem.games.turns import Frozen, Played
from pbem.reports.document import Document, Section
from pbem.reports.turn import GameFacts, turn_report
from pbem.rulesets import presentation
from pbem.store.models import Game, Turn

SEED_BYTES = 32


@dataclass(frozen=True)
class Ahead:
    """A turn that could be played: the orders that are in, frozen, and the game's letters so far, by their seals."""

    frozen: Frozen
    seed: bytes
    letters: Mapping[str, Letter]


@dataclass(frozen=True)
class Foreseen:
    """A turn that was played for a look alone; `letters` are those that are written in it too."""

    game: Game
    played: Played
    letters: Mapping[str, Letter]

    def view(self, seat: SeatName) -> Json:
        """What a seat would see, with the words of its letters."""
        view = presentation(self.game.ruleset).rules.view(self.played.result.position, seat)
        return kept_letters.legible_by(self.letters, view)

    def report(self, seat: SeatName, rolls: Sequence[Roll], sections: Sequence[Section] = ()) -> Document:
        """The report that a seat would get, with these dice and sections before it."""
        words = presentation(self.game.ruleset)
        result = self.played.result
        facts = GameFacts(
            name=f"PREVIEW {self.game.name}",
            version=self.game.version,
            outcome=words.rules.outcome(result.position),
            first=False,
        )
        return turn_report(words, facts, self.view(seat), seat, result.events, rolls, sections)


def ahead(session: Session, game: Game, turn: Turn) -> Ahead:
    """The turn with the orders that are in, as at its deadline."""
    seed = secrets.token_bytes(SEED_BYTES)
    frozen = turns.as_at_the_deadline(session, game, turn, table.dice_from(seed, game))
    return Ahead(frozen, seed, kept_letters.of_game(session, game))


def foresee(turn: Ahead) -> Foreseen:
    """Play it; no transaction is needed for that."""
    played = turns.play(turn.frozen, turn.seed.hex())
    written = {each.letter.seal: each.letter for each in played.letters}
    return Foreseen(turn.frozen.game, played, {**turn.letters, **written})
