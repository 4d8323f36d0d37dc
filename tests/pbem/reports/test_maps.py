"""Pictures of a position: every format, only what the seat may see, and a sentence where there is none."""

from __future__ import annotations

import struct
import zlib
from typing import Any
from xml.etree import ElementTree

import pytest

from pbem.reports.maps import CannotDraw, draw, png
from pbem.rulesets.contract import Presentation

POSITION = {"round": 2, "prize": 7, "purses": {"north": 4, "south": 9}, "points": {"north": 3, "south": 8}}


def test_text_and_svg_are_the_rule_set_s_own(sealed_bids: Presentation) -> None:
    assert draw("sealed_bids", POSITION, {}, None, "text") == b"N |===>\nS |========>\n"
    assert draw("sealed_bids", b'{"round": 1, "purses": {"north": 1, "south": 1}}', {}, "n", "text") == b"N |>\nS |>\n"
    assert draw("sealed_bids", None, {"purse": "20"}, None, "text") == b"N |>\nS |>\n"
    assert ElementTree.fromstring(draw("sealed_bids", POSITION, {}, "south", "svg")).tag.endswith("svg")


def test_png_has_the_drawing_s_shape_and_its_letters(sealed_bids: Presentation) -> None:
    picture = draw("sealed_bids", POSITION, {}, "south", "png")
    assert size_of(picture) == (450, 81)
    # The names of the seats stand left of the bars: without documents there would be nothing there.
    pixels = pixels_of(picture)
    assert any(pixel[3] for row in pixels for pixel in row[:82])


def test_letters_are_drawn_whatever_font_a_drawing_asks_for() -> None:
    def lettered(family: str) -> bytes:
        return png(
            '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">'
            f'<text x="2" y="15" font-family="{family}">N1</text></svg>'
        )

    blank = png('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>')
    assert lettered("sans-serif") == lettered("No Such Font") == lettered("monospace")
    assert pixels_of(lettered("sans-serif")) != pixels_of(blank)


def test_the_page_holds_both_and_fetches_nothing(sealed_bids: Presentation) -> None:
    page = draw("sealed_bids", POSITION, {}, "south", "html").decode()
    assert "<svg" in page
    assert "N |===&gt;" in page
    assert "src=" not in page
    assert "href=" not in page


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"ruleset": "ludo"}, 'there is no rule set "ludo"; there is '),
        ({"options": {"purse": "plenty"}}, "purse=plenty is not to be had."),
        ({"position": b"{"}, "the position cannot be read: "),
        ({"position": b"[" * 100_000}, "the position cannot be read: "),
        ({"position": b"[]"}, "the position cannot be read: "),
        ({"position": b'{"round": "\xff"}'}, "the position cannot be read: "),
        ({"position": {"round": "x"}}, "the position cannot be read: "),
        ({"position": POSITION | {"purses": {"north": 1}}}, "purses: seats."),
        ({"form": "gif"}, 'there are no pictures in the form "gif"'),
        ({"seat": "west"}, 'there is no seat "west"; there is north, south'),
    ],
)
def test_what_cannot_be_drawn_is_said(sealed_bids: Presentation, changes: dict[str, Any], sentence: str) -> None:
    asked: dict[str, Any] = {
        "ruleset": "sealed_bids",
        "position": POSITION,
        "options": {},
        "seat": None,
        "form": "text",
    }
    with pytest.raises(CannotDraw) as refused:
        draw(**asked | changes)
    assert str(refused.value).startswith(sentence)


def size_of(picture: bytes) -> tuple[int, int]:
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def pixels_of(picture: bytes) -> list[list[tuple[int, ...]]]:
    """The rows of an RGBA picture of 8 bits a channel, not interlaced, unfiltered (PNG specification, section 9)."""
    assert picture[24:29] == bytes([8, 6, 0, 0, 0])
    width, height = size_of(picture)
    packed, at = b"", 8
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        packed += picture[at + 8 : at + 8 + length] if picture[at + 4 : at + 8] == b"IDAT" else b""
        at += 12 + length
    raw, stride, rows = zlib.decompress(packed), 4 * width, []
    before = bytearray(stride)
    for row in range(height):
        start = row * (stride + 1)
        before = _unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + stride]), before)
        rows.append([tuple(before[i : i + 4]) for i in range(0, stride, 4)])
    return rows


def _unfiltered(kind: int, line: bytearray, above: bytearray) -> bytearray:
    for i in range(len(line)):
        left, up, corner = (line[i - 4] if i >= 4 else 0), above[i], (above[i - 4] if i >= 4 else 0)
        nearest = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
        line[i] = (line[i] + (0, left, up, (left + up) // 2, nearest)[kind]) % 256
    return line
