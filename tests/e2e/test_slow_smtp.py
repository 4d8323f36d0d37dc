"""A mail server that hangs delays no reading: a whole server, one worker, and a real mail server that says nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from email import message_from_bytes
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlalchemy import select
from world import free_port, world_in

from pbem.store import Store
from pbem.store.models import Inbox, Outbox

MAILS = 6
PATIENCE_S = 60
# So long that no conversation with the mail server ends while it hangs.
SMTP_TIMEOUT_S = 100


class Hanging:
    """A mail server that answers the first command only when it is told to go on."""

    def __init__(self) -> None:
        self.hangs = True
        self.taken: list[str] = []

    async def handle_EHLO(  # noqa: N802
        self, _server: SMTP, session: Session, _envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        while self.hangs:
            await asyncio.sleep(0.05)
        session.host_name = hostname
        return responses

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        self.taken.append(str(message_from_bytes(envelope.original_content or b"")["To"]))
        return "250 taken"


def wait_for(what: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < until
        time.sleep(0.1)


@pytest.mark.slow
def test_all_mail_is_read_before_the_mail_server_has_said_a_word(tmp_path: Path) -> None:
    host = Hanging()
    controller = Controller(host, hostname="127.0.0.1", port=free_port())
    controller.start()
    chosen = {"smtp_url": f"smtp://127.0.0.1:{controller.port}", "smtp_timeout": SMTP_TIMEOUT_S, "workers": 1}
    writers = [f"writer{number}@players.example" for number in range(MAILS)]
    try:
        with world_in(tmp_path, lease_seconds=SMTP_TIMEOUT_S, **chosen) as world:
            store = Store(world.settings.database)

            def states() -> list[str]:
                with store.reading() as session:
                    return list(session.scalars(select(Inbox.state)))

            def sent() -> list[tuple[str, str | None]]:
                with store.reading() as session:
                    return [(mail.state, mail.reply) for mail in session.scalars(select(Outbox))]

            for writer in writers:
                assert world.write(writer, "HELP")
            wait_for(lambda: len(states()) == MAILS and "new" not in states())
            # Whoever had waited for the mail server would have noted what came of it.
            assert [reply for _state, reply in sent()] == [None] * MAILS
            assert "sent" not in [state for state, _reply in sent()]
            assert host.taken == []
            host.hangs = False
            wait_for(lambda: [state for state, _reply in sent()] == ["sent"] * MAILS)
            assert sorted(host.taken) == writers
            store.close()
    finally:
        host.hangs = False
        controller.stop()
