"""Dice: scripted ones say what is wrong with the script, seeded ones can be repeated by hand from the documentation."""

import hashlib
import hmac
from collections import Counter

import pytest

from core.dice import BadDie, Dice, DiceExhausted, Roll, ScriptedDice, SeededDice, commitment

SEED = bytes(range(32))


def by_hand(seed: bytes, words: list[str], message: str) -> int:
    key = hmac.new(seed, ("pbem dice 1\n" + "\n".join(words)).encode(), hashlib.sha256).digest()
    return int.from_bytes(hmac.new(key, message.encode(), hashlib.sha256).digest()[:8], "big")


def test_scripted_dice_fall_in_order_and_are_kept() -> None:
    dice = ScriptedDice([3, "retreat", 6])
    assert dice.roll(1, 6) == 3
    assert dice.face(1, ("hit", "retreat")) == "retreat"
    assert dice.left == 1
    assert dice.roll(2, 6) == 6
    assert dice.rolled == [3, "retreat", 6]
    assert dice.rolls == [Roll(1, 1, 6, 3), Roll(1, 2, 2, "retreat"), Roll(2, 1, 6, 6)]


def test_too_few_scripted_dice() -> None:
    dice = ScriptedDice([1])
    dice.roll(1, 6)
    with pytest.raises(DiceExhausted) as caught:
        dice.roll(1, 6)
    assert (caught.value.asked_for, caught.value.given) == (2, 1)


@pytest.mark.parametrize("value", [0, 7, -1, "6", True, None, 2.5, [1]])
def test_a_scripted_value_that_the_die_does_not_have(value: object) -> None:
    dice = ScriptedDice([6, value])
    dice.roll(1, 6)
    with pytest.raises(BadDie) as caught:
        dice.roll(1, 6)
    assert (caught.value.value, caught.value.faces, caught.value.index) == (value, (1, 2, 3, 4, 5, 6), 1)


def test_a_scripted_face_that_the_die_does_not_have() -> None:
    with pytest.raises(BadDie):
        ScriptedDice(["flag"]).face(1, ("hit", "miss"))


def test_the_commitment_is_sha256() -> None:
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_seeded_dice_are_the_documented_hmac() -> None:
    dice = SeededDice(SEED, "g17", ["charge", "hold"])
    assert [dice.roll(4, 6), dice.roll(4, 6), dice.roll(5, 6)] == [
        by_hand(SEED, ["charge", "hold"], message) % 6 + 1
        for message in ("g17\n4\n1\n1", "g17\n4\n2\n1", "g17\n5\n1\n1")
    ]


def test_a_seed_longer_than_a_block_of_sha256_is_the_documented_hmac_too() -> None:
    long = bytes(range(100))
    assert SeededDice(long, "g").roll(1, 6) == by_hand(long, [], "g\n1\n1\n1") % 6 + 1
    assert SeededDice(long, "g").roll(1, 10**9) != SeededDice(long[:64], "g").roll(1, 10**9)


def test_seeded_faces_follow_the_same_draws() -> None:
    faces = ("infantry", "infantry", "cavalry", "artillery", "flag", "swords")
    numbers, words = SeededDice(SEED), SeededDice(SEED)
    assert [words.face(1, faces) for _ in range(30)] == [faces[numbers.roll(1, 6) - 1] for _ in range(30)]


def test_a_turn_given_renames_the_first_turn_asked_for() -> None:
    whole, part = SeededDice(SEED, "g"), SeededDice(SEED, "g", turn=7)
    expected = [whole.roll(turn, 6) for turn in (7, 7, 8, 9)]
    assert [part.roll(turn, 6) for turn in (1, 1, 2, 3)] == expected


def test_draws_depend_on_the_turn_alone_not_on_what_was_asked_before() -> None:
    one, other = SeededDice(SEED), SeededDice(SEED)
    one.roll(1, 6)
    assert [one.roll(2, 6) for _ in range(3)] == [other.roll(2, 6) for _ in range(3)]


def test_a_number_that_would_favour_low_faces_is_drawn_again() -> None:
    faces = 2**63 + 1  # more than half of all numbers must be thrown away
    dice = SeededDice(SEED)
    drawn = [dice.roll(1, faces) for _ in range(40)]
    for draw, value in enumerate(drawn, start=1):
        numbers = (by_hand(SEED, [], f"\n1\n{draw}\n{attempt}") for attempt in range(1, 200))
        assert value == next(number for number in numbers if number < faces) + 1


def test_six_thousand_seeded_dice_are_even() -> None:
    dice = SeededDice(SEED)
    counts = Counter(dice.roll(turn, 6) for turn in range(6000))
    assert set(counts) == set(range(1, 7))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5  # chi-square, 5 degrees, p = 0.001


def test_there_is_no_die_without_a_source() -> None:
    with pytest.raises(TypeError):
        Dice()
