"""What the order helper of Stratego Waterloo offers in a pursuit: riders cut down fugitives, charge or get away."""

from __future__ import annotations

from collections.abc import Iterator

from core.contract import Json, SeatName
from core.rulesets.stratego_waterloo.orders import Charge, Cut, End, Plan, Retire, Save, Stop
from pbem.rulesets.helping import Candidate, Piece

from .board import blocks_called, by_label, on_board, other, piece_called


def pieces(view: Json, seat: SeatName) -> list[Piece]:
    """The seat's riders, who stand nowhere, and the fugitives of the defeated."""
    riders = by_label(view["pursuit"]["riders"])
    own = [Piece(f"{label} {piece_called(piece)}", "") for label, piece in riders if piece["side"] == seat]
    if seat == view["pursuit"]["victor"]:
        return own
    return [*own, *(Piece(f"{called} {name}", name) for name, called in _fugitives(view).items())]


def ways(view: Json, seat: SeatName, piece: Piece) -> Iterator[Candidate]:
    """What a rider may do (SWL-165, SWL-166, SWL-169); a fugitive can be saved alone (SWL-168)."""
    if piece.at:
        yield Candidate(Save(piece.at), piece.at, "save it")
        return
    label = piece.piece.split()[0]
    if seat == view["pursuit"]["victor"]:
        for name, called in _fugitives(view).items():
            yield Candidate(Cut(label, name), name, f"cut down {called} on {name}")
    for enemy, rider in by_label(view["pursuit"]["riders"]):
        if rider["side"] != seat:
            yield Candidate(Charge(label, enemy), "", f"charge {enemy} {piece_called(rider)}{blocks_called(rider)}")
    yield Candidate(Retire(label), "", "retire it for good")


def plain(view: Json, seat: SeatName) -> Iterator[Candidate]:
    """What is of no rider: the usual policy, and an end of the ply or of all (SWL-170, SWL-R62)."""
    yield Candidate(Plan("auto"), "", "The usual policy until further notice")
    if seat == view["pursuit"]["victor"]:
        yield Candidate(Stop(), "", "Stop the pursuit")
    yield Candidate(End(), "", "End the ply")


def _fugitives(view: Json) -> dict[str, str]:
    """The fugitives by their squares, as they are known (SWL-162)."""
    beaten = on_board(view, other(view["pursuit"]["victor"]))
    return {name: piece_called(piece) for name, piece in beaten.items() if piece["arm"] != "c"}
