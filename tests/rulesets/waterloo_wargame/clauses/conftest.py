"""The words in which the rules of waterloo_wargame are tested: place a few pieces, order, roll, look at what came.

    played = play("F I3 inf 3 3000,1900/0; A D5 inf 5 3000,2000/180", "attack d5 with i3", "5 3")
    assert played.fights == ["I3 D5 9v8 attacker"]

asks `pbem.batch.answer` exactly what `pbem adjudicate` would ask, with the orders as the side to move would mail them
(` / ` parts the lines). That is the French in round 1 on the bare board, unless a test says otherwise. Pieces are
written as in `wargame_pieces`; `hold` names strongpoints held by the
Allies, or `HOU=F`; `generals` the carriers, `F=P3 A=D5`; `position` adds keys.

Every die given must be taken (`loose` lifts this). `then` goes on from what became of it, with the orders of the side
that is to move. `facts` is what the check tells of a line that is good.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from wargame_pieces import SEATS, pieces_in, place_of

from pbem.batch.answering import answer
from pbem.rulesets.waterloo_wargame import presentation


@dataclass(frozen=True)
class Played:
    """An answer of `pbem adjudicate`, with names for what the tests look at."""

    answer: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def position(self) -> dict[str, Any]:
        return self._get("position")

    @property
    def events(self) -> list[dict[str, Any]]:
        return self._get("events")

    @property
    def refused(self) -> list[dict[str, Any]]:
        return self._get("refused")

    @property
    def outcome(self) -> dict[str, Any] | None:
        return self._get("outcome")

    @property
    def awaiting(self) -> dict[str, str]:
        return self._get("awaiting")

    def _get(self, key: str) -> Any:
        assert "error" not in self.answer, self.answer
        return self.answer[key]

    @property
    def error(self) -> dict[str, Any]:
        """Why the request could not be adjudicated at all."""
        return self.answer["error"]

    @property
    def ok(self) -> bool:
        return self.refused == []

    @property
    def no(self) -> str:
        """The refusals in brief: `2 E06`, `1 E01, 3 E04`; nothing where all is well."""
        return ", ".join(f"{entry['line']} {entry['code']}" for entry in self.refused)

    @property
    def refusal(self) -> dict[str, Any]:
        """The one refusal there is."""
        assert len(self.refused) == 1, self.refused
        return self.refused[0]

    @property
    def message(self) -> str:
        return self.refusal["message"]

    @property
    def cites(self) -> list[str]:
        """The clauses of the one refusal."""
        return self.refusal["clauses"]

    def at(self, codes: str) -> str:
        """Where pieces stand: `at("B3 G1") == "3000,2400/180 -"`; `-` for one that is gone."""
        table = {piece["code"]: piece for piece in self.position["pieces"]}
        return " ".join(place_of(table[code]) or "-" for code in codes.split())

    @property
    def losses(self) -> str:
        """Both counters, in thousands: `F 2 A 4`."""
        return f"F {self.position['losses']['french']} A {self.position['losses']['allied']}"

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["event"] == kind]

    def one(self, kind: str) -> dict[str, Any]:
        """The one event of a kind."""
        found = self.of(kind)
        assert len(found) == 1, self.events
        return found[0]

    @property
    def kinds(self) -> list[str]:
        """The kinds of the events of the turn, in order, without those of the clock."""
        return [event["event"] for event in self.events if event["event"] not in ("turn", "dial")]

    @property
    def fights(self) -> list[str]:
        """The fights and duels: `P3+Q2 D4 10v7 attacker`, `G1 G2 9v9 draw`."""
        return [fought(event) for event in self.events if event["event"] in ("fight", "duel")]

    @property
    def lapses(self) -> list[str]:
        """The lines that lapsed: `2 E01`."""
        return [f"{event['line']} {event['code']}" for event in self.of("lapse")]

    @property
    def support(self) -> str:
        """Who defended in the one fight: `T2 W3`."""
        return " ".join(self.one("fight")["support"])

    @property
    def rolled(self) -> str:
        return " ".join(map(str, self._get("rolled")))

    @property
    def end(self) -> str | None:
        """How the game ended, as `french losses WWG-125`, `draw agreed 5.5`, or None while it goes on."""
        if self.outcome is None:
            return None
        return f"{'+'.join(self.outcome['winners']) or 'draw'} {self.outcome['reason']} {self.outcome['clause']}"

    def view(self, side: str | None) -> dict[str, Any]:
        """What a side (`F`, `A`; None: an onlooker) may know."""
        rules = presentation().rules
        return rules.view(rules.decode(self.position, rules.settle(self.options)), SEATS[side] if side else None)

    def sees(self, code: str) -> dict[str, Any]:
        """What the view shows of a piece."""
        return next(piece for piece in self.view("F")["pieces"] if piece["code"] == code)

    def facts(self, orders: str, line: int = 1) -> dict[str, Any]:
        """What the check tells of a line of the side to move."""
        rules = presentation().rules
        position = rules.decode(self.position, rules.settle(self.options))
        lines = presentation().read(list(enumerate(orders.split(" / "), start=1)))
        verdict = next(
            each for each in rules.check(position, self.position["to_move"], lines).verdicts if each.line == line
        )
        return {"status": verdict.status.value, "code": verdict.code} | dict(verdict.facts)

    def then(
        self, orders: str | Mapping[str, str] = "", dice: str = "", due: bool = False, loose: bool = False
    ) -> Played:
        """Go on with the orders of the side to move, or with those of a mapping by side."""
        told = {self.position["to_move"]: orders} if isinstance(orders, str) else orders
        return asked(self.position, told, dice, due, self.options, loose)


def fought(event: Mapping[str, Any]) -> str:
    ours = "+".join(event["pieces"]) if event["event"] == "fight" else event["gun"]
    score = f"{event['attack']['total']}v{event['defence']['total']}"
    return f"{ours} {event['target']} {score} {event['result']}"


def named(text: str, default: str) -> dict[str, str]:
    """`HOU LHS=F` as `{"HOU": default, "LHS": "F"}`."""
    return {word.partition("=")[0]: word.partition("=")[2] or default for word in text.split()}


def asked(
    position: Mapping[str, Any] | None,
    orders: Mapping[str, str],
    dice: str | Mapping[str, Any],
    due: bool,
    options: Mapping[str, Any],
    loose: bool = False,
) -> Played:
    request = {
        "id": "case",
        "ruleset": "waterloo_wargame",
        "options": dict(options),
        "position": position,
        "orders": {SEATS.get(seat, seat): text.replace(" / ", "\n") for seat, text in orders.items() if text},
        "dice": [int(word) for word in dice.split()] if isinstance(dice, str) else dice,
    }
    told = answer(request | {"due": True} if due else request)
    if isinstance(dice, str) and not loose and "error" not in told:
        assert told["rolled"] == request["dice"], told
    return Played(told, options)


@pytest.fixture
def ask() -> Callable[..., Played]:
    """Ask a batch request made of its parts: position (None: the opening), orders by side, dice, options."""

    def ask(
        position: Mapping[str, Any] | None,
        orders: str | Mapping[str, str] = "",
        dice: str | Mapping[str, Any] = "",
        due: bool = False,
        **options: Any,
    ) -> Played:
        told = {"F": orders} if isinstance(orders, str) else orders
        return asked(position, told, dice, due, options)

    return ask


@pytest.fixture
def play() -> Callable[..., Played]:
    """Send the orders of the side to move (or a mapping of orders by side) on the given pieces."""

    def play(
        pieces: str,
        orders: str | Mapping[str, str] = "",
        dice: str = "",
        mover: str = "F",
        hold: str = "",
        generals: str = "",
        position: Mapping[str, Any] | None = None,
        due: bool = False,
        loose: bool = False,
        **options: Any,
    ) -> Played:
        whole = {
            "pieces": pieces_in(pieces),
            "to_move": SEATS[mover],
            "strongpoints": {point: SEATS[side] for point, side in named(hold, "A").items()},
            "generals": {SEATS[side]: code for side, code in named(generals, "").items()},
        }
        told = {mover: orders} if isinstance(orders, str) else orders
        return asked(whole | dict(position or {}), told, dice, due, {"scenario": "bare"} | options, loose)

    return play
