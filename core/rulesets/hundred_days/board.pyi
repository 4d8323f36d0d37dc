from collections.abc import Mapping, Sequence
from typing import Any

from core.contract import Options, SeatName
from core.rulesets.hundred_days.campaign import Campaign

class Variant:
    rules: Any
    options: Options
    umpired: bool
    campaign: Campaign
    seats: tuple[SeatName, ...]
    places: tuple[str, ...]
    links: tuple[str, ...]
    bridges: tuple[str, ...]
    armies: tuple[str, ...]
    persons: tuple[str, ...]
    place_numbers: Mapping[str, int]
    link_numbers: Mapping[str, int]
    seat_sides: Mapping[SeatName, str]
    seat_armies: Mapping[SeatName, str]
    person_seats: Mapping[str, SeatName]
    column_persons: Mapping[str, str]
    def __init__(self, rules: Any, campaign: Campaign, options: Options) -> None: ...
    def hm(self, start: str, end: str) -> int: ...
    def link_hm(self, start: str, end: str) -> int | None: ...
    def neighbours(self, place: str) -> tuple[str, ...]: ...
    def links_between(self, start: str, end: str) -> int: ...
    def filled(self, start: str, path: Sequence[str], horse: bool) -> tuple[str, ...]: ...
    def beats_of(
        self,
        start: str,
        end: str,
        horse: bool,
        done: int = 0,
        forced: bool = False,
        mud: bool = False,
        night: bool = False,
    ) -> int: ...
    def is_night(self, turn: int) -> bool: ...
    def is_exit(self, army: str, place: str) -> bool: ...
