"""The order language: every form of every line, and how the server walks."""

import pytest

from core.dice import ScriptedDice
from pbem.rulesets.conflict import presentation

clause = pytest.mark.clause

PIECES = "R:ar1@l2 R:bs1@l6 Y:ar1@a12"
GOOD = "ar1 5 m2 n2 o2 p2 q2 / bs1 3 m6 n6 o6"


@pytest.mark.parametrize(
    "line",
    [
        "ar1 5 m2 n2 o2 p2 q2",
        "AR1 5 M2 N2 O2 P2 Q2",
        "ar1 5: m2, n2, o2, p2, q2",
        "ar1 5 m2-n2-o2-p2-q2",
        "ar1 5 m2>n2>o2>p2>q2",
        "ar1 m2 n2 o2 p2 q2",
        "   ar1   5  m2 n2 o2 p2 q2   # along the shore",
        "ar1 5 m2 n2 o2 p2 q2 !",
        "ar1 5 5e",
        "ar1 5 e e e e e",
        "ar1 5 2e 3e",
        "ar1 5 2E e 2e",
        "ar1 5e",
        "ar1 5 to q2 via m2 n2 o2 p2",
        "l2 5 m2 n2 o2 p2 q2",
        "l2 5e",
    ],
)
def test_ways_to_write_a_move(play, line):
    played = play(PIECES, "R", "5-3", f"{line} / bs1 3 m6 n6 o6")
    assert played.moves[0] == "R:ar1 5 l2-m2-n2-o2-p2-q2"


def test_all_eight_directions(play):
    played = play("R:pl1@m5 Y:ar1@a12", "R", "6-2", "pl1 6 n ne e se s sw")
    assert played.moves == ["R:pl1 6 m5-m6-n7-o7-p6-p5-o4"]
    assert play("R:pl1@m5 Y:ar1@a12", "R", "2-6", "pl1 2 w nw").moves == ["R:pl1 2 m5-l5-k6"]


def test_a_count_is_written_before_the_direction(play):
    """`3n` are three steps, `n3` is a square, and a bare number is the die."""
    assert play("R:pl1@m2 Y:ar1@a12", "R", "3-1", "pl1 3n").moves == ["R:pl1 3 m2-m3-m4-m5"]
    assert play("R:pl1@m2 Y:ar1@a12", "R", "1-3", "pl1 n3").moves == ["R:pl1 1 m2-n3"]
    assert play("R:pl1@m2 Y:ar1@a12", "R", "3-1", "pl1 3 n").codes == ["E06"]


def test_the_gun_is_aa_or_aa1(play):
    for name in ("aa", "aa1", "AA", "Aa1"):
        assert play("R:aa@l2 Y:ar1@a12", "R", "1-2", f"{name} 1 m2").moves == ["R:aa 1 l2-m2"]


def test_a_die_that_is_not_named_is_the_length_of_the_walk(play):
    assert play(PIECES, "R", "5-3", "bs1 m6 n6 o6 / ar1 5e").ok
    none = play(PIECES, "R", "5-3", "ar1 m2 n2")
    assert none.no == "line 1 E06 CON-037"
    used = play(PIECES, "R", "5-3", "bs1 m6 n6 o6 / ar1 m2 n2 o2")
    assert used.no == "line 2 E06 CON-037"


def test_a_square_names_who_stands_there_when_its_line_is_reached(play):
    """ar1 comes to n2; then n2 is ar1, and l2 is nobody."""
    pieces = "R:ar1@l2 R:ar2@k2 Y:ar1@a12"
    moved = "ar1 2 m2 n2 / ar2 2 l2 m2 / throw 2"
    assert play(pieces, "R", "2-2 1-3", f"{moved} / n2 1 o2 / m2 3 m3 n3 o3").at("R:ar1 R:ar2") == "o2 o3"
    nobody = play(pieces, "R", "2-2 1-3", f"{moved} / l2 1 l3")
    assert nobody.codes == ["E02"]
    assert nobody.lines == [4]
    enemy = play("R:ar1@l2 R:bs1@l6 Y:ar1@m2", "R", "1-2", "m2 1 m3")
    assert enemy.codes == ["E02"]


def test_quotes_comments_and_blank_lines_are_not_read(play):
    text = "> ar1 3 nonsense\n\n# ar1 3 m2 n2 o2\n   \n" + GOOD.replace(" / ", "\n") + "\n-- \nRed, of the harbour"
    played = play(PIECES, "R", "5-3", text)
    assert played.ok
    assert len(played.moves) == 2


def test_nothing_below_end_is_read(play):
    played = play(PIECES, "R", "5-3", f"{GOOD} / end / what a day / Ada")
    assert played.ok
    assert len(played.moves) == 2
    for order in ("ar1 9 q q q", "ar1 5 m2"):
        assert play(PIECES, "R", "5-3", f"{GOOD} / end / {order}").moves == []


def test_an_order_below_end_is_none(play, rules):
    """As the reader gives what stands below `end`, or another would: the rules pass over it, good or bad."""
    position = rules.decode(play(PIECES, "R", "5-3").position, rules.settle({"players": 4}))
    lines = presentation().read(list(enumerate(f"{GOOD} / end".split(" / "), start=1)))
    below = presentation().read([(4, "resign"), (5, "ar1 9 q q q"), (6, "nonsense")])
    assert below[0].order is not None
    checked = rules.check(position, "red", (*lines, *below))
    assert [verdict.status.value for verdict in checked.verdicts] == ["ok"] * 3 + ["void"] * 3
    assert rules.check(position, "red", (*lines[:2], *below[2:])).verdicts[-1].code == "E01"


@clause("CON-028")
def test_end_alone_is_an_empty_order_set(play):
    assert play(PIECES, "R", "5-3", "end").no == "E16 CON-028"
    assert play(PIECES, "R", "5-3", "END").no == "E16 CON-028"


def test_the_first_throw_needs_no_heading(play):
    for heading in ("", "throw 1 / ", "Throw 1 / "):
        assert play(PIECES, "R", "5-3", heading + GOOD).ok


def test_throws_are_headed_in_sequence(play):
    moves = ["ar1 2e / bs1 2e", "ar1 5e / bs1 5 w w s e e"]
    assert play(PIECES, "R", "2-2 5-1", f"{moves[0]} / throw 3 / {moves[1]}").codes == ["E01"]
    back = play(PIECES, "R", "2-2 5-1", f"throw 2 / ar1 5e / bs1 1 e / throw 1 / {moves[0]}")
    assert (back.codes, back.lines) == (["E01"], [4])
    for number in ("0", "4", "two"):
        assert "E01" in play(PIECES, "R", "5-3", f"throw {number} / {GOOD}").codes


def test_the_example_of_the_rulebook(begin):
    orders = """throw 1
ar1 4 d2 e2 f3 g4
bs1 4 to f7
throw 2
reserve pl2
pl2 5: d4 e5 f6 g7 h8
bs1 2 e n
end"""
    played = begin("4-4 5-2", orders)
    assert played.ok
    assert played.at("R:ar1 R:pl2 R:bs1") == "g4 h8 g8"


# --- The server's own walk ---


@clause("CON-037")
def test_the_least_walk_by_direction(play):
    """Of all walks of three from l2 to o2: ne, e, se."""
    played = play("R:ar1@l2 Y:ar1@a12", "R", "3-1", "ar1 3 to o2")
    assert played.moves == ["R:ar1 3 l2-m3-n3-o2"]


@clause("CON-057")
def test_the_walk_that_takes_most(play):
    played = play("R:ar1@l2 Y:ar1@n1", "R", "3-1", "ar1 3 to o2")
    assert played.moves == ["R:ar1 3 l2-m2-n1-o2 xY:ar1@n1"]
    more = play("R:ar1@l2 Y:ar1@n1 O:ar1@m3 O:ar2@n3", "R", "3-1", "ar1 3 to o2")
    assert more.held("R") == "O:ar1 O:ar2"


@clause("CON-072")
def test_walks_that_lose_the_piece_come_last(play):
    """Past Red's mines a safe walk is taken, be it that another takes more."""
    pieces = "O:bs1@g5 R:bs1@f5 Y:ar1@a12"
    safe = play(pieces, "O", "2-1", "bs1 2 to e5")
    assert safe.moves == ["O:bs1 2 g5-f4-e5"]
    confirmed = play(pieces, "O", "2-1", "bs1 2 to e5 !")
    assert confirmed.moves == safe.moves
    mine = play("O:bs1@g5 Y:ar1@a12", "O", "1-2", "bs1 1 to f5")
    assert mine.no == "line 1 E14 CON-072"
    assert play("O:bs1@g5 Y:ar1@a12", "O", "1-2", "bs1 1 to f5 !").at("O:bs1") == "HELD:red"


def test_via(play):
    played = play("R:ar1@l2 Y:ar1@a12", "R", "4-1", "ar1 4 to o2 via l1 n1")
    assert played.moves == ["R:ar1 4 l2-l1-m2-n1-o2"]
    order = play("R:ar1@l2 Y:ar1@a12", "R", "4-1", "ar1 4 to o2 via n1 l1")
    assert order.no == "line 1 E15 CON-037"
    far = play("R:ar1@l2 Y:ar1@a12", "R", "4-1", "ar1 4 to o2 via a5")
    assert far.codes == ["E15"]


def test_to_finds_the_die_where_only_one_fits(play):
    assert play("R:ar1@l2 Y:ar1@a12", "R", "4-1", "ar1 to o2").of("move")[0]["die"] == 4
    assert play("R:ar1@l2 Y:ar1@a12", "R", "6-1", "ar1 to x24").no == "line 1 E15 CON-037"
    both = play("R:ar1@l2 Y:ar1@a12", "R", "4-3", "ar1 to o2")
    assert both.no == "line 1 E04 CON-023"
    assert "write ar1 3 to o2 or ar1 4 to o2" in both.message


@clause("CON-072", "CON-037")
def test_to_with_one_die_that_is_risky_and_another_that_does_not_reach(play):
    """Two steps lead to Red's mine and one does not: the risk is told, not that there is no way."""
    refused = play("O:bs1@h4 Y:ar1@a12", "O", "2-1", "bs1 to f5")
    assert refused.no == "line 1 E14 CON-072"
    assert "f5 at step 2" in refused.message
    assert play("O:bs1@h4 Y:ar1@a12", "O", "2-1", "bs1 to f5 !").moves == ["O:bs1 2 h4-g5-f5 lost to red at f5"]


def test_a_walk_may_name_the_square_where_it_begins(play):
    """As a report has it; with as many squares as the die has steps it is a walk like any other, and a bad one."""
    told = play("R:ar1@l2 R:aa@e2 Y:ar1@a12", "R", "4-1", "ar1 (1) l2-m2 / aa 4 e2 f3 g4 h5 i6")
    assert told.ok
    assert play("R:ar1@l2 Y:ar1@a12", "R", "2-1", "ar1 2 l2 m2").no.startswith("line 1 E07")


@clause("CON-102")
def test_a_piece_goes_by_its_label_on_the_map(play):
    assert play("R:ar1@l2 Y:ar1@a12", "R", "5-1", "Ra1 1 m2").at("R:ar1") == "m2"
    assert play("R:ar1@l2 Y:ar1@a12", "R", "5-1", "Red ar1 1 m2").at("R:ar1") == "m2"
    assert play("R:ar1@l2 Y:ar1@a12", "R", "5-1", "Ya1 1 m2").no == "line 1 E02 CON-102"


@clause("CON-108")
def test_an_offer_made_again_is_told_to_nobody(play, ask):
    offered = play("R:ar1@l2 Y:ar1@a12", "R", "1-1", {"yellow": "offer draw"})
    assert offered.position["draw_offers"] == {"yellow": 1}
    again = ask(offered.position, {"yellow": "offer draw"})
    assert (again.ok, again.events) == (True, [])


@clause("CON-045", "CON-006", "CON-003")
@pytest.mark.parametrize("end", ["m2", "d3", "n5", "l2", "x24", "c2"])
def test_to_where_no_walk_leads(play, end):
    """A friend's square, a dock, water, where it stands, the far corner, a camp."""
    played = play("R:ar1@l2 R:ar2@m2 Y:ar1@a12", "R", "4-1", f"ar1 4 to {end}")
    assert played.no == "line 1 E15 CON-037"
    assert end in played.message


@clause("CON-049")
def test_to_from_the_corner(play):
    assert play("R:bs1@START Y:ar1@a12", "R", "4-1", "bs1 4 to f7").at("R:bs1") == "f7"
    assert play("R:ar1@START Y:ar1@a12", "R", "1-4", "ar1 1 to d2").at("R:ar1") == "d2"


# --- Lines that are no moves ---


def test_lines_for_anybody_at_any_time(play):
    """They are carried out apart from the orders, also when those are refused, and are no order set."""
    only = play(PIECES, "R", "5-3", "offer draw")
    assert only.ok
    assert only.moves == []
    assert only.awaiting == {"red": "turn"}
    refused = play(PIECES, "R", "5-3", "ar1 5 m2 / offer draw")
    assert refused.codes == ["E06"]
    assert refused.of("draw_offered")[0]["seat"] == "red"
    assert refused.moves == []
    unread = play(PIECES, "R", "5-3", "ar1 somewhere / offer draw")
    assert unread.codes == ["E01"]
    assert unread.of("draw_offered") == []
    other = play(PIECES, "R", "5-3", {"Y": "offer draw"})
    assert other.ok
    assert other.of("draw_offered")[0]["seat"] == "yellow"


def test_before_the_first_move_too(ask):
    opened = ask(None, {}, "5-3", first="red")
    assert ask(opened.position, {"G": "offer draw"}, first="red").ok
    assert ask(opened.position, {"G": "resign"}, first="red").gone == ["green resigned -"]


def test_auto_hands_the_seat_to_the_bot(play, ask):
    played = play("R:ar1@l2 Y:ar1@a12", "R", "1-2", "auto on")
    assert played.ok
    assert [event.get("seen_by") for event in played.of("auto")] == [["red"]]
    assert played.moves[0].startswith("R:ar1")
    assert played.awaiting == {"yellow": "turn"}
    off = ask(played.position, {"R": "auto off", "Y": "ar1 1 n"}, "1-2 1-3 1-4 1-2")
    assert off.awaiting == {"red": "turn"}
    on = ask(played.position, {"Y": "ar1 1 n"}, "1-2 1-3 1-4 1-2 1-3 1-4")
    assert on.awaiting == {"yellow": "turn"}


def test_colours_may_be_cut_short(play):
    options = {"alliances": "formal"}
    for word in ("green", "Green", "g", "G"):
        played = play(PIECES + " G:ar1@l23", "R", "5-3", f"ally {word}", **options)
        assert played.of("proposal")[0]["to"] == "green"


def notes_of(rules, text):
    position = rules.decode(
        {"pieces": {"red": {"ar1": "l2"}, "yellow": {"ar1": "a12"}}, "to_move": "red", "throws": [[5, 3]]},
        rules.settle({"players": 4}),
    )
    lines = presentation().read(list(enumerate(text.split("\n"), start=1)))
    return rules.adjudicate(position, {"red": lines}, ScriptedDice([])).notes


@pytest.mark.parametrize(
    ("line", "to", "text"),
    [
        ("press: Peace to all", {"yellow", "green", "orange"}, "Peace to all"),
        ("press green: Help me, against orange - now!", {"green"}, "Help me, against orange - now!"),
        ("press g o: Both of you: come", {"green", "orange"}, "Both of you: come"),
        ("PRESS Yellow, Orange: # 1", {"yellow", "orange"}, "# 1"),
    ],
)
def test_press_is_taken_as_written(rules, line, to, text):
    notes = notes_of(rules, line)
    assert [(note.sender, set(note.to), note.text) for note in notes] == [("red", to, text)]


def test_press_goes_out_with_refused_orders(rules):
    assert [note.text for note in notes_of(rules, "ar1 5 m2\npress green: hello")] == ["hello"]
