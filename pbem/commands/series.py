"""SERIES: battles of several rule sets between two players, one after another, opened by mail."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from core.contract import Level
from pbem.commands import house, robots
from pbem.commands.answers import Reply, words
from pbem.commands.queries import Asker
from pbem.commands.robots import NoSuchRobot, Opponents
from pbem.events import announcement, directing, entering, series
from pbem.events.announcement import CLOCK_KEYS, SERIES, BadAnnouncement
from pbem.events.contract import CannotBe
from pbem.events.entering import NotDone
from pbem.events.kept import Held
from pbem.inbound.lines import Command
from pbem.nearest import by_form, did_you_mean
from pbem.reports.document import echoed
from pbem.rulesets import names
from pbem.rulesets.sentences import listed
from pbem.runtime.context import Context, notify_after_commit
from pbem.store.database import now

LONGEST = 500  # signs of a line
MOST_TOLD = 3  # faults
HOW = "write the rule sets of its battles in their order: SERIES waterloo_wargame, waterloo_grid"
NUMBERS = ("hours", "fallen", "routed", "pool")
NOT_HERE = {
    "AS": "who attacks first is drawn, and then both attack in turn",
    "WORD": "its dice come from a seed that is sealed before",
    "WITH": "whoever enters first plays",
    "PRIVATE": "whoever enters first plays",
}
# The value of an option has no blanks, but may have commas: `ground=open,town`.
_CHOSEN = re.compile(r"(?<!\S)([A-Za-z_-]{1,30})\s*=\s*(\S{1,200})")
_BETWEEN = re.compile(r"\s*(?:[,;+>]|\band\b|\bthen\b)[\s,;+>]*", re.IGNORECASE)
_NOT_HERE = re.compile(rf"(?<!\S)({'|'.join(NOT_HERE)})(?:\s|$)", re.IGNORECASE)


def open_(session: Session, context: Context, asker: Asker, asked: Command) -> Reply:
    """`SERIES ruleset, ruleset [hours=6] [ground=town] [AGAINST robot]`: open a series, and enter it.

    It is an event without a director: whoever enters it plays, and `AGAINST officer` enters a robot.
    """
    rest = " ".join([asked.rest, *asked.below])
    if len(rest) > LONGEST:
        return Reply("no", f"a list of battles has {LONGEST} signs at the most; {HOW}")
    try:
        opponents, rest = robots.taken_out(rest)
        of_the_house, rest = house.taken_out(rest)
        chosen = {found[1].lower(): found[2].strip(",") for found in _CHOSEN.finditer(rest)}
        battles, mended = _battles(_CHOSEN.sub(" ", rest))
        table = _table(battles, chosen, of_the_house, asker.player.zone)
        with session.begin_nested():
            held = directing.new_by_mail(session, context, asker.player, announcement.from_mail(table, now(session)))
            entering.enter(held, asker.player)
            _enter_robot(held, opponents)
    except (_CannotRead, NoSuchRobot, NotDone, CannotBe) as error:
        return Reply("no", str(error))
    except BadAnnouncement as error:
        told = "; ".join(fault.text for fault in error.faults[:MOST_TOLD])
        return Reply("no", told.replace("`", ""))
    notify_after_commit(session, "event", held.event.id, "opened")
    read_as = f"SERIES {', '.join(battles)}" if mended or asked.mended else None
    return _opened(held, context, read_as=read_as)


class _CannotRead(Exception):
    """What is not understood of a SERIES line, as a sentence without its full stop."""


def _battles(text: str) -> tuple[list[str], bool]:
    """The rule sets that are named, in order, and whether any was typed otherwise than it is called."""
    beside = _NOT_HERE.search(text)
    if beside is not None:
        raise _CannotRead(f"SERIES has no {beside[1].upper()}: {NOT_HERE[beside[1].upper()]}")
    typed = [part for part in _BETWEEN.split(text.strip()) if part]
    found = [name for part in typed for name in _named(part)]
    if not found:
        raise _CannotRead(HOW)
    return found, found != typed


def _named(part: str) -> list[str]:
    """The rule sets of a part of the list: one, whose name may have blanks in it, or several with blanks between."""
    tokens, found = part.split(), []
    while tokens:
        counts = range(min(len(tokens), 4), 0, -1)
        count, name = next(
            ((count, name) for count in counts if (name := by_form(" ".join(tokens[:count]), names()))), (0, None)
        )
        if name is None:
            near = did_you_mean(part, names()) or did_you_mean(tokens[0], names())
            there = listed(names(), "and")
            raise _CannotRead(f'there is no rule set "{echoed(" ".join(tokens))}" here{near}; there is {there}')
        found.append(name)
        tokens = tokens[count:]
    return found


def _table(battles: list[str], chosen: Mapping[str, str], of_the_house: Mapping[str, str], zone: str) -> dict[str, Any]:
    """What was asked for, by the keys of an event file."""
    fights: dict[str, Any] = {"battles": battles}
    for name, value in chosen.items():
        if name in NUMBERS:
            if not re.fullmatch("[0-9]{1,6}%?", value):
                raise _CannotRead(f"{name} is a number: {name}=50")
            fights[name] = int(value.rstrip("%"))
        else:
            fights[name] = value.lower().split(",")
    foreign = [name for name in of_the_house if name not in CLOCK_KEYS]
    if foreign:
        raise _CannotRead(f"a series has no {foreign[0]}; beside its own options it has {listed(CLOCK_KEYS)}")
    if "army" in chosen:
        raise _CannotRead(
            "armies of your own are for event files (docs/directing.md); by mail both begin with the usual"
        )
    clock = {
        name: value if name != "weekend" else value.lower() not in ("off", "no") for name, value in of_the_house.items()
    }
    return {
        "event": "series",
        "title": "Series",
        "format": SERIES,
        "zone": zone,
        SERIES: fights,
        **clock,
    }


def _enter_robot(held: Held, opponents: Opponents) -> None:
    if len(opponents.levels) > 1:
        raise NotDone("two play a series: you, and one robot")
    for level in opponents.levels:
        entering.enter_robot(held, Level(level))


def _opened(held: Held, context: Context, *, read_as: str | None) -> Reply:
    event, fights = held.event, series.of(held.plan).battles
    count = len(fights)
    sections = [directing.announced_section(held)]
    if any(row.level for row in held.rows.values()):
        said = f"{event.name} is open, {count} battles against a robot: it begins now, and you are mailed whom you meet"
        return Reply("ok", said, tuple(sections), read_as=read_as)
    who = words(
        "Who else plays",
        f"Whoever wants to play mails this line to {context.settings.address}:",
        f"ENTER {event.name}",
        f"It begins by itself then. WITHDRAW {event.name} takes it back until somebody has.",
    )
    return Reply("ok", f"{event.name} is open, with {count} battles; you are in it", (who, *sections), read_as=read_as)
