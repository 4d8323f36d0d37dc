"""A record that holds is verified; a record with anything changed is refused, and the place is named."""

import json
import re
import sys
from hashlib import sha256

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from core.dice import SeededDice
from pbem.games import record
from pbem.games.kept_orders import for_the_record, read_lines
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
    turns = ({}, {"north": [(1, "bd 4")], "south": [(3, "bid 4")]}, {"north": [(2, "bid 1")], "south": []})
    for mailed in turns:
        dice = SeededDice(SEED, "bids7", ["lark", ""])
        orders = {seat: read_lines(sealed_bids, given) for seat, given in mailed.items()}
        read = {seat: given.orders for seat, given in orders.items()}
        result = rules.adjudicate(position, read, dice, due="north" in mailed)
        kept = {seat: for_the_record(sealed_bids, given, result.verdicts[seat]) for seat, given in orders.items()}
        body = record.turn_body(sealed_bids, kept, "north" in mailed, dice.rolls, result)
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
    entry["orders"]["north"][0]["orders"] = ["bid 3"]


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


def test_an_order_is_kept_as_mailed_and_as_read(lines):
    turn = json.loads(lines[2])
    assert turn["orders"]["north"] == [{"number": 1, "mailed": "bd 4", "orders": ["bid 4"]}]


@pytest.fixture
def another_reader(sealed_bids, monkeypatch):
    """Reads no `bd` any more."""

    def change():
        words = sys.modules["sealed_bids.words"]
        monkeypatch.setattr(words, "BID", re.compile(r"(?P<word>bid) (?P<amount>\d+)"))

    return change


def test_a_better_reader_of_mails_changes_no_record(lines, another_reader):
    another_reader()
    assert verify(lines).complete


def test_a_turn_recorded_as_mailed_alone_is_read_anew_or_names_the_release_that_reads_it_so(lines, another_reader):
    def as_in_format_1(entry):
        entry["orders"] = {
            seat: [[line["number"], line["mailed"]] for line in kept] for seat, kept in entry["orders"].items()
        }

    mixed = relink(change(change(lines, 0, lambda entry: entry.update(format=1)), 2, as_in_format_1))
    assert verify(mixed).complete
    another_reader()
    with pytest.raises(Difference, match=r"line 3 of the record: .*verify it with pbem 0\.1\.0"):
        verify(mixed)


def test_a_record_of_a_later_format_is_refused_by_that_name(lines):
    later = relink(change(lines, 0, lambda entry: entry.update(format=3, release="7.0")))
    with pytest.raises(Difference, match=r"format 3, .*verify it with pbem 7\.0"):
        verify(later)


def test_a_record_of_other_rules_is_refused_by_the_release_that_has_them(lines):
    older = relink(change(lines, 0, lambda entry: entry.update(version="0.9", release="0.7")))
    with pytest.raises(Difference, match=r"version 0\.9 of the rules; here is version 1\.0: verify it with pbem 0\.7"):
        verify(older)
    oldest = relink(change(lines, 0, lambda entry: (entry.update(version="0.9"), entry.pop("release"))))
    with pytest.raises(Difference, match=r"verify it with pbem 0\.1\.0"):
        verify(oldest)


def test_what_cannot_be_one_order_is_no_turn(lines):
    with pytest.raises(Difference, match=r"line 3 of the record: .*well-formed"):
        verify(relink(change(lines, 2, lambda entry: entry["orders"]["north"][0].update(orders=["bid 1\nbid 2"]))))


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


def test_how_players_are_called_stands_below_and_changes_nothing(lines):
    called = record.names_line({"Ada": "Ada Lovelace"})
    assert verify([*lines, called]).seats == {"north": "Ada Lovelace", "south": "Ben"}
    assert verify(lines).seats == {"north": "Ada", "south": "Ben"}
    assert verify([*lines, called]).head == verify(lines).head


@pytest.mark.parametrize(
    "line", ['{"kind": "names"}', '{"kind": "names", "players": [1]}', '{"kind": "names", "players": {"a": 1}}']
)
def test_a_line_of_names_that_is_none_is_refused(lines, line):
    with pytest.raises(Difference, match="well-formed 'names' line"):
        verify([*lines, line])


def test_names_stand_below_and_nowhere_else(lines):
    called = record.names_line({"Ada": "Ada Lovelace"})
    with pytest.raises(Difference):
        verify([lines[0], called, *lines[1:]])
    with pytest.raises(Difference, match="empty"):
        verify([called])


# --- Canonical JSON -----------------------------------------------------------------------------------------------

NUMBERS = st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False)
ASCII = st.text(st.characters(max_codepoint=0x7F), max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | ASCII | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ASCII | st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


@given(value=VALUES)
def test_entries_are_written_as_rfc_8785_has_it(value: object) -> None:
    assert record.canonical(value) == rfc8785.dumps(value)


@pytest.mark.parametrize("number", [2**53, -(2**60), 10**14, 123456789012345.0, 1.0, -0.0, 1e21, 1e-7, 0.1])
@pytest.mark.parametrize("inside", [lambda number: number, lambda number: [number], lambda number: {"a": [0, number]}])
def test_numbers_are_written_as_rfc_8785_has_it_or_not_at_all(number, inside) -> None:
    try:
        expected = rfc8785.dumps(inside(number))
    except rfc8785.CanonicalizationError:
        with pytest.raises(rfc8785.CanonicalizationError):
            record.canonical(inside(number))
    else:
        assert record.canonical(inside(number)) == expected
