"""Mail as it really comes, through the whole server: large, old-fashioned, HTML only, twice, from machines.

One game for all of it; each test begins where Napoleon owes his set-up, and none of them lets him post it.
"""

import socket
import time
from email.message import EmailMessage

import pytest
from sqlalchemy import create_engine, text
from world import world_in

pytestmark = pytest.mark.whole_server

ADA, BEN = "ada@players.example", "ben@players.example"
WRONG = "place default\nplace N4 T20"


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """The server, with a game that waits for both set-ups, and Napoleon's report."""
    # Some of these mails take longer to read than the lease of the other tests lasts, where the machine is busy.
    with world_in(tmp_path_factory.mktemp("hard"), lease_seconds=30) as world:
        for player, line in ((ADA, "NEW waterloo1895"), (BEN, "JOIN waterloo1")):
            world.write(player, line)
            world.reply(world.next(player, "answer this mail"), "")
            world.next(player, "you play")
        yield world, world.next(ADA, "post your army")


def message(report, **fields):
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = ADA, report["Reply-To"], "Re: your army"
    made["Message-ID"] = f"<{time.monotonic_ns()}@players.example>"
    for name, value in fields.items():
        made[name.replace("_", "-")] = value
    return made


def answer_to(world, raw):
    world.post(raw)
    mail = world.next(ADA, r"^\[waterloo1 Napoleon\]")
    part = next(part for part in mail.walk() if part.get_content_type() == "text/plain")
    return mail, part.get_payload(decode=True).decode()


def states(world):
    with create_engine(world.settings.database).connect() as connection:
        return connection.execute(text("SELECT state, reason FROM inbox ORDER BY id")).all()


def test_nine_megabytes_with_an_order_in_them(game):
    world, report = game
    made = message(report)
    made.set_content(WRONG)
    made.add_attachment(b"\0" * 6_800_000, maintype="image", subtype="jpeg", filename="board.jpg")
    raw = made.as_bytes()
    assert len(raw) > 9_000_000
    _mail, body = answer_to(world, raw)
    assert "W95-017" in body


def test_more_than_is_taken_in_is_refused_at_the_door_and_its_sender_told(game):
    world, _report = game
    before = len(states(world))
    head = f"POST /inbound/raw HTTP/1.1\r\nHost: play.example\r\nX-Pbem-Timestamp: {int(time.time())}\r\n"
    with socket.create_connection(("127.0.0.1", world.settings.web_port)) as connection:
        # All of it is on its way before anybody looks for an answer, as with proxies.
        connection.sendall(f"{head}Content-Length: {11 << 20}\r\n\r\n".encode() + b"x" * (11 << 20))
        assert connection.makefile("rb").readline().split()[1] == b"413"
    assert len(states(world)) == before


def test_latin_1_and_quoted_printable(game):
    world, report = game
    raw = (
        f"From: =?iso-8859-1?q?Ad=E4?= <{ADA}>\r\nTo: {report['Reply-To']}\r\nMessage-ID: <latin@players.example>\r\n"
        "Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
        "Sch=F6ne Gr=FC=DFe!\r\nplace default\r\nplace N4 T20\r\n"
    ).encode("ascii")
    _mail, body = answer_to(world, raw)
    assert "Schöne Grüße!" in body
    assert "not read" in body
    assert "W95-017" in body


def test_html_only_from_a_phone_with_the_report_quoted_below(game):
    world, report = game
    part = next(part for part in report.walk() if part.get_content_type() == "text/html")
    quoted = part.get_payload(decode=True).decode()
    made = message(report)
    made.set_content(
        f"<html><body><div>Place default</div><div>place N4 t20</div><br>Sent from my phone<br>"
        f'<blockquote type="cite">{quoted}</blockquote></body></html>',
        subtype="html",
    )
    _mail, body = answer_to(world, made.as_bytes())
    assert "W95-017" in body
    assert "place N1 S27" not in body.partition("Still wanted")[0]


def test_an_empty_mail_is_answered_with_what_is_wanted(game):
    world, report = game
    made = message(report)
    made.set_content("")
    mail, body = answer_to(world, made.as_bytes())
    assert "no orders in your mail" in " ".join(mail["Subject"].split())
    assert "Order form" in body


@pytest.mark.parametrize(
    ("field", "value"),
    [("Auto-Submitted", "auto-replied"), ("Return-Path", "<>"), ("X-Pbem-Loop", "here")],
)
def test_machines_get_no_answer_and_the_inbox_says_why(game, field, value):
    world, report = game
    made = message(report, **{field: value})
    made.set_content("place default")
    mails = len(world.seen)
    world.post(made.as_bytes())
    deadline = time.monotonic() + 30
    while states(world)[-1].state == "new" and time.monotonic() < deadline:
        time.sleep(0.1)
    state, reason = states(world)[-1]
    assert state == "dropped"
    assert reason
    assert len(world.seen) == mails


@pytest.mark.parametrize(("field", "value"), [("Precedence", "bulk"), ("List-Id", "<talk.example.org>")])
def test_orders_to_the_seat_s_own_address_are_read_however_they_are_marked(game, field, value):
    world, report = game
    made = message(report, **{field: value})
    made.set_content(WRONG)
    _mail, body = answer_to(world, made.as_bytes())
    assert "W95-017" in body


def test_the_same_mail_ten_times_is_answered_once(game):
    world, report = game
    made = message(report)
    made.set_content(WRONG)
    raw = made.as_bytes()
    rows = len(states(world))
    for _ in range(10):
        assert world.post(raw) == 200
    answer_to(world, raw)
    assert len(states(world)) == rows + 1
    time.sleep(1)
    with pytest.raises(AssertionError, match="no mail"):
        world.next(ADA, r"^\[waterloo1 Napoleon\]", patience=2)


@pytest.mark.parametrize("body", [b"\x00", b"From: x", b"\xff" * 4000, b"Content-Type: multipart/mixed\n\n"])
def test_no_bytes_bring_the_server_down(game, body):
    world, _report = game
    assert world.post(body) == 200
    deadline = time.monotonic() + 30
    while states(world)[-1].state == "new" and time.monotonic() < deadline:
        time.sleep(0.1)
    assert states(world)[-1].state in ("dropped", "held", "shunted")


def test_a_request_without_a_mail_is_refused(game):
    world, _report = game
    assert world.post(b"\r\n\r\n") == 400
