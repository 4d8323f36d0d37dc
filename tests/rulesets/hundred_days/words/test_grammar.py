"""Orders as players type them: every order is read from its own text, and from the ways in which people write it."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.rulesets.hundred_days.acts import Correct, Ruling, Sighting, Weather, WriteAs
from core.rulesets.hundred_days.orders import (
    Blow,
    Change,
    Continue,
    ContinueAll,
    Detach,
    Draw,
    Give,
    Hold,
    Join,
    Leave,
    Letter,
    March,
    Repair,
    Resign,
    Rest,
    Retreat,
    Ride,
    Scout,
    Show,
    Test,
    TurnHeader,
    With,
    Words,
    result_of,
    text_of,
)
from pbem.rulesets.hundred_days.board import campaign_of_house
from pbem.rulesets.hundred_days.grammar import hint, read


def orders(*lines):
    return [line.order for line in read(list(enumerate(lines, start=1)))]


# --- What is written is read --------------------------------------------------------------------------------------

CAMPAIGN = campaign_of_house()
CODES = st.sampled_from([force.code.lower() for force in CAMPAIGN.forces] + ["fx", "a0", "zz", "at", "as"])
PLACES = st.sampled_from([place.code.lower() for place in CAMPAIGN.places] + [p.name.lower() for p in CAMPAIGN.places])
BRIDGES = st.sampled_from([name.lower() for name in CAMPAIGN.bridges])
PERSONS = st.sampled_from([person.word for person in CAMPAIGN.persons])
SEATS = st.sampled_from([seat.name for seat in CAMPAIGN.seats])
CLASSES = st.sampled_from(["patrol", "division", "corps", "army", "screen"])
NUMBERS = st.none() | st.integers(0, 9_999)
WORDS = st.builds(
    Words,
    forced=st.booleans(),
    night=st.booleans(),
    at=st.none() | st.integers(0, 1439),
    stance=st.none() | st.sampled_from(["attack", "stand", "avoid"]),
    guns=st.none() | st.booleans(),
    line=st.none() | st.just("free") | PLACES,
)
PATHS = st.lists(PLACES, min_size=1, max_size=6).map(tuple)
LINES = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp", "Zs"), include_characters=" "), max_size=40)
LETTERS = (
    st.lists(
        LINES.map(str.strip).filter(lambda line: not line.lower().startswith(("end", "letter", "ruling"))), max_size=5
    )
    .map(lambda lines: "\n".join(lines).strip())
    .filter(bool)
)
ORDERS = st.one_of(
    st.builds(March, CODES, PATHS, WORDS),
    st.builds(Retreat, CODES, PATHS, WORDS),
    st.builds(Hold, CODES, WORDS),
    st.builds(Rest, CODES, WORDS),
    st.builds(Leave, CODES, WORDS),
    st.builds(Join, CODES, CODES, WORDS),
    st.builds(Repair, CODES, BRIDGES, WORDS),
    st.builds(Blow, CODES, BRIDGES, WORDS),
    st.builds(Scout, CODES, PLACES, WORDS),
    st.builds(Detach, CODES, st.none() | st.integers(0, 9999), CODES),
    st.builds(Change, CODES, WORDS.filter(lambda words: words != Words())),
    st.builds(Continue, CODES),
    st.builds(Ride, PERSONS, PLACES),
    st.builds(With, PERSONS, CODES),
    st.builds(Letter, PERSONS, LETTERS),
    st.builds(Give, CODES, SEATS),
    st.builds(TurnHeader, st.integers(0, 60)),
    st.sampled_from([ContinueAll(), Test(), Show(), Draw(), Resign()]),
    st.builds(WriteAs, PERSONS | st.sampled_from(["the mayor of Fleurus", "A spy"]), PERSONS, LETTERS, st.booleans()),
    st.builds(Sighting, SEATS, CLASSES, PLACES, st.none() | PLACES, st.none() | PLACES, st.none() | CODES),
    st.builds(Ruling, st.none() | SEATS, LETTERS),
    st.sampled_from([Weather("mud"), Weather("dry")]),
    st.builds(
        Correct, CODES, foot=NUMBERS, horse=NUMBERS, guns=NUMBERS, fatigue=NUMBERS, stragglers=NUMBERS, place=PLACES
    ),
    st.builds(Correct, CODES, foot=st.integers(0, 9_999)),
)


@given(ORDERS)
def test_what_is_written_is_read_as_the_same_order(order):
    assert orders(*text_of(order).split("\n")) == [order]


@settings(suppress_health_check=[HealthCheck.too_slow])  # the first draw builds what all of them need
@given(st.lists(ORDERS, max_size=6))
def test_a_mail_of_written_orders_is_read_line_by_line(several):
    assert orders(*"\n".join(map(text_of, several)).split("\n")) == several


@given(st.lists(st.text(max_size=60), max_size=4))
def test_nothing_that_is_typed_makes_it_fall(lines):
    read(list(enumerate(lines, start=1)))
    for line in lines:
        hint(line)


# --- What people write ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "order"),
    [
        (
            "F2 march Gosselies > Frasnes attack guns no",
            March("f2", ("gosselies", "frasnes"), Words(stance="attack", guns=False)),
        ),
        ("F1 march CHA > GOS at 08:00          # leave the bridge to F2", March("f1", ("cha", "gos"), Words(at=480))),
        ("  fp  MARCH >  Gilly,Fleurus.", March("fp", ("gilly", "fleurus"))),
        ("march F2 to Quatre Bras", March("f2", ("quatre bras",))),
        ("F2 go to cha then gos and fra", March("f2", ("cha", "gos", "fra"))),
        ("1. F2 march CHA -> GOS", March("f2", ("cha", "gos"))),
        ("F3 march FLE forced stand line GIL", March("f3", ("fle",), Words(forced=True, stance="stand", line="gil"))),
        ("F3 line free", Change("f3", Words(line="free"))),
        ("F2 attack, guns on", Change("f2", Words(stance="attack", guns=True))),
        ("F2 hold avoid", Hold("f2", Words(stance="avoid"))),
        ("fk rests", Rest("fk")),
        ("F6, march CHA", March("f6", ("cha",))),
        ("F6: attack at 06:00", Change("f6", Words(stance="attack", at=360))),
        ("F2 retreat to the Frasnes", Retreat("f2", ("frasnes",))),
        ("A6 exit", Leave("a6")),
        ("F8 joins F1", Join("f8", "f1")),
        ("FE detach all horse as FX", Detach("fe", None, "fx")),
        ("F1 detach 40 foot as F9", Detach("f1", 40, "f9")),
        ("FP scout SOM", Scout("fp", "som")),
        ("F7 blow up the bridge of Charleroi", Blow("f7", "charleroi")),
        ("F7 repair Charleroi bridge", Repair("f7", "charleroi")),
        ("FM continue", Continue("fm")),
        ("Napoleon ride to Charleroi", Ride("napoleon", "charleroi")),
        ("Blücher with P1", With("blucher", "p1")),
        ("give F4 to Grouchy", Give("f4", "grouchy")),
        ("turn 2", TurnHeader(2)),
        ("CONTINUE", ContinueAll()),
        ("no new orders", ContinueAll()),
        ("I resign.", Resign()),
        ("offer a draw", Draw()),
        ("test", Test()),
        ("show", Show()),
        ("letter to Ney: Wait; I come # N.", Letter("ney", "Wait; I come # N.")),
    ],
)  # fmt: skip
def test_it_is_read_in_the_ways_people_write_it(typed, order):
    assert orders(typed) == [order]


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [("06:00", 360), ("6:30", 390), ("6.30", 390), ("0630", 390), ("6h", 360), ("6h30", 390), ("6", 360),
     ("6 am", 360), ("6pm", 1080), ("12:15 am", 15), ("12 p.m.", 720), ("23:30", 1410)],
)  # fmt: skip
def test_hours_are_read_as_they_are_typed(typed, minutes):
    assert orders(f"F2 march CHA at {typed} attack") == [March("f2", ("cha",), Words(at=minutes, stance="attack"))]


@pytest.mark.parametrize(
    "typed",
    ["F2 goes", "F2 march", "F2 march CHA attack stand", "F2 march CHA at 25:00", "F2 march CHA at noon",
     "F2 march CHA at 13 pm", "F2 hold CHA", "F2 guns", "F2 line", "F2 detach as FX", "F2 join CHA", "F2 scout",
     "F2", "Napoleon ride", "letter ney:", "xyzzy 99 plugh", "F2 continue CHA", "F2 march CHA please sir attack now"],
)  # fmt: skip
def test_what_is_not_an_order_to_its_last_word_is_none(typed):
    assert orders(typed) == [None]


@pytest.mark.parametrize("typed", ["", "# F2 march CHA", "> F2 march CHA", "game days1", "END", "--"])
def test_what_is_no_line_is_passed_over(typed):
    assert orders(typed) == []


@pytest.mark.parametrize(
    ("typed", "read_as"),
    [
        ("F2 marhc CHA", "F2 march CHA"),
        ("F2 march cha atack", "F2 march CHA attack"),
        ("F2 retraet FRA", "F2 retreat FRA"),
        ("FP scuot SOM", "FP scout SOM"),
    ],
)
def test_a_slip_of_a_keyword_is_mended_and_told(typed, read_as):
    (line,) = read([(1, typed)])
    assert (text_of(line.order), line.read_as) == (read_as, read_as)


def test_no_name_of_a_place_is_taken_for_a_slip():
    for place in CAMPAIGN.places:
        (line,) = read([(1, f"F2 march {place.name} > {place.code}")])
        assert (line.order, line.read_as) == (March("f2", (place.name.lower(), place.code.lower())), None)


# --- An umpire's lines ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "act"),
    [
        ("Letter from Blücher to Wellington: Come!", WriteAs("Blücher", "wellington", "Come!")),
        ("letter from the mayor of Fleurus to Ney at once: hm", WriteAs("the mayor of Fleurus", "ney", "hm", True)),
        (
            "Sighting for Ney: a corps at Quatre Bras, going towards GEN",
            Sighting("ney", "corps", "quatre bras", None, "gen"),
        ),
        (
            "sighting to ney: a screen of horse on GOS > FRA seen by AN",
            Sighting("ney", "screen", "gos", "fra", None, "an"),
        ),
        ("sighting ney: army between GOS and FRA", Sighting("ney", "army", "gos", "fra")),
        ("Ruling to Ney: no", Ruling("ney", "no")),
        ("ruling for all: yes", Ruling(None, "yes")),
        ("ruling: yes", Ruling(None, "yes")),
        ("weather will be dry", Weather("dry")),
        ("Weather: rain", Weather("mud")),
        (
            "correct F2 foot to 140, fatigue 3, place Quatre-Bras",
            Correct("f2", foot=140, fatigue=3, place="quatre-bras"),
        ),
        ("correct F2 at QBR", Correct("f2", place="qbr")),
        ("correct FX stragglers 4", Correct("fx", stragglers=4)),
    ],
)  # fmt: skip
def test_an_umpires_lines_are_read_as_people_write_them(typed, act):
    assert orders(typed) == [act]


@pytest.mark.parametrize(
    "typed",
    ["weather", "weather fog", "weather mud dry", "sighting for ney", "sighting for ney: crowd at QBR",
     "sighting ney: corps", "sighting ney: corps at QBR on GOS > FRA", "sighting ney: corps on GOS",
     "sighting ney: corps at QBR by somebody", "sighting ney: corps at QBR by", "correct", "correct F2",
     "correct F2 foot many", "correct F2 foot 1 foot 2",
     "correct F2 morale 3", "correct F2 foot 12345", "ruling to ney:", "letter from blucher to ney:"],
)  # fmt: skip
def test_what_is_no_act_to_its_last_word_is_none(typed):
    assert orders(typed) == [None]
    assert hint(typed).kind in ("opener", "letter")


@pytest.mark.parametrize(
    ("typed", "read_as"),
    [
        ("wether mud", "weather mud"),
        ("sigthing for ney: division at FLE", "sighting for ney: division at FLE"),
        ("sighting for ney: divison at FLE toward GOS", "sighting for ney: division at FLE towards GOS"),
        ("corect F2 fatige 3", "correct F2 fatigue 3"),
    ],
)
def test_slips_in_an_umpires_lines_are_mended_and_told(typed, read_as):
    (line,) = read([(1, typed)])
    assert (text_of(line.order), line.read_as) == (read_as, read_as)


def test_an_umpires_words_go_on_down_to_their_end():
    typed = ["ruling to ney:", "first", "second", "END", "letter from blucher to ney: a", "b", "END", "weather dry"]
    assert orders(*typed) == [Ruling("ney", "first\nsecond"), WriteAs("blucher", "ney", "a\nb"), Weather("dry")]


# --- Letters --------------------------------------------------------------------------------------------------------


def test_a_letter_runs_to_its_end_whatever_stands_in_it():
    lines = ["letter ney:", "Ney,", "", "F2 march CHA; resign", "> is what I mean.", "N.", "END", "F2 hold"]
    assert orders(*lines) == [Letter("ney", "Ney,\n\nF2 march CHA; resign\n> is what I mean.\nN."), Hold("f2")]


def test_without_an_end_a_letter_is_its_line_alone():
    assert orders("letter ney: Come.", "F2 hold", "letter grouchy: Go", "on.", "end.", "F3 rest") == [
        Letter("ney", "Come."),
        Hold("f2"),
        Letter("grouchy", "Go\non."),
        Rest("f3"),
    ]


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("letter ney:", "letter"),
        ("F2 march", "opener"),
        ("F2 marsh", "word"),
        ("FP march FLE attack scout LIG", "second"),
        ("who?", "question"),
        ("x" * 999, "long"),
    ],
)
def test_why_a_line_is_none_is_guessed(typed, kind):
    assert hint(typed).kind == kind


def test_the_hosts_line_is_read_as_it_is_written():
    order = result_of("B1", '{"ended_by":"won","winner":"attacker","hours":3,"columns":{}}')
    assert order is not None
    assert orders(text_of(order)) == [order]
    assert orders('result B1 {"columns":{},"ended_by":"won","hours":3,"winner":"attacker"}') == [order]
    assert orders('result B1 {"ended_by":"never"}', 'result B1 {"ended_by"', "result B1") == [None, None, None]
