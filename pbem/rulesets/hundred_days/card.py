"""What columns can do, in a few lines, for whoever has orders to write."""

from __future__ import annotations

from core.contract import Json


def card(view: Json) -> tuple[str, ...]:
    """Marches, couriers, classes and rest (HD-012, HD-016, HD-031, HD-045, HD-052, HD-056, HD-067, HD-069)."""
    ground = "mud: 2.8, 1.8, 1.2" if view["mud"] else "2.8, 2.4, 1.8"
    forced = "4.0, 2.6, 1.8" if view["mud"] else "4.0, 3.4, 2.6"
    lines = [
        f"Foot goes {ground} km an hour on paved roads, roads, tracks; forced {forced}; by NIGHT 1.8, 1.2, 0.8. Horse "
        "goes twice as fast.",
        "Fatigue rises by 5 half hours of marching, forced and night marches, battles; from 4 on men straggle. REST "
        "lowers it.",
        "Couriers ride 10 km an hour by day and night, persons 8.",
        "A patrol is under 2,000 men, a division to 9,900, a corps to 29,900; a screen of horse hides the rest.",
    ]
    if not view["couriers"]:
        del lines[2]
    return tuple(lines)
