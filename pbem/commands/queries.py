"""HELP, GAMES, STATUS, MAP, REPORT, RECORD, DICE: questions, which change nothing."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from pbem.commands.answers import BELOW, Reply, fixed, words
from pbem.games import mails, table
from pbem.games.kept_record import KeptRecord
from pbem.ops.listing import choices
from pbem.reports.document import Section
from pbem.reports.turn import chosen_options, in_words, roll_lines
from pbem.rulesets import UnknownRuleSet, names, presentation
from pbem.runtime.context import Context
from pbem.store.models import Game, Player, Seat

COMMAND_HELP = """\
HELP [topic]        this text; HELP ORDERS, or HELP and a rule set's name
NEW ruleset         open a game; add option=value, AS seat, WORD anything
JOIN game           take a seat; add AS seat, WORD anything
GAMES               your games, and those that look for players
STATUS [game]       who is wanted, and until when
MAP [game] [FLIP]   the map and a picture of it; with FLIP the other way up
MAP 3500,3200 ZOOM 4    a part of the map, in games on an open field
REPORT [game]       the whole report once more
DICE [game]         every roll so far
RECORD [game]       the record of the game, as a file that can be verified
CHECK               judge the orders in this mail, but play nothing
RESIGN, DRAW        give up; offer or accept a draw"""


class Asker(msgspec.Struct, frozen=True):
    """Who asks, and about which game and seat if that is clear from the address or from their only game."""

    player: Player
    game: Game | None
    seat: Seat | None


def asker_of(session: Session, player: Player, game: Game | None, seat: Seat | None) -> Asker:
    """The asker; where no game is given, the only one the player is in."""
    if game is None:
        mine = table.games_of(session, player)
        if len(mine) == 1:
            game = mine[0]
    if game is not None and seat is None:
        seat = _seat_of(game, player)
    return Asker(player, game, seat)


def help_(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """The commands; with ORDERS how orders are written; with a rule set's name what it is and its options."""
    topic = rest.lower()
    if topic in ("", "commands", "me"):
        sections = [fixed("Commands, one a line", COMMAND_HELP)]
        if asker.game is not None:
            sections.append(_order_help(asker.game.ruleset))
        else:
            sections.append(words(None, f"Rule sets here: {', '.join(names())}. HELP and a name tells more."))
        return Reply("ok", BELOW, tuple(sections))
    if topic == "orders" and asker.game is not None:
        return Reply("ok", BELOW, (_order_help(asker.game.ruleset),))
    try:
        found = presentation(topic)
    except UnknownRuleSet:
        return Reply("no", f'no help on "{rest}"; there is HELP, HELP ORDERS and HELP with {", ".join(names())}')
    options = "\n".join(
        f"{option.name} = {choices(option)} (usual: {option.default or 'none'})\n    {found.option_help[option.name]}"
        for option in found.rules.options()
    )
    return Reply(
        "ok", BELOW, (words(found.title, found.about), _order_help(found.name), fixed("Options of NEW", options))
    )


def games(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """The player's games, and the games with a free seat."""
    mine = [
        f"{game.name}  {presentation(game.ruleset).title}  {game.state}"
        for game in table.games_of(session, asker.player)
    ]
    forming = session.scalars(select(Game).where(Game.state == "forming").order_by(Game.id))
    open_ = [
        f"{game.name}  {presentation(game.ruleset).title}  free: "
        + ", ".join(presentation(game.ruleset).seat_title(seat.name) for seat in game.seats if seat.player_id is None)
        for game in forming
    ]
    return Reply(
        "ok",
        BELOW,
        (fixed("Your games", "\n".join(mine) or "none"), fixed("Looking for players", "\n".join(open_) or "none")),
    )


def status(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """Who is wanted for what, and until when; of a game that looks for players, what was chosen for it."""
    forming = table.find_game(session, rest) if rest else asker.game
    if forming is not None and forming.state == "forming":
        return _invitation(forming)
    found = _named(session, asker, rest)
    if isinstance(found, Reply):
        return found
    game, seat = found
    turn = table.current_turn(session, game)
    lines = [presentation(game.ruleset).status(table.view_of(game, seat, turn))]
    for decision in table.awaited(game, turn):
        who = presentation(game.ruleset).seat_title(decision.seat)
        until = in_words(turn.deadline) if turn.deadline else "no deadline"
        lines.append(f"Wanted: {who}, by {until}.")
    return Reply("ok", BELOW, (words("Status", *lines),))


def map_(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """The map as the asker's seat may see it, and a picture; with FLIP the other way up, or a part of it alone."""
    asked = rest.split()
    flip = bool(asked) and asked[-1].lower() == "flip"
    words = asked[:-1] if flip else asked
    named = bool(words) and (table.find_game(session, words[0]) is not None or asker.game is None)
    part = " ".join(words[1:] if named else words)
    found = _running(session, asker, words[0] if named else "")
    if isinstance(found, Reply):
        return found
    game, seat = found
    ruleset = presentation(game.ruleset)
    view = table.view_of(game, seat, table.current_turn(session, game))
    whole = view | ({"flip": True} if flip else {})
    wanted = whole | ({"inset": part} if part else {})
    drawn, said = ruleset.map_text(wanted), BELOW
    if part and drawn == ruleset.map_text(whole):
        said = f'no part of this map is called "{part}"; here is all of it'
    elif flip and not part and drawn == ruleset.map_text(view):
        said = "this map has one way up only"
    return Reply("ok", said, (fixed("Map", drawn),), (mails.picture_of(game, seat, wanted),))


def report(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """The present report of the asker's seat."""
    found = _running(session, asker, rest)
    if isinstance(found, Reply):
        return found
    game, seat = found
    document = mails.present_report(session, game, seat, table.current_turn(session, game))
    return Reply("ok", BELOW, document.sections, document.attachments, about=seat)


def dice(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """Every roll of the game so far, numbered, where the rules keep none of them secret now."""
    found = _running(session, asker, rest)
    if isinstance(found, Reply):
        return found
    game, _seat = found
    if not presentation(game.ruleset).rules.open_rolls(_position(session, game)):
        return Reply("ok", "the rolls are secret for now; they are in the record at the end of the game")
    lines = roll_lines(KeptRecord(session, game).rolls(0))
    return Reply("ok", BELOW, (fixed("Dice so far (turn.draw: value)", "\n".join(lines) or "none yet"),))


def record(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """The record as a file: so far, or whole once the game is over."""
    found = _running(session, asker, rest)
    if isinstance(found, Reply):
        return found
    game, _seat = found
    if not presentation(game.ruleset).rules.open_record(_position(session, game)):
        return Reply("ok", "parts of the record are secret for now; it is mailed whole at the end of the game")
    return Reply(
        "ok",
        f"attached as {game.name}.jsonl; pbem verify {game.name}.jsonl checks it",
        (),
        (KeptRecord(session, game).file(),),
    )


def _invitation(game: Game) -> Reply:
    """What somebody who thinks of joining wants to see first: the free seats and every option."""
    found = presentation(game.ruleset)
    free = ", ".join(found.seat_title(each.name) for each in game.seats if each.player_id is None)
    return Reply(
        "ok",
        f"{game.name} waits for players: {free}",
        (words(found.title, found.brief(table.options_of(game))), *chosen_options(found, table.options_of(game))),
    )


def _named(session: Session, asker: Asker, rest: str) -> tuple[Game, Seat | None] | Reply:
    if rest:
        game = table.find_game(session, rest)
        if game is None or _seat_of(game, asker.player) is None:
            return Reply("no", f'you have no game called "{rest}"; GAMES lists yours')
        return game, _seat_of(game, asker.player)
    if asker.game is None:
        return Reply("which?", "which game? Write its name after the word; GAMES lists yours")
    return asker.game, asker.seat


def _running(session: Session, asker: Asker, rest: str) -> tuple[Game, Seat] | Reply:
    found = _named(session, asker, rest)
    if isinstance(found, Reply):
        return found
    game, seat = found
    if game.state == "forming" or seat is None:
        return Reply("no", f"{game.name} has not begun")
    return game, seat


def _seat_of(game: Game, player: Player) -> Seat | None:
    return next((seat for seat in game.seats if seat.player_id == player.id), None)


def _position(session: Session, game: Game) -> Any:
    return table.position_of(game, table.current_turn(session, game))


def _order_help(ruleset: str) -> Section:
    found = presentation(ruleset)
    return fixed(f"Orders of {found.title}", found.order_help)
