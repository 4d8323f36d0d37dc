"""The draft of the manoeuvre cards: who picks, and what a pick comes to (SWL-132, SWL-R51).

Cards are numbered in the order of `CARDS`; a stack is how many of each are left. Everything here works on values.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

CARDS = ("RE", "IN", "CA", "GB", "FS")  # 2.5
COPIES = 3  # SWL-131
USUAL = ("FS", "CA", "GB", "IN", "RE")  # what is kept, and what is put away, where nobody says (SWL-R51)
PICKS = 8  # four for each side; the last is the last card, nothing is put away with it (SWL-132)
MOST_WISHED = 15  # entries of a list: more than there are cards could never be used up

FULL_STACK = dict.fromkeys(CARDS, COPIES)


class Pick(msgspec.Struct, frozen=True):
    """One pick: what is kept, what is put away (None with the last card), and whether either was not as ordered."""

    keep: str
    burn: str | None
    filled: bool = False


def run(keep: Sequence[Sequence[str]], burn: Sequence[Sequence[str]]) -> tuple[Pick, ...]:
    """All eight picks by lists, in turn; `keep` and `burn` hold the lists of the first picker and of the second."""
    stack = dict(FULL_STACK)
    left = [list(wishes) for wishes in keep]
    picks = []
    for number in range(PICKS):
        side = number % 2
        chosen = pick(stack, left[side], burn[side])
        if chosen.keep in left[side]:
            left[side].remove(chosen.keep)
        stack = after(stack, chosen)
        picks.append(chosen)
    return tuple(picks)


def pick(stack: dict[str, int], keep: Sequence[str], burn: Sequence[str]) -> Pick:
    """The pick from a stack by lists of wishes, the usual order where none of them can be had."""
    kept = _first(stack, keep) or _first(stack, USUAL)
    if kept is None:
        raise ValueError("no card left")
    rest = {**stack, kept: stack[kept] - 1}
    burnt = _first(rest, burn) or _first(rest, USUAL)
    ordered = bool(keep) and kept == keep[0] and (burnt is None or (bool(burn) and burnt == burn[0]))
    return Pick(kept, burnt, not ordered)


def after(stack: dict[str, int], chosen: Pick) -> dict[str, int]:
    """The stack without the two cards of a pick."""
    return {card: count - (card == chosen.keep) - (card == chosen.burn) for card, count in stack.items()}


def forced(stack: dict[str, int]) -> bool:
    """Whether there is nothing to choose: the last card comes by itself (SWL-R51)."""
    return sum(stack.values()) == 1


def _first(stack: dict[str, int], wishes: Sequence[str]) -> str | None:
    return next((card for card in wishes if stack.get(card)), None)
