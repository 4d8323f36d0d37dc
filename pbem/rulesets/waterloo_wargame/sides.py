"""What sides, formations, headings and numbers of men are called in the Waterloo Wargame."""

from __future__ import annotations

from collections.abc import Sequence

from core.contract import Json, SeatName

GENERALS = {"french": "Napoleon", "allied": "Wellington"}
ARMIES = {"french": "the French", "allied": "the Allies"}
ADJECTIVES = {"french": "French", "allied": "Allied"}
ARMS = {"infantry": "inf", "cavalry": "cav", "gun": "gun"}
OTHER_WORDS = {
    "french": ("nap", "n", "boney", "france", "fr", "f", "the french", "the emperor", "emperor"),
    "allied": ("wel", "welly", "w", "allies", "anglo-allied", "british", "a", "the allies", "the duke", "duke"),
}
POINTS = ("n", "nne", "ne", "ene", "e", "ese", "se", "sse", "s", "ssw", "sw", "wsw", "w", "wnw", "nw", "nnw")
# The whole degrees that the sixteen points of the compass stand for (5.3).
COMPASS = {point: (45 * at + 1) // 2 for at, point in enumerate(POINTS)}
_NAMED = {degrees: point.upper() for point, degrees in COMPASS.items()}


def seat_title(seat: SeatName) -> str:
    """`Napoleon`; a word that is no seat as it stands."""
    return GENERALS.get(seat, seat)


def find_seat(word: str, seats: Sequence[SeatName]) -> SeatName | None:
    """The seat a word stands for, or None."""
    word = " ".join(word.lower().split())
    return next((seat for seat in seats if word in (seat, GENERALS[seat].lower(), *OTHER_WORDS[seat])), None)


def other_of(seat: SeatName, view: Json) -> SeatName:
    """The opponent."""
    return str(next(each for each in view["seats"] if each != seat))


def men(thousands: int) -> str:
    """`4,000`; `0`."""
    return f"{1000 * thousands:,}"


def called(heading: int) -> str:
    """`NNE`, or `257 degrees` for what is no point of the compass."""
    return _NAMED.get(heading, f"{heading} degrees")


def heading_in_short(heading: int) -> str:
    """`NNE` or `257`."""
    return _NAMED.get(heading, str(heading))


def spot(pose: Sequence[int]) -> str:
    """`4930,2550`."""
    return f"{pose[0]},{pose[1]}"


def yards(number: float) -> str:
    """`200 yards`, `155.2 yards`, `1 yard`."""
    whole = round(number)
    said = f"{whole:,}" if abs(number - whole) < 0.05 else f"{number:,.1f}"
    return f"{said} {'yard' if said == '1' else 'yards'}"


def piece_of(code: str, view: Json) -> Json | None:
    """The formation of a code in a view, or None."""
    return next((piece for piece in view["pieces"] if piece["code"] == code), None)


def strength_of(code: str, view: Json) -> str:
    """`4,000`, or `gun`; empty for a code that is not in the view."""
    piece = piece_of(code, view)
    return "" if piece is None else "gun" if piece["arm"] == "gun" else men(piece["men"])


def standing_pieces(view: Json, seat: SeatName) -> list[Json]:
    """The formations of a side that are on the board, in roster order."""
    return [piece for piece in view["pieces"] if piece["side"] == seat and piece["x"] is not None]
