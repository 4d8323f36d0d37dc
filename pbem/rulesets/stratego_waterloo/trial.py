"""The map of a set-up that is only tried. Not for: actions of a ply, which hang on what the seat may not know."""

from __future__ import annotations

from typing import Any

from core.contract import Json, Orders, SeatName, Verdict
from core.rulesets.stratego_waterloo.options import battlefield_of
from core.rulesets.stratego_waterloo.orders import Setup
from core.rulesets.stratego_waterloo.setup import Formation, formation_ordered
from pbem.rulesets.contract import Trial

from .board import kinds, source
from .map import map_text


def trial(view: Json, seat: SeatName, orders: Orders, verdicts: tuple[Verdict, ...]) -> Trial | None:
    """Where all would stand after a sound set-up; None where none is tried."""
    ordered = next((line.order for line in orders if isinstance(line.order, Setup)), None)
    if view["phase"] != "setup" or view["to_move"] != seat or ordered is None:
        return None
    formation = formation_ordered(battlefield_of(source(), view["options"]), source(), seat, ordered)
    if not isinstance(formation, Formation):
        return None
    own = {square: _piece(code, seat) for square, code in formation.board.items()}
    pool = view["pool"] | {seat: [_piece(code, seat) | {"status": "reserve"} for code in formation.reserve]}
    return Trial(verdicts, (), map_text(view | {"board": view["board"] | own, "pool": pool}))


def _piece(code: str, seat: SeatName) -> dict[str, Any]:
    """A fresh piece as its owner sees it."""
    kind = kinds()[code]
    fresh = {"blocks": 0, "known": False, "charged": None}
    return {"code": code, "arm": kind.arm, "nation": kind.nation, "side": seat, **fresh}
