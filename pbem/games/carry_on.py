"""Games whose rules have changed since they began: they wait for the host, and go on by an act of his that is recorded.

A rule set whose rules change has another version. Games that run under the version before are not played by rules that
their players did not choose: their mails wait, their deadlines play nothing, until the host lets them go on. The record
then says so, and holds the position from which the new rules play.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from core.contract import BadOption, BadPosition
from pbem.games import anew, mails, onlookers, record, table
from pbem.games.clocks import Clocks
from pbem.games.kept_record import KeptRecord
from pbem.reports.document import Section
from pbem.rulesets import presentation
from pbem.runtime.context import Context
from pbem.store.models import UNFINISHED, Game, OrderSet, Turn


class CannotCarryOn(Exception):
    """Why a game cannot go on under the rules that are here, as a sentence."""


class Hosted(msgspec.Struct, frozen=True):
    """A game as its host sees it; `waits` says why it waits for him, None where it does not.

    `stopped`: not for its rules, but since something is amiss with it.
    """

    name: str
    ruleset: str
    version: str
    state: str
    waits: str | None
    stopped: bool


def hosted(session: Session) -> list[Hosted]:
    """All games that form or run, oldest first."""
    games = session.scalars(select(Game).where(Game.state.in_(UNFINISHED)).order_by(Game.id))
    return [
        Hosted(game.name, game.ruleset, game.version, game.state, table.waits_for_host(game), game.stopped is not None)
        for game in games
    ]


def carry_on(context: Context, name: str) -> str:
    """Let a game go on under the rules that are here; the version that it has now. Raises CannotCarryOn.

    Its clock begins anew, its players are told, and the mail that waited for this is read.
    """
    with context.transaction("carry-on") as session:
        return _carry_on(session, context, name)


def _carry_on(session: Session, context: Context, name: str) -> str:
    game = table.find_game(session, name)
    if game is None:
        raise CannotCarryOn(f"there is no game called {name}")
    if game.stopped is not None:
        raise CannotCarryOn(f"{game.stopped} `pbem game rollback` or `correct` gives it a position")
    if table.waits_for_rules(game) is None:
        raise CannotCarryOn(f"{game.name} does not wait for the host: nothing about its rules has changed")
    turn = table.current_turn(session, game)
    try:
        anew.close(session, turn)
    except anew.BeingPlayed:
        raise CannotCarryOn(
            "a worker is adjudicating its turn; stop the workers of the release before, and try again"
        ) from None
    following = _under_new_rules(session, context, game, turn)
    anew.read_what_waited(session, game, following)
    return game.version


def _under_new_rules(session: Session, context: Context, game: Game, turn: Turn) -> Turn:
    words = presentation(game.ruleset)
    rules, before = words.rules, game.version
    try:
        options = rules.settle(msgspec.json.decode(game.options))
        position = rules.decode(turn.position, options)
    except BadOption as error:
        raise CannotCarryOn(f"its options are not those of the new rules: {words.say_bad_option(error)}") from error
    except BadPosition as error:
        raise CannotCarryOn(f"its position cannot be under the new rules: {words.say_bad_position(error)}") from error
    except msgspec.ValidationError as error:
        raise CannotCarryOn(f"its position cannot be read under the new rules: {error}") from error
    kept = KeptRecord(session, game)
    kept.append("rules", record.rules_body(words, before, options, msgspec.json.decode(turn.position)))
    game.version, game.options = rules.version, msgspec.json.encode(options).decode()
    following = anew.ask(session, context, game, turn, position, ready=turn.ready)
    session.execute(
        update(OrderSet).where(OrderSet.turn_id == turn.id, OrderSet.state == "held").values(turn_id=following.id)
    )
    told = Section("The rules", "words", (_told(game, before, ready=following.ready),))
    reports = mails.Reports(game, following, position, kept, Clocks(session, context, game))
    for seat in game.everybody:
        reports.mail(session, context, seat, opening=(told,))
    onlookers.note_anew(session, game, following, kept.length)
    return following


def _told(game: Game, before: str, *, ready: bool) -> str:
    last = (
        "The orders that were in are carried out under them."
        if ready
        else "Orders that were in still count. The time for the others begins anew."
    )
    return (
        f"The rules of {game.name} were changed from version {before} to {game.version}, and the host lets the game "
        f"go on under the new ones. {last}"
    )
