"""Order lines as a player would write them, for orders that were not mailed: the bot's, and lists of legal orders."""

from __future__ import annotations

from collections.abc import Sequence

from core.contract import Line, Orders
from core.rulesets.conflict.orders import Back, Move, Order, Pass, Reserve, ThrowHeader


def numbered(orders: Sequence[Order]) -> Orders:
    """The orders as the lines of a mail, counted from 1."""
    return tuple(Line(number, text_of(order), order) for number, order in enumerate(orders, start=1))


def text_of(order: Order) -> str:
    """One of the orders that are made here, in its shortest usual form: `ar1 5 d2 e2 f3 g4 h5`."""
    match order:
        case Move(unit, die, squares, confirmed):
            return " ".join([unit, str(die), *squares, *(["!"] if confirmed else [])])
        case ThrowHeader(number):
            return f"throw {number}"
        case Reserve(piece):
            return f"reserve {piece}"
        case Back(unit):
            return f"back {unit}"
        case Pass():
            return "pass"
    raise TypeError(order)
