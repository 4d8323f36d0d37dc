"""The real web application in front of a server without processes: mails are posted to it, signed, as a host's are."""

from __future__ import annotations

import hmac
import time
from email.message import Message
from hashlib import sha256

from inprocess import Server, letter
from werkzeug.test import TestResponse

from pbem.store.models import Inbox
from pbem.web import create_app

SECRET = "a secret of the mail server's"


class Knocker:
    """A mail server that hands mail to the application of a server, which has SECRET among its `inbound_secrets`."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.client = create_app(server.settings, server.store, server.context.notifier).test_client()

    def post(self, raw: bytes, verdict: str | None = None) -> TestResponse:
        """Post a mail, with a verdict or without."""
        stamp = str(int(time.time()))
        before = stamp if verdict is None else f"{stamp}:{verdict}"
        signature = hmac.new(SECRET.encode(), before.encode() + b"." + raw, sha256).hexdigest()
        headers = {"X-Pbem-Timestamp": stamp, "X-Pbem-Signature": signature, "Content-Type": "message/rfc822"}
        if verdict is not None:
            headers["X-Pbem-Auth"] = verdict
        return self.client.post("/inbound/raw", data=raw, headers=headers)

    def mail(self, sender: str, body: str, to: str | None = None, verdict: str | None = None, **more: str) -> Inbox:
        """Write to the server by this way, and let it do everything that follows; what became of the mail."""
        raw = letter(sender, to or self.server.settings.address, body, **more)
        return self.raw(raw, verdict)

    def raw(self, raw: bytes, verdict: str | None = None) -> Inbox:
        """The same with a whole mail."""
        answer = self.post(raw, verdict)
        assert answer.status_code == 200, answer.get_json()
        self.server.work()
        [accepted] = answer.get_json()["accepted"]
        return next(row for row in self.server.inbox() if row.id == accepted["id"])

    def reply(self, mail: Message, body: str, verdict: str | None = None) -> Inbox:
        """Answer a mail from the address that it went to."""
        return self.mail(str(mail["To"]), body, str(mail["Reply-To"]), verdict, answered=str(mail["Message-ID"]))
