"""The set-up: who may stand where before the first throw (W95-016 to W95-019), and the defaults (W95-134).

Pieces and spots are names here: a set-up is judged a few times a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from core.rulesets.waterloo1895.board import ZONE_LINKS, Board

Posts = Mapping[str, str]  # piece -> spot


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a set-up: the code of the refusal, its clause, the pieces it is about and the particulars."""

    code: str
    clause: str
    pieces: tuple[str, ...]
    facts: dict[str, Any]


def faults(board: Board, roll: Sequence[str], posts: Posts, partners: Posts) -> Iterator[Fault]:
    """Everything wrong with posting the pieces of `roll` like this while a partner's stand so (W95-016 to W95-019)."""
    for piece, spot in posts.items():
        army = board.armies.index(piece[0])
        links = board.from_city(army, spot)
        if links > ZONE_LINKS:
            facts = {"piece": piece, "spot": spot, "distance": links, "allowed": ZONE_LINKS, "city": board.cities[army]}
            yield Fault("E16", "W95-017", (piece,), facts)
    for piece, other in _pairs(posts, partners):
        spot, other_spot = posts[piece], {**partners, **posts}[other]
        facts = {"piece": piece, "spot": spot, "other": other, "other_spot": other_spot}
        if spot == other_spot:
            yield Fault("E18", "W95-019", (piece, other), facts)
        elif other_spot in board.graph.neighbours(spot):
            yield Fault("E17", "W95-018", (piece, other), facts)
    for piece in roll:
        if piece not in posts:
            yield Fault("E18", "W95-016", (piece,), {"piece": piece})


def _pairs(posts: Posts, partners: Posts) -> Iterator[tuple[str, str]]:
    """Every two pieces that may be in each other's way; one of them at least is being posted."""
    yield from combinations(posts, 2)
    yield from ((piece, other) for piece in posts for other in partners)


def default_posts(board: Board, army: int, standing: Posts) -> dict[str, str]:
    """W95-134: the default set-up of an army, with every piece moved that conflicts with those standing already."""
    default = board.default_setups[board.armies[army]]
    taken = {spot: piece for piece, spot in standing.items()}
    posts = {piece: spot for piece, spot in default.items() if _is_free(board, spot, taken)}
    taken |= {spot: piece for piece, spot in posts.items()}
    for piece in default:
        if piece not in posts:
            spot = next(spot for spot in board.zone(army) if _is_free(board, spot, taken))
            posts[piece] = spot
            taken[spot] = piece
    return {piece: posts[piece] for piece in default}


def _is_free(board: Board, spot: str, taken: Mapping[str, str]) -> bool:
    return spot not in taken and not any(neighbour in taken for neighbour in board.graph.neighbours(spot))


def all_posts(board: Board, roll: Sequence[str], partners: Posts) -> Iterator[dict[str, str]]:
    """Every legal set-up of the pieces of `roll`, by the nearest spots first. There are far too many to go through."""
    zones = {army: board.zone(army) for army in {board.armies.index(piece[0]) for piece in roll}}
    yield from _extended(board, list(roll), {}, {spot: piece for piece, spot in partners.items()}, zones)


def _extended(
    board: Board, roll: list[str], posts: dict[str, str], taken: dict[str, str], zones: Mapping[int, list[str]]
) -> Iterator[dict[str, str]]:
    if not roll:
        yield posts
        return
    piece = roll[0]
    for spot in zones[board.armies.index(piece[0])]:
        if _is_free(board, spot, taken):
            yield from _extended(board, roll[1:], {**posts, piece: spot}, {**taken, spot: piece}, zones)


def drawn_posts(board: Board, roll: Sequence[str], partners: Posts, draw: Callable[[int], int]) -> dict[str, str]:
    """A legal set-up by chance: `draw(n)` gives a number 0 .. n - 1. Starts afresh where it has built itself in."""
    while True:
        posts: dict[str, str] = {}
        taken = {spot: piece for piece, spot in partners.items()}
        for piece in roll:
            free = [spot for spot in board.zone(board.armies.index(piece[0])) if _is_free(board, spot, taken)]
            if not free:
                break
            posts[piece] = free[draw(len(free))]
            taken[posts[piece]] = piece
        if len(posts) == len(roll):
            return posts
