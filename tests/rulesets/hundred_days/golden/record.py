"""Record the golden playthroughs, from the root of the project; `test_golden.py` plays the games again.

PYTHONPATH=tests/shared python tests/rulesets/hundred_days/golden/record.py
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from playthroughs import Playthroughs, opened

OWN = """campaign From Ligny to Wavre
start 17 June 1815 03:00
turns 6
night 6
rain 2 3 until 5
army F french The French
army P coalition The Prussians
place GEM 67.8 44.7 town Gembloux
place WLN 67.7 51.5 open Walhain
place WAV 60.9 62.0 town Wavre
link GEM WLN road 78
link WAV WLN road 144 bridge Wavre
column F4 F 142 16 38 4 GEM ready 0 muster 0 Gerard
column FE F 0 33 12 4 GEM ready 0 muster 0 Exelmans
column P9 P 116 4 16 2 WLN ready 0 muster 0 Borcke
column PT P 96 4 16 2 WAV ready 2 muster 4 Thielemann
seat grouchy F 2
seat blucher P 2
person Grouchy F 0 grouchy with F4
person Blucher P 0 blucher at WAV
exit GEM F
exit WAV P
held GEM french
points WAV french 20
points loss 1 join 0 apart 0 cut 8 broken 15 taken 15
capital none
handicap 7
end"""
GAMES: dict[str, dict[str, Any]] = {
    "two": {},
    "three": {"players": 3, "rain": "history"},
    "four": {"players": 4, "guns": "yes"},
    "five": {"players": 5, "nights": "asked"},
    "six": {"players": 6, "fog": "none"},
    "seven": {"players": 7, "rain": "none", "handicap": 3},
    "eight": {"players": 8},
    "ligny": {"scenario": "ligny", "guns": "yes"},
    "linked-wargame": {"scenario": "ligny", "battles": "linked"},
    "linked-grid": {"scenario": "ligny", "battles": "linked", "rules": "waterloo_grid"},
    "linked-1895": {"scenario": "ligny", "battles": "linked", "rules": "waterloo1895"},
    "linked-stratego": {"scenario": "ligny", "battles": "linked", "rules": "stratego_waterloo"},
    "third": {"breaks": "third"},
    "unbroken": {"breaks": "no", "rain": "history"},
    "own": {"campaign": OWN},
    "umpired": {"scenario": "ligny", "umpire": "yes", "players": 2},
}
HOST = "host"
# What is sent beside the bot's orders now and then; much of it is refused, as the seat has no such column or person.
ASIDES = (
    "letter ney: I march on\nthe crossroads.\nEND",
    "letter blucher: Where are you?",
    "F1 detach 40 as F9",
    "FE detach horse as FX",
    "F9 join F1",
    "F7 blow Charleroi",
    "A5 rest",
    "P3 retreat SOM",
    "F2 march CHA > GOS forced night attack line THU guns yes",
    "napoleon with FO",
    "wellington ride QBR",
    "give F4 to grouchy",
    "FP scout FLE",
    "draw",
)


# What an umpire sends; some of it is refused.
ACTS = (
    "letter from blucher to wellington: Hold on",
    "letter from a farmer to napoleon at once: They are gone\nall of them\nEND",
    "sighting for coalition: corps at LIG towards SOM",
    "sighting for napoleon: screen on FLE > LIG by F7",
    "ruling: no quarter",
    "ruling to napoleon: No",
    "weather mud",
    "correct F3 fatigue 2 stragglers 4",
    "correct P1 place NAM",
    "correct P9 foot 0",
)


def written(options: dict[str, Any], position: dict[str, Any] | None, rng: Random) -> dict[str, Any]:
    """What the seats send: mostly the bot's orders and an aside, now and then a slip, or nothing until the deadline."""
    presentation, place = opened("hundred_days", options, position)
    orders: dict[str, str] = {}
    due = False
    for decision in presentation.rules.awaiting(place) if position else ():
        mood = rng.random()
        if decision.seat == HOST:
            orders[HOST] = results(presentation.rules.battles(place), rng)
        elif mood < 0.04:
            orders[decision.seat] = "F2 marches somewhere\nhold"
        elif mood < 0.95:
            view = presentation.rules.view(place, decision.seat)
            orders[decision.seat] = presentation.bot(view, decision.seat, rng)
            if rng.random() < 0.3:
                orders[decision.seat] += f"\n{rng.choice(ASIDES)}"
        due = due or mood < 0.04 or mood >= 0.95
    if len(orders) > 4 and rng.random() < 0.03:
        orders[rng.choice(sorted(orders))] = "resign"
    if options.get("umpire") == "yes" and orders and rng.random() < 0.9:
        orders[HOST] = "\n".join(rng.sample(ACTS, 3))
    return {"orders": orders, "due": due}


def results(battles: Sequence[Any], rng: Random) -> str:
    """What the host enters of the battles that are asked for: ways in which a game may end."""
    lines = []
    for battle in battles:
        first = battle.forces[0]
        lost = f'"{first.code}":{{"foot":{first.foot // 4}}}' if first.foot else ""
        lines.append(
            rng.choice(
                (
                    f'result {battle.id} {{"columns":{{}},"ended_by":"abandoned","hours":1}}',
                    f'result {battle.id} {{"columns":{{{lost}}},"ended_by":"won","hours":1,"winner":"attacker"}}',
                    f'result {battle.id} {{"columns":{{{lost}}},"ended_by":"agreed","hours":1}}',
                )
            )
        )
    return "\n".join(lines)


def gist(events: Sequence[dict[str, Any]]) -> list[str]:
    return [told(event) for event in events if event["event"] in TOLD]


TOLD = (
    "battle",
    "battle_over",
    "destroyed",
    "blown",
    "left",
    "detached",
    "resigned",
    "given",
    "weather",
    "battle_fought",
    "umpire_letter",
    "umpire_sighting",
    "umpire_ruling",
    "umpire_weather",
    "umpire_correction",
)


def told(event: dict[str, Any]) -> str:
    """A battle as `B3 LIG french`, and its end as `B3 over french`, a column that is gone as `F7 destroyed`."""
    match event["event"]:
        case "battle":
            return f"B{event['battle']} {event['at'] or event['link']} {event['attacker']}"
        case "battle_over" | "battle_fought":
            return f"B{event['battle']} over {event['winner'] or '-'}"
        case "blown":
            return f"{event['bridge']} blown"
        case "weather":
            return f"weather {event['die']}"
        case "resigned":
            return f"{event['seat']} resigned"
        case "umpire_letter" | "umpire_sighting" | "umpire_ruling":
            return f"{event['event']} {event['to']}"
        case "umpire_weather":
            return f"umpire_weather {event['sky']}"
    return f"{event['column']} {event['event']}"


PLAYTHROUGHS = Playthroughs("hundred_days", Path(__file__).parent, GAMES, written, gist)

if __name__ == "__main__":
    PLAYTHROUGHS.write_all()
