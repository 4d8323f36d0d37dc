"""The JSON of a position: its keys, their bounds and what they mean stand here, and nowhere else."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from core.contract import Outcome
from core.options import MOST

POINT = "^(a2|[bcd][123]|e2)$"

PointName = Annotated[str, msgspec.Meta(pattern=POINT)]


class PositionSchema(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of Hare and Hounds."""

    hounds: Annotated[
        list[PointName], msgspec.Meta(min_length=3, max_length=3, description="the points that the hounds stand on")
    ]
    hare: Annotated[str, msgspec.Meta(pattern=POINT, description="the point that the hare stands on")]
    to_move: Annotated[Literal["hounds", "hare"], msgspec.Meta(description="whose turn it is")] = "hounds"
    move: Annotated[int, msgspec.Meta(ge=1, le=MOST, description="the number of the move that is due")] = 1
    sideways: Annotated[
        int, msgspec.Meta(ge=0, le=MOST, description="moves of the hounds up or down a column, in a row (HAH-010)")
    ] = 0
    outcome: Annotated[Outcome | None, msgspec.Meta(description="how the game ended; null: as the pieces show")] = None
