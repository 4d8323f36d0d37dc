"""What the pieces can do and what roads and places are called, in a few lines, for whoever has a turn to write."""

from __future__ import annotations

from textwrap import wrap

from core.contract import Json

WIDTH = 76


def card(view: Json) -> tuple[str, ...]:
    """Marches, shots, fights, and the names on the map (WWG-036 to WWG-041, WWG-074, WWG-098 to WWG-103, WWG-115)."""
    options = view["options"]
    cap, third = view["move_cap"], "2.5" if options["split_move"] == "proportional" else "3"
    reach = "30 degrees a side" if options["fire_arc"] == "sector" else "500 a side"
    return (
        "arm       yards in a turn            by road instead",
        f"infantry  200                        {third} for each yard left over, 500 at most",
        "cavalry   400                        2 for each yard left over",
        f"gun       100, or it fires           the same; fires 1,000, {reach}",
        f"At most {cap},000 men and all guns move in a turn. One gun drives its target",
        "back 100 yards for each point of a die, two in the open destroy it; at a",
        "garrison a gun rolls two dice, and 10 or more removes a piece.",
        "A fight: men in thousands (a gun 4) and a die a side; attacker 1, flank 1 or",
        "rear 2, garrison 5, a General within 300 yards 5 and a second die for both.",
        *wrap(f"Roads: {_named(view['roads'])}.", WIDTH, subsequent_indent="  "),
        *wrap(f"Strongpoints: {_named(view['outlines'])}.", WIDTH, subsequent_indent="  "),
        *wrap(f"Places: {_named(view['places'])}.", WIDTH, subsequent_indent="  "),
    )


def _named(things: Json) -> str:
    return ", ".join(f"{code} {told['name']}" for code, told in things.items())
