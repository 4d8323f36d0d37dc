"""The battles that a campaign asks for are opened, in one transaction: their games, who sits in them, a letter a seat.

Each game begins in a transaction of its own. Whoever dies between two of them leaves games that are full and have not
begun: the next look begins them.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import msgspec
from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from core.contract import BATTLE_SIDES, Battle, NoMuster
from pbem.campaigns import commanding, results
from pbem.campaigns.linked import Command, Kind, LinkedGame, game_of
from pbem.games import house_rules, mails, mustered, record, table, turns
from pbem.games.clock import Each, Terms
from pbem.games.house_rules import HouseRules
from pbem.games.kept_record import KeptRecord
from pbem.reports.document import Section
from pbem.rulesets import NotARuleSet, UnknownRuleSet, presentation
from pbem.runtime.context import Context
from pbem.store.database import now
from pbem.store.models import Game, LinkedBattle, Seat, Turn

PLAYING, ENDED, TOLD, SENT, OFF = "playing", "ended", "told", "sent", "off"
A_DAY = 86_400
STANDS = (
    "The clock of {campaign} stands: battles of it are fought as games of their own. Nothing is wanted of you here "
    "until they are over; then the turn is played to its end, and you get its report."
)

_TO_BEGIN = (
    select(Game)
    .join(LinkedBattle, LinkedBattle.game_id == Game.id)
    .where(LinkedBattle.campaign_id == bindparam("campaign"), LinkedBattle.state == PLAYING, Game.state == "forming")
    .order_by(Game.id)
    .limit(1)
    .with_for_update(of=Game)
)


def open_all(session: Session, context: Context, campaign: Game, turn: Turn, battles: Sequence[Battle]) -> None:
    """Open the games of these battles, and tell everybody that the clock of the campaign stands."""
    kept = KeptRecord(session, campaign)
    rows = [_opened(session, campaign, turn, kept, battle) for battle in battles]
    session.add_all(rows)
    session.flush()
    for seat in campaign.seats:
        lines = [STANDS.format(campaign=campaign.name), *(each for row in rows for each in _for_seat(row, seat))]
        key = f"battles/{campaign.name}/{turn.number}"
        mails.tell(
            session, context, seat, "a battle, and the clock stands", [Section(None, "words", tuple(lines))], key
        )


def begin_next(context: Context, campaign_id: int) -> bool:
    """Begin one of the games of a campaign's battles that have not begun; whether there was one."""
    with context.transaction("battle-game") as session:
        game = session.scalars(_TO_BEGIN, {"campaign": campaign_id}).first()
        if game is None:
            return False
        turns.start(session, context, game)
    return True


def _opened(session: Session, campaign: Game, turn: Turn, kept: KeptRecord, battle: Battle) -> LinkedBattle:
    row = LinkedBattle(campaign_id=campaign.id, turn=turn.number, name=battle.id, state=PLAYING, commands="{}")
    row.battle = msgspec.json.encode(battle).decode()
    try:
        rules: Any = presentation(battle.ruleset).rules
        linked = game_of(battle, rules, commanding.silent_in(campaign), commanding.delegates_in(session, campaign))
    except (NoMuster, UnknownRuleSet, NotARuleSet) as why:
        row.state, row.why = ENDED, getattr(why, "code", "rules")
        return row
    commands = commanding.first(linked)
    row.commands = commanding.kept(commands)
    game = _game(session, campaign, kept, linked, commands)
    row.game_id, row.game = game.id, game
    row.ends_by = now(session) + timedelta(days=2 * linked.limit * linked.due_days)
    return row


def _game(
    session: Session,
    campaign: Game,
    kept: KeptRecord,
    linked: LinkedGame,
    commands: dict[str, commanding.Standing],
) -> Game:
    """The game of a battle with everybody seated, not begun yet; the campaign's record names it before it does."""
    words = presentation(linked.ruleset)
    # The row's number makes the name, as of every game.
    game = table.open_named(session, words, linked.options, secrets.token_hex(16), b"")
    game.name = f"{table.stem_of(words.name)}{game.id}"
    game.seed = results.seed_of(bytes.fromhex(campaign.seed), game.name).hex()
    game.options = msgspec.json.encode(linked.options).decode()
    game.terms = msgspec.json.encode(Terms(Each(linked.due_days * A_DAY))).decode()
    house_rules.keep(game, HouseRules(press="off", watch=False, rated=False))
    game.private = game.closed = True
    for seat in game.seats:
        commanding.sit_down(session, campaign, seat, commands[seat.name].command)
    named = {"battle": linked.battle.id, "game": game.name}
    kept.append("act", record.act_body(record.BATTLE, mustered.BY_THE_RULES, now(session), "", named))
    began = mustered.Mustered(
        battle=linked.battle,
        seats=dict(zip(BATTLE_SIDES, linked.seats, strict=True)),
        position=linked.position,
        part_of={"campaign": campaign.name, "battle": linked.battle.id, "head": kept.head},
        told={seat: commanding.told(campaign, linked, seat, standing) for seat, standing in commands.items()},
    )
    mustered.keep(game, began)
    session.flush()
    return game


def _for_seat(row: LinkedBattle, seat: Seat) -> list[str]:
    """What a seat whose battle it is hears of it beside; nobody else is told where or by whom one is fought."""
    battle = msgspec.json.decode(row.battle, type=Battle)
    mine = [side for side in BATTLE_SIDES if battle.seats[side][0] == seat.name]
    if not mine:
        return []
    if row.game is None:
        return [f"Battle {battle.id} of yours is fought by the rules of the campaign itself."]
    [standing] = [each for each in commanding.in_row(row.commands).values() if each.side == mine[0]]
    command = standing.command
    if command.kind is Kind.COMMANDER:
        return [f"You command in battle {battle.id}: it is {row.game.name}, whose mails are in a thread of their own."]
    return [f"{_called(seat, command)} commands for you in battle {battle.id}, which is {row.game.name}."]


def _called(seat: Seat, command: Command) -> str:
    if command.kind is Kind.DELEGATE and seat.delegation is not None:
        return seat.delegation.player.name
    return "A robot" if command.player is None else presentation(seat.game.ruleset).seat_title(command.player)
