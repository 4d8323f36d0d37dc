"""Sealed Bids: a small game of its own that needs nothing of the server but the rule-set contract.

Two seats, `north` and `south`, start with the same purse. Each round a prize is rolled on two dice and shown; both
bid secretly and at the same time; the higher bid takes the prize as points, and both bids are paid (BID-004). Equal
bids are settled by a throw-off. A purse is its owner's secret until the end, and what a bid has left in it is told to
its owner alone. The tests use it wherever a rule set must not be taken for granted: simultaneous secret orders, dice,
hidden information, events for one pair of eyes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.rulesets.contract import Presentation


def presentation() -> Presentation:
    """The presentation, as every rule set's package gives it; the entry point names this function."""
    from . import words

    return words.presentation()
