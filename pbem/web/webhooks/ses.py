"""`POST /inbound/ses`: Amazon SES through SNS, mail that came in and news of mail that went out.

SNS signs its messages with RSA; the certificate is fetched from where the message says, which must be Amazon's own host
for that. Anybody may have a topic at Amazon, so a genuine signature proves nothing about whose message it is: the
topic must be one of `ses_topics`. A message that comes again is known by its bytes.

The message must stand in the notification (SES's SNS action, encoding Base64), which Amazon does up to 150 KB; what is
larger comes back to its writer.

Built from docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html, docs.aws.amazon.com/ses/latest/dg/
receiving-email-notifications-contents.html and .../notification-contents.html; not yet seen live.
"""

from __future__ import annotations

import hmac
import re
import threading
import time
from base64 import b64decode
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from http.client import HTTPException
from typing import TypeAlias
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, build_opener

import msgspec
import structlog
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.hashes import SHA1, SHA256
from flask import g, request
from pydantic import SecretStr

from pbem.inbound.mime import read_opening
from pbem.inbound.results import Found, weigh
from pbem.inbound.verdicts import Verdict
from pbem.web.refusals import refuse
from pbem.web.webhooks.notices import Notice
from pbem.web.webhooks.payloads import decoded, of_base64, of_json, signers
from pbem.web.webhooks.webhook import Delivered, Proof, Webhook

Fetch: TypeAlias = Callable[[str], bytes]

AMAZONS = re.compile(r"sns\.[a-z0-9-]{3,30}\.amazonaws\.com(\.cn)?")
CERTIFICATE = re.compile(r"/SimpleNotificationService-[0-9a-f]{8,64}\.pem")
FETCH_S = 5
LONGEST_ANSWER = 1 << 16
MOST_CERTIFICATES = 16
# One that could not be had is not asked for again at once: whoever sends forged messages would have us do that.
FAILED_FOR_S = 60
# SNS tries for an hour at most, and signs but once.
WINDOW_S = 2 * 3600
NOTIFICATION, CONFIRMATION = "Notification", "SubscriptionConfirmation"
SIGNED = {
    NOTIFICATION: ("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"),
    CONFIRMATION: ("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"),
    "UnsubscribeConfirmation": ("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"),
}
HASHES = {"1": SHA1, "2": SHA256}

log = structlog.get_logger(__name__)


class CannotFetch(Exception):
    """Why something was not to be had from Amazon."""


# --- What SNS and SES post ------------------------------------------------------------------------------------------


class Posted(msgspec.Struct):
    """A message of SNS."""

    Type: str
    TopicArn: str
    Message: str
    MessageId: str
    Timestamp: str
    SignatureVersion: str
    Signature: str
    SigningCertURL: str
    Subject: str | None = None
    Token: str | None = None
    SubscribeURL: str | None = None


class Judged(msgspec.Struct):
    """One of the verdicts on a mail: PASS, FAIL, GRAY or PROCESSING_FAILED."""

    status: str = ""


class Receipt(msgspec.Struct, rename="camel"):
    """How a mail came in."""

    recipients: list[str] = []
    spf_verdict: Judged = msgspec.field(default_factory=Judged)
    dkim_verdict: Judged = msgspec.field(default_factory=Judged)
    dmarc_verdict: Judged = msgspec.field(default_factory=Judged)
    action: dict[str, str] = {}


class Mail(msgspec.Struct, rename="camel"):
    """The envelope sender of a mail: of one that came in, or of ours, where it names the mail."""

    source: str = ""


class Recipient(msgspec.Struct, rename="camel"):
    """Somebody whom a mail of ours did not reach, or who complained of it."""

    email_address: str
    status: str = ""
    diagnostic_code: str = ""


class Bounce(msgspec.Struct, rename="camel"):
    """A mail of ours that came back."""

    bounce_type: str
    bounced_recipients: list[Recipient] = []


class Complaint(msgspec.Struct, rename="camel"):
    """Somebody calls a mail of ours spam."""

    complained_recipients: list[Recipient] = []


class News(msgspec.Struct, rename="camel"):
    """What SES tells by a notification; of events published otherwise the kind is in `event_type`."""

    notification_type: str = ""
    event_type: str = ""
    mail: Mail = msgspec.field(default_factory=Mail)
    receipt: Receipt = msgspec.field(default_factory=Receipt)
    content: str | None = None
    bounce: Bounce | None = None
    complaint: Complaint | None = None


# --- The webhook ----------------------------------------------------------------------------------------------------


class Ses(Webhook):
    """The message is in JSON within JSON, signed with a certificate of Amazon's."""

    name = "ses"
    setting = "ses_topics"
    secret = "topic"  # noqa: S105  (what is set)
    # Base64, and JSON within JSON.
    wrapping = 4

    def __init__(self, fetch: Fetch | None = None) -> None:
        self._fetch = fetch or fetched
        self._certificates = Certificates(self._fetch)

    def proof(self) -> Proof | None:
        return None

    def prove(self, secrets: Sequence[SecretStr]) -> str | None:
        # Asked of the header first, so that strangers' bodies are not even read.
        self._ensure_topic(request.headers.get("x-amz-sns-topic-arn", ""), secrets)
        posted = _posted()
        self._ensure_topic(posted.TopicArn, secrets)
        if abs(time.time() - _seconds(posted.Timestamp)) > WINDOW_S:
            refuse(401, "the signature is too old, or a clock is wrong")
        if not self._is_genuine(posted):
            refuse(401, "the signature is wrong")
        return None

    def notices(self) -> Sequence[Notice] | None:
        posted = _posted()
        if posted.Type == CONFIRMATION:
            self._subscribe(posted)
            return ()
        if posted.Type != NOTIFICATION:
            log.warning("Amazon SNS says that a subscription ends", topic=posted.TopicArn)
            return ()
        news = _news()
        if news.bounce is not None:
            kind = "failed" if news.bounce.bounce_type == "Permanent" else "delayed"
            return [_notice(kind, each, news.mail) for each in news.bounce.bounced_recipients]
        if news.complaint is not None:
            return [_notice("complaint", each, news.mail) for each in news.complaint.complained_recipients]
        return None if (news.notification_type or news.event_type) == "Received" else ()

    def delivered(self) -> Delivered:
        news = _news()
        if news.content is None:
            refuse(415, "the notification has no message; use SES's SNS action with encoding Base64")
        encoded = news.receipt.action.get("encoding", "").upper() == "BASE64"
        raw = of_base64(news.content) if encoded else news.content.encode("utf-8", "surrogateescape")
        return Delivered(raw, news.mail.source.strip("<> "), news.receipt.recipients, _verdict(raw, news))

    def _ensure_topic(self, topic: str, allowed: Sequence[SecretStr]) -> None:
        claimed = topic.encode("utf-8", "replace")
        if not any(hmac.compare_digest(claimed, each.get_secret_value().encode()) for each in allowed):
            refuse(401, "the topic is none of ses_topics")

    def _is_genuine(self, posted: Posted) -> bool:
        signed, hashed = SIGNED.get(posted.Type), HASHES.get(posted.SignatureVersion)
        if signed is None or hashed is None:
            return False
        values = ((name, getattr(posted, name)) for name in signed)
        text = "".join(f"{name}\n{value}\n" for name, value in values if value is not None)
        key = self._certificates.key_at(posted.SigningCertURL)
        if key is None:
            return False
        try:
            key.verify(b64decode(posted.Signature), text.encode("utf-8", "replace"), PKCS1v15(), hashed())
        except (InvalidSignature, ValueError):
            return False
        return True

    def _subscribe(self, posted: Posted) -> None:
        """Say yes to a topic of ours that asks whether it shall post here."""
        url = posted.SubscribeURL or ""
        if not is_amazons(url):
            refuse(400, "SubscribeURL is none of Amazon's")
        try:
            self._fetch(url)
        except CannotFetch as error:
            log.error("subscription not confirmed", topic=posted.TopicArn, reason=str(error))
            refuse(503, "Amazon could not be reached")
        log.info("subscription confirmed", topic=posted.TopicArn)


class Certificates:
    """The public keys of Amazon's certificates, each fetched once in a process."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch
        self._lock = threading.Lock()
        self._known: dict[str, x509.Certificate] = {}
        self._failed: dict[str, float] = {}

    def key_at(self, url: str) -> RSAPublicKey | None:
        """The key of the certificate at a URL of Amazon's; None where there is none, or it does not hold now."""
        if not is_amazons(url) or not CERTIFICATE.fullmatch(urlsplit(url).path):
            return None
        with self._lock:
            found = self._known.get(url)
            if found is None and self._failed.get(url, 0) < time.monotonic():
                found = self._keep(url)
        if found is None or not found.not_valid_before_utc <= datetime.now(UTC) <= found.not_valid_after_utc:
            return None
        key = found.public_key()
        return key if isinstance(key, RSAPublicKey) else None

    def _keep(self, url: str) -> x509.Certificate | None:
        for kept in (self._known, self._failed):
            if len(kept) >= MOST_CERTIFICATES:
                kept.pop(next(iter(kept)))
        try:
            self._known[url] = x509.load_pem_x509_certificate(self._fetch(url))
        except (CannotFetch, ValueError) as error:
            log.warning("certificate not had", url=url, reason=str(error))
            self._failed[url] = time.monotonic() + FAILED_FOR_S
        return self._known.get(url)


def is_amazons(url: str) -> bool:
    """Whether a URL leads to SNS itself, and nowhere else."""
    try:
        parts = urlsplit(url)
        return parts.scheme == "https" and AMAZONS.fullmatch(parts.netloc) is not None
    except ValueError:
        return False


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_args: object) -> None:
        return None


def fetched(url: str) -> bytes:
    """What stands at a URL of Amazon's, without being led elsewhere. Raises CannotFetch."""
    try:
        with build_opener(_NoRedirects).open(url, timeout=FETCH_S) as answer:
            content: bytes = answer.read(LONGEST_ANSWER + 1)
    except (URLError, OSError, HTTPException, ValueError) as error:
        raise CannotFetch(f"{type(error).__name__}: {error}") from error
    if len(content) > LONGEST_ANSWER:
        raise CannotFetch("the answer is too long")
    return content


def _posted() -> Posted:
    """The message of SNS in the present request, decoded once."""
    if "sns" not in g:
        g.sns = decoded(Posted)
    posted: Posted = g.sns
    return posted


def _news() -> News:
    if "ses" not in g:
        g.ses = of_json(_posted().Message, News)
    news: News = g.ses
    return news


def _seconds(timestamp: str) -> float:
    try:
        return datetime.fromisoformat(timestamp).timestamp()
    except (ValueError, OverflowError):
        refuse(400, "the timestamp is none")


def _notice(kind: str, told: Recipient, mail: Mail) -> Notice:
    status, said = told.status, told.diagnostic_code
    return Notice(kind, told.email_address, sender=mail.source, status=status, said=said)  # type: ignore[arg-type]


def _verdict(raw: bytes, news: News) -> Verdict:
    receipt = news.receipt
    dmarc = receipt.dmarc_verdict.status.lower()
    spf = receipt.spf_verdict.status.lower()
    return weigh(
        read_opening(raw).sender,
        "ses",
        # GRAY: the domain has no policy, so that DMARC says nothing.
        dmarc=dmarc if dmarc in ("pass", "fail") else None,
        dkim=signers(raw, receipt.dkim_verdict.status),
        spf=Found(spf, news.mail.source.rpartition("@")[2].strip("<> ")) if spf else None,
    )
