"""The rules of movement, capture, mines and going out once more, in plain Python, against the engine on random boards.

Slow and simple, straight from sections D to H of the rulebook, and without a line of `core`: squares are pairs of
numbers, a position is a dictionary, walks are tried one after another. What it says of an order, of the server's own
walk and of the number of moves owed is compared with what the engine says.

Not for: sevens, doubles, turns, talk. Those have their own tests.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from core.contract import Status
from pbem.rulesets.conflict import presentation

clause = pytest.mark.clause

SEATS = ("red", "yellow", "green", "orange")
CORNERS = {"red": (3, 3), "yellow": (3, 22), "green": (22, 22), "orange": (22, 3)}
# n < ne < e < se < s < sw < w < nw
STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
IDS = ("ar1", "ar2", "ar3", "ar4", "aa", "bs1", "bs2", "bs3", "bs4", "bs5", "pl1", "pl2")
GROUND = {"ar": "land bridge circle", "aa": "land bridge circle", "bs": "water mine circle"}
GROUND["pl"] = "land bridge water mine circle"
LAND, WATER = ("land", "bridge", "circle"), ("water", "mine", "circle")
TEAMS = {
    "opposite": ({"red", "green"}, {"yellow", "orange"}),
    "adjacent": ({"red", "yellow"}, {"green", "orange"}),
    "none": (),
}
OPTIONS = {
    "friends_pass": ("yes", "no"),
    "home_pass": ("yes", "no"),
    "aa_sky": ("block", "overfly"),
    "own_mine_plane": ("safe", "lost"),
    "dead_mines": ("inert", "heir"),
    "teams": ("none", "opposite", "adjacent"),
    "partner_mines": ("safe", "live"),
}

Square = tuple[int, int]
Piece = tuple[str, str]


class Plain:
    """A position that moves can be made on: where every piece is, who is out with which heir, and the options.

    `last` names the only piece in play of each player who may run out of them; whoever holds it then is his heir.
    """

    def __init__(
        self,
        places: dict[Piece, Any],
        out: dict[str, str | None],
        options: dict[str, str],
        last: dict[str, str],
    ) -> None:
        self.places, self.out, self.options, self.last = dict(places), dict(out), options, last

    def copy(self) -> Plain:
        return Plain(self.places, self.out, self.options, self.last)

    def living(self) -> list[str]:
        return [seat for seat in SEATS if seat not in self.out]

    def friends(self, one: str, other: str) -> bool:
        return one == other or any({one, other} <= pair for pair in TEAMS[self.options["teams"]])

    def on(self, square: Square) -> Piece | None:
        return next((piece for piece, place in self.places.items() if place == square), None)

    def circle_of(self, square: Square) -> str | None:
        """The living player whose circle this is (CON-020, CON-092)."""
        return next((seat for seat in self.living() if CORNERS[seat] == square), None)

    def mine_of(self, square: Square) -> str | None:
        """The player for whom this mine is live (CON-070, CON-081 with its option)."""
        if ground(square) != "mine":
            return None
        owner = corner(square)
        if owner not in self.out:
            return owner
        heir = self.out[owner]
        return heir if self.options["dead_mines"] == "heir" and heir and heir not in self.out else None

    def spares(self, mine_of: str, seat: str) -> bool:
        """Whether a live mine of the one is safe for the other (CON-071, CON-105)."""
        partners = self.friends(mine_of, seat) and self.options["partner_mines"] == "safe"
        return mine_of == seat or partners

    def takes(self, piece: Piece, prey: Piece, square: Square) -> bool:
        kind, victim, where = piece[1][:2], prey[1][:2], ground(square)
        if kind == "pl":
            return victim != "aa"
        if where == "circle":
            return True
        if kind == "bs":
            return victim in ("bs", "pl") and where in WATER
        return victim in ("ar", "aa", "pl") and where in LAND

    def start(self, piece: Piece) -> Square:
        place = self.places[piece]
        return CORNERS[piece[0]] if place == "START" else place

    def movable(self, seat: str) -> list[Piece]:
        return [(seat, name) for name in IDS if self.places[seat, name] == "START" or on_board(self.places[seat, name])]

    def go(self, piece: Piece, path: list[Square], confirmed: bool) -> str | dict[str, Any]:
        """Make the move and tell what came of it, or tell the code of its first fault and leave the board as it is."""
        trial = self.copy()
        told = trial._walk(piece, path)
        if isinstance(told, str):
            return told
        if told["lost"] and not confirmed:
            return "E14"
        self.places, self.out = told.pop("places"), told.pop("out")
        return told

    def _walk(self, piece: Piece, path: list[Square]) -> str | dict[str, Any]:
        seat, kind = piece[0], piece[1][:2]
        first = here = self.start(piece)
        entered: set[Square] = set()
        captured: list[tuple[Piece, Square]] = []
        sunk: dict[str, Any] | None = None
        if self.places[piece] == "START" and self.options["friends_pass"] == "no" and self.on(first):
            return "E12"
        for number, square in enumerate(path, start=1):
            last = number == len(path)
            fault = self._fault(piece, kind, first, here, entered, square, last)
            if fault:
                return fault
            entered.add(square)
            here = square
            prey = self.on(square)
            before = self.copy()
            if prey and not self.friends(seat, prey[0]) and self.takes(piece, prey, square):
                self.places[prey] = f"HELD:{seat}"
                captured.append((prey, square))
            mine_of = self.mine_of(square)
            lost = None
            if sunk is None and mine_of:
                if (kind == "bs" or last) and not self.spares(mine_of, seat):
                    lost = (square, mine_of)
                elif kind == "pl" and last and mine_of == seat and self.options["own_mine_plane"] == "lost":
                    lost = (square, None)
            if lost:
                sinking = self.copy()
                sinking.places[piece] = f"HELD:{lost[1]}" if lost[1] else "RETIRED"
                gone = sinking._settle()
                sunk = {
                    "captured": list(captured),
                    "lost": lost,
                    "takes": None,
                    "gone": gone,
                    "places": sinking.places,
                    "out": sinking.out,
                }
                # The rest of the way is judged as though there were no mine (CON-074).
                self.places, self.out = before.places, before.out
                if prey and captured and captured[-1][0] == prey:
                    self.places[prey] = f"HELD:{seat}"
            self._settle()
        fault = self._end_fault(piece, kind, here)
        if fault:
            return fault
        if sunk:
            return sunk
        self.places[piece] = here
        owner = self.circle_of(here)
        taken = owner if owner and not self.friends(owner, seat) else None
        if taken:
            self._fall(taken, seat)
        self._settle()
        return {
            "captured": captured,
            "lost": None,
            "takes": taken,
            "gone": None,
            "places": self.places,
            "out": self.out,
        }

    def _fault(
        self, piece: Piece, kind: str, first: Square, here: Square, entered: set[Square], square: Square, last: bool
    ) -> str | None:
        if square == here or max(abs(square[0] - here[0]), abs(square[1] - here[1])) > 1:
            return "E07"
        if square == first or square in entered:
            return "E08"
        if ground(square) in ("camp", "dock", "reserve"):
            return "E10"
        if ground(square) not in GROUND[kind]:
            return "E09"
        seat = piece[0]
        owner = self.circle_of(square)
        if self.options["home_pass"] == "no" and not last and owner and not self.friends(owner, seat):
            return "E11"
        other = self.on(square)
        if other is None:
            return None
        if self.friends(seat, other[0]):
            return "E12" if self.options["friends_pass"] == "no" and not last else None
        if self.takes(piece, other, square):
            return None
        return None if self.options["aa_sky"] == "overfly" and not last else "E11"

    def _end_fault(self, piece: Piece, kind: str, end: Square) -> str | None:
        other = self.on(end)
        if other and other != piece and self.friends(piece[0], other[0]):
            return "E12"
        owner = self.circle_of(end)
        return "E13" if owner and owner != piece[0] and self.friends(owner, piece[0]) else None

    def _fall(self, victim: str, heir: str) -> None:
        """A circle taken: everything goes to the heir (CON-085 to CON-087, CON-103)."""
        self.out[victim] = heir
        for piece, place in self.places.items():
            if piece[0] == victim and (place in ("START", "RESERVE") or on_board(place)):
                self.places[piece] = f"HELD:{heir}"
        self._hand_over(victim, heir)

    def _hand_over(self, victim: str, heir: str | None) -> None:
        for piece, place in self.places.items():
            if place != f"HELD:{victim}":
                continue
            if heir is None:
                self.places[piece] = "RETIRED"
            elif piece[0] == heir or (self.friends(piece[0], heir) and piece[0] not in self.out):
                self.places[piece] = "START"
            else:
                self.places[piece] = f"HELD:{heir}"

    def _settle(self) -> list[str]:
        """Who has nothing left goes out (CON-088 to CON-090)."""
        bare = [seat for seat in self.living() if not self._has_any(seat)]
        if len(bare) == 2:
            for seat in bare:
                self.out[seat] = None
            for seat in bare:
                self._hand_over(seat, None)
        elif bare:
            heir = self._holder_of_last(bare[0])
            self.out[bare[0]] = heir
            self._hand_over(bare[0], heir)
        return bare

    def _has_any(self, seat: str) -> bool:
        return any(
            piece[0] == seat and (place in ("START", "RESERVE") or on_board(place))
            for piece, place in self.places.items()
        )

    def _holder_of_last(self, seat: str) -> str | None:
        place = self.places[seat, self.last[seat]]
        return place[5:] if place.startswith("HELD:") else None


def on_board(place: Any) -> bool:
    return isinstance(place, tuple)


def ground(square: Square) -> str:
    """The formula of the board: distances from the nearest edges."""
    u, v = min(square[0], 25 - square[0]), min(square[1], 25 - square[1])
    p, q = max(u, v), min(u, v)
    if (p, q) == (3, 3):
        return "circle"
    if p <= 3:
        return "camp"
    if (p, q) == (4, 3):
        return "dock"
    if q >= 11:
        return "reserve"
    if q >= 9 or q <= 3:
        return "land"
    if (p, q) in ((7, 4), (8, 5), (9, 6), (10, 7), (11, 8)):
        return "bridge"
    return "mine" if (p, q) == (6, 5) else "water"


def corner(square: Square) -> str:
    return {(True, True): "red", (True, False): "yellow", (False, False): "green", (False, True): "orange"}[
        square[0] <= 12, square[1] <= 12
    ]


def name(square: Any) -> str:
    return f"{chr(96 + square[0])}{square[1]}" if on_board(square) else square


def walks(plain: Plain, piece: Piece, die: int) -> Iterator[list[Square]]:
    """All walks over ground that the piece may enter, in the order of their directions."""

    def further(path: list[Square], here: Square, first: Square) -> Iterator[list[Square]]:
        if len(path) == die:
            yield path
            return
        for east, north in STEPS:
            square = (here[0] + east, here[1] + north)
            inside = 1 <= square[0] <= 24 and 1 <= square[1] <= 24
            if inside and square != first and square not in path and ground(square) in GROUND[piece[1][:2]]:
                yield from further([*path, square], square, first)

    start = plain.start(piece)
    yield from further([], start, start)


def board(rng: Random, crowd: int, spare: bool) -> tuple[Plain, str]:
    """A random board with `crowd` pieces near each other; without `spare` some players have only one piece."""
    options = {option: rng.choice(values) for option, values in OPTIONS.items()}
    places: dict[Piece, Any] = {(seat, piece): "RESERVE" for seat in SEATS for piece in IDS}
    centre = rng.choice([(5, 5), (4, 4), (8, 6), (20, 20), (21, 4), (12, 3), (6, 19), (9, 9)])
    taken: set[Square] = set()
    out: dict[str, str | None] = {}
    last: dict[str, str] = {}
    if rng.random() < 0.3:
        gone, heir = rng.sample(SEATS, 2)
        out[gone] = heir
    mover = rng.choice([seat for seat in SEATS if seat not in out])
    for seat in SEATS:
        if seat in out:
            places.update({(seat, piece): f"HELD:{out[seat]}" for piece in IDS})
        elif not spare and rng.random() < 0.5:
            holder = rng.choice([other for other in SEATS if other != seat and other not in out])
            friendly = any({seat, holder} <= pair for pair in TEAMS[options["teams"]])
            places.update({(seat, piece): "RETIRED" if friendly else f"HELD:{holder}" for piece in IDS})
            last[seat] = rng.choice(IDS)
            places[seat, last[seat]] = "RESERVE"
    plain = Plain(places, out, options, last)
    pieces = [(seat, last[seat]) for seat in last]
    others = [piece for piece in places if piece[0] not in last and piece[0] not in out]
    pieces += rng.sample(others, min(crowd, len(others)))
    if not any(piece[0] == mover for piece in pieces):
        pieces.append((mover, "pl1"))
    for piece in pieces:
        for _ in range(50):
            square = (centre[0] + rng.randint(-4, 4), centre[1] + rng.randint(-4, 4))
            if not (1 <= square[0] <= 24 and 1 <= square[1] <= 24) or square in taken:
                continue
            owner, mine = plain.circle_of(square), plain.mine_of(square)
            standing = ground(square) in GROUND[piece[1][:2]] and (owner is None or owner == piece[0])
            if standing and (mine is None or plain.spares(mine, piece[0])):
                plain.places[piece] = square
                taken.add(square)
                break
        else:
            plain.places[piece] = "START"
    return plain, mover


def decoded(plain: Plain, mover: str, dice: list[int]) -> Any:
    rules = presentation().rules
    position = {
        "pieces": {seat: {piece: name(plain.places[seat, piece]) for piece in IDS} for seat in SEATS},
        "to_move": mover,
        "turn": 30,
        "throws": [dice],
        "out": {seat: {"how": "circle", "heir": heir, "turn": 3} for seat, heir in plain.out.items()},
    }
    return rules.decode(position, rules.settle({"players": 4} | plain.options))


def judged(position: Any, mover: str, *lines: str) -> list[Any]:
    return list(
        presentation().rules.check(position, mover, presentation().read(list(enumerate(lines, start=1)))).verdicts
    )


def first_line(position: Any, mover: str, line: str) -> Any:
    """The verdict on the line itself, whatever is said of the set as a whole."""
    return next(verdict for verdict in judged(position, mover, line) if verdict.line == 1)


def gist(told: str | dict[str, Any]) -> Any:
    """What both sides can tell of a move: the code, or captures, loss and circle."""
    if isinstance(told, str):
        return told
    captured = [(*piece, name(square)) for piece, square in told["captured"]]
    return captured, told["lost"] and (name(told["lost"][0]), told["lost"][1]), told["takes"]


def gist_of(verdict: Any) -> Any:
    if verdict.status is not Status.OK:
        return verdict.code
    facts = verdict.facts
    captured = [(taken["seat"], taken["piece"], taken["square"]) for taken in facts["captured"]]
    return captured, facts["lost"] and (facts["lost"]["square"], facts["lost"]["to"]), facts["takes"]


@clause("CON-037", "CON-039", "CON-041", "CON-046", "CON-057", "CON-072", "CON-074", "CON-082", "CON-104")
@pytest.mark.parametrize("seed", range(40))
def test_every_walk_is_judged_alike(seed):
    """Twelve random walks, good and bad, on each of ten boards."""
    rng = Random(f"walks {seed}")
    for _ in range(10):
        plain, mover = board(rng, rng.randint(3, 16), rng.random() < 0.6)
        die = rng.randint(1, 6)
        position = decoded(plain, mover, [die, 7 - die if die != 3 else 3])
        for _ in range(12):
            piece = rng.choice(plain.movable(mover))
            here, path = plain.start(piece), []
            while len(path) < die:
                east, north = rng.choice(STEPS) if rng.random() < 0.98 else (rng.randint(-2, 2), rng.randint(-2, 2))
                square = (here[0] + east, here[1] + north)
                if not (1 <= square[0] <= 24 and 1 <= square[1] <= 24):
                    continue
                if ground(square) not in GROUND[piece[1][:2]] and rng.random() < 0.9:
                    if rng.random() < 0.05:
                        break
                    continue
                path.append(square)
                here = square
            if len(path) < die:
                continue
            confirmed = rng.random() < 0.7
            line = f"{piece[1]} {die} {' '.join(map(name, path))}{' !' if confirmed else ''}"
            assert gist_of(first_line(position, mover, line)) == gist(plain.copy().go(piece, path, confirmed)), (
                line,
                mover,
                plain.options,
                plain.out,
                {piece: name(place) for piece, place in plain.places.items() if on_board(place) or place == "START"},
            )


@clause("CON-085", "CON-086", "CON-087", "CON-088", "CON-089", "CON-090", "CON-103")
@pytest.mark.parametrize("seed", range(20))
def test_every_move_leads_to_the_same_board(seed, ask):
    """A single movable piece makes a legal move; all pieces and all who are out are compared afterwards."""
    rng = Random(f"boards {seed}")
    made = 0
    while made < 6:
        plain, mover = board(rng, rng.randint(3, 14), False)
        for other in plain.movable(mover)[1:]:
            plain.places[other] = "RESERVE"
        piece = plain.movable(mover)[0]
        die = rng.randint(1, 4)
        ways = [path for path in walks(plain, piece, die) if not isinstance(plain.copy().go(piece, path, True), str)]
        telling = [path for path in ways if touches(plain, path)] or ways
        if not telling:
            continue
        path = rng.choice(telling)
        after = plain.copy()
        after.go(piece, path, True)
        if len(sides(after)) < 2:
            continue
        made += 1
        position = presentation().rules.encode(decoded(plain, mover, [die, 6 if die == 5 else 5]))
        line = f"{piece[1]} {die} {' '.join(map(name, path))} !"
        played = ask(position, {mover: line}, "1-3 2-3 1-2 " * 3 + "3-4 " * 9, **plain.options)
        assert played.ok, (played.refused, line)
        event = played.of("move")[0]
        told = {(seat, key): state for seat, force in played.position["pieces"].items() for key, state in force.items()}
        assert told == {key: name(place) for key, place in after.places.items()}, (
            line,
            event,
            plain.options,
            plain.out,
        )
        assert {seat: facts["heir"] for seat, facts in played.position["out"].items()} == after.out


@clause("CON-037", "CON-057", "CON-072")
@pytest.mark.parametrize("seed", range(30))
def test_the_server_finds_the_same_walk(seed):
    """Of all walks of up to four squares to a square near by, some by way of another square."""
    rng = Random(f"to {seed}")
    for _ in range(6):
        plain, mover = board(rng, rng.randint(3, 16), True)
        die = rng.randint(1, 4)
        position = decoded(plain, mover, [die, 6])
        piece = rng.choice(plain.movable(mover))
        start = plain.start(piece)
        tried = [(path, plain.copy().go(piece, path, True)) for path in walks(plain, piece, die)]
        legal = [(path, told) for path, told in tried if not isinstance(told, str)]
        ends = sorted({path[-1] for path, _ in tried}) or [start]
        for end in rng.sample(ends, min(5, len(ends))):
            via = [rng.choice(rng.choice(tried)[0])] if rng.random() < 0.3 and tried else []
            fitting = [(path, told) for path, told in legal if path[-1] == end and set(via) <= set(path)]
            for mark in ("", " !"):
                way = f" via {name(via[0])}" if via else ""
                line = f"{piece[1]} {die} to {name(end)}{way}{mark}"
                verdict = first_line(position, mover, line)
                expected = chosen(fitting, bool(mark))
                found = tuple(verdict.facts["path"]) if verdict.status is Status.OK else verdict.code
                if isinstance(expected, tuple) and verdict.status is Status.OK and verdict.facts["lost"]:
                    found, expected = found[:1], expected[:1]
                assert found == expected, (line, plain.options, plain.places)


def chosen(ways: list[tuple[list[Square], dict[str, Any]]], confirmed: bool) -> str | tuple[str, ...]:
    """The best of the walks by the priority of the rulebook; `ways` are in the order of their directions."""
    safe = [way for way in ways if not way[1]["lost"]]
    if not safe and not confirmed:
        return "E14" if ways else "E15"
    if not ways:
        return "E15"
    path, _ = min(safe or ways, key=lambda way: -len(way[1]["captured"]))
    return tuple(map(name, path))


@clause("CON-028", "CON-029", "CON-031", "CON-032")
@pytest.mark.parametrize("seed", range(30))
def test_as_many_moves_are_owed(seed):
    """With small dice on crowded boards every choice is tried; and the moves that E16 proposes are good."""
    rng = Random(f"owed {seed}")
    for _ in range(4):
        plain, mover = board(rng, rng.randint(3, 20), True)
        for other in plain.movable(mover)[3:]:
            plain.places[other] = "RESERVE"
        dice = rng.choice([[1, 2], [2, 1], [1, 3]])
        verdicts = [verdict for verdict in judged(decoded(plain, mover, dice), mover, "end") if verdict.code]
        assert {verdict.code for verdict in verdicts} <= {"E16"}
        short = [verdict.facts["required"] for verdict in verdicts]
        assert (short or [0]) == [owed(plain, mover, dice)], (plain.options, mover, dice, plain.places)
        for verdict in verdicts:
            moves = [
                f"{move['piece']} {move['die']} {' '.join(move['path'])}{' !' * move['lost']}"
                for move in verdict.facts["example"]
            ]
            again = judged(decoded(plain, mover, dice), mover, *moves)
            assert [other.status for other in again] == [Status.OK] * verdict.facts["required"], moves


def owed(plain: Plain, mover: str, dice: list[int]) -> int:
    movable = plain.movable(mover)
    firsts = []
    for (die, other), piece in itertools.product((dice, dice[::-1]), movable):
        for path in walks(plain, piece, die):
            after = plain.copy()
            if not isinstance(after.go(piece, path, True), str):
                firsts.append((after, piece, other))
    if len(movable) < 2:
        return min(1, len(firsts))
    for after, moved, die in firsts:
        for piece in after.movable(mover):
            if piece != moved and any(can_go(after, piece, path) for path in walks(after, piece, die)):
                return 2
    return min(1, len(firsts))


def can_go(plain: Plain, piece: Piece, path: list[Square]) -> bool:
    return not isinstance(plain.copy().go(piece, path, True), str)


def touches(plain: Plain, path: list[Square]) -> bool:
    """Whether the walk meets a piece, a mine or a circle."""
    return any(plain.on(square) or ground(square) in ("mine", "circle") for square in path)


def sides(plain: Plain) -> list[Any]:
    """Who is left, partners together; with one side the game is over."""
    teams = TEAMS[plain.options["teams"]] or [{seat} for seat in SEATS]
    return [team for team in teams if team & set(plain.living())]
