"""A record that holds is verified; a record with anything changed is refused, and the place is named."""

import json
from hashlib import sha256

import pytest
import rfc8785

from core.dice import SeededDice
from pbem.games import record
from pbem.games.record import Difference, verify

SEED = bytes(range(32))


@pytest.fixture
def lines(sealed_bids):
    """The record of a whole game of Sealed Bids."""
    rules = sealed_bids.rules
    options = rules.settle({"rounds": 2})
    position = rules.opening(options)
    seats = [("north", "Ada", "lark"), ("south", "Ben", "")]
    entries = [record.link(None, "game", record.game_body("bids7", sealed_bids, options, seats, SEED), SEED)]
    for mailed in ({}, {"north": [(1, "bid 4")], "south": [(3, "bid 4")]}, {"north": [(2, "bid 1")], "south": []}):
        dice = SeededDice(SEED, "bids7", ["lark", ""])
        result = rules.adjudicate(position, record.read_orders(sealed_bids, mailed), dice, due="north" in mailed)
        body = record.turn_body(sealed_bids, mailed, "north" in mailed, dice.rolls, result)
        entries.append(record.link(entries[-1], "turn", body, SEED))
        position = result.position
    entries.append(record.link(entries[-1], "end", record.end_body(rules.outcome(position), SEED), SEED))
    return [entry.line for entry in entries]


def relink(lines):
    """The same contents with all hashes made to fit: what somebody would do who wants to hide a change."""
    linked, before = [], record.GENESIS
    for line in lines:
        entry = {**json.loads(line), "prev": before}
        entry.pop("hash")
        before = sha256(rfc8785.dumps(entry)).hexdigest()
        linked.append(rfc8785.dumps({**entry, "hash": before}).decode())
    return linked


def change(lines, number, edit):
    entry = json.loads(lines[number])
    edit(entry)
    return [*lines[:number], json.dumps(entry), *lines[number + 1 :]]


def test_a_whole_record_holds(lines):
    found = verify(lines)
    assert (found.game, found.turns, found.complete) == ("bids7", 3, True)
    assert found.head == json.loads(lines[-1])["hash"]


def test_a_record_that_is_not_at_its_end_holds_as_far_as_it_goes(lines):
    assert not verify(lines[:-1]).complete


def _die(entry):
    entry["rolls"][0]["value"] = entry["rolls"][0]["value"] % 6 + 1


def _order(entry):
    entry["orders"]["north"][0][1] = "bid 3"


def _hash(entry):
    entry["hash"] = "0" * 64


def _position(entry):
    entry["position"] = "0" * 64


def _event(entry):
    entry["events"][0]["event"] = "nothing"


@pytest.mark.parametrize(
    ("edit", "says"),
    [(_die, "roll 1"), (_order, "(roll|event|position)"), (_position, "another position"), (_event, "event 1")],
)
@pytest.mark.parametrize("hide", [False, True])
def test_a_change_is_found_even_if_the_hashes_were_mended(lines, edit, says, hide):
    changed = change(lines, 2, edit)
    with pytest.raises(Difference, match=f"line 3 of the record: .*{says}"):
        verify(relink(changed) if hide else changed)


def test_a_changed_hash_is_found(lines):
    with pytest.raises(Difference, match="line 3 of the record: its hash"):
        verify(change(lines, 2, _hash))


@pytest.mark.parametrize("edit", [lambda e: e.update(seed="00" * 32), lambda e: e.update(seed="no hex")])
def test_another_seed_does_not_match_the_seal(lines, edit):
    with pytest.raises(Difference, match="line 1 of the record"):
        verify(relink(change(lines, 4, edit)))


def test_another_word_for_the_dice_gives_other_rolls(lines):
    def edit(entry):
        entry["seats"][0]["word"] = "wren"

    with pytest.raises(Difference, match=r"line 2 of the record: .*roll 1"):
        verify(relink(change(lines, 0, edit)))


def test_another_outcome_is_found(lines):
    with pytest.raises(Difference, match=r"line 5 of the record: .*ends otherwise"):
        verify(relink(change(lines, 4, lambda entry: entry["outcome"].update(reason="luck"))))


@pytest.mark.parametrize("number", range(5))
def test_a_line_left_out_is_found(lines, number):
    shortened = [*lines[:number], *lines[number + 1 :]]
    if number == 4:
        assert not verify(shortened).complete
    else:
        with pytest.raises(Difference):
            verify(shortened)


@pytest.mark.parametrize("junk", [[], ["{"], ["[]"], ['{"kind": "game", "number": 0}'], ["null"], ["\xff"]])
def test_what_is_no_record_is_refused_with_a_sentence(junk):
    with pytest.raises(Difference, match="line 1 of the record"):
        verify(junk)
