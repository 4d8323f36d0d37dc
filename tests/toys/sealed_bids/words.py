"""The words of Sealed Bids, as `pbem.rulesets.contract.Presentation` has them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from core.contract import BadOption, BadPosition, Event, Json, Line, SeatName, Status, Verdict
from pbem.rulesets.contract import Ask, Presentation, Said, Vocabulary

from .rules import SEATS, Bid, Resign, Rules

BID = re.compile(r"(?P<word>bid|bd|offer)?\s*(?P<amount>\d{1,6})?", re.IGNORECASE)


WORDS = Vocabulary(
    pieces=frozenset({"coin", "coins"}),
    places=frozenset(),
    verbs=frozenset({"bid", "offer", "resign"}),
    like=re.compile(r"(?!)"),
    final=frozenset({"resign"}),
)
OPTION_HELP = {
    "purse": "the coins that each player begins with.",
    "rounds": "how many prizes are offered.",
    "ties": "whether equal bids are settled by a throw of a die each, or nobody gets the prize.",
}
ABOUT = "Two purses, a few prizes, and nobody knows what the other has left."


def presentation() -> Presentation:
    """The presentation of Sealed Bids: its rules, and the functions of this module."""
    return Presentation(
        rules=Rules(),
        title="Sealed Bids",
        about=ABOUT,
        brief=lambda _: ABOUT,
        order_help="bid 4      offer four of your coins\nresign     give up",
        option_help=OPTION_HELP,
        seat_title=seat_title,
        find_seat=find_seat,
        read=read,
        text_of=text_of,
        vocabulary=lambda _: WORDS,
        timeless=frozenset({Resign}),
        waits=True,
        say_verdict=say_verdict,
        bot=bot,
        say_event=say_event,
        digest=digest,
        say_outcome=say_outcome,
        status=status,
        ask=ask,
        forces=forces,
        map_text=map_text,
        map_svg=map_svg,
        say_bad_option=say_bad_option,
        say_bad_position=say_bad_position,
    )


def seat_title(seat: SeatName) -> str:
    return seat.title()


def find_seat(word: str, seats: Sequence[SeatName]) -> SeatName | None:
    found = [seat for seat in seats if word and seat.startswith(word.lower())]
    return found[0] if len(found) == 1 else None


def read(lines: Sequence[tuple[int, str]]) -> tuple[Line, ...]:
    told = [(number, text, text.partition("#")[0].strip()) for number, text in lines]
    return tuple(_read(number, text, words) for number, text, words in told if words)


def text_of(order: Bid | Resign) -> str:
    if isinstance(order, Resign):
        return "resign"
    return "bid" if order.amount is None else f"bid {order.amount}"


def say_verdict(verdict: Verdict, line: Line | None, view: Json) -> Said:
    facts = verdict.facts
    if verdict.status is Status.OK:
        said = f"you bid {facts['amount']} and keep {facts['left']}" if facts else "you resign (BID-010)"
        if line is not None and line.read_as is not None:
            return Said("ok, read as", f"{line.read_as}: {said}")
        return Said("ok", said)
    if verdict.code == "B03":
        return Said("which?", f"how much? You hold {facts['purse']} coins (BID-006)")
    if verdict.code == "B02":
        return Said("no", f"you hold {facts['purse']} coins and cannot bid {facts['amount']} (BID-006)")
    return Said("no", "the game is over" if verdict.code == "B04" else "I do not understand this line")


def say_event(event: Event, view: Json) -> str | None:
    facts = event.facts
    match event.kind:
        case "prize":
            return f"Round {facts['round']}: the prize is {facts['prize']}."
        case "throw_off":
            return f"Equal bids: North throws {facts['thrown']['north']}, South {facts['thrown']['south']}."
        case "opened":
            who = f"{facts['winner'].title()} takes" if facts["winner"] else "nobody takes"
            bids = f"North bid {facts['bids']['north']}, South {facts['bids']['south']}"
            return f"{bids}: {who} the {facts['prize']} points."
        case "purse":
            return f"You have {facts['left']} coins left."
        case "resigned":
            return f"{facts['seat'].title()} gives up."
    return None


def digest(events: Sequence[Event], view: Json) -> list[str]:
    said = (say_event(event, view) for event in events)
    return [line for line in said if line is not None]


def say_outcome(view: Json) -> str:
    outcome = view["outcome"]
    if not outcome["winners"]:
        return f"A draw at {view['points']['north']} points each ({outcome['clause']})."
    return f"{outcome['winners'][0].title()} has won ({outcome['clause']})."


def say_bad_option(error: BadOption) -> str:
    return f"{error.facts['option']}={error.facts['value']} is not to be had."


def say_bad_position(error: BadPosition) -> str:
    return f"{error.where}: {error.code}."


def ask(view: Json, seat: SeatName) -> Ask | None:
    if view["outcome"] is not None:
        return None
    return Ask(
        subject=f"your bid for {view['prize']}",
        headline=f"Round {view['round']}: bid for {view['prize']} points; you hold {_purse(view, seat)}.",
        form=(f"bid 0              # anything from 0 to {_purse(view, seat)}",),
        silence="If you say nothing you bid nothing (BID-009).",
    )


def status(view: Json) -> str:
    return f"Round {view['round']} of {view['options']['rounds']}, a prize of {view['prize']}."


def forces(view: Json) -> list[str]:
    return [
        f"{owner.title():<6} {view['points'][owner]:>3} points   purse {view['purses'].get(owner, 'unknown')}"
        for owner in SEATS
    ]


def map_text(view: Json) -> str:
    return "\n".join(f"{seat[0].upper()} |{'=' * view['points'][seat]}>" for seat in SEATS)


def map_svg(view: Json, lately: Sequence[Event] = ()) -> str:
    bars = "".join(
        f'<text x="4" y="{18 + 24 * row}" font-size="14">{seat.title()}</text>'
        f'<rect x="60" y="{6 + 24 * row}" width="{1 + 5 * view["points"][seat]}" height="16" fill="#36c"/>'
        for row, seat in enumerate(SEATS)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="54" viewBox="0 0 300 54">{bars}</svg>'


def bot(view: Json, seat: SeatName, rng: Random) -> str:
    return f"bid {rng.randint(0, view['purses'][seat])}"


def _read(number: int, text: str, words: str) -> Line:
    if words.lower() == "resign":
        return Line(number, text, Resign())
    match = BID.fullmatch(words)
    if match is None:
        return Line(number, text, None)
    amount = int(match["amount"]) if match["amount"] else None
    return Line(number, text, Bid(amount), f"bid {amount}" if (match["word"] or "").lower() == "bd" else None)


def _purse(view: Json, seat: SeatName) -> str:
    held = view["purses"][seat]
    return f"{held} coins" if held != 1 else "1 coin"
