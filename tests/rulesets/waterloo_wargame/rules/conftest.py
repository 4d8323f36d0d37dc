"""What the tests of the Waterloo Wargame's rules share: its board, and games from a few placed pieces.

    table("F I3 inf 3 3000,1900/0; A D5 inf 5 3000,2000/180").play("attack d5 with i3", dice=[5, 3])

Orders are read here by a few lines of code, so that nothing of `pbem` is needed; the grammar proper is in the words.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from core.contract import Adjudication, Line, Status, Verdict
from core.dice import ScriptedDice
from core.rulesets.waterloo_wargame import WaterlooWargame
from core.rulesets.waterloo_wargame import orders as said

SIDES = {"F": "french", "A": "allied"}
ARMS = {"inf": "infantry", "cav": "cavalry", "gun": "gun"}
COMPASS = {"n": 0, "ne": 45, "e": 90, "se": 135, "s": 180, "sw": 225, "w": 270, "nw": 315}
PLAIN = {
    "pass": said.Pass(),
    "preview": said.Preview(),
    "resign": said.Resign(),
    "offer draw": said.OfferDraw(),
    "withdraw draw": said.WithdrawDraw(),
    "claim game": said.Claim("game"),
    "claim computer": said.Claim("computer"),
}


def number(word: str) -> int | None:
    return None if word == "max" else int(word)


def bearing(word: str) -> int:
    return COMPASS[word] if word in COMPASS else int(word)


def thing(word: str) -> Any:
    return tuple(map(int, word.split(","))) if "," in word else word


def leg_of(text: str) -> Any:
    match text.split():
        case [("forward" | "back" | "left" | "right") as way, far]:
            return said.Along(way, number(far))
        case ["to", "contact", enemy, "bearing", way]:
            return said.ToContact(enemy, bearing(way))
        case ["to", "contact", enemy]:
            return said.ToContact(enemy)
        case ["to", where]:
            return said.To(thing(where))
        case ["toward", where, far]:
            return said.Toward(thing(where), number(far))
        case ["road", road, "to", where]:
            return said.ByRoadTo(road, thing(where))
        case ["road", road, way, far]:
            return said.ByRoad(road, bearing(way), number(far))
        case [way, far]:
            return said.Bearing(bearing(way), number(far))
    raise ValueError(text)


def named(text: str) -> tuple[str, ...]:
    return tuple(text.replace(",", " ").split())


def attack_of(target: str, rest: str) -> Any:
    rest, _, draw = rest.partition(" draw ")
    names, advances, advancer = rest.partition(" advance")
    then: Any = draw or "hold"
    return said.Attack(target, named(names), bool(advances), advancer.strip() or None, then)


def order_of(text: str) -> Any:
    """An order from its usual form; None for anything else."""
    if text in PLAIN:
        return PLAIN[text]
    words = text.split()
    match words:
        case ["move", piece, *_]:
            legs = text.split(maxsplit=2)[2].split(" then ")
            return said.Move(piece, tuple(leg_of(leg) for leg in legs))
        case ["turn", round_] if round_.isdigit():
            return said.TurnHeader(int(round_))
        case ["turn", piece, "around"]:
            return said.Turn(piece, None)
        case ["turn", piece, "face", where]:
            return said.Face(piece, thing(where))
        case ["turn", piece, "to", heading]:
            return said.Turn(piece, int(heading))
        case ["wheel", piece, ("left" | "right") as side, degrees]:
            return said.Wheel(piece, side, int(degrees))
        case ["general", "to", piece]:
            return said.General(piece)
        case ["exit", piece]:
            return said.Exit(piece)
        case ["fire", *_]:
            guns, _, target = text[5:].partition(" at ")
            return said.Fire(named(guns), target)
        case ["attack", target, "with", *_]:
            return attack_of(target, text.partition(" with ")[2])
        case ["stand", "evade", piece, when]:
            return said.StandEvade(piece, when)
        case ["stand", "support", piece, "with", *names]:
            return said.StandSupport(piece, "with", named(" ".join(names)))
        case ["stand", "support", piece, how]:
            return said.StandSupport(piece, how)
        case ["stand", "draw", piece, then]:
            return said.StandDraw(piece, then)
        case ["stand", "retreat", piece, "away"]:
            return said.StandRetreat(piece, None)
        case ["stand", "retreat", piece, "bearing", way]:
            return said.StandRetreat(piece, int(way))
        case ["stand", "general", "fallback", piece]:
            return said.StandFallback(piece)
    return None


def lines_of(*texts: str) -> list[Line]:
    return [Line(at + 1, text, order_of(text)) for at, text in enumerate(texts)]


def written_piece(text: str) -> dict[str, Any]:
    side, code, arm, men, where = text.split()
    place, _, heading = where.partition("/")
    x, y = place.split(",")
    return {
        "code": code,
        "side": SIDES[side],
        "arm": ARMS[arm],
        "men": int(men),
        "x": int(x),
        "y": int(y),
        "heading": int(heading),
    }


class Table:
    """A game at one moment, and what becomes of it."""

    def __init__(self, rules: WaterlooWargame, options: dict[str, Any], position: Any) -> None:
        self.rules, self.options, self.position = rules, options, position
        self.result: Adjudication | None = None

    @property
    def mover(self) -> str:
        return self.rules.awaiting(self.position)[0].seat

    def check(self, *texts: str, seat: str | None = None) -> list[Verdict]:
        return list(self.rules.check(self.position, seat or self.mover, lines_of(*texts)).verdicts)

    def refused(self, *texts: str, seat: str | None = None) -> list[str]:
        """The code of each line, or `ok`."""
        return [verdict.code or verdict.status.value for verdict in self.check(*texts, seat=seat)]

    def effect(self, *texts: str) -> str:
        return self.rules.check(self.position, self.mover, lines_of(*texts)).effect.value

    def untouched_by(self, *texts: str) -> bool:
        """Whether adjudicating these orders leaves the position as it is."""
        after = self.rules.adjudicate(self.position, {self.mover: lines_of(*texts)}, ScriptedDice([]))
        return not after.events and after.position == self.position

    def facts(self, *texts: str, seat: str | None = None) -> dict[str, Any]:
        """The facts of the last line."""
        return self.check(*texts, seat=seat)[-1].facts

    def play(self, *texts: str, dice: list[int] | None = None, seat: str | None = None, due: bool = False) -> Table:
        """The orders of a seat carried out; every line must be good, and every die be needed."""
        scripted = ScriptedDice(dice or [])
        orders = {seat or self.mover: lines_of(*texts)} if texts else {}
        self.result = self.rules.adjudicate(self.position, orders, scripted, due=due)
        for verdicts in self.result.verdicts.values():
            assert all(verdict.status is Status.OK for verdict in verdicts), verdicts
        assert scripted.left == 0
        self.position = self.result.position
        return self

    def where(self, code: str) -> str | None:
        """`3000,1900/0`, or None for a piece that is gone."""
        for piece in self.written()["pieces"]:
            if piece["code"] == code:
                return None if piece["x"] is None else f"{piece['x']},{piece['y']}/{piece['heading']}"
        raise KeyError(code)

    def written(self) -> dict[str, Any]:
        return self.rules.encode(self.position)

    def losses(self) -> tuple[int, int]:
        losses = self.written()["losses"]
        return losses["french"], losses["allied"]

    def kinds(self) -> list[str]:
        assert self.result is not None
        return [event.kind for event in self.result.events]

    def event(self, kind: str) -> dict[str, Any]:
        """The facts of the first event of a kind."""
        assert self.result is not None
        return next(event.facts for event in self.result.events if event.kind == kind)

    def totals(self) -> tuple[int, int]:
        """The scores of the first fight or duel."""
        assert self.result is not None
        facts = next(event.facts for event in self.result.events if event.kind in ("fight", "duel"))
        return facts["attack"]["total"], facts["defence"]["total"]


@pytest.fixture(scope="session")
def written() -> dict[str, Any]:
    """The board file."""
    return tomllib.loads(files("pbem.rulesets.waterloo_wargame").joinpath("board.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def rules(written: dict[str, Any]) -> WaterlooWargame:
    return WaterlooWargame(written)


@pytest.fixture
def table(rules: WaterlooWargame) -> Any:
    """`table("F I1 inf 1 1000,1000/0; A ...", hold={"HOU": "allied"}, generals={"french": "I1"}, unequal="double")`."""

    def make(pieces: str, mover: str = "french", **options: Any) -> Table:
        position = {
            "pieces": [written_piece(piece) for piece in pieces.split(";")],
            "to_move": mover,
            "strongpoints": options.pop("hold", {}),
            "generals": options.pop("generals", {}),
            **options.pop("position", {}),
        }
        settled = rules.settle({"scenario": "bare"} | options)
        return Table(rules, settled, rules.decode(position, settled))

    return make


@pytest.fixture
def waterloo(rules: WaterlooWargame) -> Any:
    """The standard opening, or that of other options."""

    def make(**options: Any) -> Table:
        settled = rules.settle(options)
        return Table(rules, settled, rules.opening(settled))

    return make
