"""The page of a rule set: what the game is, how fair and how long it is as measured, how it looks, and its rulebook."""

from __future__ import annotations

from functools import cache

import msgspec

from pbem.ops.listing import choices, usual
from pbem.pages import known
from pbem.reports import rulebook
from pbem.rulesets import balance, names
from pbem.rulesets.contract import Presentation
from pbem.rulesets.rulebooks import source

PICTURED = 1815  # the seed of the position in the picture
_WIDE = '<div class="wide" tabindex="0">'
MOVES = 40  # played at random up to there, so that pieces stand where they may stand


class Way(msgspec.Struct, frozen=True):
    """A way to play that was measured: its options, and how the sides fared and how long it took, in a sentence."""

    options: str
    said: str


class Choice(msgspec.Struct, frozen=True):
    """An option: its values, the usual one, and what they mean."""

    name: str
    values: str
    usual: str
    meaning: str


class RuleSetPage(msgspec.Struct, frozen=True):
    """A rule set; `rulebook` is HTML, and None where it brings none."""

    name: str
    page: str
    title: str
    about: str
    version: str
    seats: tuple[str, ...]
    measured: tuple[Way, ...]
    options: tuple[Choice, ...]
    orders: str
    picture: str
    map: tuple[str, ...]
    rulebook: str | None


class RuleSetRow(msgspec.Struct, frozen=True):
    """A rule set in the list, with the first sentence on it."""

    name: str
    page: str
    title: str
    about: str


class RuleSetList(msgspec.Struct, frozen=True):
    """The rule sets of the club."""

    rulesets: tuple[RuleSetRow, ...]


def all_of_them() -> RuleSetList:
    """The rule sets of the club."""
    found = [(name, words) for name in names() if (words := _words(name)) is not None]
    return RuleSetList(
        tuple(RuleSetRow(name, f"/rules/{name}", words.title, _in_short(words.about)) for name, words in found)
    )


@cache
def page(name: str) -> RuleSetPage | None:
    """The page of a rule set; None where there is none of that name."""
    words = _words(name)
    if words is None:
        return None
    settled = words.rules.settle({})
    measured = (_way(each) for each in balance.ways(words))
    return RuleSetPage(
        name=name,
        page=f"/rules/{name}",
        title=words.title,
        about=words.about,
        version=words.rules.version,
        seats=tuple(words.seat_title(seat) for seat in words.rules.seats(settled)),
        measured=tuple(measured),
        options=tuple(_choices(words)),
        orders=words.order_help_in(settled),
        picture=f"/rules/{name}/map.svg",
        map=tuple(words.map_text(_view(words)).split("\n")),
        rulebook=_rulebook(name),
    )


@cache
def picture(name: str) -> str | None:
    """A picture of the game as SVG: a position some moves after the beginning."""
    words = _words(name)
    return None if words is None else words.map_svg(_view(words))


def _in_short(about: str) -> str:
    """The first sentence of what is said of a game."""
    return f"{about.partition('. ')[0].removesuffix('.')}."


def _rulebook(name: str) -> str | None:
    """The rulebook, what is wide in it within reach of the keyboard."""
    if source(name) is None:
        return None
    html = rulebook.body(name)
    html = html.replace("<pre>", '<pre tabindex="0">')
    return html.replace("<table>", f"{_WIDE}<table>").replace("</table>", "</table></div>")


def _words(name: str) -> Presentation | None:
    return known.words_of(name) if name in names() else None


def _view(words: Presentation) -> dict[str, object]:
    rules = words.rules
    opening = rules.opening(rules.settle({}))
    return rules.view(rules.playout(opening, PICTURED, MOVES).position, None)


def _way(said: str) -> Way:
    options, _, told = said.partition(": ")
    return Way(options, told)


def _choices(words: Presentation) -> list[Choice]:
    return [Choice(each.name, choices(each), usual(each), words.meanings[each.name]) for each in words.options()]
