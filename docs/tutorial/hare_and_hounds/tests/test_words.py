"""How orders are read, and what is said."""

from random import Random
from xml.etree import ElementTree

import pytest
from hare_and_hounds import presentation
from hare_and_hounds.rules import Move, Resign

from core.dice import SeededDice
from pbem.reading.reader import Sort, sort

WORDS = presentation()
RULES = WORDS.rules


def view_at(hounds, hare, to_move="hounds", seat="hounds", **more):
    data = {"hounds": hounds.split(), "hare": hare, "to_move": to_move, **more}
    return RULES.view(RULES.decode(data, RULES.settle({})), seat)


def said(view, seat, text):
    position = RULES.decode({key: view[key] for key in ("hounds", "hare", "to_move", "outcome")}, view["options"])
    orders = WORDS.read(list(enumerate(text.split("\n"), start=1)))
    verdicts = RULES.check(position, seat, orders).verdicts
    told = [WORDS.say_verdict(verdict, line, view) for verdict, line in zip(verdicts, orders, strict=True)]
    return [f"{each.mark} {each.text}" for each in told]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("b1 c1", Move("b1", "c1")),
        ("B1-C1", Move("b1", "c1")),
        ("b1 -> c1", Move("b1", "c1")),
        ("- move b1 to c1.", Move("b1", "c1")),
        ("hound b1 to c2   # the left one", Move("b1", "c2")),
        ("hare to d2", Move(None, "d2")),
        ("hond b1 c1", Move("b1", "c1")),
        ("d2!", Move(None, "d2")),
        ("resign", Resign()),
        ("I resing", Resign()),
    ],
)
def test_orders_are_read_as_people_write_them(text, order):
    [line] = WORDS.read([(1, text)])
    assert line.order == order
    assert sort(WORDS, text, WORDS.vocabulary({})) is Sort.ORDER


@pytest.mark.parametrize(
    "text", ["Move 1: Hounds to move.", "Hounds: a2, b1 and b3", "Well played!", "see you on b1", "b1 c1 d1", "", "#"]
)
def test_what_a_report_or_a_friend_says_is_no_order(text):
    assert sort(WORDS, text, WORDS.vocabulary({})) is not Sort.ORDER


def test_empty_lines_and_comments_give_no_line():
    assert WORDS.read([(1, ""), (2, "  # b1 c1"), (3, "b1 c1")])[0].number == 3


def test_every_refusal_is_a_sentence_with_its_clause():
    start = view_at("a2 b1 b3", "e2")
    assert said(start, "hounds", "b1 c1") == ["ok from b1 to c1"]
    assert said(start, "hounds", "hond b1 c1") == ["ok, read as hound b1 c1: from b1 to c1"]
    assert said(start, "hounds", "resign") == ["ok you resign (HAH-012)"]
    assert said(start, "hounds", "xyzzy") == ["no this is no order of Hare and Hounds; write for example b1 c1"]
    assert said(start, "hounds", "a1 b1") == ["no there is no point a1 on the board (HAH-001)"]
    assert said(start, "hounds", "b2 c2") == ["no no piece of yours stands on b2 (HAH-002)"]
    assert said(start, "hare", "d2") == ["no it is the turn of the hounds (HAH-004)"]
    assert said(start, "hounds", "b1 d1") == ["no no line leads to d1 in one step (HAH-005)"]
    assert said(start, "hounds", "b1 a2") == ["no a2 is taken (HAH-005)"]
    assert said(start, "hounds", "b2") == ["which? which hound goes to b2, that from a2, b1 or b3?"]
    assert said(start, "hounds", "b1 d1\nb1 c1")[1] == "no not looked at, because of the line before"
    assert said(start, "hounds", "b1 c1\nb3 c3")[1] == "no a mail holds one order, and this one holds more (HAH-013)"
    assert said(view_at("b2 c1 c3", "e2"), "hounds", "c1 b1") == [
        "no a hound never goes back, as from c1 to b1 (HAH-006)"
    ]
    over = view_at("d1 d2 d3", "e2", "hare")
    assert said(over, "hare", "d2") == ["no the game is over (HAH-008)"]


def test_a_game_is_told_and_ends_in_a_sentence():
    options = RULES.settle({})
    position = RULES.decode({"hounds": ["c2", "d1", "d3"], "hare": "e2", "move": 9}, options)
    result = RULES.adjudicate(position, {"hounds": WORDS.read([(1, "c2 d2")])}, SeededDice(b"none"))
    view = RULES.view(result.position, None)
    told = WORDS.digest(result.events, view)
    assert told == ["Move 9: a hound goes from c2 to d2."]
    assert WORDS.say_outcome(view) == "The hare cannot move: the hounds have won (HAH-008)."
    late = RULES.adjudicate(position, {}, SeededDice(b"none"), due=True)
    assert WORDS.digest(late.events, view) == ["Move 9: a hound goes from c2 to c1 (HAH-014)."]


@pytest.mark.parametrize(
    ("end", "sentence"),
    [
        (
            {"hounds": ["b1", "c1", "d3"], "hare": "a2"},
            "The hare is past the hounds and has won (HAH-009).",
        ),
        (
            {"hounds": ["d1", "d3", "e2"], "hare": "d2"},
            "No hound can move: the hare has won (HAH-011).",
        ),
        (
            {"hounds": ["a2", "b1", "b3"], "hare": "e2", "sideways": 10},
            "The hounds have moved up and down 10 times in a row: the hare has won (HAH-010).",
        ),
        (
            {
                "hounds": ["a2", "b1", "b3"],
                "hare": "e2",
                "outcome": {"winners": ["hounds"], "reason": "resigned", "clause": "HAH-012"},
            },
            "The other side has resigned: the hounds have won (HAH-012).",
        ),
    ],
)
def test_every_end_has_its_sentence(end, sentence):
    assert WORDS.say_outcome(RULES.view(RULES.decode(end, RULES.settle({})), None)) == sentence


def test_a_draw_is_said():
    position = RULES.decode(
        {"hounds": ["a2", "b1", "b3"], "hare": "e2", "sideways": 9}, RULES.settle({"stalled": "draw"})
    )
    result = RULES.adjudicate(position, {"hounds": WORDS.read([(1, "b1 b2")])}, SeededDice(b"none"))
    assert WORDS.say_outcome(RULES.view(result.position, "hare")).endswith("10 times in a row: a draw (HAH-010).")


def test_the_question_lists_the_moves_in_comments_and_asks_nobody_else():
    view = view_at("c2 d1 d3", "e2", sideways=4)
    asked = WORDS.ask(view, "hounds")
    assert asked.form[1:4] == ("#   c2 c1", "#   c2 c3", "#   c2 d2")
    assert WORDS.read(list(enumerate(asked.form, start=1))) == ()
    assert "4 times in a row" in asked.headline
    assert "c2 c1 (HAH-014)" in asked.silence
    assert WORDS.ask(view, "hare") is None


def test_the_board_is_drawn_with_a_or_e_on_the_left():
    drawn = WORDS.map_text(view_at("a2 b1 b3", "d2"))
    assert drawn.splitlines()[:6] == [
        "   a     b     c     d     e",
        "1        H-----o-----o",
        "      /  |  \\  |  /  |  \\",
        "2  H-----o-----o-----@-----o",
        "      \\  |  /  |  \\  |  /",
        "3        H-----o-----o",
    ]
    flipped = WORDS.map_text({**view_at("a2 b1 b3", "d2"), "flip": True})
    assert flipped.splitlines()[3] == "2  o-----@-----o-----o-----H"


def test_the_picture_shows_every_point_and_line():
    root = ElementTree.fromstring(WORDS.map_svg(view_at("a2 b1 b3", "d2")))
    kinds = [element.tag.rpartition("}")[2] for element in root]
    assert (kinds.count("circle"), kinds.count("line"), kinds.count("text")) == (11, 22, 11)


def test_seats_are_found_by_the_start_of_their_names():
    seats = ("hounds", "hare")
    assert [WORDS.find_seat(word, seats) for word in ("Ha", "ho", "h", "", "fox")] == [
        "hare",
        "hounds",
        None,
        None,
        None,
    ]


@pytest.mark.parametrize("seed", range(3))
def test_the_robot_plays_to_an_end_and_takes_a_win(seed):
    position, rng = RULES.opening(RULES.settle({})), Random(seed)
    while awaited := RULES.awaiting(position):
        seat = awaited[0].seat
        text = WORDS.bot(RULES.view(position, seat), seat, rng)
        after = RULES.adjudicate(position, {seat: WORDS.read([(1, text)])}, SeededDice(b"none"))
        assert after.events
        position = after.position
    assert WORDS.bot(view_at("c2 d1 d3", "e2"), "hounds", rng) == "c2 d2"
    assert WORDS.bot(view_at("b1 c1 d3", "b2", "hare", "hare"), "hare", rng) == "b2 a2"
    assert WORDS.bot(view_at("b1 c1 d3", "b2", "hare", "hounds"), "hounds", rng) == ""


def test_what_is_printed_as_it_stands_has_at_most_78_columns():
    texts = (WORDS.order_help, WORDS.map_text(view_at("a2 b1 b3", "e2")))
    assert [line for text in texts for line in text.splitlines() if len(line) > 78] == []
