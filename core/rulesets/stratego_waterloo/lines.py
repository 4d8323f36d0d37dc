"""Order lines as a player would write them, for orders that were not mailed: lists of legal orders, and random ones."""

from __future__ import annotations

from collections.abc import Sequence

from core.contract import Line, Orders
from core.rulesets.stratego_waterloo.orders import (
    Battery,
    Burn,
    Charge,
    Combined,
    Cut,
    End,
    Enter,
    Fire,
    Go,
    Initiative,
    Keep,
    Order,
    Plan,
    Reconnoitre,
    Rest,
    Retire,
    Save,
    Setup,
    Stop,
    Take,
    When,
)


def numbered(orders: Sequence[Order]) -> Orders:
    """The orders as the lines of a mail, counted from 1; a drawn set-up takes as many numbers as it has lines."""
    lines = []
    number = 1
    for order in orders:
        text = text_of(order)
        lines.append(Line(number, text, order))
        number += text.count("\n") + 1
    return tuple(lines)


def text_of(order: Order) -> str:
    """One of the orders that are made here, in its usual form: `attack E4 E6 spirit`."""
    match order:
        case Go(path, how, spirit, then):
            words = [*(["attack"] if how == "attack" else []), *path]
            return " ".join([*words, *(["spirit"] if spirit else []), *(["then", then] if then else [])])
        case Fire(gun, target):
            return f"fire {gun} {target}"
        case Enter(code, square):
            return f"enter {code} {square}"
        case Rest(square):
            return f"rest {square}"
        case Reconnoitre(squares):
            return f"card RE {' '.join(squares)}"
        case Initiative(moves):
            return f"card IN {', '.join(text_of(move) for move in moves)}"
        case Combined(parts):
            return f"card CA {', '.join(text_of(part) for part in parts)}"
        case Battery(shots):
            return f"card GB fire {', '.join(f'{shot.gun} {shot.target}' for shot in shots)}"
        case Take(cards):
            return f"take {' '.join(cards)}"
        case Keep(cards):
            return f"keep {' '.join(cards)}"
        case Burn(cards):
            return f"burn {' '.join(cards)}"
        case Setup():
            return _setup_text(order)
        case When(condition, inner):
            return f"{condition if condition == 'try' else f'if {condition}:'} {text_of(inner)}"
    return _pursuit_text(order)


def _pursuit_text(order: Order) -> str:
    match order:
        case Cut(label, square):
            return f"cut {label} {square}"
        case Charge(label, other):
            return f"charge {label} {other}"
        case Save(square):
            return f"save {square}"
        case Retire(label):
            return f"retire {label}"
        case Stop():
            return "stop"
        case Plan(kind, squares):
            return " ".join(["plan", kind, *squares])
        case End():
            return "end"
    raise TypeError(order)


def _setup_text(order: Setup) -> str:
    if order.default:
        return "setup default"
    lines = ["setup"]
    lines += [f"{row.row}: {' '.join(code or '..' for code in row.squares)}" for row in order.rows]
    if order.reserve:
        lines.append(f"reserve: {' '.join(order.reserve)}")
    if order.garrison:
        lines.append(f"garrison: {', '.join(f'{code} {square}' for code, square in order.garrison)}")
    return "\n".join(lines)
