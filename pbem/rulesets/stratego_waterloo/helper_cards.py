"""What the order helper of Stratego Waterloo offers of cards: a pick of the draft, and the cards of a hand in a ply.

A card of several parts is one order that grows: whoever picks a further part gets the line anew. What a card may hold,
and when it may be played, is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Any

from core.contract import Json, Orders, SeatName
from core.rulesets.stratego_waterloo.orders import (
    Battery,
    Burn,
    Combined,
    Fire,
    Go,
    Initiative,
    Keep,
    Reconnoitre,
    Take,
)
from pbem.rulesets.helping import Candidate, Piece

from .board import ARMS, CARDS, on_board, other, row_of

HALVES = {"blue": range(1, 6), "red": range(6, 11)}  # SWL-R53
ENEMY = "enemy"
GROWING = (Initiative, Combined, Battery, Reconnoitre)


def picks(view: Json, written: Orders) -> Iterator[Candidate]:
    """A card to be kept, and then one to be put away (SWL-132)."""
    stack = list(view["cards"]["stack"] or ())
    kept = [card for line in written if isinstance(line.order, Keep) for card in line.order.cards]
    if not kept:
        yield from (Candidate(Keep((card,)), "", f"Keep {CARDS[card]}") for card in dict.fromkeys(stack))
        return
    for card in kept:
        if card in stack:
            stack.remove(card)
    if not any(isinstance(line.order, Burn) for line in written):
        yield from (Candidate(Burn((card,)), "", f"Put {CARDS[card]} away") for card in dict.fromkeys(stack))


def taken(view: Json) -> Iterator[Candidate]:
    """Two of the cards that were put away, for Red (SWL-146)."""
    discards = dict.fromkeys(view["cards"]["discards"] or ())
    for pair in combinations_with_replacement(discards, 2):
        yield Candidate(Take(pair), "", f"Take {' and '.join(CARDS[card] for card in pair)}")


def played(view: Json, seat: SeatName, shown: Sequence[Candidate], written: Orders) -> Iterator[Candidate]:
    """The orders of a piece that are `shown` already, as parts of the cards of the hand."""
    hand = view["cards"]["hands"].get(seat) or ()
    for each in shown:
        for card, order, how in _by_cards(each.order, written):
            if card in hand:
                yield Candidate(order, each.to, f"{each.said} {how}")


def _by_cards(order: Any, written: Orders) -> Iterator[tuple[str, Any, str]]:
    """The cards by which an order could be carried out: each with the order that plays it, and how that is called."""
    combined = "CA", Combined((*_parts(Combined, written), order)), "by Combined Attack"
    match order:
        case Go(path, "attack"):
            yield "FS", Go(path, "attack", spirit=True), "with Fighting Spirit"
            yield combined
        case Go():
            yield "IN", Initiative((*_parts(Initiative, written), order)), "by Initiative"
        case Fire():
            yield combined
            yield "GB", Battery((*_parts(Battery, written), order)), "by Grand Battery"


def strangers(view: Json, seat: SeatName) -> list[Piece]:
    """The enemies that Reconnaissance might show, where the seat holds it."""
    if "RE" not in (view["cards"]["hands"].get(seat) or ()):
        return []
    return [
        Piece(f"{ENEMY} {ARMS[piece['arm']]} {name}", name)
        for name, piece in on_board(view, other(seat)).items()
        if not piece.get("code") and row_of(name) in HALVES[other(seat)]
    ]


def looked_at(name: str, written: Orders) -> Candidate:
    """An enemy among those that are looked at."""
    return Candidate(Reconnoitre((*_parts(Reconnoitre, written), name)), name, "look at it by Reconnaissance")


def grown(order: Any, written: Orders) -> int | None:
    """The index of the line that a card with one part more takes the place of."""
    if not isinstance(order, GROWING):
        return None
    return next((at for at, line in enumerate(written) if type(line.order) is type(order)), None)


def _parts(card: type, written: Orders) -> tuple[Any, ...]:
    """What a card holds already."""
    order = next((line.order for line in written if type(line.order) is card), None)
    match order:
        case Initiative(moves):
            return moves
        case Combined(parts):
            return parts
        case Battery(shots):
            return shots
        case Reconnoitre(squares):
            return squares
    return ()
