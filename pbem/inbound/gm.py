"""The host's desk by mail: `GM ...` from the address of a host, in answer to a mail that has a desk address.

A host who writes GM to the mailbox is mailed a desk address: signed, made for him alone, good for one act and for a
week. What he sends there is one act of `pbem.games.acts`, carried out in the transaction that answers the mail:

    GM rollback marengo7 12
    WHY two mails were read in the wrong order

What an act needs in lines (orders, words, a position) stands below; the answer brings the next address.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

import msgspec
from sqlalchemy.orm import Session

from pbem.addresses import signed
from pbem.config import Settings
from pbem.games import acts, desk
from pbem.games.acts import Asked, CannotAct
from pbem.inbound import desk_mail
from pbem.inbound.desk_mail import NOTHING_DONE, Desk, seen, typed, without_courtesies, words
from pbem.inbound.mime import OpenedMail
from pbem.inbound.quotes import Own
from pbem.reports.document import Section, echoed
from pbem.runtime.context import Context, WithinTransaction
from pbem.store.models import Inbox, Player

FREE = ("list", "say", "rule")  # which need no reason
WITH_TEXT = ("act-for", "say", "rule", "correct")  # of which something stands below them

HELP = (
    "GM list",
    "GM show GAME",
    "GM report GAME SEAT",
    "GM preview GAME",
    "GM extend GAME SPAN [SEAT]   more time: 12h, 2d",
    "GM hold GAME",
    "GM resume GAME",
    "GM process GAME",
    "GM rollback GAME TURN",
    "GM correct GAME          the position as JSON below",
    "GM act-for GAME SEAT     the orders below",
    "GM replace GAME SEAT ADDRESS",
    "GM eject GAME SEAT",
    "GM cancel GAME",
    "GM draw GAME",
    "GM award GAME SEAT...",
    "GM say GAME [SEAT]       the words below",
    "GM rule GAME             the words below",
    "WHY the reason           on a line of its own; list, say and rule need none",
)
ONE_ACT = "there has to be one line that begins with GM, and no more"
_GM = re.compile(r"\s*GM\b[\s:]*(?P<act>[a-z-]*)\s*(?P<rest>.*)", re.IGNORECASE)
_WHY = re.compile(r"\s*WHY\b[\s:]*(?P<why>.*)", re.IGNORECASE)
_YES = re.compile(r"\s*YES\s+(?P<turn>[0-9]{1,9})\s*", re.IGNORECASE)


class _Asked(msgspec.Struct, frozen=True):
    """An act as it was mailed: its word, what follows it, the reason, the lines below."""

    act: str
    rest: tuple[str, ...]
    why: str
    below: tuple[str, ...]


def is_for_desk(settings: Settings, to: signed.Recipient, sender: str, own: Own) -> bool:
    """Whether a mail of an enrolled sender is one of a host about his desk."""
    if sender not in settings.hosts:
        return False
    if isinstance(to, signed.DeskAddress):
        return signed.is_desk_of(settings, to, sender)
    return isinstance(to, signed.Plain) and any(map(_GM.fullmatch, typed(own)))


def answer(
    session: Session, context: Context, row: Inbox, mail: OpenedMail, host: Player, to: signed.Recipient, own: Own
) -> None:
    """Carry out the act that a host mailed, or say why not; in either case with a new desk address."""
    mine = Desk("the host's desk", HELP, partial(_carried_out, session, context, host))
    desk_mail.answer(session, context, row, mail, host, to, own, mine)


def _carried_out(session: Session, context: Context, host: Player, lines: Sequence[str]) -> tuple[str, list[Section]]:
    """The act, done; the subject and sections that tell so. Whatever was refused has changed nothing."""
    try:
        asked = _read(lines, host)
        said, told = ACTS[asked.act](session, WithinTransaction(context, session), host, asked)
    except CannotAct as error:
        return NOTHING_DONE, [words(f"Nothing was done: {echoed(str(error), 1_000)}.")]
    return echoed(said, 100), [words(f"{said}."), *seen(told)]


def _read(lines: Sequence[str], host: Player) -> _Asked:
    """The one act of a mail. Raises CannotAct."""
    found = [(at, match) for at, line in enumerate(lines) if (match := _GM.fullmatch(line))]
    if len(found) != 1:
        raise CannotAct(ONE_ACT)
    [(at, match)] = found
    above = [line for line in without_courtesies(lines[:at], host) if line.strip() and not _WHY.fullmatch(line)]
    act = match["act"].lower()
    if act not in ACTS:
        raise CannotAct(f"there is no act {act!r}; there is {', '.join(ACTS)}")
    if above:
        raise CannotAct(f"the line {echoed(above[0], 60)!r} above GM was not understood")
    # What is said may begin a line with any word.
    is_why = (lambda line: None) if act in ("say", "rule") else _WHY.fullmatch
    reasons = [each["why"] for line in lines if (each := is_why(line))]
    if len(reasons) > 1 or (not reasons and act not in FREE):
        raise CannotAct("one line has to say WHY")
    below = [line for line in lines[at + 1 :] if not is_why(line)]
    while below and not below[-1].strip():
        below.pop()
    if act not in WITH_TEXT:
        below = without_courtesies(below, host)
        if any(map(str.strip, below)):
            raise CannotAct(f"the line {echoed(next(filter(str.strip, below)), 60)!r} below GM was not understood")
    return _Asked(act, tuple(match["rest"].split()), reasons[0] if reasons else "", tuple(below))


# --- The acts -----------------------------------------------------------------------------------------------------


def _of(host: Player, asked: _Asked, least: int, most: int | None = None) -> tuple[Asked, tuple[str, ...]]:
    """The game, and the words behind it, as many as there have to be. Raises CannotAct."""
    game, rest = asked.rest[:1], asked.rest[1:]
    if not game or not least <= len(rest) <= (least if most is None else most):
        how = next(line for line in HELP if line.startswith(f"GM {asked.act} ") or line == f"GM {asked.act}")
        raise CannotAct(f"it is written {' '.join(how.split()[: 3 + most if most else 3 + least])}")
    return Asked(game[0], asked.why, host.address), rest


def _list(session: Session, context: Context, host: Player, asked: _Asked) -> tuple[str, str]:
    rows = [f"{game.name}  {game.ruleset}  {desk.in_a_line(game)}" for game in desk.games(session)]
    return "The games", "\n".join(rows) or "none"


def _show(session: Session, context: Context, host: Player, asked: _Asked) -> tuple[str, str]:
    of, _ = _of(host, asked, 0)
    return f"{of.game}, all of it", desk.as_text(desk.show(context, of))


def _report(session: Session, context: Context, host: Player, asked: _Asked) -> tuple[str, str]:
    of, (seat,) = _of(host, asked, 1)
    return f"The report of {seat} in {of.game}", desk.report(context, of, seat)


def _preview(session: Session, context: Context, host: Player, asked: _Asked) -> tuple[str, str]:
    of, _ = _of(host, asked, 0)
    return f"A preview of {of.game}", "\n".join(desk.preview(context, of))


def _extend(session: Session, context: Context, host: Player, asked: _Asked) -> tuple[str, str]:
    of, (span, *seats) = _of(host, asked, 1, 2)
    acts.extend(context, of, span, seats[0] if seats else None)
    return f"There is more time in {of.game}", ""


def _hold(session: Session, context: Context, host: Player, asked: _Asked) -> tuple[str, str]:
    of, _ = _of(host, asked, 0)
    acts.hold(context, of)
    return f"{of.game} is held", ""


def _resume(session: Session, context: Context, host: Player, asked: _Asked) -> tuple[str, str]:
    of, _ = _of(host, asked, 0)
    acts.resume(context, of)
    return f"{of.game} goes on", ""


def _process(session: Session, context: Context, host: Player, asked: _Asked) -> tuple[str, str]:
    of, _ = _of(host, asked, 0)
    acts.process(context, of)
    return f"The turn of {of.game} is carried out", ""


def _rollback(session: Session, context: Context, host: Player, asked: _Asked) -> tuple[str, str]:
    of, (turn,) = _of(host, asked, 1)
    if not re.fullmatch(r"[0-9]{1,9}", turn):
        raise CannotAct(f"{turn!r} is not the number of a turn")
    acts.rollback(context, of, int(turn))
    return f"{of.game} is set back to the position before turn {turn}", ""


def _correct(session: Session, context: Context, host: Player, asked: _Asked) -> tuple[str, str]:
    of, _ = _of(host, asked, 0)
    agreed = [match for line in asked.below if (match := _YES.fullmatch(line))]
    given = "\n".join(line for line in asked.below if not _YES.fullmatch(line)).encode()
    if agreed:
        acts.correct(context, of, given, int(agreed[0]["turn"]))
        return f"The position of {of.game} is corrected", ""
    _, differs, turn = acts.correction(session, context, of, given)
    ask = f"To have it so, send the same again, with a line  YES {turn}  below GM"
    return f"Nothing was changed yet in {of.game}. {ask}", "\n".join(differs)


def _act_for(session: Session, context: Context, host: Player, asked: _Asked) -> tuple[str, str]:
    of, (seat,) = _of(host, asked, 1)
    acts.act_for(context, of, seat, "\n".join(asked.below))
    return f"The orders for {seat} in {of.game} are in", ""


def _replace(session: Session, context: Context, host: Player, asked: _Asked) -> tuple[str, str]:
    of, (seat, address) = _of(host, asked, 2)
    acts.replace(context, of, seat, address.strip("<>"))
    return f"{seat} in {of.game} is played from {address} from here on", ""


def _eject(session: Session, context: Context, host: Player, asked: _Asked) -> tuple[str, str]:
    of, (seat,) = _of(host, asked, 1)
    acts.eject(context, of, seat)
    return f"Nobody sits at {seat} in {of.game}", ""


def _end(session: Session, context: Context, host: Player, asked: _Asked) -> tuple[str, str]:
    of, seats = _of(host, asked, *((1, 8) if asked.act == "award" else (0,)))
    acts.end(context, of, asked.act, seats)
    return f"{of.game} is over", ""


def _say(session: Session, context: Context, host: Player, asked: _Asked) -> tuple[str, str]:
    of, seats = _of(host, asked, 0, 1)
    acts.say(context, of, "\n".join(asked.below), seats[0] if seats else None)
    return "It is mailed", ""


def _rule(session: Session, context: Context, host: Player, asked: _Asked) -> tuple[str, str]:
    of, _ = _of(host, asked, 0)
    acts.rule(context, of, "\n".join(asked.below))
    return f"The ruling stands in the record of {of.game} and is mailed", ""


ACTS: dict[str, Callable[[Session, Context, Player, _Asked], tuple[str, str]]] = {
    "list": _list,
    "show": _show,
    "report": _report,
    "preview": _preview,
    "extend": _extend,
    "hold": _hold,
    "resume": _resume,
    "process": _process,
    "rollback": _rollback,
    "correct": _correct,
    "act-for": _act_for,
    "replace": _replace,
    "eject": _eject,
    "cancel": _end,
    "draw": _end,
    "award": _end,
    "say": _say,
    "rule": _rule,
}
