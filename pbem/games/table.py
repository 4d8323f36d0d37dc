"""The table: opening a game, taking seats; and what is found out about a game: its seats, turn and position."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, bindparam, inspect, select, tuple_
from sqlalchemy.orm import Session, object_session
from sqlalchemy.orm.attributes import set_committed_value

from core.contract import HOST, Decision, Json, Level, Options, SeatName
from core.dice import SeededDice
from pbem.games import kept_letters, record
from pbem.nearest import did_you_mean
from pbem.reports.document import echoed
from pbem.rulesets import NotARuleSet, names, presentation
from pbem.rulesets.contract import Presentation
from pbem.rulesets.ways import is_umpired
from pbem.runtime.context import Context
from pbem.store.database import now
from pbem.store.models import UNFINISHED, Game, OrderSet, Participant, Player, Seat, Turn

SEED_BYTES = 32
NONCE_BYTES = 8
DRAWN_NAME_BYTES = 6
LONGEST_STEM = 10
LONGEST_WORD = 40
GAMES = "pbem.games"  # where a session keeps the games that it has found
POSITIONS_REMEMBERED = 32  # of a few KB each; a transaction looks at one, again and again

_NAMED = select(Game).where(Game.name == bindparam("name"))
_AT_TABLE = select(Seat).where(Seat.game_id == bindparam("game")).order_by(Seat.place)
_CURRENT = select(Turn).where(Turn.game_id == bindparam("game")).order_by(Turn.number.desc()).limit(1)


class NotSeated(Exception):
    """Why somebody cannot take a seat, as a sentence."""


def open_game(
    session: Session,
    context: Context,
    ruleset: Presentation,
    chosen: Mapping[str, str],
) -> Game:
    """A new game, forming, with all seats empty. Raises BadOption."""
    # The row's number makes the name; until then a name nobody can have keeps the column unique.
    game = open_named(session, ruleset, chosen, secrets.token_hex(16), b"")
    game.name = f"{stem_of(ruleset.name)}{game.id}"
    game.seed = _secret_seed(context, game.name).hex()
    session.flush()
    return game


def open_named(session: Session, ruleset: Presentation, chosen: Mapping[str, str], name: str, seed: bytes) -> Game:
    """A new game under a name and with a seed that somebody else has made. Raises BadOption."""
    options = ruleset.settle(chosen)
    game = Game(
        name=name,
        ruleset=ruleset.name,
        version=ruleset.rules.version,
        options=msgspec.json.encode(options).decode(),
        seed=seed.hex(),
        state="forming",
        created_at=now(session),
    )
    session.add(game)
    seats = [*ruleset.rules.seats(options), *((HOST,) if is_umpired(ruleset, options) else ())]
    game.everybody = [
        Seat(place=place, name=seat, nonce=secrets.token_hex(NONCE_BYTES), first_message_id=None, last_message_id=None)
        for place, seat in enumerate(seats)
    ]
    session.flush()
    return game


def seat_of(game: Game, player: Player) -> Seat | None:
    """The seat of a player in a game, an umpire's too."""
    return next((seat for seat in game.everybody if seat.player_id == player.id), None)


def sit_down(session: Session, game: Game, player: Player, seat_word: str | None, word: str) -> Seat:
    """Give the player the seat meant by `seat_word`, else the first that is free. Raises NotSeated.

    `word` is mixed into the dice.
    """
    lock(session, game)
    if player.forget_at is not None:
        raise NotSeated("You asked to be forgotten once your games are over. REMEMBER ME takes that back.")
    if player.barred is not None:
        raise NotSeated("The host of this server has barred you from games.")
    if game.state == "cancelled":
        raise NotSeated(f"{game.name} was called off before it began.")
    if game.state != "forming":
        raise NotSeated(f"{game.name} has begun; its seats are taken.")
    if seat_of(game, player) is not None:
        raise NotSeated(f"You sit in {game.name} already.")
    seat = _choose(game, seat_word)
    seat.player = player
    seat.word = word[:LONGEST_WORD]
    session.flush()
    return seat


def drawn_name(session: Session, game: Game, player: Player) -> str:
    """What the record of a game calls a player: a random name, since a name of his own could never be taken out."""
    drawn = f"player-{secrets.token_hex(DRAWN_NAME_BYTES)}"
    session.add(Participant(game_id=game.id, drawn=drawn, player_id=player.id))
    session.flush()
    return drawn


def lock(session: Session, game: Game) -> None:
    """See the game as it is now; nobody else sits down or gets up until this transaction ends."""
    session.flush()  # what is not written yet would be lost by looking again
    session.refresh(game, with_for_update=True)
    for seat in game.everybody:
        session.refresh(seat)


def seated(game: Game) -> list[Player]:
    """The players at the table, in the order of their seats, and the umpire beside it."""
    return [seat.player for seat in game.everybody if seat.player is not None]


def seat_robot(session: Session, game: Game, level: Level, seat_word: str | None = None) -> Seat:
    """Give a robot the seat meant by `seat_word`, else the first that is free. Raises NotSeated."""
    lock(session, game)
    if game.state != "forming" or not free_seats(game):
        raise NotSeated(f"No seat of {game.name} is free.")
    seat = _choose(game, seat_word)
    seat.level, seat.robot = level.value, True
    session.flush()
    return seat


def free_seats(game: Game) -> list[Seat]:
    """The seats to be played that nobody has, neither a player nor a robot."""
    return [seat for seat in game.seats if seat.player is None and seat.level is None]


def free_places(game: Game) -> list[Seat]:
    """The seats that somebody may still take, an umpire's too."""
    return [*free_seats(game), *([game.umpire] if game.umpire is not None and lacks_umpire(game) else [])]


def is_full(game: Game) -> bool:
    """Whether somebody has every seat, an umpire's too."""
    return not free_places(game)


def lacks_umpire(game: Game) -> bool:
    """Whether a game is to have an umpire, and nobody is it."""
    return game.umpire is not None and game.umpire.player is None


def who_has(seat: Seat) -> str | None:
    """The name of whoever has a seat: its player's, or that of a robot, which says that it is one; None: nobody."""
    if seat.level is not None:
        return f"{seat.level} (robot)"
    return seat.player.name if seat.player is not None else None


def find_game(session: Session, name: str) -> Game | None:
    """The game of this name; case does not matter. A transaction asks the database for it once."""
    kept: dict[str, Game] = session.info.setdefault(GAMES, {})
    found = kept.get(name.lower())
    if found is None or not inspect(found).persistent:
        found = session.scalar(_NAMED, {"name": name.lower()})
        if found is not None:
            _seat_all(session, found)
            # A session alone forgets what nobody holds, and would read the game and its seats again and again.
            kept[found.name] = found
    return found


def game_numbered(session: Session, ident: int) -> Game:
    """The game of this number, which must be there."""
    game = session.get_one(Game, ident)
    _seat_all(session, game)
    return game


def _seat_all(session: Session, game: Game) -> None:
    """Read who is at the table, by a statement that was made once, which the session would make anew each time."""
    if "everybody" in inspect(game).unloaded:
        set_committed_value(game, "everybody", session.scalars(_AT_TABLE, {"game": game.id}).all())


def games_of(session: Session, player: Player, *, over: bool = False) -> list[Game]:
    """The player's games that are forming or running, or with `over` all of them, latest first."""
    wanted = select(Game).join(Seat).where(Seat.player_id == player.id)
    if not over:
        wanted = wanted.where(Game.state.in_(UNFINISHED))
    return list(session.scalars(wanted.order_by(Game.id.desc())))


def seat_named(game: Game, name: SeatName) -> Seat | None:
    """The seat with this name in the rule set's own spelling."""
    return next((seat for seat in game.everybody if seat.name == name), None)


def waits_for_host(game: Game) -> str | None:
    """Why the game is not played here, as a sentence: its rules changed while it ran, or it was stopped; else None."""
    return game.stopped or waits_for_rules(game)


def waits_for_rules(game: Game) -> str | None:
    """That the rules of the game changed while it ran, as a sentence; None where they are those that are here."""
    version = presentation(game.ruleset).rules.version
    if game.state != "running" or game.version == version:
        return None
    return f"{game.name} waits for the host: its rules changed from {game.version} to {version}."


def _played_versions() -> list[tuple[str, str]]:
    """The rule sets that are here, each with the version of its rules."""
    here = []
    for name in names():
        # What somebody installed wrongly stops its own games alone.
        with suppress(NotARuleSet, ImportError):
            here.append((name, presentation(name).rules.version))
    return here


# The games that do not wait for the host, as a condition on the table of games: their rules are here in the version
# they began with, and nobody has stopped them. Asked for when a statement is carried out, so that it is made but once.
PLAYED_HERE: ColumnElement[bool] = tuple_(Game.ruleset, Game.version).in_(
    bindparam("played_here", callable_=_played_versions, expanding=True)
) & Game.stopped.is_(None)


def options_of(game: Game) -> Options:
    """The settled options the game was created with."""
    options: Options = msgspec.json.decode(game.options)
    return options


def dice_of(game: Game) -> SeededDice:
    """The game's dice: its seed, its players' words, and how often a host has set its position."""
    return dice_from(bytes.fromhex(game.seed), game)


def dice_from(seed: bytes, game: Game) -> SeededDice:
    """Dice thrown as for this game, from another seed."""
    return SeededDice(seed, record.drawn_for(game.name, game.set_by_host), [seat.word for seat in game.seats])


def record_is_open(game: Game, position: Any) -> bool:
    """Whether the record so far may be read by all seats."""
    return not game.veiled and presentation(game.ruleset).rules.open_record(position)


def rolls_are_open(game: Game, position: Any) -> bool:
    """Whether all rolls so far may be known to all seats."""
    return not game.veiled and presentation(game.ruleset).rules.open_rolls(position)


# --- The position -------------------------------------------------------------------------------------------------


def current_turn(session: Session, game: Game) -> Turn:
    """The game's latest turn; the game must have begun."""
    return session.scalars(_CURRENT, {"game": game.id}).one()


def locked_turn(session: Session, game: Game) -> Turn:
    """The game's latest turn, which nobody else changes until this transaction ends."""
    turn = current_turn(session, game)
    if session.get_bind().dialect.name == "sqlite":
        return turn  # one writer at a time
    # Two mails of two seats must see each other's orders, or neither finds that all are in.
    session.refresh(turn, with_for_update=True)
    if turn.state != "done":
        return turn
    # Whoever held it before may have made the next one.
    return current_turn(session, game)


def position_of(game: Game, turn: Turn) -> Any:
    """The position at the beginning of a turn."""
    return _decoded(game.ruleset, game.options, turn.position)


def owed(game: Game, turn: Turn) -> tuple[Decision, ...]:
    """The decisions that the seats owe in a turn; none once the game is over, however it ended."""
    if game.state == "over":
        return ()
    return presentation(game.ruleset).rules.awaiting(position_of(game, turn))


def awaited(game: Game, turn: Turn) -> tuple[Decision, ...]:
    """Those of them that somebody is waited for, since no robot plays the seat."""
    robots = {seat.name for seat in game.seats if seat.robot}
    return tuple(decision for decision in owed(game, turn) if decision.seat not in robots)


def holds_orders(session: Session, turn: Turn, seat: Seat) -> bool:
    """Whether orders of a seat wait for those of the others, and so can still be replaced."""
    held = select(OrderSet.id).where(
        OrderSet.turn_id == turn.id, OrderSet.seat == seat.name, OrderSet.state == "held", OrderSet.at_once.is_(False)
    )
    return turn.state == "open" and session.scalar(held.limit(1)) is not None


def view_of(game: Game, seat: Seat | None, turn: Turn) -> Json:
    """What the seat (None: an onlooker) may know of a turn's position."""
    view = presentation(game.ruleset).rules.view(position_of(game, turn), seat.name if seat else None)
    session = object_session(game)
    return view if session is None else kept_letters.legible(session, game, view)


@lru_cache(POSITIONS_REMEMBERED)
def _decoded(ruleset: str, options: str, position: str) -> Any:
    # A position is a value and nobody changes it, so that everything in a transaction can look at the same one.
    return presentation(ruleset).rules.decode(position, msgspec.json.decode(options))


# --- Taking a seat ------------------------------------------------------------------------------------------------


def _choose(game: Game, seat_word: str | None) -> Seat:
    free = free_places(game)
    words = presentation(game.ruleset)
    if seat_word is None:
        return free[0]
    name = words.find_seat(seat_word, [seat.name for seat in game.everybody])
    if name is None:
        titles = [words.seat_title(seat.name) for seat in game.everybody]
        offered = ", ".join(words.seat_title(seat.name) for seat in free)
        near = did_you_mean(seat_word, titles)
        raise NotSeated(f'{game.name} has no seat called "{echoed(seat_word)}"{near}. Free: {offered}.')
    found = next((seat for seat in free if seat.name == name), None)
    if found is None:
        raise NotSeated(f"{words.seat_title(name)} is taken in {game.name}.")
    return found


def _secret_seed(context: Context, game: str) -> bytes:
    key = context.settings.seed_key
    if key is None:
        return secrets.token_bytes(SEED_BYTES)
    return seed_from(key.get_secret_value(), game)


def seed_from(key: str, name: str) -> bytes:
    """The secret seed that a key of the host gives to a name."""
    return hmac.digest(key.encode(), name.encode(), "sha256")


def stem_of(ruleset: str) -> str:
    """What games of a rule set are named after, before their number."""
    match = re.match(r"[a-z]+", presentation(ruleset).stem or ruleset)
    return (match.group() if match else "game")[:LONGEST_STEM]
