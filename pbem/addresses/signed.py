"""The addresses the server answers to: its mailbox, and the signed ones by which a reply says what it is about.

    pbem@example.org                                   the mailbox, for strangers and fresh mail
    pbem+marengo7.napoleon.12.<mac>@example.org        a seat of a game, and the step it was asked at
    pbem+marengo7.napoleon.12.y815.<mac>@example.org   the same, where YES plays what stored mail 815 asked for
    pbem+enrol.<mac>@example.org                       where a new player's first answer goes
    pbem+desk.1764000000-815.<mac>@example.org         where a host's next act goes, once, made at that second
    pbem+entry.17.<mac>@example.org                    where entrant 17 of an event shows that he is there
    pbem+ask.17.<mac>@example.org                      where YES answers question 17, from one of those it was put to
    pbem+bounce.4711.<mac>@example.org                 envelope sender of outbox mail 4711 (VERP)
    postmaster@example.org, abuse@example.org          the host himself

The mac is the first 100 bits of HMAC-SHA256, in base32 and lower case, since some mail systems fold case (RFC 5321
2.4 lets none of them, and they do). A signed address is never a proof of the sender, only that it was mailed out.
"""

from __future__ import annotations

import hmac
import re
from base64 import b32encode
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TypeAlias

import msgspec

from pbem.config import Settings

MAC_LENGTH = 20
# RFC 5321 4.5.3.1.1
LONGEST_LOCAL_PART = 64

POSTMASTER = "postmaster"
# RFC 5321 4.5.1 asks for the first of every domain that takes mail, RFC 2142 for the other.
HOSTS_OWN = (POSTMASTER, "abuse")

_YES = "y"
_PERSON = "you"
_NAME = re.compile(r"[a-z0-9_-]+")


class SeatAddress(msgspec.Struct, frozen=True):
    """A genuine reply address of a seat, mailed when the game stood at `step`.

    `asked` is the inbox number of the mail whose orders YES plays, where the address was mailed with that question.
    """

    game: str
    seat: str
    step: int
    asked: int | None = None


class EnrolAddress(msgspec.Struct, frozen=True):
    """Where an answer to the enrolment hint goes. `enrols` tells whether it was made for a given sender."""

    mac: str


class DeskAddress(msgspec.Struct, frozen=True):
    """Where an act of a host goes, made at the second `issued`. `is_desk_of` tells whether for a given sender."""

    token: str
    issued: int
    mac: str


class QuestionAddress(msgspec.Struct, frozen=True):
    """Where YES answers a question. `asks` tells whether it was made for a given sender."""

    question: int
    mac: str


class EntryAddress(msgspec.Struct, frozen=True):
    """Where an entrant of an event answers with a trial order. `is_entry_of` tells whether made for a given sender."""

    entrant: int
    mac: str


class BounceAddress(msgspec.Struct, frozen=True):
    """The genuine envelope sender of a mail in the outbox."""

    outbox_id: int


class Plain(msgspec.Struct, frozen=True):
    """The mailbox itself, whatever tag it carries."""


class ToHost(msgspec.Struct, frozen=True):
    """One of the addresses at which every domain's mail reaches a person: what comes there is the host's."""


class Forged(msgspec.Struct, frozen=True):
    """An address in the form of a signed one whose mac is wrong, retired or cut short."""


class NotOurs(msgspec.Struct, frozen=True):
    """Any other address."""


Recipient: TypeAlias = (
    SeatAddress
    | EnrolAddress
    | DeskAddress
    | QuestionAddress
    | EntryAddress
    | BounceAddress
    | Plain
    | ToHost
    | Forged
    | NotOurs
)
NonceOf: TypeAlias = Callable[[str, str], str | None]


def seat_address(settings: Settings, game: str, seat: str, step: int, nonce: str, asked: int | None = None) -> str:
    """The reply address of a seat. A new nonce retires all addresses made with the old one.

    With `asked` YES to it plays what the stored mail of that number asked for. Raises ValueError for names that cannot
    stand in an address.
    """
    if not (_NAME.fullmatch(game) and _NAME.fullmatch(seat)) or step < 0:
        raise ValueError(f"no reply address can be made for {game!r}, {seat!r}, {step!r}")
    parts = [game, seat, str(step), *([f"{_YES}{asked}"] if asked is not None else [])]
    mac = _mac(settings.signing_keys()[0], "seat", *parts, nonce)
    return _signed(settings, ".".join([*parts, mac]))


def enrol_address(settings: Settings, address: str) -> str:
    """The address to which somebody at `address` answers to be enrolled."""
    return _signed(settings, f"enrol.{_mac(settings.signing_keys()[0], 'enrol', address.lower())}")


def desk_address(settings: Settings, host: str, issued: int, mail: int) -> str:
    """The address for one act of the host at `host`, made at a second for the answer to a stored mail."""
    token = f"{issued}-{mail}"
    return _signed(settings, f"desk.{token}.{_mac(settings.signing_keys()[0], 'desk', token, host.lower())}")


def question_address(settings: Settings, question: int, address: str) -> str:
    """The address to which somebody at `address` answers YES to a question."""
    mac = _mac(settings.signing_keys()[0], "ask", str(question), address.lower())
    return _signed(settings, f"ask.{question}.{mac}")


def entry_address(settings: Settings, entrant: int, address: str) -> str:
    """The address to which an entrant of an event at `address` answers with a trial order."""
    mac = _mac(settings.signing_keys()[0], "entry", str(entrant), address.lower())
    return _signed(settings, f"entry.{entrant}.{mac}")


def bounce_address(settings: Settings, outbox_id: int) -> str:
    """The envelope sender of a mail, by which a bounce names the mail that came back."""
    return _signed(settings, f"bounce.{outbox_id}.{_mac(settings.signing_keys()[0], 'bounce', str(outbox_id))}")


def read_recipient(settings: Settings, recipient: str, nonce_of: NonceOf) -> Recipient:
    """What an address is to this server. `nonce_of(game, seat)` gives a seat's nonce, or None for no such seat.

    The seat is proven here and nowhere else: a SeatAddress that comes back is genuine and not retired.
    """
    local, _, domain = recipient.strip().strip("<>").lower().rpartition("@")
    mailbox, plus, tag = local.partition("+")
    # RFC 5321 4.1.1.3: the postmaster alone may be written to without a domain.
    if not local and domain == POSTMASTER:
        return ToHost()
    if domain.rstrip(".") != settings.mail_domain.lower():
        return NotOurs()
    if mailbox != settings.mailbox_local_part.lower():
        return ToHost() if mailbox in HOSTS_OWN else NotOurs()
    match tag.split("."):
        case ["enrol", mac] if len(mac) == MAC_LENGTH:
            return EnrolAddress(mac)
        case ["desk", token, mac] if len(mac) == MAC_LENGTH and _is_number(token.partition("-")[0]):
            return DeskAddress(token, int(token.partition("-")[0]), mac)
        case ["ask", number, mac] if _is_number(number) and len(mac) == MAC_LENGTH:
            return QuestionAddress(int(number), mac)
        case ["entry", number, mac] if _is_number(number) and len(mac) == MAC_LENGTH:
            return EntryAddress(int(number), mac)
        case ["bounce", number, mac] if _is_number(number) and _genuine(settings, mac, "bounce", number):
            return BounceAddress(int(number))
        case [game, seat, step, mac] if _is_number(step):
            # A seat that is not there is checked like any other, so that the time taken does not tell.
            nonce = nonce_of(game, seat)
            if _genuine(settings, mac, "seat", game, seat, step, nonce or "") and nonce is not None:
                return SeatAddress(game, seat, int(step))
            return Forged()
        case [game, seat, step, asked, mac] if _is_number(step) and asked[:1] == _YES and _is_number(asked[1:]):
            nonce = nonce_of(game, seat)
            if _genuine(settings, mac, "seat", game, seat, step, asked, nonce or "") and nonce is not None:
                return SeatAddress(game, seat, int(step), int(asked[1:]))
            return Forged()
    return Forged() if plus and "." in tag else Plain()


def enrols(settings: Settings, found: EnrolAddress, address: str) -> bool:
    """Whether an enrolment address was mailed to this very sender."""
    return _genuine(settings, found.mac, "enrol", address.lower())


def is_desk_of(settings: Settings, found: DeskAddress, address: str) -> bool:
    """Whether a desk address was made for this very sender."""
    return _genuine(settings, found.mac, "desk", found.token, address.lower())


def asks(settings: Settings, found: QuestionAddress, address: str) -> bool:
    """Whether the address of a question was mailed to this very sender."""
    return _genuine(settings, found.mac, "ask", str(found.question), address.lower())


def is_entry_of(settings: Settings, found: EntryAddress, address: str) -> bool:
    """Whether the address of an entry was mailed to this very sender."""
    return _genuine(settings, found.mac, "entry", str(found.entrant), address.lower())


def is_bounce(address: str) -> bool:
    """Whether an address has the form of an envelope sender of ours, genuine or not."""
    return address.partition("@")[0].partition("+")[2].lower().startswith("bounce.")


def seat_mac_that_begins(settings: Settings, code: str, parts: Sequence[str], nonce: str | None) -> str | None:
    """The mac that ends a seat's reply address of these parts, where it begins with a code; else None."""
    # A seat that is not there is checked like any other, so that the time taken does not tell.
    macs = [_mac(key, "seat", *parts, nonce or "") for key in settings.signing_keys()]
    found = [mac for mac in macs if hmac.compare_digest(mac[: len(code)].encode(), code.encode())]
    return found[0] if found and nonce is not None else None


def unsubscribe_token(settings: Settings, message_id: str) -> str:
    """What stands in the link by which whom a mail of ours was to wants no more such; it is good as long as the key."""
    local = message_id.strip("<>").partition("@")[0]
    return f"{local}.{_mac(settings.signing_keys()[0], 'unsubscribe', local)}"


def message_of_unsubscribing(settings: Settings, token: str) -> str | None:
    """The Message-ID of the mail that such a token was made for; None for what is none."""
    local, _, mac = token.partition(".")
    if not re.fullmatch(r"[0-9a-f]{32}", local) or not _genuine(settings, mac, "unsubscribe", local):
        return None
    return f"<{local}@{settings.mail_domain}>"


def page_token(settings: Settings, game: str, seat: str, nonce: str, player: int) -> str:
    """What stands in the link to a player's own page of a seat; a new nonce retires it, as it does reply addresses."""
    if not (_NAME.fullmatch(game) and _NAME.fullmatch(seat)):
        raise ValueError(f"no link can be made for {game!r}, {seat!r}")
    return f"{game}.{seat}.{_mac(settings.signing_keys()[0], 'page', game, seat, str(player), nonce)}"


def seat_of_page_token(token: str) -> tuple[str, str, str] | None:
    """The game, the seat and the mac of such a token, of which nothing is proved yet; None for what is none."""
    match token.lower().split("."):
        case [game, seat, mac] if _NAME.fullmatch(game) and _NAME.fullmatch(seat) and len(mac) == MAC_LENGTH:
            return game, seat, mac
    return None


def opens_page(settings: Settings, game: str, seat: str, mac: str, nonce: str, player: int) -> bool:
    """Whether a link was made for this player."""
    return _genuine(settings, mac, "page", game, seat, str(player), nonce)


def person_token(settings: Settings, player: int, address: str, made: int) -> str:
    """What stands in the link to a player's own pages, made at a second; another address of his retires it."""
    mac = _mac(settings.signing_keys()[0], "person", str(player), str(made), address.lower())
    return f"{_PERSON}.{player}-{made}.{mac}"


def player_of_person_token(token: str) -> tuple[int, int, str] | None:
    """The player's number, the second and the mac of such a token, of which nothing is proved yet; None for what is
    none."""
    match token.lower().split("."):
        case [word, who, mac] if word == _PERSON and len(mac) == MAC_LENGTH:
            player, _, made = who.partition("-")
            if _is_number(player) and _is_number(made):
                return int(player), int(made), mac
    return None


def opens_persons_pages(settings: Settings, player: int, address: str, made: int, mac: str) -> bool:
    """Whether a link was made for this player, while this was his address."""
    return _genuine(settings, mac, "person", str(player), str(made), address.lower())


def _signed(settings: Settings, tag: str) -> str:
    local = f"{settings.mailbox_local_part}+{tag}".lower()
    # Where mail to such an address goes nowhere it stands in no mail, but for what is read out of a Message-ID.
    if settings.plus_addresses and len(local) > LONGEST_LOCAL_PART:
        raise ValueError(f"the local part {local!r} is longer than {LONGEST_LOCAL_PART} characters")
    return f"{local}@{settings.mail_domain.lower()}"


def _mac(key: bytes, *parts: str) -> str:
    digest = hmac.digest(key, "\n".join(("pbem address 1", *parts)).encode(), sha256)
    return b32encode(digest).decode("ascii").lower()[:MAC_LENGTH]


def _genuine(settings: Settings, mac: str, *parts: str) -> bool:
    claimed = mac.encode()
    return any(hmac.compare_digest(claimed, _mac(key, *parts).encode()) for key in settings.signing_keys())


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 18 and str(int(text)) == text
