"""The conduct of a campaign: it listens for battles that are asked for and for the ends of their games.

The schedule names campaigns with something to do. Each step is one transaction that holds the campaign's turn, so that
any of them may run twice or at once: the second finds the work done. A campaign never hangs on a person, nor on a game:
whoever falls silent is followed by the next of his side, and at last by a robot; and a battle that comes to no end is
decided by the table.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
import structlog
from sqlalchemy import bindparam, exists, or_, select, union
from sqlalchemy.orm import Session

from core.contract import Battle
from pbem.campaigns import commanding, mails, opening, results
from pbem.campaigns.opening import ENDED, OFF, PLAYING, SENT, TOLD
from pbem.games import ends, record, seats, stand_ins, table, turns
from pbem.games.kept_record import KeptRecord
from pbem.games.misses import PATIENCE
from pbem.games.mustered import BY_THE_RULES
from pbem.reports.turn import CANCELLED
from pbem.rulesets import presentation
from pbem.runtime.context import Context
from pbem.runtime.failpoint import failpoint
from pbem.store.database import now
from pbem.store.models import UNFINISHED, Game, LinkedBattle, Seat, Turn

MOST_STEPS = 100
TIME_IS_UP = "its time is up"
NOT_ASKED = "the campaign asks for it no more"

_MOMENT = bindparam("moment", type_=LinkedBattle.ends_by.type)
_ASKS = (Turn.state == "open", Turn.hosted, ~Turn.ready, Game.state == "running", table.PLAYED_HERE)
_OF_TURN = (LinkedBattle.campaign_id == Turn.game_id) & (LinkedBattle.turn == Turn.number)
_SILENT = (
    exists()
    .where(Seat.game_id == Game.id, Seat.misses >= PATIENCE, ~Seat.robot, Game.state == "running")
    .where(table.PLAYED_HERE)
)
_DUE = union(
    # It asks for battles that nobody has opened, or all of them have ended.
    select(Turn.game_id)
    .join(Game, Game.id == Turn.game_id)
    .where(*_ASKS, ~exists().where(_OF_TURN, LinkedBattle.state.in_((PLAYING, TOLD)))),
    # A battle is to begin, has ended, goes on for too long, or somebody is silent in it.
    select(LinkedBattle.campaign_id)
    .join(Game, Game.id == LinkedBattle.game_id)
    .where(
        LinkedBattle.state == PLAYING,
        or_(Game.state != "running", LinkedBattle.ends_by <= _MOMENT, _SILENT),
    ),
    # The campaign goes on without it, or is over.
    select(LinkedBattle.campaign_id)
    .join(Turn, _OF_TURN)
    # Behind `||` no index is used, or SQLite would begin with all turns that are done.
    .where(LinkedBattle.state.in_((PLAYING, ENDED)), Turn.state.op("||")("") == "done"),
    select(LinkedBattle.campaign_id)
    .join(Game, Game.id == LinkedBattle.campaign_id)
    .where(LinkedBattle.state.in_((PLAYING, ENDED, TOLD)), Game.state.not_in(UNFINISHED)),
)

log = structlog.get_logger(__name__)


class _Asking(NamedTuple):
    """A campaign that asks for battles: its game and turn, which nobody else changes, its position, and the battles."""

    game: Game
    turn: Turn
    position: Any
    battles: tuple[Battle, ...]


def due(session: Session, limit: int = 100) -> list[tuple[int, str]]:
    """Campaigns with something to do about their battles, each with a mark for the notifier."""
    found = session.scalars(select(_DUE.subquery().c[0]).limit(limit), {"moment": now(session)})
    return [(ident, "battles") for ident in found]


def look(context: Context, campaign_id: int) -> bool:
    """Do what is due about the battles of a campaign; whether there was anything."""
    for step in range(MOST_STEPS):
        try:
            if not (opening.begin_next(context, campaign_id) or _step(context, campaign_id)):
                return step > 0
        except turns.Busy:
            return step > 0  # a game is being carried out: the schedule names it again
    return True


def _step(context: Context, campaign_id: int) -> bool:
    """One step; whether there may be another."""
    with context.transaction("battle-end") as session:
        game = session.get(Game, campaign_id)
        if game is None:
            return False
        if game.state not in UNFINISHED:
            return _close(session, context, game)
        asking = _asking(session, game)
        changed = _drop(session, context, game, asking)
        for row in _rows(session, game, PLAYING):
            changed = _see_to(session, context, game, row) or changed
    failpoint("battles-seen-to")
    return _answer_or_open(context, campaign_id) or changed


def _answer_or_open(context: Context, campaign_id: int) -> bool:
    """Open the battles that are asked for, or give their results; whether either was done."""
    with context.transaction("battle-told") as session:
        game = session.get_one(Game, campaign_id)
        asking = _asking(session, game)
        if asking is None or asking.turn.ready:
            return False
        rows = {row.name: row for row in _of_turn(session, asking.turn)}
        missing = [battle for battle in asking.battles if battle.id not in rows]
        if missing:
            opening.open_all(session, context, game, asking.turn, missing)
            return True
        if any(row.state == PLAYING for row in rows.values()):
            return False
        if all(row.state == TOLD for row in rows.values()):
            return False
        _tell(session, context, asking, rows)
    failpoint("result-given")
    return True


def _asking(session: Session, game: Game) -> _Asking | None:
    """The battles that a campaign asks for now; None where it asks for none, or waits for its host."""
    if game.state != "running" or table.waits_for_host(game) is not None:
        return None
    turn = table.locked_turn(session, game)
    if turn.state != "open" or not turn.hosted:
        return None
    position = table.position_of(game, turn)
    rules: Any = presentation(game.ruleset).rules
    battles = rules.battles(position) if hasattr(rules, "battles") else ()
    if not battles:
        log.error("a campaign asks the host for nothing that is known", game=game.name, turn=turn.number)
        turn.hosted = False  # so that nobody looks again and again
        return None
    return _Asking(game, turn, position, battles)


def _rows(session: Session, game: Game, *states: str) -> list[LinkedBattle]:
    wanted = select(LinkedBattle).where(LinkedBattle.campaign_id == game.id, LinkedBattle.state.in_(states))
    return list(session.scalars(wanted.order_by(LinkedBattle.id)))


def _of_turn(session: Session, turn: Turn) -> list[LinkedBattle]:
    of_it = (LinkedBattle.campaign_id == turn.game_id, LinkedBattle.turn == turn.number)
    wanted = select(LinkedBattle).where(*of_it, LinkedBattle.state != OFF)
    return list(session.scalars(wanted.order_by(LinkedBattle.id)))


# --- While they are fought ----------------------------------------------------------------------------------------


def _drop(session: Session, context: Context, game: Game, asking: _Asking | None) -> bool:
    """Call battles off that are asked for no more, as when a host has set the campaign back; whether there were any.

    One that is asked for in another turn just as it was goes on for that.
    """
    wanted = {} if asking is None else {each.id: msgspec.json.encode(each).decode() for each in asking.battles}
    dropped = False
    for row in _rows(session, game, PLAYING, ENDED):
        if table.current_turn(session, game).number == row.turn and game.state == "running":
            continue
        if asking is not None and wanted.get(row.name) == row.battle:
            row.turn = asking.turn.number
            continue
        _call_off(session, context, row, NOT_ASKED)
        row.state, dropped = OFF, True
    session.flush()
    return dropped


def _see_to(session: Session, context: Context, campaign: Game, row: LinkedBattle) -> bool:
    """Note that a battle has ended, end one whose time is up, and have the next one command for somebody silent."""
    game = row.game
    if game is None or game.state not in UNFINISHED:
        row.state = ENDED
        session.flush()
        return True
    if row.ends_by is not None and row.ends_by <= now(session):
        _call_off(session, context, row, TIME_IS_UP)
        row.state, row.why = ENDED, TIME_IS_UP
        session.flush()
        return True
    if game.state != "running" or table.waits_for_host(game) is not None:
        return False
    silent = [seat for seat in game.seats if seat.misses >= PATIENCE and not seat.robot]
    for seat in silent:
        _hand_on(session, context, campaign, row, game, seat)
    return bool(silent)


def _hand_on(session: Session, context: Context, campaign: Game, row: LinkedBattle, game: Game, seat: Seat) -> None:
    turns.ensure_open(session, game, now(session))
    battle = msgspec.json.decode(row.battle, type=Battle)
    commands = commanding.in_row(row.commands)
    follower = commanding.following(session, campaign, battle, commands[seat.name])
    player = commanding.player_of(session, campaign, follower.command)
    if player is None:
        turn = table.current_turn(session, game)
        stand_ins.hand_over(session, context, game, turn, seat, KeptRecord(session, game), stand_ins.BY_ITSELF)
    else:
        why = commanding.why_another(campaign, follower)
        seats.give(session, context, game, seat.name, player, BY_THE_RULES, why)
    commands[seat.name] = follower
    row.commands = commanding.kept(commands)
    session.flush()


def _call_off(session: Session, context: Context, row: LinkedBattle, why: str) -> None:
    """End the game of a battle, of which nobody has won."""
    game = row.game
    if game is None or game.state not in UNFINISHED:
        return
    if game.state == "forming":
        game.state = "cancelled"
        return
    how = ends.End(record.DECIDE, BY_THE_RULES, "The campaign", why, (), CANCELLED)
    ends.end(session, context, game, how)


# --- Their results ------------------------------------------------------------------------------------------------


def _tell(session: Session, context: Context, asking: _Asking, rows: dict[str, LinkedBattle]) -> None:
    """Give the campaign what its battles have come to, each with the last hash of its record."""
    game, turn = asking.game, turns.ensure_open(session, asking.game, now(session))
    rules: Any = presentation(game.ruleset).rules
    kept = KeptRecord(session, game)
    found = {}
    for battle in asking.battles:
        row = rows[battle.id]
        began = row.game is not None and row.game.state == "over"
        found[battle.id] = results.of_game(session, row.game) if began and row.game is not None else None
        fought = {"battle": battle.id}
        if began and row.game is not None:
            fought |= {"game": row.game.name, "head": KeptRecord(session, row.game).head or ""}
        kept.append("act", record.act_body(record.FOUGHT, BY_THE_RULES, now(session), row.why or "", fought))
        row.state = TOLD
    lines = results.lines(rules, asking.position, asking.battles, found)
    turns.give_for_host(session, context, turn, lines)


def _close(session: Session, context: Context, game: Game) -> bool:
    """The campaign is over: call off what is fought still, and give everybody the records of its battles."""
    for row in _rows(session, game, PLAYING, ENDED):
        _call_off(session, context, row, NOT_ASKED)
        row.state = OFF
    told = _rows(session, game, TOLD)
    if told and game.state == "over":
        mails.send_records(session, context, game, [row.game for row in told if row.game is not None])
    for row in told:
        row.state = SENT
    session.flush()
    return False
