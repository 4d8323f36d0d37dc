"""Whether somebody answers for the domain in a mail's From, found out here: SPF (RFC 7208), DKIM (6376), DMARC (9989).

For doors at which no mail server has judged before. All that is asked of the domain name system goes through one
function, for a bounded time; where it does not answer nothing is held against the mail.

Not for: what is done for a verdict (`pbem.inbound.trust`), or reports to the owners of domains.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias

import dkim
import dns.exception
import dns.resolver
import msgspec
import spf

from pbem.inbound.mail import header_fields
from pbem.inbound.mime import read_opening
from pbem.inbound.results import Found, weigh
from pbem.inbound.verdicts import NONE, Verdict

SOURCE = "own"
# All questions about one mail together, and each of them.
ALL_S = 8.0
EACH_S = 3.0
MOST_SIGNATURES = 5
# RFC 9989 4.10: so many labels are looked at, from the top, beside the whole name.
MOST_LABELS = 8


class NoAnswer(Exception):
    """The domain name system does not answer for now."""


# What stands at a name, by its kind: TXT as bytes, A, AAAA and PTR as texts, MX as preference and host. Nothing where
# there is nothing. Raises NoAnswer.
Lookup: TypeAlias = Callable[[str, str], list[Any]]


class Client(msgspec.Struct, frozen=True):
    """The server that brought a mail: its address, and the name it gave."""

    address: str
    helo: str


def check(raw: bytes, sender: str | None, client: Client | None, lookup: Lookup | None = None) -> Verdict:
    """The verdict on a mail by our own check; without the server that brought it SPF is left out."""
    writer = read_opening(raw).sender
    if writer is None:
        return weigh(None, SOURCE)
    names = _Bounded(lookup or asked_of_the_net)
    try:
        domain = _domain(writer) if writer.isascii() else _domain(writer).encode("idna").decode()
    except UnicodeError:
        return Verdict(NONE, "its domain can be written in no record of the domain name system", SOURCE)
    try:
        policy = policy_of(domain, names)
        signed = _signed(raw, names)
        by_sender = _by_sender(sender or "", client, names)
        if policy is None:
            return weigh(f"@{domain}", SOURCE, dkim=signed, spf=by_sender)
        return _by_policy(domain, policy, signed, by_sender, names)
    except NoAnswer:
        return Verdict(NONE, "the domain name system did not answer", SOURCE)


# --- DMARC --------------------------------------------------------------------------------------------------------


class Record(msgspec.Struct, frozen=True):
    """A DMARC record: where it stands, and its tags."""

    domain: str
    tags: dict[str, str]


def _by_policy(
    domain: str, policy: Record, signed: Sequence[Found], by_sender: Found | None, lookup: Lookup
) -> Verdict:
    passed = [each.domain for each in signed if each.result == "pass"]
    if any(_is_aligned(each, domain, policy.tags.get("adkim"), lookup) for each in passed):
        return weigh(f"@{domain}", SOURCE, dmarc="pass")
    if by_sender is None:
        return Verdict(NONE, "no signature of its domain, and the server that sent it is not known", SOURCE)
    if by_sender.result == "pass" and _is_aligned(by_sender.domain, domain, policy.tags.get("aspf"), lookup):
        return weigh(f"@{domain}", SOURCE, dmarc="pass")
    if "temperror" in (by_sender.result, *(each.result for each in signed)):
        raise NoAnswer
    return weigh(f"@{domain}", SOURCE, dmarc="fail")


def _is_aligned(domain: str, writers: str, mode: str | None, lookup: Lookup) -> bool:
    """Whether a domain that answers for a mail is the writer's, or of one house with it where he allows that."""
    if domain == writers or mode == "s":
        return domain == writers
    # The cheap sign first: domains of one house end alike.
    return domain.split(".")[-2:] == writers.split(".")[-2:] and _house(domain, lookup) == _house(writers, lookup)


def policy_of(domain: str, lookup: Lookup) -> Record | None:
    """The record that holds for a domain: its own, or the one of its house, found on the way up (4.10)."""
    records = _walk(domain, lookup)
    if not records or records[0].domain == domain:
        return records[0] if records else None
    house = _house_of(domain, records)
    return next((each for each in records if each.domain == house), records[-1])


def _house(domain: str, lookup: Lookup) -> str:
    return _house_of(domain, _walk(domain, lookup))


def _house_of(domain: str, records: Sequence[Record]) -> str:
    """The organizational domain, by the records on the way up from a domain (RFC 9989 4.10.2)."""
    for each in records:
        if each.tags.get("psd") == "n":
            return each.domain
        if each.tags.get("psd") == "y" and each.domain != domain:
            below = domain.removesuffix(f".{each.domain}").rpartition(".")[2]
            return f"{below}.{each.domain}"
    return min((each.domain for each in records), key=lambda name: name.count("."), default=domain)


def _walk(domain: str, lookup: Lookup) -> list[Record]:
    """The records at a domain and above it, its own first."""
    labels = domain.split(".")
    above = labels[1:] if len(labels) <= MOST_LABELS else labels[1 - MOST_LABELS :]
    names = [domain, *(".".join(above[at:]) for at in range(len(above)))]
    records: list[Record] = []
    for name in names:
        record = _record_at(name, lookup)
        if record is not None:
            records.append(record)
            if record.tags.get("psd") in ("y", "n"):
                break
    return records


def _record_at(domain: str, lookup: Lookup) -> Record | None:
    texts = [bytes(text).decode("ascii", "replace") for text in lookup(f"_dmarc.{domain}", "TXT")]
    found = [text for text in texts if text.replace(" ", "").lower().startswith("v=dmarc1")]
    if len(found) != 1:
        # Several are as none (4.10.1).
        return None
    tags = (tag.partition("=") for tag in found[0].split(";"))
    return Record(domain, {name.strip().lower(): value.strip().lower() for name, _, value in tags})


# --- DKIM ---------------------------------------------------------------------------------------------------------


def _signed(raw: bytes, lookup: Lookup) -> list[Found]:
    """What comes of the signatures of a mail, each with the domain that has signed."""
    tags = [_tags(value) for name, value in header_fields(raw) if name == b"dkim-signature"][:MOST_SIGNATURES]
    return [Found(_checked(raw, number, each, lookup), each.get("d", "").lower()) for number, each in enumerate(tags)]


def _checked(raw: bytes, number: int, tags: dict[str, str], lookup: Lookup) -> str:
    if "l" in tags:
        # What stands behind a signed length may be anybody's.
        return "policy"

    def text_at(name: bytes | str, timeout: float = EACH_S) -> bytes | None:
        plain = name.decode("ascii", "replace") if isinstance(name, bytes) else name
        return next(iter(lookup(plain.rstrip("."), "TXT")), None)

    try:
        return "pass" if dkim.DKIM(raw).verify(idx=number, dnsfunc=text_at) else "fail"
    except (NoAnswer, dkim.DnsTimeoutError):
        return "temperror"
    except Exception:
        # The library raises errors of many kinds over other people's signatures and keys; none of them proves anything.
        return "permerror"


def _tags(value: bytes) -> dict[str, str]:
    parts = (tag.partition("=") for tag in value.decode("ascii", "replace").split(";"))
    return {name.strip(): "".join(found.split()) for name, _, found in parts}


# --- SPF ----------------------------------------------------------------------------------------------------------


class _Query(spf.query):  # type: ignore[misc]
    """A check by the library that asks our function."""

    def __init__(self, lookup: Lookup, **about: Any) -> None:
        super().__init__(**about)
        self._lookup = lookup

    def dns(self, name: str, qtype: str, cnames: object = None, ignore_void: bool = False) -> list[Any]:
        """What stands at a name, in the library's forms. Raises its TempError, and PermError for too many voids."""
        plain = str(name).rstrip(".").lower()
        if not plain or not all(0 < len(label) < 64 for label in plain.split(".")):
            return []
        try:
            found = self._lookup(plain, qtype) if qtype in ("TXT", "A", "AAAA", "MX", "PTR") else []
        except NoAnswer as error:
            raise spf.TempError("DNS does not answer") from error
        if not found and not ignore_void:
            self.void_lookups += 1
            if self.void_lookups > spf.MAX_VOID_LOOKUPS:
                raise spf.PermError(f"more than {spf.MAX_VOID_LOOKUPS} void lookups")
        return [(each,) for each in found] if qtype == "TXT" else found


def _by_sender(sender: str, client: Client | None, lookup: Lookup) -> Found | None:
    """What SPF says of the envelope sender, or of the server's own name where that is null (RFC 7208 2.4)."""
    if client is None:
        return None
    domain = _domain(sender) if "@" in sender else client.helo.lower()
    try:
        query = _Query(lookup, i=client.address, s=sender, h=client.helo, timeout=EACH_S, querytime=ALL_S)
        result, _code, _text = query.check()
    except NoAnswer:
        raise
    except Exception:
        # As above: whatever is wrong with other people's records proves nothing.
        result = "permerror"
    return Found(str(result), domain)


# --- Asking -------------------------------------------------------------------------------------------------------


class _Bounded:
    """A lookup that asks each thing once, and nothing when the time for a mail is over."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup, self._until = lookup, time.monotonic() + ALL_S
        self._known: dict[tuple[str, str], list[Any]] = {}

    def __call__(self, name: str, kind: str) -> list[Any]:
        key = (name.lower(), kind)
        if key not in self._known:
            if time.monotonic() > self._until:
                raise NoAnswer
            self._known[key] = self._lookup(*key)
        return self._known[key]


@cache
def _resolver() -> dns.resolver.Resolver:
    return dns.resolver.Resolver()


def asked_of_the_net(name: str, kind: str) -> list[Any]:
    """What stands at a name, as this machine's resolver tells. Raises NoAnswer."""
    try:
        answer = _resolver().resolve(name, kind, lifetime=EACH_S, raise_on_no_answer=False, search=False)
    except (dns.resolver.NXDOMAIN, dns.exception.SyntaxError, UnicodeError):
        return []
    except (dns.exception.DNSException, OSError) as error:
        raise NoAnswer from error
    return [_plain(each, kind) for each in answer]


def _plain(record: Any, kind: str) -> Any:
    match kind:
        case "TXT":
            return b"".join(record.strings)
        case "MX":
            return record.preference, record.exchange.to_text(True)
        case "PTR":
            return record.target.to_text(True)
    return record.address


def _domain(address: str) -> str:
    return address.rpartition("@")[2].lower().strip("<> .")
