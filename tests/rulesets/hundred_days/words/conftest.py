"""Views of campaigns for the words of the Hundred Days."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from core.dice import SeededDice
from pbem.rulesets.hundred_days.board import rules as the_rules
from pbem.rulesets.hundred_days.grammar import read


class Played:
    """A campaign that mails play on; `view` is what a seat knows then."""

    def __init__(self, **options: Any) -> None:
        self.rules = the_rules()
        self.position = self.rules.opening(self.rules.settle(options))
        self.events: tuple[Any, ...] = ()

    def view(self, seat: str = "napoleon") -> Any:
        return self.rules.view(self.position, seat)

    def turn(self, **mails: str) -> Played:
        """A turn by these mails, the other seats silent."""
        orders = {seat: read(list(enumerate(mail.split("\n"), start=1))) for seat, mail in mails.items()}
        dice = SeededDice(b"words", turn=self.view()["turn"])
        played = self.rules.adjudicate(self.position, orders, dice, due=True)
        self.position, self.events = played.position, played.events
        return self

    def at_random(self, turns: int, seed: int = 1) -> Played:
        """So many turns of random orders."""
        for turn in range(turns):
            orders = {
                owed.seat: self.rules.random_orders(self.position, owed.seat, 100 * seed + turn)
                for owed in self.rules.awaiting(self.position)
            }
            played = self.rules.adjudicate(self.position, orders, SeededDice(bytes([seed]), turn=turn + 1), due=True)
            self.position, self.events = played.position, played.events
        return self


@pytest.fixture
def campaign() -> Callable[..., Played]:
    return Played
