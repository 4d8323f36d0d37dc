"""The people in the tables: by which addresses a player is known, moved to another, made one of two, and forgotten.

Not for: what players ask for by mail (`pbem.commands.people`, `pbem.commands.privacy`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice

import msgspec
from sqlalchemy import Column, ColumnElement, Select, Table, bindparam, delete, func, or_, select, update
from sqlalchemy.orm import Session

from pbem.reading.lookalikes import latin
from pbem.store import punctuality, rated
from pbem.store.database import now
from pbem.store.models import (
    UNFINISHED,
    Ahead,
    Base,
    Entrant,
    Event,
    Game,
    Inbox,
    Invitation,
    LocalMail,
    Onlooker,
    OrderSet,
    Outbox,
    Player,
    PlayerAddress,
    Press,
    PressCopy,
    Question,
    Replied,
    SealedLetter,
    Seat,
    Standstill,
    Turn,
)
from pbem.store.repeating import Repeats

LONGEST_NAME = 40
AT_ONCE = 100
MAILS_AT_ONCE = 10
SETTLED = ("used", "superseded")  # the states of orders that nothing waits for
COUNTS = ("decided", "late", "missed")

# Letters, and what stands between them: a dot is followed by a blank, so that no name is a link.
_NAME = re.compile(r"[^\W\d_]+(?:(?:\. |[ '\u2019-])[^\W\d_]+)*\.?(?: (?:[0-9]{1,4}|[IVX]{1,5}))?")
_MANY_MARKS = 3  # above and below one letter: no script needs as many
_RESERVED = frozenset({"admin", "administrator", "gm", "host", "moderator", "pbem", "postmaster", "server"})
_TOGETHER = frozenset({"CJK", "HANGUL", "HIRAGANA", "KATAKANA"})
_ONE_STROKE = str.maketrans("i10", "llo")
_NO_LETTERS = re.compile(r"[\W_]+")
_BETWEEN_NAMES = re.compile(r"[^\w\u0300-\u036f'\u2019-]+|[\d_]+")
_AT = select(Player).where(Player.address == bindparam("address"))
_AT_OTHER = (
    select(Player)
    .join(PlayerAddress, PlayerAddress.player_id == Player.id)
    .where(PlayerAddress.address == bindparam("address"))
)
_OTHERS = (
    select(PlayerAddress.address).where(PlayerAddress.player_id == bindparam("player")).order_by(PlayerAddress.address)
)


class NotDone(Exception):
    """Why something is not done with a player, as a sentence without its full stop."""


# --- Names --------------------------------------------------------------------------------------------------------


def is_name(text: str, words: Collection[str] = ()) -> bool:
    """Whether a text can be a player's name: letters of one script, no address and no link, of a bounded length.

    No name speaks for the server, nor begins with one of the `words` that are commands.
    """
    # The marks above and below letters are no signs of their own; many scripts cannot do without.
    marks = [unicodedata.category(sign).startswith("M") for sign in text[: LONGEST_NAME + 1]]
    letters = "".join(sign for sign, is_mark in zip(text, marks, strict=False) if not is_mark)
    piled_up = any(all(marks[at : at + _MANY_MARKS]) for at in range(len(marks) - _MANY_MARKS + 1))
    if (
        len(text) > LONGEST_NAME
        or any(marks[:1])
        or piled_up
        or _NAME.fullmatch(letters) is None
        or not _is_of_one_script(letters)
    ):
        return False
    parts = latin(letters).casefold().split()
    return _RESERVED.isdisjoint(part.strip(".") for part in parts) and parts[0].upper().strip(".") not in words


def _is_of_one_script(letters: str) -> bool:
    """Letters of several alphabets in one name serve those who want to look like somebody else."""
    scripts = {unicodedata.name(sign, "?").partition(" ")[0] for sign in letters if sign.isalpha()}
    return len(scripts) == 1 or scripts <= _TOGETHER


def name_taken(session: Session, name: str, beside: Player | None = None) -> bool:
    """Whether another player is called so, or so that eyes confuse it: case, accents, I and l, alphabets alike."""
    wanted, own = _alike(name), beside.id if beside is not None else None
    others = session.execute(select(Player.id, Player.name))
    return any(_alike(other) == wanted for ident, other in others if ident != own)


def name_for(session: Session, typed: str, address: str, words: Collection[str] = ()) -> str:
    """A name for a new player that nobody has: from what his mail program calls him, or else from his address."""
    found = (_tidy(typed, words), _tidy(address.partition("@")[0], words))
    plain = next((name for name in found if name), "Player")
    taken = {_alike(name) for name in session.scalars(select(Player.name))}
    names = (plain, *(f"{plain} {number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if _alike(name) not in taken)


def _tidy(text: str, words: Collection[str]) -> str:
    name = " ".join(_BETWEEN_NAMES.sub(" ", unicodedata.normalize("NFC", text)).split())[: LONGEST_NAME - 5].strip()
    return name if is_name(name, words) else ""


def _alike(name: str) -> str:
    plain = name if name.isascii() else latin(unicodedata.normalize("NFKD", name))
    return _NO_LETTERS.sub("", plain.casefold().translate(_ONE_STROKE))


def named(session: Session, name: str) -> list[Player]:
    """The players who are called so, in whatever case it is typed."""
    wanted = " ".join(name.split()).lower()
    return list(session.scalars(select(Player).where(func.lower(Player.name) == wanted)))


# --- Addresses ----------------------------------------------------------------------------------------------------


def player_at(session: Session, address: str) -> Player | None:
    """The player who is known by an address, as the one he receives at or as another that he sends from."""
    found: Player | None = session.scalar(_AT, {"address": address})
    return found or session.scalar(_AT_OTHER, {"address": address})


def addresses_of(session: Session, player: Player) -> list[str]:
    """All addresses that a player is known by; the one that he receives at comes first."""
    return [player.address, *session.scalars(_OTHERS, {"player": player.id})]


def add_address(session: Session, player: Player, address: str) -> None:
    """Let a player send from one more address. Raises NotDone where it is somebody's already."""
    if player_at(session, address) is not None:
        raise NotDone(f"{address} is known here already")
    session.add(PlayerAddress(address=address, player_id=player.id, confirmed_at=now(session)))
    session.flush()


def use_address(session: Session, player: Player, address: str) -> None:
    """Send a player's mail to another of his addresses; he may go on sending from the one he had."""
    drop_address(session, player, address)
    before, player.address = player.address, address
    session.flush()
    session.add(PlayerAddress(address=before, player_id=player.id, confirmed_at=now(session)))
    session.flush()


def drop_address(session: Session, player: Player, address: str) -> None:
    """Hear a player no more from an address that he does not receive at. Raises NotDone where it is not his."""
    row = session.get(PlayerAddress, address)
    if row is None or row.player_id != player.id:
        raise NotDone(f"{address} is not one of your other addresses")
    session.delete(row)
    session.flush()


class Listed(msgspec.Struct, frozen=True):
    """A player in the list of a host; `unfinished` counts his games that are not over."""

    address: str
    name: str
    unfinished: int
    decided: int
    late: int
    missed: int
    barred: str | None
    leaving: bool


def listed(session: Session, most: int, *, barred: bool = False) -> list[Listed]:
    """So many players, the latest first; only those who are `barred`, where that is asked for."""
    games = (
        select(func.count(Seat.id))
        .join(Game, Game.id == Seat.game_id)
        .where(Seat.player_id == Player.id, Game.state.in_(UNFINISHED))
        .scalar_subquery()
    )
    wanted = select(Player, games).order_by(Player.id.desc()).limit(most)
    rows = session.execute(wanted.where(Player.barred.is_not(None)) if barred else wanted)
    return [
        Listed(
            address=each.address,
            name=each.name,
            unfinished=unfinished,
            decided=each.decided,
            late=each.late,
            missed=each.missed,
            barred=each.barred,
            leaving=each.forget_at is not None,
        )
        for each, unfinished in rows
    ]


# --- Acts of the host ---------------------------------------------------------------------------------------------


def move(session: Session, player: Player, address: str) -> None:
    """Make `address` the only one a player is known by, and send there what still waits to be sent.

    For whoever lost the address he had: nothing that comes from there is his any more. Raises NotDone.
    """
    holder = player_at(session, address)
    if holder is not None and holder is not player:
        raise NotDone(f"{address} is another player's; merge makes one player of two")
    old = addresses_of(session, player)
    session.execute(delete(PlayerAddress).where(PlayerAddress.player_id == player.id))
    player.address = address
    # What quotes the mails of before is still told from what is typed, since they count as mailed to him.
    session.execute(update(Outbox).where(Outbox.to_address.in_(old)).values(to_address=address))
    for invitation in session.scalars(select(Invitation).where(Invitation.address.in_(old))).all():
        if session.get(Invitation, (invitation.game_id, address)) is None:
            invitation.address = address
            session.flush()
    session.flush()


def merge(session: Session, gone: Player, stays: Player) -> None:
    """Make one player of two: seats, addresses and counts of the one are the other's. Raises NotDone."""
    shared = _games(gone) & _games(stays)
    both = session.scalars(select(Game.name).where(Game.id.in_(shared))).all()
    if gone is stays:
        raise NotDone("both are the same player")
    if both:
        raise NotDone(f"both sit in {', '.join(sorted(both))}")
    entered = sorted(_events(gone) & _events(stays))
    if entered:
        raise NotDone(f"both have entered {', '.join(entered)}")
    stays.barred = stays.barred or gone.barred
    stays.hidden = stays.hidden or gone.hidden
    for count in COUNTS:
        setattr(stays, count, getattr(stays, count) + getattr(gone, count))
    session.execute(update(Game).where(Game.opened_by == gone.id).values(opened_by=stays.id))
    _watch_once(session, gone, stays)
    rated.merge(session, gone, stays)
    punctuality.merge(session, gone, stays)
    addresses, others = addresses_of(session, gone), _columns_of_players()
    session.execute(delete(PlayerAddress).where(PlayerAddress.player_id == gone.id))
    for table, column in others:
        session.execute(update(table).where(column == gone.id).values({column.name: stays.id}))
    session.flush()
    session.delete(gone)
    session.flush()
    moment = now(session)
    session.add_all(PlayerAddress(address=each, player_id=stays.id, confirmed_at=moment) for each in addresses)
    session.flush()
    session.expire_all()


def _watch_once(session: Session, gone: Player, stays: Player) -> None:
    """Nobody watches a game twice, or one that he plays."""
    both = _games(gone) | _games(stays)
    watched = set(session.scalars(select(Onlooker.game_id).where(Onlooker.player_id == stays.id)))
    theirs = (Onlooker.player_id == gone.id) & Onlooker.game_id.in_(watched | both)
    session.execute(delete(Onlooker).where(theirs | (Onlooker.player_id == stays.id) & Onlooker.game_id.in_(both)))


def _events(player: Player) -> set[str]:
    session = Session.object_session(player)
    assert session is not None
    mine = select(Event.name).join(Entrant, Entrant.event_id == Event.id).where(Entrant.player_id == player.id)
    return set(session.scalars(mine))


def _games(player: Player) -> set[int]:
    session = Session.object_session(player)
    assert session is not None
    return set(session.scalars(select(Seat.game_id).where(Seat.player_id == player.id)))


# --- Forgetting ---------------------------------------------------------------------------------------------------


def unfinished_games(session: Session, player: Player) -> int:
    """How many games a player sits in that are not over."""
    mine = select(func.count(Seat.id)).join(Game).where(Seat.player_id == player.id, Game.state.in_(UNFINISHED))
    return session.scalar(mine) or 0


_SITS = select(Seat.id).join(Game).where(Seat.player_id == Player.id, Game.state.in_(UNFINISHED)).exists()
_HAS_PLAYED = select(Player.id, Player.address).where(Player.forget_at.is_not(None), ~_SITS)


def _waits() -> Select[bool]:
    """Whether something waits for a player of whom the addresses are given: a list of them is found by an index."""
    to_him, from_him, of_his = (
        column.in_(bindparam("addresses", expanding=True))
        for column in (Outbox.to_address, Inbox.writer, Inbox.from_address)
    )
    # The last mail to him tells him so; what he wrote meanwhile is answered first.
    unsent = select(Outbox.id).where(to_him, Outbox.state.in_(("ready", "sending")))
    unread = select(Inbox.id).where(from_him, Inbox.state == "new")
    # Orders that he gave for a seat which is another's by now still count.
    mailed = select(OrderSet.id).join(Inbox, Inbox.id == OrderSet.inbox_id)
    played = mailed.join(Turn, Turn.id == OrderSet.turn_id).join(Game, Game.id == Turn.game_id)
    held = played.where(of_his, OrderSet.state.not_in(SETTLED), Turn.state != "done", Game.state == "running")
    # A report that repeats a letter of his, or the record of a game that has one, goes out first.
    wrote_in = select(SealedLetter.id).join(Game, Game.id == SealedLetter.game_id)
    repeating = wrote_in.join(Outbox, Outbox.game == Game.name).where(
        SealedLetter.player_id == bindparam("player"), Outbox.state.in_(("ready", "sending"))
    )
    ahead = select(Ahead.seat_id).join(Inbox, Inbox.id == Ahead.inbox_id).where(of_his)
    return select(or_(*(each.exists() for each in (unsent, unread, held, ahead, repeating))))


_WAITS = _waits()


def to_forget(session: Session, limit: int = 50) -> list[tuple[int, str]]:
    """Players who asked to be forgotten and can be now, each with a mark for the notifier."""
    asked = session.execute(_HAS_PLAYED.order_by(Player.forget_at)).all()
    ready = (ident for ident, address in asked if not _something_waits(session, ident, address))
    return [(ident, "forget") for ident in islice(ready, limit)]


def can_be_forgotten(session: Session, player: Player) -> bool:
    """Whether a player asked to be forgotten, and nothing waits for him or for what he wrote."""
    has_played = session.scalar(_HAS_PLAYED.where(Player.id == player.id)) is not None
    return has_played and not _something_waits(session, player.id, player.address)


def _something_waits(session: Session, ident: int, address: str) -> bool:
    others = session.scalars(_OTHERS, {"player": ident})
    return bool(session.scalar(_WAITS, {"player": ident, "addresses": [address, *others]}))


def forget(session: Session, player: Player) -> None:
    """Take a player out of the tables, with all mail from and to him. What records tell of his games stays."""
    addresses = addresses_of(session, player)
    rated.forget(session, player)
    _forget_letters(session, player)
    _forget_press(session, player)
    _forget_sealed_letters(session, player)
    _forget_mail(session, addresses)
    session.execute(delete(Invitation).where(Invitation.address.in_(addresses)))
    session.execute(delete(Standstill).where(Standstill.player_id == player.id))
    session.execute(update(Game).where(Game.opened_by == player.id).values(opened_by=None))
    ident = player.id
    session.expunge(player)
    for table, column in _columns_of_players():
        mine = column == ident
        session.execute(
            update(table).where(mine).values({column.name: None}) if column.nullable else delete(table).where(mine)
        )
    session.execute(delete(Player).where(Player.id == ident))


def _forget_letters(session: Session, player: Player) -> None:
    """The invitations and questions that were mailed in his name, which have his address, wherever they went."""
    invited = select(Game.name, Invitation.address).join(Game, Game.id == Invitation.game_id)
    asked = session.execute(select(Question.id, Question.about).where(Question.player_id == player.id)).all()
    session.execute(delete(Replied).where(Replied.address.in_({about for _, about in asked if about})))
    of_his = [Outbox.key.startswith(f"question/{ident}/") for ident, _ in asked]
    of_his += [
        (Outbox.to_address == address) & Outbox.key.startswith(f"invite/{game}/")
        for game, address in session.execute(invited.where(Invitation.player_id == player.id))
    ]
    for letters in _batches(of_his):
        sent = session.scalars(delete(Outbox).where(or_(*letters)).returning(Outbox.message_id)).all()
        session.execute(delete(LocalMail).where(LocalMail.message_id.in_(sent)))


def _forget_press(session: Session, player: Player) -> None:
    """What he said to others in their games, the mails that brought it, and the reports that repeat it."""
    said = session.scalars(select(Press.id).where(Press.player_id == player.id)).all()
    for at in range(0, len(said), AT_ONCE):
        some = said[at : at + AT_ONCE]
        quoted = select(PressCopy.quoted_in).where(PressCopy.press_id.in_(some), PressCopy.quoted_in.is_not(None))
        brought = or_(*(Outbox.key.startswith(f"press/{ident}/") for ident in some), Outbox.message_id.in_(quoted))
        sent = session.scalars(delete(Outbox).where(brought).returning(Outbox.message_id)).all()
        session.execute(delete(LocalMail).where(LocalMail.message_id.in_(sent)))
        session.execute(delete(PressCopy).where(PressCopy.press_id.in_(some)))
        session.execute(delete(Press).where(Press.id.in_(some)))


def _forget_sealed_letters(session: Session, player: Player) -> None:
    """The words of his letters that were orders of games, and the mails that repeat them; their seals stay in records.

    None of those mails waits to be sent: he would wait with it to be forgotten.
    """
    mine = select(SealedLetter.words, Game.name).join(Game, Game.id == SealedLetter.game_id)
    by_game: dict[str, list[str]] = {}
    for row in session.execute(mine.where(SealedLetter.player_id == player.id)):
        by_game.setdefault(row.name, []).append(row.words)
    for game, words in by_game.items():
        repeats = Repeats(words)
        # Mails are large, and there may be hundreds.
        few = {"yield_per": MAILS_AT_ONCE}
        out = select(Outbox.id, Outbox.raw, Outbox.text).where(Outbox.game == game)
        sent = session.execute(out, execution_options=few)
        gone = [row.id for row in sent if repeats.in_mail(row.raw) or repeats.in_text(row.text)]
        local = select(LocalMail.id, LocalMail.raw).where(LocalMail.subject.contains(game, autoescape=True))
        kept = [row.id for row in session.execute(local, execution_options=few) if repeats.in_mail(row.raw)]
        for at in range(0, len(gone), AT_ONCE):
            session.execute(delete(Outbox).where(Outbox.id.in_(gone[at : at + AT_ONCE])))
        for at in range(0, len(kept), AT_ONCE):
            session.execute(delete(LocalMail).where(LocalMail.id.in_(kept[at : at + AT_ONCE])))
    session.execute(delete(SealedLetter).where(SealedLetter.player_id == player.id))


def _batches(conditions: list[ColumnElement[bool]]) -> Iterator[list[ColumnElement[bool]]]:
    """So many at a time as a statement can have."""
    for at in range(0, len(conditions), AT_ONCE):
        yield conditions[at : at + AT_ONCE]


def _forget_mail(session: Session, addresses: Sequence[str]) -> None:
    columns = (Inbox.from_address, Inbox.sender, Inbox.writer)
    from_him = or_(*(column.in_(addresses) for column in columns))
    mails = select(Inbox.id).where(from_him)
    session.execute(delete(OrderSet).where(OrderSet.inbox_id.in_(mails)))
    session.execute(delete(Inbox).where(from_him))
    for table, column in ((Outbox, Outbox.to_address), (LocalMail, LocalMail.to_address), (Replied, Replied.address)):
        session.execute(delete(table).where(column.in_(addresses)))


def _columns_of_players() -> Iterable[tuple[Table, Column[int]]]:
    """Each column of any table that refers to a player: whoever adds a table need not think of this."""
    for table in Base.metadata.sorted_tables:
        for column in table.columns:
            if any(key.target_fullname == "player.id" for key in column.foreign_keys):
                yield table, column
