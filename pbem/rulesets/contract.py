"""What a rule set brings to the game room: how its orders are read, and how its events, refusals and maps are worded.

A `Kit` joins the rules from `core` to their words. It is handed views, never positions, so that no report can tell a
seat more than `core` allows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

import msgspec

from core.contract import BadOption, BadPosition, Event, Json, Line, Options, RuleSet, SeatName, Verdict


class Ask(msgspec.Struct, frozen=True):
    """What a report asks of its reader.

    `subject` is a few words for the subject line ("your throw 2-3-6"), `headline` one sentence, `form` the order
    lines to edit and send back (comments after `#`), `silence` what happens if no answer comes.
    """

    subject: str
    headline: str
    form: tuple[str, ...]
    silence: str


class Said(msgspec.Struct, frozen=True):
    """One answered order line: a short mark (`ok`, `ok, read as`, `which?`, `no`) and the rest of the sentence."""

    mark: str
    text: str


class Kit(Protocol):
    """The words of one rule set. All text is plain and without line breaks; the report wraps it."""

    name: str
    title: str
    about: str
    order_help: str
    pictured: bool  # whether reports carry the map as a picture too: where people would rather look than read
    rules: RuleSet[Any]

    def brief(self, options: Options) -> str:
        """A paragraph on how a game with these settled options is played, for its first report."""

    def seat_title(self, seat: SeatName) -> str:
        """A seat's name as printed: `Napoleon`."""

    def find_seat(self, word: str, seats: Sequence[SeatName]) -> SeatName | None:
        """The seat a player means by a word (`Nap`, `N`, `wellington`), or None."""

    def option_help(self) -> dict[str, str]:
        """For each option, one sentence on what its values mean."""

    def read(self, lines: Sequence[tuple[int, str]]) -> tuple[Line, ...]:
        """Order lines from numbered text lines; blank lines and comments give no line. Never raises."""

    def looks_like_order(self, text: str) -> bool:
        """Whether a line has the form of an order of this rule set; decides what is answered as chatter."""

    def say_verdict(self, verdict: Verdict, line: Line | None, view: Json) -> Said:
        """The answer to one order line, clause included."""

    def say_event(self, event: Event, view: Json) -> str | None:
        """One event in a line of its own, or None where it needs no words. `view` is the view after the event."""

    def digest(self, events: Sequence[Event], view: Json) -> list[str]:
        """What happened, oldest first, in as few lines as read well; `view` is the view after the last event."""

    def say_outcome(self, view: Json) -> str:
        """One sentence: who won, or that it is a draw, why, and the clause."""

    def say_bad_option(self, error: BadOption) -> str:
        """A sentence on an option that cannot be had."""

    def say_bad_position(self, error: BadPosition) -> str:
        """A sentence on a position that cannot be."""

    def ask(self, view: Json, seat: SeatName) -> Ask | None:
        """What the seat owes now, in words, or None where it owes nothing."""

    def status(self, view: Json) -> str:
        """One line: the turn, whose it is, the dice."""

    def forces(self, view: Json) -> list[str]:
        """Every side's forces in words, one or more lines a side, of any length; U+00A0 keeps words together."""

    def map_text(self, view: Json) -> str:
        """The board in at most 78 columns.

        Where `view` holds `flip` it is drawn the other way up, if there are two ways; where it holds `inset`, a part of
        it in a player's words (`3500,3200 zoom 4`), that part alone, if the rule set can tell which is meant.
        """

    def map_svg(self, view: Json) -> str:
        """The board as an SVG document; `inset` as for `map_text`."""

    def bot(self, view: Json, seat: SeatName, rng: Random) -> str:
        """Orders, as text a player would mail, for what the seat owes in this view."""
