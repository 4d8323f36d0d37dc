"""What others have found out about a mail's From, weighed: the results of DMARC, DKIM and SPF make one verdict.

Of `Authentication-Results` (RFC 8601) only the topmost field counts that bears the name of a server which the host
trusts: each server puts its fields above those that were there, so that what a sender has made up stands beneath.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache

import authres
import msgspec
from authres import AuthenticationResultsHeader, AuthResError, FeatureContext

from pbem.inbound.mail import header_fields
from pbem.inbound.mime import read_opening
from pbem.inbound.verdicts import FAIL, NONE, PASS, UNCHECKED, Verdict

# Longer ones are no server's; the parser takes its time over what is nested.
LONGEST_FIELD = 4096
_DMARC_PASSES = ("pass", "bestguesspass")


class Found(msgspec.Struct, frozen=True):
    """A result of a method and the domain that it is about: the signer's, or that of the envelope sender."""

    result: str
    domain: str


def of_border(raw: bytes, trusted: Collection[str]) -> Verdict:
    """The verdict of the mail servers of these names, lower case; UNCHECKED where the host trusts none."""
    if not trusted:
        return UNCHECKED
    for name, value in header_fields(raw):
        if name == b"authentication-results" and (read := _read(value)) is not None:
            server = read.authserv_id.lower()
            if server in trusted:
                return _weighed(raw, read, server)
    return Verdict(NONE, "no trusted server has written Authentication-Results", min(trusted))


def weigh(
    writer: str | None, source: str, *, dmarc: str | None = None, dkim: Sequence[Found] = (), spf: Found | None = None
) -> Verdict:
    """The verdict on a mail whose From is `writer`, by results in the words of RFC 8601.

    DMARC decides where it was asked. Without it a signature of the domain in From, or of one above it, is a pass, and
    so is its envelope sender; that its own SPF record forbids the sender's server is a fail.
    """
    if writer is None:
        return Verdict(NONE, "there is no one address in its From", source)
    domain = writer.rpartition("@")[2]
    if dmarc in _DMARC_PASSES:
        return Verdict(PASS, f"dmarc={dmarc}", source)
    if dmarc == "fail":
        return Verdict(FAIL, f"dmarc={dmarc}", source)
    for each in dkim:
        if each.result == "pass" and answers_for(each.domain, domain):
            return Verdict(PASS, f"dkim=pass of {each.domain}", source)
    if spf is not None and answers_for(spf.domain, domain) and spf.result in ("pass", "fail"):
        return Verdict(PASS if spf.result == "pass" else FAIL, f"spf={spf.result} of {spf.domain}", source)
    return Verdict(NONE, _what_was_found(dmarc, dkim, spf), source)


def answers_for(domain: str, writers: str) -> bool:
    """Whether a domain is that of the writer or one above it, which alone can speak for it where DMARC is not asked."""
    domain, writers = domain.lower().rstrip("."), writers.lower().rstrip(".")
    return "." in domain and (writers == domain or writers.endswith(f".{domain}"))


def _what_was_found(dmarc: str | None, dkim: Sequence[Found], spf: Found | None) -> str:
    found = [f"dmarc={dmarc}"] if dmarc else []
    found += [f"dkim={each.result} of {each.domain or 'nobody'}" for each in dkim[:2]]
    found += [f"spf={spf.result} of {spf.domain or 'nobody'}"] if spf is not None else []
    return ", ".join(found) if found else "nothing answers for its From"


# --- RFC 8601 -----------------------------------------------------------------------------------------------------


@cache
def _context() -> FeatureContext:
    return authres.all_features()


def _read(value: bytes) -> AuthenticationResultsHeader | None:
    text = " ".join(value.decode("ascii", "replace").split())
    if len(text) > LONGEST_FIELD:
        return None
    try:
        return _context().parse(f"Authentication-Results: {text}")
    except (AuthResError, RecursionError):
        return None


def _weighed(raw: bytes, read: AuthenticationResultsHeader, server: str) -> Verdict:
    writer = read_opening(raw).sender
    dmarc, dkim, spf = None, [], None
    for each in read.results:
        told = {f"{one.type}.{one.name}": str(one.value).lower() for one in each.properties}
        method, result = str(each.method).lower(), str(each.result).lower()
        if method == "dmarc" and dmarc is None:
            about = told.get("header.from", "").rpartition("@")[2]
            if writer is not None and about and about != writer.rpartition("@")[2]:
                return Verdict(NONE, f"its results are about {about}", server)
            dmarc = result
        elif method == "dkim":
            signer = told.get("header.d") or told.get("header.i", "").rpartition("@")[2]
            dkim.append(Found(result, signer))
        elif method == "spf" and spf is None and "smtp.mailfrom" in told:
            spf = Found(result, told["smtp.mailfrom"].rpartition("@")[2])
    return weigh(writer, server, dmarc=dmarc, dkim=dkim, spf=spf)
