"""Pictures of a position, from what a seat may see of it: text, SVG, PNG, or a page with both.

Those of mails are bounded: a drawing has only so many strokes, a picture only so many bytes. Which mail gets one is not
decided here.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined

from core.contract import BadOption, BadPosition, Json, Options, SeatName
from pbem.reports.document import Picture
from pbem.rulesets import UnknownRuleSet, names, presentation
from pbem.rulesets.contract import Presentation

# Sharp on today's screens. A map of 900 points makes a file of some 150 KB, and takes a fifth of a second; twice the
# size would take twice as long.
PNG_SCALE = 1.5
PNG_WIDEST = 1500  # points: more is scaled down again on any screen that mail is read on
PNGS_REMEMBERED = 8  # where nothing is hidden, all seats of a game get the same picture
# In a mail: as wide as a phone held upright shows it, nearly twice as sharp; a page to be printed has more room.
MAILED_WIDTH, PRINTED_WIDTH = 600, 960
LARGEST_DRAWING = 200_000  # characters of SVG: what the fullest board of any rule set needs, three times over
LARGEST_PICTURE = 150_000  # bytes

_WIDTH = re.compile(r"<svg[^>]*\swidth=[\"']([0-9.]+)")
_SIZE = struct.Struct(">16x2I")  # of a PNG file: its width and height in pixels


class CannotDraw(Exception):
    """Why there is no picture, as a sentence."""


class Drawn(msgspec.Struct, frozen=True):
    """A picture for a mail: a PNG file, and how many pixels it has."""

    name: str
    content: bytes
    width: int
    height: int


def mailed(picture: Picture) -> Drawn:
    """A picture as it goes into a mail. Raises CannotDraw where it would be too large for one."""
    svg = presentation(picture.ruleset).map_svg(picture.view, picture.lately)
    if len(svg) > LARGEST_DRAWING:
        raise CannotDraw(f"the drawing has {len(svg):,} characters, and {LARGEST_DRAWING:,} are the most for a mail")
    content = png(svg, PRINTED_WIDTH if picture.view.get("print") else MAILED_WIDTH)
    if len(content) > LARGEST_PICTURE:
        raise CannotDraw(f"the picture has {len(content):,} bytes, and {LARGEST_PICTURE:,} are the most for a mail")
    return Drawn(picture.name, content, *_SIZE.unpack_from(content))


def draw(ruleset: str, position: bytes | Json | None, options: Mapping[str, Any], seat: str | None, form: str) -> bytes:
    """The picture of a position (JSON, as text or as data; None: the opening position) as a seat sees it.

    `options` are those of the game, whole numbers as numbers or as text; `seat` is written as players write it, None
    is an onlooker; `form` is `text`, `svg`, `png` or `html`. Raises CannotDraw.
    """
    found = _presentation(ruleset)
    settled = _settled(found, options)
    name = _seat(found, seat, settled)
    view = found.rules.view(_position(found, position, settled), name)
    match form:
        case "text":
            return found.map_text(view).encode() + b"\n"
        case "svg":
            return found.map_svg(view).encode()
        case "png":
            return png(found.map_svg(view))
        case "html":
            return _page(found, view, name)
    raise CannotDraw(f'there are no pictures in the form "{form}"; there is text, svg, png, html')


@lru_cache(PNGS_REMEMBERED)
def png(svg: str, wide: int | None = None) -> bytes:
    """An SVG drawing as a PNG picture, so many pixels wide.

    Its text is set in the font that comes along, the same on every machine.
    """
    return resvg(svg, wide)


def resvg(svg: str, wide: int | None) -> bytes:
    """The same, drawn anew."""
    import font_roboto  # type: ignore[import-untyped]
    import resvg_py

    fonts = Path(font_roboto.font_directory)
    width = float(_WIDTH.search(svg)[1])  # type: ignore[index]  # every drawing says how wide it is
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            zoom=min(PNG_SCALE, PNG_WIDEST / width) if wide is None else wide / width,
            # A server may have no fonts at all, and a picture without its documents is worse than none.
            skip_system_fonts=True,
            font_files=[str(fonts / f"Roboto-{cut}.ttf") for cut in ("Regular", "Italic", "Bold", "BoldItalic")],
            font_family="Roboto",
            sans_serif_family="Roboto",
            serif_family="Roboto",
            monospace_family="Roboto",
        )
    )


def _presentation(ruleset: str) -> Presentation:
    try:
        return presentation(ruleset)
    except UnknownRuleSet:
        raise CannotDraw(f'there is no rule set "{ruleset}"; there is {", ".join(names())}') from None


def _settled(found: Presentation, options: Mapping[str, Any]) -> Options:
    numbers = {option.name for option in found.rules.options() if option.values is None}
    chosen = {
        name: int(value) if name in numbers and str(value).isdecimal() else value for name, value in options.items()
    }
    try:
        return found.settle(chosen)
    except BadOption as error:
        raise CannotDraw(found.say_bad_option(error)) from None


def _position(found: Presentation, position: bytes | Json | None, options: Options) -> Any:
    if position is None:
        return found.rules.opening(options)
    try:
        return found.rules.decode(position, options)
    except BadPosition as error:
        raise CannotDraw(found.say_bad_position(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CannotDraw(f"the position cannot be read: {error}") from None


def _seat(found: Presentation, word: str | None, options: Options) -> SeatName | None:
    if word is None:
        return None
    seats = found.rules.seats(options)
    seat = found.find_seat(word, seats)
    if seat is None:
        raise CannotDraw(f'there is no seat "{word}"; there is {", ".join(seats)}')
    return seat


def _page(found: Presentation, view: Json, seat: SeatName | None) -> bytes:
    environment = Environment(loader=PackageLoader("pbem.reports", ""), autoescape=True, undefined=StrictUndefined)
    return (
        environment.get_template("map.html.j2")
        .render(
            title=f"{found.title}: {found.status(view)}",
            # The rule set's own drawing; its words are escaped where it makes it.
            svg=found.map_svg(view),
            text=found.map_text(view),
        )
        .encode()
    )
