"""Battles of campaigns on the open plane: columns to formations, and back to what each column lost.

A formation of foot has up to 4,000 men, one of horse up to 2,000; 36 guns make a piece. The attacker is the French,
who move first and have to win in time. A turn is a quarter of an hour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from core.boards.plane import Rectangle
from core.contract import (
    ATTACKER,
    BATTLE_SIDES,
    DEFENDER,
    Battle,
    BattleSide,
    Force,
    Json,
    Muster,
    NoMuster,
    Outcome,
    Removed,
    Share,
    Toll,
)
from core.musters import Ending, enters_at, insertions, of_side, taking_part, toll_of

SEATS: dict[BattleSide, str] = {ATTACKER: "french", DEFENDER: "allied"}
TURNS_AN_HOUR = 4
FOOT, HORSE = 4, 2  # thousands of a formation at the most
GUNS, FIRST_GUNS = 36, 12  # guns of a piece; so many make the first one
MOST_PIECES = 128
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SLOTS = (3500, 4100, 2900, 4700, 2300, 5300, 1700, 5900, 1100, 6500)
GUN_SLOTS = (3200, 3800, 2600, 4400, 2000, 5000, 1400, 5600, 800, 6200)
# By side: the y of the first row, how much the next is behind it, the heading, and the y of those who come.
ROWS: dict[BattleSide, tuple[int, int, int, int]] = {ATTACKER: (1900, -200, 0, 100), DEFENDER: (3700, 200, 180, 4900)}
SOUTH, NORTH = 100, 4900  # rows may not lie beyond
GARRISONS = {"wood": ("LHS",), "ridge": ("LHS",), "town": ("LHS", "PAP")}
POSTS = {"LHS": (3530, 3275), "PAP": (5250, 3250)}
ARMS = {"foot": "infantry", "horse": "cavalry", "guns": "gun"}
ENDINGS: dict[str, Ending] = {"time": "limit", "resigned": "resigned", "claimed": "resigned", "agreed": "agreed"}


class Piece:
    """A formation to be: its code, what it stands for, and its place once it has one."""

    def __init__(self, code: str, column: str, arm: Any, men: int) -> None:
        self.code, self.share, self.men = code, Share(column, arm, men or 1), men
        self.x = self.y = 0

    def written(self, side: BattleSide, heading: int) -> Json:
        """As in a position."""
        return {
            "code": self.code,
            "side": SEATS[side],
            "arm": ARMS[self.share.arm],
            "men": self.men,
            "x": self.x,
            "y": self.y,
            "heading": heading,
        }

    def base(self, heading: int) -> Rectangle:
        """The rectangle on which it stands."""
        return Rectangle(self.x, self.y, heading, 100 * max(self.men, 1), 100)


def thousands(hundreds: int) -> int:
    """Hundreds of men as thousands, halves up."""
    return (hundreds + 5) // 10


def shared_out(number: int, most: int) -> list[int]:
    """A number in as few parts of at most `most` as can be, as equal as can be, the larger first."""
    parts = -(-number // most)
    return [number // parts + (at < number % parts) for at in range(parts)]


def gun_pieces(forces: Sequence[Force]) -> dict[str, int]:
    """How many gun pieces each column of a side has: the side's, one each by number of guns, and then again."""
    total = sum(force.guns for force in forces)
    pieces = max((total + GUNS // 2) // GUNS, 1 if total >= FIRST_GUNS else 0)
    ranked = sorted((force for force in forces if force.guns), key=lambda force: -force.guns)
    return {
        force.code: pieces // len(ranked) + (at < pieces % len(ranked)) for at, force in enumerate(ranked) if pieces
    }


def pieces_of(battle: Battle, side: BattleSide) -> dict[str, list[Piece]]:
    """The pieces of each column of a side, those who come too: foot, then horse, then guns."""
    forces = of_side(battle, side, coming=True)
    guns = gun_pieces(forces)
    found = {}
    for force in forces:
        parts = [("foot", men) for men in shared_out(thousands(force.foot), FOOT)]
        parts += [("horse", men) for men in shared_out(thousands(force.horse), HORSE)]
        parts += [("guns", 0)] * guns.get(force.code, 0)
        if len(parts) > len(LETTERS):
            raise NoMuster("pieces", column=force.code, pieces=len(parts), most=len(LETTERS))
        found[force.code] = [
            Piece(force.code + letter, force.code, arm, men) for letter, (arm, men) in zip(LETTERS, parts, strict=False)
        ]
    return found


def muster(battle: Battle) -> Muster:
    """The bare field with the pieces of both sides in rows. Raises NoMuster."""
    everybody = {side: pieces_of(battle, side) for side in BATTLE_SIDES}
    pieces: list[Json] = []
    generals = {}
    fewest = None
    for side in BATTLE_SIDES:
        there = of_side(battle, side, coming=False)
        standing = [piece for force in there for piece in everybody[side][force.code]]
        men = sum(piece.men for piece in standing)
        if not men:
            raise NoMuster("empty", sides=[side])
        fewest = men if fewest is None else min(fewest, men)
        line_up(standing, side, battle.ground)
        pieces += [piece.written(side, ROWS[side][2]) for piece in standing]
        carrier = carrier_of(there, everybody[side])
        if carrier is not None:
            generals[SEATS[side]] = carrier
    total = sum(len(found) for by_column in everybody.values() for found in by_column.values())
    if total > MOST_PIECES:
        raise NoMuster("pieces", pieces=total, most=MOST_PIECES)
    position: Json = {"pieces": pieces}
    held = GARRISONS.get(battle.ground, ())
    if held:
        position["strongpoints"] = dict.fromkeys(held, SEATS[DEFENDER])
    if generals:
        position["generals"] = generals
    turns = TURNS_AN_HOUR * battle.hours
    return Muster(
        options={"scenario": "bare", "turns": turns, "gun_loss": 2, "target": max(2, -(-(fewest or 0) // 4))},
        seats=SEATS,
        position=position,
        insert=insertions(battle, SEATS, TURNS_AN_HOUR),
        limit=turns,
        map={
            piece.code: piece.share
            for by_column in everybody.values()
            for found in by_column.values()
            for piece in found
        },
    )


def line_up(standing: Sequence[Piece], side: BattleSide, ground: str) -> None:
    """The places of a side's pieces: foot row after row, horse in rows behind it, guns between the foot."""
    foot = [piece for piece in standing if piece.share.arm == "foot"]
    if side == DEFENDER:
        for point, piece in zip(GARRISONS.get(ground, ()), reversed(foot[:]), strict=False):
            piece.x, piece.y = POSTS[point]
            foot.remove(piece)
    rows = in_rows(foot, SLOTS, side, 0)
    in_rows([piece for piece in standing if piece.share.arm == "horse"], SLOTS, side, rows)
    in_rows([piece for piece in standing if piece.share.arm == "guns"], GUN_SLOTS, side, 0)


def in_rows(pieces: Sequence[Piece], slots: Sequence[int], side: BattleSide, first: int) -> int:
    """Places for pieces from a row on; the first row behind them. Raises NoMuster."""
    start, step, _, _ = ROWS[side]
    for at, piece in enumerate(pieces):
        piece.x, piece.y = slots[at % len(slots)], start + step * (first + at // len(slots))
        if not SOUTH <= piece.y <= NORTH:
            raise NoMuster("pieces", side=side, pieces=len(pieces))
    return first + -(-len(pieces) // len(slots))


def carrier_of(there: Sequence[Force], by_column: dict[str, list[Piece]]) -> str | None:
    """The piece that carries a side's General: the first formation of his column; nobody for one without any."""
    for force in there:
        if force.general:
            return next((piece.code for piece in by_column[force.code] if piece.share.arm != "guns"), None)
    return None


def reinforced(rules: Any, battle: Battle, position: Any, entered: Sequence[str]) -> tuple[Any, tuple[str, ...]]:
    """The position with the pieces that come in as a round begins, each where its edge has room for it."""
    written = rules.encode(position)
    if written.get("phase") == "over" or written.get("to_move", "french") != SEATS[ATTACKER]:
        return position, ()
    known = {piece["code"] for piece in written["pieces"]}
    standing = list(bases(written["pieces"]))
    fresh: list[Json] = []
    came = []
    for side in BATTLE_SIDES:
        by_column = pieces_of(battle, side)
        for force in of_side(battle, side, coming=True):
            if not force.comes or enters_at(force, TURNS_AN_HOUR) > written.get("round", 1):
                continue
            waiting = [piece for piece in by_column[force.code] if piece.code not in known]
            placed = [piece for piece in waiting if find_room(piece, side, standing)]
            fresh += [piece.written(side, ROWS[side][2]) for piece in placed]
            if force.code not in entered and (placed or not by_column[force.code]):
                came.append(force.code)
    if fresh:
        position = rules.decode({**written, "pieces": [*written["pieces"], *fresh]}, position.options)
    return position, tuple(came)


def bases(pieces: Sequence[Json]) -> Iterator[Rectangle]:
    """The rectangles of the pieces that are not gone."""
    for piece in pieces:
        if piece.get("x") is not None:
            yield Rectangle(piece["x"], piece["y"], piece["heading"], 100 * max(piece["men"], 1), 100)


def find_room(piece: Piece, side: BattleSide, standing: list[Rectangle]) -> bool:
    """Whether there is room for a piece at the edge of its side; it has its place then."""
    _, _, heading, piece.y = ROWS[side]
    for slot in GUN_SLOTS if piece.share.arm == "guns" else SLOTS:
        piece.x = slot
        base = piece.base(heading)
        if not any(base.overlaps(other) for other in standing):
            standing.append(base)
            return True
    return False


def toll(rules: Any, battle: Battle, outcome: Outcome | None, position: Any, entered: Sequence[str]) -> Toll:
    """What an end position has cost each column: of its men the share of thousands gone, of its guns that of pieces."""
    written = rules.encode(position)
    alive = {piece["code"] for piece in written["pieces"] if piece.get("x") is not None}
    present = {piece["code"] for piece in written["pieces"]}
    columns = {}
    by_column = {**pieces_of(battle, ATTACKER), **pieces_of(battle, DEFENDER)}
    for force in taking_part(battle, entered):
        gone = {"foot": 0, "horse": 0, "guns": 0}
        brought = dict.fromkeys(gone, 0)
        for piece in by_column[force.code]:
            brought[piece.share.arm] += piece.share.parts
            if piece.code in present and piece.code not in alive:
                gone[piece.share.arm] += piece.share.parts
        columns[force.code] = Removed(
            **{arm: getattr(force, arm) * gone[arm] // brought[arm] if brought[arm] else 0 for arm in gone}
        )
    return toll_of(battle, SEATS, outcome, ENDINGS, written.get("round", 1), TURNS_AN_HOUR, columns)
