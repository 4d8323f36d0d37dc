"""The web application on a database of its own. No Redis answers its notifier, which it must bear."""

from __future__ import annotations

import hmac
import time
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from pbem.config import Settings
from pbem.runtime.notifier import Notifier
from pbem.store import Store
from pbem.store.models import Inbox
from pbem.web import create_app

NOBODY_LISTENS = "redis://127.0.0.1:1/0"
SECRET, NEXT_SECRET, KEY = "old secret", "new secret", "mailgun key"


class Door:
    """The application, its database, and how a mail server and Mailgun knock."""

    def __init__(self, folder: Path, notifier: Notifier | None = None, **more: Any) -> None:
        self.settings = Settings(
            data_dir=folder,
            secret_key="k",
            mail_domain="play.example",
            inbound_secrets=[SECRET, NEXT_SECRET],
            mailgun_signing_keys=[KEY],
            **more,
        )
        self.store = Store(self.settings.database)
        self.store.upgrade()
        self.app: Flask = create_app(self.settings, self.store, notifier or Notifier(NOBODY_LISTENS, "pbem"))
        self.client: FlaskClient = self.app.test_client()

    def raw(
        self,
        body: bytes,
        *,
        secret: str = SECRET,
        at: float | None = None,
        client: FlaskClient | None = None,
        **headers: str,
    ) -> TestResponse:
        """A signed request to /inbound/raw; `client` where several are made at once."""
        timestamp = str(int(time.time() if at is None else at))
        signature = hmac.new(secret.encode(), timestamp.encode() + b"." + body, sha256).hexdigest()
        signed = {"X-Pbem-Timestamp": timestamp, "X-Pbem-Signature": signature, "Content-Type": "message/rfc822"}
        return (client or self.client).post("/inbound/raw", data=body, headers={**signed, **headers})

    def inbox(self) -> list[Inbox]:
        """What was stored, oldest first."""
        with self.store.reading() as session:
            return list(session.scalars(select(Inbox).order_by(Inbox.id)))


def signed(token: str = "t" * 50, at: float | None = None, key: str = KEY, **fields: str) -> dict[str, str]:
    """The fields of a Mailgun form, as Mailgun signs them."""
    timestamp = str(int(time.time() if at is None else at))
    signature = hmac.new(key.encode(), (timestamp + token).encode(), sha256).hexdigest()
    return {"timestamp": timestamp, "token": token, "signature": signature, "recipient": "pbem@play.example", **fields}


def letter(body: str = "N1 5 U23\n", to: str = "pbem@play.example", **fields: str) -> bytes:
    """A player's mail; further header fields with `_` for `-`."""
    message = EmailMessage()
    message["From"], message["To"] = "jean@players.example", to
    for name, value in fields.items():
        message[name.replace("_", "-")] = value
    message.set_content(body)
    return message.as_bytes()
