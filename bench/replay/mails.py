"""What is read of mails: who wrote them, which lines are the writer's own, which of these are commands or orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from replay.blocks import Parts, kept_file, named
from replay.inside import Json, inside, looks_like_order

DOMAIN = "play.example"
STYLES = "mail/styles"
REPORT = "report.txt"
FIELDS = ("sender", "sender_name", "subject", "message_id", "in_reply_to", "references", "date")
CONTENTS = ("text", "why_empty", "attachments", "bounce")
ENVELOPES = (None, "", "ada@example.org")


def mails(tests: Path, corpus: Path | None, rulesets: Sequence[str], keep: Path | None) -> Parts:
    """Digests of what is read of each mail of the tests and, by the hash of their bytes, of those of a corpus."""
    styles = tests / STYLES
    sent = (styles / REPORT).read_text(encoding="utf-8")
    ours = ((path.stem, _outcome(path.read_bytes(), sent, rulesets)) for path in sorted(styles.glob("*.eml")))
    found = {"mails/styles": named(ours, kept_file(keep, "mails/styles"))}
    if corpus is not None:
        public = {sha256(raw).hexdigest()[:16]: raw for raw in _raw_mails(corpus)}
        theirs = ((name, _outcome(raw, sent, rulesets)) for name, raw in sorted(public.items()))
        found["mails/corpus"] = named(theirs, kept_file(keep, "mails/corpus"))
    return found


def _raw_mails(folder: Path) -> Iterable[bytes]:
    return (path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def _outcome(raw: bytes, sent: str, rulesets: Sequence[str]) -> Json:
    try:
        mail = inside("read_mail")(raw)
    except inside("UnreadableMail") as error:
        return {"unreadable": error.reason, "opening": None if error.opening is None else _told(error.opening, FIELDS)}
    return {
        **_told(mail, (*FIELDS, *CONTENTS)),
        "judged": [_judged(mail, envelope) for envelope in ENVELOPES],
        "lines": {ruleset: list(_lines(mail.text, sent, ruleset)) for ruleset in rulesets},
    }


def _told(mail: Any, names: Sequence[str]) -> Json:
    return {name: msgspec.to_builtins(getattr(mail, name)) for name in names}


def _judged(mail: Any, envelope: str | None) -> list[str]:
    verdict = inside("judge")(mail, envelope, inside("Settings")(mail_domain=DOMAIN))
    return [str(verdict.kind), verdict.reason]


def _lines(text: str, sent: str, ruleset: str) -> Iterator[Json]:
    """The writer's own lines in answer to nothing of ours and to the report, told apart by a rule set."""

    def looks(line: str) -> bool:
        return looks_like_order(ruleset, line)

    def wanted(line: str) -> bool:
        return looks(line) or bool(inside("is_command")(line))

    for texts in ((), (sent,)):
        found = inside("own_lines")(text, texts, DOMAIN, wanted, inside("is_command"))
        own = getattr(found, "lines", found)  # they came by themselves before there were conflicts
        split = inside("split")(own, looks)
        yield {
            **({"conflict": found.conflict.name} if getattr(found, "conflict", None) else {}),
            "own": [[line.number, line.text, line.source] for line in own],
            "commands": msgspec.to_builtins(split.commands),
            "orders": [line.number for line in split.orders],
            "chatter": [line.number for line in split.chatter],
        }
