"""What columns can do, in a few lines, for whoever has orders to write."""

from __future__ import annotations

from core.contract import Json


def card(view: Json) -> tuple[str, ...]:
    """Marches, couriers, classes and rest (HD-012, HD-016, HD-031, HD-045, HD-052, HD-056, HD-067, HD-069)."""
    ground = "in mud 2.8, 1.8, 1.2" if view["mud"] else "2.8, 2.4, 1.8"
    forced = "4.0, 2.6, 1.8" if view["mud"] else "4.0, 3.4, 2.6"
    couriers = "; couriers ride 10, persons 8" if view["couriers"] else "; persons ride 8"
    return (
        f"Foot goes {ground} km an hour on paved roads, roads, tracks, FORCED {forced}, by NIGHT 1.8, 1.2, 0.8; horse "
        f"twice that{couriers}.",
        "Marching for 2½ hours of a turn, forced or by night, and battles tire; at fatigue 4 men straggle; REST helps.",
        "A patrol has under 2,000 men, a division to 9,900, a corps to 29,900.",
    )
