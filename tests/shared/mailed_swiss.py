"""A Swiss in a whole server, from ENTER to the final table by mail: players who answer every mail, others who fall
silent or leave, and workers that are killed.

Every player is a program with a mailbox that knows nothing but what it is mailed. What it does follows from a seed and
from what it sees, never from when a mail came: so that the same event can be held twice. Two things need the eye of the
test on the database: whether nothing is left to do, and how time goes by.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import Message
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from inprocess import subject_of, text_of
from sqlalchemy import event, select, text
from world import World, killing, world_in

from pbem.events import directing
from pbem.events.contract import How, Result
from pbem.events.directing import Asked
from pbem.events.kept import Held, find_event
from pbem.events.record import Verification, verify
from pbem.games.kept_record import KeptRecord
from pbem.games.record import verify as verify_game
from pbem.ops import schedule
from pbem.ops.demo import files_of, orders_wanted
from pbem.rulesets import presentation
from pbem.runtime.context import Context
from pbem.runtime.notifier import NoNotifier
from pbem.store import Store, people
from pbem.store.database import now
from pbem.store.models import Base, Event, Game, Player, UtcDateTime

NAME, RULESET = "cup", "waterloo1895"
BEGINS_IN = timedelta(days=30)
DAYS_AT_A_TIME = 9  # of the simulated clock
LONGEST_SILENCE_S = 900.0
_BEGUN = {
    "mails that came in": "SELECT 1 FROM inbox WHERE state = 'new' LIMIT 1",
    "mails to send": "SELECT 1 FROM outbox WHERE state IN ('ready', 'sending') LIMIT 1",
    "turns": "SELECT 1 FROM turn WHERE state = 'frozen' LIMIT 1",
}
_ROUND = re.compile(rf"\[{NAME}\] round (\d+): ")
_GAME = re.compile(r"\+([a-z]+\d+)\.")


class Swiss(msgspec.Struct, frozen=True):
    """What is held: how many play how many rounds, which shares leave and fall silent, and how often a worker dies.

    `silent` is the share of games in which one of the two answers nothing from some decision on; `leaving` that of the
    players who leave in one of the rounds. `max_rounds` ends the games themselves.
    """

    players: int = 16
    rounds: int = 5
    unit: str = "match"
    max_rounds: int = 2
    seed: int = 3
    leaving: float = 0.1
    silent: float = 0.05
    kill_every_s: float = 10.0
    workers: int = 2


class Told(msgspec.Struct, frozen=True):
    """What an event came to."""

    verified: Verification
    results: tuple[Result, ...]
    games: int  # that were opened
    letters: dict[int, int]  # how many letters each round was told by
    finals: int  # how many were mailed the final table
    left: int
    killed: int
    mails_in: int
    mails_out: int
    seconds: float
    days: int  # that went by on the simulated clock

    @property
    def by_time(self) -> int:
        """How many games were lost on time."""
        return sum(result.how is How.TIME for result in self.results)

    @property
    def tables(self) -> tuple[object, ...]:
        """All that must be the same when the same event is held again: every result but its record, and the tables."""
        results = sorted(
            (result.sitting, result.places, result.how, result.nothing, result.margin, result.misses)
            for result in self.results
        )
        return (tuple(results), self.verified.standings)


def hold(swiss: Swiss, folder: Path, say: Callable[[str], None] = lambda _: None) -> Told:
    """Hold it to its end, and verify its record with those of all its games."""
    begun = time.monotonic()
    # What is not done when a lease is over is rung for again: on a busy machine a short one floods the queue.
    with world_in(folder, workers=swiss.workers, seed_key=f"swiss {swiss.seed}", lease_seconds=20) as world:
        store = Store(world.settings.database)
        _wait_longer_for_locks(store)
        try:
            club = _Club(world, store, swiss, say)
            with killing(world, swiss.kill_every_s) as killed:
                club.play()
            return club.told(len(killed), time.monotonic() - begun)
        finally:
            store.close()


class _Club:
    """The players of the event, and what they have been mailed."""

    def __init__(self, world: World, store: Store, swiss: Swiss, say: Callable[[str], None]) -> None:
        self.world, self.store, self.swiss, self.say = world, store, swiss, say
        self.context = Context(world.settings, store, NoNotifier())
        self.words = presentation(RULESET)
        self.addresses = [f"p{at:03}@players.example" for at in range(1, swiss.players + 1)]
        self.leaves = self._who_leaves()
        self.round = self.mails = self.days = self.finals = 0
        self.letters: dict[int, int] = {}
        self.rounds: dict[str, int] = {}  # the latest that each has heard of
        self.answered: set[tuple[str, str, str]] = set()  # seats and views
        self.decisions: dict[tuple[str, str], int] = {}
        self.gone: set[str] = set()

    # --- The script -----------------------------------------------------------------------------------------------

    def _who_leaves(self) -> dict[str, int]:
        """Who leaves, and in which round."""
        chance = Random(f"who leaves {self.swiss.seed}")
        leaving = chance.sample(self.addresses, round(self.swiss.leaving * len(self.addresses)))
        return {player: chance.randint(1, self.swiss.rounds) for player in sorted(leaving)}

    def _is_leaving(self, player: str) -> bool:
        """Whether a player has heard of the round in which he leaves: from there on he answers nothing, so that it does
        not end before he is gone."""
        return player in self.leaves and self.rounds.get(player, 0) >= self.leaves[player]

    def _is_silent(self, player: str, game: str, decision: int) -> bool:
        """Whether a player answers no more from this decision of a game on: it hangs on nothing else."""
        chance = Random(f"silent {self.swiss.seed} {game}")
        if chance.random() >= self.swiss.silent:
            return False
        return chance.randrange(2) == self.addresses.index(player) % 2 and decision >= chance.randint(1, 4)

    # --- From ENTER to the final table ----------------------------------------------------------------------------

    def play(self) -> None:
        """Hold the event by mail."""
        self._until_quiet()
        self._enrol()
        directing.new(self.context, self._file())
        directing.open_(self.context, Asked(NAME))
        for player in self.addresses:
            self.world.write(player, f"ENTER {NAME}")
            self._wait_for(player, "you are in")
        self._days_pass(BEGINS_IN.days - 4)
        self._until_quiet()  # everybody has answered with a trial order
        self._days_pass(4)
        while not self._is_over():
            self._until_quiet()
            leaving = [player for player in self.leaves if self._is_leaving(player) and player not in self.gone]
            if leaving:
                for player in leaving:
                    self.world.write(player, f"WITHDRAW {NAME} BECAUSE I move house")
                    self.gone.add(player)
            elif not self._is_over():
                self._days_pass(DAYS_AT_A_TIME)
        self._until_quiet()

    def _enrol(self) -> None:
        with self.store.session() as session:
            for player in self.addresses:
                name = people.name_for(session, "", player)
                session.add(Player(address=player, name=name, enrolled_at=now(session), pictures=False))
                session.flush()

    def _file(self) -> str:
        start = datetime.now(UTC) + BEGINS_IN
        return "\n".join(
            (
                f'event = "{NAME}"',
                'title = "Cup of programs"',
                f'ruleset = "{RULESET}"',
                'format = "swiss"',
                f'unit = "{self.swiss.unit}"',
                f"least = {self.swiss.players}",
                f"most = {self.swiss.players}",
                f"start = {start:%Y-%m-%dT%H:%M:%S}",
                "[options]",
                'mode = "little"',
                f"max_rounds = {self.swiss.max_rounds}",
                "[settings]",
                f"rounds = {self.swiss.rounds}",
            )
        )

    def _wait_for(self, player: str, said: str) -> None:
        until = time.monotonic() + LONGEST_SILENCE_S
        while True:
            found = self._take()
            if found is not None and found[0] == player and said in text_of(found[1]):
                return
            assert time.monotonic() < until, f"nobody told {player} that {said}"

    # --- Mail by mail ---------------------------------------------------------------------------------------------

    def _take(self, patience_s: float = 1.0) -> tuple[str, Message] | None:
        """The next mail to anybody, if one comes soon; a letter about a round, and a final table, are counted."""
        found = self.world.take(patience_s)
        if found is None:
            return None
        self.mails += 1
        subject = subject_of(found[1])
        letter = _ROUND.match(subject)
        if letter and not subject.endswith("AGREE"):
            number = int(letter[1])
            # Mails to one address come in their order: this one before the reports of its games.
            self.rounds[found[0]] = number
            if number > self.round:
                self.round = number
                self.say(f"round {number}")
            self.letters[number] = self.letters.get(number, 0) + 1
        self.finals += subject.startswith(f"[{NAME}] it is over")
        return found

    def _until_quiet(self) -> None:
        """Answer all mails until none comes and the server has nothing to do."""
        until = time.monotonic() + LONGEST_SILENCE_S
        while True:
            found = self._take()
            if found is not None:
                self._answer(*found)
                until = time.monotonic() + LONGEST_SILENCE_S
            elif not self._has_work():
                return
            assert time.monotonic() < until, f"the server does not come to rest: {self._has_work()}"

    def _has_work(self) -> list[str]:
        """What the server has to do still; nothing where all mails were read, carried out and sent."""
        with self.store.reading() as session:
            due = schedule.find_due(session)
            # What a worker has begun is not due, until it is clear that the worker is dead.
            begun = [name for name, sql in _BEGUN.items() if session.execute(text(sql)).first() is not None]
        return [*(job for job in due.__struct_fields__ if getattr(due, job)), *begun]

    def _answer(self, player: str, mail: Message) -> None:
        """Send the orders that a mail asks for, unless the script has the player silent."""
        if f"[{NAME}] are you there?" in subject_of(mail):
            self.world.reply(mail, "place default")
            return
        game = _GAME.search(str(mail["Reply-To"]))
        if game is None or self._is_leaving(player):
            return
        files = files_of(mail)
        orders = orders_wanted(self.words, files, self.swiss.seed)
        view = next((str(files[name]) for name in files if name and name.endswith(".json")), "")
        if orders is None or (player, game[1], view) in self.answered:
            return
        self.answered.add((player, game[1], view))
        decision = self.decisions[player, game[1]] = self.decisions.get((player, game[1]), 0) + 1
        if not self._is_silent(player, game[1], decision):
            self.world.reply(mail, orders)

    # --- Time -----------------------------------------------------------------------------------------------------

    def _days_pass(self, days: int) -> None:
        self.days += days
        self.say(f"{self.days} days have gone by")
        days_pass(self.store, days)

    def _is_over(self) -> bool:
        with self.store.reading() as session:
            return session.scalars(select(Event.state)).one() == "over"

    # --- What it came to ------------------------------------------------------------------------------------------

    def told(self, killed: int, seconds: float) -> Told:
        """All of it, once the record of the event and those of all its games were verified."""
        with self.store.reading() as session:
            opened = session.scalars(select(Game).order_by(Game.id)).all()
            games = [verify_game(KeptRecord(session, game).file().content.splitlines()) for game in opened]
            cup = find_event(session, NAME)
            assert cup is not None
            results = Held(session, self.context, cup, lock=False).state.results
        found = verify(directing.record_of(self.context, Asked(NAME)).encode().splitlines(), games)
        return Told(
            verified=found,
            results=results,
            games=len(opened),
            letters=self.letters,
            finals=self.finals,
            left=len(self.gone),
            killed=killed,
            mails_in=self.world.acknowledged,
            mails_out=self.mails,
            seconds=seconds,
            days=self.days,
        )


def _wait_longer_for_locks(store: Store) -> None:
    """Let this process wait for writers as long as a busy machine may take: the server itself would ask again."""

    @event.listens_for(store.engine, "connect")
    def wait(connection: Any, _record: object) -> None:
        connection.execute(f"PRAGMA busy_timeout = {round(1000 * LONGEST_SILENCE_S)}")


def days_pass(store: Store, days: int) -> None:
    """Let days go by in a server that runs: its clock cannot be put ahead, but all times that it keeps can be put back.

    At a moment at which it has nothing to do, since whoever works has read older times.
    """
    with store.session() as session:
        for table in Base.metadata.sorted_tables:
            dates = [each.name for each in table.columns if isinstance(each.type, UtcDateTime)]
            if dates:
                # As SQLAlchemy writes them, since texts are compared.
                moved = ", ".join(f"{c} = strftime('%Y-%m-%d %H:%M:%f', {c}, '-{days} days') || '000'" for c in dates)
                session.execute(text(f"UPDATE {table.name} SET {moved}"))
