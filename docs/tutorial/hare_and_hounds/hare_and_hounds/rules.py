"""The rules of Hare and Hounds, as `core.contract.RuleSet` has them. The rulebook is `rulebook.md`.

The order is that of the contract: the game and its options, what is asked, what is judged, what is played, what is
seen, and positions as JSON. Below the class stands what a move is and when the game is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from core import ranking, robots
from core.contract import (
    Adjudication,
    BadOption,
    BadPosition,
    Budget,
    Checked,
    Decision,
    Effect,
    Event,
    Handicap,
    Json,
    JsonText,
    Level,
    Line,
    Option,
    Options,
    Orders,
    Outcome,
    Playout,
    SeatName,
    Status,
    Verdict,
    shaped,
)
from core.dice import Dice
from core.options import MOST, settle
from core.position import BasePosition

from .board import Board, Point
from .schema import PositionSchema

HOUNDS, HARE = SEATS = ("hounds", "hare")  # HAH-002
MOVED_SIDEWAYS_IN_A_ROW = 10
SEED_BITS = (1 << 64) - 1


class Move(msgspec.Struct, frozen=True, tag=True):
    """A piece from one point to another; without `start`, whichever piece can go there."""

    start: Point | None
    to: Point


class Resign(msgspec.Struct, frozen=True, tag=True):
    """Giving up."""


class Position(BasePosition):
    """A position: what its JSON holds, with the rules and the options that it is played by."""

    def __init__(self, rules: HareAndHounds, options: Options, state: PositionSchema) -> None:
        self._rules, self._options, self.state = rules, options, state

    @property
    def rules(self) -> HareAndHounds:
        return self._rules

    @property
    def options(self) -> Options:
        return self._options


class HareAndHounds:
    """The contract, fulfilled for Hare and Hounds."""

    name = "hare_and_hounds"
    version = "1.0"
    position_schema: type[msgspec.Struct] = PositionSchema
    handicap: Handicap | None = None

    def __init__(self, board: Board) -> None:
        self.board = board
        self.neighbours = board.neighbours

    # --- The game and its options ---------------------------------------------------------------------------------

    def options(self) -> tuple[Option, ...]:
        return (
            Option("first", HOUNDS, SEATS, "HAH-004"),
            Option("stall", MOVED_SIDEWAYS_IN_A_ROW, None, "HAH-010"),
            Option("stalled", HARE, (HARE, "draw"), "HAH-010"),
        )

    def settle(self, chosen: Mapping[str, Any]) -> Options:
        settled = settle(self.options(), chosen)
        if settled["stall"] == 0:
            raise BadOption("value", "HAH-010", option="stall", value=0)
        return settled

    def seats(self, options: Options) -> tuple[SeatName, ...]:
        return SEATS

    def opening(self, options: Options) -> Position:
        start = self.board.start
        return self.decode({**start, "to_move": options["first"]}, options)

    # --- What is asked ----------------------------------------------------------------------------------------------

    def step(self, position: Position) -> int:
        return position.state.move + (position.state.outcome is not None)

    def awaiting(self, position: Position) -> tuple[Decision, ...]:
        if position.state.outcome is not None:
            return ()
        return (Decision(position.state.to_move, "move", at_deadline="first_move"),)

    def legal(self, position: Position, seat: SeatName, limit: int | None = None) -> list[Orders]:
        if position.state.outcome is not None or position.state.to_move != seat:
            return []
        return [(Line(1, text_of(move), move),) for move in self.moves(position.state)[:limit]]

    def random_orders(self, position: Position, seat: SeatName, seed: int) -> Orders:
        listed = self.legal(position, seat)
        return Random(seed & SEED_BITS).choice(listed) if listed else ()  # noqa: S311

    # --- What is judged ---------------------------------------------------------------------------------------------

    def check(self, position: Position, seat: SeatName, orders: Orders) -> Checked:
        verdicts: list[Verdict] = []
        for line in orders:
            if any(verdict.status is not Status.OK for verdict in verdicts):
                verdicts.append(Verdict(line.number, Status.VOID))
            elif verdicts:
                verdicts.append(Verdict(line.number, Status.REFUSED, "H08", ("HAH-013",)))
            else:
                verdicts.append(self._judge(position.state, seat, line))
        playable = bool(verdicts) and all(verdict.status is Status.OK for verdict in verdicts)
        return Checked(tuple(verdicts), Effect.AT_ONCE if playable else Effect.NOTHING)

    def _judge(self, state: PositionSchema, seat: SeatName, line: Line) -> Verdict:
        refusal = self._refusal(state, seat, line.order)
        if refusal is not None:
            code, clauses, facts = refusal
            return Verdict(line.number, Status.ASKED if code == "H09" else Status.REFUSED, code, clauses, facts)
        if isinstance(line.order, Resign):
            return Verdict(line.number, Status.OK, clauses=("HAH-012",))
        [start] = self._starts(state, line.order)
        return Verdict(line.number, Status.OK, facts={"start": start, "to": line.order.to})

    def _refusal(self, state: PositionSchema, seat: SeatName, order: Any) -> tuple[str, tuple[str, ...], Json] | None:
        """Why an order cannot be carried out: code, clauses and facts; None where it can."""
        if state.outcome is not None:
            return "H10", (state.outcome.clause,), {}
        if order is None:
            return "H01", (), {}
        if isinstance(order, Resign):
            return None
        for point in (order.start, order.to):
            if point is not None and point not in self.neighbours:
                return "H02", ("HAH-001",), {"point": point}
        if seat != state.to_move:
            return "H04", ("HAH-004",), {"to_move": state.to_move}
        if order.start is not None and order.start not in pieces(state, seat):
            return "H03", ("HAH-002",), {"point": order.start}
        if order.to in (*state.hounds, state.hare):
            return "H06", ("HAH-005",), {"point": order.to}
        starts = self._starts(state, order)
        if len(starts) > 1:
            return "H09", (), {"to": order.to, "starts": starts}
        return None if starts else self._no_way(state, order)

    def _no_way(self, state: PositionSchema, order: Move) -> tuple[str, tuple[str, ...], Json]:
        near = [piece for piece in pieces(state, state.to_move) if order.to in self.neighbours[piece]]
        if near and order.start in (None, *near):
            return "H07", ("HAH-006",), {"start": order.start or near[0], "to": order.to}
        return "H05", ("HAH-005",), {"start": order.start, "to": order.to}

    def _starts(self, state: PositionSchema, order: Move) -> list[Point]:
        """Where the piece of an order may come from."""
        return [
            move.start
            for move in self.moves(state)
            if move.to == order.to and move.start is not None and order.start in (None, move.start)
        ]

    # --- What is played ---------------------------------------------------------------------------------------------

    def adjudicate(
        self, position: Position, orders: Mapping[SeatName, Orders], dice: Dice, *, due: bool = False
    ) -> Adjudication:
        checked = {seat: self.check(position, seat, lines) for seat, lines in orders.items()}
        verdicts = {seat: answer.verdicts for seat, answer in checked.items()}
        state = position.state
        events: list[Event] = []
        for seat in SEATS:
            if state is position.state and seat in checked and checked[seat].effect is Effect.AT_ONCE:
                state = self._carry_out(state, seat, orders[seat][0], verdicts[seat][0], position.options, events)
        if due and state is position.state and state.outcome is None:
            # HAH-014
            state = self._play(state, self.moves(state)[0], position.options, events, clause="HAH-014")
        return Adjudication(Position(self, position.options, state), tuple(events), verdicts, SEATS if events else ())

    def playout(self, position: Position, seed: int, limit: int) -> Playout:
        state, rng, moves = position.state, Random(seed & SEED_BITS), 0  # noqa: S311
        while state.outcome is None and moves < limit:
            state = self._play(state, rng.choice(self.moves(state)), position.options, [])
            moves += 1
        return Playout(Position(self, position.options, state), moves)

    def _carry_out(
        self,
        state: PositionSchema,
        seat: SeatName,
        line: Line,
        verdict: Verdict,
        options: Options,
        events: list[Event],
    ) -> PositionSchema:
        if not isinstance(line.order, Resign):
            return self._play(state, Move(verdict.facts["start"], verdict.facts["to"]), options, events)
        events.append(Event("resigned", {"seat": seat}, "HAH-012"))
        return _ended(state, resignation(seat), events)

    def _play(
        self, state: PositionSchema, move: Move, options: Options, events: list[Event], clause: str = "HAH-005"
    ) -> PositionSchema:
        facts = {"seat": state.to_move, "move": state.move, "start": move.start, "to": move.to}
        events.append(Event("moved", facts, clause))
        state = after(state, move)
        outcome = self.outcome_of(state, options)
        return state if outcome is None else _ended(state, outcome, events)

    # --- What a move is, and when the game is over --------------------------------------------------------------------

    def moves(self, state: PositionSchema) -> list[Move]:
        """The moves that the side to move has, in the order of the alphabet."""
        taken = {*state.hounds, state.hare}
        return [
            Move(start, to)
            for start in pieces(state, state.to_move)
            for to in self.neighbours[start]
            # HAH-006 for hounds; the hare goes where it likes (HAH-007).
            if to not in taken and (state.to_move == HARE or column(to) >= column(start))
        ]

    def outcome_of(self, state: PositionSchema, options: Options) -> Outcome | None:
        """How a game ends that has come to this, or None while it goes on."""
        if all(column(hound) > column(state.hare) for hound in state.hounds):
            return Outcome((HARE,), "escaped", "HAH-009")
        if not self.moves(state):
            if state.to_move == HARE:
                return Outcome((HOUNDS,), "trapped", "HAH-008")
            return Outcome((HARE,), "no_move", "HAH-011")
        if state.sideways >= options["stall"]:
            return Outcome((HARE,) if options["stalled"] == HARE else (), "stalled", "HAH-010")
        return None

    # --- What is seen -----------------------------------------------------------------------------------------------

    def view(self, position: Position, seat: SeatName | None) -> Json:
        return {**self.encode(position), "options": position.options, "seat": seat}

    def open_record(self, position: Position) -> bool:
        return True

    def open_rolls(self, position: Position) -> bool:
        return True

    def outcome(self, position: Position) -> Outcome | None:
        return position.state.outcome

    # --- Robots -----------------------------------------------------------------------------------------------------

    def imagine(self, view: Json, seed: int) -> Position:
        # Nothing is hidden, so that a view is the position with two keys more.
        shown = {name: value for name, value in view.items() if name not in ("options", "seat")}
        return self.decode(shown, view["options"])

    def margin(self, position: Position) -> dict[SeatName, float]:
        return robots.margin(self, position)

    def ranking(self, outcome: Outcome, position: Position) -> tuple[tuple[SeatName, ...], ...]:
        return ranking.by_outcome(self, outcome, position)

    def robot_orders(
        self,
        view: Json,
        level: Level,
        seed: int,
        budget: Budget = Budget.ARENA,
        *,
        weights: Mapping[str, float] | None = None,
    ) -> Orders:
        return robots.orders(self, view, level, seed, budget)

    # --- Positions as JSON ------------------------------------------------------------------------------------------

    def encode(self, position: Position) -> Json:
        # By way of its text: JSON has lists where Python may have tuples, and a view equals what is read from a mail.
        data: Json = msgspec.json.decode(msgspec.json.encode(position.state))
        return data

    def decode(self, data: Json | JsonText, options: Options) -> Position:
        given = shaped(data, PositionSchema)
        if len({*given.hounds, given.hare}) != 4:
            raise BadPosition("hounds", "same_point", points=sorted([*given.hounds, given.hare]))
        state = replace(given, hounds=sorted(given.hounds))
        shown = self.outcome_of(state, options)
        if given.outcome not in (None, shown, *map(resignation, SEATS)):
            raise BadPosition("outcome", "outcome")
        return Position(self, options, replace(state, outcome=given.outcome or shown))


def text_of(order: Move | Resign) -> str:
    """An order as it is written."""
    if isinstance(order, Resign):
        return "resign"
    return f"{order.start} {order.to}" if order.start else order.to


def pieces(state: PositionSchema, seat: SeatName) -> list[Point]:
    """The points that a side's pieces stand on, in the order of the alphabet."""
    return state.hounds if seat == HOUNDS else [state.hare]


def column(point: Point) -> str:
    """A point's column, `a` to `e`."""
    return point[0]


def after(state: PositionSchema, move: Move) -> PositionSchema:
    """The position after a move of the side to move; whether the game is over is not looked at."""
    number = min(state.move + 1, MOST)  # what `encode` writes, `decode` takes
    if state.to_move == HARE:
        return replace(state, hare=move.to, to_move=HOUNDS, move=number)
    hounds = sorted(move.to if hound == move.start else hound for hound in state.hounds)
    # HAH-010
    sideways = state.sideways + 1 if move.start is not None and column(move.to) == column(move.start) else 0
    return replace(state, hounds=hounds, to_move=HARE, move=number, sideways=sideways)


def resignation(seat: SeatName) -> Outcome:
    """The end of a game that this seat has given up."""
    return Outcome((HARE if seat == HOUNDS else HOUNDS,), "resigned", "HAH-012")


def _ended(state: PositionSchema, outcome: Outcome, events: list[Event]) -> PositionSchema:
    events.append(Event("end", {"winners": list(outcome.winners), "reason": outcome.reason}, outcome.clause))
    return replace(state, outcome=outcome)
