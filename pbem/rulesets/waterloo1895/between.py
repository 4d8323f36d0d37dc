"""What is in force or open between the players of Waterloo (1895): offers of a draw, partners, a partner's word."""

from __future__ import annotations

from collections.abc import Iterator

from core.contract import Json, SeatName
from pbem.rulesets.contract import Draws, Matter
from pbem.rulesets.sentences import listed, until_after

from .board import armies_in, armies_of, commander, is_little, seat_title

RESIGN = "RESIGN gives up for both of you."


def draws(view: Json) -> Draws:
    """The offers of a draw that stand, and who has still to agree (W95-105)."""
    offers = {seat: _until(seat, view) for seat in view["draw_offers"]}
    over = view["outcome"] is not None
    left = () if over else tuple(seat for seat in _in_play(view) if seat not in offers)
    return Draws(offers, left)


def between(view: Json, seat: SeatName | None) -> tuple[Matter, ...]:
    """A seat's partner (W95-092), and who has resigned while his side plays on (W95-105)."""
    if view["outcome"] is not None:
        return ()
    partner = partner_of(seat, view)
    return (*_partners(partner, view), *_resigned(seat, partner, view))


def partners(view: Json, seat: SeatName) -> tuple[SeatName, ...]:
    """The seat that wins with this one, where there is one (W95-092)."""
    partner = partner_of(seat, view)
    return () if partner is None else (partner,)


def _partners(partner: SeatName | None, view: Json) -> Iterator[Matter]:
    if partner is not None:
        name = seat_title(partner)
        yield Matter(f"{name} is your partner.", f'Only {name} reads a line "tell partner: ...".')


def _resigned(seat: SeatName | None, partner: SeatName | None, view: Json) -> Iterator[Matter]:
    for gone in view["resigned"]:
        if gone == seat:
            yield Matter("Though you have resigned, your throws stay yours to play.")
        elif gone == partner:
            yield Matter(f"{seat_title(gone)} has resigned; your side plays on unless you do too.", RESIGN)
        else:
            others = partner_of(gone, view)
            goes_on = f"{seat_title(others)} plays on unless he does too" if others else "the others play on"
            yield Matter(f"{seat_title(gone)} has resigned; {goes_on}.")


def _until(seat: SeatName, view: Json) -> str:
    """Until when an offer stands: so many turns of those who are asked must end."""
    asked = (view.get("draw_turns") or {}).get(seat, {})
    moving = commander(view["to_move"], view) if view["to_move"] and view["phase"] == "play" else None
    ends = [
        until_after("your" if each == view["seat"] else f"{seat_title(each)}'s", count, moving=each == moving)
        for each, count in asked.items()
    ]
    if len(ends) <= 1:
        return "".join(ends) or "for now"
    turns = [end.removeprefix("until ").removesuffix(" is over").removesuffix(" are over") for end in ends]
    return f"until {listed(turns)} are over"


def _in_play(view: Json) -> list[SeatName]:
    """The seats that have a word in it: those with a piece left, and before the game begins all."""
    setup = view["phase"] == "setup"
    with_pieces = {piece[0] for piece in view["pieces"]}
    found = [view["armies"][army.letter] for army in armies_in(view) if setup or army.letter in with_pieces]
    return list(dict.fromkeys(found))


def partner_of(seat: SeatName | None, view: Json) -> SeatName | None:
    """The other seat of a seat's side, or None; in the children's game everybody plays for himself (W95-123)."""
    if seat is None or is_little(view):
        return None
    side = armies_of(seat, view)[0].side
    others = {view["armies"][army.letter] for army in armies_in(view) if army.side == side} - {seat}
    return next(iter(others), None)
