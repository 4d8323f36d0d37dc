"""Charsets declared rightly, wrongly and madly, and characters that look like others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.inbound.charsets import decode, fold


@pytest.mark.parametrize(
    ("raw", "declared", "text"),
    [
        ("Grüße".encode(), "utf-8", "Grüße"),
        ("Grüße".encode("latin-1"), "iso-8859-1", "Grüße"),
        ("Grüße".encode("latin-1"), None, "Grüße"),
        ("Grüße".encode("latin-1"), "utf-8", "Grüße"),
        ("Grüße".encode(), "us-ascii", "Grüße"),
        ("“x”".encode("cp1252"), "iso-8859-1", "“x”"),
        ("日本".encode("iso2022_jp"), "ISO-2022-JP", "日本"),
        ("日本".encode("cp932"), "x-sjis", "日本"),
        ("漢字".encode("gb18030"), "gb2312", "漢字"),
        ("한국".encode("cp949"), "ks_c_5601-1987", "한국"),
        (b"+AOk-", "utf-7", "é"),
        (b"N1 5 U23 +AOk-", None, "N1 5 U23 +AOk-"),
        (b"x\x81y", "windows-1252", "x\x81y"),
        ("é".encode(), "cp65001", "é"),
        ("é".encode(), "unknown-8bit", "é"),
        ("é".encode(), "x" * 1000, "é"),
        ("é".encode(), "utf-8\0", "é"),
        (b"plain", "rot13", "plain"),
        (b"plain", "zip", "plain"),
        (b"abc-", "punycode", "abc-"),
        (b"\\x41", "unicode_escape", "\\x41"),
        (b"plain", "\u00fc", "plain"),
    ],
)
def test_decode(raw: bytes, declared: str | None, text: str) -> None:
    assert decode(raw, declared) == text


@given(
    st.binary(max_size=200),
    st.one_of(
        st.none(), st.text(max_size=12), st.sampled_from(["utf-7", "utf-16", "iso-2022-jp", "hz", "big5", "idna"])
    ),
)
def test_any_bytes_become_text_that_can_be_stored(raw: bytes, declared: str | None) -> None:
    folded = fold(decode(raw, declared))
    folded.encode("utf-8")
    assert "\0" not in folded
    assert "\r" not in folded


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("a\r\nb\rc\u2028d\u0085e\ff", "a\nb\nc\nd\ne\nf"),
        ("N4\u00a03\u2009U19\u3000x\ty", "N4 3 U19 x y"),
        ("N4\u200b 3\ufeff U\u00ad19", "N4 3 U19"),
        ("\u202eevil\u202c", "evil"),
        ("W26 \u2192 V25 \u2013 \u201cyes\u201d, it\u2019s", 'W26 -> V25 - "yes", it\'s'),
        ("Ｎ４ ３ Ｕ１９＋２", "N4 3 U19+2"),
        ("！｛｝～｟", "!{}~｟"),
        ("a\0b\x07c", "abc"),
        ("Blücher à Ligny, 漢字 \U0001f3b2", "Blücher à Ligny, 漢字 \U0001f3b2"),
        ("\ud800", "\ufffd"),
    ],
)
def test_fold(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
