"""Mails that are made to be slow to read: each is stored and done with, and takes less than two seconds of a core."""

from __future__ import annotations

import io
import os

import pytest
from bombs import BOMBS
from inprocess import Server

from pbem.doors import pipe
from pbem.inbound import budget

MOST_S = 2.0
ADA = "ada@players.example"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Server:
    made = Server(tmp_path_factory.mktemp("bombs"))
    made.enrol(ADA)
    return made


def used() -> float:
    """Seconds of processors that this process and the children that it has seen end have used.

    Unlike the time on the wall they are the same on a machine that has much else to do.
    """
    return sum(os.times()[:4])


@pytest.mark.parametrize("name", BOMBS)
def test_a_mail_that_is_made_to_be_slow_is_not(server: Server, name: str) -> None:
    budget.dismiss()
    begun, came = used(), len(server.inbox())
    pipe.receive(lambda: server.context, io.BytesIO(BOMBS[name]), None, [server.settings.address])
    server.work()
    budget.dismiss()
    assert used() - begun < MOST_S
    [row] = server.inbox()[came:]
    assert row.state in ("read", "dropped", "held", "shunted")
    assert row.reason is None or "while answering" not in row.reason
