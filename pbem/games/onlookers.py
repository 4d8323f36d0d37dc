"""Onlookers: players who watch a game of others, and what they are shown of it.

They see what the rules show to nobody in particular (`view(position, None)`), once all seats were told of a turn, and
where the game says so some turns later. When it is over they see its end at once, with the record, and it is open to
all. Their mails are written by a job of their own (`show`), after the turn is settled: a turn waits for nobody who only
watches.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import msgspec
from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.orm import Session

from core.dice import commitment
from pbem.games import forming, house_rules, mails, press, table
from pbem.games.kept_record import KeptRecord
from pbem.outbound.posting import Draft, post
from pbem.reports.document import Document, Section
from pbem.reports.turn import GameFacts, turn_report
from pbem.rulesets import presentation
from pbem.runtime.context import Context, notify_after_commit
from pbem.store import outbox, people
from pbem.store.database import now, prepared
from pbem.store.models import UNFINISHED, Game, Onlooker, Outbox, Player, Seat, Turn

MOST_WATCHED = 10  # games that a player watches
MOST_ONLOOKERS = 20  # of a game
KEY = JOB = "show"
_FALL_BEHIND = update(Onlooker).where(Onlooker.game_id == bindparam("game")).values(behind=True)

WATCHING = "You watch this game. UNWATCH {game} ends that; STATUS {game} and MAP {game} show it again."
LATE = " What you see is {turns} late."
OVER = (
    "You watched this game. All that was secret in it is open now: the record is attached, and RECORD {game} brings it "
    "to anybody."
)
OVER_IN_PRIVATE = "You watched this game. All that was secret in it is open now, to you: the record is attached."


class NotShown(Exception):
    """Why a game cannot be watched, as a sentence without its full stop."""


@dataclass(frozen=True)
class Shown:
    """What onlookers may see of a game now: a turn, and the entries of the record that tell how it came about."""

    game: Game
    turn: Turn
    since: int
    until: int
    over: bool


class TurnTold(NamedTuple):
    """A turn that onlookers were told of: its number, how many entries of the record lead to it, and when it began."""

    number: int
    recorded: int
    at: datetime | None


# --- Watching -----------------------------------------------------------------------------------------------------


def watch(session: Session, game: Game, player: Player) -> Onlooker:
    """Let a player watch a game. Raises NotShown."""
    ensure_may_watch(session, game, player)
    table.lock(session, game)
    if of(session, game, player) is not None:
        raise NotShown(f"you watch {game.name} already")
    if _count(session, Onlooker.game_id == game.id) >= MOST_ONLOOKERS:
        raise NotShown(f"{MOST_ONLOOKERS} watch {game.name} already, and more cannot")
    if _count(session, Onlooker.player_id == player.id) >= MOST_WATCHED:
        raise NotShown(f"you watch {MOST_WATCHED} games, and more you cannot; UNWATCH and a game's name ends one")
    onlooker = Onlooker(game_id=game.id, player_id=player.id, since=now(session), behind=True)
    session.add(onlooker)
    session.flush()
    notify_after_commit(session, JOB, game.id, f"{onlooker.id}-watch")
    return onlooker


def ensure_may_watch(session: Session, game: Game, player: Player) -> None:
    """Raises NotShown for a game that a player may not watch."""
    if table.seat_of(game, player) is not None:
        raise NotShown(f"you sit in {game.name}, and who plays does not watch")
    if game.state != "running":
        why = f"has not begun; JOIN {game.name} takes a seat" if game.state == "forming" else "is over"
        raise NotShown(f"{game.name} {why}")
    if player.forget_at is not None:
        raise NotShown("you asked to be forgotten; REMEMBER ME takes that back")
    if not house_rules.of(game).watch:
        raise NotShown(f"nobody may watch {game.name}; that was chosen when it was opened")


def unwatch(session: Session, game: Game, player: Player) -> bool:
    """End a player's watching; whether he watched."""
    found = of(session, game, player)
    if found is None:
        return False
    session.delete(found)
    session.flush()
    return True


def may_know(session: Session, game: Game, player: Player) -> bool:
    """Whether a player may know of a game that he does not play: a private one if he was invited to it."""
    return not game.private or forming.invitation_of(session, game, people.addresses_of(session, player)) is not None


def of(session: Session, game: Game, player: Player) -> Onlooker | None:
    """The row of a player who watches a game."""
    return session.scalar(select(Onlooker).where(Onlooker.game_id == game.id, Onlooker.player_id == player.id))


def watched_by(session: Session, player: Player) -> list[Game]:
    """The games that a player watches, latest first."""
    mine = select(Game).join(Onlooker, Onlooker.game_id == Game.id).where(Onlooker.player_id == player.id)
    return list(session.scalars(mine.order_by(Game.id.desc())))


def to_watch(session: Session, player: Player, limit: int = 200) -> list[Game]:
    """The games that anybody may watch and this player does not play, latest first."""
    plays = select(Seat.id).where(Seat.game_id == Game.id, Seat.player_id == player.id).exists()
    open_to_all = (Game.state == "running", Game.watch != "off", ~Game.private, ~plays)
    return list(session.scalars(select(Game).where(*open_to_all).order_by(Game.id.desc()).limit(limit)))


def _count(session: Session, *conditions: object) -> int:
    counted = select(func.count(Onlooker.id)).join(Game, Game.id == Onlooker.game_id)
    return session.scalar(counted.where(Game.state.in_(UNFINISHED), *conditions)) or 0  # type: ignore[arg-type]


# --- What is shown ------------------------------------------------------------------------------------------------


def note(session: Session, game: Game, turn: Turn) -> None:
    """Have those who watch a game shown what there is to show since this turn began."""
    if game.watch == "off" or not (turn.shown or game.state == "over"):
        return
    # Whoever is behind already is locked too: his mail is being written, perhaps, from what was there before.
    if prepared(session, _FALL_BEHIND, {"game": game.id}).rowcount:
        notify_after_commit(session, JOB, game.id, str(turn.number))


def note_anew(session: Session, game: Game, turn: Turn, recorded: int) -> None:
    """The same of a turn that an act of the host made, of which all seats are told.

    None before it is shown any more: it was set aside, or belongs to other rules.
    """
    session.execute(update(Turn).where(Turn.game_id == game.id, Turn.number < turn.number).values(shown=False))
    turn.shown, turn.recorded = True, recorded
    session.flush()
    note(session, game, turn)


def shown(session: Session, game: Game) -> Shown | None:
    """What onlookers may see of a game now; None while that is nothing yet, or the game waits for its host."""
    if game.state not in ("running", "over") or table.waits_for_host(game) is not None:
        return None
    over = game.state == "over"
    turn = table.current_turn(session, game) if over else _latest(session, game, house_rules.of(game).delay)
    if turn is None:
        return None
    until = KeptRecord(session, game).length if over else turn.recorded
    return Shown(game, turn, _since(session, turn), until, over)


def turns_told(session: Session, game: Game) -> list[TurnTold]:
    """The turns of a game that onlookers were told of, oldest first, those alone of which they may know by now.

    None where the game waits for its host. Of one that is over the last turn is among them. Of a packed one they stand
    with its record, without their times.
    """
    if game.state not in ("running", "over") or table.waits_for_host(game) is not None:
        return []
    mine = select(Turn.number, Turn.recorded, Turn.asked_at).where(Turn.game_id == game.id).order_by(Turn.number)
    if game.state == "running":
        told = [TurnTold(*row) for row in session.execute(mine.where(Turn.shown))]
        return told[: max(0, len(told) - house_rules.of(game).delay)]
    last = table.current_turn(session, game)
    end = TurnTold(last.number, KeptRecord(session, game).length, game.over_at)
    before = mine.where(Turn.shown, Turn.number < last.number)
    return [*(TurnTold(*row) for row in session.execute(before)), end]


def report(session: Session, found: Shown, *, since: int | None = None, first: bool = False, full: bool) -> Document:
    """What onlookers may see of a game, as a report, with all that happened from the entry `since` on."""
    game, turn = found.game, found.turn
    ruleset, kept = presentation(game.ruleset), KeptRecord(session, game)
    position = table.position_of(game, turn)
    begin = found.since if since is None else min(since, found.until)
    open_rolls = not game.veiled and ruleset.rules.open_rolls(position)
    facts = GameFacts(
        name=game.name,
        version=game.version,
        players={each.name: who for each in game.seats if (who := table.who_has(each))},
        commitment=commitment(bytes.fromhex(game.seed)),
        head=kept.head if found.over else None,
        seed=game.seed if found.over else None,
        outcome=(ruleset.rules.outcome(position) or kept.outcome()) if found.over else None,
        first=first,
        full=full,
    )
    rolls = kept.rolls(begin, found.until) if open_rolls else ()
    view = kept.legible(ruleset.rules.view(position, None))
    return turn_report(ruleset, facts, view, None, kept.events(begin, found.until), rolls)


def _latest(session: Session, game: Game, back: int) -> Turn | None:
    """The latest turn of which all seats were told, or one so many before it."""
    mine = select(Turn).where(Turn.game_id == game.id, Turn.shown).order_by(Turn.number.desc())
    return session.scalars(mine.offset(back).limit(1)).first()


def _since(session: Session, turn: Turn) -> int:
    """The entry of the record with which begins what is told of a turn: that after the turn shown before it."""
    before = select(func.max(Turn.recorded)).where(Turn.game_id == turn.game_id, Turn.shown, Turn.number < turn.number)
    found = session.scalar(before)
    # Where none is shown before it a host has set the game anew: what was before that is told to nobody.
    return found if found is not None else 0 if turn.number == 1 else turn.recorded


# --- Their mails --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Due:
    """What an onlooker is to be mailed: the document, and the turn that it shows."""

    onlooker: int
    seen: int
    turn: int
    over: bool
    document: Document


def due(session: Session, limit: int = 200) -> list[tuple[int, str]]:
    """Games with onlookers who may have something to be shown, each with a mark for the notifier."""
    behind = select(Onlooker.game_id).where(Onlooker.behind).distinct().order_by(Onlooker.game_id).limit(limit)
    return [(game_id, JOB) for game_id in session.scalars(behind)]


def show(context: Context, game_id: int) -> int:
    """Mail the onlookers of a game what they have not seen yet; how many were mailed.

    What they are mailed is written in no transaction, and each mail kept in one of its own: nobody waits for them.
    """
    with context.store.reading() as session:
        game = session.get(Game, game_id)
        found = None if game is None else shown(session, game)
        waiting = session.scalars(select(Onlooker).where(Onlooker.game_id == game_id, Onlooker.behind)).all()
        letters = [] if found is None else list(_letters(session, found, waiting))
        idents = [each.id for each in waiting]
    written = {each.onlooker: each for each in letters}
    mailed = 0
    for ident in idents:
        with context.transaction("show") as session:
            mailed += _mail(session, context, ident, written.get(ident))
    return mailed


def _letters(session: Session, found: Shown, waiting: Sequence[Onlooker]) -> Iterator[_Due]:
    made: dict[tuple[int | None, bool, bool], Document] = {}
    for each in waiting:
        if each.seen >= found.turn.number and not found.over:
            continue
        first, full = each.seen == 0, each.player.full
        since = None if first else _recorded(session, found.game, each.seen)
        made_of = (since, first, full)
        if made_of not in made:
            document = report(session, found, since=since, first=first, full=full)
            after = found.turn.number - 1 if first else each.seen
            made[made_of] = _with_words(session, found, document, after)
        yield _Due(each.id, each.seen, found.turn.number, found.over, made[made_of])


def _with_words(session: Session, found: Shown, document: Document, after: int) -> Document:
    """The report with what was said to all since, where onlookers may read it, and how to see more or no more."""
    game = found.game
    said = press.said_to_all(session, game, after, found.turn.number)
    if found.over:
        told = (OVER_IN_PRIVATE if game.private else OVER).format(game=game.name)
        files = (*document.attachments, KeptRecord(session, game).file())
    else:
        told, files = WATCHING.format(game=game.name) + late(game), document.attachments
    foot = Section("Watching", "words", (told,))
    sections = (*document.sections, *((said,) if said is not None else ()), foot)
    return msgspec.structs.replace(document, sections=sections, attachments=files)


def late(game: Game) -> str:
    """How far behind the onlookers of a game are, as a sentence; nothing where they are not."""
    delay = house_rules.of(game).delay
    return LATE.format(turns=f"{delay} {'turn' if delay == 1 else 'turns'}") if delay else ""


def _recorded(session: Session, game: Game, number: int) -> int | None:
    """How many entries of the record an onlooker knows of who was shown the turn of a number last, if it still is."""
    seen = select(Turn.recorded).where(Turn.game_id == game.id, Turn.number == number, Turn.shown)
    return session.scalar(seen)


def _mail(session: Session, context: Context, ident: int, letter: _Due | None) -> bool:
    """Keep the mail to an onlooker, unless he was mailed it meanwhile; whether it was kept."""
    onlooker = session.get(Onlooker, ident, with_for_update=True)
    if onlooker is None or not onlooker.behind:
        return False
    wanted = letter is not None and letter.seen == onlooker.seen
    if letter is not None and wanted:
        _post(session, context, onlooker, letter)
        onlooker.seen = letter.turn
        if letter.over:
            session.delete(onlooker)
            session.flush()
            return True
    # The game may have gone on while the mail was written.
    now_shown = shown(session, onlooker.game)
    onlooker.behind = now_shown is not None and (now_shown.over or now_shown.turn.number > onlooker.seen)
    session.flush()
    if onlooker.behind:
        notify_after_commit(session, JOB, onlooker.game_id, f"{onlooker.id}-{onlooker.seen}-more")
    return wanted


def _post(session: Session, context: Context, onlooker: Onlooker, letter: _Due) -> None:
    game, player = onlooker.game, onlooker.player
    thread = dict.fromkeys(filter(None, (onlooker.first_message_id, onlooker.last_message_id)))
    draft = Draft(
        document=letter.document,
        key=f"{KEY}/{game.id}/{player.id}/{letter.turn}/{secrets.token_hex(4)}",
        to=player.address,
        reply_to=context.settings.address,
        in_reply_to=onlooker.last_message_id,
        references=tuple(thread),
        game=game.name,
        sender_name=f"{presentation(game.ruleset).title} {game.name}",
        pictures=player.pictures,
    )
    onlooker.last_message_id = post(session, context, draft)
    onlooker.first_message_id = onlooker.first_message_id or onlooker.last_message_id


def came_back(session: Session, context: Context, mail: int) -> None:
    """Stop the clock of whom a mail was for that came back for good; nobody watches by an address that takes none."""
    outbox.hint_came_back(session, mail)
    key = session.scalar(select(Outbox.key).where(Outbox.id == mail)) or ""
    if key.startswith(f"{KEY}/"):
        _, game, player, *_ = key.split("/")
        session.execute(delete(Onlooker).where(Onlooker.game_id == int(game), Onlooker.player_id == int(player)))
    else:
        mails.came_back(session, context, mail)
