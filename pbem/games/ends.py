"""Ends of games that neither their rules nor their hosts bring about: by agreement, by an event, by an empty clock.

Each is an act of the game's record, with the outcome, and a mail to every seat. A game knows nothing of its event: who
ends one says in whose name, why, and how.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy.orm import Session

from core.contract import Outcome, SeatName
from pbem.games import anew, table, turns
from pbem.games.acts import REVEALED, Act
from pbem.reports.turn import CANCELLED
from pbem.rulesets import presentation
from pbem.rulesets.sentences import listed
from pbem.runtime.context import Context
from pbem.store.models import Game


class End(msgspec.Struct, frozen=True):
    """How a game is to end: by which act, in whose name (`who` as its record has it, `by` as a sentence begins), why.

    The `winners` have won; where there are none it is a draw. `reason` is the code of it.
    """

    act: str
    who: str
    by: str
    why: str
    winners: tuple[SeatName, ...]
    reason: str


def end(session: Session, context: Context, game: Game, how: End) -> None:
    """End a running game. Raises turns.Busy where a worker has its turn."""
    turn = table.locked_turn(session, game)
    act = Act(session, context, game, turn, how.act, how.who, how.why)
    act.by = how.by
    outcome = Outcome(how.winners, how.reason, "")
    try:
        act.close()
    except anew.BeingPlayed:
        raise turns.Busy from None
    act.note({"outcome": outcome})
    act.end(outcome)
    did = _did(game, how)
    act.tell("the game is over", did, REVEALED, seed=game.seed, attachments=(act.kept.file(),))
    anew.read_what_waited(session, game, turn)


def outcome_in_words(game: Game, winners: Sequence[SeatName]) -> str:
    """Who has won, or that nobody has, in a few words."""
    titles = [presentation(game.ruleset).seat_title(seat) for seat in winners]
    return f"{listed(titles)} {'has' if len(titles) == 1 else 'have'} won" if titles else "it is a draw"


def _did(game: Game, how: End) -> str:
    said = "nobody has won or lost" if how.reason == CANCELLED else outcome_in_words(game, how.winners)
    return f"ended the game: {said}."
