"""Mails that are made to be slow to read, or to need much memory: of each kind one, as large as a mail may be."""

from __future__ import annotations

from base64 import b64encode

FROM = b"From: ada@players.example\r\nTo: pbem@pbem.localhost\r\nMessage-ID: <bomb@players.example>\r\n"
PLAIN = FROM + b"Content-Type: text/plain; charset=%b\r\nContent-Transfer-Encoding: %b\r\n\r\n"
HTML = FROM + b"Content-Type: text/html; charset=utf-8\r\n\r\n"
LARGE = 9 << 20


def _nested(depth: int) -> bytes:
    opened = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n) for n in range(depth))
    return FROM + opened + b"\r\nHELP\r\n" + b"".join(b"--b%d--\r\n" % n for n in reversed(range(depth)))


def _parts(count: int) -> bytes:
    return FROM + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\n" * count + b"--b--\r\n"


def _in_charset(name: bytes, body: bytes, encoding: bytes = b"8bit") -> bytes:
    return PLAIN % (name, encoding) + body


BOMBS: dict[str, bytes] = {
    "parts within parts, 900 deep": _nested(900),
    "parts within parts, 20,000 deep": _nested(20_000),
    "300,000 parts": _parts(300_000),
    "mails within mails, 2,000 deep": FROM + b"Content-Type: message/rfc822\r\n\r\n" * 2_000 + b"HELP\r\n",
    "150,000 fields in the header": FROM + b"X-A: b\r\n" * 150_000 + b"\r\nHELP\r\n",
    "a field of nine megabytes": FROM + b"X-A: " + b"a" * LARGE + b"\r\n\r\nHELP\r\n",
    "a field that is folded 200,000 times": FROM + b"Subject: a" + b"\r\n b" * 200_000 + b"\r\n\r\nHELP\r\n",
    "20,000 encoded words": FROM + b"Subject:" + b" =?utf-8?q?a?=\r\n" * 20_000 + b"\r\nHELP\r\n",
    "encoded words that are none": FROM + b"Subject: " + b"=?utf-8?q?" * 100_000 + b"\r\n\r\nHELP\r\n",
    "20,000 recipients": FROM + b"Cc: " + b"a@b.example,\r\n " * 20_000 + b"\r\n\r\nHELP\r\n",
    "brackets in From": b"From: " + b"(" * 90_000 + b"ada@players.example\r\n\r\nHELP\r\n",
    "angles in From": b"From: " + b"<" * 90_000 + b"ada@players.example\r\n\r\nHELP\r\n",
    "quotes in From": b"From: " + b'"\\' * 45_000 + b"ada@players.example\r\n\r\nHELP\r\n",
    "parameters in 5,000 pieces": FROM
    + b"Content-Type: text/plain"
    + b"".join(b";\r\n name*%d*=a" % n for n in range(5_000))
    + b"\r\n\r\nHELP\r\n",
    "References without end": FROM + b"References:" + b" <a@b>\r\n" * 12_000 + b"\r\nHELP\r\n",
    "nine megabytes in base64": _in_charset(b"utf-8", b64encode(b"HELP\r\n" * 1_000_000), b"base64"),
    "base64 that is none": _in_charset(b"utf-8", b"=?!" * (LARGE // 3), b"base64"),
    "nine megabytes in quoted-printable": _in_charset(b"utf-8", b"=3D" * (LARGE // 3), b"quoted-printable"),
    "soft line ends alone": _in_charset(b"utf-8", b"=\r\n" * (LARGE // 3), b"quoted-printable"),
    "UTF-16 that is none": _in_charset(b"utf-16", b"HELP\r\n" * 1_000_000),
    "UTF-7": _in_charset(b"utf-7", b"+AEg-" * 1_500_000),
    "a charset that is a codec of the DNS": _in_charset(b"punycode", b"a-" * 500_000),
    "another": _in_charset(b"idna", b"a." * 500_000),
    "a charset that is a codec of Python": _in_charset(b"unicode_escape", b"\\x41" * 1_000_000),
    "a charset of bytes": _in_charset(b"zlib", b"x\x9c" + b"\0" * LARGE),
    "a charset with a long name": _in_charset(b"x" * 90_000, b"HELP\r\n"),
    "elements within elements": HTML + b"<div>" * 300_000,
    "tables within tables": HTML + b"<table><tr><td>" * 100_000,
    "quotations within quotations": HTML + b"<blockquote>" * 200_000 + b"HELP",
    "a million entities": HTML + b"&amp;" * 1_000_000,
    "attributes without end": HTML + b"<p " + b"a=b " * 1_000_000 + b">HELP",
    "a comment that does not end": HTML + b"<!--" * 1_000_000,
    "one line of nine megabytes": _in_charset(b"utf-8", b"a" * LARGE),
    "a million empty lines": _in_charset(b"utf-8", b"\r\n" * 1_000_000),
    "a million marks of quotation": _in_charset(b"utf-8", b">" * 1_000_000 + b"\r\n"),
    "lines that flow": FROM + b"Content-Type: text/plain; format=flowed\r\n\r\n" + b"a \r\n" * 1_000_000,
    "marks that count upwards": _in_charset(b"utf-8", b"".join(b">" * n + b"\r\n" for n in range(3_000))),
    "introductions of quotations": _in_charset(b"utf-8", b"On Monday, Ada wrote:\r\n" * 200_000),
    "spaces": _in_charset(b"utf-8", (b" " * 998 + b"\r\n") * 9_000),
    "direction marks": _in_charset(b"utf-8", "\u202e\u2066".encode() * 1_000_000),
    "nothing but zeros": b"\0" * LARGE,
    "commands without end": _in_charset(b"utf-8", b"HELP\r\n" * 300_000),
}
