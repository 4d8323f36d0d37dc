"""Section L: one stream of dice, in the order of use."""

import pytest

from core.dice import SeededDice

clause = pytest.mark.clause

FACES = ("I", "I", "C", "A", "X", "-")
SEED = "5a" * 32


@clause("WGR-137", "WGR-019")
def test_the_order_of_use(play):
    """Two shots in the order of their lines, then two fights, then the opponent's dice."""
    pieces = "BA1 H8:ab:n BI1 D6:fabc:n RI1 D5:fabc:s RI3 H4:fabc:s BH2 J8:fabc:n RI5 J5:fabc:s"
    orders = "I1 fire D5 / A1 fire H4 / H2 charge 2 / end"
    rolls = "I- -I -- XX ---- C--- --- X--- X---"
    played = play(pieces, "B", orders, rolls, then="IICAX")
    assert played.shots == ["D6>D5 I-", "H8>H4 -I"]
    assert played.fights == [
        "1 J6>J5 fire -- square XX attack ---- defence C--- attack --- defence X---",
        "2 D6>D5 attack X---",
    ]
    assert played.dice == "IICAX"


@clause("WGR-137", "WGR-091")
def test_rolls_of_no_dice_take_none(play):
    pieces = "BI1 E6:f:w RG1 C4:fa:s C6:bc:s BI2 A10:f:n"
    played = play(pieces, "B", "I1 charge 1 / end", "-- X-")
    assert played.fights == ["1 D6>C6 fire -- defence X-"]


@clause("WGR-137", "WGR-020")
@pytest.mark.parametrize("turn", [1, 2, 7])
@pytest.mark.parametrize("mover", ["blue", "red"])
def test_activation_dice_of_a_seed(ask, turn, mover):
    """Turn t of Blue is drawn as 10 (2 t - 1), of Red as 20 t; 1 and 2 of six are I, then C, A, X and blank."""
    position = {"units": {"BI1": "D6:f:n", "RI1": "D2:f:n"}, "to_move": mover, "turn": turn}
    dice = SeededDice(bytes.fromhex(SEED))
    number = 20 * turn - (10 if mover == "blue" else 0)
    assert ask(position, {}, {"seed": SEED}).position["dice"] == [FACES[dice.roll(number, 6) - 1] for _ in range(5)]


@clause("WGR-137")
def test_mails_of_a_turn_have_dice_of_their_own(ask):
    """The second mail of a turn does not roll the first one's dice again."""
    position = {
        "units": {"BA1": "H8:ab:n", "BA2": "E7:ab:n", "RI1": "H4:fabc:s", "RI2": "E6:fabc:s"},
        "dice": list("AA---"),
    }
    first = ask(position, {"B": "A1 fire H4 / place A2"}, {"seed": SEED})
    second = ask(first.position, {"B": "A2 fire E6"}, {"seed": SEED})
    whole = SeededDice(bytes.fromhex(SEED))
    assert list(first.rolled) == [whole.face(11, FACES) for _ in range(2)]
    assert list(second.rolled) == [whole.face(12, FACES) for _ in range(4)]


@clause("WGR-137")
def test_every_roll_says_where_it_stands(ask):
    """A shot's first die is the first of its mail, a fight's go on from there."""
    position = {
        "units": {"BA1": "H8:ab:n", "RI1": "H4:fabc:s", "BI1": "D6:fabc:n", "RI2": "D5:fabc:s"},
        "dice": list("IA---"),
    }
    played = ask(position, {"B": "A1 fire H4 / end"}, {"seed": SEED})
    drawn = SeededDice(bytes.fromhex(SEED))
    dice = [drawn.face(11, FACES) for _ in range(200)]
    rolls = played.of("shot") + [roll for fight in played.of("fight") for roll in fight["rolls"] if roll["dice"]]
    assert rolls[0]["draw"] == 1
    for roll in rolls:
        assert roll["key"] == 11
        assert roll["dice"] == dice[roll["draw"] - 1 : roll["draw"] - 1 + len(roll["dice"])]
    assert played.of("turn")[0]["key"] == 20


@clause("WGR-137")
def test_dice_rolled_can_be_handed_in_again(ask):
    first = ask(None, {}, {"seed": SEED})
    again = ask(None, {}, first.rolled)
    assert again.answer == first.answer


@clause("WGR-137")
def test_too_few_dice_are_an_error_of_the_request(play):
    assert play("BA1 E7:ab:n RI1 E6:fabc:s", "B", "A1 fire E6", "--", then="-").error["code"] == "dice_exhausted"
