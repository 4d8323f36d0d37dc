"""The reader: what is read, what stops a mail, and what is left alone, in every rule set."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from meant import vocabulary_of

import pbem
from pbem.reading import phrases, reader
from pbem.reading.reader import Reading, Sort, read, sort, suggestions
from pbem.rulesets import names, presentation

NAMES = Path(__file__).with_name("names.txt").read_text(encoding="utf-8").split()
PHRASES = sorted({phrase for kind in ("greetings", "signoffs", "remarks") for phrase in phrases.all_of(kind)})


@cache
def game(ruleset: str, turns: int = 0) -> tuple[pbem.Game, str]:
    """A game some turns on, and the seat that is asked."""
    made = pbem.game(ruleset, seed=turns)
    for turn in range(turns):
        if made.awaiting:
            made.play(made.random(seed=turn, seat=next(iter(made.awaiting))), seat=next(iter(made.awaiting)))
    return made, next(iter(made.awaiting))


def reading(ruleset: str, text: str, turns: int = 0) -> Reading:
    made, seat = game(ruleset, turns)
    return read(presentation(ruleset), list(enumerate(text.split("\n"), 1)), lambda: made.view(seat))


def sorted_as(ruleset: str, text: str) -> Sort:
    made, seat = game(ruleset)
    return sort(presentation(ruleset), text, presentation(ruleset).vocabulary(made.view(seat)))


# --- What stops a mail --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "line"),
    [
        *(
            ("waterloo_wargame", line)
            for line in [
                "RETREAT BAU 100",
                "F10 N 100 UP",
                "MOVE BAU",
                "Move along please",
                "All to play 3",
            ]
        ),
        *(
            ("stratego_waterloo", line)
            for line in [
                "E7 E 6",
                "bombard LHP with J7",
                "pass",
                "undo D7 D5",
                "E7 to",
                "edn",
                "attack E7",
                "E7 E6 quickly",
                "stand firm",
                "10: ok",
            ]
        ),
        *(
            ("waterloo_grid", line)
            for line in [
                "move I2 two cells north",
                "infantry 1 f",
                "B12 f2",
                "B A1 fire C6",
                "Picton f2",
                "Bl2 f1",
                "I2",
                "could you move BI4 forward 1 please?",
                "the guns fire at Wellington",
            ]
        ),
        *(
            ("conflict", line)
            for line in [
                "ar1 4 to",
                "take pl2 off",
                "ar1 moves somewhere nice",
                "reserve",
                "throw",
                "press grren: hi",
                "mov battleshipps",
                "goo then onne",
            ]
        ),
        *(
            ("waterloo1895", line)
            for line in [
                "N4 to ligni",
                "N24K26",
                "1 1 S26",
                "N1",
                "S26",
                "place N4",
                "move 3 K26 up",
                "paas 3",
                "test noto",
            ]
        ),
        *(("waterloo_wargame", line) for line in ["resing", "paas", "MOVE BAU N 1OO", "MOVEBAU N 100"]),
    ],
)
def test_what_may_have_been_an_order_stops_the_mail(ruleset: str, line: str) -> None:
    made, seat = game(ruleset)
    good = made.random(seed=1, seat=seat)
    for text in (f"{line}\n{good}", f"{good}\n{line}"):
        unclear = reading(ruleset, text).unclear
        assert [each.text for each in unclear] == [line]


@pytest.mark.parametrize("ruleset", names())
@pytest.mark.parametrize(
    "form", ["{} one square up", "{} north", "{} up the road", "Hi Ben, {} two steps to the left", "sorry, {} forward"]
)
def test_no_name_of_a_piece_goes_anywhere_unread(ruleset: str, form: str) -> None:
    """Whatever it is called, and in small letters too, where it may be a word or the name of somebody."""
    vocabulary = vocabulary_of(ruleset)
    pieces = sorted(vocabulary.pieces - vocabulary.called)
    assert len(pieces) > 10
    said = [form.format(shown) for piece in pieces for shown in (piece, piece.upper(), piece.capitalize())]
    dropped = [line for line in said if sorted_as(ruleset, line) is Sort.REMARK]
    # German letters begin with "Na" and a name.
    assert set(dropped) <= {"Na north"}


@pytest.mark.parametrize(
    ("ruleset", "line", "wanted"),
    [
        ("conflict", "aa one square up", Sort.UNCLEAR),
        ("conflict", "BS2 up a square", Sort.UNCLEAR),
        ("waterloo_wargame", "bau up the road", Sort.UNCLEAR),
        ("waterloo_wargame", "Ada West", Sort.REMARK),
        ("waterloo_wargame", "Guy Upton, 3 North Square", Sort.REMARK),
        ("waterloo_wargame", "All right reserved", Sort.REMARK),
    ],
)
def test_below_a_leave_a_piece_is_still_moved_and_people_have_names(ruleset: str, line: str, wanted: Sort) -> None:
    made, seat = game(ruleset)
    orders = made.random(seed=1, seat=seat)
    unclear = reading(ruleset, f"{orders}\n\nBest regards,\nBen\n{line}").unclear
    assert [each.text for each in unclear] == ([line] if wanted is Sort.UNCLEAR else [])


@pytest.mark.parametrize(
    ("ruleset", "line", "nearest"),
    [
        ("stratego_waterloo", "E7 E 6", "E7 E6"),
        ("waterloo_grid", "B12 f2", "BI2 f2"),
        ("waterloo_grid", "B12 f2", "BL2 f2"),
        ("waterloo_grid", "Bl2 f1", "BI2 f1"),
        ("waterloo_grid", "B A1 fire C6", "BA1 fire C6"),
        ("waterloo_wargame", "MOVE BAU N 1OO", "MOVE BAU N 100"),
        ("waterloo_wargame", "MOVEBAU N 100", "MOVE BAU N 100"),
        ("waterloo_wargame", "MOVE BAUN 100", "MOVE BAU N 100"),
        ("waterloo1895", "N4 to ligni", "N4 to ligny"),
        ("waterloo1895", "N1 to Paris Hil", "N1 to Paris Hill"),
    ],
)
def test_the_nearest_readings_are_named(ruleset: str, line: str, nearest: str) -> None:
    assert nearest in reading(ruleset, line).lines[0].nearest


def test_readings_are_offered_for_what_is_not_there_and_not_for_what_is() -> None:
    # I2 is a unit, short for BI2, and a cell too.
    made, seat = game("waterloo_grid")
    vocabulary = presentation("waterloo_grid").vocabulary(made.view(seat))
    assert reader.suggestions(presentation("waterloo_grid"), "I2 forwad 1", vocabulary) == ()
    assert reader.suggestions(presentation("waterloo_grid"), "I2 f11", vocabulary) == ("I2 f1", "I2 f10")


@pytest.mark.parametrize(
    ("ruleset", "line", "read_as"),
    [
        ("waterloo_grid", "BAl fire C6", "BA1 fire C6"),
        ("waterloo_grid", "R15 @K5 fire J6", "RI5 @K5 fire J6"),
        ("waterloo_wargame", "MOVE F1O N 100", "MOVE F10 N 100"),
        ("waterloo1895", "NI 1 S26", "N1 1 S26"),
        ("waterloo1895", "pl\N{CYRILLIC SMALL LETTER A}ce default", "place default"),
        ("waterloo1895", "N1 1 S\N{FULLWIDTH DIGIT TWO}6", None),
        ("waterloo1895", "N1\N{NO-BREAK SPACE}1 S26", None),
    ],
)
def test_characters_that_look_alike_are_mended_and_told(ruleset: str, line: str, read_as: str | None) -> None:
    (found,) = reading(ruleset, line).lines
    assert found.order is not None
    assert (found.text, found.read_as) == (line, read_as)


@pytest.mark.parametrize("ruleset", names())
def test_semicolons_part_orders_and_only_a_hash_begins_a_comment(ruleset: str) -> None:
    made, seat = game(ruleset, 2)
    orders = [line for line in made.random(seed=1, seat=seat).split("\n") if line.strip()][:3]
    apart = reading(ruleset, "\n".join(orders), 2)
    together = reading(ruleset, "; ".join(orders) + "  # N1 E7 nonsense; more", 2)
    assert [line.order for line in together.lines] == [line.order for line in apart.lines]


def test_a_line_that_was_wrapped_is_joined() -> None:
    (joined,) = reading("waterloo_wargame", "ATTACK HOU WITH BAU,\nSOY").lines
    assert joined.order.pieces == ("bau", "soy")
    assert len(reading("waterloo1895", "N1 1 S26,\nN2 5 J26").lines) == 2
    first, joined, last = reading("waterloo_wargame", "FOY N 100\nATTACK HOU WITH BAU,\nSOY\nKEL N 100").lines
    assert joined.order.pieces == ("bau", "soy")
    assert (first.text, last.text) == ("FOY N 100", "KEL N 100")


def test_press_is_nobodys_to_read_but_theirs() -> None:
    (press,) = reading("conflict", "press red: ar9 5 here; # not a comment, B12").lines
    assert press.order.text == "ar9 5 here; # not a comment, B12"


@pytest.mark.parametrize(
    ("ruleset", "line", "nearest"),
    [
        ("conflict", "ar1 4 d2-e2-f3-g44", "ar1 4 d2-e2-f3-g4"),
        ("conflict", "bs1 2 d4 e55", "bs1 2 d4 e5"),
        ("conflict", "BS1 2 D4 E55", "BS1 2 D4 E5"),
        ("waterloo_grid", "BI2 fa: f1, bc: fire Z4", "BI2 fa: f1, bc: fire A4"),
    ],
)
def test_suggestions_are_written_as_the_line_was(ruleset: str, line: str, nearest: str) -> None:
    """In its letters, and with signs where people put them."""
    assert nearest in suggestions(presentation(ruleset), line, vocabulary_of(ruleset))


def test_for_a_piece_that_is_not_there_other_pieces_are_suggested() -> None:
    found = suggestions(presentation("conflict"), "pl3 4 to g4", vocabulary_of("conflict"))
    assert set(found) == {"pl1 4 to g4", "pl2 4 to g4"}


def test_a_piece_with_another_number_is_no_square_that_looks_like_it() -> None:
    """pl3 is not p13: what is read names the piece as typed, and the rules say that there is none."""
    for line in ("pl3 5 to g4", "I take pl3 out of reserve.", "move pl3 to g4"):
        found = reading("conflict", line).lines
        assert not any("p13" in str(each.order) or each.read_as for each in found)


# --- What is left alone ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", names())
@pytest.mark.parametrize(
    "line",
    [
        "Hi,",
        "Gl",
        "GL!",
        "Best,",
        "Best regards,",
        "Love, Ada",
        "Best of luck",
        "BR",
        "Drew",
        "Post scriptum",
        "Place your bets",
        "Day 3:",
        "Orders:",
        "Move:",
        "Hi Ben,",
        "Viele Grüße aus Köln",
        "À bientôt",
        "Groetjes, Femke",
        "¡Hola!",
        "Cordiali saluti",
        "+44 20 7946 0958",
        "See you at 5",
        "will answer tonight!",
        "Did you see that coming?",
        "What a day...",
        ":-)",
        "***",
    ],
)
def test_words_between_people_are_remarks(ruleset: str, line: str) -> None:
    assert sorted_as(ruleset, line) is Sort.REMARK


@pytest.mark.parametrize(
    ("ruleset", "line"),
    [
        ("waterloo1895", "I think your W3 is in trouble"),
        ("waterloo_wargame", "I think your ADA is in trouble"),
        ("stratego_waterloo", "That was nasty, your hussars are good"),
        ("conflict", "Did your bs3 really sink?"),
        ("waterloo_grid", "Why is BI3 still there?"),
        ("waterloo_grid", "fire away tomorrow, please"),
        ("waterloo_grid", "The back line!"),
        ("conflict", "attack wonderful through tomorrow"),
        ("stratego_waterloo", "HERE WE GO!"),
    ],
)
def test_talk_about_the_game_is_a_remark(ruleset: str, line: str) -> None:
    assert sorted_as(ruleset, line) is Sort.REMARK


@pytest.mark.parametrize("ruleset", names())
def test_phrases_and_names_around_orders_change_nothing(ruleset: str) -> None:
    draw = random.Random(ruleset)
    for turns in (0, 3, 8):
        made, seat = game(ruleset, turns)
        if not made.awaiting:
            continue
        orders = made.random(seed=turns, seat=seat).split("\n")
        wanted = [line.order for line in reading(ruleset, "\n".join(orders), turns).lines]
        for said in draw.sample(PHRASES, 60) + draw.sample(NAMES, 60):
            shown = draw.choice((said, said.title(), f"{said.capitalize()},", f"{said.upper()}!"))
            places = [0, len(orders)] + ([draw.randrange(len(orders) + 1)] if said in PHRASES else [])
            for place in places:
                found = reading(ruleset, "\n".join([*orders[:place], shown, *orders[place:]]), turns)
                assert not found.unclear, (shown, found.unclear)
                assert [line.order for line in found.lines] == wanted, shown


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("ruleset", names())
def test_every_phrase_and_every_name_around_orders_changes_nothing(ruleset: str) -> None:
    """Before and below, and phrases between: names alone are asked about there."""
    for turns in (0, 1, 2, 5, 9):
        made, seat = game(ruleset, turns)
        if not made.awaiting:
            continue
        orders = made.random(seed=turns, seat=seat).split("\n")
        wanted = [line.order for line in reading(ruleset, "\n".join(orders), turns).lines]
        for said in PHRASES + NAMES:
            for shown in (said, said.title(), f"{said.capitalize()},", f"{said.upper()}!"):
                for place in sorted({0, len(orders), len(orders) // 2 if said in PHRASES else 0}):
                    found = reading(ruleset, "\n".join([*orders[:place], shown, *orders[place:]]), turns)
                    assert not found.unclear, (shown, found.unclear)
                    assert [line.order for line in found.lines] == wanted, shown


def test_a_name_that_is_a_code_greets_and_signs_and_is_asked_about_between_orders() -> None:
    orders = ["MOVE BAU N 100", "MOVE SOY N 100"]
    for text in (["ADA", *orders], [*orders, "ADA"], ["Guy", *orders, "Ada"]):
        assert not reading("waterloo_wargame", "\n".join(text)).unclear
    assert [line.text for line in reading("waterloo_wargame", "\n".join([orders[0], "ADA", orders[1]])).unclear] == [
        "ADA"
    ]


def test_there_are_phrases_and_names_enough() -> None:
    assert len(PHRASES) >= 150
    assert len(set(NAMES)) >= 500


@pytest.mark.parametrize("ruleset", names())
def test_a_long_line_of_many_orders_is_not_cut_off_in_silence(ruleset: str) -> None:
    made, seat = game(ruleset)
    order = made.random(seed=1, seat=seat).split("\n")[0]
    assert reading(ruleset, ";".join([order] * 200)).unclear


def test_long_press_is_press() -> None:
    (press,) = reading("conflict", f"press: {'well, ' * 100}").lines
    assert press.order is not None


@pytest.mark.parametrize("ruleset", names())
def test_near_readings_are_looked_for_so_often_and_no_more(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of slips cost no search each, and stop their mail all the same."""
    searched: list[str] = []
    monkeypatch.setattr(reader, "nearest", lambda text, *_: searched.append(text) or ())
    code = sorted(vocabulary_of(ruleset).pieces | vocabulary_of(ruleset).places)[0].upper()
    found = reading(ruleset, "\n".join([f"{code} qx{number} zz;qy{number}" for number in range(3_000)]))
    assert len(searched) <= reader.MOST_SEARCHES
    assert len(found.unclear) == reader.MOST_STATEMENTS + 1


# --- Garbage ---------------------------------------------------------------------------------------------------------


def _garbled(text: str, draw: random.Random) -> str:
    """A line with a slip or two: letters exchanged, lost, doubled, put in, words left out or exchanged."""
    for _ in range(draw.randint(1, 2)):
        at = draw.randrange(len(text) + 1)
        text = draw.choice(
            [
                text[:at] + text[at + 1 :],
                text[:at] + draw.choice("abcx19 ,;-#OIl0é\N{CYRILLIC SMALL LETTER A}") + text[at:],
                text[:at] + text[at : at + 2][::-1] + text[at + 2 :],
                " ".join(draw.sample(text.split(), len(text.split()))),
                text.lower(),
            ]
        )
    return text


def _nothing_is_dropped(ruleset: str, lines: int) -> None:
    """No garbled order is ever a remark: it is read, or it stops the mail."""
    made, seat = game(ruleset, 2)
    words, view = presentation(ruleset), made.view(seat)
    vocabulary = words.vocabulary(view)
    draw = random.Random(ruleset)
    done = 0
    while done < lines:
        for order in made.random(seed=draw.randrange(1 << 30), seat=seat).split("\n"):
            line = _garbled(order, draw)
            said = line.partition("#")[0]
            left = [word for word in said.replace(";", " ").split() if any(map(str.isalnum, word))]
            done += 1
            if len(left) < len(order.split()) - 1 or len(left) < 2:
                continue
            found: Any = read(words, [(1, line)], lambda: view)
            remarks = " ".join(each.text for each in found.remarks)
            assert not any(char.isdigit() for char in remarks), (order, line, found)
            assert vocabulary is words.vocabulary(view)


@pytest.mark.parametrize("ruleset", names())
def test_a_garbled_order_is_never_dropped(ruleset: str) -> None:
    _nothing_is_dropped(ruleset, 400)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("ruleset", names())
def test_a_hundred_thousand_garbled_orders_are_never_dropped(ruleset: str) -> None:
    _nothing_is_dropped(ruleset, 100_000)
