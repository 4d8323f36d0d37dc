"""What the pieces can do and what roads and places are called, in a few lines, for whoever has a turn to write."""

from __future__ import annotations

from core.contract import Json


def card(view: Json) -> tuple[str, ...]:
    """Marches, shots, fights, and the names on the map (WWG-036 to WWG-041, WWG-074, WWG-098 to WWG-103, WWG-115)."""
    options = view["options"]
    cap, third = view["move_cap"], "2.5" if options["split_move"] == "proportional" else "3"
    return (
        f"At most {cap},000 men and all guns move in a turn.",
        "Infantry goes 200 yards, cavalry 400; a gun goes 100 or fires.",
        "By road, with the whole base on it: for each yard of that not used across country infantry goes "
        f"{third} (500 at most), cavalry 2, a gun 1: MOVE SIM ROAD CHA N MAX.",
        *_guns(options),
        "A fight: men in thousands (a gun 4) and a die a side; attacker 1, flank 1 or rear 2, garrison 5, a General "
        "within 300 yards 5 and a second die for both.",
        "At most 5,000 men attack, that touch one another; a garrison 10,000, and no cavalry: ATTACK HOU WITH BAU, SOY "
        "ADVANCE.",
        "Unless STAND says otherwise cavalry evades whom it is much weaker than, and who has drawn holds: STAND EVADE "
        "ALL NEVER, STAND DRAW ALL RETREAT.",
        "GENERAL TO FRI: your General joins another piece. PREVIEW among orders: they are only judged.",
        f"Roads: {_named(view['roads'])}.",
        f"Strongpoints: {_named(view['outlines'])}.",
        f"Places: {_named(view['places'])}.",
    )


def _guns(options: Json) -> tuple[str, ...]:
    """What one gun does, what two do, and whom that does not hold for."""
    reach = "30 degrees a side" if options["fire_arc"] == "sector" else "500 a side"
    guns = "it; guns duel, 4 and a die each, 1 more for who fires"
    if options["two_guns_on_gun"] == "remove":
        guns = "it, or a gun; one gun duels with another"
    return (
        f"A gun fires 1,000 yards, {reach}. In the open one drives infantry or cavalry back 100 yards for each point "
        f"of a die, two destroy {guns}.",
        "At a garrison a gun rolls two dice, and 10 or more removes a piece.",
    )


def _named(things: Json) -> str:
    return ", ".join(f"{code} {told['name']}" for code, told in things.items())
