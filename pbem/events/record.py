"""The record of an event: JSON Lines like that of a game, each line's hash covering the line before, and its replay.

The lines are canonical JSON. The first, `event`, holds what was announced and the seal of the event's secret seed. Then
come `enter`, `check-in`, `withdraw`; `start`, with the order in which all are seeded; each `round`, with who meets whom
and what their games are called, and `bids` where sides are bid for; each `battle` of a series as it begins, with its
forces and the games that it follows; each `result`, with the hash of the last line of its game's record, and of a
battle what it has cost; each `act` of a director or host: who, when, what and why. The last, `end`, has the tables and
the seed, and with it every lot, pairing and bye can be drawn again.

What an event is follows from its record alone: the server knows its state by the same replay that verifies it.

Entrants are called in it by names drawn for this event, such as `player-5f0c8a917e42`. How they are called otherwise
stands in a last line, `names`, that belongs to no hash: who is forgotten is taken out of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec

from core.contract import BATTLE_SIDES, Battle, Json, Level, NoMuster, SeatName, Toll
from core.dice import commitment
from pbem import __version__
from pbem.campaigns.battle_record import BattleRecord
from pbem.campaigns.linked import game_of
from pbem.events import acts, bids, course, formats, series
from pbem.events.contract import (
    CannotBe,
    Draw,
    Encounter,
    Entrant,
    EntrantName,
    How,
    Plan,
    Result,
    Sitting,
    SittingName,
    State,
    Unfinished,
)
from pbem.events.series import Army
from pbem.games import record
from pbem.games.record import Difference, Verified
from pbem.rulesets import NotARuleSet, UnknownRuleSet, presentation

FORMAT = 1
KIND = "event"  # of the first line, by which the record of an event is told from that of a game
DIGITS_OF_A_HASH = 64
LINKS = ("number", "kind", "salt", "prev", "hash")

S = TypeVar("S")


class Act(msgspec.Struct, frozen=True):
    """What a director or a host did: which act, in which round, who, when (UTC), on what, and why."""

    act: str
    round: int
    who: str
    at: str
    about: str
    why: str


class Verification(msgspec.Struct, frozen=True):
    """The record of an event that holds. `complete` tells whether it reaches the end, and the seed with it.

    `drawn_again` are the rounds whose pairings were recomputed, which needs the seed; `games` how many of the results
    were compared with the records of their games. Of the battles of series that have ended `battles` were played again,
    and what the records of `taken_on_trust` would show was not looked at. `called` are the entrants by the names below
    the record.
    """

    event: str
    title: str
    entrants: int
    rounds: int
    results: int
    drawn_again: int
    games: int
    battles: tuple[str, ...]
    taken_on_trust: tuple[str, ...]
    complete: bool
    cancelled: bool
    head: str
    acts: tuple[Act, ...]
    called: dict[EntrantName, str]
    standings: tuple[Json, ...]


# --- Writing ------------------------------------------------------------------------------------------------------


def drawn_name(draw: Draw, number: int) -> EntrantName:
    """What the record calls whoever has entered as the one of this number: drawn from the seed, as all lots are."""
    return f"player-{draw.seed('name', str(number)).hex()[:12]}"


def at_text(moment: datetime) -> str:
    """A moment as the record has it."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def event_body(plan: Plan, title: str, least: int, most: int, announced: Json, seed: bytes, at: datetime) -> Json:
    """The body of the first entry; `announced` is whatever else the announcement told: clock, dates, director."""
    return {
        "format": FORMAT,
        "release": __version__,
        "event": plan.event,
        "title": title,
        "least": least,
        "most": most,
        "plan": {key: value for key, value in msgspec.to_builtins(plan).items() if (key, value) != ("series", None)},
        "announced": announced,
        "commitment": commitment(seed),
        "at": at_text(at),
    }


def round_body(number: int, encounters: Sequence[Encounter], games: Mapping[str, str], at: datetime) -> Json:
    """The body of a round's entry: who meets whom, and what their games are called on the server."""
    return {
        "round": number,
        "encounters": msgspec.to_builtins(list(encounters)),
        "games": dict(games),
        "at": at_text(at),
    }


def end_body(standings: Sequence[Json], seed: bytes, at: datetime, day: int | None = None) -> Json:
    """The body of the last entry; `day` is that of the end, where the tables hang on it."""
    body = {"standings": list(standings), "seed": seed.hex(), "at": at_text(at)}
    return body if day is None else {**body, "day": day}


# --- Replay -------------------------------------------------------------------------------------------------------


class Replay:
    """An event as its record tells it, entry by entry. With the seed what was drawn is drawn again and compared."""

    def __init__(self, seed: bytes | None = None) -> None:
        self._seed = seed
        self.head: Json = {}
        self.entered: dict[EntrantName, Level | None] = {}
        self.here: set[EntrantName] = set()
        self.gone: set[EntrantName] = set()
        self.games: dict[str, str] = {}  # the sittings, with the names of their games
        self.acts: list[Act] = []
        self.ended: Json | None = None
        self.started = False
        self.drawn_again = 0
        self.appealed: set[str] = set()
        self.battles: dict[SittingName, Battle] = {}  # of series, as they began
        self.tolls: dict[SittingName, Toll] = {}
        self.heads: dict[SittingName, str] = {}  # the last hashes of the records of games that have ended
        self.followed: dict[SittingName, list[Json]] = {}

    @property
    def state(self) -> State:
        """The event as it stands."""
        return self._state

    @property
    def plan(self) -> Plan:
        """What was announced."""
        return self._state.plan

    @property
    def waiting(self) -> list[EntrantName]:
        """Who has entered and not left, in that order; once the event has begun those who were not taken: reserves."""
        taken = {each.name for each in self._state.entrants}
        return [name for name in self.entered if name not in self.gone | taken]

    def follow(self, number: int, entry: Json) -> None:
        """Take an entry into account. Raises Difference."""
        kind = entry.get("kind")
        if entry.get("number") != number:
            raise Difference(number, f"it is numbered {entry.get('number')!r}, and should be {number}")
        if (kind == KIND) != (number == 0):
            raise Difference(number, f"its kind is {kind!r}")
        if self.ended is not None:
            raise Difference(number, "the event goes on after its end")
        try:
            _FOLLOWED[str(kind)](self, number, entry)
        except KeyError as error:
            raise Difference(number, f"it is not a well-formed {kind!r} entry ({error!r})") from error
        except (TypeError, ValueError, AttributeError, msgspec.MsgspecError, CannotBe) as error:
            raise Difference(number, f"it is not a well-formed {kind!r} entry ({error})") from error

    # --- What was announced, and who entered ----------------------------------------------------------------------

    def _event(self, number: int, entry: Json) -> None:
        if entry["format"] != FORMAT:
            raise Difference(number, f"it is of format {entry['format']!r}, and here is read format {FORMAT}")
        self.head = {key: value for key, value in entry.items() if key not in LINKS}
        self._state = State(msgspec.convert(entry["plan"], Plan), ())
        if self._seed is not None and commitment(self._seed) != entry["commitment"]:
            raise Difference(number, "the seed at the end is not the one that the seal was made from")
        self._draw = Draw(self._seed, entry["event"]) if self._seed is not None else None

    def _enter(self, number: int, entry: Json) -> None:
        name = _text(entry["entrant"])
        if name in self.gone and not self.started:
            self.gone.remove(name)  # who has left may think better of it, until it begins
            return
        if name in self.entered:
            raise Difference(number, f"{name} has entered already")
        if self._draw is not None and name != drawn_name(self._draw, len(self.entered) + 1):
            raise Difference(number, f"{name} is not the name that the seed gives to entrant {len(self.entered) + 1}")
        self.entered[name] = Level(entry["robot"]) if entry.get("robot") else None

    def _check_in(self, number: int, entry: Json) -> None:
        self.here.add(self._known(number, entry))

    def _withdraw(self, number: int, entry: Json) -> None:
        name = self._known(number, entry)
        if name in self.gone:
            raise Difference(number, f"{name} has left already")
        self._leave(name, entry.get("day"))

    def _leave(self, name: EntrantName, day: int | None) -> None:
        self.gone.add(name)
        if any(each.name == name for each in self._state.entrants):
            self._state = acts.withdrawn(self._state, name, round_=day)

    def _start(self, number: int, entry: Json) -> None:
        if self.started:
            raise Difference(number, "the event has begun already")
        entrants = [msgspec.convert(each, Entrant) for each in entry["entrants"]]
        names = [each.name for each in entrants if not each.stand_in]
        for each in entrants:
            if each.stand_in:
                continue
            if self.entered.get(each.name, each) is not each.robot or each.name in self.gone:
                raise Difference(number, f"{each.name} has not entered, or has left")
        ratings = msgspec.convert(entry["ratings"], dict[str, float])
        if self._draw is not None:
            expected = course.seeded(names, ratings, self._draw)
            if names != expected:
                raise Difference(number, "the ratings and the lots give another order of seeding")
        if [each.rank for each in entrants if not each.stand_in] != list(range(1, len(names) + 1)):
            raise Difference(number, "the ranks are not those of the order")
        self.started = True
        self._state = msgspec.structs.replace(self._state, entrants=tuple(entrants))

    # --- Rounds and results ---------------------------------------------------------------------------------------

    def _round(self, number: int, entry: Json) -> None:
        encounters = tuple(msgspec.convert(each, Encounter) for each in entry["encounters"])
        if entry["round"] != self._state.round + 1 and not formats.of(self.plan.format).challenges:
            raise Difference(number, f"round {entry['round']!r} comes after round {self._state.round}")
        if self._draw is not None and not formats.of(self.plan.format).challenges:
            self._pair_again(number, encounters)
        known = {each.name for each in self._state.entrants}
        for met in encounters:
            if not set(met.entrants) <= known:
                raise Difference(number, "somebody is paired who does not play")
        games = msgspec.convert(entry["games"], dict[str, str])
        sittings = {each.name for met in encounters for each in met.sittings if not (each.bid or each.battle)}
        if set(games) != sittings or sittings & set(self.games):
            raise Difference(number, "its games are not those of its pairings")
        self.games |= games
        self._state = self._state.paired(encounters)

    def _bids(self, number: int, entry: Json) -> None:
        """The sides of a game are settled by the bids for them."""
        settled = msgspec.convert(entry["sitting"], Sitting)
        met = self._state.of(settled.name)
        before = next(each for each in met.sittings if each.name == settled.name)
        words = presentation(self.plan.ruleset)
        given = msgspec.convert(entry["bids"], dict[str, str])
        read = {name: bids.read(words, self.plan, text) for name, text in given.items()}
        if not before.bid or not set(given) <= set(before.seats.values()) or words.rules.handicap is None:
            raise Difference(number, f"no bids are wanted for {settled.name}")
        if settled != bids.settled(before, read, words.rules.handicap):
            raise Difference(number, "by these bids the sides are others")
        changed = tuple(settled if each == before else each for each in met.sittings)
        encounters = tuple(
            msgspec.structs.replace(each, sittings=changed) if each == met else each for each in self._state.encounters
        )
        self._state = msgspec.structs.replace(self._state, encounters=encounters)
        self.games[settled.name] = _text(entry["game"])

    def _pair_again(self, number: int, encounters: tuple[Encounter, ...]) -> None:
        assert self._draw is not None
        try:
            expected = formats.of(self.plan.format).next_round(self._state, self._draw)
        except Unfinished as error:
            raise Difference(number, f"it was paired before games had ended: {error}") from None
        if expected is None or tuple(expected) != encounters:
            raise Difference(number, f"pairing round {self._state.round + 1} again gives other encounters")
        self.drawn_again += 1

    def _result(self, number: int, entry: Json) -> None:
        result = msgspec.convert(entry["result"], Result)
        if result.sitting in self.battles and result.how is not How.CANCELLED and "toll" not in entry:
            raise Difference(number, f"it does not tell what {result.sitting} has cost")
        if "toll" in entry:
            self._cost(number, result, msgspec.convert(entry["toll"], Toll))
        self._take(number, result)
        if result.record:
            self.heads[result.sitting] = result.record

    def _take(self, number: int, result: Result) -> None:
        if result.sitting not in self.games:
            raise Difference(number, f"there is no game {result.sitting!r} in this event")
        seats = next(
            each.seats for met in self._state.encounters for each in met.sittings if each.name == result.sitting
        )
        placed = [name for place in result.places for name in place]
        if placed and sorted(placed) != sorted(seats.values()):
            raise Difference(number, f"its places are not of those who played {result.sitting}")
        if result.record and len(result.record) != DIGITS_OF_A_HASH:
            raise Difference(number, "it has no hash of its game's record")
        self._state = self._state.ended(result)

    # --- Battles of series ----------------------------------------------------------------------------------------

    def armies_before(self, met: Encounter, sitting: Sitting) -> tuple[Army, Army]:
        """What both have as a battle begins, by what those before it have cost."""
        return series.before(series.of(self.plan), met, sitting.battle, self.tolls)

    def follows(self, met: Encounter, sitting: Sitting) -> list[Json]:
        """The games of the battles that one follows, each with the last hash of its record."""
        earlier = [each.name for each in met.sittings if each.battle < sitting.battle and each.name in self.heads]
        return [{"game": self.games[name], "head": self.heads[name]} for name in earlier]

    def part_of(self, sitting: SittingName, head: str | None) -> Json:
        """What the first line of a battle's record says of the series that it is a part of, by which line of it."""
        return {"event": self.plan.event, "sitting": sitting, "head": head, "follows": self.followed[sitting]}

    def _battle(self, number: int, entry: Json) -> None:
        """A battle begins with what those before it have left, or cannot be fought."""
        name = _text(entry["sitting"])
        met = self._state.of(name)
        sitting = course.sitting_of(self._state, name)
        earlier = [each.name for each in met.sittings if each.battle < sitting.battle]
        is_one = 1 <= sitting.battle <= len(series.of(self.plan).battles)
        if not is_one or name in self.games or not self._state.by_sitting.keys() >= set(earlier):
            raise Difference(number, f"the turn of {name} has not come")
        now = self.armies_before(met, sitting)
        asked = series.battle(series.of(self.plan), met, sitting, now)
        if entry["battle"] != msgspec.json.decode(msgspec.json.encode(asked)):
            raise Difference(number, f"after what was fought before, {name} begins with other forces")
        self.battles[name] = asked
        if "game" in entry:
            if entry["follows"] != self.follows(met, sitting):
                raise Difference(number, f"{name} follows other games, or other ends of them")
            self.games[name], self.followed[name] = _text(entry["game"]), entry["follows"]
            return
        result = msgspec.convert(entry["result"], Result)
        if result.sitting != name or not self._may_be_left(met, sitting, result, now):
            raise Difference(number, f"{name} was not fought, and could have been")
        self._state = self._state.ended(result)

    def _may_be_left(self, met: Encounter, sitting: Sitting, result: Result, now: tuple[Army, Army]) -> bool:
        """Whether a battle has this result without having been fought. One that counts for nobody was left by its date,
        which no record can show."""
        if not result.counts:
            return result.how is How.CANCELLED
        asked = self.battles[sitting.name]
        try:
            game_of(asked, presentation(asked.ruleset).rules)
        except NoMuster as why:
            return result == series.unfought(self.plan, met, sitting, now, why)
        except (UnknownRuleSet, NotARuleSet):
            return False
        return False

    def _cost(self, number: int, result: Result, toll: Toll) -> None:
        if result.sitting not in self.battles:
            raise Difference(number, f"{result.sitting} is no battle, and has cost nothing")
        met = self._state.of(result.sitting)
        now = self.armies_before(met, course.sitting_of(self._state, result.sitting))
        after = series.after(series.of(self.plan), now, toll)
        if result.left != series.with_left(met, result, after).left:
            raise Difference(number, f"what {result.sitting} has cost leaves other numbers of men")
        self.tolls[result.sitting] = toll

    # --- Acts and the end -----------------------------------------------------------------------------------------

    def _act(self, number: int, entry: Json) -> None:
        act, who, at, why = (_text(entry[key]) for key in ("act", "who", "at", "why"))
        about = " ".join(_text(entry[key]) for key in ("about",) if key in entry)
        if "leaves" in entry:
            self._leave(self._known(number, {"entrant": entry["leaves"]}), entry.get("day"))
        if "joins" in entry:
            self._join(number, msgspec.convert(entry["joins"], Entrant))
        if "replaced_by" in entry:
            self._replace(number, about, _text(entry["replaced_by"]))
        if "result" in entry:
            self._take(number, msgspec.convert(entry["result"], Result))
        if act == "appeal":
            self.appealed.add(about)
        self.acts.append(Act(act, self._state.round, who, at, about, why))

    def _join(self, number: int, entrant: Entrant) -> None:
        """Somebody joins an event that has begun."""
        if entrant.name not in self.waiting or not self.started:
            raise Difference(number, f"{entrant.name} cannot join")
        self._state = acts.entered(self._state, entrant.name, entrant.rank, entrant.robot).changed(entrant)

    def _replace(self, number: int, name: EntrantName, by: EntrantName) -> None:
        """A reserve takes the place of somebody, who leaves with that."""
        if by not in self.waiting or not self.started:
            raise Difference(number, f"{by} cannot take a place")
        self._state = acts.replaced(self._state, name, by)
        self.gone.add(name)

    def _end(self, number: int, entry: Json) -> None:
        seed = bytes.fromhex(_text(entry["seed"]))
        if commitment(seed) != self.head["commitment"]:
            raise Difference(number, "the seed is not the one that the seal was made from")
        draw = self._draw or Draw(seed, self.plan.event)
        if entry.get("day") is not None:
            self._state = msgspec.structs.replace(self._state, day=int(entry["day"]))
        if self.started and entry["standings"] != course.standings_rows(self._state, draw):
            raise Difference(number, "the results and the lots give another table")
        self.ended = entry

    def _known(self, number: int, entry: Json) -> EntrantName:
        name = _text(entry["entrant"])
        if name not in self.entered:
            raise Difference(number, f"{name} has not entered")
        return name


_FOLLOWED = {
    KIND: Replay._event,
    "enter": Replay._enter,
    "check-in": Replay._check_in,
    "withdraw": Replay._withdraw,
    "start": Replay._start,
    "round": Replay._round,
    "bids": Replay._bids,
    "battle": Replay._battle,
    "result": Replay._result,
    "act": Replay._act,
    "end": Replay._end,
}


# --- Verifying ----------------------------------------------------------------------------------------------------


def is_of_event(first: str | bytes) -> bool:
    """Whether a record that begins with this line is that of an event."""
    try:
        entry = msgspec.json.decode(first)
    except msgspec.DecodeError:
        return False
    return isinstance(entry, dict) and entry.get("kind") == KIND


def battles_named(lines: Iterable[str | bytes]) -> list[str]:
    """The games that a record says battles of series were, in their order. Raises Difference."""
    entries = [record.parsed(number, line) for number, line in enumerate(lines)]
    return [each["game"] for each in entries if each.get("kind") == "battle" and isinstance(each.get("game"), str)]


def verify(
    lines: Iterable[str | bytes],
    games: Iterable[Verified] = (),
    records: Mapping[str, Sequence[str | bytes]] | None = None,
) -> Verification:
    """Replay the record of an event, and compare its results with the records of its games, as far as they are given.

    Of those among them that were battles of series the lines have to be in `records`, by the names of the games: each
    is held against what it was to begin with, and what it has cost is worked out again.

    Raises Difference, with the first place that does not hold.
    """
    entries = [record.parsed(number, line) for number, line in enumerate(lines)]
    called = record.called_below(len(entries) - 1, entries.pop()) if entries and _is_names(entries[-1]) else {}
    if not entries:
        raise Difference(0, "the record is empty")
    replay = Replay(_seed_of(entries[-1]))
    before = record.GENESIS
    for number, entry in enumerate(entries):
        replay.follow(number, entry)
        record.check_link(number, entry, before)
        before = entry["hash"]
    compared = [_compared(replay, entries, game, records or {}) for game in games]
    fought = [name for name in replay.battles if name in replay.heads]
    return Verification(
        event=replay.head["event"],
        title=replay.head["title"],
        entrants=sum(not each.stand_in for each in replay.state.entrants),
        rounds=replay.state.round,
        results=len(replay.state.results),
        drawn_again=replay.drawn_again,
        games=len(compared),
        battles=tuple(replay.games[name] for name in fought if name in compared),
        taken_on_trust=tuple(replay.games[name] for name in fought if name not in compared),
        complete=replay.ended is not None,
        cancelled=any(act.act == "cancel" for act in replay.acts),
        head=before,
        acts=tuple(replay.acts),
        called=called,
        standings=tuple(replay.ended["standings"]) if replay.ended is not None else (),
    )


def _compared(
    replay: Replay, entries: Sequence[Json], game: Verified, records: Mapping[str, Sequence[str | bytes]]
) -> str:
    """Compare the result of a game with its own record, which holds. Raises Difference."""
    sitting = next((name for name, called in replay.games.items() if called == game.game), None)
    if sitting is None:
        raise Difference(0, f"{game.game} is no game of {replay.head['event']}")
    result = replay.state.by_sitting.get(sitting)
    at = next(
        (number for number, each in reversed(list(enumerate(entries))) if _tells_of(each, sitting)), len(entries) - 1
    )
    if result is not None and result.record and result.record != game.head:
        raise Difference(at, f"the record of {game.game} ends with another hash")
    seats = course.sitting_of(replay.state, sitting).seats
    if sitting in replay.battles and result is not None and result.record:
        seats = _same_battle(replay, entries, at, sitting, game, records[game.game])
    if result is not None and result.how in (How.PLAYED, How.AGREED, How.TIME) and len(replay.plan.sides) == 2:
        _same_winners(seats, at, game, result)
    draw = Draw(bytes.fromhex(entries[-1]["seed"]), replay.head["event"]) if replay.ended is not None else None
    if draw is not None and game.seal != commitment(draw.seed("game", sitting)):
        raise Difference(at, f"the dice of {game.game} are not drawn from the seed of the event")
    return sitting


def _same_battle(
    replay: Replay,
    entries: Sequence[Json],
    at: int,
    sitting: SittingName,
    game: Verified,
    lines: Sequence[str | bytes],
) -> dict[SeatName, EntrantName]:
    """Who sat where in a battle, by its own rules. Raises Difference where its record is not that of the battle."""
    try:
        fought = BattleRecord(lines, replay.battles[sitting], game)
    except Difference as found:
        raise Difference(at, f"the record of {game.game}, in its {found}") from None
    began = next(each for each in entries if each.get("kind") == "battle" and each.get("sitting") == sitting)
    if fought.first.get("part_of") != replay.part_of(sitting, began["hash"]):
        raise Difference(at, f"by its record {game.game} is a part of something else")
    if fought.toll != replay.tolls.get(sitting):
        raise Difference(at, f"by its record {game.game} has cost something else")
    seats = course.sitting_of(replay.state, sitting).seats
    return {seat: seats[side] for side, seat in zip(BATTLE_SIDES, fought.asked.seats, strict=True)}


def _same_winners(seats: Mapping[SeatName, EntrantName], at: int, game: Verified, result: Result) -> None:
    """Raises Difference where others have won a game by its own record than by that of the event."""
    winners = {seats[seat] for seat in (game.outcome or {}).get("winners", ())}
    first = set(result.places[0]) if len(result.places) > 1 else set()
    if winners != first:
        raise Difference(at, f"by its record {game.game} has ended otherwise")


def _tells_of(entry: Json, sitting: str) -> bool:
    return isinstance(entry.get("result"), dict) and entry["result"].get("sitting") == sitting


def _is_names(entry: Json) -> bool:
    return entry.get("kind") == record.NAMES


def _seed_of(last: Json) -> bytes | None:
    if last.get("kind") != "end":
        return None
    try:
        return bytes.fromhex(last["seed"])
    except (KeyError, TypeError, ValueError):
        return None  # what is wrong with it is told where the entry is looked at


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("a text belongs there")
    return value
