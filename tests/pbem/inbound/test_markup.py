"""HTML to text: lines as they were seen, quotations marked, nothing hidden, nothing silently lost."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.inbound.markup import UnreadableMarkup, html_to_text, shows_words


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<div>N1 5 U23</div><div>N2&nbsp;2 R26</div>", "N1 5 U23\nN2 2 R26"),
        ("N1 5 U23<br>N2 2 R26<br/>rest auto", "N1 5 U23\nN2 2 R26\nrest auto"),
        ("<pre>11  *--o\n   / \\</pre>", "11  *--o\n   / \\"),
        ("<p>answer</p><blockquote>one<blockquote>two</blockquote></blockquote>", "answer\n\n> one\n> > two"),
        ("<p>seen</p><p style='DISPLAY : none'>N9 9 Z99</p>", "seen"),
        ("<p>seen</p><p style='mso-hide:all'>x</p><p hidden>y</p>", "seen"),
        ("<head><title>t</title><style>p {}</style></head><script>x</script>seen", "seen"),
        ("<?xml version='1.0' encoding='latin-1'?><html><body>\u00fc</body></html>", "\u00fc"),
        ("no tags at all", "no tags at all"),
        ("a &lt; b &amp;&#160;c", "a < b & c"),
        ("<p>unclosed <b>tags", "unclosed tags"),
        ("<img src=x><!-- nothing -->", ""),
        ("\0", ""),
        ("", ""),
    ],
)
def test_text(html: str, text: str) -> None:
    assert html_to_text(html) == text


def test_six_hundred_nested_divs_are_read() -> None:
    assert html_to_text("<div>" * 600 + "N1 5 U23" + "</div>" * 600) == "N1 5 U23"


@pytest.mark.parametrize("html", ["<div>" * 5000 + "N1 5 U23", "<p style='display:none'>only this</p>"])
def test_words_that_cannot_be_had_are_an_error_and_not_an_empty_mail(html: str) -> None:
    with pytest.raises(UnreadableMarkup):
        html_to_text(html)


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("<p>N1 5</p>", True),
        ("<p> \n</p><br>", False),
        ("<!-- N1 5 -->", False),
        ("<!-- N1 5", False),
        ("<!-->N1 5", True),
        ("<!-- a --!>N1 5", True),
        ("<head><TITLE>t</title></Head >", False),
        ("<head>a<style>b</style>c</head>N1 5", True),
        ("<script>a", False),
        ("</script>N1 5", True),
        ("<head-line>N1 5</head-line>", True),
        ("<", True),
        ("<3", True),
        ("<!DOCTYPE html><?xml a?></ >", False),
    ],
)
def test_whether_a_page_shows_words(html: str, shown: bool) -> None:
    assert shows_words(html) is shown


@given(st.text("<>/ab=\"' &;-!\n", max_size=80))
def test_any_markup_gives_text_or_the_one_error(html: str) -> None:
    with suppress(UnreadableMarkup):
        html_to_text(html)
