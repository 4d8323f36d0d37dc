"""POST /inbound/raw: what is stored, and what is refused with which status and which line in the log."""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from door import NEXT_SECRET, SECRET, Door, letter
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from structlog.testing import capture_logs
from werkzeug.test import EnvironBuilder, TestResponse, run_wsgi_app

from pbem.addresses.signed import seat_address
from pbem.ops.embedded_redis import EmbeddedRedis
from pbem.runtime.notifier import Notifier
from pbem.store import inbox
from pbem.store.models import Game, Seat


def test_a_mail_is_stored_byte_for_byte(door: Door) -> None:
    raw = letter("Grüße\n", Return_Path="<jean@players.example>")
    answer = door.raw(raw)
    [row] = door.inbox()
    assert (answer.status_code, answer.get_json()) == (200, {"accepted": [{"id": row.id, "fresh": True}]})
    assert (row.raw, row.recipient, row.sender) == (raw, "pbem@play.example", "jean@players.example")
    assert (row.transport, row.state, row.game) == ("raw", "new", None)


def test_the_same_mail_again_is_answered_alike_and_stored_once(door: Door) -> None:
    first, second = door.raw(letter()), door.raw(letter(), secret=NEXT_SECRET)
    assert [first.status_code, second.status_code] == [200, 200]
    assert second.get_json()["accepted"] == [{"id": door.inbox()[0].id, "fresh": False}]
    assert len(door.inbox()) == 1


def test_the_recipient_is_taken_from_what_mail_servers_wrote(door: Door) -> None:
    door.raw(letter(to="someone@elsewhere.example", Delivered_To="PBEM+x.y.1.z@play.example"))
    assert door.inbox()[0].recipient == "pbem+x.y.1.z@play.example"


def test_two_of_our_addresses_make_two_rows(door: Door) -> None:
    door.raw(letter(to="pbem+a.b.1.c@play.example, pbem+d.e.2.f@play.example"))
    assert [row.recipient for row in door.inbox()] == ["pbem+a.b.1.c@play.example", "pbem+d.e.2.f@play.example"]


def test_a_genuine_reply_address_puts_game_and_seat_on_the_row(door: Door) -> None:
    with door.store.session() as session:
        game = Game(name="waterloo1", ruleset="x", version="1", options="{}", seed="00", state="running")
        game.created_at = datetime(2026, 11, 24, tzinfo=UTC)
        game.everybody = [Seat(place=0, name="napoleon", nonce="n", first_message_id=None, last_message_id=None)]
        session.add(game)
    genuine = seat_address(door.settings, "waterloo1", "napoleon", 3, "n")
    retired = seat_address(door.settings, "waterloo1", "napoleon", 3, "an older nonce")
    door.raw(letter("one", to=genuine))
    door.raw(letter("two", to=retired))
    assert [(row.game, row.seat) for row in door.inbox()] == [("waterloo1", "napoleon"), (None, None)]


def test_an_empty_letter_is_a_mail_too(door: Door) -> None:
    assert door.raw(letter("")).status_code == 200
    assert len(door.inbox()) == 1


def test_a_new_mail_rings_for_a_worker(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path / "redis") as redis:
        notifier = Notifier(redis.url, "pbem")
        door = Door(tmp_path, notifier)
        door.raw(letter())
        door.raw(letter())
        assert notifier._queue.job_ids == [f"receive-{door.inbox()[0].id}-new"]


def test_nine_megabytes_are_taken_and_stored(door: Door) -> None:
    raw = letter() + b"x" * (9 << 20)
    assert door.raw(raw).status_code == 200
    assert sha256(door.inbox()[0].raw).digest() == sha256(raw).digest()


REFUSALS: dict[str, tuple[int, Callable[[Door], TestResponse]]] = {
    "unsigned": (401, lambda door: door.client.post("/inbound/raw", data=letter())),
    "wrong secret": (401, lambda door: door.raw(letter(), secret="guess")),
    "other body": (401, lambda door: door.raw(letter(), **{"X-Pbem-Signature": "00" * 32})),
    "not even hex": (401, lambda door: door.raw(letter(), **{"X-Pbem-Signature": "\u00e4 - ?"})),
    "too old": (401, lambda door: door.raw(letter(), at=time.time() - 301)),
    "from the future": (401, lambda door: door.raw(letter(), at=time.time() + 310)),
    "no time": (400, lambda door: door.raw(letter(), **{"X-Pbem-Timestamp": "noon"})),
    "a number too long": (400, lambda door: door.raw(letter(), **{"X-Pbem-Timestamp": "9" * 5000})),
    "nothing": (400, lambda door: door.raw(b"")),
    "blank": (400, lambda door: door.raw(b"\r\n \r\n")),
    "a form": (415, lambda door: door.raw(letter(), **{"Content-Type": "multipart/form-data; boundary=x"})),
    "too large": (413, lambda door: door.raw(b"x" * (door.settings.max_mail_mb * (1 << 20) + 1))),
    "GET": (405, lambda door: door.client.get("/inbound/raw")),
    "PUT": (405, lambda door: door.client.put("/inbound/raw", data=letter())),
    "elsewhere": (404, lambda door: door.client.post("/inbound/carrier-pigeon", data=letter())),
}


@pytest.mark.parametrize("what", REFUSALS)
def test_refusals_have_their_status_and_a_line_in_the_log(tmp_path: Path, what: str) -> None:
    status, knock = REFUSALS[what]
    door = Door(tmp_path, max_mail_mb=1)
    with capture_logs() as lines:
        answer = knock(door)
    assert answer.status_code == status
    assert answer.get_json()["error"]
    assert [(line["event"], line["status"]) for line in lines] == [("refused", status)]
    assert door.inbox() == []


def test_nothing_is_taken_while_no_secret_is_set(tmp_path: Path) -> None:
    door = Door(tmp_path)
    door.settings.inbound_secrets.clear()
    assert door.raw(letter()).status_code == 401


def test_a_probe_is_welcome(door: Door) -> None:
    assert door.client.head("/inbound/raw").status_code == 200


def test_a_database_in_trouble_asks_to_come_again(door: Door) -> None:
    with door.store.session() as session:
        session.execute(text("ALTER TABLE inbox RENAME TO elsewhere"))
    with capture_logs() as lines:
        answer = door.raw(letter())
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "60")
    assert lines[0]["event"] == "the database failed"
    with door.store.session() as session:
        session.execute(text("ALTER TABLE elsewhere RENAME TO inbox"))
    assert door.raw(letter()).status_code == 200


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.binary(max_size=400), timestamp=st.text(max_size=20), signature=st.text(max_size=70))
def test_no_bytes_make_it_fail(door: Door, body: bytes, timestamp: str, signature: str) -> None:
    assert door.raw(body).status_code in (200, 400)
    clean = {
        name: value.encode("utf-8", "replace").decode("latin-1") for name, value in (("t", timestamp), ("s", signature))
    }
    headers = {"X-Pbem-Timestamp": clean["t"], "X-Pbem-Signature": clean["s"]}
    if not any(char in value for value in headers.values() for char in "\r\n"):
        assert door.client.post("/inbound/raw", data=body, headers=headers).status_code in (400, 401)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    fields=st.lists(
        st.tuples(st.sampled_from(["To", "Delivered-To", "Return-Path", "Cc", "X"]), st.binary(max_size=60))
    )
)
def test_any_header_is_stored(door: Door, fields: list[tuple[str, bytes]]) -> None:
    raw = b"".join(name.encode() + b": " + value + b"\r\n" for name, value in fields) + b"\r\nhello\r\n"
    answer = door.raw(raw, secret=SECRET)
    assert answer.status_code == 200
    assert all(row.recipient.endswith("@play.example") for row in door.inbox())


# --- Verdicts, and what is refused before it is read ---------------------------------------------------------------


def stated(door: Door, body: bytes, auth: str, signed_as: str | None = None) -> TestResponse:
    stamp = str(int(time.time()))
    before = f"{stamp}:{auth}" if signed_as is None else signed_as.format(stamp)
    signature = hmac.new(SECRET.encode(), before.encode() + b"." + body, sha256).hexdigest()
    headers = {"X-Pbem-Timestamp": stamp, "X-Pbem-Signature": signature, "X-Pbem-Auth": auth}
    return door.client.post("/inbound/raw", data=body, headers=headers)


@pytest.mark.parametrize("auth", ["pass", "fail", "none"])
def test_a_verdict_that_is_signed_is_kept_with_the_mail(door: Door, auth: str) -> None:
    assert stated(door, letter(), auth).status_code == 200
    [row] = door.inbox()
    assert (row.verdict, row.judge) == (auth, "raw")


def test_a_verdict_that_is_not_signed_or_is_none_is_refused(door: Door) -> None:
    assert stated(door, letter(), "pass", signed_as="{}").status_code == 401
    assert stated(door, letter(), "pass", signed_as="{}:fail").status_code == 401
    assert stated(door, letter(), "maybe").status_code == 400
    # What was signed without a verdict cannot be passed off with one, nor the other way round.
    assert door.raw(b"pass." + letter(), **{"X-Pbem-Auth": "pass"}).status_code == 401
    assert door.inbox() == []


RESULTS = "Authentication-Results: {}; dmarc={} header.from={}\r\n"


@pytest.mark.parametrize(
    ("fields", "verdict", "judge"),
    [
        ([("mx.play.example", "pass", "players.example")], "pass", "mx.play.example"),
        ([("MX.Play.Example", "fail", "players.example")], "fail", "mx.play.example"),
        # What the sender wrote himself stands beneath what our server wrote.
        (
            [("mx.play.example", "fail", "players.example"), ("mx.play.example", "pass", "players.example")],
            "fail",
            "mx.play.example",
        ),
        ([("mx.evil.example", "pass", "players.example")], "none", "mx.play.example"),
        ([("mx.play.example", "pass", "evil.example")], "none", "mx.play.example"),
        ([], "none", "mx.play.example"),
    ],
)
def test_results_are_believed_of_trusted_servers_alone(
    tmp_path: Path, fields: list[tuple[str, str, str]], verdict: str, judge: str
) -> None:
    door = Door(tmp_path, authserv_ids=["mx.play.example"])
    raw = "".join(RESULTS.format(*field) for field in fields).encode() + letter()
    assert door.raw(raw).status_code == 200
    assert [(row.verdict, row.judge) for row in door.inbox()] == [(verdict, judge)]


def test_where_no_server_is_trusted_nobody_has_judged(door: Door) -> None:
    raw = RESULTS.format("mx.play.example", "pass", "players.example").encode() + letter()
    assert door.raw(raw).status_code == 200
    assert [(row.verdict, row.judge) for row in door.inbox()] == [("none", "")]


class Unread:
    """A body that nobody may read."""

    def read(self, _size: int = -1) -> bytes:
        raise AssertionError("the body was read")

    readline = read


@pytest.mark.parametrize(
    ("headers", "length", "status"),
    [
        ({}, (10 << 20) + 1, 413),
        ({}, 100, 401),
        ({"X-Pbem-Timestamp": "1", "X-Pbem-Signature": "x"}, 100, 401),
        ({"X-Pbem-Timestamp": "soon", "X-Pbem-Signature": "x"}, 100, 400),
        ({"Transfer-Encoding": "chunked"}, None, 411),
    ],
)
def test_what_the_header_tells_is_looked_at_before_the_body_is_read(
    door: Door, headers: dict[str, str], length: int | None, status: int
) -> None:
    environ = EnvironBuilder("/inbound/raw", method="POST", headers=headers).get_environ()
    environ["wsgi.input"] = Unread()
    environ["CONTENT_LENGTH"] = "" if length is None else str(length)
    _, answered, _ = run_wsgi_app(door.app, environ)
    assert int(answered.split()[0]) == status


def test_what_was_too_large_is_counted_for_the_host(tmp_path: Path) -> None:
    door = Door(tmp_path, max_mail_mb=1)
    for _ in range(3):
        assert door.raw(b"A" * ((1 << 20) + 1)).status_code == 413
    with door.store.reading() as session:
        assert inbox.refused_lately(session, 7) == [("raw", 3)]
