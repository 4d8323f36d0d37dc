"""Orders that come by mail: reports quoted in several styles, with orders among them, read by `adjudicate --mbox`.

Nothing from inside the tree is needed for this: the reports are those that the command itself writes.
"""

from __future__ import annotations

import mailbox
import tempfile
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from html import escape
from pathlib import Path
from random import Random
from textwrap import fill

import msgspec

from replay.batches import SEED, answers_to, completed, requests_in
from replay.blocks import Parts, digested, kept_file, line_of
from replay.inside import Json

REQUESTS, BLOCK = 120, 10
EVERY = 97  # far enough apart that nearly each is of another game
WROTE = "On Tue, 24 Nov 2026 at 21:04, Waterloo <pbem@play.example> wrote:"
OUTLOOK = (
    "-----Original Message-----\nFrom: Waterloo <pbem@play.example>\nSent: Tuesday, November 24, 2026 9:04 PM\n"
    "To: Ada\nSubject: your orders"
)
SIGNATURE = "Ada\n-- \nAda, Zürich"


def mailed(ruleset: str, requests: Path, keep: Path | None) -> Parts:
    """Digests of answers to requests whose orders come as mails that quote the report. Raises Stopped."""
    with tempfile.TemporaryDirectory(prefix="pbem-replay-") as name:
        folder = Path(name)
        asked = list(_requests(ruleset, requests))
        bare, path = folder / "bare.jsonl", folder / "mails.mbox"
        bare.write_bytes(b"".join(line_of(request | {"orders": {}}) + b"\n" for request in asked))
        for _ in answers_to(bare, "--reports", str(folder / "reports")):
            pass
        box = mailbox.mbox(path)
        for mail in _mails(asked, folder / "reports", Random(f"{SEED} {ruleset} mails")):
            box.add(mail)
        box.flush()
        answers, notes = completed(str(bare), "--mbox", str(path))
    part = f"mailed/{ruleset}"
    lines = [*answers.splitlines(), *(line_of({"note": note}) for note in notes.splitlines())]
    return {part: digested(lines, BLOCK, kept_file(keep, part))}


def _requests(ruleset: str, folder: Path) -> Iterator[Json]:
    found = 0
    for number, line in enumerate(requests_in(folder, ruleset, "valid")):
        request = msgspec.json.decode(line) if number % EVERY == 0 else {}
        if found < REQUESTS and any(text.strip() for text in request.get("orders", {}).values()):
            yield request | {"id": f"m{found:03}"}
            found += 1


def _mails(requests: list[Json], reports: Path, rng: Random) -> Iterator[EmailMessage]:
    """A mail for each seat that has orders and a report to answer."""
    for request in requests:
        for seat, orders in request["orders"].items():
            report = reports / f"{request['id']}.{seat}.txt"
            if orders.strip() and report.exists():
                _, _, text = report.read_text(encoding="utf-8").partition("\n\n")
                yield _mail(f"Re: [{request['id']} {seat}] your orders", orders.replace("\r", ""), text, rng)


def _mail(subject: str, orders: str, report: str, rng: Random) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"] = "Ada <ada@example.org>", "Waterloo <pbem@play.example>"
    mail["Date"], mail["Subject"] = "Tue, 24 Nov 2026 22:10:00 +0100", subject
    mail["Message-ID"] = f"<{rng.getrandbits(64):x}@example.org>"
    if rng.random() < 0.15:
        quoted = f"<blockquote type=cite>{escape(WROTE)}<br>{_as_html(report)}</blockquote>"
        mail.set_content(f"<html><body><div>{_as_html(orders)}</div>{quoted}</body></html>", subtype="html")
    else:
        mail.set_content(rng.choice(_STYLES)(orders, report, rng))
    return mail


def _as_html(text: str) -> str:
    return escape(text).replace("\n", "<br>\n")


def _marked(text: str, mark: str = "> ") -> str:
    return "\n".join(f"{mark}{line}".rstrip() for line in text.split("\n"))


def _lines(text: str, start: int, end: int | None = None) -> str:
    return "\n".join(text.split("\n")[start:end])


def _place(text: str, rng: Random) -> int:
    """The number of a line with words on it."""
    return rng.choice([number for number, line in enumerate(text.split("\n")) if len(line.split()) > 1])


def _between(orders: str, report: str, rng: Random) -> str:
    at = _place(report, rng)
    return f"{WROTE}\n{_marked(_lines(report, 0, at))}\n\n{orders}\n\n{_marked(_lines(report, at))}\n"


def _trimmed(orders: str, report: str, rng: Random) -> str:
    """A few lines of the report, cut somewhere, with or without marks."""
    at = _place(report, rng)
    kept = _lines(report, at, at + rng.randint(1, 5))
    cut = " ".join(kept.split(" ")[rng.randrange(3) :])
    mark = rng.choice(("> ", ">", "| ", ""))
    return f"{_marked(cut, mark)}\n{orders}\n{_marked(_lines(report, at + 7, at + 9), mark)}\n\n{SIGNATURE}\n"


def _behind(orders: str, report: str, rng: Random) -> str:
    """The first order written at the end of a quoted line, the others below it."""
    at = _place(report, rng)
    return f"{_marked(_lines(report, 0, at + 1))} {orders}\n{_marked(_lines(report, at + 1))}\n"


def _edited(orders: str, report: str, rng: Random) -> str:
    """Some lines of the quotation replaced by the orders, and marked like it, or not."""
    lines = report.split("\n")
    at = _place(report, rng)
    lines[at : at + rng.randrange(3)] = orders.split("\n")
    return f"{WROTE}\n{_marked(chr(10).join(lines), rng.choice(('> ', '')))}\n"


def _rewrapped(orders: str, report: str, rng: Random) -> str:
    """The quotation filled to another width: the rest of a long line has a line of its own."""
    width, mark = rng.choice((30, 50, 66, 70)), rng.choice(("> ", ""))
    quoted = "\n".join(fill(f"{mark}{line}", width) for line in report.split("\n"))
    return f"{orders}\n\n{WROTE}\n{quoted}\n"


def _flattened(orders: str, report: str, rng: Random) -> str:
    """Every paragraph of the report run together into one line, the orders above, below, or in between."""
    paragraphs = [" ".join(each.split()) for each in report.split("\n\n")]
    paragraphs.insert(rng.randint(0, len(paragraphs)), orders)
    return "\n\n".join(paragraphs)


_STYLES: tuple[Callable[[str, str, Random], str], ...] = (
    lambda orders, report, rng: f"{orders}\n\n{SIGNATURE}\n",
    lambda orders, report, rng: f"Hello,\n\n{orders}\n\nyours, Ada\n\n{WROTE}\n\n{_marked(report)}\n",
    lambda orders, report, rng: f"{WROTE}\n{_marked(report, '>')}\n\n{orders}\n{SIGNATURE}\n",
    lambda orders, report, rng: f"{orders}\n\n{OUTLOOK}\n\n{report}\n",
    lambda orders, report, rng: f"{orders}\n\n{WROTE}\n{_marked(_marked(report))}\n> > {orders}\n",
    _between,
    _trimmed,
    _trimmed,
    _behind,
    _edited,
    _rewrapped,
    _flattened,
)
