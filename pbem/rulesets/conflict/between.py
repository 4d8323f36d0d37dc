"""What is in force or open between the players of Conflict: offers of a draw, partners, pacts and offers of pacts."""

from __future__ import annotations

from collections.abc import Iterator

from core.contract import Json, SeatName
from pbem.rulesets.contract import Draws, Matter
from pbem.rulesets.sentences import listed, until_after

from .board import of, partner_of, seat_title


def draws(view: Json) -> Draws:
    """The offers of a draw that stand, and who has still to agree (CON-108)."""
    if view["seat"] in view["out"]:
        return Draws()  # who is out has no say, and an offer is no matter of his
    offers = {seat: _until(seat, turns, view) for seat, turns in view["draw_offers"].items()}
    left = tuple(seat for seat in view["living"] if seat not in offers) if view["outcome"] is None else ()
    return Draws(offers, left, "withdraw draw")


def _until(seat: SeatName, turns: int, view: Json) -> str:
    """Until when an offer stands; one made in its maker's own turn outlives that turn (CON-108)."""
    moving = view["to_move"] == seat
    if moving and turns == 2:
        return f"until {_whose(seat, view)} turn after the present one is over"
    return until_after(_whose(seat, view), turns, moving=moving)


def between(view: Json, seat: SeatName | None) -> tuple[Matter, ...]:
    """Partners (CON-102), pacts in force and their announced end, and pacts proposed to or by the seat (CON-R38)."""
    if view["outcome"] is not None:
        return ()
    return (*_partners(view, seat), *_pacts(view, seat), *_proposals(view, seat))


def partners(view: Json, seat: SeatName) -> tuple[SeatName, ...]:
    """The seat that wins with this one, where there are teams (CON-102)."""
    partner = partner_of(seat, view)
    return () if partner is None else (partner,)


def _partners(view: Json, seat: SeatName | None) -> Iterator[Matter]:
    partner = partner_of(seat, view) if seat is not None else None
    if partner is None:
        return
    name = seat_title(partner)
    if partner not in view["living"]:
        yield Matter(f"{name} is your partner, and is out: if you win, you both have won.")
    elif seat not in view["living"]:
        yield Matter(f"{name} is your partner, and plays on: if {name} wins, you both have won.")
    else:
        yield Matter(f"{name} is your partner: your pieces are friendly to each other.")


def _pacts(view: Json, seat: SeatName | None) -> Iterator[Matter]:
    for pact in view["pacts"]:
        one, two = pact["seats"]
        end = _end(pact["broken_by"], view)
        if seat not in pact["seats"]:
            yield Matter(f"{listed(map(seat_title, (one, two)))} have a pact{end}.")
            continue
        other = two if seat == one else one
        said = f"You have a pact with {seat_title(other)}{end}: your pieces are friendly to each other until then."
        if end:
            yield Matter(said)
        else:
            yield Matter(said.replace(" until then", ""), f"BREAK {other.upper()} announces its end.")


def _end(broken_by: list[SeatName], view: Json) -> str:
    """`, which ends when Red's next turn is over`; nothing where no end is announced."""
    if not broken_by:
        return ""
    ends = [until_after(_whose(seat, view), 1, moving=view["to_move"] == seat) for seat in broken_by]
    breakers = ["you have" if seat == view["seat"] else f"{seat_title(seat)} has" for seat in broken_by]
    first = ends[0].removeprefix("until ")
    return f", which {listed(breakers)} broken; it ends when {first}"


def _proposals(view: Json, seat: SeatName | None) -> Iterator[Matter]:
    for proposal in view["proposals"]:
        other = proposal["from"] if proposal["to"] == seat else proposal["to"]
        lapses = _lapses(proposal.get("left"), other, view)
        if proposal["to"] == seat:
            yield Matter(
                f"{seat_title(other)} proposes a pact to you; nobody else is told. {lapses}",
                f"ALLY {other.upper()} agrees to it.",
                (f"{seat_title(other)} proposes a pact", f"ALLY {other.upper()}"),
            )
        else:
            yield Matter(f"You propose a pact to {seat_title(other)}, who alone is told. {lapses}")


def _lapses(left: list[SeatName] | None, other: SeatName, view: Json) -> str:
    """When a proposal lapses; `left` are those who have still to complete a turn."""
    if left is None or len(left) > 1:
        return f"The proposal lapses when both you and {seat_title(other)} have completed a turn."
    return f"The proposal lapses when {_whose(left[0], view)} next turn is over."


def _whose(seat: SeatName, view: Json) -> str:
    return "your" if seat == view["seat"] else of(seat)
