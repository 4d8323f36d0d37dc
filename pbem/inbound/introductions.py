"""The lines with which mail programs introduce a quotation: "On ... wrote:", a rule, a block of header fields.

An introduction is *certain* where hardly anybody would type it: what follows it unmarked is then a mail and not an
order. "My orders, as I wrote:" is not, nor is a row of dashes: orders may well stand below.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

LONGEST_WRAP = 3  # lines over which "On ... wrote:" is wrapped, at most
LEAST_FIELDS = 3
MOST_FIELDS = 7


class Line(Protocol):
    """What is asked of a line of a mail."""

    number: int
    depth: int
    text: str


class Introduction(msgspec.Struct, frozen=True):
    """Lines that introduce a quotation: the first, and how many; whether they name our address as the writer's."""

    at: int
    length: int
    depth: int
    certain: bool
    of_us: bool

    def lines(self) -> range:
        """The places of its lines."""
        return range(self.at, self.at + self.length)


def introductions(lines: Sequence[Line], domain: str, is_order: Callable[[int], bool]) -> list[Introduction]:
    """The introductions among the lines of a mail; `is_order(at)` is asked of few."""
    ours = f"@{domain.lower()}"
    found: list[Introduction] = []
    for at, line in enumerate(lines):
        if line.depth < 2:
            sure = _block(lines, at, ours)
            drawn = sure or _rule(line, at) or _wrote(lines, at, ours)
            if drawn is not None and (sure or not any(map(is_order, drawn.lines()))):
                found.append(drawn)
    return found


def _block(lines: Sequence[Line], at: int, ours: str) -> Introduction | None:
    """A block of header fields."""
    fields = _fields(lines, at)
    writers = [each.text.lower() for each in fields if _FROM_FIELD.match(each.text)]
    if len(fields) < LEAST_FIELDS or not writers:
        return None
    return Introduction(at, len(fields), lines[at].depth, True, ours in writers[0])


def _rule(line: Line, at: int) -> Introduction | None:
    """A rule, with a heading in it or without, or "Begin forwarded message:"."""
    if not _SEPARATOR.fullmatch(line.text):
        return None
    return Introduction(at, 1, line.depth, bool(_CERTAIN_SEPARATOR.fullmatch(line.text)), False)


def _wrote(lines: Sequence[Line], at: int, ours: str) -> Introduction | None:
    """Words like "On ... wrote:", or whatever ends in a colon and names our address."""
    for length in range(1, LONGEST_WRAP + 1):
        several = lines[at : at + length]
        first, last = several[0], several[-1]
        if last.number - first.number != length - 1 or last.depth != first.depth:
            return None
        if last.text.endswith((":", "：")):
            joined = " ".join(each.text for each in several)
            of_us, wrote = ours in joined.lower(), bool(_WROTE.match(joined))
            if of_us or wrote:
                certain = wrote and bool(_DATED.search(joined))
                return Introduction(at, length, first.depth, certain, of_us)
    return None


def _fields(lines: Sequence[Line], at: int) -> list[Line]:
    """The header fields that stand here in a block."""
    block: list[Line] = []
    for line in lines[at : at + MOST_FIELDS]:
        if line.depth != lines[at].depth or not _FIELD.match(line.text):
            break
        block.append(line)
    return block


_SEPARATOR = re.compile(
    r"_{10,}|-{3,} ?[^-\s][^-]{1,50}-{3,}|-{20,}|(?:begin forwarded message|anfang der weitergeleiteten nachricht|"
    r"début du message réexpédié|inicio del mensaje reenviado|inizio messaggio inoltrato|"
    r"begin doorgestuurd bericht) ?:",
    re.I,
)
# A row of dashes may be drawn by anybody, with a heading in it or without.
_CERTAIN_SEPARATOR = re.compile(
    r"_{10,}|-{3,} ?(?:original[- ](?:message|nachricht|appointment)|ursprüngliche (?:nachricht|mail)|"
    r"weitergeleitete nachricht|forwarded message|message (?:d'origine|original|transféré|transmis)|"
    r"mensaje (?:original|reenviado)|mensagem (?:original|encaminhada)|messaggio (?:originale|inoltrato)|"
    r"oorspronkelijk bericht|doorgestuurd bericht|ursprungligt meddelande|oprindelig meddelelse|"
    r"opprinnelig melding|alkuperäinen viesti|wiadomość oryginalna|původní zpráva|исходное сообщение|"
    r"原始邮件|原始郵件|元のメッセージ|원본 메시지) ?-{3,}|[^-_]{5,60}:",
    re.I,
)
# What mail programs write before a quotation, in the languages they speak.
_WROTE = re.compile(
    r".{2,400}\b(?:wrote|schrieb\b.{0,80}|geschrieben|a écrit|escribió|ha scritto|schreef\b.{0,80}|geschreven|"
    r"escreveu|skrev\b.{0,80}|pisze|napisał(?:\(a\)|a)?|napsal(?:\(a\)|a)?|a scris|kirjoitti|írta|"
    r"пишет|написал(?:а|\(а\))?)\s*[:：]"
    r"|.{2,400}(?:写道|寫道|のメール|さんは書きました|さんが書きました|님이 작성)\s*[:：]",
    re.I,
)
# A date or an address, or the word before a date: programs put one of them, people who tell what they wrote do not.
_DATED = re.compile(r"\d|@|^(?:on|am|le|el|il|op|den|em|på|w dniu|dne) ", re.I)
_FROM_FIELD = re.compile(
    r"\*?(?:from|von|de|da|van|från|fra|od|lähettäjä|от|差出人|发件人|寄件者|보낸 사람)\s?[:：]", re.I
)
_FIELD = re.compile(r"\*?[^\W\d][\w .-]{0,24}\s?[:：]\*?(?:\s|$)")
