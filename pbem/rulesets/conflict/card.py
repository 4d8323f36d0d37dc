"""What the pieces can do, in a few lines, for whoever has a move to write."""

from __future__ import annotations

from core.contract import Json


def card(view: Json) -> tuple[str, ...]:
    """Where each kind of piece goes and what it takes (CON-003 to CON-005, CON-060 to CON-065, CON-072, CON-076)."""
    overfly = view["options"]["aa_sky"] == "overfly"
    return (
        "piece                  goes on                takes",
        "ar  artillery          land, bridge, circle   ar, aa; pl on land or a bridge",
        "aa  anti-aircraft gun  land, bridge, circle   ar, aa; pl on land or a bridge",
        "bs  battleship         water, mine, circle    bs; pl on water or a mine",
        "pl  airplane           all of these           everything but an aa",
        "Never a camp, a dock or a reserve area. On a circle every piece takes every",
        "enemy, but a pl no aa there either: an aa at home keeps airplanes off.",
        "An enemy that a piece cannot take bars its square" + (" (a pl may fly over an aa)." if overfly else "."),
        "A ship sinks on another player's live mine, a pl if it stops on one.",
    )
