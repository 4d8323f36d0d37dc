"""Who wrote this mail: a person, a mail server giving a mail back, or a machine that must not be answered.

The signs are tried from the surest to the weakest; the first that is found decides. What is done about it is the
reader's business, but for all kinds save `PERSON` and `DOUBTFUL` the rule is: no answer, or two machines may write to
each other for ever (RFC 3834).
"""

from __future__ import annotations

import re
from enum import StrEnum

import msgspec

from pbem.config import Settings
from pbem.inbound.mime import OpenedMail
from pbem.outbound.compose import LOOP_FIELD

# Postfix gives up at 50 (`hopcount_limit`).
HOPS_LIMIT = 50


class WriterKind(StrEnum):
    """What a mail is. `DOUBTFUL` may be a machine's: it is a person's if it holds orders or asks for something."""

    PERSON = "person"
    BOUNCE = "bounce"
    MACHINE = "machine"
    LOOP = "loop"
    DOUBTFUL = "doubtful"


class Screening(msgspec.Struct, frozen=True):
    """What a mail is, and the sign that told."""

    kind: WriterKind
    reason: str


def judge(
    mail: OpenedMail, envelope_sender: str | None, settings: Settings | None, *, to_own_seat: bool = False
) -> Screening:
    """What wrote the mail. `envelope_sender` is "" for the null sender and None where it is not known.

    Without `settings` no server is meant whose own mail might have come back.

    A mail `to_own_seat`, from a player to the reply address of a seat of his, may have gone by a list or a gateway that
    leaves its marks on whatever passes: they make it doubtful then, and no more.
    """
    habitual = WriterKind.DOUBTFUL if to_own_seat else WriterKind.MACHINE
    for kind, sign in (
        (WriterKind.LOOP, _loop(mail, settings)),
        (WriterKind.BOUNCE, _bounce(mail, envelope_sender)),
        (WriterKind.MACHINE, _declared_machine(mail)),
        (WriterKind.MACHINE, "daemon address" if _DAEMON.match(mail.sender or "") else None),
        (habitual, _habitual_machine(mail)),
        (WriterKind.DOUBTFUL, "absence subject" if _ABSENT.search(mail.subject) else None),
    ):
        if sign is not None:
            return Screening(kind, sign)
    return Screening(WriterKind.PERSON, "")


def _loop(mail: OpenedMail, settings: Settings | None) -> str | None:
    """A mail of ours that came back, or one that goes round."""
    if mail.field(LOOP_FIELD.lower()):
        return "loop field"
    if settings is not None and _is_from_us(mail.sender or "", settings):
        return "our own address"
    if sum(name == "received" for name, _ in mail.fields) > HOPS_LIMIT:
        return "too many hops"
    return None


def _is_from_us(sender: str, settings: Settings) -> bool:
    mailbox = settings.mailbox_local_part.lower()
    local, _, domain = sender.partition("@")
    return domain == settings.mail_domain.lower() and (local == mailbox or local.startswith(f"{mailbox}+"))


def _bounce(mail: OpenedMail, envelope_sender: str | None) -> str | None:
    """A delivery report (RFC 3464), or other mail from the null sender, which nobody may answer (RFC 5321 4.5.5)."""
    if mail.bounce is not None:
        return "delivery report"
    if envelope_sender == "" or (envelope_sender is None and _null_return_path(mail)):
        return "null sender"
    return None


def _null_return_path(mail: OpenedMail) -> bool:
    return any(name == "return-path" and value.strip("<> ") == "" for name, value in mail.fields)


def _declared_machine(mail: OpenedMail) -> str | None:
    """RFC 3834 section 5: any value but `no` marks mail that no person sent at this moment."""
    value = mail.field("auto-submitted").partition(";")[0].partition("(")[0].strip().lower()
    return f"auto-submitted {value}" if value and value != "no" else None


def _habitual_machine(mail: OpenedMail) -> str | None:
    """Signs that vacation programs, lists and older servers give.

    X-Auto-Response-Suppress is none of them: it asks others to be quiet, and people's mail carries it too.
    """
    fields = dict(reversed(mail.fields))
    precedence = fields.get("precedence", "").strip().lower()
    if precedence in {"bulk", "list", "junk", "auto_reply"} and fields.get("x-ack", "").strip().lower() != "yes":
        return f"precedence {precedence}"
    for name in ("list-id", "list-unsubscribe", "list-post"):
        if name in fields:
            return name
    for name, value in mail.fields:
        denied = value.strip().lower() in {"no", "0", "false", "none", "normal"}
        if _AUTOMATIC.search(name) and not denied and name != "x-auto-response-suppress":
            return name
    if _AUTOMATIC.search(fields.get("x-content-identifier", "") + fields.get("content-identifier", "")):
        return "content-identifier"
    return None


_AUTOMATIC = re.compile(
    r"auto[-_ ]?(response|respond|responder|submitted|replied|reply|generated)|holiday-?reply|machine-?generated|"
    r"out[-_ ]?of[-_ ]?office|vacation|x-autorespond",
    re.I,
)
_DAEMON = re.compile(
    r"(mailer-daemon|mail-daemon|mdaemon|postmaster|no-?reply|do-?not-?reply|bounces?|autoreply)([+-][^@]*)?@", re.I
)
# Each phrase as its language's vacation programs put it at the head of the subject.
_ABSENT = re.compile(
    r"^\W*(?:(?:re|aw|sv|tr|antw)\s*:\s*)?(?:"
    r"out of (?:the )?office|auto(?:matic|mated)?[- ]?(?:re(?:ply|sponse))|away from my (?:mail|desk)|on vacation|"
    r"abwesenheit|automatische antwort|(?:ich bin )?nicht im (?:haus|büro)|"
    r"réponse automatique|absence du bureau|absent(?:e)? du bureau|message d'absence|"
    r"respuesta automática|fuera de (?:la )?oficina|risposta automatica|fuori (?:sede|ufficio)|"
    r"resposta automática|fora do escritório|automatisch antwoord|afwezig|autosvar|automatiskt svar|"
    r"fravær|poissa|odpowiedź automatyczna|automatická odpověď|automatikus válasz|"
    r"автоответ|自動応答|不在|"
    r"自动(?:回复|答复)|自動回覆"
    r")",
    re.I,
)
