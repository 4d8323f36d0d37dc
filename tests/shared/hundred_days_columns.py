"""The words in which the rules of Hundred Days are tested: a few columns, orders, dice; then what became of it.

    played = play("F7@FLE march LIG attack | P1@LIG", dice=[4, 3])
    played = play("F7@FLE | P1@FLE>LIG:24", {"napoleon": "F7 march LIG attack"})

A column is its code, where it stands (`@FLE`; on a link `@FLE>LIG:24`: from FLE to LIG, 24 hm done), then what it has
been ordered (`march LIG > SOM`, a stance, `rest`, `night`, `forced`) and any key of its JSON as `key=value`. Columns
that are not named are not there. They have mustered and are ready; nobody is broken and there is no capital, unless a
test asks for the campaign as it is.

Most tests play without fog, where orders act at once and no die is thrown but those of battles, bridges and commanders;
all of them are written down, and one too few or too many is a failure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.contract import Adjudication, Line
from core.dice import Dice, ScriptedDice
from core.rulesets.hundred_days import HundredDays
from core.rulesets.hundred_days import orders as o

STANCES = ("attack", "stand", "avoid")
PLANS = ("march", "retreat", "hold", "rest", "exit", "join", "repair")


class Scripted(ScriptedDice):
    """Dice as written down; what is left over is told, so that a test can ask for none."""


class Then(Dice):
    """Dice as written down, and the same from then on: for what comes after the dice that a test is about."""

    def __init__(self, values: Sequence[int], rest: int) -> None:
        super().__init__()
        self.values, self.rest = list(values), rest

    def _number(self, turn: int, draw: int, faces: int) -> int:
        return min(self.values.pop(0) if self.values else self.rest, faces)


class Always(Dice):
    """Dice that always show the same, or their highest face."""

    def __init__(self, value: int) -> None:
        super().__init__()
        self.value = value

    def _number(self, turn: int, draw: int, faces: int) -> int:
        return min(self.value, faces)


@dataclass(frozen=True)
class Played:
    """What a turn came to, with names for what the tests look at."""

    rules: HundredDays
    position: Any
    before: Any
    events: tuple[Any, ...]
    verdicts: Mapping[str, Any]
    dice: Any

    @property
    def json(self) -> dict[str, Any]:
        return self.rules.encode(self.position)

    def column(self, code: str) -> dict[str, Any]:
        """A column as it is, every usual value filled in."""
        usual = {"stance": "stand", "fatigue": 0, "stragglers": 0, "lost": 0, "plan": "hold", "touch": [], "at": None}
        usual |= {"on": None, "path": [], "gone": None, "battle": None, "halt": 0, "routed": False, "driven": False}
        found = next(column for column in self.json["columns"] if column["code"] == code)
        return usual | found

    def where(self, code: str) -> str:
        """`FLE`, or `FLE>LIG:24`."""
        column = self.column(code)
        if column["at"] is not None:
            return str(column["at"])
        road = column["on"]
        return f"{road['from']}>{road['to']}:{road.get('done', 0)}"

    def of(self, kind: str, **facts: Any) -> list[dict[str, Any]]:
        """The events of a kind, with these facts."""
        found = [event.facts for event in self.events if event.kind == kind]
        return [each for each in found if all(each.get(key) == value for key, value in facts.items())]

    def one(self, kind: str, **facts: Any) -> dict[str, Any]:
        """The one event of a kind, with these facts."""
        found = self.of(kind, **facts)
        assert len(found) == 1, (kind, found)
        return found[0]

    def beat_of(self, kind: str, **facts: Any) -> int:
        return int(self.one(kind, **facts)["beat"])

    def view(self, seat: str | None) -> dict[str, Any]:
        return self.rules.view(self.position, seat)

    @property
    def refused(self) -> list[tuple[int | None, str | None, tuple[str, ...]]]:
        """Line, code and clauses of what was refused."""
        return [
            (verdict.line, verdict.code, verdict.clauses)
            for verdicts in self.verdicts.values()
            for verdict in verdicts
            if verdict.code is not None
        ]


def column(text: str) -> dict[str, Any]:
    """A column as the tests write it, as JSON."""
    first, *words = text.split()
    code, _, where = first.partition("@")
    found: dict[str, Any] = {"code": code, "ready": 0, "muster": 0, "fatigue": 0}
    if ">" in where:
        ends, _, done = where.partition(":")
        start, _, goal = ends.partition(">")
        found["on"] = {"from": start, "to": goal, "done": int(done or 0)}
    elif where:
        found["at"] = where
    while words:
        word = words.pop(0)
        if word in STANCES:
            found["stance"] = word
        elif word in PLANS:
            found["plan"] = word
            path = []
            while words and words[0].isupper():
                path.append(words.pop(0))
                if words and words[0] == ">":
                    words.pop(0)
            if path:
                found["path"] = path
        elif "=" in word:
            key, _, value = word.partition("=")
            numbers = value.lstrip("-").isdigit()
            found[key] = int(value) if numbers else value.split(",") if key in ("touch", "path") else value
        else:
            found[word] = True
    return found


def order(text: str) -> Any:
    """An order line as the tests write it, as a value; what is not understood is None."""
    words = text.replace(",", " ").split()
    if text.startswith("letter "):
        to, _, said = text[7:].partition(":")
        return o.Letter(to.strip(), said.strip())
    match words:
        case ["continue"]:
            return o.ContinueAll()
        case ["test"]:
            return o.Test()
        case ["show"]:
            return o.Show()
        case ["draw"]:
            return o.Draw()
        case ["resign"]:
            return o.Resign()
        case ["result", battle, *_]:
            return o.result_of(battle, text.split(maxsplit=2)[2])
        case ["turn", number]:
            return o.TurnHeader(int(number))
        case ["give", code, "to", seat]:
            return o.Give(code, seat)
        case [person, "ride", place]:
            return o.Ride(person, place)
        case [person, "with", code]:
            return o.With(person, code)
        case [code, "continue"]:
            return o.Continue(code)
        case [code, "detach", part, "as", new]:
            return o.Detach(code, None if part == "horse" else int(part), new)
    return _column_order(words)


def _column_order(words: list[str]) -> Any:
    code, verb, rest = words[0], words[1] if len(words) > 1 else "", words[2:]
    path = []
    if verb in ("march", "retreat"):
        while rest and rest[0] not in (*STANCES, "forced", "night", "at", "guns", "line"):
            path += [rest[0]] if rest[0] != ">" else []
            rest = rest[1:]
        kind: Any = o.March if verb == "march" else o.Retreat
        return kind(code, tuple(path), said(rest))
    if verb in ("hold", "rest", "exit"):
        plain: Any = {"hold": o.Hold, "rest": o.Rest, "exit": o.Leave}[verb]
        return plain(code, said(rest))
    if verb in ("join", "repair", "scout", "blow"):
        named: Any = {"join": o.Join, "repair": o.Repair, "scout": o.Scout, "blow": o.Blow}[verb]
        return named(code, rest[0], said(rest[1:]))
    found = said(words[1:])
    return o.Change(code, found) if found is not None and words[1:] else None


def said(words: Sequence[str]) -> Any:
    """The words behind an order; None where one of them is not understood."""
    found: dict[str, Any] = {}
    left = list(words)
    while left:
        word = left.pop(0)
        if word in STANCES:
            found["stance"] = word
        elif word in ("forced", "night"):
            found[word] = True
        elif word == "at":
            hours, _, minutes = left.pop(0).partition(":")
            found["at"] = 60 * int(hours) + int(minutes)
        elif word == "guns":
            found["guns"] = left.pop(0) == "yes"
        elif word == "line":
            found["line"] = left.pop(0)
        else:
            return None
    return o.Words(**found)


def lines(text: str) -> tuple[Line, ...]:
    """A mail, its lines parted by `/`."""
    parts = [part.strip() for part in text.split(" / ")]
    return tuple(Line(number, part, order(part)) for number, part in enumerate(parts, start=1))


def lay(
    rules: HundredDays, columns: str | None, persons: Mapping[str, str] | None = None, options: Any = None, **keys: Any
) -> Any:
    """A position with these columns; persons as `{"napoleon": "CHA"}`, a place or a column."""
    settled = rules.settle(options or {})
    written: dict[str, Any] = dict(keys)
    if columns is not None:
        written["columns"] = [column(text.strip()) for text in columns.split("|")]
    opening = rules.encode(rules.opening(settled))
    people = dict(opening["persons"])
    codes = {each["code"] for each in written.get("columns", opening["columns"])}
    for name, person in people.items():
        if person.get("column") and person["column"] not in codes:
            people[name] = {"seat": person["seat"], "at": "PHI"}
    for name, where in (persons or {}).items():
        people[name] = {"seat": people[name]["seat"], "at" if len(where) == 3 else "column": where}
    return rules.decode(written | {"persons": people}, settled)


def turn(rules: HundredDays, position: Any, orders: Mapping[str, str] | None, dice: Any, turns: int = 1) -> Played:
    """The turn played, and so many after it; all dice have to be thrown."""
    thrown = dice if isinstance(dice, Dice) else Scripted(dice)
    mails = {seat: lines(text) for seat, text in (orders or {}).items()}
    done: Adjudication = rules.adjudicate(position, mails, thrown, due=True)
    events = list(done.events)
    now = done.position
    for _ in range(turns - 1):
        more: Adjudication = rules.adjudicate(now, {}, thrown, due=True)
        events += more.events
        now = more.position
    if isinstance(thrown, Scripted):
        assert thrown.left == 0, f"{thrown.left} dice were not thrown"
    return Played(rules, now, position, tuple(events), done.verdicts, thrown)
