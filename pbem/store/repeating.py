"""Whether a mail repeats somebody's words: in its text, its HTML, or a file that goes with it.

Reports wrap words, run their lines together and escape what HTML or JSON would take for its own, so that only letters
and digits are compared, and line by line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from email import message_from_bytes
from html import unescape

LEAST = 12  # letters and digits of a line by which it is known; of shorter words all of them together
FILES = ("json", "jsonl")  # what may hold words besides texts: views and records
SHORTEST = 6  # of all of them: as little as "yes" stands in any mail


class Repeats:
    """Some texts that somebody wrote, looked for in mails."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._marks = tuple(dict.fromkeys(mark for text in texts for mark in _marks(text)))

    def in_mail(self, raw: bytes) -> bool:
        """Whether a part of a mail repeats one of them."""
        return any(self.in_text(part) for part in _parts(raw))

    def in_text(self, text: str) -> bool:
        """Whether a text repeats one of them."""
        said = _bare(unescape(text))
        return any(mark in said for mark in self._marks)


def _marks(text: str) -> list[str]:
    lines = [bare for line in text.split("\n") if len(bare := _bare(line)) >= LEAST]
    whole = _bare(text)
    return lines or ([whole] if len(whole) >= SHORTEST else [])


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _parts(raw: bytes) -> Iterator[str]:
    for part in message_from_bytes(raw).walk():
        content = part.get_payload(decode=True)
        if isinstance(content, bytes) and (
            part.get_content_maintype() == "text" or part.get_content_subtype() in FILES
        ):
            yield content.decode(errors="replace")
