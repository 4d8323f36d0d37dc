"""A game that is over, told from its beginning to its end by its record alone: as a film, as maps, and as a diary.

Rule sets that can tell a game say so (`Presentation.retell`). What they make of one goes out as files: a page with the
film, the diary as text, and the maps as PNG pictures in a folder that is packed. Each is bounded, and left out where it
would be larger; so is a mail with all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

import msgspec

from core.contract import BadPosition, Json
from core.dice import DiceExhausted
from pbem.games import record, sealed
from pbem.games.kept_record import events_in, rolls_in
from pbem.games.record import Difference
from pbem.reports import film, maps
from pbem.reports.document import Attachment
from pbem.rulesets import NotARuleSet, UnknownRuleSet, presentation
from pbem.rulesets.contract import Presentation
from pbem.rulesets.retold import Map, Moment, Retold

LARGEST_FILM, LARGEST_DIARY, LARGEST_MAPS = 2_000_000, 1_000_000, 3_000_000  # bytes
MOST_MAPS = 100
MAP_WIDTH = 720  # pixels
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,40}")
_DATE = (1980, 1, 1, 0, 0, 0)  # of the files in a packed folder: the same game is packed in the same bytes


class NotRetold(Exception):
    """Why a game is not told, as a sentence without its full stop."""


def can_be_told(ruleset: str) -> bool:
    """Whether games of a rule set are told once they are over."""
    try:
        return presentation(ruleset).retell is not None
    except (UnknownRuleSet, NotARuleSet):
        return False


def of_record(lines: Sequence[str | bytes]) -> Retold:
    """A game by its record, of which it is taken on trust that it holds. Raises NotRetold."""
    try:
        entries = [record.parsed(number, line) for number, line in enumerate(lines)]
        while entries and entries[-1].get("kind") == record.NAMES:
            entries.pop()
        letters = record.letters_below(entries)
        entries = [entry for entry in entries if not record.is_below(entry)]
        words = _words(entries)
        return words.retell(_moments(words, entries, letters))  # type: ignore[misc]
    except (Difference, BadPosition, DiceExhausted, msgspec.MsgspecError) as error:
        raise NotRetold(f"its record cannot be followed here: {error}") from error
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        raise NotRetold(f"its record is not well-formed ({error!r})") from error


def name_of(lines: Sequence[str | bytes]) -> str:
    """What a record calls its game, as part of the name of a file. Raises NotRetold."""
    name = record.parsed(0, lines[0]).get("game") if lines else None
    # Nothing that a record says is a way out of a folder.
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise NotRetold("its record does not call it by the name of a game")
    return name


def _words(entries: Sequence[Json]) -> Presentation:
    if not entries:
        raise NotRetold("its record is empty")
    if entries[-1].get("kind") != "end":
        raise NotRetold("it is not over, and until then its record is nobody's to tell")
    name = entries[0].get("ruleset")
    if not isinstance(name, str) or not can_be_told(name):
        raise NotRetold(f"games of {name} are not told; their turns can be seen on the pages of the server")
    return presentation(name)


def _moments(words: Presentation, entries: Sequence[Json], letters: dict[str, str]) -> Iterator[Moment]:
    """The positions of a game, each opened, with the entry that led to it."""
    seats = [seat["seat"] for seat in entries[0]["seats"]]
    for length, position in record.positions(entries):
        entry = entries[length - 1]
        if entry["kind"] == "act" and "position" not in entry:
            continue
        orders = entry["orders"] if entry["kind"] == "turn" else {}
        yield Moment(
            truth=sealed.opened(words.rules.encode(position), letters),
            views={seat: sealed.opened(words.rules.view(position, seat), letters) for seat in seats},
            orders={seat: [sealed.in_text(line, letters) for line in _read(lines)] for seat, lines in orders.items()},
            events=events_in([entry]),
            rolls=rolls_in([entry]),
            by_host=entry["kind"] == "act" and entry["act"] in record.SETTING,
        )


def _read(lines: Sequence[Json]) -> list[str]:
    return [text for line in lines if isinstance(line, dict) for text in line["orders"] if text is not None]


# --- As files -----------------------------------------------------------------------------------------------------


def film_name(name: str) -> str:
    """What the file with the film of a game is called."""
    return f"{name}-replay.html"


def film_file(name: str, told: Retold) -> Attachment:
    """The film, as a page. Raises NotRetold where it would be too large."""
    return _bounded(Attachment(film_name(name), "text/html", film.page(told.film).encode()), LARGEST_FILM)


def diary_file(name: str, told: Retold) -> Attachment:
    """The diary. Raises NotRetold where it would be too large."""
    text = "\n".join([*told.diary, ""])
    return _bounded(Attachment(f"{name}-diary.txt", "text/plain", text.encode()), LARGEST_DIARY)


def maps_file(name: str, told: Retold) -> Attachment:
    """The maps as PNG pictures, in a packed folder. Raises NotRetold where it would be too large."""
    content = BytesIO()
    with ZipFile(content, "w", ZIP_STORED) as folder:
        for each, picture in pictures(told.maps):
            folder.writestr(ZipInfo(f"{name}-maps/{each}.png", _DATE), picture)
            if content.tell() > LARGEST_MAPS:
                break
    return _bounded(Attachment(f"{name}-maps.zip", "application/zip", content.getvalue()), LARGEST_MAPS)


def pictures(told: Sequence[Map]) -> Iterator[tuple[str, bytes]]:
    """The maps as PNG pictures, each with its name; no more than anybody looks through."""
    for each in told[:MOST_MAPS]:
        yield each.name, maps.resvg(each.svg, MAP_WIDTH)


def _bounded(file: Attachment, largest: int) -> Attachment:
    if len(file.content) > largest:
        raise NotRetold(f"{file.name} would have {len(file.content):,} bytes, and {largest:,} are the most")
    return file
