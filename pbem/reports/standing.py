"""What is in force or open between the players, told alike in every report, letter and STATUS.

Offers of a draw are worded here, once for all rule sets; pacts, partners and claims come from the rule set. What an
answer is wanted to stands in subject and headline too, whoever's turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.contract import Event, Json, SeatName
from pbem.reports.document import Section, together
from pbem.rulesets.contract import Matter, Presentation
from pbem.rulesets.sentences import listed

BETWEEN = "Between the players"
DRAW_OFFERED, DRAW_ACCEPTED = "draw_offered", "draw_accepted"
RESIGNED = "resigned"  # an event, and a reason of an outcome
BY_RESIGNING = frozenset({RESIGNED, "last_left"})  # reasons of an outcome which name who has resigned
AGREED = frozenset({"agreed", "draw_agreed"})  # reasons of an outcome


def between(presentation: Presentation, view: Json, seat: SeatName | None) -> tuple[Matter, ...]:
    """What is in force or open between the players, as the seat may know of it."""
    return (*_draws(presentation, view, seat), *presentation.between(view, seat))


def section(matters: Sequence[Matter], *, asked_above: bool = False) -> Section:
    """The part of a report that tells them, each with what to write about it.

    `asked_above`: what the reader is asked for stands above with its answer (`asked`), and is not told again.
    """
    told = [(each.said, "" if asked_above and each.asked is not None else each.answer) for each in matters]
    return Section(BETWEEN, "list", tuple(" ".join(filter(None, each)) for each in told))


def asked(matters: Sequence[Matter], *, may_play: bool) -> str:
    """What the reader is asked for, in a few words: `Red offers a draw: answer DRAW or play on`.

    Whoever `may_play` no orders now is not told that he could.
    """
    wanted = [each.asked for each in matters if each.asked is not None]
    if not wanted:
        return ""
    what, answers = zip(*wanted, strict=True)
    words = [*map(together, answers), *(["play on"] if may_play else [])]
    return f"{listed(what)}: answer {listed(words, 'or')}{'' if may_play else ' to agree'}"


def happened(presentation: Presentation, view: Json, events: Sequence[Event]) -> list[str]:
    """What happened, oldest first, in the rule set's words.

    The rules may know one order for offering a draw and for agreeing to it: of the last one, which ended the game, it
    is told that it agreed. An offer that stands is told with what is between the players; whose turn it is, with which
    dice, and how the game ended stand above; none of it is told twice.
    """
    is_over = bool(view.get("outcome"))
    offering = () if is_over else presentation.draws(view).offers
    events = [each for each in events if each.kind != DRAW_OFFERED or each.facts["seat"] not in offering]
    events = _without_last_word(view, events) if is_over else _without_headline(presentation, events)
    at = _agreement(view, events)
    if at is None:
        lines = presentation.digest(events, view)
    else:
        agreed = f"{presentation.seat_title(events[at].facts['seat'])} agrees to the draw."
        lines = [*presentation.digest(events[:at], view), agreed, *presentation.digest(events[at + 1 :], view)]
    end = presentation.say_outcome(view) if is_over else ""
    return list(filter(None, (line.removeprefix(end).strip() for line in lines)))


def _without_headline(presentation: Presentation, events: Sequence[Event]) -> Sequence[Event]:
    """The events without those at their end that say what the headline says: the throw that is to be played."""
    end = len(events)
    while end and events[end - 1].kind in presentation.headlined:
        end -= 1
    return events[:end]


def _without_last_word(view: Json, events: Sequence[Event]) -> Sequence[Event]:
    """The events without the resignation that ended the game, which is the reason told of its end."""
    if view["outcome"]["reason"] not in BY_RESIGNING:
        return events
    last = max((at for at, event in enumerate(events) if event.kind == RESIGNED), default=len(events))
    return [*events[:last], *events[last + 1 :]]


def _agreement(view: Json, events: Sequence[Event]) -> int | None:
    """Where the offer of a draw stands that was the last to be wanted, or None."""
    reason = (view.get("outcome") or {}).get("reason")
    kinds = [event.kind for event in events]
    if reason not in AGREED or DRAW_OFFERED not in kinds or DRAW_ACCEPTED in kinds:
        return None
    return len(kinds) - 1 - kinds[::-1].index(DRAW_OFFERED)


def _draws(presentation: Presentation, view: Json, seat: SeatName | None) -> Iterator[Matter]:
    draws = presentation.draws(view)
    others = [each for each in draws.offers if each != seat]
    may_agree = seat in draws.left
    left = [presentation.seat_title(each) for each in draws.left if each != seat]
    for at, other in enumerate(others):
        said = f"The offer of a draw by {presentation.seat_title(other)} stands {draws.offers[other]}"
        last = at == len(others) - 1
        asks = may_agree and last
        too = f"; {listed(left)} {'has' if len(left) == 1 else 'have'} to agree too" if asks and left else ""
        offering = f"{listed(map(presentation.seat_title, others))} {'offers' if len(others) == 1 else 'offer'} a draw"
        answer = "DRAW agrees to it." if asks else ""
        yield Matter(f"{said}{too}.", answer, (offering, "DRAW") if asks else None)
    if seat is not None and seat in draws.offers:
        back = f"{draws.withdraw.upper()} takes it back." if draws.withdraw else ""
        agree = "can agree to it" if len(left) == 1 else "all have to agree to it"
        yield Matter(f"Your offer of a draw stands {draws.offers[seat]}; {listed(left)} {agree}.", back)
