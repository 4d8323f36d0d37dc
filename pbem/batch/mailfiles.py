"""Orders from real mail: each mail is given to the request that its subject names, `[<id> <seat>]`.

The seat may be written as players write it. Of several mails for one seat the last in the box counts, but for those
that the server would ask about (`pbem.inbound.quotes.Conflict`): such a mail changes nothing. Nor does one that a
machine wrote, or one from another address than the first mail for that seat; where it is said which addresses have a
seat, from any other.
"""

from __future__ import annotations

import mailbox
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from pbem.addresses import postal
from pbem.batch.reports import Before, reports_before
from pbem.batch.request import BadRequest, read_request
from pbem.inbound import screen
from pbem.inbound.budget import read_with_own_lines, read_within_budget
from pbem.inbound.conflicts import SUBJECT
from pbem.inbound.lines import is_command
from pbem.inbound.mime import OpenedMail, UnreadableMail, read_opening
from pbem.inbound.quotes import Own, own_lines
from pbem.inbound.screen import WriterKind
from pbem.inbound.spoken import Spoken
from pbem.reading.reader import Sort
from pbem.rulesets.contract import Presentation

_TAG = re.compile(r"\[(?P<id>\S+)\s+(?P<seat>[^\]]+)\]")


class _Mail(msgspec.Struct, frozen=True):
    label: str
    seat_word: str
    raw: bytes


class _Quoting(msgspec.Struct, frozen=True):
    """What tells the writer's lines from those that he quotes: the words of the game, and the report before him."""

    spoken: Spoken
    report: str

    def own_lines(self, opened: OpenedMail) -> Own:
        sort = self.spoken.sorter()

        def says_something(text: str) -> bool:
            return sort(text) is Sort.ORDER or is_command(text)

        return own_lines(opened.text, (self.report,), "", says_something, is_command)


# Who may write for whom: by the id of a request, or EVERY, the addresses that a seat has, by its name.
Addresses = dict[str, dict[str, list[str]]]
EVERY = "*"


class WrongAddresses(Exception):
    """What is wrong with a file of addresses, as a sentence."""


def addresses_in(path: Path) -> Addresses:
    """Who may write for whom, from a JSON file: `{"<id>": {"<seat>": ["ada@example.org"]}}`, `*` for every request.

    Raises OSError and WrongAddresses.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=Addresses)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise WrongAddresses(f"{path} is not the JSON that says which addresses have a seat: {error}") from error


class MailFiles:
    """The mails of a mailbox, by the request they are for; `notes` are sentences on what was not read.

    With `addresses` none but those named there may write for a seat.
    """

    def __init__(self, mails: Iterable[bytes], addresses: Addresses | None = None) -> None:
        self._addresses = addresses
        self.notes: list[str] = []
        self._for: dict[str, list[_Mail]] = {}
        for number, raw in enumerate(mails, start=1):
            self._sort(number, raw)

    def fill(self, line: bytes) -> bytes:
        """A request line with the orders that came for it by mail in place of its own."""
        try:
            request = read_request(line)
            mails = self._for.pop(str(request.id), [])
            if not mails:
                return line
            presentation, reports = reports_before(request)
        except BadRequest:
            # It will be answered as the bad request it is.
            return line
        orders, writers = dict(request.orders), self._writers(request.id, presentation, tuple(reports))
        for mail in mails:
            seat = presentation.find_seat(mail.seat_word, tuple(reports))
            if seat is None:
                self.notes.append(f'{mail.label}: {request.id} has no seat "{mail.seat_word}".')
            elif self._counts(mail, seat, writers) and (
                (found := self._orders(mail, presentation, reports[seat])) is not None
            ):
                orders[seat] = found
        return msgspec.json.encode(msgspec.structs.replace(request, orders=orders))

    def close(self) -> list[str]:
        """All notes, those on mails that no request has asked for included."""
        left = [mail for mails in self._for.values() for mail in mails]
        return [*self.notes, *(f"{mail.label}: there is no request for it." for mail in left)]

    def _writers(self, ident: int | str, presentation: Presentation, seats: Sequence[str]) -> dict[str, set[str]]:
        """Who may write for each seat of a request, as far as it was said."""
        if self._addresses is None:
            return {}
        writers: dict[str, set[str]] = {seat: set() for seat in seats}
        for key in (EVERY, str(ident)):
            for word, addresses in self._addresses.get(key, {}).items():
                seat = presentation.find_seat(word, tuple(seats))
                if seat is not None:
                    writers[seat] |= {postal.known_as(each) or each for each in addresses}
                elif key != EVERY:
                    self.notes.append(f'the addresses: {ident} has no seat "{word}".')
        return writers

    def _counts(self, mail: _Mail, seat: str, writers: dict[str, set[str]]) -> bool:
        """Whether a mail is a person's who may write for the seat; where nobody was named, the first who does."""
        try:
            opened = read_within_budget(mail.raw)
        except UnreadableMail as error:
            self.notes.append(f"{mail.label} cannot be read ({error.reason}).")
            return False
        wrote = screen.judge(opened, None, None)
        if wrote.kind is not WriterKind.PERSON:
            self.notes.append(f"{mail.label}: written by a machine ({wrote.reason}); it is no orders.")
        elif opened.sender is None:
            self.notes.append(f"{mail.label}: there is no one address in its From; it is no orders.")
        elif opened.sender not in writers.setdefault(seat, {opened.sender}):
            whose = ", ".join(sorted(writers[seat])) or "nobody"
            self.notes.append(f"{mail.label}: from {opened.sender}, but {seat} is played by {whose}; it is no orders.")
        else:
            return True
        return False

    def _sort(self, number: int, raw: bytes) -> None:
        opening = read_opening(raw)
        label = f'mail {number}, "{opening.subject}"'
        match = _TAG.search(opening.subject)
        if match is None:
            self.notes.append(f"{label}: its subject names no request; [<id> <seat>] would.")
        else:
            self._for.setdefault(match["id"], []).append(_Mail(label, match["seat"].strip(), raw))

    def _orders(self, mail: _Mail, presentation: Presentation, before: Before) -> str | None:
        """The own lines of a mail, each on the line it had; `before` is the report that it may quote.

        None where it cannot be read, or is not clear about what in it is an order.
        """
        spoken = Spoken(presentation.name, presentation.vocabulary(before.view))
        sort = spoken.sorter()
        try:
            _, own = read_with_own_lines(mail.raw, _Quoting(spoken, before.report).own_lines)
        except UnreadableMail as error:
            self.notes.append(f"{mail.label} cannot be read ({error.reason}).")
            return None
        if own.conflict is not None:
            self.notes.append(f"{mail.label}: {SUBJECT[own.conflict]}.")
            return None
        lines: dict[int, str] = {}
        for line in own.lines:
            lines[line.number] = line.text
            if sort(line.text) is Sort.REMARK:
                self.notes.append(f'{mail.label}: line {line.number}, "{line.text}", is no order and was not read.')
        return "\n".join(lines.get(number, "") for number in range(1, max(lines, default=0) + 1))


def mails_of(mbox: Path | None, maildir: Path | None) -> Iterator[bytes]:
    """The mails of an mbox file and of a maildir, oldest first. Raises OSError."""
    if mbox is not None:
        yield from _raw(mailbox.mbox(mbox, create=False))
    if maildir is not None:
        yield from _raw(mailbox.Maildir(maildir, create=False))


def _raw(box: mailbox.Mailbox[mailbox.Message]) -> Iterator[bytes]:
    # An mbox is kept in order of arrival; the names in a maildir tell it.
    keys = box.keys()
    for key in sorted(keys, key=_arrival) if isinstance(box, mailbox.Maildir) else keys:
        yield box.get_bytes(key)


def _arrival(name: str) -> list[int]:
    """The numbers of a maildir name, which begins with the second of arrival and a fraction, unpadded."""
    return [int(digits) for digits in re.findall(r"\d+", ".".join(name.split(".")[:2]))]
