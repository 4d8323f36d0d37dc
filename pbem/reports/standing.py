"""What is in force or open between the players, told alike in every report, letter and STATUS.

Offers of a draw are worded here, once for all rule sets; pacts, partners and claims come from the rule set. What an
answer is wanted to stands in subject and headline too, whoever's turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.contract import Event, Json, SeatName
from pbem.reports.document import Section, together
from pbem.rulesets.contract import Matter, Presentation
from pbem.rulesets.sentences import listed

BETWEEN = "Between the players"
DRAW_OFFERED, DRAW_ACCEPTED, DRAW_LAPSED = "draw_offered", "draw_accepted", "draw_lapsed"
RESIGNED = "resigned"  # an event, and a reason of an outcome
BY_RESIGNING = frozenset({RESIGNED, "last_left"})  # reasons of an outcome which name who has resigned
AGREED = frozenset({"agreed", "draw_agreed"})  # reasons of an outcome


def between(
    presentation: Presentation, view: Json, seat: SeatName | None, also: Sequence[Matter] = ()
) -> tuple[Matter, ...]:
    """What is in force or open between the players, as the seat may know of it: by the rules, and `also`."""
    return (*also, *_draws(presentation, view, seat), *presentation.between(view, seat))


def section(matters: Sequence[Matter], told_above: Sequence[Matter] = ()) -> Section:
    """The part of a report that tells them, each with what to write about it.

    What to write about those `told_above` stands in the headline (`asked`), and is not told again.
    """
    told = [(each.said, "" if each in told_above else each.answer) for each in matters]
    return Section(BETWEEN, "list", tuple(" ".join(filter(None, each)) for each in told))


class Open(NamedTuple):
    """What the reader is asked across the table: what is new in this mail, and what he was asked before."""

    new: list[Matter]
    old: list[Matter]


def open_questions(matters: Sequence[Matter], events: Sequence[Event]) -> Open:
    """What of the matters asks for an answer; new is what one of the events opened, or what no event opens."""
    wanted = [each for each in matters if each.asked is not None]
    opened = {event.kind for event in events} | {""}
    new = [each for each in wanted if each.opened_by in opened]
    return Open(new, [each for each in wanted if each not in new])


def asked(matters: Sequence[Matter], *, may_play: bool) -> str:
    """What the reader is asked for, in a few words: `Red offers a draw: answer DRAW or play on`.

    Whoever `may_play` no orders now is not told that he could.
    """
    wanted = [each.asked for each in matters if each.asked is not None]
    if not wanted:
        return ""
    what, answers = zip(*wanted, strict=True)
    words = [*map(together, answers), *(["play on"] if may_play else [])]
    agrees = not may_play and all(each.agrees for each in matters if each.asked is not None)
    return f"{listed(what)}: answer {listed(words, 'or')}{' to agree' if agrees else ''}"


def still_asked(matters: Sequence[Matter]) -> str:
    """The same of what he was asked before, for the end of a subject: `Red offers a draw`."""
    return listed([each.asked[0] for each in matters if each.asked is not None])


def news(presentation: Presentation, view: Json, seat: SeatName | None, events: Sequence[Event]) -> str:
    """Who has resigned in a game that goes on, for the others: `Red has resigned`."""
    if view.get("outcome"):
        return ""
    left = [event.facts["seat"] for event in events if _is_resignation(event)]
    gone = [each for each in left if each != seat]
    if not gone:
        return ""
    return f"{listed(map(presentation.seat_title, gone))} {'has' if len(gone) == 1 else 'have'} resigned"


def happened(presentation: Presentation, view: Json, events: Sequence[Event]) -> list[str]:
    """What happened, oldest first, in the rule set's words; what became of an offer of a draw stands last.

    The rules may know one order for offering a draw and for agreeing to it: of the last one, which ended the game, it
    is told that it agreed. An offer that stands is told with what is between the players; whose turn it is, with which
    dice, and how the game ended stand above; none of it is told twice.
    """
    is_over = bool(view.get("outcome"))
    offering = () if is_over else presentation.draws(view).offers
    events = [each for each in events if each.kind != DRAW_OFFERED or each.facts["seat"] not in offering]
    events = _without_last_word(view, events) if is_over else _without_headline(presentation, events)
    # The rule set sees all the others together: of a part it would say that nothing else had happened.
    here = dict(_worded_here(presentation, view, events))
    others = [event for at, event in enumerate(events) if at not in here]
    lines = [*presentation.digest(others, view), *here.values()]
    end = presentation.say_outcome(view) if is_over else ""
    return list(filter(None, (line.removeprefix(end).strip() for line in lines)))


def _worded_here(presentation: Presentation, view: Json, events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    """Where events on offers of a draw stand that are worded here: an agreement, and that the reader's own lapsed."""
    agreement = _agreement(view, events)
    for at, event in enumerate(events):
        if at == agreement:
            yield at, f"{presentation.seat_title(event.facts['seat'])} agrees to the draw."
        elif event.kind == DRAW_LAPSED and event.facts["seat"] == view.get("seat"):
            yield at, "Your offer of a draw has lapsed."


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
    last = max((at for at, event in enumerate(events) if _is_resignation(event)), default=len(events))
    return [*events[:last], *events[last + 1 :]]


def _is_resignation(event: Event) -> bool:
    return RESIGNED in (event.kind, event.facts.get("how"))


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
    if seat is not None and not may_agree and seat not in draws.offers:
        return  # whoever is out of the game has no say in it
    left = [presentation.seat_title(each) for each in draws.left if each != seat]
    for at, other in enumerate(others):
        said = f"The offer of a draw by {presentation.seat_title(other)} stands {draws.offers[other]}"
        last = at == len(others) - 1
        asks = may_agree and last
        too = f"; {listed(left)} {'has' if len(left) == 1 else 'have'} to agree too" if asks and left else ""
        offering = f"{listed(map(presentation.seat_title, others))} {'offers' if len(others) == 1 else 'offer'} a draw"
        answer = "DRAW agrees to it." if asks else ""
        yield Matter(f"{said}{too}.", answer, (offering, "DRAW") if asks else None, DRAW_OFFERED)
    if seat is not None and seat in draws.offers:
        back = f"{draws.withdraw.upper()} takes it back." if draws.withdraw else ""
        agree = {1: "can agree to it", 2: "both have to agree to it"}.get(len(left), "all have to agree to it")
        yield Matter(f"Your offer of a draw stands {draws.offers[seat]}; {listed(left)} {agree}.", back)
