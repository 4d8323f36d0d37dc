"""Which armies a view of Waterloo (1895) shows, what is left of them, and what seats, armies and spots are called."""

from __future__ import annotations

from collections.abc import Sequence

from core.contract import Json, SeatName

from .board import Army, board

ROSTER = "12345678CD"
ROSTER_OF_LITTLE = "123"


def armies_in(view: Json) -> list[Army]:
    """The armies taking part, in the order N, Y, W, B."""
    return [army for letter, army in board().armies.items() if letter in view["armies"]]


def armies_of(seat: SeatName, view: Json) -> list[Army]:
    """The armies a seat commands."""
    return [army for army in armies_in(view) if view["armies"][army.letter] == seat]


def commander(letter: str, view: Json) -> SeatName:
    """The seat that commands an army."""
    return str(view["armies"][letter])


def is_little(view: Json) -> bool:
    """Whether this is the children's game: three pieces an army, no captures, no kinds of pieces."""
    return bool(view["options"]["mode"] == "little")


def roster_of(view: Json) -> str:
    """The second letters of an army's pieces, in their order."""
    return ROSTER_OF_LITTLE if is_little(view) else ROSTER


def pieces_of(letter: str, view: Json) -> list[str]:
    """The pieces of an army that stand on the board, in their order."""
    return [letter + kind for kind in roster_of(view) if letter + kind in view["pieces"]]


def captured_of(letter: str, view: Json) -> list[str]:
    """The pieces of an army that have been taken; none while armies are still being posted."""
    if view["phase"] == "setup" or is_little(view):
        return []
    return [letter + kind for kind in roster_of(view) if letter + kind not in view["pieces"]]


def kind_of(piece: str) -> str:
    """`infantry` or `cavalry`."""
    return "cavalry" if piece[1] in "CD" else "infantry"


def army_title(letter: str) -> str:
    """The name an army goes by: its commander's."""
    army = board().armies.get(letter)
    return army.name if army else letter


def seat_title(seat: SeatName) -> str:
    """A seat's name as printed."""
    return next((army.name for army in board().armies.values() if army.seat == seat), seat)


def find_seat(word: str, seats: Sequence[SeatName]) -> SeatName | None:
    """The seat a word means: its name, its army's letter or its side, or an unmistakable beginning of three letters."""
    wanted = word.strip(" .,:;").lower().replace("ü", "u").replace("ue", "u")
    meant = []
    for army in board().armies.values():
        names = {army.seat, army.letter.lower(), board().city(army.city).name.lower()}
        begins = len(wanted) >= 3 and any(name.startswith(wanted) for name in names)
        if army.seat in seats and (wanted in names or begins):
            meant.append(army.seat)
    if not meant:
        meant = [army.seat for army in board().armies.values() if army.seat in seats and army.side.lower() == wanted]
    return meant[0] if len(meant) == 1 else None


def spot_title(spot: str) -> str:
    """A spot with the name of its hill, if it is one: `V25`, `T20 (Ligny)`."""
    hill = board().hill_on(spot)
    return f"{spot} ({hill.name})" if hill else spot
