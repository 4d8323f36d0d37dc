"""`pbem receive`: the exit status says what became of a mail, and 75 is said only where trying again helps."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from inprocess import Server

from pbem.doors import pipe
from pbem.doors.contract import NotNow
from pbem.ops.starting import started

RAW = b"From: ada@players.example\nTo: pbem+a@pbem.localhost\nReturn-Path: <ada@bounces.example>\n\nGAMES\n"


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path, max_mail_mb=1)


def given(server: Server, raw: bytes, sender: str | None = None, *recipients: str) -> list[int]:
    return pipe.receive(lambda: server.context, io.BytesIO(raw), sender, recipients)


def status(server: Server, raw: bytes, sender: str | None = None, *recipients: str) -> int:
    with pytest.raises(pipe.NotTaken) as refused:
        given(server, raw, sender, *recipients)
    return refused.value.status


def test_what_the_mail_server_says_of_the_envelope_counts(server: Server) -> None:
    given(server, RAW, "eve@players.example", "PBEM+b@pbem.localhost", "pbem+c@pbem.localhost")
    assert [(row.recipient, row.sender, row.raw) for row in server.inbox()] == [
        ("pbem+b@pbem.localhost", "eve@players.example", RAW),
        ("pbem+c@pbem.localhost", "eve@players.example", RAW),
    ]


def test_else_what_stands_in_the_mail(server: Server) -> None:
    given(server, b"From ada Mon Nov 23 2026\n" + RAW)
    [row] = server.inbox()
    assert (row.recipient, row.sender, row.raw) == ("pbem+a@pbem.localhost", "ada@bounces.example", RAW)


def test_the_null_sender_is_no_unknown_one(server: Server) -> None:
    given(server, RAW, "")
    given(server, RAW.replace(b"GAMES", b"STATUS"), "<>")
    assert [row.sender for row in server.inbox()] == ["", ""]


def test_the_same_mail_again_is_stored_already(server: Server) -> None:
    assert given(server, RAW) == given(server, RAW)


def test_of_a_mail_too_large_the_head_is_kept(server: Server) -> None:
    raw = RAW + b"x" * 60 * (1 << 15)
    given(server, raw)
    [row] = server.inbox()
    assert (row.raw, row.cut_from) == (RAW.partition(b"GAMES")[0], len(raw))


def test_what_can_never_be_is_sent_back(server: Server) -> None:
    assert status(server, b"") == os.EX_DATAERR
    assert status(server, b"\n \n") == os.EX_DATAERR
    assert status(server, RAW, None, "nobody@pbem.localhost") == os.EX_NOUSER
    assert status(server, RAW, None, "pbem@elsewhere.example") == os.EX_NOUSER


def test_what_may_be_later_comes_again(server: Server, tmp_path: Path) -> None:
    def broken() -> None:
        raise ZeroDivisionError

    def unset() -> None:
        raise NotNow("the settings are wrong")

    for opened in (broken, unset):
        with pytest.raises(pipe.NotTaken) as refused:
            pipe.receive(opened, io.BytesIO(RAW), None, ())
        assert refused.value.status == os.EX_TEMPFAIL
    server.store.engine.dispose()
    (tmp_path / "pbem.sqlite3").unlink()
    (tmp_path / "pbem.sqlite3").mkdir()
    assert status(server, RAW) == os.EX_TEMPFAIL


def test_the_command_says_the_same(tmp_path: Path) -> None:
    def run(*words: str, raw: bytes = RAW, **variables: str) -> tuple[int, str]:
        environment = {**os.environ, "PBEM_DATA_DIR": str(tmp_path / "data"), **variables}
        command = [sys.executable, "-m", "pbem", "receive", *words]
        done = subprocess.run(command, input=raw, capture_output=True, env=environment, timeout=60)
        return done.returncode, done.stderr.decode()

    no_tables = run()
    assert no_tables[0] == os.EX_TEMPFAIL
    assert "no server has run here yet" in no_tables[1]
    server = Server(tmp_path / "data")
    started(server.settings).close()
    assert run("--sender=", "--", "pbem@pbem.localhost")[0] == os.EX_OK
    assert [row.sender for row in server.inbox()] == [""]
    assert run("nobody@pbem.localhost")[0] == os.EX_NOUSER
    assert run(raw=b"")[0] == os.EX_DATAERR
    assert run("--nonsense")[0] == os.EX_USAGE
    assert run(PBEM_WEB_PORT="many")[0] == os.EX_TEMPFAIL
    server.store.close()
