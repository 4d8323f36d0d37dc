"""Questions that a YES answers, beside those about orders: may this be an address of yours, shall you be forgotten.

Each goes to everybody whom it concerns, under a signed address of his own, and is done when all have said YES: whoever
writes mail in another's name does not see it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

import msgspec
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from pbem.addresses import signed
from pbem.games import delegates, forming, letters, table
from pbem.games.delegates import Wanted
from pbem.reports.document import echoed
from pbem.reports.turn import in_words
from pbem.runtime.context import Context, notify_after_commit
from pbem.store import inbox, people
from pbem.store.database import now
from pbem.store.models import Inbox, Player, Question
from pbem.store.people import NotDone

ADDRESS, FORGET, DELEGATE, MAIL = "address", "forget", "delegate", "mail"
MOST_SHOWN = 20
LONGEST_SHOWN = 100
GOOD_FOR = timedelta(days=7)

NOTHING_ASKED = (
    "There is nothing that waits for this YES: it was answered already, a newer question took its place, or more than "
    "seven days have passed.",
)
SAY_YES = "If you mean it, answer this mail with the word YES, within seven days. If not, do nothing."


def asked_lately(session: Session, player: Player, kind: str) -> int:
    """How many questions of a kind a player had asked within a day."""
    since = now(session) - timedelta(days=1)
    mine = (Question.player_id == player.id, Question.kind == kind, Question.asked_at > since)
    return session.scalar(select(func.count(Question.id)).where(*mine)) or 0


def ask_about_address(session: Session, context: Context, player: Player, writes_from: str, address: str) -> None:
    """Ask at both addresses whether a player may send from another one, which is told whence the wish came alone."""
    before = player.address
    question = _keep(session, player, ADDRESS, address, [before, address])
    mine = (f"A mail in your name asks that {address} may write here for you: orders, and everything else.", SAY_YES)
    theirs = (f"{writes_from}, who plays games by mail here, says that this is an address of his too.", SAY_YES)
    for to, told in ((before, mine), (address, theirs)):
        _mail(session, context, question, to, "another address for your games?", told)


def ask_to_forget(session: Session, context: Context, player: Player) -> None:
    """Ask a player whether he means to be forgotten."""
    question = _keep(session, player, FORGET, "", [player.address])
    running = people.unfinished_games(session, player)
    when = "once the games you sit in are over" if running else "at once"
    told = (
        f"You ask to be forgotten. It is done {when}: your address, your name, and all mail from and to you are "
        "deleted here, and nobody can bring them back. Games that have not begun are left.",
        "The records of the games you played stay, as your opponents have them too: with your orders and the word you "
        "gave for the dice, under a number drawn for each game in place of your name. Records of games begun before "
        "this server did so have the name you had then. What was mailed to others stays with them.",
        SAY_YES,
    )
    _mail(session, context, question, player.address, "shall you be forgotten?", told)


def ask_to_delegate(
    session: Session, context: Context, holder: Player, other: Player, seat: str, game: str, wanted: Wanted
) -> None:
    """Ask another player to play a seat for its holder."""
    about = msgspec.json.encode(wanted).decode()
    question = _keep(session, holder, DELEGATE, about, [other.address])
    until = in_words(wanted.until, other.zone)
    told = (
        f"{holder.name} asks you to play {seat} in {game} for him until {until}. You would be mailed what that seat is "
        "mailed, and could send orders for it; so can he. You may end it at any time.",
        SAY_YES,
    )
    _mail(session, context, question, other.address, f"would you play for {holder.name}?", told)


def ask_about_mail(
    session: Session, context: Context, player: Player, row: Inbox, message_id: str, said: Sequence[str]
) -> None:
    """Ask a player whether a mail in his name is his; `said` are the lines of it that would be carried out."""
    question = _keep(session, player, MAIL, str(row.id), [player.address])
    shown_lines = [f"    {echoed(line, LONGEST_SHOWN)}" for line in said[:MOST_SHOWN]]
    left_out = len(said) - len(shown_lines)
    told = (
        f"A mail came in your name that may be another's ({row.verdict_reason}), so nothing of it was carried out. "
        f"It says{f', and {left_out} lines more' if left_out else ''}:",
        *shown_lines,
        "If it is yours, answer this mail with the word YES, within seven days; it then counts as of when it came, "
        "where that is not too late. If not, do nothing.",
    )
    reply_to = signed.question_address(context.settings, question.id, player.address)
    letters.letter(
        session,
        context,
        player.address,
        "[pbem] is this mail yours?",
        told,
        f"question/{question.id}",
        reply_to=reply_to,
        answers=message_id,
    )


def said_yes(session: Session, context: Context, ident: int, address: str) -> Sequence[str]:
    """Take the YES of whoever has an address, and do what was asked about if it was the last; what to tell him."""
    question = session.get(Question, ident, with_for_update=True)
    waits_for = [] if question is None else msgspec.json.decode(question.waits_for, type=list[str])
    if question is None or address not in waits_for or question.asked_at < now(session) - GOOD_FOR:
        return NOTHING_ASKED
    waits_for.remove(address)
    question.waits_for = msgspec.json.encode(waits_for).decode()
    session.flush()
    if waits_for:
        return ("Noted. The same question went to the other address, and waits for a YES from there.",)
    try:
        return tuple(_DONE[question.kind](session, context, session.get_one(Player, question.player_id), question))
    except NotDone as error:
        return (f"It cannot be done: {error}.",)


def forget(context: Context, player_id: int) -> bool:
    """Forget a player who asked for it and sits in no game any more; whether it was done here."""
    with context.transaction("forget") as session:
        player = session.get(Player, player_id, with_for_update=True)
        if player is None or not people.can_be_forgotten(session, player):
            return False
        people.forget(session, player)
    return True


def forget_soon(session: Session, context: Context, player: Player) -> int:
    """Forget a player as soon as he sits in no game any more; in how many he still sits."""
    player.forget_at = now(session)
    session.flush()
    for game in table.games_of(session, player):
        if game.state == "forming":
            forming.leave(session, context, game, player)
    return people.unfinished_games(session, player)


def _add_address(session: Session, context: Context, player: Player, question: Question) -> Iterator[str]:
    holder = people.player_at(session, question.about)
    if holder is not None and holder is not player:
        raise NotDone(f"{question.about} plays here under a name of its own; the host can make one player of both")
    if holder is None:
        people.add_address(session, player, question.about)
    for waiting in inbox.release_held(session, question.about, (inbox.NOT_ENROLLED, inbox.OTHERS_SEAT)):
        notify_after_commit(session, "receive", waiting, "enrolled")
    yield f"{question.about} may write here for {player.name} from now on. Mail goes to {player.address} as before."
    yield f"ADDRESS USE {question.about} sends it there instead."


def _forget(session: Session, context: Context, player: Player, question: Question) -> Iterator[str]:
    running = forget_soon(session, context, player)
    if running:
        yield f"You are forgotten when your games are over ({running} now). Until then they go on as before."
        yield "REMEMBER ME takes it back."
    else:
        yield "You are forgotten as soon as this mail is sent. Thank you for having played."


def _delegate(session: Session, context: Context, player: Player, question: Question) -> Iterator[str]:
    return delegates.agreed(session, context, player, question.about)


def _believe(session: Session, context: Context, player: Player, question: Question) -> Iterator[str]:
    row = session.get(Inbox, int(question.about))
    if row is None or row.state != "held" or row.reason != inbox.UNCONFIRMED:
        raise NotDone("that mail is not kept any more")
    inbox.believe(session, row, "player")
    inbox.read_again(session, row, received_at=row.received_at)
    notify_after_commit(session, "receive", row.id, f"believed-{row.epoch}")
    yield "Your mail is read now, and answered in a mail of its own."


_DONE = {ADDRESS: _add_address, FORGET: _forget, DELEGATE: _delegate, MAIL: _believe}


def _keep(session: Session, player: Player, kind: str, about: str, waits_for: list[str]) -> Question:
    older = update(Question).where(Question.player_id == player.id, Question.kind == kind, Question.about == about)
    session.execute(older.values(waits_for="[]"))
    question = Question(
        kind=kind,
        player_id=player.id,
        about=about,
        waits_for=msgspec.json.encode(waits_for).decode(),
        asked_at=now(session),
    )
    session.add(question)
    session.flush()
    return question


def _mail(session: Session, context: Context, question: Question, to: str, subject: str, told: Sequence[str]) -> None:
    reply_to = signed.question_address(context.settings, question.id, to)
    letters.letter(session, context, to, f"[pbem] {subject}", told, f"question/{question.id}", reply_to=reply_to)
