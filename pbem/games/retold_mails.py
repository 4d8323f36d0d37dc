"""Who is mailed a game that is over, told from its beginning to its end, and the job that tells it.

At the end everybody who plays or watches is, once; later whoever asks (REPLAY, DIARY). What is told is made of the
record, in no transaction, by the workers that robots think on: it takes seconds. Each mail is a transaction of its own
with its wish, so that a second worker finds nothing to do.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

import msgspec
import structlog
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from pbem.games import kept_letters, mails, retelling, table
from pbem.games.kept_record import KeptRecord
from pbem.games.retelling import NotRetold
from pbem.outbound.posting import Draft, post
from pbem.reports.document import Attachment, Document, Section
from pbem.rulesets import presentation
from pbem.rulesets.retold import Retold
from pbem.runtime.context import Context, notify_after_commit
from pbem.runtime.failpoint import failpoint
from pbem.runtime.notifier import RETELL
from pbem.store.database import now
from pbem.store.models import Game, Onlooker, Player, Retelling

REPLAY, DIARY = "replay", "diary"
# Whoever died of a game so often dies of it again.
MOST_ATTEMPTS = 3

TOLD = (
    "{game} as it was: save {film} and open it in a browser, which needs nothing else, and no net. It shows what was "
    "so beside what each of you knew of it, and every courier. {diary} tells it in words, with all orders and dice."
)
TOLD_IN_WORDS = "{game} as it was, with all orders and dice, is attached as {diary}."
WITH_MAPS = "{maps} has the map of each turn as a picture."
LEFT_OUT = "Left out: {why}. `pbem replay` makes all of it from the record, on any machine."
AGAIN = "REPLAY {game} sends all of it once more, DIARY {game} the words alone."
CANNOT = "{game} cannot be told here: {why}. RECORD {game} sends its record."

log = structlog.get_logger(__name__)


class _Files(msgspec.Struct, frozen=True):
    """What goes out with a mail, and why what is missing does."""

    files: tuple[Attachment, ...]
    why_not: str = ""


# --- Wishes -------------------------------------------------------------------------------------------------------


def wish(session: Session, game: Game, player: Player, what: str) -> bool:
    """Have a player mailed a game that is over; False where he waits for it already."""
    mine = select(Retelling.id).where(Retelling.game_id == game.id, Retelling.player_id == player.id)
    if session.scalar(mine.limit(1)) is not None:
        return False
    session.add(Retelling(game_id=game.id, player_id=player.id, what=what, asked_at=now(session)))
    session.flush()
    notify_after_commit(session, RETELL, game.id, secrets.token_hex(4))
    return True


def at_the_end(session: Session, game: Game) -> None:
    """Have all who play a game or watch it mailed what it was, as it ends."""
    if not retelling.can_be_told(game.ruleset):
        return
    watching = session.scalars(select(Onlooker).where(Onlooker.game_id == game.id).order_by(Onlooker.id))
    players = [*table.seated(game), *(each.player for each in watching)]
    for player in dict.fromkeys(players):
        wish(session, game, player, REPLAY)


def due(session: Session, limit: int = 50) -> list[tuple[int, str]]:
    """Games that somebody waits to be told, each with a mark for the notifier."""
    waiting = select(Retelling.game_id).distinct().order_by(Retelling.game_id).limit(limit)
    return [(ident, "due") for ident in session.scalars(waiting)]


# --- Telling ------------------------------------------------------------------------------------------------------


def retell(context: Context, game_id: int) -> int:
    """Mail a game to all who wait for it; how many were mailed."""
    wishes = _taken(context, game_id)
    if not wishes:
        return 0
    with context.store.reading() as session:
        game = session.get_one(Game, game_id)
        lines, name = KeptRecord(session, game).file().content.splitlines(), game.name
        letters = frozenset(kept_letters.of_game(session, game))
    files = _files(name, lines, {each.what for each in wishes})
    failpoint("game-retold")
    mailed = 0
    for each in wishes:
        with context.transaction("retell") as session:
            mailed += _mail(session, context, each.id, files, letters)
    return mailed


class _Wish(msgspec.Struct, frozen=True):
    id: int
    what: str


def _taken(context: Context, game_id: int) -> list[_Wish]:
    """Those who wait for a game; whoever has waited in vain too often waits no more."""
    of_game = Retelling.game_id == game_id
    with context.transaction("take-retelling") as session:
        lost = session.execute(
            delete(Retelling).where(of_game, Retelling.attempts >= MOST_ATTEMPTS).returning(Retelling.id)
        ).all()
        if lost:
            log.error("a game cannot be told", game=game_id, wishes=len(lost))
        session.execute(update(Retelling).where(of_game).values(attempts=Retelling.attempts + 1))
        rows = session.execute(select(Retelling.id, Retelling.what).where(of_game).order_by(Retelling.id)).all()
    return [_Wish(*row) for row in rows]


def _files(name: str, lines: Sequence[bytes], wanted: set[str]) -> dict[str, _Files]:
    """What goes to those who want a game, by what they want."""
    try:
        told = retelling.of_record(lines)
    except NotRetold as why:
        log.warning("a game is not told", game=name, reason=str(why))
        return {what: _Files((), str(why)) for what in wanted}
    makers = {
        REPLAY: (retelling.film_file, retelling.diary_file, retelling.maps_file),
        DIARY: (retelling.diary_file,),
    }
    return {what: _made(name, told, makers[what]) for what in wanted}


def _made(name: str, told: Retold, makers: Sequence[Callable[[str, Retold], Attachment]]) -> _Files:
    files, why_not = [], []
    for make in makers:
        try:
            files.append(make(name, told))
        except NotRetold as why:
            why_not.append(str(why))
    return _Files(tuple(files), "; ".join(why_not))


def _mail(session: Session, context: Context, wish_id: int, files: dict[str, _Files], letters: frozenset[str]) -> bool:
    wanted = session.get(Retelling, wish_id, with_for_update=True)
    if wanted is None or wanted.what not in files:
        return False
    game, player = session.get_one(Game, wanted.game_id), session.get_one(Player, wanted.player_id)
    if frozenset(kept_letters.of_game(session, game)) != letters:
        return False  # somebody was forgotten meanwhile: it is told anew without what he wrote
    session.delete(wanted)
    session.flush()
    # Numbers of rows come again.
    _post(session, context, game, player, files[wanted.what], f"{wish_id}-{secrets.token_hex(4)}")
    return True


def _post(session: Session, context: Context, game: Game, player: Player, found: _Files, key: str) -> None:
    document = (_said(game, found), *_again(game, found))
    words = (Section(None, "words", document),)
    seat = table.seat_of(game, player)
    if seat is not None:
        mails.tell(session, context, seat, _SUBJECT, words, f"retold/{key}", attachments=found.files)
        return
    draft = Draft(
        document=Document(f"[{game.name}] {_SUBJECT}", words, found.files),
        key=f"retold/{key}/{player.id}",
        to=player.address,
        reply_to=context.settings.address,
        game=game.name,
        sender_name=f"{presentation(game.ruleset).title} {game.name}",
        pictures=player.pictures,
    )
    post(session, context, draft)


_SUBJECT = "from its beginning to its end"


def _said(game: Game, found: _Files) -> str:
    names = {kind: next((file.name for file in found.files if kind in file.name), "") for kind in KINDS}
    if not found.files:
        return CANNOT.format(game=game.name, why=found.why_not)
    told = TOLD if names["replay"] and names["diary"] else TOLD_IN_WORDS if names["diary"] else "{game} as it was."
    said = told.format(game=game.name, film=names["replay"], diary=names["diary"])
    return f"{said} {WITH_MAPS.format(maps=names['maps'])}" if names["maps"] else said


KINDS = ("replay", "diary", "maps")


def _again(game: Game, found: _Files) -> list[str]:
    if not found.files:
        return []
    left_out = [LEFT_OUT.format(why=found.why_not)] if found.why_not else []
    return [*left_out, AGAIN.format(game=game.name)]
