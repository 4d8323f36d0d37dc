"""Section K: winning, scoring, resigning, agreeing."""

import pytest

from core.dice import ScriptedDice
from pbem.rulesets.waterloo_grid import presentation

clause = pytest.mark.clause

VILLAGES = "RI1 F2:f:s G2:a:s RI2 J9:f:s K9:a:s"
ASIDE = "BI9 A10:f:n"


@clause("WGR-132", "WGR-R59")
@pytest.mark.parametrize(
    ("pieces", "won"),
    [
        (f"{VILLAGES} RI3 C6:f:s RI4 F5:f:s", True),
        (f"{VILLAGES} RI3 K5:f:s RI4 G8:f:s", True),
        (f"{VILLAGES} RI3 C6:f:s RI4 F5:f:s RI5 K5:f:s RI6 G8:f:s", True),
        (f"{VILLAGES} RL1 C6:f:s RA1 F5:a:s", True),
        (f"{VILLAGES} RI3 C6:f:s", False),
        ("RI1 F2:f:s RI2 J9:f:s K9:a:s RI3 C6:f:s RI4 F5:f:s RI5 K5:f:s RI6 G8:f:s", False),
        ("RI1 F2:f:s G2:a:s RI2 J9:f:s RI3 C6:f:s RI4 F5:f:s", False),
    ],
)
def test_four_village_cells_and_two_farms(play, pieces, won):
    for mover in "RB":
        assert play(f"{pieces} {ASIDE}", mover, "end").end == ("red objectives WGR-132" if won else None)


@clause("WGR-132")
def test_blue_wins_alike(play):
    pieces = f"{VILLAGES} RI3 C6:f:s RI4 F5:f:s".replace("RI", "BI")
    assert play(f"{pieces} RI9 A1:f:n", "B", "end").end == "blue objectives WGR-132"


@clause("WGR-132", "WGR-101")
def test_only_at_the_end_of_a_turn(play):
    """The last cell is entered in the turn, and the fight for it comes before the look at it."""
    pieces = f"{VILLAGES} RI3 C6:f:s RI4 F4:f:s {ASIDE}"
    opened = play(pieces, "R", "I4 f")
    assert opened.outcome is None
    assert play(pieces, "R", "I4 f / end").end == "red objectives WGR-132"


@clause("WGR-133")
def test_the_side_that_does_not_move_may_win(play):
    """Red's own turn made it win already; here Blue's turn begins from such a position, and its attack fails."""
    pieces = f"{VILLAGES} RI3 C6:f:s RI4 F5:f:s BI1 B6:f:e"
    played = play(pieces, "B", "end", "X")
    assert played.fights == ["2 B6>C6 defence X"]
    assert played.end == "red objectives WGR-132"


@clause("WGR-134", "WGR-R61")
def test_annihilation(ask):
    position = {"units": {"BI1": "H6:fabc:n", "RI1": "H5:f:s"}, "to_move": "blue", "dice": list("-----")}
    assert ask(position, {"B": "end"}, "I---").end == "blue annihilated WGR-134"
    makes = position | {"pools": {"blue": {}, "red": {"I": 3}}}
    assert ask(makes, {"B": "end"}, "I--- -----").outcome is None
    fails = position | {"pools": {"blue": {}, "red": {"I": 2, "L": 1}}}
    assert ask(fails, {"B": "end"}, "I---").end == "blue annihilated WGR-134"
    guns = position | {"pools": {"blue": {}, "red": {"A": 2}}}
    assert ask(guns, {"B": "end"}, "I--- -----").outcome is None


@clause("WGR-134")
def test_both_annihilated_is_a_draw(ask):
    assert ask({"units": {}, "to_move": "blue", "dice": list("-----")}, {"B": "end"}).end == "draw annihilated WGR-134"


@clause("WGR-135", "WGR-R60")
def test_points_at_the_limit(ask, play):
    """Blue has Plancenoit and the inn, five points; Red three farms."""
    opened = ask(None, {}, "-----", turn_limit=1)
    red = ask(opened.position, {"B": "end"}, "-----", turn_limit=1)
    assert red.outcome is None, "a game turn is both players' turns"
    over = ask(red.position, {"R": "end"}, "-----", turn_limit=1)
    assert over.end == "blue turn_limit WGR-135"
    assert over.of("end")[0]["score"]["blue"] == {"points": 5, "bases": 60}
    assert over.of("end")[0]["score"]["red"] == {"points": 3, "bases": 46}


@clause("WGR-135")
@pytest.mark.parametrize(
    ("pieces", "end"),
    [
        ("RI1 F2:f:s BI1 C6:f:n BI2 H6:fabc:n", "red turn_limit WGR-135"),
        ("RI1 F2:f:s BI1 C6:f:n BI2 K5:f:n", "blue turn_limit WGR-135"),
        ("RI1 F2:f:s BI1 J9:f:n", "draw turn_limit WGR-135"),
        ("RI1 F2:fa:s BI1 C6:f:n RI2 B1:f:s BI2 G8:f:n", "red turn_limit WGR-135"),
        ("RI1 B2:fa:s BI1 B9:f:n", "red turn_limit WGR-135"),
        ("RI1 B2:fa:s BI1 B9:fa:n", "draw turn_limit WGR-135"),
    ],
)
def test_how_points_are_counted(play, pieces, end):
    assert play(pieces, "R", "end", turn_limit=3, position={"turn": 3}).end == end


@clause("WGR-135")
def test_no_limit_and_no_points_before_it(play):
    pieces = "RI1 F2:f:s BI1 C6:f:n"
    assert play(pieces, "R", "end", position={"turn": 300}).end is None
    assert play(pieces, "R", "end", turn_limit=4, position={"turn": 3}).end is None
    assert play(pieces, "B", "end", turn_limit=3, position={"turn": 3}).end is None


@clause("WGR-136")
@pytest.mark.parametrize(("sender", "winner"), [("B", "red"), ("R", "blue")])
@pytest.mark.parametrize("mover", ["B", "R"])
def test_resigning(play, mover, sender, winner):
    played = play("BI1 D6:fabc:n RI1 D4:fabc:s", mover, {sender: "resign"})
    assert played.end == f"{winner} resigned WGR-136"
    assert played.awaiting == {}


@clause("WGR-136")
@pytest.mark.parametrize(
    ("orders", "end", "stands"),
    [
        ("resign / I1 right / end", "red resigned WGR-136", "D6:fabc:n"),
        ("I1 right / resign / end", "red resigned WGR-136", "D6:fabc:e"),
        ("draw / I1 right / end", "draw agreed WGR-136", "D6:fabc:n"),
    ],
)
def test_nothing_is_carried_out_below_a_line_that_ends_the_game(play, rules, orders, end, stands):
    pieces, offered = "BI1 D6:fabc:n RI1 D4:fabc:s", {"draw_offers": {"red": 2}}
    played = play(pieces, "B", orders, position=offered)
    assert (played.end, played.at("BI1")) == (end, stands)
    assert played.of("end_turn") == []
    position = rules.decode(play(pieces, "B", position=offered).position, rules.settle({}))
    lines = presentation().read(list(enumerate(orders.split(" / "), start=1)))
    told = rules.adjudicate(position, {"blue": lines}, ScriptedDice("")).verdicts["blue"]
    over = next(at for at, line in enumerate(lines) if line.text in ("resign", "draw"))
    assert [verdict.status for verdict in told] == ["ok"] * (over + 1) + ["void"] * (len(lines) - over - 1)


@clause("WGR-136")
def test_a_draw_takes_two(play, ask):
    pieces = "BI1 D6:fabc:n RI1 D4:fabc:s"
    offered = play(pieces, "B", {"R": "draw"})
    assert offered.outcome is None
    assert offered.of("draw_offered")[0]["seat"] == "red"
    assert ask(offered.position, {"B": "draw"}).end == "draw agreed WGR-136"
    twice = ask(offered.position, {"R": "draw"})
    assert (twice.outcome, twice.events) == (None, []), "twice is still one, and told to nobody again"


@clause("WGR-136", "WGR-139")
@pytest.mark.parametrize("orders", ["draw / I1 f9", "I1 f9 / draw / end", "I1 fire D5 / A9 fire A1 / draw"])
def test_a_draw_beside_orders_goes_with_them(play, ask, rules, orders):
    """Neither offered nor agreed to beside orders that are refused, and its line says so."""
    pieces = "BI1 D6:fabc:n RI1 D5:fabc:s"
    played = play(pieces, "B", orders)
    assert len(played.codes) == 1
    assert (played.events, played.position["draw_offers"]) == ([], {})
    offered = play(pieces, "B", {"R": "draw"}).position
    assert ask(offered, {"B": orders}).outcome is None
    lines = presentation().read(list(enumerate(orders.split(" / "), start=1)))
    position = rules.decode(played.position, rules.settle({}))
    verdicts = zip(lines, rules.check(position, "blue", lines).verdicts, strict=True)
    (told,) = [verdict for line, verdict in verdicts if line.text == "draw"]
    assert (told.status, told.facts) == ("void", {"with": "orders"})


@clause("WGR-136", "WGR-146")
def test_a_test_mail_offers_no_draw(play, rules):
    position = rules.decode(play("BI1 D6:fabc:n RI1 D5:fabc:s", "B").position, rules.settle({}))
    checked = rules.check(position, "blue", presentation().read([(1, "test"), (2, "draw")]))
    assert checked.effect == "nothing"
    assert checked.verdicts[1].facts["test"]


@clause("WGR-136")
@pytest.mark.parametrize("first", ["B", "R"])
def test_how_long_an_offer_stands(play, ask, first):
    """Blue is to move. An offer stands to the end of the opponent's next turn, and the present one is not next."""
    pieces = "BI1 D6:fabc:n RI1 D3:fabc:s"
    position = play(pieces, "B", {first: "draw"}).position
    other = {"B": "R", "R": "B"}[first]
    turns = 0
    mover = "B"
    while ask(position, {other: "draw"}).end == "draw agreed WGR-136":
        position = ask(position, {mover: "end"}).position
        mover = {"B": "R", "R": "B"}[mover]
        turns += 1
        assert turns < 6
    assert turns == {"B": 2, "R": 3}[first]


@clause("WGR-136", "WGR-R62")
def test_show_is_for_everybody(play, rules):
    for sender in "BR":
        played = play("BI1 D6:fabc:n RI1 D4:fabc:s", "B", {sender: "show"})
        assert played.ok
        assert played.position["mails"] == 0


@clause("WGR-136", "WGR-138")
def test_nothing_but_that_from_the_other_side(play):
    for line in ("I1 f", "place I1", "fights D4", "end", "enter I at X1 s"):
        played = play("BI1 D6:fabc:n RI1 D4:fabc:s", "B", {"R": line})
        assert set(played.codes) == {"E14"}


@clause("WGR-132", "WGR-136")
def test_after_the_end_nothing_is_accepted(play, ask):
    over = play("BI1 D6:fabc:n RI1 D4:fabc:s", "B", {"R": "resign"})
    for orders in ({"B": "end"}, {"R": "draw"}, {"B": "resign"}):
        assert set(ask(over.position, orders).codes) == {"E14"}
