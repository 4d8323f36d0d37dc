"""Letters as bytes: what every outgoing mail carries, and what no name or subject can put into one."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from email import message_from_bytes
from email.headerregistry import Address
from email.message import EmailMessage, Message
from email.policy import default
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.config import Settings
from pbem.inbound.mime import read
from pbem.outbound.compose import WIRE, WIRE_UTF8, BadLetter, Inline, OutboundMail, compose, with_inline
from pbem.reports.citations import content_id
from pbem.reports.document import Attachment

SETTINGS = Settings(secret_key="k", mail_domain="play.example")
REPORT = (Path(__file__).parents[2] / "mail" / "styles" / "report.txt").read_text(encoding="utf-8")
LETTER = OutboundMail(
    to="jean@players.example",
    subject="[waterloo7 Napoleon] your throw 2-3-6",
    text=REPORT,
    message_id="<r2@play.example>",
    date=datetime(2026, 11, 24, 21, 4, tzinfo=UTC),
    auto="auto-generated",
)
OUTLOOK_ID = "<AM0PR0402MB3921B0F2D4B4B1C9F5D5E6A7B8C9D@AM0PR0402MB3921.eurprd04.prod.outlook.com>"


def written(**changes: Any) -> bytes:
    return compose(msgspec.structs.replace(LETTER, **changes), SETTINGS)


def parsed(**changes: Any) -> Message:
    return message_from_bytes(written(**changes))


def test_what_every_letter_carries() -> None:
    message = parsed(reply_to="pbem+a.b.1.c@play.example", list_name="waterloo7", from_name="Waterloo (1895)")
    assert message["From"] == '"Waterloo (1895)" <pbem@play.example>'
    assert message["To"] == "jean@players.example"
    assert message["Reply-To"] == "pbem+a.b.1.c@play.example"
    assert message["Date"] == "Tue, 24 Nov 2026 21:04:00 +0000"
    assert message["Message-ID"] == "<r2@play.example>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Auto-Response-Suppress"] == "All"
    assert message["X-Pbem-Loop"] == "play.example"
    assert message["List-Id"] == "<waterloo7.play.example>"
    assert message["Precedence"] is None


def test_the_text_comes_out_as_it_went_in() -> None:
    assert read(written()).text == REPORT
    assert (
        read(
            written(html=f"<pre>{REPORT}</pre>", attachments=(Attachment("a.jsonl", "application/jsonl", b"{}"),))
        ).text
        == REPORT
    )


def test_a_plain_text_goes_out_as_plain_text() -> None:
    raw = written(text=REPORT.replace("ü", "u"))
    assert b"Content-Transfer-Encoding: 7bit" in raw
    assert b"\r\n11    *-----*--o--o--o--W8-o" in raw


def test_lines_end_in_crlf_and_are_no_longer_than_allowed() -> None:
    for text in ("x" * 5000, "ü" * 5000, "a\rb\r\nc\n\n.dot\nFrom here", ""):
        raw = written(text=text, html=text)
        assert b"\n" not in raw.replace(b"\r\n", b"")
        assert max(map(len, raw.split(b"\r\n"))) <= 998
        assert raw.isascii()


def test_attachments() -> None:
    message = parsed(
        attachments=(
            Attachment("Blücher.jsonl", "application/jsonl", b'{"a":1}\n'),
            Attachment("m.json", "application/json", b"{}"),
        )
    )
    found = [
        (part.get_filename(), part.get_content_type(), part.get_payload(decode=True))
        for part in message.walk()
        if part.get_filename()
    ]
    assert found == [("Blücher.jsonl", "application/jsonl", b'{"a":1}\n'), ("m.json", "application/json", b"{}")]


def test_a_thread_keeps_its_ids_whole() -> None:
    message = parsed(in_reply_to=OUTLOOK_ID, references=("<r1@play.example>", OUTLOOK_ID, "<[..@x]>"))
    assert message["In-Reply-To"] == OUTLOOK_ID
    assert message["References"].split() == ["<r1@play.example>", "<[..@x]>", OUTLOOK_ID]


def test_a_long_thread_is_cut_in_the_middle() -> None:
    ids = tuple(f"<{each}@play.example>" for each in range(100))
    kept = parsed(references=ids)["References"].split()
    assert (kept[0], kept[-1], len(kept)) == (ids[0], ids[-1], 20)


def test_names_and_subjects_in_any_script_are_read_back() -> None:
    opened = read(written(subject="Blücher schlägt 日本 " + "ä" * 200, from_name='Blücher, "G" <x@y.example>'))
    assert opened.subject == "Blücher schlägt 日本 " + "ä" * 200
    assert (opened.sender, opened.sender_name) == ("pbem@play.example", 'Blücher, "G" <x@y.example>')


def test_a_domain_in_another_script_is_encoded() -> None:
    assert parsed(to="jean@bücher.example")["To"] == "jean@xn--bcher-kva.example"


@pytest.mark.parametrize(
    "changes",
    [
        {"subject": "x\r\nBcc: ben@players.example"},
        {"subject": "x\ny"},
        {"subject": "x\u2028y"},
        {"subject": "x\0y"},
        {"from_name": "x\r\nBcc: ben@players.example"},
        {"to": "jean@players.example\r\nBcc: ben@players.example"},
        {"to": "jean@players.example, ben@players.example"},
        {"to": "Jean <jean@players.example>"},
        {"to": "jean"},
        {"reply_to": "x y@players.example"},
        {"message_id": "r2@play.example"},
        {"message_id": "<r2@play.example>\r\nX: y"},
        {"in_reply_to": "<a b@c>"},
        {"references": ("<a@b>\n<c@d>",)},
        {"list_name": "a b"},
        {"list_name": "a>\r\nX: <b"},
        {"attachments": (Attachment("a\r\nX: y", "text/plain", b""),)},
        {"attachments": (Attachment("a", "text/plain\r\nX: y", b""),)},
    ],
)
def test_what_would_break_a_header_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadLetter):
        written(**changes)


@given(subject=st.text(max_size=60), name=st.text(max_size=30))
def test_no_name_and_no_subject_adds_a_field(subject: str, name: str) -> None:
    try:
        raw = written(subject=subject, from_name=name)
    except BadLetter:
        return
    assert [field for field, _ in read(raw).fields] == [field for field, _ in read(written()).fields]


# --- Subjects -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "subject",
    [
        "x" * 90,
        "[pbem] " + "x" * 90,
        "[pbem] " + "x" * 60 + " " + "z" * 80,
        '[pbem] no help on "' + "\u00f6" * 90 + '"',
        "\N{PILE OF POO}" * 60,
        "x" * 1_200,
        "word " * 60 + "end",
        "a" + " " * 120 + "b",
    ],
)
def test_a_long_subject_comes_back_as_it_was_and_no_line_of_it_is_empty(subject: str) -> None:
    raw = written(subject=subject)
    field = raw[raw.index(b"Subject:") : raw.index(b"\r\nDate:")]
    first, *further = field.split(b"\r\n")
    assert first.removeprefix(b"Subject:").strip()
    assert all(line.startswith(b" ") and line.strip() for line in further)
    assert max(map(len, (first, *further))) <= 998
    assert message_from_bytes(raw, policy=default)["Subject"] == subject


# --- As the library writes it -------------------------------------------------------------------------------------

BODIES = ("", "x\n", "a\rb\r\nc\n\n.dot\nFrom here", "ü" * 500, "x" * 5000, "line =20 \n trailing \t\n", "\x0b\x0c\x85")
FILES = (
    Attachment("view.json", "application/json", b"{}" * 100),
    Attachment("Blücher.jsonl", "application/jsonl", b""),
    Attachment("the rulebook of a game with a long name, and all its clauses.html", "text/html", "ü".encode()),
)


def by_the_library(mail: Message, **changes: Any) -> bytes:
    """The same mail, its fields taken from one that is written already, its parts put together by the library."""
    letter = msgspec.structs.replace(LETTER, **changes)
    message = EmailMessage(policy=WIRE if letter.to.isascii() else WIRE_UTF8)
    for name, value in mail.items():
        if not name.startswith(("Content-", "MIME-", "From", "To", "Reply-To")):
            message[name] = value
    message["From"] = str(Address(letter.from_name, "pbem", "play.example"))
    message["To"], message["Reply-To"] = letter.to, letter.reply_to
    _set(message.set_content, letter.text)
    if letter.html is not None:
        _set(message.add_alternative, letter.html, subtype="html")
    for file in letter.attachments:
        maintype, _, subtype = file.type.partition("/")
        told = {"params": {"charset": "utf-8"}, "cid": f"<{content_id(file.name, letter.message_id)}>"}
        extra: dict[str, Any] = told if maintype == "text" else {}
        message.add_attachment(file.content, maintype=maintype, subtype=subtype, filename=file.name, **extra)
    for part in message.walk():
        if part.is_multipart():
            part.set_boundary(f"part-{'0' * 32}")
    return message.as_bytes()


def _set(how: Callable[..., None], text: str, **extra: str) -> None:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n") + "\n"
    is_plain = text.isascii() and max(map(len, lines.split("\n"))) <= 998
    how(lines, cte="7bit" if is_plain else "quoted-printable", **extra)


def _in_order(raw: bytes) -> tuple[list[bytes], bytes]:
    """The fields of a mail in the order of their names, and what stands below them; all boundaries alike."""
    raw = re.sub(rb"part-[0-9a-f]{32}", b"part-" + b"0" * 32, raw)
    head, _, body = raw.partition(b"\r\n\r\n")
    return sorted(re.split(rb"\r\n(?![ \t])", head)), body


@pytest.mark.parametrize("text", BODIES)
@pytest.mark.parametrize("html", [None, *BODIES])
@pytest.mark.parametrize("files", [(), FILES[:1], FILES])
@pytest.mark.parametrize("to", ["jean@players.example", "jürgen@players.example", f"{'j' * 60}@{'d' * 60}.example"])
def test_a_mail_is_written_as_the_library_would_write_it(text: str, html: str | None, files: Any, to: str) -> None:
    changes = {"text": text, "html": html, "attachments": files, "to": to, "from_name": 'Blücher, "G" <x>'}
    changes |= {"reply_to": "pbem+waterloo1.napoleon.1.4a2mwxyfoingoqf7sgm4@a-long-name-of-a-club.play.example"}
    raw = written(**changes)
    assert _in_order(raw) == _in_order(by_the_library(message_from_bytes(raw), **changes))


# --- Pictures -----------------------------------------------------------------------------------------------------

PICTURE = Inline("map-1.r2@play.example", "waterloo7-napoleon.png", b"\x89PNG" * 40)


def shown(html: str) -> str:
    return html.replace("</p>", f'</p><img src="cid:{PICTURE.ident}">')


@pytest.mark.parametrize("subject", ["your throw", "[pbem] " + "x" * 90, "\u00f6" * 90])
def test_a_picture_is_put_into_a_mail_and_nothing_else_is_changed(subject: str) -> None:
    file = Attachment("view.json", "application/json", b"{}")
    raw = written(html="<p>\u00e4</p>", subject=subject, attachments=(file,), in_reply_to=OUTLOOK_ID)
    pictured = with_inline(raw, shown, [PICTURE])
    assert pictured == with_inline(raw, shown, [PICTURE])
    before, after = (message_from_bytes(each) for each in (raw, pictured))
    assert before.items() == after.items()
    assert [part.get_content_type() for part in after.walk()] == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "application/json",
    ]
    [image] = [part for part in after.walk() if part.get_content_type() == "image/png"]
    assert image.get_payload(decode=True) == PICTURE.content
    assert image["Content-ID"] == f"<{PICTURE.ident}>"
    assert image.get_filename() == PICTURE.name
    assert all(len(line) <= 998 for line in pictured.split(b"\r\n"))


def test_a_mail_with_a_picture_is_read_as_one_without() -> None:
    raw = written(html="<p>x</p>")
    assert read(with_inline(raw, shown, [PICTURE])).text == read(raw).text


def test_an_address_beyond_ascii_is_written_as_it_is() -> None:
    assert "\r\nTo: jürgen@players.example\r\n".encode() in written(to="jürgen@players.example")
    illustrated = with_inline(written(to="jürgen@players.example", html="<p>x</p>"), str.upper, ())
    assert illustrated.count("jürgen@players.example".encode()) == 1
