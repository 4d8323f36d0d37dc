"""The walk search of Conflict in C against the same search in plain Python, on positions from play by chance.

    PYTHONPATH=. python bench/walks.py [seconds]

For each die, all that every piece of every seat can do: ends, captures, losses. The table shows results a second, on
the C side with their facts made into Python objects, and the ratio. The plain version is written from the rulebook and
shares nothing with `core` but the board file and the JSON of positions; the tests of `core` take it as their reference.
"""

from __future__ import annotations

import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # n ne e se s sw w nw
LAND = {"land", "bridge", "circle"}
WATER = {"water", "mine", "circle"}
OPEN = {"ar": LAND, "aa": LAND, "bs": WATER, "pl": LAND | WATER}
BOARD = Path(__file__).parents[1] / "pbem/rulesets/conflict/board.toml"
TEAMS = {
    "none": ({"red"}, {"yellow"}, {"green"}, {"orange"}),
    "opposite": ({"red", "green"}, {"yellow", "orange"}),
    "adjacent": ({"red", "yellow"}, {"green", "orange"}),
}

Square = tuple[int, int]
Piece = tuple[str, str]  # seat, id


class Result(NamedTuple):
    """What a walk comes to: the squares walked, the pieces captured in order, whether it is lost, and to whom."""

    path: tuple[str, ...]
    captured: tuple[Piece, ...]
    lost_to: str | None
    lost: bool


class PlainWalks:
    """Walks in a position (its JSON) under settled options, the slow way."""

    def __init__(self, board: dict[str, Any], position: dict[str, Any], options: dict[str, Any]) -> None:
        self.options = options
        rows = board["grid"]["rows"]
        self.files = board["grid"]["files"]
        self.terrain = {
            (file, len(rows) - row): board["terrain"][sign]
            for row, line in enumerate(rows)
            for file, sign in enumerate(line)
        }
        self.corner = {
            self.at(square): seat for seat, of in board["seats"].items() for square in [of["circle"], *of["mines"]]
        }
        self.circle = {seat: self.at(of["circle"]) for seat, of in board["seats"].items()}
        self.pieces = {(seat, piece): place for seat, own in position["pieces"].items() for piece, place in own.items()}
        self.on = {self.at(place): piece for piece, place in self.pieces.items() if place[0].islower()}
        self.living = {seat for seat in position["pieces"] if seat not in position["out"]}
        self.heirs = {seat: out["heir"] for seat, out in position["out"].items()}
        self.allies = [set(pact["seats"]) for pact in position["pacts"]]
        self.known: dict[tuple[str, tuple[Piece, ...]], tuple[set[str], dict[Square, str | None]]] = {}

    def at(self, name: str) -> Square:
        return self.files.index(name[0]), int(name[1:])

    def name(self, square: Square) -> str:
        return f"{self.files[square[0]]}{square[1]}"

    def reach(self, seat: str, piece: str, die: int) -> dict[tuple[str, frozenset[Piece], bool], Result]:
        """For each place where a walk leaves the piece, with each set of captives, lost or not: the first such walk."""
        place = self.pieces[seat, piece]
        if place != "START" and not place[0].islower():
            return {}
        start = self.circle[seat] if place == "START" else self.at(place)
        if place == "START" and self.options["friends_pass"] == "no" and self.is_friend_on(seat, start):
            return {}
        found: dict[tuple[str, frozenset[Piece], bool], Result] = {}
        for walk in self.walks(seat, piece, [start], (), die):
            result = self.outcome(seat, piece, walk[1:])
            found.setdefault((result.path[-1], frozenset(result.captured), result.lost), result)
        return found

    def walks(
        self, seat: str, piece: str, walk: list[Square], caught: tuple[Piece, ...], steps: int
    ) -> Iterator[list[Square]]:
        """All legal walks of so many more steps, in the order of their directions."""
        if steps == 0:
            yield walk
            return
        for east, north in DIRECTIONS:
            square = walk[-1][0] + east, walk[-1][1] + north
            if square not in walk and self.may_enter(seat, piece, caught, square, last=steps == 1):
                more = (*caught, *self.caught(seat, piece, square))
                yield from self.walks(seat, piece, [*walk, square], more, steps - 1)

    def may_enter(self, seat: str, piece: str, caught: tuple[Piece, ...], square: Square, *, last: bool) -> bool:
        terrain = self.terrain.get(square)
        if terrain not in OPEN[piece[:2]]:
            return False
        if terrain == "circle" and not self.may_enter_circle(seat, caught, self.corner[square], last=last):
            return False
        if square not in self.on:
            return True
        other, standing = self.on[square]
        if self.are_friends(seat, other):
            return not last and self.options["friends_pass"] == "yes"
        if piece[:2] == "pl" and standing == "aa":
            return self.options["aa_sky"] == "overfly" and not last
        return True

    def may_enter_circle(self, seat: str, caught: tuple[Piece, ...], owner: str, *, last: bool) -> bool:
        if owner == seat or owner not in self.after(seat, caught)[0]:
            return True
        if self.are_friends(seat, owner):
            return not last
        return last or self.options["home_pass"] == "yes"

    def outcome(self, seat: str, piece: str, path: list[Square]) -> Result:
        captured: tuple[Piece, ...] = ()
        for step, square in enumerate(path, start=1):
            owner = self.after(seat, captured)[1].get(square)
            captured += self.caught(seat, piece, square)
            if piece[:2] == "bs" and self.harms(owner, seat):
                return Result(self.names(path[:step]), captured, owner, lost=True)
            if self.is_over(self.after(seat, captured)[0]):
                return Result(self.names(path[:step]), captured, None, lost=False)
        if piece[:2] == "pl" and self.harms(owner, seat):
            return Result(self.names(path), captured, owner, lost=True)
        own = piece[:2] == "pl" and owner == seat and self.options["own_mine_plane"] == "lost"
        return Result(self.names(path), captured, None, lost=own)

    def names(self, path: list[Square]) -> tuple[str, ...]:
        return tuple(map(self.name, path))

    def caught(self, seat: str, piece: str, square: Square) -> tuple[Piece, ...]:
        standing = self.on.get(square)
        if standing is None or self.are_friends(seat, standing[0]) or (piece[:2], standing[1]) == ("pl", "aa"):
            return ()
        return (standing,)

    def after(self, seat: str, caught: tuple[Piece, ...]) -> tuple[set[str], dict[Square, str | None]]:
        """Who lives once the mover has captured these pieces, and whose live mine is where."""
        if (seat, caught) not in self.known:
            self.known[seat, caught] = self.work_out(seat, caught)
        return self.known[seat, caught]

    def work_out(self, seat: str, caught: tuple[Piece, ...]) -> tuple[set[str], dict[Square, str | None]]:
        fallen = {other for other in self.living if other != seat and not self.has_left(other, caught)}
        living = self.living - fallen
        # A heir who has fallen hands nothing on (option dead_mines).
        heirs = self.heirs | dict.fromkeys(fallen, seat)
        mines = {}
        for square, corner in self.corner.items():
            if self.terrain[square] == "mine":
                heir = heirs.get(corner) if self.options["dead_mines"] == "heir" else None
                mines[square] = corner if corner in living else heir if heir in living else None
        return living, mines

    def has_left(self, seat: str, gone: tuple[Piece, ...]) -> bool:
        return any(
            owner == seat and (owner, piece) not in gone and (place in ("START", "RESERVE") or place[0].islower())
            for (owner, piece), place in self.pieces.items()
        )

    def is_over(self, living: set[str]) -> bool:
        return any(living <= team for team in TEAMS[self.options["teams"]])

    def harms(self, owner: str | None, seat: str) -> bool:
        if owner is None or owner == seat:
            return False
        return not (self.options["partner_mines"] == "safe" and self.are_partners(owner, seat))

    def are_partners(self, one: str, other: str) -> bool:
        return any({one, other} <= team for team in TEAMS[self.options["teams"]])

    def are_friends(self, one: str, other: str) -> bool:
        return one == other or self.are_partners(one, other) or {one, other} in self.allies

    def is_friend_on(self, seat: str, square: Square) -> bool:
        return square in self.on and self.are_friends(seat, self.on[square][0])


def in_c(
    rules: Any, position: Any, seat: str, piece: str, die: int
) -> dict[tuple[str, frozenset[Piece], bool], Result]:
    """What `core` finds, in the same form."""
    found = {}
    for walk in rules.reach(position, seat, piece, die):
        captured = tuple((caught["seat"], caught["piece"]) for caught in walk["captured"])
        lost = walk["lost"]
        result = Result(tuple(walk["path"]), captured, lost["to"] if lost else None, lost=lost is not None)
        found[result.path[-1], frozenset(captured), result.lost] = result
    return found


def middle_games(rules: Any, options: dict[str, Any], count: int, turns: int = 40) -> list[Any]:
    """Positions that play by chance leads to from the opening, some turns apart."""
    from core.dice import SeededDice

    dice = SeededDice(b"walks".ljust(32, b"."))
    position = rules.adjudicate(rules.opening(options), {}, dice).position
    found = []
    while len(found) < count:
        for turn in range(turns):
            if not rules.awaiting(position):
                position = rules.adjudicate(rules.opening(options), {}, dice).position
            seat = rules.awaiting(position)[0].seat
            orders = rules.random_orders(position, seat, len(found) * turns + turn)
            position = rules.adjudicate(position, {seat: orders}, dice).position
        if rules.awaiting(position):
            found.append(position)
    return found


def timed(work: Any, jobs: list[Any], seconds: float) -> tuple[int, int, float]:
    """Jobs done, results found and seconds spent, going through the jobs until time is up."""
    done = found = 0
    begun = time.perf_counter()
    while True:
        for job in jobs:
            found += len(work(job))
            done += 1
            spent = time.perf_counter() - begun
            if spent > seconds:
                return done, found, spent


def main() -> None:
    """Print the table."""
    from core.rulesets.conflict import Conflict

    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    board = tomllib.loads(BOARD.read_text(encoding="utf-8"))
    rules = Conflict(board)
    options = rules.settle({"players": 4})
    positions = middle_games(rules, options, 4)
    plain = {id(position): PlainWalks(board, rules.encode(position), options) for position in positions}
    print("die  results a piece   plain Python, results/s   C, results/s   ratio")
    for die in range(1, 7):
        jobs = [
            (position, seat, piece, die)
            for position in positions
            for seat, own in rules.encode(position)["pieces"].items()
            for piece, place in own.items()
            if place[0].islower()
        ]
        slow = timed(lambda job: plain[id(job[0])].reach(*job[1:]), jobs, seconds)
        fast = timed(lambda job: rules.reach(*job), jobs, seconds)
        rates = [found / spent for _, found, spent in (slow, fast)]
        print(
            f"{die:3}  {fast[1] / fast[0]:15.0f}   {rates[0]:23,.0f}   {rates[1]:12,.0f}   {rates[1] / rates[0]:5.0f}x"
        )


if __name__ == "__main__":
    main()
