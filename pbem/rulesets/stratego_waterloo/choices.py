"""What a seat could do now, found by asking the rules about a position made up from its view.

What a view does not show - names of enemies, cards in the other hand, the order of the Prussians - is filled in with a
guess that fits everything the view does show. Which orders of the seat itself are legal does not hang on it, since the
rules judge orders by what their sender knows. Not for: choosing among orders, which is `bot.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from core.contract import Json, SeatName
from core.rulesets.stratego_waterloo import StrategoWaterloo
from core.rulesets.stratego_waterloo.orders import End, Order
from core.rulesets.stratego_waterloo.position import Position

from .board import CARDS, in_order, kinds
from .sides import other

# What a view has beyond the position itself, or shows in another form.
NOT_THE_POSITION = frozenset(
    {
        "options", "seat", "seats", "clock", "first", "first_turn", "owed", "prussian_turn", "tile_data", "flags",
        "relief", "sections", "lines", "reserve_limit", "armies", "prussians", "late", "garrisons", "scenario",
        "undrawn_order", "flip",
    }
)  # fmt: skip
SECTIONS = ("LEFT", "CENTRE", "RIGHT")
COPIES = 3  # of each card
OUT = ("retired", "saved")
_NOT_A_PIECE = frozenset({"arm", "nation", "side"})
_NOT_ACTIONS = frozenset({"left", "may_return"})
_USUAL = {
    ("FR", "i"): "LN", ("FR", "c"): "CH", ("FR", "a"): "FA", ("AL", "i"): "BF", ("AL", "c"): "KH", ("AL", "a"): "BA",
    ("PR", "i"): "PI", ("PR", "c"): "SL", ("PR", "a"): "PA",
}  # fmt: skip


def position_of(rules: StrategoWaterloo, view: Json, seat: SeatName, rng: Random) -> Position:
    """A position that looks like this view to the seat; what it does not show is guessed."""
    return rules.decode(_filled(view, seat, rng), view["options"])


def possible(rules: StrategoWaterloo, view: Json, seat: SeatName) -> list[Order]:
    """Every single action that the rules accept from the seat now, `end` left out.

    Which they are does not hang on the guess, so any will do.
    """
    return actions(rules, position_of(rules, view, seat, Random(0)), seat)  # noqa: S311


def actions(rules: StrategoWaterloo, position: Position, seat: SeatName) -> list[Order]:
    """Every single action that the rules accept from the seat in a position, `end` left out."""
    found = [line.order for orders in rules.legal(position, seat) for line in orders]
    return [order for order in found if not isinstance(order, End)]


def unknown(view: Json, seat: SeatName) -> dict[tuple[str, str], Counter[str]]:
    """For each nation and arm the codes that enemies of unknown name may have, with how many of each are left."""
    left = Counter(_roster(view, other(seat)))
    left.subtract(view["eliminated"].get(other(seat), {}))
    left.subtract(piece["code"] for piece in _pieces(view) if piece["side"] != seat and piece.get("code"))
    found: dict[tuple[str, str], Counter[str]] = {}
    for code, count in left.items():
        if count > 0:
            kind = kinds()[code]
            found.setdefault((kind.nation, kind.arm), Counter())[code] = count
    return found


def _filled(view: Json, seat: SeatName, rng: Random) -> Json:
    guess = _Guess(view, seat, rng)
    data = {key: value for key, value in view.items() if key not in NOT_THE_POSITION}
    data["board"] = {square: guess.piece(piece) for square, piece in view["board"].items()}
    data["pool"] = {side: [guess.piece(piece) for piece in pool] for side, pool in view["pool"].items()}
    if view["pursuit"]:
        data["pursuit"] = _pursuit(view["pursuit"], guess)
    data["undrawn"] = guess.undrawn()
    data["actions"] = {key: value for key, value in view["actions"].items() if key not in _NOT_ACTIONS}
    data["cards"] = _cards(view, seat, rng)
    if view["lines"] == "cards":
        data["retreat"] = {side: view["retreat"].get(side) or rng.choice(SECTIONS) for side in view["seats"]}
    return data


def _pursuit(pursuit: Json, guess: _Guess) -> Json:
    out = {
        name: {side: [guess.piece(piece) for piece in pieces] for side, pieces in pursuit[name].items()} for name in OUT
    }
    riders = {label: guess.piece(piece) for label, piece in pursuit["riders"].items()}
    return {**pursuit, **out, "riders": riders}


class _Guess:
    """Names for the pieces of a view that have none, each taken from those that are left of the enemy's army."""

    def __init__(self, view: Json, seat: SeatName, rng: Random) -> None:
        self.view, self.seat, self.rng = view, seat, rng
        self.left = unknown(view, seat)
        self.names: dict[int, str] = {}
        self._name_leaders()
        nameless = [piece for piece in _pieces(view) if not piece.get("code") and id(piece) not in self.names]
        # Only heavy cavalry bears blocks, so it is named while there is some left.
        for piece in sorted(nameless, key=lambda piece: -(piece.get("blocks") or 0)):
            self.names[id(piece)] = self._drawn(piece)

    def _name_leaders(self) -> None:
        """Leaders never start in reserve, so each of those left is some piece on the board, where there is one."""
        for nation in ("FR", "AL"):
            counts = self.left.get((nation, "c"), Counter())
            for code in [code for code in counts if kinds()[code].leads]:
                free = [
                    piece
                    for piece in _standing(self.view)
                    if not piece.get("code")
                    and (piece["nation"], piece["arm"], piece.get("blocks", 0)) == (nation, "c", 0)
                    and id(piece) not in self.names
                ]
                if free:
                    self.names[id(self.rng.choice(free))] = code
                    del counts[code]

    def piece(self, piece: Json) -> Json:
        """A piece as a position has it."""
        named = {key: value for key, value in piece.items() if key not in _NOT_A_PIECE}
        return {**named, "code": piece.get("code") or self.names[id(piece)]}

    def undrawn(self) -> list[str]:
        """The Prussians still to come, in some order."""
        nation = [code for code in _roster(self.view, "red") if kinds()[code].nation == "PR"]
        here = Counter(piece["code"] for piece in _pieces(self.view) if piece.get("code") and piece["nation"] == "PR")
        dead = Counter(self.view["eliminated"].get("red", {}))
        if self.seat == "red":
            left = [code for code in nation for _ in range(self.view["prussians"][code] - here[code] - dead[code])]
        else:
            left = [code for (of, _), counts in self.left.items() if of == "PR" for code in counts.elements()]
        self.rng.shuffle(left)
        usual = _USUAL["PR", "i"]
        return [*left, *[usual] * self.view["undrawn"]][: self.view["undrawn"]]

    def _drawn(self, piece: Json) -> str:
        counts = self.left.get((piece["nation"], piece["arm"]), Counter())
        left = list(counts.elements())
        heavy = [code for code in left if kinds()[code].kind == "HC" and kinds()[code].strength >= piece["blocks"]]
        fitting = heavy if piece.get("blocks") else [code for code in left if not kinds()[code].leads]
        code = self.rng.choice(fitting or left or [_USUAL[piece["nation"], piece["arm"]]])
        counts[code] -= 1
        return code


def _standing(view: Json) -> list[Json]:
    return [view["board"][square] for square in sorted(view["board"], key=in_order)]


def _pieces(view: Json) -> Iterable[Json]:
    """Every piece of a view, on the board, off it or riding in the pursuit."""
    yield from _standing(view)
    for pool in view["pool"].values():
        yield from pool
    if view["pursuit"]:
        yield from view["pursuit"]["riders"].values()
        for name in OUT:
            for pieces in view["pursuit"][name].values():
                yield from pieces


def _roster(view: Json, side: SeatName) -> dict[str, int]:
    """What a side may have in this game: what it sets up, the late pieces, the Prussians."""
    roster = Counter(view["armies"][side])
    roster.update(view["late"] if side == "blue" else view["prussians"])
    return dict(roster)


def _cards(view: Json, seat: SeatName, rng: Random) -> Json:
    """The cards with some hand for the enemy, of those that the seat does not see."""
    cards = view["cards"]
    own = cards["hands"].get(seat) or []
    count = cards["hands"].get(other(seat)) or 0
    seen = Counter([*own, *(cards["discards"] or ()), *(cards["stack"] or ())])
    left = list((Counter(dict.fromkeys(CARDS, COPIES)) - seen).elements())
    rng.shuffle(left)
    discards = cards["discards"] if cards["discards"] is not None else left[count : count + cards["discarded"]]
    hands = {seat: own, other(seat): left[:count]}
    return {"hands": hands, "stack": cards["stack"] or [], "discards": discards, "taken": cards["taken"]}
