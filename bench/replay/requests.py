"""Requests of `pbem adjudicate` from a seed: games under way, with orders as players write them.

The engine draws positions and orders, and answers each request so that the game goes on; so the same seed gives the
same requests only as long as playouts, drawn orders and robots are the same. That is part of what is compared.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import count
from random import Random

import msgspec

from replay import inside
from replay.habits import HABITS
from replay.inside import Json

TOKENS_REMEMBERED = 400
TURNS = (3, 8)
ROBOTS_GAMES = 0.06  # of all games: few, since each goes on for so long
ROBOTS_TURNS = (30, 130)
SHARE_FROM_THE_OPENING = 0.25
SILENT_SEATS = 0.06  # of all games: one seat never writes, so that its turns are missed one after the other
TALKATIVE = 0.12  # of all games: pacts, draws and claims want an answer
ASIDES, ASIDES_OF_THE_TALKATIVE = 0.12, 0.7
SEATS_WITHOUT_ORDERS = 0.04
DUE = 0.06


def requests(ruleset: str, seed: str) -> Iterator[bytes]:
    """Requests without end, a game of a few turns after the other."""
    number = count(1)
    for game in count():
        rng = Random(f"{seed} {ruleset} {game}")
        for request in _Game(ruleset, rng).requests():
            ident: str | int = next(number)
            request["id"] = ident if rng.random() < 0.2 else f"{ruleset}-{ident}"
            yield _spelled(request, rng)


def _spelled(request: Json, rng: Random) -> bytes:
    """As JSON in one of the ways that JSON is written."""
    mood = rng.random()
    if mood < 0.85:
        return msgspec.json.encode(request)
    if mood < 0.92:
        return json.dumps(request, sort_keys=True).encode()
    return json.dumps(dict(reversed(request.items())), ensure_ascii=False, separators=(" , ", " : ")).encode()


# --- A game under way ---------------------------------------------------------------------------------------------


class _Game:
    def __init__(self, ruleset: str, rng: Random) -> None:
        self.ruleset, self.rng, self.habits = ruleset, rng, HABITS[ruleset]
        self.rules = inside.rules(ruleset)
        self.options = _options(ruleset, rng)
        self.settled = inside.settled(ruleset, self.options)
        self.seats: tuple[str, ...] = self.rules.seats(self.settled)
        self.position: Json | None = None
        self.orders: dict[str, str] = {}
        self.tokens: list[str] = []
        # Random play seldom comes to close fights, and hardly ever to a won game.
        self.robots = rng.random() < ROBOTS_GAMES
        self.silent = rng.choice(self.seats) if rng.random() < SILENT_SEATS else None
        self.asides = ASIDES_OF_THE_TALKATIVE if rng.random() < TALKATIVE else ASIDES
        self.said = ("", "")

    def requests(self) -> Iterator[Json]:
        if not self.robots and self.rng.random() >= SHARE_FROM_THE_OPENING:
            self._play_on()
        for _ in range(self.rng.randint(*(ROBOTS_TURNS if self.robots else TURNS))):
            last = self.orders
            asked = self._turn()
            told = inside.answer({"id": 0, **asked})
            yield asked | {"dice": self._dice(asked["dice"], told.get("rolled", []))}
            while self.rng.random() < (0.75 if self.robots else 0.55):
                yield self._varied(asked, last, told.get("rolled", []))
            self.position = told.get("position", self.position)
            if told.get("outcome") and self.rng.random() < 0.7:
                return

    def _play_on(self) -> None:
        """Random play from the opening, and what follows from it without a decision."""
        opening, seed = self.rules.opening(self.settled), self.rng.getrandbits(60)
        place = self.rules.playout(opening, seed, self.rng.randrange(self.habits.longest_start)).position
        asked = {"ruleset": self.ruleset, "options": self.options, "position": self.rules.encode(place)}
        told = inside.answer({"id": 0, **asked, "dice": {"seed": f"{seed:032x}"}})
        self.position = told.get("position", asked["position"])

    def _turn(self) -> Json:
        """The next request: what the seats that owe something send, mostly sound."""
        rng = self.rng
        place = self._place()
        owing = [decision.seat for decision in self.rules.awaiting(place)]
        writing = [seat for seat in owing if seat != self.silent and rng.random() >= SEATS_WITHOUT_ORDERS]
        self.orders = {seat: self._written(place, seat) for seat in writing}
        if rng.random() < self.asides:
            seat = self._somebody(self.orders)
            self.orders[seat] = _with_line(self.orders.get(seat, ""), self._said_by(seat), rng)
        asked = {
            "ruleset": self.ruleset,
            "options": self.options,
            "position": self.position,
            "orders": dict(self.orders),
            "dice": self._seeded(),
        }
        return asked | ({"due": True} if rng.random() < DUE or self.silent in owing else {})

    def _place(self) -> object:
        if self.position is None:
            return self.rules.opening(self.settled)
        return self.rules.decode(self.position, self.settled)

    def _written(self, place: object, seat: str) -> str:
        """A seat's orders, drawn by chance, by the robot or from the list of all, as a player may put them."""
        rng, mood = self.rng, self.rng.random()
        if mood < (0.1 if self.robots else 0.9):
            text = _text_of(self.rules.random_orders(place, seat, rng.getrandbits(32)))
        elif mood < 0.995:
            text = inside.robot_orders(self.ruleset, self.rules.view(place, seat), seat, rng)
        else:
            listed = self.rules.legal(place, seat, 5)
            text = _text_of(rng.choice(listed)) if listed else ""
        self.tokens = [*self.tokens, *text.split()][-TOKENS_REMEMBERED:]
        return _as_players_write(text, rng) if rng.random() < 0.5 else text

    def _somebody(self, orders: dict[str, str]) -> str:
        """A seat, mostly one of those that write."""
        return self.rng.choice(sorted(orders) if orders and self.rng.random() < 0.8 else self.seats)

    def _said_by(self, seat: str) -> str:
        """A line beside the orders: at times what another seat wrote last, given back to it."""
        sender, line = self.said
        if sender and sender != seat and self.rng.random() < 0.6:
            return self._aside(line, sender)
        called_for = [
            each
            for (option, value), lines in self.habits.asides_with.items()
            if self.options.get(option) == value
            for each in lines
        ]
        likely = called_for if called_for and self.rng.random() < 0.6 else self.habits.asides
        self.said = seat, self.rng.choice(likely)
        return self._aside(self.said[1])

    def _aside(self, line: str | None = None, to: str | None = None) -> str:
        """A line that may stand beside any orders, about pieces and places of this position."""
        rng, written = self.rng, msgspec.json.encode(self.rules.encode(self._place())).decode()
        pieces = re.findall(self.habits.piece, written) or ["N1"]
        places = re.findall(self.habits.place, written) or ["E5"]
        return (line or rng.choice(self.habits.asides)).format(
            p=rng.choice(pieces),
            q=rng.choice(pieces),
            s=rng.choice(places),
            t=rng.choice(places),
            n=rng.randint(1, 6),
            m=rng.randint(1, 6),
            y=rng.choice((15, 40, 90, 120, 200, 400, 2500)),
            o=to or rng.choice(self.seats),
        )

    # --- Dice ---

    def _seeded(self) -> Json:
        rng = self.rng
        dice: Json = {"seed": f"{rng.getrandbits(256):064x}"}
        if rng.random() < 0.4:
            dice["turn"] = rng.randrange(40)
        if rng.random() < 0.3:
            dice["game"] = f"marengo{rng.randrange(9)}"
            dice["words"] = rng.sample(["vive", "l'empereur", "Zwölf", ""], rng.randrange(4))
        return dice

    def _dice(self, seeded: Json, rolled: list[int | str]) -> Json | list[int | str]:
        """The dice as a seed, or the same rolls as a list, at times with more behind them."""
        rng = self.rng
        if rng.random() < 0.6:
            return seeded
        return [*rolled, *(rng.choices(rolled, k=rng.randrange(4)) if rolled else [])]

    def _other_dice(self, rolled: list[int | str]) -> Json | list[int | str]:
        """Other rolls of the same kind, at times too few, or a new seed."""
        rng = self.rng
        if not rolled or rng.random() < 0.5:
            return self._seeded()
        return rng.choices(rolled, k=rng.choice((len(rolled) - 1, len(rolled), len(rolled) + 6, 60)))

    # --- The same turn, otherwise ---

    def _varied(self, asked: Json, last: dict[str, str], rolled: list[int | str]) -> Json:
        """The request with a slip in one line, with orders missing, late, of the last turn or from a wrong seat."""
        rng, orders = self.rng, dict(asked["orders"])
        changed = dict(asked)
        seat = self._somebody(orders)
        match rng.choices(("slip", "aside", "missing", "late", "stale", "wrong seat", "dice"), (9, 3, 1, 2, 1, 1, 3))[
            0
        ]:
            case "slip":
                orders[seat] = self._slipped(orders.get(seat, ""))
            case "aside":
                orders[seat] = _with_line(orders.get(seat, ""), self._aside(), rng)
            case "missing":
                orders.pop(seat, None)
            case "late":
                changed["due"] = True
                if rng.random() < 0.6:
                    orders.pop(seat, None)
            case "stale":
                orders = dict(last)
            case "wrong seat":
                orders[rng.choice(self.seats)] = orders.pop(seat, "")
        return changed | {"orders": orders, "dice": self._other_dice(rolled)}

    def _slipped(self, text: str) -> str:
        """The orders with one of their lines wrong, or at least other than it was."""
        rng, lines = self.rng, text.split("\n")
        at = rng.randrange(len(lines))
        match rng.choices(("token", "reworded", "drop", "twice", "swap", "typo", "aside"), (6, 4, 1, 1, 1, 3, 2))[0]:
            case "token":
                lines[at] = self._other_token(lines[at])
            case "reworded":
                lines[at] = self._reworded(lines[at])
            case "drop":
                del lines[at]
            case "twice":
                lines.insert(rng.randint(0, len(lines)), lines[at])
            case "swap":
                rng.shuffle(lines)
            case "typo":
                lines[at] = _mistyped(lines[at], rng)
            case "aside":
                lines[at] = self._aside()
        return "\n".join(lines)

    def _other_token(self, line: str) -> str:
        rng, words = self.rng, line.split(" ")
        at = rng.randrange(len(words))
        if words[at].isdecimal() and rng.random() < 0.6:
            words[at] = str(max(0, int(words[at]) + rng.choice((-60, -1, 1, 1, 2, 7, 180, 900))))
        elif rng.random() < 0.15:
            del words[at]
        else:
            words[at] = rng.choice(self.tokens or ["end"])
        return " ".join(words)

    def _reworded(self, line: str) -> str:
        """The line written in another way of the grammar, or nearly so."""
        fitting = [(form, others) for form, others in self.habits.rewordings if re.match(form, line)]
        if not fitting:
            return self._other_token(line)
        form, others = self.rng.choice(fitting)
        return re.sub(form, self.rng.choice(others), line)


def _options(ruleset: str, rng: Random) -> Json:
    """What a game is created with: one of the usual sets, now and then with options changed that go with it."""
    habits = HABITS[ruleset]
    chosen = dict(rng.choice(habits.games))
    for option in inside.rules(ruleset).options():
        if option.text or option.name in chosen or rng.random() >= 0.08:
            continue
        changed = chosen | {option.name: rng.choice(option.values or habits.numbers[option.name])}
        if inside.settled(ruleset, changed) is not None:
            chosen = changed
    return chosen


def _text_of(lines: object) -> str:
    return "\n".join(line.text for line in lines)  # type: ignore[attr-defined]


# --- As players write ---------------------------------------------------------------------------------------------


def _with_line(text: str, line: str, rng: Random) -> str:
    lines = text.split("\n") if text else []
    lines.insert(rng.randint(0, len(lines)), line)
    return "\n".join(lines)


def _mistyped(line: str, rng: Random) -> str:
    """One letter wrong, missing, twice, or two exchanged."""
    if not line:
        return "?"
    at = rng.randrange(len(line))
    before, letter, after = line[:at], line[at], line[at + 1 :]
    others = (f"{before}{rng.choice('aeinrt18Ol')}{after}", before + after, before + letter + letter + after)
    return rng.choice((*others, before + after[:1] + letter + after[1:]))


def _as_players_write(text: str, rng: Random) -> str:
    for change in rng.sample(_WAYS, rng.choice((1, 1, 2, 3))):
        text = change(text, rng)
    return text


def _each_line(change: str, share: float, text: str, rng: Random) -> str:
    lines = (change.format(line) if line.strip() and rng.random() < share else line for line in text.split("\n"))
    return "\n".join(lines)


_WAYS: tuple[Callable[[str, Random], str], ...] = (
    lambda text, rng: text.lower(),
    lambda text, rng: text.upper(),
    lambda text, rng: text.capitalize(),
    lambda text, rng: _each_line("{}   # as we said", 0.4, text, rng),
    lambda text, rng: _each_line("{}.", 0.5, text, rng),
    lambda text, rng: _each_line("  {}\t", 0.7, text, rng),
    lambda text, rng: text.replace("\n", "\r\n"),
    lambda text, rng: text.replace("\n", "\n\n") + "\n",
    lambda text, rng: text.replace(" ", "  "),
    lambda text, rng: text.replace(" ", "\u00a0").replace("-", "\u2013"),
    lambda text, rng: f"> Your orders, please:\n> auto\n{text}",
    lambda text, rng: f"{text}\n-- \nAda\nend",
    lambda text, rng: f"\n{text}\n\n> end\n",
    lambda text, rng: f"# for this turn\n{text}" if rng.random() < 0.6 else f"Hello,\n{text}\nyours, Ada",
)
