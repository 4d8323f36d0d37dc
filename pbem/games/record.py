"""The game record: JSON Lines, each line's hash covering the line before, and its verification by replay.

The lines are canonical JSON (RFC 8785). The first, `game`, names the rule set and its version, the options, the seats
and the dice seal; each `turn` holds the orders as mailed and as read, the rolls, the events and the hash of the
position they led to; a `rules` says that the game goes on under changed rules, and from which position; an `act` is
what a host did, or what became of a seat whose player is gone: who, when, what and why, and the position or the outcome
where a host set it; the last, `end`, holds the outcome and the seed, and with it every roll can be worked out again,
and of a rated game its finish. Words between players are not in it: a `turn` that follows on some has a dash for each
(`press`), with the seat before it where all at the table know who spoke.

A game that does not begin from the opening of its rules, a battle of a campaign say, has its position in the first line
(`start`), and what it is `part_of`. Who comes onto its field later does so by an act `enter`, which sets the position;
the dice stay the same. The acts `battle` and `fought` of a campaign name the game that a battle is, and its last hash.

Nor are letters between players that are orders of the game: orders and positions hold a seal in the place of the words
(`pbem.games.sealed`). Those of a game that is over stand in a line of their own below the last entry, `letters`, that
belongs to no hash: who is forgotten is taken out of it, and the record still holds.

Players are called in it by names that are drawn for one game, such as `player-5f0c8a917e42`. How they are called
otherwise stands in a last line, `names`, that belongs to no hash: who is forgotten is taken out of it. Games that began
before this have the players' names in the first line.

After the k-th act that set the position the dice are drawn for the game's name with `/k` behind it: what was rolled
before, and would have been rolled after it, comes no more.

The format is 2. Release 0.1.0 wrote format 1, whose turns hold the orders as mailed alone. A game that began then goes
on under its first line: each turn shows by itself whether it holds what was read, and is replayed from that, or has to
be read anew. The latter may come out otherwise in a later release, which says so.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec
import rfc8785

from core.contract import Adjudication, BadPosition, Json, Options, Outcome, SeatName
from core.dice import BadDie, Dice, DiceExhausted, Roll, ScriptedDice, SeededDice, commitment
from pbem import __version__
from pbem.games.finish import Finish, of_record
from pbem.games.kept_orders import KeptLine, are_as_mailed, that_were_recorded
from pbem.games.sealed import Letter, seals_in
from pbem.rulesets import UnknownRuleSet, presentation
from pbem.rulesets.contract import Presentation
from pbem.rulesets.ways import way_of

FORMAT = 2
FORMATS = (1, FORMAT)
FIRST_RELEASE = "0.1.0"  # which wrote format 1
SALTED = "pbem record 1"  # as in format 1: it goes into no hash that anybody else can work out
GENESIS = "0" * 64
NAMES, LETTERS = "names", "letters"
BELOW = (LETTERS, NAMES)  # lines below the last entry, in this order, that no hash covers
SALT_DIGITS = 32
# In JSON without blanks a number that canonical JSON may write in another way; in a text it may stand too.
_NUMBER_OF_ITS_OWN = re.compile(rb"(?:^|[:,\[])-?[0-9]+(?:[.eE]|[0-9]{14})")
HASHES_REMEMBERED = 64

# The acts of a host that set the position, those that end the game, those that only look, those that are about its
# clocks alone, and all others.
SETTING = ("rollback", "correct")
ENDING = ("cancel", "draw", "award")
LOOKING = ("show", "report", "preview", "mail")
CLOCK = ("extend", "hold", "resume")
OF_HOSTS = (*SETTING, *ENDING, *LOOKING, *CLOCK, "process", "replace", "eject", "act-for", "say", "rule")
# Those of players and the server about seats: the win claimed from a silent one, a robot that plays it, its player who
# is back, and an open seat that somebody takes.
CLAIM = "claim"
OF_OTHERS = (CLAIM, "robot", "return", "take")
# Those by which a game ends beside its rules and its host: somebody is out of time (which ends a game of two), both
# have agreed on the result, somebody has left the event that it belongs to, or the director of that has decided it.
FLAG, AGREE, LEAVE, DECIDE = "flag", "agree", "leave", "decide"
OF_EVENTS = (FLAG, AGREE, LEAVE, DECIDE)
# Those of games that are battles of another: somebody comes onto the field; a battle begins as a game, and has ended.
ENTER, BATTLE, FOUGHT = "enter", "battle", "fought"
OF_BATTLES = (ENTER, BATTLE, FOUGHT)


class Entry(msgspec.Struct, frozen=True):
    """One line of a record: its number from 0, its hash, and the line as it is written."""

    number: int
    hash: str
    line: str


class Difference(Exception):
    """The first place where a record does not hold, as a sentence; `number` is the line's number from 0."""

    def __init__(self, number: int, text: str) -> None:
        super().__init__(f"line {number + 1} of the record: {text}")
        self.number, self.text = number, text


class Unreplayed(msgspec.Struct, frozen=True):
    """The turns of a record that were played by rules which are not here, and the release that has them."""

    version: str
    release: str
    turns: int


class Act(msgspec.Struct, frozen=True):
    """What a host did: which act, after how many turns, who, when (UTC), on what, and why."""

    act: str
    turns: int
    who: str
    at: str
    about: str
    why: str


class Verified(msgspec.Struct, frozen=True):
    """A record that holds. `complete` tells whether it reaches the end of its game, and the seed with it.

    `turns` counts its turn entries: each time that orders were carried out, offers of draws and the like included,
    which may be several times in a turn of the game; `rolls` counts the dice. Those in `unreplayed` were played before
    the rules changed: of them it is known that nothing was altered since, and that the game went on from the position
    they ended with. `seats` are who sat where at the beginning, by the names below the record, which nothing verifies;
    `seal` is that of its dice. `letters` counts those that were sealed in orders, `opened` those of them whose words
    stand below the record.
    """

    game: str
    ruleset: str
    turns: int
    rolls: int
    unreplayed: tuple[Unreplayed, ...]
    complete: bool
    outcome: Json | None
    head: str
    acts: tuple[Act, ...] = ()
    seats: dict[str, str] = {}
    seal: str = ""
    letters: int = 0
    opened: int = 0


# --- Writing ------------------------------------------------------------------------------------------------------


def link(before: Entry | None, kind: str, body: Json, seed: bytes) -> Entry:
    """The entry that follows `before` (None: the first of a record). `seed` is the game's, still secret.

    Every report shows the latest hash, while an entry may hold what its reader must not know, a set-up say. The salt
    keeps him from guessing and comparing.
    """
    number = 0 if before is None else before.number + 1
    salt = hmac.digest(seed, f"{SALTED}\n{number}".encode(), "sha256").hex()[:SALT_DIGITS]
    before_hash = GENESIS if before is None else before.hash
    entry = {"number": number, "kind": kind, **body, "salt": salt, "prev": before_hash}
    # Written once: the line is the same with its hash among the members, which stand in the order of their names.
    members = {name: b'"%s":%s' % (name.encode(), canonical(value)) for name, value in entry.items()}
    digest = sha256(_object(members)).hexdigest()
    return Entry(number, digest, _object({**members, "hash": b'"hash":"%s"' % digest.encode()}).decode())


def game_body(
    game: str,
    presentation: Presentation,
    options: Options,
    seats: Sequence[tuple[SeatName, str, str]],
    seed: bytes,
    *,
    rated: bool = False,
    start: Json | None = None,
    part_of: Json | None = None,
    umpire: str | None = None,
) -> Json:
    """The body of the first entry; `seats` are (seat, the name drawn for its player, his word for the dice).

    With `rated` it says as what the game goes into the ratings. `start` is the position that it begins from, where that
    is not the opening of its rules, and `part_of` what it belongs to. `umpire` is the name drawn for an umpire.
    """
    return {
        "format": FORMAT,
        "release": __version__,
        "game": game,
        "ruleset": presentation.name,
        "version": presentation.rules.version,
        "options": options,
        "seats": [{"seat": seat, "player": player, "word": word} for seat, player, word in seats],
        **({"umpire": umpire} if umpire is not None else {}),
        "commitment": commitment(seed),
        **({"rated": _plain(way_of(presentation, options))} if rated else {}),
        **({"start": _plain(start)} if start is not None else {}),
        **({"part_of": _plain(part_of)} if part_of is not None else {}),
    }


def names_line(called: Mapping[str, str]) -> str:
    """The line below a record that tells how the players are called for whom its names were drawn.

    It is no entry, and no hash covers it: whoever is forgotten is left out of it, and the record still holds.
    """
    return msgspec.json.encode({"kind": NAMES, "players": dict(called)}).decode()


def letters_line(letters: Mapping[str, Letter]) -> str:
    """The line below a record with the words of its letters, by their seals; whoever is forgotten is left out of it."""
    return msgspec.json.encode({"kind": LETTERS, "letters": dict(letters)}).decode()


def turn_body(
    presentation: Presentation,
    orders: Mapping[SeatName, Sequence[KeptLine]],
    due: bool,
    rolls: Sequence[Roll],
    result: Adjudication,
    press: Sequence[str] = (),
) -> Json:
    """The body of a turn's entry; `press` is a dash for each of the words that were said since the turn before."""
    return {
        **({"press": list(press)} if press else {}),
        "orders": {seat: msgspec.to_builtins(lines) for seat, lines in orders.items()},
        "due": due,
        "rolls": [_roll(roll) for roll in rolls],
        "events": [_plain(event.flat()) for event in result.events],
        "position": position_hash(presentation, result.position),
    }


def rules_body(presentation: Presentation, before: str, options: Options, position: Json) -> Json:
    """The body of the entry by which a game goes on under changed rules, from this position and with these options.

    `position` is as the rules before wrote it, so that it has the hash that the last turn ended with.
    """
    return {
        "from": before,
        "to": presentation.rules.version,
        "release": __version__,
        "options": options,
        "position": position,
    }


def act_body(act: str, who: str, at: datetime, why: str, what: Json) -> Json:
    """The body of an act of a host; `what` is what it needs beside: a seat, a turn, a position, an outcome, words."""
    return {"act": act, "who": who, "at": f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}", "why": why, **_plain(what)}


def end_body(outcome: Outcome, seed: bytes, finish: Finish | None = None) -> Json:
    """The body of the last entry; of a rated game it has the finish."""
    ended = {"outcome": _plain(outcome), "seed": seed.hex()}
    return ended if finish is None else {**ended, "finish": _plain(finish)}


def position_hash(presentation: Presentation, position: Any) -> str:
    """SHA-256 over the canonical JSON of a position, in hex."""
    return _position_hash(presentation.rules.encode(position))


def hash_of_text(position: str) -> str:
    """The same of a position's JSON as it is stored."""
    return _hash_of(position)


def drawn_for(game: str, set_by_host: int) -> str:
    """The name for which the dice of a game are drawn once a host has set its position so many times."""
    return f"{game}/{set_by_host}" if set_by_host else game


# --- Verifying ----------------------------------------------------------------------------------------------------


def verify(lines: Iterable[str | bytes]) -> Verified:
    """Replay a record from its first line. Raises Difference, with the first place that does not hold."""
    entries = [parsed(number, line) for number, line in enumerate(lines)]
    called = called_below(len(entries) - 1, entries.pop()) if entries and entries[-1].get("kind") == NAMES else {}
    letters = letters_below(entries)
    if entries and entries[-1].get("kind") == LETTERS:
        entries.pop()
    if not entries:
        raise Difference(0, "the record is empty")
    replay = _Replay(entries)
    before = GENESIS
    for number, entry in enumerate(entries):
        # The replay speaks first: it can name the roll or the event that was changed, the hash only the line.
        replay.follow(number, entry)
        check_link(number, entry, before)
        before = entry["hash"]
    found = replay.result(before, called)
    seals = seals_of(entries)
    stray = next((seal for seal in letters if seal not in seals), None)
    if stray is not None:
        raise Difference(len(entries), f"no order of the game holds the letter {stray}")
    return msgspec.structs.replace(found, letters=len(seals), opened=len(letters))


def check_links(lines: Iterable[str | bytes]) -> None:
    """Look whether each line of a record continues the one before it and has the hash of what it holds.

    Nothing is played again. Raises Difference.
    """
    before, number = GENESIS, -1
    for number, line in enumerate(lines):
        entry = parsed(number, line)
        check_link(number, entry, before)
        before = entry["hash"]
    if number < 0:
        raise Difference(0, "the record is empty")


def replayed(lines: Iterable[str | bytes]) -> Iterator[Any]:
    """The position before the first turn of a record, and that after each. Raises Difference where it does not hold.

    Of turns that were played by rules which are not here nothing is given. Hashes are looked at by `verify` alone.
    """
    entries = [parsed(number, line) for number, line in enumerate(lines)]
    replay = _Replay([entry for entry in entries if not is_below(entry)])
    for number, entry in enumerate(entries):
        if is_below(entry):
            return
        replay.follow(number, entry)
        if number >= replay.begins and entry["kind"] != "end":
            yield replay.position


def positions(entries: Sequence[Json]) -> Iterator[tuple[int, Any]]:
    """The positions that a record led to, each with how many entries lead to it; nothing is compared on the way.

    For whoever looks on at a game that is over: that it holds is `verify`'s to say, which takes far longer. Raises
    Difference where the record cannot be followed.
    """
    replay, there = _Replay(entries, trusting=True), set(lengths(entries))
    for number, entry in enumerate(entries):
        replay.follow(number, entry)
        if number + 1 in there:
            yield number + 1, replay.position


def lengths(entries: Sequence[Json]) -> list[int]:
    """How many entries of a record lead to each position that `positions` gives; nothing is played for it."""
    begins = _begins(entries)
    return [at + 1 for at, entry in enumerate(entries) if at >= begins and entry.get("kind") != "end"]


def _begins(entries: Sequence[Json]) -> int:
    return max((at for at, entry in enumerate(entries) if entry.get("kind") == "rules"), default=0)


def called_below(number: int, entry: Json) -> dict[str, str]:
    """The players as the line below a record calls them. Raises Difference."""
    try:
        return msgspec.convert(entry["players"], dict[str, str])
    except (KeyError, msgspec.ValidationError) as error:
        raise Difference(number, f"it is not a well-formed {NAMES!r} line ({error!r})") from error


def is_below(entry: Json) -> bool:
    """Whether a line of a record is none of its entries, but stands below them."""
    return entry.get("kind") in BELOW


def letters_below(entries: Sequence[Json]) -> dict[str, str]:
    """The words of the letters below a record, by their seals, where its last line has them.

    Raises Difference where a seal is that of other words.
    """
    if not entries or entries[-1].get("kind") != LETTERS:
        return {}
    number = len(entries) - 1
    try:
        found = msgspec.convert(entries[-1]["letters"], dict[str, Letter])
    except (KeyError, msgspec.ValidationError) as error:
        raise Difference(number, f"it is not a well-formed {LETTERS!r} line ({error!r})") from error
    for seal, letter in found.items():
        if letter.seal != seal:
            raise Difference(number, f"the words of the letter {seal} are not those that were sealed")
    return {seal: letter.words for seal, letter in found.items()}


def seals_of(entries: Sequence[Json]) -> set[str]:
    """The seals of the letters that the orders of a record hold."""
    turns = (entry for entry in entries if entry.get("kind") == "turn")
    lines = (line for entry in turns for lines in entry["orders"].values() for line in lines)
    return set(seals_in([text for line in lines if isinstance(line, dict) for text in line["orders"] if text]))


class _Replay:
    """The game as it is played again, entry by entry."""

    def __init__(self, entries: Sequence[Json], *, trusting: bool = False) -> None:
        self._trusting = trusting
        self._first = entries[0]
        self._last = entries[-1]
        self._complete = self._last.get("kind") == "end"
        # What the rules that are here can play again begins where they were last changed.
        self._begins = _begins(entries)
        self._turns = self._rolls = 0
        self._version, self._release, self._since = "", FIRST_RELEASE, 0
        self._unreplayed: list[Unreplayed] = []
        self._reached: str | None = None
        self._starts: list[str | None] = []  # the hash of the position before each turn
        self._set_by_host = 0
        self._ended: Json | None = None
        self._acts: list[Act] = []
        self._played: list[Json] = []  # the acts as they stand there

    @property
    def begins(self) -> int:
        """The number of the entry from which on there are positions."""
        return self._begins

    @property
    def position(self) -> Any:
        """The position that the entries so far have led to."""
        return self._position

    def follow(self, number: int, entry: Json) -> None:
        kind = entry.get("kind")
        expected = "game" if number == 0 else ("end" if self._complete and entry is self._last else "turn")
        if number and kind in ("rules", "act"):
            expected = kind
        if kind != expected:
            raise Difference(number, f"its kind is {kind!r} where {expected!r} belongs")
        if entry.get("number") != number:
            raise Difference(number, f"it is numbered {entry.get('number')!r}, and should be {number}")
        if self._ended is not None and expected != "end":
            raise Difference(number, "the game goes on after a host has ended it")
        try:
            getattr(self, f"_{expected}")(number, entry)
        except (KeyError, TypeError, ValueError, AttributeError, msgspec.MsgspecError, BadPosition) as error:
            raise Difference(number, f"it is not a well-formed {expected!r} entry ({error!r})") from error

    def result(self, head: str, called: Mapping[str, str]) -> Verified:
        return Verified(
            game=self._first["game"],
            ruleset=self._presentation.name,
            turns=self._turns,
            rolls=self._rolls,
            unreplayed=tuple(self._unreplayed),
            complete=self._complete,
            outcome=self._last["outcome"] if self._complete else None,
            head=head,
            acts=tuple(_by_name(act, called) for act in self._acts),
            seats={seat: called.get(player, player) for seat, player in self._seats.items()},
            seal=self._first["commitment"],
        )

    def _game(self, number: int, entry: Json) -> None:
        if entry["format"] not in FORMATS:
            raise Difference(
                number,
                f"it is of format {entry['format']!r}, and here are read formats 1 and 2: {_ask(entry['release'])}",
            )
        try:
            self._presentation = presentation(entry["ruleset"])
        except UnknownRuleSet:
            raise Difference(number, f"no rule set is called {entry['ruleset']!r}") from None
        self._play_by(number, entry["version"], entry.get("release", FIRST_RELEASE))
        if self._complete and commitment(bytes.fromhex(self._last["seed"])) != entry["commitment"]:
            raise Difference(number, "the seed at the end is not the one that the dice seal was made from")
        self._seats = {_text(seat["seat"]): _text(seat["player"]) for seat in entry["seats"]}
        if number == self._begins:
            self._options = entry["options"]
            rules, start = self._presentation.rules, entry.get("start")
            self._position = rules.opening(entry["options"]) if start is None else rules.decode(start, entry["options"])

    def _rules(self, number: int, entry: Json) -> None:
        if entry["from"] == entry["to"]:
            raise Difference(number, "it changes no rules")
        if entry["from"] != self._version:
            raise Difference(number, f"it changes version {entry['from']} of the rules, and {self._version} was played")
        if self._reached is not None and _position_hash(entry["position"]) != self._reached:
            raise Difference(number, "it goes on from another position than the turn before it led to")
        self._unreplayed.append(Unreplayed(self._version, self._release, self._turns - self._since))
        self._since = self._turns
        self._play_by(number, entry["to"], entry["release"])
        if number == self._begins:
            self._options = entry["options"]
            self._take(self._presentation.rules.decode(entry["position"], entry["options"]))

    def _play_by(self, number: int, version: str, release: str) -> None:
        self._version, self._release = version, release
        here = self._presentation.rules.version
        if number == self._begins and version != here:
            told = f"it was played by version {version} of the rules; here is version {here}: {_ask(release)}"
            raise Difference(number, told)

    def _turn(self, number: int, entry: Json) -> None:
        if not all(_text(said).endswith("-") for said in entry.get("press", ())):
            raise Difference(number, "it holds words of players, and not a dash for them")
        self._turns += 1
        self._rolls += len(entry["rolls"])
        self._starts.append(self._reached)
        self._reached = entry["position"]
        if number < self._begins:
            return
        try:
            self._replay(number, entry)
        except Difference as found:
            told = f"turn {self._turns}: {found.text}"
            if any(map(are_as_mailed, entry["orders"].values())):
                told += f" (its orders are kept as mailed alone: {_ask(FIRST_RELEASE)})"
            raise Difference(number, told) from None

    def _replay(self, number: int, entry: Json) -> None:
        dice = self._scripted(entry) if self._trusting else self._dice(entry)
        orders = {seat: that_were_recorded(self._presentation, lines) for seat, lines in entry["orders"].items()}
        try:
            result = self._presentation.rules.adjudicate(self._position, orders, dice, due=entry["due"])
        except DiceExhausted:
            raise Difference(number, "the turn needs more rolls than it has") from None
        except BadDie as bad:
            raise Difference(number, f"roll {bad.index + 1} is {bad.value!r}, which its die does not show") from None
        if self._trusting:
            self._position = result.position
            return
        _compare(number, "roll", entry["rolls"], [_roll(roll) for roll in dice.rolls])
        _compare(number, "event", entry["events"], [_plain(event.flat()) for event in result.events])
        if entry["position"] != position_hash(self._presentation, result.position):
            raise Difference(number, "the orders lead to another position than the one recorded")
        self._position = result.position

    def _act(self, number: int, entry: Json) -> None:
        act, who, at, why = (_text(entry[key]) for key in ("act", "who", "at", "why"))
        if act not in (*OF_HOSTS, *OF_OTHERS, *OF_EVENTS, *OF_BATTLES):
            raise Difference(number, f"no act is called {act!r}")
        if act in (*SETTING, ENTER):
            self._set(number, act, entry)
        if act in (*ENDING, CLAIM, *OF_EVENTS) and (act != FLAG or "outcome" in entry):
            self._ended = entry["outcome"]
        self._acts.append(Act(act, self._turns, who, at, _about(entry), why))
        self._played.append(entry)

    def _set(self, number: int, act: str, entry: Json) -> None:
        self._set_by_host += act in SETTING
        position, reached = entry["position"], _position_hash(entry["position"])
        if number < self._begins:
            self._reached = reached
            return
        if act == "rollback" and self._start_of(number, entry["turn"]) != reached:
            raise Difference(number, f"it is not the position before turn {entry['turn']} that it goes back to")
        self._take(self._presentation.rules.decode(position, self._options))

    def _start_of(self, number: int, turn: int) -> str | None:
        if not 1 <= turn <= self._turns:
            raise Difference(number, f"it goes back to before turn {turn}, and there were {self._turns}")
        return self._starts[turn - 1]

    def _take(self, position: Any) -> None:
        """Go on from a position that was set, and not reached by orders."""
        self._position, self._reached = position, position_hash(self._presentation, position)

    def _end(self, number: int, entry: Json) -> None:
        outcome = self._ended or _plain(self._presentation.rules.outcome(self._position))
        if outcome != entry["outcome"]:
            raise Difference(number, f"the game played again ends otherwise: {_brief(outcome)}")
        told = entry.get("finish")
        position = None if self._ended is not None else self._position
        began, at = ("", "") if told is None else (_text(told["began"]), _text(told["at"]))
        ended = msgspec.convert(outcome, Outcome)
        finish = of_record(self._presentation, self._first, self._played, ended, position, began, at)
        if _plain(finish) != told:
            raise Difference(number, f"the game played again has another finish: {_brief(finish)}")

    @staticmethod
    def _scripted(entry: Json) -> Dice:
        return ScriptedDice([roll["value"] for roll in entry["rolls"]])

    def _dice(self, entry: Json) -> Dice:
        if not self._complete:
            return self._scripted(entry)
        words = [seat["word"] for seat in self._first["seats"]]
        name = drawn_for(self._first["game"], self._set_by_host)
        return SeededDice(bytes.fromhex(self._last["seed"]), name, words)


def _position_hash(written: Json) -> str:
    return _hash_of(msgspec.json.encode(written).decode())


@lru_cache(HASHES_REMEMBERED)
def _hash_of(position: str) -> str:
    # A worker that stored a position looks at it again with the next turn.
    return sha256(canonical(msgspec.json.decode(position))).hexdigest()


def canonical(value: Any) -> bytes:
    """A value that came from JSON as canonical JSON (RFC 8785). Raises rfc8785.CanonicalizationError.

    Without signs beyond ASCII and without numbers that are large or have a fraction, which is how nearly all positions
    and entries are, the usual JSON with its names in order is the same, and is written in a quarter of the time.
    """
    written = msgspec.json.encode(value, order="sorted")
    if written.isascii() and _NUMBER_OF_ITS_OWN.search(written) is None:
        return written
    return rfc8785.dumps(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("a text belongs there")
    return value


def _about(entry: Json) -> str:
    """What an act was about, in a few words: a turn, a seat with its player, words that were said."""
    told = [f"to before turn {entry['turn']}"] if "turn" in entry else []
    told += [_text(entry[key]) for key in ("seat", "player", "span", "words", "battle", "game") if key in entry]
    return ": ".join(told)


def _by_name(act: Act, called: Mapping[str, str]) -> Act:
    seat, parted, player = act.about.partition(": ")
    who = called.get(act.who, act.who)
    about = f"{seat}: {called[player]}" if parted and player in called else act.about
    return msgspec.structs.replace(act, who=who, about=about)


def _ask(release: str) -> str:
    return f"verify it with pbem {release}"


def parsed(number: int, line: str | bytes) -> Json:
    """A line of a record. Raises Difference where it is no JSON object."""
    try:
        entry = msgspec.json.decode(line)
    except msgspec.DecodeError as error:
        raise Difference(number, f"it is not JSON ({error})") from error
    if not isinstance(entry, dict):
        raise Difference(number, "it is not a JSON object")
    return entry


def check_link(number: int, entry: Json, before: str) -> None:
    """Raises Difference where an entry does not go on from the hash before it, or has not the hash of its contents."""
    if entry.get("prev") != before:
        raise Difference(number, "it does not continue the line before it")
    body = {key: value for key, value in entry.items() if key != "hash"}
    try:
        digest = _hash(body)
    except rfc8785.CanonicalizationError as error:
        raise Difference(number, f"it holds a value no record can hold ({error})") from error
    if entry.get("hash") != digest:
        raise Difference(number, f"its hash is {entry.get('hash')!r}, but its contents give {digest!r}")


def _compare(number: int, what: str, recorded: Sequence[Any], replayed: Sequence[Any]) -> None:
    for place, (old, new) in enumerate(zip(recorded, replayed, strict=False), start=1):
        if old != new:
            raise Difference(number, f"{what} {place} is recorded as {_brief(old)}, but is {_brief(new)}")
    if len(recorded) != len(replayed):
        raise Difference(number, f"it has {len(recorded)} {what}s where the replay has {len(replayed)}")


def _brief(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _plain(value: Any) -> Any:
    """A value as it comes back from JSON, so that what was written and what was read compare equal."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _roll(roll: Roll) -> Json:
    return {"turn": roll.turn, "draw": roll.draw, "faces": roll.faces, "value": roll.value}


def _object(members: Mapping[str, bytes]) -> bytes:
    return b"{%s}" % b",".join(members[name] for name in sorted(members))


def _hash(entry: Json) -> str:
    return sha256(rfc8785.dumps(entry)).hexdigest()
