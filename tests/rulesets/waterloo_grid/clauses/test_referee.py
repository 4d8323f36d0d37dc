"""Random turns on crowded boards, and an independent referee who follows every shot and fight of them."""

from random import Random

import pytest

from pbem.batch.answering import answer

from .referee import CELLS, OBSTACLES, SMALL_FARMS, distance, review

clause = pytest.mark.clause

OPTIONS = [
    {},
    {"charge_bonus": "off", "small_farms": "open"},
    {"advance_fire": "volley", "cover_vs_cavalry": "steady"},
    {"passive_attacks": "no", "double_fire": "no"},
    {"garrison": "infantry", "hold": "last"},
]
POOL = {"I": 7, "If": 2, "G": 3, "Gf": 1, "H": 3, "Hf": 1, "A": 3}


def crowd(rng: Random) -> dict[str, str]:
    """Two armies in disorder, all over the board and in each other's way."""
    units: dict[str, str] = {}
    room = {cell: 1 if cell in SMALL_FARMS else 2 if cell in OBSTACLES else 4 for cell in CELLS}
    owners: dict[str, tuple[str, str]] = {}
    for number in range(1, 26):
        side, kind = rng.choice("RB"), rng.choice("IIIIGLHA")
        owner = side, kind.replace("G", "I")
        home = rng.choice([cell for cell in CELLS if owners.get(cell, owner) == owner])
        groups: dict[tuple[str, str], str] = {}
        for letter in "ab" if kind == "A" else "fabc"[: rng.randint(1, 4)]:
            reach = 0 if kind == "A" or letter == "f" or rng.random() < 0.6 else 1
            free = [cell for cell in CELLS if room[cell] and distance(cell, home) <= reach]
            free = [cell for cell in free if owners.get(cell, owner) == owner]
            if not free:
                break
            cell = rng.choice(free)
            room[cell] -= 1
            owners[cell] = owner
            faced = next(
                (place for place in groups if place[0] == cell and rng.random() < 0.8 + (owner[1] != "I")), None
            )
            group = faced or (cell, rng.choice("nesw+" if owner[1] == "I" else "nesw"))
            groups[group] = groups.get(group, "") + letter
        if groups:
            units[f"{side}{kind}{number}"] = " ".join(
                f"{cell}:{letters}:{way}" for (cell, way), letters in groups.items()
            )
    return units


@clause("WGR-069", "WGR-071", "WGR-072", "WGR-082", "WGR-084", "WGR-087", "WGR-092", "WGR-098", "WGR-106", "WGR-109")
@clause("WGR-110", "WGR-115", "WGR-118", "WGR-119", "WGR-122")
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options) or "default")
def test_the_referee_agrees(rules, options):
    settled = rules.settle(options)
    seen = 0
    for seed in range(20):
        rng = Random(seed)
        position = {
            "units": crowd(rng),
            "pools": {"blue": POOL, "red": POOL},
            "to_move": rng.choice(("blue", "red")),
            "dice": rng.choices("IICAX-", k=5),
        }
        told = answer({"id": seed, "ruleset": "waterloo_grid", "options": options, "position": position})
        for _ in range(4):
            if told["outcome"]:
                break
            before, seat = told["position"], told["position"]["to_move"]
            named = rng.sample(CELLS, 8) if rng.random() < 0.5 else []
            lines = [
                line.text for line in rules.random_orders(rules.decode(before, settled), seat, rng.getrandbits(30))
            ]
            told = answer({
                "id": seed,
                "ruleset": "waterloo_grid",
                "options": options,
                "position": before,
                "orders": {seat: "\n".join([*([f"fights {' '.join(named)}"] if named else []), *lines])},
                "dice": {"seed": f"{seed:02x}"},
            })  # fmt: skip
            seen += review(before, told, settled, named)
    assert seen > 100
