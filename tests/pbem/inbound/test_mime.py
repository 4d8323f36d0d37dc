"""Taking mails apart: headers, senders, texts; and hostile mails, none of which gets more than its limit."""

from __future__ import annotations

from base64 import b64encode
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.inbound import mime
from pbem.inbound.mime import UnreadableMail, read, read_opening

STYLES = Path(__file__).parents[2] / "mail" / "styles"
REPORTS = Path(__file__).parents[2] / "mail" / "reports"


def mail(*fields: str, body: str | bytes = "N1 5 U23\n") -> bytes:
    head = "".join(f"{field}\r\n" for field in fields).encode("utf-8", "surrogateescape")
    return head + b"\r\n" + (body if isinstance(body, bytes) else body.encode())


def parts(kind: str, *inner: bytes) -> bytes:
    body = b"".join(b"--b\r\n" + each + b"\r\n" for each in inner)
    return f"Content-Type: multipart/{kind}; boundary=b\r\n\r\n".encode() + body + b"--b--\r\n"


def part(kind: str, text: str, *fields: str) -> bytes:
    head = "".join(f"{field}\r\n" for field in (f"Content-Type: {kind}", *fields))
    return head.encode() + b"\r\n" + text.encode()


def nested(depth: int) -> bytes:
    opening = b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n"
    return b"".join(opening % (each, each) for each in range(depth))


# --- Headers ------------------------------------------------------------------------------------------------------


def test_what_a_plain_mail_tells() -> None:
    opened = read(
        mail(
            "From: =?utf-8?q?Jean_=C3=89?= <Jean@Players.Example>",
            "Subject: =?iso-8859-1?Q?Gr=FC=DFe?= from\r\n Ligny",
            "Date: Tue, 24 Nov 2026 22:04:05 +0100",
            "Message-ID: <a@players.example>",
            "In-Reply-To: <r2@play.example>",
            "References: <r1@play.example>\r\n <r2@play.example>",
        )
    )
    assert (opened.sender, opened.sender_name) == ("jean@players.example", "Jean É")
    assert opened.subject == "Grüße from Ligny"
    assert opened.date == datetime(2026, 11, 24, 21, 4, 5, tzinfo=UTC)
    assert (opened.message_id, opened.in_reply_to) == ("<a@players.example>", "<r2@play.example>")
    assert opened.references == ("<r1@play.example>", "<r2@play.example>")
    assert (opened.text, opened.why_empty) == ("N1 5 U23\n", None)


@pytest.mark.parametrize(
    ("line", "sender", "name"),
    [
        ("From: jean@players.example", "jean@players.example", ""),
        ("From: <jean@players.example>", "jean@players.example", ""),
        ('From: "Martin, Jean" <jean@players.example>', "jean@players.example", "Martin, Jean"),
        ('From: "a \\" b" <jean@players.example>', "jean@players.example", 'a " b'),
        ("From: Jean (the (old) one) <jean@players.example> (hm)", "jean@players.example", "Jean"),
        ("From: jean@players.example <jean@players.example>", "jean@players.example", "jean@players.example"),
        ("From: =?utf-8?q?x=0d=0aBcc:_y?= <jean@players.example>", "jean@players.example", "x Bcc: y"),
        ("From: \u202egnp.elpmaxe <jean@players.example>", "jean@players.example", "gnp.elpmaxe"),
        ("From: J\udcfcrgen <jean@players.example>", "jean@players.example", "Jürgen"),
        ("From: jean@b\u00fccher.example", "jean@bücher.example", ""),
        ("From: jean@localhost", "jean@localhost", ""),
        ("From: jean@players.example, ben@players.example", None, ""),
        ("From: Jean <jean@players.example>, <ben@players.example>", None, ""),
        ("From: jean@players.example\r\nFrom: ben@players.example", None, ""),
        ("From: A Group: jean@players.example;", None, ""),
        ("From: =?utf-8?q?jean=40players.example?=", None, ""),
        ("From: jean at players", None, None),
        ("From: <>", None, ""),
        ("From:", None, ""),
        ("From: " + "(" * 3000, None, ""),
        ("From: " + "<" * 3000, None, ""),
        ('From: "', None, ""),
        ("Subject: none", None, ""),
    ],
)
def test_the_sender_is_one_address_or_none(line: str, sender: str | None, name: str | None) -> None:
    opened = read_opening(mail(line))
    assert opened.sender == sender
    if name is not None:
        assert opened.sender_name == name


@pytest.mark.parametrize(
    "line",
    [
        "Message-ID: <[..@x]>",
        "Message-ID: broken",
        "Message-ID: <a b@c>",
        "Message-ID:",
        "Message-ID: <" + "x" * 5000 + "@y>",
        "X: none",
    ],
)
def test_a_mail_always_has_an_id_that_can_be_answered(line: str) -> None:
    raw = mail(line)
    ident = read_opening(raw).message_id
    assert mime._ID.fullmatch(ident)
    assert ident == read_opening(raw).message_id
    assert ident != read_opening(raw + b"x").message_id or "[" in ident


@pytest.mark.parametrize(
    "date",
    [
        "yesterday",
        "",
        "Tue, 99 Nov 2026 99:99:99",
        "Mon, 1 Jan 99999 00:00 +0000",
        "1 Jan 2026 00:00 +9999",
        "0" * 5000,
    ],
)
def test_a_broken_date_is_none(date: str) -> None:
    assert read_opening(mail(f"Date: {date}")).date is None


def test_a_header_field_without_end_and_one_without_colon() -> None:
    opened = read(mail("Subject: " + "=?utf-8?q?x?= " * 6_000, "no colon here", body="x"))
    assert len(opened.subject) <= 4096
    assert opened.field("no colon here") == ""


def test_long_threads_keep_the_first_and_the_latest() -> None:
    opened = read_opening(mail("References: " + " ".join(f"<{each:05}@x>" for each in range(2000))))
    assert (opened.references[0], opened.references[-1], len(opened.references)) == ("<00000@x>", "<01999@x>", 100)


# --- Texts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (parts("alternative", part("text/plain", "plain"), part("text/html", "<p>html</p>")), "plain"),
        (parts("alternative", part("text/plain", " \r\n"), part("text/html", "<p>html</p>")), "html"),
        (parts("alternative", part("text/html", "<p>html</p>"), part("text/plain", "plain")), "plain"),
        (parts("mixed", part("text/plain", "one"), part("text/plain", "two")), "one\ntwo"),
        (
            parts("mixed", part("text/plain", "one"), part("text/plain", "two", "Content-Disposition: attachment")),
            "one",
        ),
        (parts("mixed", part("text/plain", "one"), part('text/plain; name="a.txt"', "two")), "one"),
        (parts("mixed", part("text/plain", "one"), part("message/rfc822", "Subject: x\r\n\r\ntwo")), "one"),
        (parts("signed", part("text/plain", "one"), part("application/pgp-signature", "two")), "one"),
        (parts("related", part("text/html", "<p>one</p>"), part("text/plain", "two")), "one"),
        (part("text/html", "<p>one</p>"), "one"),
        (part("text", "one"), "one"),
        (part(";;;", "one"), "one"),
        (part("text/plain; charset", "one"), "one"),
        (part("text/plain; charset*0=utf; charset*2=8", "one"), "one"),
        (part("text/plain; name*", "one"), "one"),
        (b"Content-Type: multipart/mixed\r\n\r\n--x\r\n\r\nno boundary\r\n", "--x\n\nno boundary"),
        (part("text/plain", "b25l", "Content-Transfer-Encoding: base64"), "one"),
        (part("text/plain", "b25l*rubbish", "Content-Transfer-Encoding: base64"), None),
        (part("text/plain", "o=6E=\r\ne=ZZ", "Content-Transfer-Encoding: quoted-printable"), "one=ZZ"),
        (part("text/plain", "one", "Content-Transfer-Encoding: x-who-knows"), "one"),
        (part("text/plain", "begin 644 x\r\n#;VYE\r\n`\r\nend\r\n", "Content-Transfer-Encoding: x-uuencode"), "one"),
        (part("text/plain", "one\0two"), "onetwo"),
        (b"Subject: x\rContent-Type: text/plain\r\rbare returns", "bare returns"),
        (b"\r\n\r\nSubject: x\r\n\r\nleading lines", "leading lines"),
    ],
)
def test_text(raw: bytes, text: str | None) -> None:
    opened = read(raw)
    if text is not None:
        assert opened.text.strip() == text


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (part("text/plain", ""), "empty"),
        (part("text/html", "<img src=x>"), "empty"),
        (parts("mixed", part("image/png", "x", 'Content-Disposition: attachment; filename="map.png"')), "attachments"),
        (part("application/ms-tnef", "x"), "attachments"),
        (
            parts("encrypted", part("application/pgp-encrypted", "Version: 1"), part("application/octet-stream", "x")),
            "encrypted",
        ),
        (part("application/pkcs7-mime; smime-type=enveloped-data", "x"), "encrypted"),
        (part('message/partial; id="x"; number=1', "half a mail"), "fragment"),
    ],
)
def test_why_there_is_no_text(raw: bytes, why: str) -> None:
    opened = read(raw)
    assert (opened.text.strip(), opened.why_empty) == ("", why)


def test_attachments_are_named() -> None:
    raw = (STYLES / "attachments.eml").read_bytes()
    assert read(raw).attachments == ("old orders.txt", "map.png")


# --- Delivery reports ---------------------------------------------------------------------------------------------


def test_a_delivery_report_tells_who_and_which_mail() -> None:
    bounce = read((REPORTS / "postfix-dsn.eml").read_bytes()).bounce
    assert bounce is not None
    assert bounce.permanent == ("nobody@players.example",)
    assert bounce.message_ids == ("<r7@play.example>",)
    assert not bounce.complaint


def test_a_report_of_feedback_is_a_complaint() -> None:
    raw = (REPORTS / "postfix-dsn.eml").read_bytes().replace(b"=delivery-status;", b"=Feedback-Report;")
    bounce = read(raw).bounce
    assert bounce is not None
    assert bounce.complaint


def test_an_older_server_s_report_in_words() -> None:
    bounce = read((REPORTS / "qmail.eml").read_bytes()).bounce
    assert bounce is not None
    assert bounce.permanent == ("nobody@players.example",)


def test_a_player_who_quotes_a_report_is_no_server() -> None:
    raw = (REPORTS / "qmail.eml").read_bytes().replace(b"MAILER-DAEMON@mx.players.example", b"jean@players.example")
    assert read(raw.replace(b"Return-Path: <>\n", b"")).bounce is None


# --- Limits -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (mail("X: " + "y" * 200_000), "headers"),
        (mail(*["X: y"] * 1100), "headers"),
        (parts("mixed", *[part("text/plain", "x")] * 201), "parts"),
        (b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\n" * 100_000, "parts"),
        (nested(30), "depth"),
        (nested(1500), "parts"),
        (part("text/plain", "x " * 600_000), "size"),
        (part("text/plain", "x\n" * 25_000), "size"),
        (part("text/plain", "=\n" * 700_000, "Content-Transfer-Encoding: quoted-printable"), "size"),
        (part("text/html", "<p>" + "x " * 600_000), "size"),
        (part("text/html", "<p>x" + " " * (9 << 20)), "size"),
        (part("text/html", "<div>" * 5000 + "x"), "markup"),
    ],
)  # fmt: skip
def test_beyond_its_limits_a_mail_is_unreadable_but_its_sender_is_known(raw: bytes, reason: str) -> None:
    with pytest.raises(UnreadableMail) as caught:
        read(b"From: jean@players.example\r\n" + raw)
    assert caught.value.reason == reason
    assert caught.value.opening is not None
    assert caught.value.opening.sender == "jean@players.example"


def test_a_large_attachment_is_no_trouble() -> None:
    photo = b64encode(b"x" * (20 << 20)).decode()
    raw = parts(
        "mixed",
        part("text/plain", "N1 5 U23"),
        part("image/jpeg; name=a.jpg", photo, "Content-Transfer-Encoding: base64"),
    )
    assert read(raw).text == "N1 5 U23"


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_a_mail(raw: bytes) -> None:
    read(raw)


FIELDS = [
    "From",
    "Content-Type",
    "Content-Transfer-Encoding",
    "Content-Disposition",
    "Message-ID",
    "Date",
    "References",
]
VALUES = st.one_of(
    st.text(max_size=40),
    st.text("<>@,;:\"'()[]=?*%\\/. ab0\u00e4", max_size=40),
    st.sampled_from(
        ["multipart/mixed; boundary=b", "text/html", "base64", "message/rfc822", "multipart/alternative; boundary=b"]
    ),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(FIELDS), VALUES), max_size=6), st.text("-b\r\n ab<p>=", max_size=80))
def test_any_header_is_borne(fields: list[tuple[str, str]], body: str) -> None:
    opened = read(mail(*(f"{name}: {value}" for name, value in fields), body="--b\r\n" + body))
    assert "\n" not in opened.subject + opened.sender_name
