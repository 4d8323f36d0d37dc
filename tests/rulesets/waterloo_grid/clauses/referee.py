"""A second, slow and independent reading of the rules: it replays the events of a turn and objects to what they tell.

`review` walks through the events on a table of its own. It knows where guns can see, how many dice a shot and each roll
of a fight have, who dies, who retreats, is pushed or cut down, and in which order the fights come; the dice it takes
from the events. Whatever it finds otherwise is an AssertionError, and so is a position at the end that is not its own.

Not for: whether orders were allowed (action points, cohesion, charges), which other tests ask.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Json = dict[str, Any]
Base = tuple[str, str]  # a unit and a letter

COLUMNS = "ABCDEFGHIJKL"
CELLS = [f"{column}{row}" for row in range(1, 11) for column in COLUMNS]
FORWARD = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
BACK = {"n": "s", "s": "n", "e": "w", "w": "e"}
RIDGES = (
    {f"{column}{row}" for column in "BCDEFGHIJ" for row in (3, 4)},
    {"D8", "E8", "F8", "H8", "I8", "D9", "E9", "F9", "G9", "H9", "I9"},
)
VILLAGES = {"F2", "G2", "J9", "K9"}
SMALL_FARMS = {"K5", "G8"}
FARMS = {"C6", "F5"} | SMALL_FARMS
OBSTACLES = VILLAGES | FARMS | {"C7", "L5", "L8", "L9"}
HITS = {"I": "I", "L": "C", "H": "C", "A": "A"}
LETTERS = {"blue": "B", "red": "R"}


def review(position: Json, told: Json, options: Mapping[str, Any], named: Sequence[str] = ()) -> int:
    """How many shots and fights of an answer the referee has followed. `named` is the `fights` line of the turn."""
    table = Table(position, options)
    mover = LETTERS[position["to_move"]]
    charges = {(charge["cell"], charge["dir"]): charge["tokens"] for charge in position["charges"]}
    due: list[tuple[int, str, str]] = []
    seen = 0
    for event in told["events"]:
        match event["event"]:
            case "move":
                table.march(event)
            case "face" | "line":
                table.turn(event["unit"], event["bases"], event["facing"])
            case "square":
                table.turn(event["unit"], event["bases"], "+")
            case "enter":
                table.enter(event)
            case "shot":
                table.shoot(event)
            case "charge":
                place = event["cell"], event["dir"]
                charges[place] = max(charges.get(place, 0), event["tokens"])
            case "end_turn":
                due = table.listed(mover, charges, named)
            case "fight" | "lapsed":
                assert (event["group"], event["from"], event["dir"]) == due.pop(0), event
                if event["event"] == "fight":
                    Fight(table, event, charges.get((event["from"], event["dir"]), 0)).follow()
        seen += event["event"] in ("shot", "fight")
    assert due == []
    assert table.units() == told["position"]["units"]
    assert table.pools() == told["position"]["pools"]
    return seen


class Table:
    """The bases on the board, each with its cell and facing, and the pools."""

    def __init__(self, position: Json, options: Mapping[str, Any]) -> None:
        self.options = options
        self.where: dict[Base, tuple[str, str]] = {}
        for unit, groups in position["units"].items():
            for group in groups.split():
                cell, letters, facing = group.split(":")
                self.where |= {(unit, letter): (cell, facing) for letter in letters}
        self.lost = {LETTERS[seat]: dict(pool) for seat, pool in position["pools"].items()}

    # --- Looking ---

    def stack(self, cell: str) -> list[Base]:
        return [base for base, place in self.where.items() if place[0] == cell]

    def side(self, cell: str) -> str | None:
        return next((unit[0] for unit, _ in self.stack(cell)), None)

    def facing(self, cell: str, facing: str) -> list[Base]:
        return [base for base, place in self.where.items() if place == (cell, facing)]

    def arm(self, cell: str) -> str:
        return self.stack(cell)[0][0][1].replace("G", "I")

    def walled(self, cell: str) -> bool:
        return cell in FARMS and (cell not in SMALL_FARMS or self.options["small_farms"] == "walled")

    def cover(self, cell: str) -> int:
        """Dice that muskets lose, and a first attack."""
        return 2 if self.walled(cell) else int(cell in OBSTACLES)

    def gun_cover(self, gun: str, facing: str, cell: str) -> int:
        behind = beyond(cell, BACK[facing])
        return int(cell in OBSTACLES or (ridge(cell) not in (None, ridge(gun)) and ridge(behind) == ridge(cell)))

    def units(self) -> dict[str, str]:
        groups: dict[str, dict[tuple[str, str], str]] = {}
        for (unit, letter), place in sorted(self.where.items(), key=lambda item: "fabc".index(item[0][1])):
            own = groups.setdefault(unit, {})
            own[place] = own.get(place, "") + letter
        return {
            unit: " ".join(f"{cell}:{letters}:{facing}" for (cell, facing), letters in own.items())
            for unit, own in groups.items()
        }

    def pools(self) -> dict[str, dict[str, int]]:
        return {seat: {kind: n for kind, n in self.lost[side].items() if n} for seat, side in LETTERS.items()}

    # --- Acting ---

    def march(self, event: Json) -> None:
        bases = [(event["unit"], letter) for letter in event["bases"]]
        assert all(self.where[base] == (event["from"], event["facing"]) for base in bases), event
        cell: str | None = event["from"]
        for _ in range(event["steps"]):
            cell = beyond(cell, event["facing"])
            assert cell is not None, event
            assert self.side(cell) in (None, event["unit"][0]), event
            self.where |= dict.fromkeys(bases, (cell, event["facing"]))
            self._fits(cell)
        assert cell == event["to"], event

    def turn(self, unit: str, letters: str, facing: str) -> None:
        self.where |= {(unit, letter): (self.where[unit, letter][0], facing) for letter in letters}

    def enter(self, event: Json) -> None:
        pool = self.lost[event["unit"][0]]
        for kind, number in event["taken"].items():
            pool[kind] -= number
            assert pool[kind] >= 0, event
        letters = "ab" if event["kind"] == "A" else "fabc"
        assert sum(event["taken"].values()) == len(letters), event
        self.where |= {(event["unit"], letter): (event["cell"], event["facing"]) for letter in letters}
        self._fits(event["cell"])

    def _fits(self, cell: str) -> None:
        bases = self.stack(cell)
        assert len({(unit[0], unit[1].replace("G", "I")) for unit, _ in bases}) == 1, cell
        assert len(bases) <= (1 if cell in SMALL_FARMS else 2 if cell in OBSTACLES else 4), cell

    # --- Fire ---

    def shoot(self, event: Json) -> None:
        cell, target, facing = event["cell"], event["target"], event["facing"]
        assert self.side(target) not in (None, event["unit"][0]), event
        party = [place for base, place in self.where.items() if base[0] == event["unit"] and place[0] == cell]
        if event["how"] == "guns":
            assert self.gun_targets(cell, facing, len(party)).get(target) == len(event["dice"]), event
        else:
            assert target in [off(cell, facing, 1, side) for side in (-1, 0, 1)], event
            alike = {place[1] for place in party} == {facing}
            assert alike == (event["how"] == "volley"), event
            assert len(event["dice"]) == (min(2, len(party)) if alike else 1) - self.cover(target) > 0, event
        self.suffer(event, target, facing)

    def gun_targets(self, gun: str, facing: str, bases: int) -> dict[str, int]:
        """What guns can fire at, each cell with its dice."""
        ahead = beyond(gun, facing)
        if ahead and self.side(ahead) not in (None, self.side(gun)):
            return {ahead: 2 * bases - self.gun_cover(gun, facing, ahead)}
        targets = {}
        for side in (-1, 0, 1):
            for forward in (2, 3, 4):
                cell = off(gun, facing, forward, side)
                hostile = cell and self.side(cell) not in (None, self.side(gun))
                if cell and hostile and self.sees(gun, facing, forward, side):
                    targets[cell] = bases - self.gun_cover(gun, facing, cell)
                    break
        return targets

    def sees(self, gun: str, facing: str, forward: int, side: int) -> bool:
        target = off(gun, facing, forward, side)

        def clear(k: int, j: int) -> bool:
            cell = off(gun, facing, k, j)
            if cell in OBSTACLES or ridge(cell) not in (None, ridge(target)):
                return False
            front = ridge(gun) is not None and ridge(cell) != ridge(gun) and (k, j) == (1, 0)
            return self.side(str(cell)) in ((None, self.side(gun)) if front else (None,))

        if side == 0:
            return all(clear(k, 0) for k in range(1, forward))
        match forward:
            case 2:
                return clear(1, 0) or clear(1, side)
            case 3:
                return clear(1, 0) and clear(2, side)
        return clear(1, 0) and (clear(2, 0) or clear(2, side)) and clear(3, side)

    # --- What dice do ---

    def suffer(self, roll: Json, cell: str, facing: str) -> bool:
        """A roll against a cell, compared with what the event says of it; whether nobody who was there is left."""
        arm = self.arm(cell)
        halved = 2 if arm == "I" and self.walled(cell) else 1
        hits, pushes = roll["dice"].count(HITS[arm]) // halved, roll["dice"].count("X") // halved
        assert (roll["hits"], roll["pushes"]) == (hits, pushes), roll
        dead: list[tuple[str, str, str]] = []
        for _ in range(hits):
            self._casualty(cell, dead)
        moves, end = self._retreat(cell, facing, pushes, dead)
        told = roll["destroyed"] and (roll["destroyed"]["cell"], roll["destroyed"]["why"])
        assert sorted((loss["unit"], loss["base"], loss["cell"]) for loss in roll["losses"]) == sorted(dead), roll
        assert [(move["why"], move["from"], move["to"]) for move in roll["moves"]] == moves, roll
        assert told == end, roll
        return bool(moves) or not self.stack(cell)

    def _casualty(self, cell: str, dead: list[tuple[str, str, str]]) -> None:
        here: dict[str, list[str]] = {}
        for unit, letter in self.stack(cell):
            here.setdefault(unit, []).append(letter)
        plain = [unit for unit, letters in here.items() if letters != ["f"]]
        if plain:
            unit = min(plain, key=lambda unit: (-len(here[unit]), unit[1], int(unit[2:])))
            self._remove((unit, max(set(here[unit]) - {"f"})), dead)
        elif here:
            self._flag_falls(min(here, key=lambda unit: (unit[1], int(unit[2:]))), dead)

    def _flag_falls(self, unit: str, dead: list[tuple[str, str, str]]) -> None:
        cell = self.where[unit, "f"][0]
        others = [
            (distance(cell, place[0]), letter)
            for (name, letter), place in self.where.items()
            if name == unit and place[0] != cell
        ]
        if not others:
            return self._remove((unit, "f"), dead)
        bearer = unit, min(others)[1]
        place = self.where[bearer]
        self._remove(bearer, dead)
        self.where[unit, "f"] = place
        return None

    def _remove(self, base: Base, dead: list[tuple[str, str, str]]) -> None:
        unit, letter = base
        pool, kind = self.lost[unit[0]], unit[1] + ("f" if letter == "f" else "")
        pool[kind] = pool.get(kind, 0) + 1
        dead.append((unit, letter, self.where.pop(base)[0]))

    def _retreat(
        self, cell: str, facing: str, steps: int, dead: list[tuple[str, str, str]]
    ) -> tuple[list[tuple[str, str, str]], tuple[str, str] | None]:
        """The moves made, and where and why the stack was eliminated, if it was."""
        moves: list[tuple[str, str, str]] = []
        if not steps or not self.stack(cell):
            return moves, None
        for _ in range(steps):
            line, why = self._line(cell, facing)
            if why:
                self._eliminate(cell, dead)
                return moves, (cell, why)
            for start, end in reversed(line):
                self.where |= {base: (end, self.where[base][1]) for base in self.stack(start)}
                moves.append(("retreat" if start == cell else "push", start, end))
            cell = line[0][1]
        self.where |= dict.fromkeys(self.stack(cell), (cell, facing))
        return moves, None

    def _line(self, cell: str, facing: str) -> tuple[list[tuple[str, str]], str | None]:
        """Who moves where in one step of a retreat, the retreating stack first, or what is in the way."""
        line: list[tuple[str, str]] = []
        side = self.side(cell)
        while True:
            end = beyond(cell, facing)
            while end in OBSTACLES and self.side(end) in (None, side):
                end = beyond(end, facing)
            if end is None or self.side(end) not in (None, side):
                return [], "friends" if line else "edge" if end is None else "enemy"
            line.append((cell, end))
            if self.side(end) is None:
                return line, None
            cell = end

    def _eliminate(self, cell: str, dead: list[tuple[str, str, str]]) -> None:
        for base in [base for base in self.stack(cell) if base[1] != "f"]:
            self._remove(base, dead)
        for unit, _ in self.stack(cell):
            self._flag_falls(unit, dead)

    # --- Which fights there are ---

    def listed(
        self, mover: str, charges: Mapping[tuple[str, str], int], named: Sequence[str]
    ) -> list[tuple[int, str, str]]:
        """The fights of a turn in their order: group, attacking cell, direction."""

        def rank(place: tuple[str, str]) -> tuple[int, int]:
            first = place[0] in named
            return (named.index(place[0]), "nesw".index(place[1])) if first else (len(named), 0)

        found = [(1, *place) for place in sorted(charges, key=rank)]
        paired = {frozenset((cell, beyond(cell, way))) for _, cell, way in found}
        other = {"B": "R", "R": "B"}[mover]
        for group, side in ((2, mover), (3, other)):
            own = []
            for cell in CELLS:
                for way in "nesw":
                    ahead = beyond(cell, way)
                    hostile = ahead and self.side(ahead) not in (None, side)
                    if (
                        self.side(cell) == side
                        and hostile
                        and self.facing(cell, way)
                        and frozenset((cell, ahead)) not in paired
                    ):
                        own.append((cell, way))
                        paired.add(frozenset((cell, ahead)))
            if group == 2:
                own.sort(key=rank)
            if group == 2 or self.options["passive_attacks"] == "yes":
                found += [(group, *place) for place in own]
        return found


class Fight:
    """One fight, followed roll by roll."""

    def __init__(self, table: Table, event: Json, tokens: int) -> None:
        self.table, self.event, self.rolls = table, event, list(event["rolls"])
        self.start, self.target, self.way = event["from"], event["to"], event["dir"]
        self.charge, self.tokens = event["group"] == 1, tokens
        self.arms = table.arm(self.start), table.arm(self.target)
        steady = table.options["cover_vs_cavalry"] == "steady" and self.target in OBSTACLES
        self.horse_at_foot = self.arms[0] in "LH" and self.arms[1] == "I"
        self.steady = steady

    def follow(self) -> None:
        self._rounds()
        assert [roll for roll in self.rolls if roll["dice"]] == [], self.event

    def _rounds(self) -> None:
        table = self.table
        assert self._attackers(), self.event
        if self.charge and self._roll("defensive", self._defensive_dice(), self.start, BACK[self.way]):
            return
        if not self._attackers():
            return
        self._square()
        dice = self._attackers() + self._first_attack()
        if self._roll("attack", dice, self.target, self.way):
            return
        away = [base for base in table.stack(self.target) if table.where[base][1] not in ("+", BACK[self.way])]
        table.where |= dict.fromkeys(away, (self.target, BACK[self.way]))
        dice = len(table.stack(self.target)) - self._first_defence()
        while not self._roll("defence", dice, self.start, BACK[self.way]) and self._attackers():
            if self._roll("attack", self._attackers(), self.target, self.way):
                return
            dice = len(table.stack(self.target))

    def _roll(self, what: str, dice: int, cell: str, way: str) -> bool:
        """The next roll of the event, with so many dice; whether it has ended the fight."""
        if self.rolls and self.rolls[0]["what"] == what and not self.rolls[0]["dice"]:
            self.rolls.pop(0)
            assert dice <= 0, self.event
        if dice <= 0:
            return False
        roll = self.rolls.pop(0)
        assert (roll["what"], len(roll["dice"])) == (what, dice), (roll, self.event)
        return self.table.suffer(roll, cell, way)

    def _attackers(self) -> int:
        return len(self.table.facing(self.start, self.way))

    def _in_square(self) -> int:
        return len(self.table.facing(self.target, "+"))

    def _facing_them(self) -> int:
        if self.target in FARMS:
            return len(self.table.stack(self.target)) - self._in_square()
        return len(self.table.facing(self.target, BACK[self.way]))

    def _defensive_dice(self) -> int:
        if self.arms[1] in "LH":
            return 0
        if self.arms[1] == "A":
            fire = 2 * self._facing_them()
            return fire - self.table.gun_cover(self.target, BACK[self.way], self.start) if fire else 0
        return (min(2, self._facing_them()) or min(1, self._in_square())) - self.table.cover(self.start)

    def _square(self) -> None:
        everybody = self.table.stack(self.target)
        if self.charge and self.horse_at_foot and self._in_square() < len(everybody) and not self.steady:
            roll = self.rolls.pop(0)
            assert (roll["what"], len(roll["dice"])) == ("square", self.tokens), self.event
            if "X" in roll["dice"]:
                self.table.where |= dict.fromkeys(everybody, (self.target, "+"))

    def _first_attack(self) -> int:
        """Dice added to the first attack roll, or taken off."""
        flank = not self._facing_them() and not self._in_square() and self.target not in FARMS
        all_in_square = self._in_square() == len(self.table.stack(self.target))
        return (
            (self.charge and self.table.options["charge_bonus"] == "on")
            + flank
            - self.table.cover(self.target)
            - (self.arms == ("L", "H"))
            - (self.horse_at_foot and all_in_square)
        )

    def _first_defence(self) -> int:
        """Dice taken off the first defence roll."""
        all_in_square = self._in_square() == len(self.table.stack(self.target))
        return (self.horse_at_foot and not all_in_square and not self.steady) + (self.arms == ("H", "L"))


def off(cell: str, facing: str, forward: int, side: int) -> str | None:
    """The cell so many cells ahead, and so many to the right of that."""
    x, y = COLUMNS.index(cell[0]), int(cell[1:])
    dx, dy = FORWARD[facing]
    x, y = x + forward * dx - side * dy, y + forward * dy + side * dx
    return f"{COLUMNS[x]}{y}" if 0 <= x < 12 and 1 <= y <= 10 else None


def beyond(cell: str | None, facing: str) -> str | None:
    return off(cell, facing, 1, 0) if cell else None


def ridge(cell: str | None) -> int | None:
    return next((number for number, cells in enumerate(RIDGES) if cell in cells), None)


def distance(one: str, other: str) -> int:
    return abs(COLUMNS.index(one[0]) - COLUMNS.index(other[0])) + abs(int(one[1:]) - int(other[1:]))
