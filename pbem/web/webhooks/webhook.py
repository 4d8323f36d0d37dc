"""What every webhook does alike: the request proved, the mail stored, the answer that tells the provider what to do.

A provider is a subclass of `Webhook` in a module of its own: it says where the proof stands in its requests, what mail
they bring, and what they tell of mail that we have sent. docs/adding-a-provider.md shows one made.

The statuses are those that providers act on: 200 for what is stored, 400 and 415 for what can never be, 401 for what is
not proved, 406 for a one-time token that came before, 411 and 413 for what does not say how large it is, or is too
large. A fault of ours is a 503, and is tried again. Length and proof are looked at before the body is read, as far as
they stand in the header.
"""

from __future__ import annotations

import hmac
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import ClassVar, NoReturn

import msgspec
import structlog
from flask import Blueprint, Response, jsonify, request
from pydantic import SecretStr

from pbem.config import Settings
from pbem.inbound.verdicts import UNCHECKED, Verdict
from pbem.store import inbox
from pbem.web.context import context
from pbem.web.refusals import refuse
from pbem.web.webhooks.intake import ours, take_in
from pbem.web.webhooks.notices import Notice, keep
from pbem.web.webhooks.remainder import throw_away

TOKEN_LIMIT = 200
TIMESTAMP_LIMIT = 12

log = structlog.get_logger(__name__)


class Proof(msgspec.Struct, frozen=True):
    """What a request brings to prove that the provider sent it.

    `timestamp` counts seconds since 1970, in digits. `signed` gives the bytes under the signature; it is asked once the
    cheap checks are passed, since it may have to read the body. `token` is one that the provider uses once.
    """

    timestamp: str
    signature: str
    signed: Callable[[], bytes]
    token: str | None = None


class Delivered(msgspec.Struct, frozen=True):
    """The mail of a request: raw bytes, envelope sender ("": the null sender, None: not known), recipients.

    `verdict` tells whether its From is true, where the provider checks that.
    """

    raw: bytes
    sender: str | None
    recipients: Sequence[str]
    verdict: Verdict = UNCHECKED


class Webhook(ABC):
    """One provider's way of handing over mail: `POST /inbound/<name>`."""

    name: ClassVar[str]
    """The end of the path, and what a stored mail says of how it came."""
    setting: ClassVar[str]
    """The setting that holds the provider's secrets, of which any may have signed."""
    secret: ClassVar[str] = "secret"  # noqa: S105  (the word for it)
    """What the provider calls such a secret."""
    window_s: ClassVar[int] = 300
    """For how long a signature is good, in seconds; a provider that sends an old request again needs more."""
    wrapping: ClassVar[int] = 1
    """How many times larger than its mail a request may be."""

    @abstractmethod
    def proof(self) -> Proof | None:
        """The proof that the present request brings, or None where it brings none."""

    @abstractmethod
    def delivered(self) -> Delivered:
        """The mail that the present request brings, which is proved now. Refuses what is no mail."""

    def is_signed(self, secrets: Sequence[SecretStr], proof: Proof) -> bool:
        """Whether the signature is the hexadecimal HMAC-SHA256 of the signed bytes under one of the secrets."""
        signed, claimed = proof.signed(), proof.signature.strip().lower().encode("utf-8", "replace")
        return any(
            hmac.compare_digest(claimed, hmac.new(_key(secret), signed, sha256).hexdigest().encode())
            for secret in secrets
        )

    def notices(self) -> Sequence[Notice] | None:
        """What the present request tells of mail that we have sent; None where it brings mail to us."""
        return None

    def prove(self, secrets: Sequence[SecretStr]) -> str | None:
        """Refuse the present request unless the provider has made it lately; its one-time token, where it has one.

        To be overridden where a provider signs nothing, or what is signed is no timestamp in digits.
        """
        proof = self.proof()
        if proof is None:
            refuse(401, "the request is not signed")
        stamp = proof.timestamp
        if not (stamp.isascii() and stamp.isdigit() and len(stamp) <= TIMESTAMP_LIMIT):
            refuse(400, "the timestamp is no number of seconds")
        if abs(time.time() - int(stamp)) > self.window_s:
            refuse(401, "the signature is too old, or a clock is wrong")
        if not self.is_signed(secrets, proof):
            refuse(401, "the signature is wrong")
        if len(proof.token or "") > TOKEN_LIMIT:
            refuse(400, "the token is malformed")
        return proof.token

    # --- The same for all -----------------------------------------------------------------------------------------

    def blueprint(self) -> Blueprint:
        """The route, for the application."""
        made = Blueprint(self.name, __name__)
        made.add_url_rule(f"/inbound/{self.name}", view_func=self.take, methods=["POST", "HEAD"])
        return made

    def take(self) -> Response:
        """Store the mail of the present request; 200 with its rows, or the refusal."""
        if request.method == "HEAD":
            return Response()
        settings = context().settings
        largest = settings.max_mail_mb << 20
        self._bound(self.wrapping * largest)
        token = self._proved(settings)
        notices = self.notices()
        if notices is not None:
            return jsonify(noted=[keep(notice, self.name) for notice in notices])
        mail = self.delivered()
        if len(mail.raw) > largest:
            self._too_large(f"the message is larger than {settings.max_mail_mb} MiB")
        if not mail.raw.strip():
            refuse(400, "there is no message in the request")
        to = ours(mail.recipients)
        if not to:
            # Not an error of the sender's that would mend by trying again.
            log.warning("dropped", reason="no recipient is ours", path=request.path)
            return jsonify(accepted=[])
        taken = take_in(
            mail.raw, sender=mail.sender, recipients=to, transport=self.name, token=token, verdict=mail.verdict
        )
        if taken[-1].replayed:
            same = "the same message" if taken[-1].id else "another message"
            refuse(406, f"this token came before, with {same}")
        return jsonify(accepted=[{"id": each.id, "fresh": each.fresh} for each in taken])

    def _bound(self, most: int) -> None:
        """Refuse a request that is too large, or does not say how large it is, before any of its body is read."""
        # Twice: by what its header says, and by what comes.
        request.max_content_length = most
        if "Transfer-Encoding" in request.headers:
            refuse(411, "the request does not say how long it is (Content-Length)")
        if (request.content_length or 0) > most:
            self._too_large(f"the request is larger than {most >> 20} MiB")

    def _too_large(self, reason: str) -> NoReturn:
        with context().transaction("count-refused") as session:
            inbox.count_refused(session, self.name)
        throw_away(request.environ)
        refuse(413, reason)

    def _proved(self, settings: Settings) -> str | None:
        """The token of a request that the provider signed lately; refuses any other request."""
        secrets: list[SecretStr] = getattr(settings, self.setting)
        if not secrets:
            refuse(401, f"no {self.secret} is set for /inbound/{self.name} (PBEM_{self.setting.upper()})")
        return self.prove(secrets)


def _key(secret: SecretStr) -> bytes:
    return secret.get_secret_value().encode()
