"""Section H: close fighting."""

import pytest

clause = pytest.mark.clause


# --- Which fights there are, and in which order ---


@clause("WGR-079", "WGR-019")
def test_no_fighting_before_the_turn_closes(play, ask):
    opened = play("BI2 E6:fabc:n RI2 E4:fabc:s", "B", "I2 charge 1")
    assert opened.fights == []
    closed = ask(opened.position, {"B": "end"}, "-- X---- -----")
    assert closed.fights == ["1 E5>E4 fire -- attack X----"]


@clause("WGR-080")
def test_who_is_in_contact_fights(play):
    """Without a die or an order, on either side."""
    assert play("BI1 D6:fabc:n RI1 D5:fabc:s", "B", "end", "X---", dice="-----").fights == ["2 D6>D5 attack X---"]
    assert play("BI1 D6:fabc:n RI1 D5:fabc:s", "R", "end", "X---", dice="-----").fights == ["2 D5>D6 attack X---"]


@clause("WGR-081", "WGR-R22", "WGR-R23")
def test_the_groups(play):
    """A charge, a contact of the active player's, and one of the other's; the lines are in another order."""
    pieces = "BI1 D6:fabc:n RI1 D5:fabc:s BI2 G7:fabc:n RI2 G5:fabc:s BI3 J6:fabc:e RI3 J5:fabc:s"
    played = play(pieces, "B", "I2 charge 1 / end", "-- X---- X--- X----")
    assert played.fights == ["1 G6>G5 fire -- attack X----", "2 D6>D5 attack X---", "3 J5>J6 attack X----"]


@clause("WGR-081")
def test_a_pair_of_cells_fights_once(play):
    played = play("BI1 D6:f:n RI1 D5:f:s", "R", "end", "- - - X")
    assert played.fights == ["2 D5>D6 attack - defence - attack - defence X"]
    assert played.at("RI1") == "D4:f:n"


@clause("WGR-081", "WGR-R22")
def test_option_no_passive_attacks(play, ask):
    pieces = "BI3 G5:fabc:e RI4 H4:fabc:s"
    played = play(pieces, "B", "I3 f / end", passive_attacks="no")
    assert played.fights == []
    own = ask(played.position, {"R": "end"}, "X---- -----", passive_attacks="no")
    assert own.fights == ["2 H4>H5 attack X----"], "in the owner's turn"


@clause("WGR-082", "WGR-144")
@pytest.mark.parametrize(
    ("orders", "order"),
    [
        ("I1 charge 1 / I2 charge 1 / I3 charge 1", "D5 G5 J5"),
        ("I3 charge 1 / I1 charge 1 / I2 charge 1", "J5 D5 G5"),
        ("fights G5 / I3 charge 1 / I1 charge 1 / I2 charge 1", "G5 J5 D5"),
        ("I3 charge 1 / I1 charge 1 / I2 charge 1 / fights D5 G5 J5", "D5 G5 J5"),
        ("fights D5 / I3 charge 1 / I1 charge 1 / fights G5 D5 / I2 charge 1", "G5 D5 J5"),
    ],
)
def test_charges_in_the_order_made_or_named(play, orders, order):
    pieces = "BI1 D6:fa:n RI1 D4:fa:s BI2 G6:fa:n RI2 G4:fa:s BI3 J6:fa:n RI3 J4:fa:s"
    played = play(pieces, "B", f"{orders} / end", "-- X-- -- X-- -- X--", dice="III--")
    assert [fight.split()[1].split(">")[0] for fight in played.fights] == order.split()


@clause("WGR-082")
def test_in_one_activation_the_last_move_counts(play):
    """f and a move first and last; b charges in between, and fights first."""
    pieces = "BH1 H8:fa:n G7:b:n RI1 H5:fa:s RI2 G5:f:s"
    played = play(pieces, "B", "H1 @H8: f, @G7: charge 1, @H7: charge 1 / end", "- - X- -- -- X--")
    assert [fight.split()[1] for fight in played.fights] == ["G6>G5", "H6>H5"]


@clause("WGR-082")
def test_a_cell_charged_from_twice_counts_from_the_first(play):
    """H2 is in E5 first, H1 joins it after the charge of L1: one fight, and it is the first."""
    pieces = "BH1 E7:fa:n BH2 E6:fa:n RI2 E4:fa:s BL1 H6:fa:n RI1 H4:fa:s"
    orders = "H2 charge 1 / L1 charge 1 / H1 charge 2 / end"
    played = play(pieces, "B", orders, "-- -- X---- -- - X--", dice="CCC--")
    assert [fight.split()[1] for fight in played.fights] == ["E5>E4", "H5>H4"]


@clause("WGR-082")
def test_other_contacts_row_by_row(play):
    pieces = "BI1 G6:fa:n RI1 G5:fa:n BI2 D6:fa:n RI2 D5:fa:n BI3 I3:fa:e RI3 J3:fa:e"
    rolls = "X-- X-- X--"
    played = play(pieces, "B", "end", rolls)
    assert [fight.split()[1] for fight in played.fights] == ["I3>J3", "D6>D5", "G6>G5"]
    named = play(pieces, "B", "fights G6 D6 / end", rolls)
    assert [fight.split()[1] for fight in named.fights] == ["G6>G5", "D6>D5", "I3>J3"]


@clause("WGR-082", "WGR-085")
def test_one_cell_with_several_enemies(play):
    """Mixed facings: n, e, s, w, also when the cell is named."""
    pieces = "BI1 H6:f:w H6:a:n H6:b:s H6:c:e RI1 H5:f:n RI2 I6:f:e RI3 H7:f:s RI4 G6:f:w"
    rolls = "X- X- X- X-"
    order = ["H6>H5", "H6>I6", "H6>H7", "H6>G6"]
    assert [fight.split()[1] for fight in play(pieces, "B", "end", rolls).fights] == order
    assert [fight.split()[1] for fight in play(pieces, "B", "fights H6 / end", rolls).fights] == order


@clause("WGR-082", "WGR-144")
def test_cells_without_a_fight_are_ignored_and_told(play):
    played = play("BI1 D6:fabc:n RI1 D5:fabc:s", "B", "fights A1 D6 C3 / end", "X---")
    assert played.ok
    assert played.of("fights_ignored")[0]["cells"] == ["A1", "C3"]


@clause("WGR-082")
def test_group_three_is_not_for_the_active_player_to_order(play):
    pieces = "BI1 G6:fa:n RI1 G5:fa:n BI2 D6:fa:n RI2 D5:fa:n"
    played = play(pieces, "R", "fights G6 D6 / end", "X-- X--")
    assert [fight.split()[:2] for fight in played.fights] == [["3", "D6>D5"], ["3", "G6>G5"]]


@clause("WGR-083", "WGR-R24", "WGR-121")
def test_new_contacts_wait(play, ask):
    """RI1 retreats into RI2, which is pushed in front of BI2; nothing more this turn."""
    pieces = "BI1 H6:fabc:n RI1 H5:fabc:s RI2 H4:fabc:e BI2 I3:fabc:s"
    played = play(pieces, "B", "end", "X---")
    assert played.at("RI1 RI2") == "H4:fabc:n H3:fabc:e"
    assert played.fights == ["2 H6>H5 attack X---"]
    later = ask(played.position, {"R": "end"}, "X---- -----")
    assert later.fights == ["2 H3>I3 attack X----"]


@clause("WGR-084")
def test_a_fight_without_contact_lapses(play):
    """Both have the same prey; once it is gone the second lapses."""
    pieces = "BI1 G6:fa:n BI2 H5:fa:w RI1 G5:fa:e"
    played = play(pieces, "B", "end", "X-")
    assert played.fights == ["2 H5>G5 attack X-", "2 G6>G5 lapsed"]


@clause("WGR-084", "WGR-121")
def test_a_stack_that_was_pushed_away_does_not_fight(play):
    """BI1 falls back on BI3, which pushes BI2 out of H5, and now faces I5 from there itself: in vain."""
    pieces = "BI1 H3:fabc:n RI1 H2:fabc:s BI3 H4:fa:e BI2 H5:fa:e RI2 I5:fa:n"
    played = play(pieces, "B", "end", "---- X---")
    assert played.fights == ["2 H3>H2 attack ---- defence X---", "2 H5>I5 lapsed"]
    assert played.at("BI1 BI3 BI2") == "H4:fabc:s H5:fa:e H6:fa:e"


@clause("WGR-084", "WGR-088")
def test_a_charge_stays_a_charge_whoever_defends(play):
    """RI2 falls back to E4, pushing RI1 out; it takes the charge meant for RI1, with its flank."""
    pieces = "BI1 E6:fabc:n RI1 E4:fa:s BI2 B4:fabc:e RI2 D4:fa:w"
    played = play(pieces, "B", "I1 charge 1 / I2 charge 1 / fights C4 E5 / end", "-- X---- X-----")
    assert played.fights == ["1 C4>D4 fire -- attack X----", "1 E5>E4 attack X-----"]
    assert played.at("RI1 RI2") == "F4:fa:s E3:fa:n"


@clause("WGR-085")
def test_a_cell_fights_again_with_what_it_has_left(play):
    """D6 attacks north with four, loses two, then is attacked from the east with the two that are left."""
    pieces = "BI1 H6:fabc:n RI1 H5:fabc:s RI2 I6:fabc:w"
    played = play(pieces, "B", "end", "---- II-- X- X----")
    assert played.fights == ["2 H6>H5 attack ---- defence II-- attack X-", "3 I6>H6 attack X----"]
    assert played.at("BI1") == "G6:fa:w"


@clause("WGR-086", "WGR-R39")
def test_who_attacks_and_who_suffers(play):
    """Two of three bases in H6 face H5; a third faces east, a fourth is of another unit and faces H5 too."""
    pieces = "BI1 H6:fa:n H6:b:e BG1 H6:f:n RI1 H5:fabc:n"
    played = play(pieces, "B", "end", "---- ---- --- X---")
    assert played.fights == ["2 H6>H5 attack ---- defence ---- attack --- defence X---"]
    assert played.at("BI1 BG1") == "H7:fab:s H7:f:s", "all of the stack retreats"


@clause("WGR-086")
def test_those_in_square_defend_but_do_not_attack(play):
    pieces = "BI1 H6:fa:n H6:bc:+ RI1 H5:fabc:s"
    attacking = play(pieces, "B", "end", "-- ---- -- X---")
    assert attacking.fights == ["2 H6>H5 attack -- defence ---- attack -- defence X---"]
    attacked = play(pieces, "R", "end", "---- ---- X---")
    assert attacked.fights == ["2 H5>H6 attack ---- defence ---- attack X---"]


# --- Defensive fire ---


@clause("WGR-087", "WGR-R32")
@pytest.mark.parametrize(
    ("defender", "dice"),
    [
        ("RI1 H4:fabc:s", 2), ("RI1 H4:fa:s", 2), ("RI1 H4:f:s", 1), ("RI1 H4:f:s H4:abc:e", 1),
        ("RI1 H4:fa:s RI2 H4:fa:s", 2), ("RA1 H4:ab:s", 4), ("RA1 H4:a:s", 2), ("RA1 H4:ab:s RA2 H4:ab:s", 8),
        ("RI1 H4:fabc:n", 0), ("RI1 H4:fabc:e", 0), ("RA1 H4:ab:w", 0), ("RL1 H4:fabc:s", 0), ("RH1 H4:fabc:s", 0),
    ],
)  # fmt: skip
def test_defensive_fire(play, defender, dice):
    """BL1 charges from the south. Every die is an X: whoever rolls first drives the other away."""
    words = play(f"BL1 H6:fabc:n {defender}", "B", "L1 charge 1 / end", "X" * 60, loose=True).fights[0].split()
    if dice:
        assert words == ["1", "H5>H4", "fire", "X" * dice]
    else:
        assert "fire" not in words


@clause("WGR-087", "WGR-060", "WGR-075")
@pytest.mark.parametrize(
    ("attacker", "defender", "dice"),
    [
        # From wood, village and farm: muskets lose one or two, guns one.
        ("C8:fa:n", "C6:fa:s", 1), ("F4:fa:s", "F6:fa:n", 0), ("C8:fa:n", "C6:ab:s", 3), ("F4:fa:s", "F6:ab:n", 3),
        ("G1:fa:s", "G3:fa:n", 1), ("G1:fa:s", "G3:ab:n", 3),
        # On a hill: no cover against muskets; against guns on the plain the rear cells.
        ("E3:fa:s", "E5:fa:n", 2), ("E3:fa:s", "E5:ab:n", 4), ("E4:fa:e", "G4:ab:w", 4),
    ],
)  # fmt: skip
def test_defensive_fire_at_cover(play, attacker, defender, dice):
    guns = "ab" in defender
    prey = f"R{'A' if guns else 'I'}1 {defender}"
    words = play(f"BL1 {attacker} {prey} RI9 A2:f:n", "B", "L1 charge 1 / end", "X" * 60, loose=True).fights[0].split()
    assert (len(words[3]) if words[2] == "fire" else 0) == dice


@clause("WGR-087", "WGR-076")
def test_the_cell_next_to_the_guns_is_no_rear(play):
    near = play("BL1 D3:fabc:w RA1 A3:ab:e", "B", "L1 charge 2 / end", "X---")
    assert near.fights == ["1 B3>A3 fire X---"]


@clause("WGR-087")
def test_no_defensive_fire_without_a_charge(play):
    assert play("BI1 D6:fabc:n RI1 D5:fabc:s", "B", "end", "X---").fights == ["2 D6>D5 attack X---"]


@clause("WGR-088", "WGR-R34")
def test_the_front_of_a_square(play):
    """Nobody faces the charge but some are in square: one die; if one faces it, the facing ones fire."""
    square = play("BL1 H6:fabc:n RI1 H4:fabc:+", "B", "L1 charge 1 / end", "X")
    assert square.fights == ["1 H5>H4 fire X"]
    part = play("BL1 H6:fabc:n RI1 H4:fa:n H4:bc:+", "B", "L1 charge 1 / end", "X")
    assert part.fights == ["1 H5>H4 fire X"]
    facing = play("BL1 H6:fabc:n RI1 H4:fa:s H4:bc:+", "B", "L1 charge 1 / end", "X-")
    assert facing.fights == ["1 H5>H4 fire X-"]
    wood = play("BL1 C8:fa:n RI1 C6:fa:+", "B", "L1 charge 1 / end", "X-")
    assert wood.fights == ["1 C7>C6 defence X-"], "one die less one for the wood of the attackers"


@clause("WGR-088", "WGR-R36")
def test_every_side_of_a_farm_is_its_front(play):
    for facing in "nesw":
        played = play(f"BI1 B8:fabc:e RI1 C6:fa:{facing} BI2 A6:fabc:e", "B", "I2 charge 1 / end", "X-")
        assert played.fights == ["1 B6>C6 fire X-"]
    guns = play("BI2 A6:fabc:e RA1 C6:ab:n", "B", "I2 charge 1 / end", "X---")
    assert guns.fights == ["1 B6>C6 fire X---"]


@clause("WGR-089")
def test_defensive_fire_comes_first(play):
    """The attackers are dead, or gone, before they have struck."""
    dead = play("BI1 H6:fa:n BI2 A10:f:n RI1 H4:fabc:s", "B", "I1 charge 1 / end", "II")
    assert dead.fights == ["1 H5>H4 fire II"]
    assert dead.pool("B") == "I1+1"
    fewer = play("BI1 H6:fabc:n RI1 H4:fabc:s", "B", "I1 charge 1 / end", "II X--")
    assert fewer.fights == ["1 H5>H4 fire II attack X--"]


# --- Forming square ---


@clause("WGR-090")
@pytest.mark.parametrize(("tokens", "start"), [(1, "H6"), (2, "H7"), (3, "H8"), (4, "H9")])
def test_a_die_for_each_token(play, tokens, start):
    played = play(f"BL1 {start}:fabc:n RI1 H4:fabc:e", "B", f"L1 charge {tokens} / end", "-" * tokens + " X-----")
    assert played.fights == ["1 H5>H4 square " + "-" * tokens + " attack X-----"]


@clause("WGR-090", "WGR-092", "WGR-094", "WGR-R33")
def test_the_square_stands(play, ask):
    """After defensive fire: all infantry in the cell is in square, of both units, whatever the number of X."""
    pieces = "BH1 H6:fabc:n RI1 H4:fa:s RG1 H4:fa:e"
    played = play(pieces, "B", "H1 charge 1 / end", "-- X ---- ---- ---- X---")
    assert played.fights == ["1 H5>H4 fire -- square X attack ---- defence ---- attack ---- defence X---"]
    assert played.at("RI1 RG1 BH1") == "H4:fa:+ H4:fa:+ H6:fabc:s"
    two = play(pieces.replace("H6", "H7"), "B", "H1 charge 2 / end", "-- XX X---")
    assert two.fights == ["1 H5>H4 fire -- square XX attack X---"], "these X push nobody"


@clause("WGR-090")
def test_when_no_square_is_rolled_for(play):
    """Not against infantry, not for cavalry or guns, not without tokens, not for those all in square."""
    assert "square" not in play("BI1 H6:fabc:n RI1 H4:fabc:s", "B", "I1 charge 1 / end", "-- X----").fights[0]
    assert "square" not in play("BH1 H6:fabc:n RH1 H4:fabc:s", "B", "H1 charge 1 / end", "X----").fights[0]
    assert "square" not in play("BH1 H6:fabc:n RA1 H4:ab:s", "B", "H1 charge 1 / end", "---- X----").fights[0]
    assert "square" not in play("BH1 H5:fabc:n RI1 H4:fabc:s", "B", "end", "X---").fights[0]
    assert "square" not in play("BH1 H6:fabc:n RI1 H4:fabc:+", "B", "H1 charge 1 / end", "- X---").fights[0]
    some = play("BH1 H6:fabc:n RI1 H4:fa:+ H4:bc:e", "B", "H1 charge 1 / end", "- - X----")
    assert some.fights == ["1 H5>H4 fire - square - attack X----"]


# --- Attack and defence ---


@clause("WGR-091", "WGR-R40")
def test_attack_dice(play):
    for letters in ("f", "fa", "fab", "fabc"):
        played = play(f"BI1 D6:{letters}:n RI1 D5:fabc:s", "B", "end", "X" + "-" * (len(letters) - 1))
        assert played.fights == [f"2 D6>D5 attack X{'-' * (len(letters) - 1)}"]
    none = play("BI1 B6:fa:e RI1 C6:fa:w", "B", "end", "-- -- X-")
    assert none.fights == ["2 B6>C6 defence -- attack -- defence X-"]


@clause("WGR-092", "WGR-R35", "WGR-R37", "WGR-R43")
@pytest.mark.parametrize(
    ("pieces", "orders", "mods", "dice"),
    [
        ("BI1 H6:fabc:n RI1 H4:fabc:s", "I1 charge 1", {"charge": 1}, 5),
        ("BI1 H5:fabc:n RI1 H4:fabc:s", "", {}, 4),
        ("BI1 H5:fabc:n RI1 H4:fabc:n", "", {"flank": 1}, 5),
        ("BI1 H5:fabc:n RI1 H4:fabc:e", "", {"flank": 1}, 5),
        ("BI1 H6:fabc:n RI1 H4:fabc:n", "I1 charge 1", {"charge": 1, "flank": 1}, 6),
        ("BI1 H5:fabc:n RI1 H4:fab:n H4:c:s", "", {}, 4),
        ("BI1 F3:fabc:n RI1 F2:fa:s", "", {"cover": -1}, 3),
        ("BI1 F3:fabc:n RI1 F2:fa:n", "", {"cover": -1, "flank": 1}, 4),
        ("BI1 B7:fabc:e RI1 C7:fa:w", "", {"cover": -1}, 3),
        ("BI1 B6:fabc:e RI1 C6:fa:w", "", {"cover": -2}, 2),
        ("BI1 B6:fabc:e RI1 C6:fa:e", "", {"cover": -2}, 2),
        ("BI1 K6:fabc:n RI1 K5:f:s", "", {"cover": -2}, 2),
        ("BH1 B6:fabc:e RH1 C6:fa:w", "", {"cover": -2}, 2),
        ("BL1 H5:fabc:n RH1 H4:fabc:s", "", {"light": -1}, 3),
        ("BH1 H5:fabc:n RL1 H4:fabc:s", "", {}, 4),
        ("BL1 H5:fabc:n RL1 H4:fabc:s", "", {}, 4),
        ("BL1 H5:fabc:n RH1 H4:fabc:n", "", {"light": -1, "flank": 1}, 4),
        ("BH1 H5:fabc:n RI1 H4:fabc:+", "", {"square": -1}, 3),
        ("BI1 H5:fabc:n RI1 H4:fabc:+", "", {}, 4),
        ("BH1 H5:fabc:n RI1 H4:fab:+ H4:c:n", "", {}, 4),
        ("BI1 H5:fabc:n RH1 H4:fabc:s", "", {}, 4),
        ("BI1 E5:fabc:n RI1 E4:fabc:s", "", {}, 4),
    ],
)
def test_the_first_attack_roll(play, pieces, orders, mods, dice):
    fire = "--" if orders and "H4:fabc:s" in pieces else ""
    played = play(pieces, "B", f"{orders} / end", fire + "X" * 60, loose=True)
    roll = next(roll for roll in played.of("fight")[0]["rolls"] if roll["what"] == "attack")
    assert roll["mods"] == mods
    assert len(roll["dice"]) == dice


@clause("WGR-092", "WGR-R35")
def test_option_no_charge_bonus(play):
    played = play("BI1 H6:fabc:n RI1 H4:fabc:s", "B", "I1 charge 1 / end", "-- X---", charge_bonus="off")
    assert played.fights == ["1 H5>H4 fire -- attack X---"]


@clause("WGR-092", "WGR-098", "WGR-100", "WGR-R42")
def test_first_round_only(play):
    """Light against heavy from the flank, in a wood; then man against man."""
    played = play("BL1 B7:fabc:e RH1 C7:fa:n", "B", "end", "--- -- ---- -- X---")
    assert played.fights == ["2 B7>C7 attack --- defence -- attack ---- defence -- attack X---"]


@clause("WGR-093")
def test_what_is_flank_and_rear(play):
    flanks = {"fabc:n": True, "fabc:w": True, "fab:n H4:c:s": False, "fab:n H4:c:+": False, "fabc:s": False}
    for groups, flank in flanks.items():
        played = play(f"BI1 H5:fabc:n RI1 H4:{groups}", "B", "end", "X" + "-" * (4 if flank else 3))
        assert played.of("fight")[0]["flank"] is flank
    farm = play("BI1 F6:fabc:n RI1 F5:fa:n", "B", "end", "-- X-")
    assert farm.fights == ["2 F6>F5 attack -- defence X-"], "two dice less, and none more from behind"
    assert farm.of("fight")[0]["flank"] is False


@clause("WGR-094")
def test_in_square_means_every_base(play):
    """One base of four not in square: no -1 for the attack, and the -1 for the defence."""
    played = play("BH1 H5:fabc:n RI1 H4:fab:+ H4:c:s", "B", "end", "---- --- ---- ---- X---")
    assert played.fights == ["2 H5>H4 attack ---- defence --- attack ---- defence ---- attack X---"]


@clause("WGR-095", "WGR-099", "WGR-113")
def test_results_at_once_and_which_way(play):
    for facing, (cell, far) in {"n": ("H5", "H4"), "s": ("H7", "H8"), "e": ("I6", "J6"), "w": ("G6", "F6")}.items():
        played = play(f"BI1 H6:fabc:{facing} RI1 {cell}:fabc:e", "B", "end", "X----", loose=True)
        assert played.at("RI1") == f"{far}:fabc:{facing}"
    back = play("BI1 H6:fabc:n RI1 H5:fabc:s", "B", "end", "---- X---")
    assert back.at("BI1") == "H7:fabc:s"
    dead = play("BI1 H6:fabc:n RI1 H5:f:s RI2 A2:f:s", "B", "end", "I---")
    assert dead.fights == ["2 H6>H5 attack I---"]


@clause("WGR-096")
def test_defenders_turn(play):
    played = play("BI1 H6:fabc:n RI1 H5:fa:n H5:b:e H5:c:+", "B", "end", "---- ---- ---- X---")
    assert played.fights == ["2 H6>H5 attack ---- defence ---- attack ---- defence X---"]
    assert played.at("RI1") == "H5:fab:s H5:c:+"


@clause("WGR-097", "WGR-098")
@pytest.mark.parametrize(
    ("pieces", "dice"),
    [
        ("BI1 H5:fabc:n RI1 H4:fabc:s", 4), ("BH1 H5:fabc:n RI1 H4:fabc:s", 3), ("BL1 H5:fabc:n RG1 H4:fabc:s", 3),
        ("BH1 H5:fabc:n RI1 H4:fabc:+", 4), ("BH1 H5:fabc:n RL1 H4:fabc:s", 3), ("BL1 H5:fabc:n RL1 H4:fabc:s", 4),
        ("BL1 H5:fabc:n RH1 H4:fabc:s", 4), ("BH1 H5:fabc:n RA1 H4:ab:s", 2), ("BH1 H5:fabc:n RI1 H4:f:s", 0),
        ("BH1 C8:fabc:n RI1 C7:fa:s", 1),
    ],
)  # fmt: skip
def test_the_first_defence_roll(play, pieces, dice):
    attack = 3 if any(cause in pieces for cause in ("RI1 H4:fabc:+", "RH1", "RI1 C7")) else 4
    rolls = "-" * attack + ("X" + "-" * (dice - 1) if dice else "X---")
    played = play(f"{pieces} RI9 A2:f:n", "B", "end", rolls)
    if dice:
        assert played.fights[0].split()[4:] == ["defence", "X" + "-" * (dice - 1)]
    else:
        assert played.fights[0].split()[4:] == ["attack", "X---"]


@clause("WGR-100", "WGR-R45", "WGR-R41")
def test_round_after_round(play):
    played = play("BH1 H6:f:n RI1 H4:f:e", "B", "H1 charge 1 / end", "- --- " + "- - " * 20 + "- X")
    assert len(played.fights[0].split()) == 2 + 2 * (2 + 42), "square, attack, and no first defence die"


@clause("WGR-100")
def test_no_attacker_left_that_faces_them(play):
    """f and a face north; the bases with the higher letters die first, so let those face the enemy."""
    played = play("BI1 H6:fa:e H6:bc:n RI1 H5:fabc:s", "B", "end", "-- II--")
    assert played.fights == ["2 H6>H5 attack -- defence II--"]
    assert played.at("BI1 RI1") == "H6:fa:e H5:fabc:s"
    assert played.of("fight")[0]["ended"] == "no_attackers"


@clause("WGR-101", "WGR-R44")
def test_nobody_follows(play):
    played = play("BH1 H6:fabc:n RI1 H4:fabc:n", "B", "H1 charge 1 / end", "- X-----")
    assert played.at("BH1 RI1") == "H5:fabc:n H3:fabc:n"
