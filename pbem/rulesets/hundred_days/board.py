"""What things are called in the Hundred Days: places, columns, persons and hours, of the campaign that a view is of.

The built-in campaigns are read once from `board.toml`, the same file the rules are built from; a campaign that players
brought stands in the options of its game. Not for: who may go where, or anything a rule depends on.
"""

from __future__ import annotations

import tomllib
from calendar import monthrange
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from core.contract import HOST, Json, Options, SeatName
from core.rulesets.hundred_days import HundredDays
from core.rulesets.hundred_days.board import Variant
from core.rulesets.hundred_days.campaign import MONTHS, Campaign
from core.rulesets.hundred_days.names import letters

BEATS = 8  # of a turn
HALF_HOURS = 48  # of a day
RIDE = 50  # hm a beat of a courier (HD-045)

# Names of seats and persons that are not simply the word with a capital.
TITLES = {"blucher": "Blücher", "bulow": "Bülow", "coalition": "Coalition", HOST: "the umpire"}
OTHER_WORDS = {
    "napoleon": ("nap", "n", "boney", "emperor", "the emperor", "french", "france", "f"),
    "coalition": ("allies", "the allies", "allied", "c", "the coalition"),
    "wellington": ("welly", "duke", "the duke", "a"),
    "blucher": ("bluecher", "marshal vorwarts", "prussians", "p"),
    "bulow": ("buelow",),
    HOST: ("umpire", "the umpire"),
}


@cache
def source() -> dict[str, Any]:
    """`board.toml` as it stands, for the rules."""
    return tomllib.loads(files(__package__).joinpath("board.toml").read_text(encoding="utf-8"))


@cache
def rules() -> HundredDays:
    """The rules on these campaigns."""
    return HundredDays(source())


@cache
def campaign_of_house() -> Campaign:
    """The campaign that is played where nothing else is chosen."""
    return variant_of(rules().settle({})).campaign


def variant(view: Json) -> Variant:
    """The campaign of a view in terms of the rules: ways and lengths."""
    return variant_of(view["options"])


def variant_of(options: Options) -> Variant:
    """The same by settled options."""
    return rules().variant(options)


def campaign(view: Json) -> Campaign:
    """The campaign of a view as it was written."""
    return variant(view).campaign


@lru_cache(maxsize=32)
def _names(campaign: str, options: tuple[tuple[str, Any], ...]) -> Mapping[str, str]:
    return {place.code: place.name for place in variant_of(dict(options)).campaign.places}


def place_names(view: Json) -> Mapping[str, str]:
    """The name of each place, by its code."""
    return _names("", tuple(view["options"].items()))


def place_name(code: str, view: Json) -> str:
    """`Fleurus`."""
    return place_names(view).get(code, code)


def column_name(code: str, view: Json) -> str:
    """What a column of the start is called: `Reille (II Corps)`; nothing for one made since."""
    return next((force.name for force in campaign(view).forces if force.code == code), "")


# --- Seats and persons ----------------------------------------------------------------------------------------------


def seat_title(seat: SeatName) -> str:
    """`Napoleon`."""
    return TITLES.get(seat, seat.capitalize())


def find_seat(word: str, seats: Sequence[SeatName]) -> SeatName | None:
    """The seat a player means by a word (`Nap`, `the duke`), or None."""
    said = letters(word)
    found = [seat for seat in seats if said == seat or said in {letters(other) for other in OTHER_WORDS.get(seat, ())}]
    found = found or [seat for seat in seats if len(said) > 2 and seat.startswith(said)]
    return found[0] if len(found) == 1 else None


def person_title(person: str, view: Json) -> str:
    """A commander's name as the campaign writes it."""
    return next((each.name for each in campaign(view).persons if each.word == person), seat_title(person))


def army_name(letter: str, view: Json) -> str:
    """`the French`, `Wellington's army`."""
    name = next((each.name for each in campaign(view).armies if each.letter == letter), letter)
    return f"the {name[4:]}" if name.startswith("The ") else name


# --- Hours ----------------------------------------------------------------------------------------------------------


def moment(beat: int, of: Campaign) -> tuple[int, int, int]:
    """The day, the month and the minutes after midnight at the end of a beat."""
    halves = 2 * of.hour + beat
    day, month = of.day + halves // HALF_HOURS, of.month
    while day > monthrange(of.year, month)[1]:
        day -= monthrange(of.year, month)[1]
        month = month % 12 + 1
    return day, month, 30 * (halves % HALF_HOURS)


def hour(beat: int, of: Campaign) -> str:
    """`07:30`."""
    minutes = moment(beat, of)[2]
    return minutes_as_hour(minutes)


def minutes_as_hour(minutes: int) -> str:
    """Minutes after midnight as `07:30`."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def date_and_hour(beat: int, of: Campaign) -> str:
    """`15 June 07:30`."""
    day, month, minutes = moment(beat, of)
    return f"{day} {MONTHS[month - 1]} {minutes_as_hour(minutes)}"


def when(beat: int, view: Json) -> str:
    """The hour alone where it is of the same day as now, else with its day: `15 June 07:30`."""
    of = campaign(view)
    same = moment(beat, of)[:2] == moment(view["beat"], of)[:2]
    return hour(beat, of) if same else date_and_hour(beat, of)


def duration(beats: int) -> str:
    """`half an hour`, `3 h`, `4½ h`."""
    if beats == 1:
        return "half an hour"
    return f"{beats // 2}{'½' if beats % 2 else ''} h"


def hours_in_words(hours: int) -> str:
    """`1 hour`, `3 hours`."""
    return f"{hours} {'hour' if hours == 1 else 'hours'}"


def begins(turn: int) -> int:
    """The beat at whose end a turn begins."""
    return BEATS * (turn - 1)


def asked_until(view: Json) -> int:
    """The beat at whose end the orders asked for are carried out: of the night behind an evening too (HD-002)."""
    turn = int(view["turn"])
    of = campaign(view)
    nights = 1 if turn < of.turns and turn + 1 in of.nights and not view["nights_asked"] else 0
    return BEATS * (turn + nights)


# --- Men ------------------------------------------------------------------------------------------------------------


def men(hundreds: int) -> str:
    """Hundreds of men as a number of them: `18,400`."""
    return f"{100 * hundreds:,}"


def sites(known: Json, view: Json) -> str:
    """Where a dispatch has its column, in words: `Fleurus`, `on the road from Gosselies to Frasnes`."""
    if known["at"] is not None:
        return place_name(known["at"], view)
    road = known["on"]
    return f"the road from {place_name(road['from'], view)} to {place_name(road['to'], view)}"


def nearest(known: Json, view: Json) -> str:
    """The nearest place of a column, or of a person, by what is known."""
    if known["at"] is not None:
        return str(known["at"])
    road = known["on"]
    length = variant(view).link_hm(road["from"], road["to"]) or 0
    return str(road["from"] if 2 * road["done"] <= length else road["to"])


def own_columns(view: Json) -> list[Json]:
    """What is known of the reader's own columns, and of those that write to him."""
    return list(view["columns"].values())
