"""Names that are not written as they stand: taken where form alone differs, else "did you mean"."""

from __future__ import annotations

import pytest

from pbem import nearest
from pbem.rulesets import names

ADA, BEN = "ada@players.example", "ben@players.example"


def said(mail, words):
    return " ".join(words(mail).split())


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("waterloo 1895", "waterloo1895"),
        ("waterloo grid", "waterloo_grid"),
        ("Waterloo-Grid", "waterloo_grid"),
        ("CONFLICT!", "conflict"),
        ("waterlo1895", None),
        ("waterloo", None),
        ("", None),
    ],
)
def test_a_name_is_taken_where_its_form_alone_differs(typed, meant):
    assert nearest.by_form(typed, names()) == meant


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("waterlo1895", ["waterloo1895"]),
        ("waterloo_gird", ["waterloo_grid"]),
        ("conlfict", ["conflict"]),
        ("waterloo", ["waterloo1895", "waterloo_grid", "waterloo_wargame"]),
        ("chess", []),
        ("", []),
        ("x" * 100_000, []),
    ],
)
def test_what_is_near_is_offered(typed, near):
    assert nearest.nearest(typed, names()) == near


@pytest.mark.parametrize("typed", ["waterlo1895", "waterloo_gird", "conlfict", "waterloo"])
def test_new_offers_the_rule_sets_that_are_near_and_opens_nothing(server, words, typed):
    server.enrol(ADA)
    [answer] = server.mail(ADA, f"NEW {typed}")
    assert f'no rule set "{typed}" here (did you mean ' in said(answer, words)


@pytest.mark.parametrize("typed", ["waterloo grid", "Waterloo_Grid please", "waterloo grid AS red", "WATERLOO GRID"])
def test_new_takes_a_rule_set_written_otherwise_and_says_so(server, words, typed):
    server.enrol(ADA)
    [answer] = server.mail(ADA, f"NEW {typed}")
    assert "ok, read as" in said(answer, words)
    assert "NEW waterloo_grid: game grid1 is open, with turn_limit=30 as it is rated" in said(answer, words)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("", "game grid1 is open, with turn_limit=30 as it is rated;"),
        ("turn_limit=20", "game grid1 is open;"),
        ("rated=off", "game grid1 is open;"),
        ("turn_limit=0 rated=off", "game grid1 is open;"),
        ("turn_limit=0", "leave turn_limit=0 out, and it is 30, or choose rated=off"),
    ],
)
def test_a_rated_game_that_need_not_end_has_a_limit_of_turns(server, words, options, told):
    server.enrol(ADA)
    [answer] = server.mail(ADA, f"NEW waterloo_grid {options}")
    assert told in said(answer, words)


@pytest.mark.parametrize("typed", ["waterloo1 please", "waterloo 1", "Waterloo1, please!"])
def test_join_takes_a_game_written_otherwise(server, words, typed):
    server.begin((ADA, "NEW waterloo1895"), also=(BEN,))
    answer = server.mail(BEN, f"JOIN {typed}")[0]
    assert "ok, read as JOIN waterloo1: you play" in said(answer, words)


def test_names_of_games_seats_options_and_values_are_offered(server, words):
    server.begin((ADA, "NEW waterloo1895"), also=(BEN,))
    for body, offered in {
        "JOIN waterlo1": "did you mean waterloo1?",
        "JOIN waterloo1 AS welingtno": "did you mean Wellington?",
        "STATUS watrloo1": "did you mean waterloo1?",
        "NEW waterloo1895 moed=duel": "did you mean mode?",
        "NEW waterloo1895 mode=dule": "did you mean duel?",
        "HELP waterloo": "did you mean waterloo1895, waterloo_grid or waterloo_wargame?",
        "HELP con-999": "did you mean CON-099?",
        "HELP ordres": "did you mean orders?",
    }.items():
        [answer] = server.mail(BEN, body)
        assert offered in said(answer, words), body
    assert server.game("waterloo1").state == "forming"


def test_options_are_taken_in_any_form(server, words):
    server.enrol(ADA)
    [answer] = server.mail(ADA, "NEW stratego waterloo Version=Standard turn_limit=30")
    assert "read as NEW stratego_waterloo version=standard turn-limit=30: game" in said(answer, words)


@pytest.mark.parametrize("typed", ["CON-010", "con-10", "con 10"])
def test_help_prints_a_clause(server, words, typed):
    server.enrol(ADA)
    [answer] = server.mail(ADA, f"HELP {typed}")
    assert "A force is four artillery pieces" in said(answer, words)
    assert ("read as" in said(answer, words)) == (typed != "CON-010")


def test_no_more_than_four_names_are_offered_the_first_of_the_alphabet() -> None:
    near = [f"marengo{letter}" for letter in "fedcba"]
    assert nearest.nearest("marengox", near) == ["marengoa", "marengob", "marengoc", "marengod"]
    assert nearest.nearest("mare", near) == ["marengoa", "marengob", "marengoc", "marengod"]
