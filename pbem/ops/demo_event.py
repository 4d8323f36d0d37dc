"""A small event by mail on this machine, with every part real: from its director's file to the final table.

The director and the players have a mailbox each, and know nothing but what they are mailed.
"""

from __future__ import annotations

import queue
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.message import Message
from typing import Any

import msgspec
from rich.console import Console

from pbem.config import Settings
from pbem.events import formats
from pbem.events.announcement import SERIES
from pbem.events.record import Verification, battles_named, verify
from pbem.games.record import Difference
from pbem.games.record import verify as verify_game
from pbem.ops.demo import (
    DOMAIN,
    PLAYERS,
    Correspondence,
    DemoFailed,
    files_of,
    mail_server,
    orders_wanted,
    plain_text,
    presentation_of,
    server,
    subject_of,
)
from pbem.rulesets.contract import Presentation

NAME = "cup"
DIRECTOR = "hedda"
MORE = ("gwen", "hugo", "ida", "jon", "kim", "lea", "max", "nora", "otto", "pia")
NAMES = (*PLAYERS, *MORE)
ROUNDS = 3  # of a Swiss, where as many can be paired
# Short games, unless others are asked for.
SHORT = {"waterloo1895": {"mode": "little"}}
BEGINS_IN = timedelta(days=30)


class Played(msgspec.Struct, frozen=True):
    """What the demonstration of an event leaves: its verified record, and every mail, as (address, mail)."""

    verified: Verification
    mails: list[tuple[str, Message]]


def play(
    form: str,
    players: int,
    ruleset: str,
    seed: int | None,
    chosen: Mapping[str, str],
    *,
    quiet: bool = False,
    **settings: Any,
) -> Played:
    """Play an event to its end and verify its record with those of its games. Raises DemoFailed."""
    words = presentation_of(ruleset)
    if form not in formats.FORMATS or formats.of(form).challenges:
        there = ", ".join(name for name, each in formats.FORMATS.items() if not each.challenges)
        raise DemoFailed(f'there is no format "{form}" that can be shown; there is {there}')
    if seed is None:
        seed = secrets.randbelow(2**32)
    if form == SERIES:
        players = 2
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"{formats.of(form).title} of {players} in {words.title}, seed {seed}")
    file = _file(form, players, words, {**SHORT.get(ruleset, {}), **chosen})
    director = f"{DIRECTOR}@players.{DOMAIN}"
    with mail_server() as sink, server(sink, seed, {"hosts": director, **settings}) as ready:
        club = _Club(ready, sink.mails, words, seed, console, quiet=quiet)
        record = club.play(director, [f"{name}@players.{DOMAIN}" for name in NAMES[:players]], file, form)
    try:
        lines = {name.removesuffix(".jsonl"): each.splitlines() for name, each in club.games.items()}
        found = verify(record.splitlines(), [verify_game(each) for each in lines.values()], lines)
    except Difference as difference:
        raise DemoFailed(f"the record does not hold: {difference}") from None
    console.print(
        f"\nThe record of {found.rounds} rounds and {found.results} results holds, and {found.games} games were "
        f"replayed; head {found.head}."
    )
    return Played(found, club.seen)


def _file(form: str, players: int, words: Presentation, options: Mapping[str, str]) -> str:
    """The event file that the director mails."""
    begins = [] if formats.of(form).starts_itself else [f"start = {datetime.now(UTC) + BEGINS_IN:%Y-%m-%dT%H:%M:%S}"]
    rounds = min(ROUNDS, (players + 1) // 2)
    below = ["[settings]", f"rounds = {rounds}"] if form == "swiss" else []
    if form == SERIES:
        # Twice the same rules: whoever plays here knows one game.
        return "\n".join(
            [
                f'event = "{NAME}"',
                'title = "A small series"',
                'format = "series"',
                f'directors = ["{DIRECTOR}@players.{DOMAIN}"]',
                "[series]",
                f'battles = ["{words.name}", "{words.name}"]',
                "hours = 2",
            ]
        )
    return "\n".join(
        [
            f'event = "{NAME}"',
            'title = "A small cup"',
            f'ruleset = "{words.name}"',
            f'format = "{form}"',
            'unit = "single"',
            f"least = {players}",
            f"most = {players}",
            f'directors = ["{DIRECTOR}@players.{DOMAIN}"]',
            *begins,
            *below,
            "[options]",
            *(f'{name} = "{value}"' if not value.isdigit() else f"{name} = {value}" for name, value in options.items()),
        ]
    )


class _Club(Correspondence):
    """A director and the players of an event."""

    def __init__(
        self,
        settings: Settings,
        mails: queue.Queue[tuple[str, Message]],
        words: Presentation,
        seed: int,
        console: Console,
        *,
        quiet: bool,
    ) -> None:
        super().__init__(settings, mails, console, quiet=quiet)
        self._words, self._seed = words, seed
        self.games: dict[str, bytes] = {}  # the records of games that are over
        self._shown: set[str] = set()

    def play(self, director: str, players: list[str], file: str, form: str) -> bytes:
        """Hold the event from its file to its end; its record."""
        self.send(director, self.settings.address, "my desk", "TD list", None)
        self.answer(self.next(director, "enrol"), "")
        desk = self.next(director, "desk")
        for act in (f"TD new\n{file}", f"TD open {NAME}"):
            self.answer(desk, act)
            desk = self.next(director, "desk")
            if "nothing was done" in subject_of(desk):
                raise DemoFailed(f"the event cannot be: {plain_text(desk)}")
        for player in players:
            self.send(player, self.settings.address, "I play", f"ENTER {NAME}", None)
            self.answer(self.next(player, "enrol"), "")
            self._wait_for(player, "you are in")
        if not formats.of(form).starts_itself:
            self.answer(desk, f"TD start {NAME}")
        found: bytes | None = None
        while True:
            _, mail = self.take()
            files = files_of(mail)
            record = files.get(f"{NAME}.jsonl")
            found = record if isinstance(record, bytes) else found
            records = ((name, file) for name, file in files.items() if name and name.endswith(".jsonl"))
            self.games |= {name: file for name, file in records if name != f"{NAME}.jsonl"}
            # The end of an event may be told before that of its last game.
            if found is not None and all(f"{name}.jsonl" in self.games for name in battles_named(found.splitlines())):
                return found
            orders = orders_wanted(self._words, files, self._seed)
            if orders is not None:
                self.answer(mail, orders)

    def _wait_for(self, player: str, said: str) -> None:
        recipient, mail = self.take()
        while recipient != player or said not in subject_of(mail):
            recipient, mail = self.take()

    def show(self, who: str, subject: str, body: str) -> None:
        """Print the first letter about each round, and the final table; of everything else a line."""
        about = subject.partition(":")[0]
        is_letter = who.startswith("To ") and subject.startswith(f"[{NAME}]") and about not in self._shown
        quiet, self.quiet = self.quiet, self.quiet or not is_letter
        self._shown |= {about} if is_letter else set()
        super().show(who, subject, body)
        self.quiet = quiet
