"""What sound orders for Conflict leave unused that cannot be had later: a seven, and a die that a capture has freed.

Whether it could have been used is asked of the rules, by trying the orders with one more; no rule is written down
twice. Moves that are owed are not among these: orders without them are refused (E16).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from core.contract import Effect, Json, Orders, SeatName, Status, Verdict
from core.rulesets.conflict import Conflict
from core.rulesets.conflict.orders import (
    TURN_ORDERS,
    End,
    NoReserve,
    Order,
    Reserve,
    ThrowHeader,
    WalkTo,
    numbered,
)
from core.rulesets.conflict.position import Position
from pbem.rulesets.sentences import cited, listed

from .board import HELD, RESERVE, board, in_state, of
from .narration import dice_called
from .questions import owes, position_of


class _Trial(msgspec.Struct, frozen=True):
    """The orders of a seat in turn, to be tried as they are and with others between them."""

    rules: Conflict
    position: Position
    seat: SeatName
    first: int  # the throw that lines above any header belong to
    orders: Sequence[Order]

    def verdicts(self) -> dict[int, Verdict]:
        """The judgement of the orders, by their place; none where the rules refuse them."""
        judged = self.rules.check(self.position, self.seat, numbered(self.orders))
        if judged.effect is not Effect.AT_ONCE or any(each.status is Status.REFUSED for each in judged.verdicts):
            return {}
        return {each.line - 1: each for each in judged.verdicts if each.line is not None}

    def can(self, order: Order, at: int) -> bool:
        """Whether the rules would take one more order at this place, whatever they ask for then."""
        tried = [*self.orders[:at], order, *self.orders[at:]]
        verdicts = self.rules.check(self.position, self.seat, numbered(tried)).verdicts
        return any(each.line == at + 1 and each.status is Status.OK for each in verdicts)

    def begun(self, number: int) -> tuple[_Trial, int]:
        """These orders, where need be with a header for the throw, and the place of the throw's first line."""
        for at, order in enumerate(self.orders):
            if isinstance(order, ThrowHeader) and order.number == number:
                return self, at + 1
        if number == self.first:
            return self, 0
        end = next((at for at, order in enumerate(self.orders) if _is_below(order, number)), len(self.orders))
        orders = [*self.orders[:end], ThrowHeader(number), *self.orders[end:]]
        return msgspec.structs.replace(self, orders=orders), end + 1


def doubts(rules: Conflict, view: Json, seat: SeatName, orders: Orders) -> tuple[str, ...]:
    """A sentence for each thing these orders leave unused; none for orders that are not sound, or make no turn."""
    given = [line.order for line in orders]
    turn = [order for order in given if type(order) in TURN_ORDERS]
    # `end` below orders that are open to all is no more than a full stop.
    if not owes(view, seat) or not turn or (len(given) > 1 and [type(order) for order in turn] == [End]):
        return ()
    throws = view["owed"]["throws"]
    trial = _Trial(rules, position_of(rules, view), seat, throws[0]["number"], given)
    verdicts = trial.verdicts()
    if not verdicts:
        return ()
    return (*_sevens(trial, view, throws), *_freed_dice(trial, view, throws, verdicts))


def _sevens(trial: _Trial, view: Json, throws: Sequence[Json]) -> Iterator[str]:
    """CON-093, CON-095: a seven that lets nobody out. Nothing doubles with it, so that a turn has one at most."""
    used = [order.piece for order in trial.orders if isinstance(order, Reserve)]
    on_purpose = any(isinstance(order, NoReserve) for order in trial.orders)
    for throw in throws:
        if not throw["seven"] or bool(used) != on_purpose:
            continue
        if used:
            yield f'Your lines say "no reserve" and "reserve {used[0]}" of one throw; {used[0]} would come out.'
            continue
        waiting = in_state(trial.seat, RESERVE, view)
        with_header, at = trial.begun(throw["number"])
        if with_header.can(Reserve(waiting[0]), at):
            yield (
                f"{_called(throw)} is a seven, and lets no piece out of your reserve ({listed(waiting, 'or')})"
                f'{cited(("CON-093",))}. Write "reserve {waiting[0]}" above the moves of that throw to use it, or "no '
                'reserve" to leave it on purpose.'
            )


def _freed_dice(trial: _Trial, view: Json, throws: Sequence[Json], verdicts: dict[int, Verdict]) -> Iterator[str]:
    """CON-030: the die left over where the one move of a throw has freed pieces that could move by it."""
    for throw in throws:
        moves = [
            (at, each.facts)
            for at, each in verdicts.items()
            if "path" in each.facts and each.facts["throw"] == throw["number"]
        ]
        if len(moves) != 1 or moves[0][1]["takes"] is None:
            continue
        at, facts = moves[0]
        die = sum(throw["dice"]) - facts["die"]
        freed = in_state(trial.seat, f"{HELD}{facts['takes']}", view)
        movable = [piece for piece in freed if _can_walk(trial, piece, die, at + 1)]
        if movable:
            taken = of(facts["takes"])
            yield (
                f"{_called(throw)}: taking {taken} circle frees {listed(movable)}, and the {die} "
                f"that is left may move one of your freed pieces{cited(('CON-030',))}."
            )


def _can_walk(trial: _Trial, piece: str, die: int, at: int) -> bool:
    """Whether a piece that waits in START could enter by this die, anywhere; `at` is the place below the move."""
    here, circle = board(), board().corners[trial.seat].circle
    column, row = here.column(circle), here.row(circle)
    near = (
        here.square(x, y)
        for x in range(max(column - die, 0), min(column + die + 1, len(here.files)))
        for y in range(max(row - die, 0), min(row + die + 1, len(here.rows)))
    )
    return any(trial.can(WalkTo(piece, die, square), at) for square in near)


def _is_below(order: Order, number: int) -> bool:
    return isinstance(order, End) or (isinstance(order, ThrowHeader) and order.number > number)


def _called(throw: Json) -> str:
    return f"Throw {throw['number']} ({dice_called(throw['dice'])})"
