"""Landmine: Sealed Bids, except that adjudicating it may bring the adjudicator down, as its option `mine` says.

The tests use it to see that no request can stop the others.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from sealed_bids.rules import Position, Rules

from core.contract import Adjudication, Option, Orders, SeatName
from core.dice import Dice

if TYPE_CHECKING:
    from pbem.rulesets.contract import Presentation


def presentation() -> Presentation:
    """The presentation, as every rule set's package gives it."""
    from sealed_bids import presentation as unmined

    return replace(unmined(), rules=MinedRules())


class MinedRules(Rules):
    """The rules, with a mine in them."""

    name = "landmine"

    def options(self) -> tuple[Option, ...]:
        return (*super().options(), Option("mine", "none", ("none", "kills", "hangs", "dawdles", "raises"), "BID-001"))

    def adjudicate(
        self, position: Position, orders: Mapping[SeatName, Orders], dice: Dice, *, due: bool = False
    ) -> Adjudication:
        match position.options["mine"]:
            case "kills":
                os.kill(os.getpid(), signal.SIGKILL)
            case "hangs":
                signal.pause()
            case "dawdles":
                time.sleep(0.6)
            case "raises":
                raise ArithmeticError
        return super().adjudicate(position, orders, dice, due=due)
