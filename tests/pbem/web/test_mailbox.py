"""The mailbox page: what is shown, what is written, and who is kept out."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from door import Door
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import update
from structlog.testing import capture_logs
from werkzeug.test import TestResponse

from pbem.inbound import mime, quotes
from pbem.outbound.compose import Inline, OutboundMail, compose, with_inline
from pbem.reports.document import Attachment
from pbem.rulesets import names
from pbem.store.models import Inbox, LocalMail

REPORT = Path(__file__).parents[2] / "mail" / "styles" / "report.txt"
SEAT = "pbem+waterloo1.napoleon.3.abcdefghijklmnopqrst@play.example"
ADA, BEN = "ada@players.localhost", "ben@players.localhost"
START = datetime(2026, 11, 24, 12, tzinfo=UTC)


def put(door: Door, to: str, number: int, answers: int | None = None, subject: str = "a report", **more: Any) -> int:
    """Keep a mail of the server's locally, as the sender does when no SMTP server is set."""
    thread = tuple(f"<r{each}@play.example>" for each in range(1, number)) if answers else ()
    letter = OutboundMail(
        to=to,
        subject=subject,
        text=more.get("text", REPORT.read_text(encoding="utf-8")),
        html=more.get("html", "<p>the <b>report</b></p>"),
        attachments=(Attachment("waterloo1.jsonl", "application/jsonl", b'{"a": 1}\n'),),
        message_id=f"<r{number}@play.example>",
        date=more.get("sent_at", START + timedelta(minutes=number)),
        auto="auto-generated",
        reply_to=SEAT,
        from_name="Waterloo (1895) waterloo1",
        in_reply_to=f"<r{answers}@play.example>" if answers else None,
        references=thread,
    )
    row = LocalMail(
        to_address=to,
        sender=door.settings.address,
        subject=subject,
        message_id=letter.message_id,
        raw=compose(letter, door.settings),
        sent_at=letter.date,
    )
    with door.store.session() as session:
        session.add(row)
    return row.id


def form_of(page: TestResponse) -> dict[str, str]:
    """The fields of the one form of a page, as a browser would send them."""
    fields = {}
    for tag in re.findall(r"<input [^>]*>", page.text):
        name, value = re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)
        assert name
        assert value
        fields[name[1]] = unescape(value[1])
    text = re.search(r"<textarea [^>]*>\n?(.*?)</textarea>", page.text, re.S)
    assert text
    return {**fields, "text": unescape(text[1]).replace("\n", "\r\n")}


def test_a_newcomer_is_told_how_to_begin(door: Door) -> None:
    assert 'href="/mailbox"' in door.client.get("/").text
    page = door.client.get("/mailbox")
    assert page.status_code == 200
    assert "No mail yet" in page.text
    assert "pbem@play.example" in page.text
    assert f"NEW {names()[0]}" in page.text


def test_addresses_threads_and_mails(door: Door) -> None:
    put(door, ADA, 1, subject="turn one")
    put(door, ADA, 2, answers=1, subject="turn two")
    put(door, BEN, 3, subject="for Ben")
    page = door.client.get("/mailbox").text
    assert re.findall('class="what">([^<]*)', page) == ["for Ben", "turn two", "turn one"]
    ada = door.client.get(f"/mailbox/of/{ADA}").text
    assert "for Ben" not in ada
    assert ada.count("<section") == 1
    assert re.search(rf'class="here"[^>]*><span>{ADA}</span> <b>2</b>', ada)


def test_a_thread_goes_by_the_game_and_what_was_written_comes_before_its_answer(door: Door) -> None:
    ident = put(door, ADA, 1, subject="[waterloo1 Napoleon] your throw", sent_at=datetime.now(UTC) - timedelta(hours=1))
    door.client.post("/mailbox/send", data=form_of(door.client.get(f"/mailbox/mail/{ident}")))
    [row] = door.inbox()
    put(door, ADA, 2, answers=1, subject="[waterloo1 Napoleon] the next throw", sent_at=row.received_at)
    page = door.client.get(f"/mailbox/of/{ADA}").text
    assert re.findall('class="title">([^<]*)', page) == ["waterloo1 Napoleon"]
    assert re.findall('class="who">([^<]*)', page) == ["received", "written, waits", "received"]


def test_a_mail_with_its_text_html_files_and_source(door: Door) -> None:
    ident = put(door, ADA, 1)
    page = door.client.get(f"/mailbox/mail/{ident}").text
    row = next(line for line in REPORT.read_text(encoding="utf-8").split("\n") if line.startswith("22 o"))
    assert row in page
    assert "<iframe sandbox" in door.client.get(f"/mailbox/mail/{ident}?show=html").text
    assert "X-Pbem-Loop: play.example" in door.client.get(f"/mailbox/mail/{ident}?show=source").text
    part = door.client.get(f"/mailbox/mail/{ident}/html")
    assert part.text == "<p>the <b>report</b></p>\r\n"
    assert part.headers["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
    file = door.client.get(f"/mailbox/mail/{ident}/file/0")
    assert (file.data, file.headers["Content-Disposition"]) == (b'{"a": 1}\n', "attachment; filename=waterloo1.jsonl")
    assert door.client.get(f"/mailbox/mail/{ident}/file/1").status_code == 404


def test_a_picture_within_a_mail_is_shown_in_its_html(door: Door) -> None:
    ident = put(door, ADA, 1, html='<p>x</p><img src="cid:map-1.r1@play.example">')
    with door.store.session() as session:
        row = session.get_one(LocalMail, ident)
        row.raw = with_inline(row.raw, str, [Inline("map-1.r1@play.example", "map.png", b"\x89PNG")])
    part = door.client.get(f"/mailbox/mail/{ident}/html")
    assert 'src="data:image/png;base64,iVBORw=="' in part.text
    assert "img-src data:" in part.headers["Content-Security-Policy"]


@pytest.mark.parametrize("number", [2**31, 2**63, 9999999999999999999])
@pytest.mark.parametrize("path", ["mail/{}", "mail/{}/html", "mail/{}/file/0", "written/{}"])
def test_a_mail_beyond_any_number_is_not_found(door: Door, path: str, number: int) -> None:
    assert door.client.get(f"/mailbox/{path.format(number)}").status_code == 404


def test_nothing_of_a_mail_is_taken_for_markup(door: Door) -> None:
    evil = "<script>alert(1)</script>"
    ident = put(door, ADA, 1, subject=evil, text=evil)
    for path in ("/mailbox", f"/mailbox/of/{ADA}", f"/mailbox/mail/{ident}", f"/mailbox/write?from={evil}&text={evil}"):
        assert "<script" not in door.client.get(path).text


def test_a_reply_is_a_mail_like_any_other(door: Door) -> None:
    ident = put(door, ADA, 2, answers=1)
    form = form_of(door.client.get(f"/mailbox/mail/{ident}"))
    assert (form["sender"], form["to"], form["subject"]) == (ADA, SEAT, "Re: a report")
    form["text"] = "N4 3 U19\r\nBlücher kommt" + form["text"]
    answer = door.client.post("/mailbox/send", data=form)
    [row] = door.inbox()
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/mailbox/of/{ADA}?sent={row.id}")
    assert (row.recipient, row.sender, row.transport) == (SEAT, ADA, "mailbox")
    opened = mime.read(row.raw)
    assert (opened.sender, opened.in_reply_to) == (ADA, "<r2@play.example>")
    assert opened.references == ("<r1@play.example>", "<r2@play.example>")
    lines = quotes.own_lines(
        opened.text, [REPORT.read_text(encoding="utf-8")], "play.example", lambda text: text[:1] == "N"
    ).lines
    assert [line.text for line in lines] == ["N4 3 U19", "Blücher kommt"]


def test_the_same_form_twice_is_one_mail(door: Door) -> None:
    form = {**form_of(door.client.get("/mailbox/write")), "sender": ADA, "text": "HELP"}
    for _ in range(2):
        assert door.client.post("/mailbox/send", data=form).status_code == 303
    assert len(door.inbox()) == 1


def test_only_what_was_written_on_this_page_is_shown_as_such(door: Door) -> None:
    form = {**form_of(door.client.get("/mailbox/write")), "sender": ADA, "text": "HELP"}
    door.client.post("/mailbox/send", data=form)
    ident = door.inbox()[0].id
    assert door.client.get(f"/mailbox/written/{ident}").status_code == 200
    with door.store.session() as session:
        session.execute(update(Inbox).values(transport="smtp"))
    assert door.client.get(f"/mailbox/written/{ident}").status_code == 404


def test_what_was_written_is_listed_in_its_thread(door: Door) -> None:
    ident = put(door, ADA, 1)
    form = form_of(door.client.get(f"/mailbox/mail/{ident}"))
    page = door.client.post("/mailbox/send", data={**form, "subject": "my orders"}, follow_redirects=True).text
    assert "Your mail was taken in" in page
    assert page.count("<section") == 1
    assert "written, waits" in page
    assert "my orders" in page
    link = f"/mailbox/written/{door.inbox()[0].id}"
    assert "waits for a worker" in door.client.get(link).text
    with door.store.session() as session:
        session.get_one(Inbox, door.inbox()[0].id).state = "read"
    assert "written, waits" not in door.client.get(f"/mailbox/of/{ADA}").text


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("sender", "nobody", "From must be an address"),
        ("sender", "a@b.example\r\nBcc: c@d.example", "From must be an address"),
        ("sender", "pbem@play.example", "own address"),
        ("to", "ben@players.localhost", "goes to the server only"),
        ("to", "pbem@play.example, ben@players.localhost", "goes to the server only"),
        ("nonce", "1", "open the page again"),
        ("text", "x" * 200_001, "longer than"),
    ],
)
def test_a_letter_that_cannot_go_is_shown_again_with_the_reason(door: Door, field: str, value: str, says: str) -> None:
    form = {**form_of(door.client.get("/mailbox/write")), "sender": ADA, "text": "my words", field: value}
    answer = door.client.post("/mailbox/send", data=form)
    assert answer.status_code == 400
    assert says in unescape(answer.text)
    assert form_of(answer)["text"] == form["text"].replace("\n", "\r\n")
    assert door.inbox() == []


def test_a_subject_cannot_smuggle_a_header(door: Door) -> None:
    form = {**form_of(door.client.get("/mailbox/write")), "sender": ADA, "subject": "a\r\nBcc: b@c.example\x00"}
    assert door.client.post("/mailbox/send", data=form).status_code == 303
    opened = mime.read(door.inbox()[0].raw)
    assert (opened.subject, opened.field("bcc")) == ("a Bcc: b@c.example", "")


# --- Who is kept out ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "request_"),
    [
        (200, {"base_url": "http://localhost:8025"}),
        (200, {"base_url": "http://127.0.0.1:8025"}),
        (200, {"base_url": "http://[::1]:8025", "environ_overrides": {"REMOTE_ADDR": "::1"}}),
        (200, {"base_url": "http://pbem.localhost"}),
        (403, {"base_url": "http://evil.example"}),
        (403, {"base_url": "http://localhost.evil.example"}),
        (403, {"base_url": "http://127.0.0.1.evil.example:8025"}),
        (403, {"environ_overrides": {"REMOTE_ADDR": "192.0.2.7"}}),
        (403, {"environ_overrides": {"REMOTE_ADDR": "::ffff:192.0.2.7"}}),
        (403, {"environ_overrides": {"REMOTE_ADDR": ""}}),
        (403, {"headers": {"X-Forwarded-For": "127.0.0.1"}}),
        (403, {"headers": {"Forwarded": "for=127.0.0.1"}}),
    ],
)
def test_only_this_machine_comes_in(door: Door, status: int, request_: dict[str, object]) -> None:
    with capture_logs() as lines:
        assert door.client.get("/mailbox", **request_).status_code == status
    assert [line["event"] for line in lines] == ["refused"] * (status == 403)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_no_other_site_can_send(door: Door, headers: dict[str, str]) -> None:
    form = {**form_of(door.client.get("/mailbox/write")), "sender": ADA}
    assert door.client.post("/mailbox/send", data=form, headers=headers).status_code == 403
    assert door.client.post("/mailbox/send", data={**form, "token": "guess"}).status_code == 403
    assert door.inbox() == []
    assert door.client.post("/mailbox/send", data=form, headers={"Origin": "http://localhost"}).status_code == 303


def test_there_is_no_mailbox_where_mail_leaves_by_smtp(tmp_path: Path) -> None:
    door = Door(tmp_path, smtp_url="smtp://mail.example")
    for path in ("/mailbox", "/mailbox/write"):
        assert door.client.get(path).status_code == 404
    assert "mailbox" not in door.client.get("/").text


def test_every_page_has_its_security_headers(door: Door) -> None:
    ident = put(door, ADA, 1)
    for path in ("/mailbox", f"/mailbox/mail/{ident}", f"/mailbox/mail/{ident}/html", "/mailbox/none", "/healthz"):
        headers = door.client.get(path).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"
        assert "script-src" not in headers["Content-Security-Policy"]


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    form=st.dictionaries(
        st.sampled_from(["sender", "to", "subject", "text", "answers", "nonce"]), st.text(max_size=40)
    ),
    path=st.text(max_size=20),
)
def test_no_form_and_no_path_make_it_fail(door: Door, form: dict[str, str], path: str) -> None:
    given_ = {**form_of(door.client.get("/mailbox/write")), "sender": ADA, **form}
    safe = {name: value.encode("utf-8", "replace").decode() for name, value in given_.items()}
    assert door.client.post("/mailbox/send", data=safe).status_code in (303, 400, 404)
    assert door.client.get("/mailbox/of/" + path.encode("utf-8", "replace").decode()).status_code in (200, 404, 308)
