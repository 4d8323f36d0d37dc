"""Results of battles: how the game has ended that a battle was, and the lines that the campaign gets of it.

The same is worked out by whoever verifies the campaign (`pbem.campaigns.record`), from the record of that game alone.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from core.contract import HOST, Battle, Effect, Line, Outcome
from pbem.campaigns.linked import Ended, host_line
from pbem.games import mustered, table
from pbem.games.kept_record import KeptRecord
from pbem.reports.turn import CANCELLED
from pbem.rulesets import presentation
from pbem.store.models import Game

SEED_OF = "pbem battle 1"


def seed_of(campaign_seed: bytes, game: str) -> bytes:
    """The secret seed of a battle: sealed with that of its campaign, so that nobody can choose among several."""
    return hmac.digest(campaign_seed, f"{SEED_OF}\n{game}".encode(), "sha256")


def ended(outcome: Outcome | None, position: Any, entered: Sequence[str]) -> Ended | None:
    """How a game ended, as far as its campaign is concerned; None where it was called off: then the table decides."""
    if outcome is None or outcome.reason == CANCELLED:
        return None
    return Ended(outcome, position, tuple(entered))


def of_game(session: Session, game: Game) -> Ended | None:
    """How a game ended that is over."""
    kept, began = KeptRecord(session, game), mustered.of(game)
    here = () if began is None else mustered.still_there(began.entered, mustered.rollbacks(kept.entries()))
    position = msgspec.json.decode(table.current_turn(session, game).position)
    return ended(kept.outcome(), position, [each.column for each in here])


def lines(campaign: Any, position: Any, battles: Sequence[Battle], ends: Mapping[str, Ended | None]) -> list[Line]:
    """The lines of the seat `host` for the battles that a position asks for, by how each has ended; None: the table."""
    found: list[Line] = []
    for number, battle in enumerate(battles, start=1):
        line = _line(campaign, battle, ends[battle.id])
        if campaign.check(position, HOST, (line,)).effect is Effect.NOTHING:
            line = campaign.fought(battle, None)  # the campaign cannot make anything of such an end
        found.append(msgspec.structs.replace(line, number=number))
    return found


def _line(campaign: Any, battle: Battle, end: Ended | None) -> Line:
    rules: Any = presentation(battle.ruleset).rules if end is not None else None
    options = rules.settle(rules.muster(battle).options) if end is not None else {}
    return host_line(campaign, battle, rules, end, options)
