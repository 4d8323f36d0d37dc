"""The announcement: the file that an event is made of, read and looked over.

It is TOML. Whatever is wrong with it is told at once, each fault with its line, so that a director mends it in one go.
What moment it is, whoever asks says. What players read of it is `conditions`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, get_type_hints
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

from core.contract import BATTLE_SIDES, BadOption, Level, NoMuster, Options, SeatName
from pbem.addresses import postal
from pbem.campaigns.linked import game_of
from pbem.commands import house
from pbem.events import formats, series, sittings, tie_breaks
from pbem.events.contract import POINTS, Encounter, Fault, Fight, Format, Plan, Series, Sitting, Unit
from pbem.events.event_file import lines_of
from pbem.games import clock
from pbem.games.clock import BadTerms, Bank, Terms
from pbem.nearest import did_you_mean
from pbem.rulesets import UnknownRuleSet, balance, names, presentation
from pbem.rulesets.contract import Presentation
from pbem.rulesets.sentences import listed
from pbem.rulesets.ways import NeverEnds, is_umpired, that_end

LONGEST = 200_000  # characters of a file
LONGEST_SHOWN = 60  # characters of a line that is no TOML
CHECK_IN = timedelta(days=5)  # before the start, entrants are asked whether they are there
USUAL = Terms(Bank(20 * clock.DAY, clock.DAY, 30 * clock.DAY))
ROUND_DAYS, MOST_ROUND_DAYS = 100, 730
NAME = re.compile("[a-z][a-z0-9-]{1,29}")
CLOCK_KEYS = ("clock", "grace", "weekend", "hold", "pace")
SERIES = "series"  # the table of an event file, the unit and a format
# What a series cannot be fought by: reasons of `core.contract.NoMuster`.
NOT_FOUGHT = {
    "kind": "{} has no two armies on a field, so that nothing can be carried over to it or from it",
    "pieces": "{} has no room for these armies: they come to too many pieces",
    "empty": "{} makes nobody of these armies: a side has too few men",
}
NO_UMPIRE = "games of events have no umpire: whoever sees all could help one of the entrants"
NOTHING_TO_PLAY = "`{}` is for positions of one's own, and by mail there would be nothing to play"


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """The keys of an event file, beside its tables `options`, `settings` and `series`."""

    event: Annotated[str, Meta(description="its short name, by which it is entered: small letters, digits and dashes")]
    title: Annotated[str, Meta(min_length=1, max_length=80, description="what it is called")]
    about: Annotated[str, Meta(max_length=4000, description="a few words for the announcement")] = ""
    ruleset: Annotated[str, Meta(description="what is played; a series names its battles instead")] = ""
    format: Annotated[str, Meta(description="how it is held")]
    unit: Annotated[str, Meta(description="what is played when entrants meet: match, single, bid, table or series")] = (
        ""
    )
    least: Annotated[int, Meta(ge=2, le=512, description="with how many entrants it begins at least")]
    most: Annotated[int, Meta(ge=2, le=512, description="how many entrants there is room for")]
    start: Annotated[Any, Meta(description="the day on which it begins, and the hour if one likes")] = None
    entries: Annotated[Any, Meta(description="until when one may enter; usually five days before the start")] = None
    round_days: Annotated[int, Meta(ge=1, le=MOST_ROUND_DAYS, description="how many days a round has")] = ROUND_DAYS
    zone: Annotated[str, Meta(description="the time zone of its days and hours")] = "UTC"
    clock: Annotated[str, Meta(description="the clock of its games")] = ""
    grace: Annotated[str, Meta(description="by how much orders may be late")] = ""
    weekend: Annotated[bool, Meta(description="whether Saturdays and Sundays count")] = True
    hold: Annotated[str, Meta(description="how long orders may be taken back")] = ""
    pace: Annotated[str, Meta(description="how long robots take at the most")] = ""
    tie_breaks: Annotated[list[str], Meta(description="what decides between those with as many points")] = []
    bye: Annotated[str, Meta(description="what who has no opponent gets: points, or a robot to play against")] = POINTS
    rated: Annotated[bool, Meta(description="whether its games count for the ratings")] = True
    reliability: Annotated[
        float, Meta(ge=0, le=1, description="which share of his decisions an entrant must have made in time")
    ] = 0.0
    directors: Annotated[list[str], Meta(description="the addresses of those who direct it")] = []


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """An event as it is announced. `start` and `entries` are None for one that begins by itself.

    One `by_mail` was opened by a player's mail and not by a director: nobody directs it, and it looks for its entrants
    as a game does.
    """

    plan: Plan
    title: str
    about: str
    least: int
    most: int
    start: datetime | None
    entries: datetime | None
    round_days: int
    terms: Terms
    rated: bool
    reliability: float
    directors: tuple[str, ...]
    by_mail: bool = False


class FileFault(msgspec.Struct, frozen=True, order=True):
    """A fault of an event file: the line it is in, or 0 for the file as a whole, and a sentence."""

    line: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}" if self.line else self.text


class BadAnnouncement(Exception):
    """An event file that cannot be: all its faults, in the order of their lines."""

    def __init__(self, faults: Iterable[FileFault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__("\n".join(map(str, self.faults)))


def read(text: str, now: datetime) -> Announcement:
    """The event that a file announces, as of a moment. Raises BadAnnouncement with all that is wrong with it."""
    if len(text) > LONGEST:
        raise BadAnnouncement([FileFault(0, f"an event file has {LONGEST:,} characters at the most")])
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r" \(at line ([0-9]+), column ([0-9]+)\)$", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        told = str(error)[: found.start()] if found else str(error).removesuffix(" (at end of document)")
        shown = (text.split("\n")[line - 1 : line] or [""])[0].strip()[:LONGEST_SHOWN]
        raise BadAnnouncement([FileFault(line, f"this is no TOML: {told}: {shown!r}")]) from None
    return _Reading(table, lines_of(text), now).result()


def from_mail(table: Mapping[str, Any], now: datetime) -> Announcement:
    """The event that a mail asks for, by the keys of an event file. Raises BadAnnouncement."""
    return msgspec.structs.replace(_Reading(table, {}, now).result(), by_mail=True)


class _Reading:
    """A file being read: what is wrong is noted, and reading goes on as far as anything can be told."""

    def __init__(self, table: Mapping[str, Any], lines: Mapping[str, int], now: datetime) -> None:
        self._table = {**({"least": 2, "most": 2} if table.get("format") == SERIES else {}), **table}
        self._lines, self._now = lines, now
        self._faults: list[FileFault] = []
        hints = get_type_hints(Written, include_extras=True)
        self._fields = {field.name: (hints[field.name], field) for field in msgspec.structs.fields(Written)}

    def result(self) -> Announcement:
        given = self._values()
        found = self._series()
        words = self._words(given, found)
        held = self._format(given)
        unit = self._unit(given, words, held)
        options = ({} if found else self._options(words)) if words else None
        zone = self._zone(given)
        terms = self._terms(given, words, zone)
        start, entries = self._days(given, held, ZoneInfo(zone))
        breaks = self._tie_breaks(given, held)
        bye = self._bye(given, held)
        settings = self._settings(held) if held else None
        directors = self._directors(given)
        plan = None
        if words and held and options is not None and settings is not None:
            plan = self._plan(given, words, options, held, unit, settings, breaks, bye, found)
        if plan is None or held is None or self._faults:
            raise BadAnnouncement(self._faults)
        return Announcement(
            plan=plan,
            title=" ".join(given["title"].split()),
            about=given["about"].strip(),
            least=given["least"],
            most=given["most"],
            start=start,
            entries=entries,
            round_days=self._round_days(given, found),
            terms=terms,
            rated=given["rated"] and found is None,
            reliability=given["reliability"],
            directors=directors,
        )

    # --- Keys -----------------------------------------------------------------------------------------------------

    def _fault(self, key: str, told: str) -> None:
        """A fault of a key. Where that is not in the file it is told of its table, or of the format, or of nothing."""
        table = key.partition(".")[0]
        others = [table, "format"] if table == "settings" else [table]
        line = next((self._lines[each] for each in (key, *others) if each in self._lines), 0)
        self._faults.append(FileFault(line, told))

    def _values(self) -> dict[str, Any]:
        """The values of all keys: those that are wrong or missing are told, and left out or as usual."""
        known = [*self._fields, "options", "settings", SERIES]
        for key in self._table:
            if key not in known:
                self._fault(key, f"there is no key `{key}`{did_you_mean(key, known)}")
        for key in ("options", "settings", SERIES):
            if not isinstance(self._table.get(key, {}), dict):
                self._fault(key, f"`{key}` is a table: write [{key}], and below it a line for each")
        given: dict[str, Any] = {}
        for name, (hint, field) in self._fields.items():
            if name in self._table:
                self._value(given, name, hint, self._table[name])
            elif field.required:
                self._fault(name, f"`{name}` is missing: {description(hint)}")
            if name not in given and not field.required:
                given[name] = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
        if "event" in given and not NAME.fullmatch(given["event"]):
            self._fault("event", "`event` is 2 to 30 small letters, digits and dashes, and begins with a letter")
        if given.get("least", 0) > given.get("most", 512):
            self._fault("least", "`least` is more than `most`")
        return given

    def _value(self, given: dict[str, Any], name: str, hint: Any, value: Any, key: str = "") -> None:
        try:
            given[name] = msgspec.convert(value, hint)
        except msgspec.ValidationError as error:
            self._fault(key or name, f"`{name}` is wrong: {_plain(error)}; it is {description(hint)}")

    # --- What is played -------------------------------------------------------------------------------------------

    def _words(self, given: Mapping[str, Any], found: Series | None) -> Presentation | None:
        if SERIES in self._table:
            for key, why in (("ruleset", "a series names its rule sets in `battles`"), ("options", "it has none")):
                if key in self._table:
                    self._fault(key, f"a series has no `{key}`: {why}")
            if self._table.get("rated") is True:
                self._fault("rated", "battles of a series are not rated: they begin as those before them have ended")
            return presentation(found.battles[0].ruleset) if found else None
        name = given.get("ruleset")
        if name == "":
            held = given.get("unit") == SERIES or given.get("format") == SERIES
            told = "a series is told in a table: write [series], and below it `battles`"
            self._fault("unit" if held else "ruleset", told if held else "`ruleset` is missing: what is played")
            return None
        return None if name is None else self._known("ruleset", name)

    def _known(self, key: str, name: str) -> Presentation | None:
        """The rule set of a name; that there is none is told of a key."""
        try:
            return presentation(name)
        except UnknownRuleSet:
            known = listed(names(), "and")
            self._fault(key, f"there is no rule set `{name}`{did_you_mean(name, names())}; there is {known}")
            return None

    def _options(self, words: Presentation) -> Options | None:
        """The settled options: each is looked at by itself first, so that all faults are told."""
        chosen = self._table.get("options", {})
        if not isinstance(chosen, dict):
            return None
        before = len(self._faults)
        for name, value in chosen.items():
            if (name, value) in words.not_by_mail:
                self._fault(f"options.{name}", NOTHING_TO_PLAY.format(f"{name} = {value}"))
                continue
            try:
                words.settle({name: value})
            except BadOption as error:
                if error.code != "conflict":
                    self._refused(words, name, error)
        if len(self._faults) > before:
            return None
        try:
            settled = words.settle(that_end(words, chosen) if self._table.get("rated", True) is True else chosen)
            if is_umpired(words, settled):
                self._fault("options.umpire", NO_UMPIRE)
            return settled
        except BadOption as error:
            self._refused(words, str(error.facts.get("option", "")), error)
        except NeverEnds as error:
            self._fault(f"options.{error.option}", str(error))
        return None

    def _refused(self, words: Presentation, name: str, error: BadOption) -> None:
        known = [option.name for option in words.options()]
        near = did_you_mean(name, known) if error.code == "unknown" else ""
        self._fault(f"options.{name}", f"{words.say_bad_option(error).rstrip('.')}{near}")

    def _plan(
        self,
        given: Mapping[str, Any],
        words: Presentation,
        options: Options,
        held: Format,
        unit: Unit | None,
        settings: dict[str, Any],
        breaks: tuple[str, ...],
        bye: str,
        found: Series | None,
    ) -> Plan | None:
        sides = tuple((side,) for side in BATTLE_SIDES) if found else sittings.sides_of(words, options)
        chosen = self._unit_of(unit, sides, held)
        if chosen is None or not {"event", "least", "most"} <= given.keys():
            return None
        plan = Plan(
            event=given["event"],
            ruleset=words.name,
            options=options,
            sides=sides,
            format=held.name,
            unit=chosen,
            settings=settings,
            tie_breaks=breaks,
            bye=bye,
            weaker=None if found else weaker_seat(words, options, sides),
            all_meet=held.all_meet,
            series=found,
        )
        for fault in held.faults(plan, given["least"], given["most"]):
            self._told(fault)
        return plan

    def _told(self, fault: Fault) -> None:
        self._fault(fault.key, fault.text)

    def _unit(self, given: Mapping[str, Any], words: Presentation | None, held: Format | None) -> Unit | None:
        """The unit that is named, as far as it goes with the rule set and the format; None where none is."""
        named = given["unit"]
        if not named:
            return None
        if named not in [*Unit]:
            near = did_you_mean(named, Unit)
            self._fault("unit", f"there is no unit `{named}`{near}; there is {listed(Unit, 'and')}")
            return None
        unit = Unit(named)
        if unit is Unit.BID and words and words.rules.handicap is None:
            self._fault("unit", f"{words.title} has no handicap to bid with")
        elif held and unit not in held.units:
            fitting = listed(sorted(held.units), "or")
            self._fault("unit", f"the unit of the format {held.name} is {fitting}, and not {unit}")
        return unit

    def _unit_of(self, unit: Unit | None, sides: Sequence[Sequence[SeatName]], held: Format) -> Unit | None:
        """The unit for so many seats: the usual one where none is named. None where it cannot be, which is told."""
        seats = sum(map(len, sides))
        usual = Unit.SERIES if SERIES in self._table else Unit.MATCH if seats == 2 else Unit.TABLE
        chosen = unit or usual
        if (chosen is Unit.SERIES) != (SERIES in self._table):
            told = "is told in a table [series]" if chosen is Unit.SERIES else "cannot be, with a table [series]"
            self._fault("unit", f"the unit {chosen} {told}")
            return None
        if (chosen is Unit.TABLE) != (seats > 2):
            fitting = "match, single or bid" if seats == 2 else "table"
            self._fault("unit", f"with {seats} seats the unit is {fitting}, and not {chosen}")
            return None
        if unit is None and chosen not in held.units:
            for_ = "is not for series" if chosen is Unit.SERIES else f"is for two seats, and here are {seats}"
            if held.units == {Unit.SERIES}:
                for_ = "is for series alone: write [series], and below it `battles`"
            self._fault("format", f"the format {held.name} {for_}")
            return None
        return chosen

    # --- A series -------------------------------------------------------------------------------------------------

    def _series(self) -> Series | None:
        """The series that the file describes; None where it has none, or a wrong one, which is told."""
        table = self._table.get(SERIES)
        if not isinstance(table, dict):
            return None
        before = len(self._faults)
        given = self._series_values(table)
        if len(self._faults) > before:
            return None
        grounds = given.ground * len(given.battles) if len(given.ground) == 1 else given.ground
        if not series.FEWEST <= len(given.battles) <= series.MOST:
            many = len(given.battles)
            self._fault("series.battles", f"a series has {series.FEWEST} to {series.MOST} battles, and here are {many}")
        if len(grounds) != len(given.battles):
            told = f"`ground` is one for all battles or one for each of {len(given.battles)}"
            self._fault("series.ground", f"{told}, and here are {len(grounds)}")
        if len(self._faults) > before:
            return None
        fights = tuple(Fight(ruleset=name, ground=ground) for name, ground in zip(given.battles, grounds, strict=True))
        found = Series(fights, tuple(given.army), given.hours, given.fallen, given.routed, given.pool)
        self._can_be_fought(found)
        return found if len(self._faults) == before else None

    def _series_values(self, table: Mapping[str, Any]) -> series.Written:
        hints = get_type_hints(series.Written, include_extras=True)
        given: dict[str, Any] = {"battles": []}
        for name, value in table.items():
            if name in hints:
                self._value(given, name, hints[name], value, f"series.{name}")
            else:
                near = did_you_mean(name, hints)
                self._fault(f"series.{name}", f"a series has no `{name}`{near}; there is {listed(hints, 'and')}")
        if "battles" not in table:
            self._fault(SERIES, f"`battles` is missing: {description(hints['battles'])}")
        return series.Written(**given)

    def _can_be_fought(self, found: Series) -> None:
        """Whether each of its battles has room for the armies as they begin: later ones are smaller."""
        for number, fight in enumerate(found.battles, start=1):
            words = self._known("series.battles", fight.ruleset)
            if words is None:
                continue
            sitting = Sitting("1-1-1", dict(zip(BATTLE_SIDES, ("a", "b"), strict=True)), battle=number)
            met = Encounter(1, 1, ("a", "b"), (sitting,))
            try:
                game_of(series.battle(found, met, sitting, series.armies(found)), words.rules)
            except NoMuster as error:
                self._fault("series.battles", NOT_FOUGHT[error.code].format(words.title))

    # --- How it is held -------------------------------------------------------------------------------------------

    def _format(self, given: Mapping[str, Any]) -> Format | None:
        name = given.get("format")
        if name is None:
            return None
        if name not in formats.FORMATS:
            known = formats.FORMATS
            self._fault(
                "format", f"there is no format `{name}`{did_you_mean(name, known)}; there is {listed(known, 'and')}"
            )
            return None
        return formats.of(name)

    def _settings(self, held: Format) -> dict[str, Any] | None:
        """The settings of the format, settled."""
        written = self._table.get("settings", {})
        if not isinstance(written, dict):
            return None
        hints = get_type_hints(held.settings, include_extras=True)
        given: dict[str, Any] = {}
        before = len(self._faults)
        for name, value in written.items():
            if name in hints:
                self._value(given, name, hints[name], value, f"settings.{name}")
            else:
                known = f"; there is {listed(hints, 'and')}" if hints else "; it has none"
                near = did_you_mean(name, hints)
                self._fault(f"settings.{name}", f"the format {held.name} has no setting `{name}`{near}{known}")
        if len(self._faults) > before:
            return None
        settled: dict[str, Any] = msgspec.to_builtins(msgspec.convert(given, held.settings))
        return settled

    def _tie_breaks(self, given: Mapping[str, Any], held: Format | None) -> tuple[str, ...]:
        known = tie_breaks.TIE_BREAKS
        for name in given["tie_breaks"]:
            if name not in known:
                self._fault(
                    "tie_breaks",
                    f"there is no tie-break `{name}`{did_you_mean(name, known)}; there is {listed(known, 'and')}",
                )
            elif given["tie_breaks"].count(name) > 1:
                self._fault("tie_breaks", f"`{name}` stands among the tie-breaks twice")
        chosen = tuple(given["tie_breaks"]) or (held.tie_breaks if held else ())
        return tuple(dict.fromkeys((*(each for each in chosen if each != tie_breaks.LOT), tie_breaks.LOT)))

    def _bye(self, given: Mapping[str, Any], held: Format | None) -> str:
        bye: str = given["bye"]
        known = [POINTS, *Level]
        if bye not in known:
            self._fault("bye", f"there is no bye `{bye}`{did_you_mean(bye, known)}; it is {listed(known, 'or')}")
        elif bye != POINTS and held is not None and not held.byes:
            self._fault("bye", f"the format {held.name} has no byes that a robot could take")
        return bye

    def _directors(self, given: Mapping[str, Any]) -> tuple[str, ...]:
        known = {written: postal.known_as(written) for written in given["directors"]}
        for written, address in known.items():
            if address is None:
                self._fault("directors", f"`{written}` is no mail address")
        return tuple(dict.fromkeys(address for address in known.values() if address))

    def _round_days(self, given: Mapping[str, Any], found: Series | None) -> int:
        """How many days a round has: of a series as many as its battles would have as rounds of their own."""
        if found is None or "round_days" in self._table:
            return int(given["round_days"])
        return min(MOST_ROUND_DAYS, ROUND_DAYS * len(found.battles))

    # --- When -----------------------------------------------------------------------------------------------------

    def _zone(self, given: Mapping[str, Any]) -> str:
        try:
            return clock.zone_of(given["zone"])
        except BadTerms as error:
            self._fault("zone", str(error))
            return "UTC"

    def _terms(self, given: Mapping[str, Any], words: Presentation | None, zone: str) -> Terms:
        terms = msgspec.structs.replace(USUAL, zone=zone)
        for key in CLOCK_KEYS:
            if key not in self._table or key not in given:
                continue
            value = given[key] if isinstance(given[key], str) else "on" if given[key] else "off"
            try:
                if words:
                    terms = house.settle({key: value}, words, terms, terms.zone)
                elif key == "clock":
                    clock.clock_of(value)
            except BadTerms as error:
                self._fault(key, str(error))
        return terms

    def _days(
        self, given: Mapping[str, Any], held: Format | None, zone: ZoneInfo
    ) -> tuple[datetime | None, datetime | None]:
        start, entries = (self._moment(key, given[key], zone) for key in ("start", "entries"))
        if start and start <= self._now:
            self._fault("start", f"the start, {start:%Y-%m-%d %H:%M}, is in the past")
        if held is None:
            return start, entries
        if held.starts_itself:
            for key in ("start", "entries"):
                if given[key] is not None:
                    self._fault(key, f"the format {held.name} begins by itself, so that it has no `{key}`")
            return None, None
        if given["start"] is None:
            self._fault("start", "`start` is missing: the day on which it begins")
        if start is None:
            return None, entries
        check_in = CHECK_IN if held.check_in else timedelta()
        last = start - check_in
        until = entries or last
        if until > last:
            self._fault(
                "entries",
                f"entries close on {last:%Y-%m-%d %H:%M} at the latest, {check_in.days} days before "
                "the start, when entrants are asked whether they are there",
            )
        elif until <= self._now < start:
            why = "" if entries else f", {check_in.days} days before the start"
            told = f"entries would have closed already, on {until:%Y-%m-%d %H:%M}{why}"
            self._fault("entries" if entries else "start", told)
        return start, until

    def _moment(self, key: str, written: Any, zone: ZoneInfo) -> datetime | None:
        """A moment written as a date or with an hour; without an offset it is in the zone of the event."""
        if written is None:
            return None
        if isinstance(written, datetime):
            return written if written.tzinfo else written.replace(tzinfo=zone)
        if isinstance(written, date):
            return datetime.combine(written, time(), zone)
        self._fault(key, f"`{key}` is a date, written without quotation marks: 2027-03-01 or 2027-03-01T20:00:00")
        return None


def weaker_seat(words: Presentation, options: Options, sides: Sequence[Sequence[SeatName]]) -> SeatName | None:
    """The seat of two that won less between robots; None where nothing was measured, or there are more."""
    measure = balance.of(words, options)
    if measure is None or [len(side) for side in sides] != [1, 1]:
        return None
    one, other = (side[0] for side in sides)
    if measure.won[one] == measure.won[other]:
        return None
    return min((one, other), key=lambda seat: measure.won[seat])


def description(hint: Any) -> str:
    """What a key means, as its type says."""
    return next((each.description for each in getattr(hint, "__metadata__", ()) if each.description), "")


def _plain(error: msgspec.ValidationError) -> str:
    """What is wrong with a value, for whoever knows no Python."""
    told = str(error).partition(" - at ")[0]
    for theirs, ours in _WORDS:
        told = told.replace(theirs, ours)
    return told[0].lower() + told[1:]


_WORDS: Sequence[tuple[str, str]] = (
    ("Expected ", "it should be "),
    ("`str`", "a text in quotation marks"),
    ("`int`", "a whole number"),
    ("`float`", "a number"),
    ("`bool`", "true or false"),
    ("`array`", "a list in brackets"),
    ("`object`", "a table"),
    (" of length ", " with a length "),
    (", got ", ", and is "),
)
