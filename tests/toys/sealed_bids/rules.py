"""The rules of Sealed Bids, as `core.contract.RuleSet` has them.

BID-001 two seats, north and south      BID-002 equal purses          BID-003 each round a prize of two dice
BID-004 both bids are paid              BID-005 secret, simultaneous  BID-006 no more than the purse holds
BID-007 equal bids: a throw-off         BID-008 most points win       BID-009 silence bids nothing
BID-010 resigning ends the game at once
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Annotated, Any, TypeAlias

import msgspec

from core import options, ranking, robots
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
from core.dice import Dice, SeededDice

SEATS: tuple[SeatName, SeatName] = ("north", "south")
PRIZE_FACES = 6


class Bid(msgspec.Struct, frozen=True, tag=True):
    """An amount to bid, or None where the line does not say how much."""

    amount: int | None


class Resign(msgspec.Struct, frozen=True, tag=True):
    """Giving up."""


class Position(msgspec.Struct, frozen=True):
    """The whole state. `prize` is None until it has been rolled."""

    options: Options
    round: int
    prize: int | None
    purses: dict[SeatName, int]
    points: dict[SeatName, int]
    outcome: Outcome | None = None


Coins: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=options.MOST)]
Points: TypeAlias = Annotated[int, msgspec.Meta(ge=2, le=12)]


class Encoded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as JSON: its bounds and what its keys mean stand here, and nowhere else."""

    round: Annotated[int, msgspec.Meta(ge=1, le=options.MOST, description="which prize is on offer")]
    purses: Annotated[dict[SeatName, Coins], msgspec.Meta(description="seat to coins; in a view, those it may know")]
    points: Annotated[dict[SeatName, Coins], msgspec.Meta(description="seat to points")] = msgspec.field(
        default_factory=lambda: dict.fromkeys(SEATS, 0)
    )
    prize: Annotated[Points | None, msgspec.Meta(description="the points on offer; null: not thrown yet")] = None
    outcome: Annotated[Outcome | None, msgspec.Meta(description="how the game ended; null: it goes on")] = None


class Rules:
    """The contract, fulfilled."""

    name = "sealed_bids"
    version = "1.0"
    position_schema = Encoded
    handicap: Handicap | None = None

    def options(self) -> tuple[Option, ...]:
        return (
            Option("purse", 10, None, "BID-002"),
            Option("rounds", 3, None, "BID-003"),
            Option("ties", "throw", ("throw", "nobody"), "BID-007"),
        )

    def settle(self, chosen: Mapping[str, Any]) -> Options:
        settled = options.settle(self.options(), chosen)
        if settled["rounds"] == 0:
            raise BadOption("value", "BID-003", option="rounds", value=0)
        return settled

    def seats(self, options: Options) -> tuple[SeatName, ...]:
        return SEATS

    def opening(self, options: Options) -> Position:
        purse: int = options["purse"]
        return Position(options, 1, None, dict.fromkeys(SEATS, purse), dict.fromkeys(SEATS, 0))

    def step(self, position: Position) -> int:
        return 2 * position.round + (position.prize is not None) + (position.outcome is not None)

    def awaiting(self, position: Position) -> tuple[Decision, ...]:
        if position.outcome is not None:
            return ()
        facts = {"prize": position.prize}
        return tuple(Decision(seat, "bid", at_deadline="no_bid", facts=facts) for seat in SEATS)

    def check(self, position: Position, seat: SeatName, orders: Orders) -> Checked:
        verdicts = tuple(_judge(position, seat, line) for line in orders)
        if position.outcome is not None or any(verdict.status is not Status.OK for verdict in verdicts):
            return Checked(verdicts, Effect.NOTHING)
        if any(isinstance(line.order, Resign) for line in orders):
            return Checked(verdicts, Effect.AT_ONCE)
        return Checked(verdicts, Effect.WHEN_ALL_IN if orders else Effect.NOTHING)

    def adjudicate(
        self, position: Position, orders: Mapping[SeatName, Orders], dice: Dice, *, due: bool = False
    ) -> Adjudication:
        checked = {seat: self.check(position, seat, lines) for seat, lines in orders.items()}
        verdicts = {seat: answer.verdicts for seat, answer in checked.items()}
        if position.outcome is not None:
            return Adjudication(position, (), verdicts, ())
        events: list[Event] = []
        resigned = [seat for seat in SEATS if seat in checked and checked[seat].effect is Effect.AT_ONCE]
        if resigned:
            events.append(Event("resigned", {"seat": resigned[0]}, "BID-010"))
            position = _end(position, (_other(resigned[0]),), "resigned", "BID-010", events)
            return Adjudication(position, tuple(events), verdicts, SEATS)
        if position.prize is None:
            position = _offer(position, dice, events)
        sealed = {seat: orders[seat] for seat, answer in checked.items() if answer.effect is not Effect.NOTHING}
        if len(sealed) == len(SEATS) or due:
            position = _open(position, {seat: _amount(sealed.get(seat, ())) for seat in SEATS}, dice, events)
        return Adjudication(position, tuple(events), verdicts, SEATS if events else ())

    def legal(self, position: Position, seat: SeatName, limit: int | None = None) -> list[Orders]:
        if position.outcome is not None:
            return []
        bids = [(Line(1, f"bid {amount}", Bid(amount)),) for amount in range(position.purses[seat] + 1)]
        return list(bids[:limit])

    def random_orders(self, position: Position, seat: SeatName, seed: int) -> Orders:
        listed = self.legal(position, seat)
        return Random(seed).choice(listed) if listed else ()

    def playout(self, position: Position, seed: int, limit: int) -> Playout:
        dice, rng, moves = SeededDice(str(seed).encode()), Random(seed), 0
        while position.outcome is None and moves < limit:
            orders = {seat: self.random_orders(position, seat, rng.getrandbits(64)) for seat in SEATS}
            position = self.adjudicate(position, orders, dice).position
            moves += len(SEATS)
        return Playout(position, moves)

    def view(self, position: Position, seat: SeatName | None) -> Json:
        shown = self.encode(position)
        if position.outcome is None:
            shown["purses"] = {owner: held for owner, held in position.purses.items() if owner == seat}
        return {**shown, "options": position.options, "seat": seat}

    def imagine(self, view: Json, seed: int) -> Position:
        shown = {name: value for name, value in view.items() if name not in ("options", "seat")}
        # The other has bid something for each prize before; how much, nobody knows.
        rounds, purse = view["round"] - 1, view["options"]["purse"]
        chance = Random(seed)
        hidden = {seat: chance.randint(0, purse) if rounds else purse for seat in SEATS}
        return self.decode(shown | {"purses": hidden | view["purses"]}, view["options"])

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

    def open_record(self, position: Position) -> bool:
        return position.outcome is not None

    def open_rolls(self, position: Position) -> bool:
        return True

    def outcome(self, position: Position) -> Outcome | None:
        return position.outcome

    def encode(self, position: Position) -> Json:
        data: Json = msgspec.to_builtins(position)
        del data["options"]
        return data

    def decode(self, data: Json | JsonText, options: Options) -> Position:
        given = shaped(data, Encoded)
        for field in ("purses", "points"):
            amounts = getattr(given, field)
            if tuple(sorted(amounts)) != SEATS:
                raise BadPosition(field, "seats", given=sorted(amounts))
        return Position(options, given.round, given.prize, given.purses, given.points, given.outcome)


def _judge(position: Position, seat: SeatName, line: Line) -> Verdict:
    if position.outcome is not None:
        return Verdict(line.number, Status.REFUSED, "B04", facts={"winners": list(position.outcome.winners)})
    if line.order is None:
        return Verdict(line.number, Status.REFUSED, "B01")
    if isinstance(line.order, Resign):
        return Verdict(line.number, Status.OK, clauses=("BID-010",))
    purse = position.purses[seat]
    if line.order.amount is None:
        return Verdict(line.number, Status.ASKED, "B03", ("BID-006",), {"purse": purse})
    if line.order.amount > purse:
        return Verdict(line.number, Status.REFUSED, "B02", ("BID-006",), {"amount": line.order.amount, "purse": purse})
    return Verdict(line.number, Status.OK, facts={"amount": line.order.amount, "left": purse - line.order.amount})


def _amount(orders: Sequence[Line]) -> int:
    # The last line counts; a seat that is silent at the deadline bids nothing (BID-009).
    amounts = [line.order.amount for line in orders if isinstance(line.order, Bid)]
    return amounts[-1] or 0 if amounts else 0


def _offer(position: Position, dice: Dice, events: list[Event]) -> Position:
    rolled = [dice.roll(position.round, PRIZE_FACES) for _ in range(2)]
    events.append(Event("prize", {"round": position.round, "dice": rolled, "prize": sum(rolled)}, "BID-003"))
    return msgspec.structs.replace(position, prize=sum(rolled))


def _open(position: Position, bids: dict[SeatName, int], dice: Dice, events: list[Event]) -> Position:
    winner = _highest(position, bids, dice, events)
    purses = {seat: held - bids[seat] for seat, held in position.purses.items()}
    points = dict(position.points)
    if winner is not None and position.prize is not None:
        points[winner] += position.prize
    events.append(Event("opened", {"bids": bids, "winner": winner, "prize": position.prize}, "BID-004"))
    events += [Event("purse", {"seat": seat, "left": purses[seat]}, "BID-004", seen_by=(seat,)) for seat in SEATS]
    position = msgspec.structs.replace(position, purses=purses, points=points)
    if position.round == position.options["rounds"]:
        most = max(points.values())
        winners = tuple(seat for seat in SEATS if points[seat] == most)
        return _end(position, winners if len(winners) == 1 else (), "points", "BID-008", events)
    return _offer(msgspec.structs.replace(position, round=position.round + 1, prize=None), dice, events)


def _highest(position: Position, bids: dict[SeatName, int], dice: Dice, events: list[Event]) -> SeatName | None:
    if bids["north"] != bids["south"]:
        return max(SEATS, key=lambda seat: bids[seat])
    if position.options["ties"] == "nobody" or bids["north"] == 0:
        return None
    while True:
        thrown = {seat: dice.roll(position.round, PRIZE_FACES) for seat in SEATS}
        events.append(Event("throw_off", {"thrown": thrown}, "BID-007"))
        if thrown["north"] != thrown["south"]:
            return max(SEATS, key=lambda seat: thrown[seat])


def _end(position: Position, winners: tuple[SeatName, ...], reason: str, clause: str, events: list[Event]) -> Position:
    events.append(Event("end", {"winners": list(winners), "reason": reason}, clause))
    return msgspec.structs.replace(position, outcome=Outcome(winners, reason, clause))


def _other(seat: SeatName) -> SeatName:
    return SEATS[1 - SEATS.index(seat)]
