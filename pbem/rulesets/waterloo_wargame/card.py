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
        f"By road, with its whole base on it, infantry goes {third} yards for each of its 200 that it does not use "
        "across country, 500 at most, and cavalry 2: MOVE piece ROAD road N MAX.",
        *_guns(options),
        "A fight: men in thousands (a gun 4) and a die a side; attacker 1, flank 1 or rear 2, garrison 5, a General "
        "within 300 yards 5 and a second die for both.",
        "The lower sum loses its largest piece, a group that wins its smallest; in a draw nobody falls.",
        "At most 5,000 men that touch one another attack together; a garrison up to 10,000, all infantry: ATTACK "
        "strongpoint WITH piece, piece ADVANCE. With ADVANCE one of them takes the ground if they win.",
        "Standing orders hold until they are changed. STAND EVADE piece NEVER: usually cavalry evades two guns, and "
        "attackers without cavalry that are stronger by 2.",
        "STAND DRAW piece RETREAT: usually who has drawn holds. HELP ORDERS tells STAND SUPPORT, "
        "RETREAT and GENERAL FALLBACK.",
        "GENERAL TO piece: your General joins it. PREVIEW among orders: they are only judged.",
        f"Roads: {_named(view['roads'])}.",
        f"Strongpoints: {_named(view['outlines'])}.",
        f"Places: {_named(view['places'])}.",
    )


def _guns(options: Json) -> tuple[str, ...]:
    """What one gun does, what two do, and whom that does not hold for."""
    reach = "30 degrees a side" if options["fire_arc"] == "sector" else "500 a side"
    guns = "Guns duel with guns: 4 and a die each, 1 more for who fires."
    if options["two_guns_on_gun"] == "remove":
        guns = "Two destroy a gun too; one gun duels with another."
    return (
        f"A gun fires 1,000 yards, {reach}. In the open one drives infantry or cavalry back 100 yards for each point "
        "of a die; two destroy infantry, and cavalry that does not evade.",
        guns,
        "At a garrison a gun rolls two dice, and 10 or more removes a piece.",
    )


def _named(things: Json) -> str:
    return ", ".join(f"{code} {told['name']}" for code, told in things.items())
