"""The director's desk by mail: `TD ...` from who directs an event, or a host, in answer to a mail with a desk address.

A director who writes TD to the mailbox is mailed a desk address, as a host is who writes GM (`pbem.inbound.gm`), and so
is he with each mail that asks him to decide something. What he sends there is one act of `pbem.events.directing`:

    TD adjudicate cup7 draw
    WHY both stand as well, and neither answers

Where he directs one event alone, its name may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

import msgspec
from sqlalchemy.orm import Session

from pbem.addresses import signed
from pbem.events import directing
from pbem.events.directing import Asked, CannotDo
from pbem.events.kept import find_event
from pbem.inbound import desk_mail
from pbem.inbound.desk_mail import NOTHING_DONE, Desk, seen, typed, without_courtesies, words
from pbem.inbound.mime import OpenedMail
from pbem.inbound.quotes import Own
from pbem.reading.phrases import is_signoff
from pbem.reports.document import Section, echoed, shown
from pbem.runtime.context import Context, WithinTransaction
from pbem.store import people
from pbem.store.models import Inbox, Player

HELP = (
    "TD list                  the events",
    "TD check                 an event file below: its faults, or what it says",
    "TD new                   an event file below: makes the event",
    "TD announce EVENT        EVENTS lists it",
    "TD open EVENT            players may ENTER it",
    "TD enter EVENT marshal   a robot, or a player by his address",
    "TD start EVENT           begins it now with those who are in it",
    "TD show EVENT            who is in it, which games go on, what was done",
    "TD standings EVENT",
    "TD pair EVENT            tries again to pair the next round",
    "TD adjudicate GAME SEAT  decides a game: a seat, or draw; none where all have lost",
    "TD replace EVENT NAME BY RESERVE",
    "TD bar EVENT NAME        takes somebody out of it",
    "TD close EVENT           calls it off, or ends it as it stands",
    "WHY the reason           on a line of its own, for the last four",
)
ONE_ACT = "there has to be one line that begins with TD, and no more"
NEED_WHY = ("adjudicate", "replace", "bar", "close")
WITH_FILE = ("check", "new")
_TD = re.compile(r"\s*TD\b[\s:]*(?P<act>[a-z]*)\s*(?P<rest>.*)", re.IGNORECASE)
_WHY = re.compile(r"\s*WHY\b[\s:]*(?P<why>.*)", re.IGNORECASE)
_BY = re.compile(r"\s+by\s+", re.IGNORECASE)


class _Mailed(msgspec.Struct, frozen=True):
    """An act as it was mailed: its word, the event if it is named or there is but one, what follows, why, below."""

    act: str
    event: str
    rest: str
    why: str
    below: str


def is_for_desk(
    session: Session, context: Context, to: signed.Recipient, player: Player, sender: str, own: Own
) -> bool:
    """Whether a mail of a player is one of a director about his desk."""
    asks = any(map(_TD.fullmatch, typed(own)))
    is_host = sender in context.settings.hosts
    if isinstance(to, signed.DeskAddress):
        mine = people.addresses_of(session, player)
        return (asks or not is_host) and any(signed.is_desk_of(context.settings, to, each) for each in mine)
    return isinstance(to, signed.Plain) and asks and (is_host or bool(directing.directs(session, player)))


def answer(
    session: Session, context: Context, row: Inbox, mail: OpenedMail, player: Player, to: signed.Recipient, own: Own
) -> None:
    """Carry out the act that a director mailed, or say why not; in either case with a new desk address."""
    mine = Desk("the director's desk", HELP, partial(_carried_out, session, context, player))
    desk_mail.answer(session, context, row, mail, player, to, own, mine)


def _carried_out(session: Session, context: Context, player: Player, lines: Sequence[str]) -> tuple[str, list[Section]]:
    """The act, done; the subject and sections that tell so. Whatever was refused has changed nothing."""
    try:
        mailed = _read(session, player, lines)
        said = ACTS[mailed.act](WithinTransaction(context, session), player, mailed)
    except CannotDo as error:
        faults = [shown(line) for line in echoed(str(error), 4_000).split("\n")]
        if len(faults) == 1:
            return NOTHING_DONE, [words(f"Nothing was done: {faults[0].rstrip('.')}.")]
        return NOTHING_DONE, [words("Nothing was done:"), Section(None, "list", tuple(faults))]
    first, _, told = said.partition("\n")
    return echoed(first, 100), [words(f"{first.rstrip('.')}."), *seen(told)]


def _read(session: Session, player: Player, lines: Sequence[str]) -> _Mailed:
    """The one act of a mail. Raises CannotDo."""
    found = [(at, match) for at, line in enumerate(lines) if (match := _TD.fullmatch(line))]
    if len(found) != 1:
        raise CannotDo(ONE_ACT)
    [(at, match)] = found
    act = match["act"].lower()
    if act not in ACTS:
        raise CannotDo(f"there is no act {act!r}; there is {', '.join(ACTS)}")
    above = [line for line in without_courtesies(lines[:at], player) if line.strip() and not _WHY.fullmatch(line)]
    if above:
        raise CannotDo(f"the line {echoed(above[0], 60)!r} above TD was not understood")
    # A file may begin a line with any word.
    is_why = (lambda line: None) if act in WITH_FILE else _WHY.fullmatch
    reasons = [each["why"] for line in lines if (each := is_why(line))]
    if len(reasons) > 1 or (not reasons and act in NEED_WHY):
        raise CannotDo("one line has to say WHY")
    below = [line for line in lines[at + 1 :] if not is_why(line)]
    below = _without_leave(below) if act in WITH_FILE else without_courtesies(below, player)
    if any(map(str.strip, below)) and act not in WITH_FILE:
        raise CannotDo(f"the line {echoed(next(filter(str.strip, below)), 60)!r} below TD was not understood")
    event, rest = _event_and_rest(session, player, act, match["rest"].strip())
    return _Mailed(act, event, rest, reasons[0] if reasons else "", "\n".join(below))


def _without_leave(lines: list[str]) -> list[str]:
    """A file without the sign-off below it: from a line that takes leave to the end, where nothing there sets a key."""
    at = next((at for at, line in enumerate(lines) if is_signoff(line)), len(lines))
    return lines if any(sign in line for line in lines[at:] for sign in "=[") else lines[:at]


def _event_and_rest(session: Session, player: Player, act: str, rest: str) -> tuple[str, str]:
    """The event that is named, or the only one that the director has, and what follows. Raises CannotDo."""
    if act in ("list", "adjudicate", *WITH_FILE):
        return "", rest
    first, _, more = rest.partition(" ")
    if first and find_event(session, first) is not None:
        return first, more.strip()
    mine = directing.directs(session, player)
    # What is named and not there is not taken for the words that follow a name.
    if len(mine) == 1 and (not first or act in ("enter", "bar", "replace")):
        return mine[0].name, rest
    if not first:
        raise CannotDo(f"name the event: TD {act} EVENT")
    return first, more.strip()


# --- The acts -----------------------------------------------------------------------------------------------------


def _asked(player: Player, mailed: _Mailed) -> Asked:
    return Asked(mailed.event, mailed.why, player.address)


def _list(context: Context, player: Player, mailed: _Mailed) -> str:
    with context.store.reading() as session:
        rows = [directing.in_a_line(each) for each in directing.listed(session)]
    return "\n".join(["The events", *(rows or ["none"])])


def _check(context: Context, player: Player, mailed: _Mailed) -> str:
    faults = directing.faults_of(context, mailed.below)
    if faults:
        raise CannotDo("\n".join(faults))
    return f"This file is without faults\n{directing.as_announced(context, mailed.below)}"


def _new(context: Context, player: Player, mailed: _Mailed) -> str:
    name = directing.new(context, mailed.below, player.address)
    return f"{name} is made; TD announce {name} makes it known, TD open {name} takes entries"


def _plain(act: Callable[[Context, Asked], str]) -> Callable[[Context, Player, _Mailed], str]:
    def carried_out(context: Context, player: Player, mailed: _Mailed) -> str:
        if mailed.rest:
            raise CannotDo(f"{echoed(mailed.rest, 60)!r} behind the event's name was not understood")
        return act(context, _asked(player, mailed))

    return carried_out


def _show(context: Context, player: Player, mailed: _Mailed) -> str:
    return directing.show(context, _asked(player, mailed))


def _standings(context: Context, player: Player, mailed: _Mailed) -> str:
    return f"{mailed.event} as it stands\n{directing.stands(context, _asked(player, mailed))}"


def _enter(context: Context, player: Player, mailed: _Mailed) -> str:
    return directing.enter(context, _asked(player, mailed), _named(mailed, "enter EVENT marshal"))


def _bar(context: Context, player: Player, mailed: _Mailed) -> str:
    return directing.bar(context, _asked(player, mailed), _named(mailed, "bar EVENT NAME"))


def _replace(context: Context, player: Player, mailed: _Mailed) -> str:
    parts = _BY.split(mailed.rest)
    if len(parts) != 2:
        raise CannotDo("it is written TD replace EVENT NAME BY RESERVE")
    return directing.replace(context, _asked(player, mailed), parts[0], parts[1])


def _adjudicate(context: Context, player: Player, mailed: _Mailed) -> str:
    game, _, result = mailed.rest.partition(" ")
    if not result.strip():
        raise CannotDo("it is written TD adjudicate GAME SEAT, or draw in the place of the seat")
    return directing.adjudicate(context, _asked(player, mailed), game, result.strip())


def _named(mailed: _Mailed, how: str) -> str:
    if not mailed.rest:
        raise CannotDo(f"it is written TD {how}")
    return mailed.rest


ACTS: dict[str, Callable[[Context, Player, _Mailed], str]] = {
    "list": _list,
    "check": _check,
    "new": _new,
    "announce": _plain(directing.announce),
    "open": _plain(directing.open_),
    "enter": _enter,
    "start": _plain(directing.start),
    "show": _show,
    "standings": _standings,
    "pair": _plain(directing.pair),
    "adjudicate": _adjudicate,
    "replace": _replace,
    "bar": _bar,
    "close": _plain(directing.close),
}
