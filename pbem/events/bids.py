"""Sides by sealed bids: each names the side he wants, and the handicap with which he would still take it.

Only where a rule set declares a handicap, an ordered option. Who bids the harder game for the same side has it, with
his own handicap. Where each wants another side both have what they want, and the option is as usual. What is equal was
decided by lot before, when the game was paired.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from core.contract import Handicap, SeatName
from pbem.events.contract import CannotBe, EntrantName, Plan, Sitting
from pbem.rulesets.contract import Presentation


class Bid(msgspec.Struct, frozen=True):
    """The side somebody wants, and the value of the handicap with which he would take it."""

    seat: SeatName
    value: str | int


def read(words: Presentation, plan: Plan, text: str) -> Bid:
    """The bid that somebody wrote: `french 33`. Raises CannotBe with what is wrong with it."""
    handicap = words.rules.handicap
    if handicap is None:
        raise CannotBe(f"in {words.title} there is no handicap to bid with")
    parts = text.split()
    values = {str(value): value for value in handicap.values}
    least, most = handicap.values[0], handicap.values[-1]
    if len(parts) != 2:
        raise CannotBe(f"a bid is a side and a value of {handicap.option}, {least} to {most}: {plan.seats[0]} {least}")
    seat = words.find_seat(parts[0], plan.seats)
    if seat is None:
        raise CannotBe(f"{parts[0]} is no side; the sides are {' and '.join(plan.seats)}")
    if parts[1] not in values:
        raise CannotBe(
            f"{parts[1]} cannot be bid; {handicap.option} is {least} to {most}, the later the harder for "
            f"{words.seat_title(handicap.harder_for)}"
        )
    return Bid(seat, values[parts[1]])


def settled(sitting: Sitting, bids: Mapping[EntrantName, Bid], handicap: Handicap) -> Sitting:
    """The game with its sides and its handicap. Who has sent no bid takes the side that is left, at the other's."""
    bidders = [name for name in sitting.seats.values() if name in bids]
    if not bidders:
        return msgspec.structs.replace(sitting, bid=False)
    one, other = sitting.seats.values()
    if len(bidders) == 2 and bids[one].seat != bids[other].seat:
        return _seated(sitting, one, bids[one].seat, {})
    if len(bidders) == 2 and bids[one].value == bids[other].value:
        return msgspec.structs.replace(sitting, bid=False, options={handicap.option: bids[one].value})
    first = max(bidders, key=lambda name: _height(bids[name], handicap))
    return _seated(sitting, first, bids[first].seat, {handicap.option: bids[first].value})


def _height(bid: Bid, handicap: Handicap) -> int:
    """How hard a game somebody bids for his side."""
    at = handicap.values.index(bid.value)
    return at if bid.seat == handicap.harder_for else -at


def _seated(sitting: Sitting, name: EntrantName, seat: SeatName, options: dict[str, str | int]) -> Sitting:
    other = next(who for who in sitting.seats.values() if who != name)
    seats = {each: name if each == seat else other for each in sitting.seats}
    return msgspec.structs.replace(sitting, seats=seats, bid=False, options=options)
