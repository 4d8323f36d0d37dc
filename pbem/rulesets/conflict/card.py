"""What the pieces can do, in a few lines, for whoever has a move to write."""

from __future__ import annotations

from core.contract import Json

from .texts import mines_spare_partners


def card(view: Json) -> tuple[str, ...]:
    """Where each kind of piece goes and what it takes (CON-003 to 005, CON-060 to 065, CON-072, CON-076, CON-105)."""
    overfly = view["options"]["aa_sky"] == "overfly"
    whose = "an enemy's" if mines_spare_partners(view["options"]) else "another player's"
    return (
        "ar, artillery, and aa, anti-aircraft gun: on land, bridges and circles; each takes ar, aa, and a pl that is "
        "on land or a bridge.",
        "bs, battleship: on water, mines and circles; takes bs, and a pl that is on water or a mine.",
        "pl, airplane: on all of these; takes everything but an aa.",
        "None enters a camp, a dock or a reserve area. On a circle every piece takes every enemy, except that even "
        "there a pl cannot take an aa: an aa at home keeps airplanes off.",
        "An enemy that a piece cannot take bars its square"
        + (" (a pl may fly over an aa)." if overfly else ".")
        + " Your own pieces it may pass, and stop on none.",
        f"A ship is lost on {whose} live mine, even in passing; a pl is lost only if it stops on one. The mine's "
        "owner keeps what it takes.",
    )
