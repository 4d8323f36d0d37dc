"""Positions drawn from what a seat may know. See imagining.pxd."""

from core.rulesets.waterloo1895.schema import PositionSchema

from core.rulesets.waterloo1895.board cimport Variant
from core.rulesets.waterloo1895.legal cimport SeededDraw
from core.rulesets.waterloo1895.position cimport Position, read


cdef Position imagined(Variant variant, view, seed):
    """The position of a view, whose hidden set-ups are drawn (W95-021)."""
    given = {key: view[key] for key in PositionSchema.__struct_fields__ if key in view}
    if given["phase"] == "setup":
        given["pieces"] = given["pieces"] | hidden_posts(variant, given, SeededDraw(seed))
    return read(variant, given)


def hidden_posts(Variant variant, given, SeededDraw draw):
    """Set-ups for the armies that are posted and not shown."""
    seen = {piece[0] for piece in given["pieces"]}
    hidden = [army for army in variant.armies if variant.board.armies[army] in given["posted"]]
    return drawn_alike(variant, [army for army in hidden if variant.board.armies[army] not in seen], draw)


def drawn_alike(Variant variant, armies, SeededDraw draw):
    """A legal set-up of these armies, each as likely as any other (W95-017 to W95-019).

    Spots are drawn for all pieces, regardless of one another, until they are not in each other's way.
    """
    graph = variant.board.graph
    zones = {army: variant.board.zone(army) for army in armies}
    close = {spot: {spot, *graph.neighbours(spot)} for zone in zones.values() for spot in zone}
    while True:
        posts, shut = {}, set()
        for army in armies:
            for piece in variant.pieces(army):
                spot = zones[army][draw.number(len(zones[army]))]
                if spot in shut:
                    break
                posts[variant.board.piece_id(piece)] = spot
                shut |= close[spot]
        if len(posts) == len(armies) * variant.size:
            return posts
