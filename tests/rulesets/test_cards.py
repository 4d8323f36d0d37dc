"""The card of what the pieces can do: short, narrow, true to the game's options, in the reports that ask for orders."""

from __future__ import annotations

import pytest

from core.dice import SeededDice
from pbem.reports.turn import GameFacts, card_of, turn_report
from pbem.rulesets import names, presentation

OPTIONS = [
    ("conflict", {}),
    ("conflict", {"players": 4, "aa_sky": "overfly"}),
    ("hundred_days", {}),
    ("hundred_days", {"fog": "none"}),
    ("stratego_waterloo", {}),
    ("stratego_waterloo", {"version": "standard", "li-front": "repulse"}),
    ("stratego_waterloo", {"version": "expert"}),
    ("waterloo1895", {}),
    ("waterloo1895", {"mode": "four", "halts": "always"}),
    ("waterloo1895", {"mode": "little", "lp_again": "yes"}),
    ("waterloo_grid", {}),
    ("waterloo_grid", {"garrison": "infantry", "small_farms": "open", "double_fire": "no"}),
    ("waterloo_wargame", {}),
    ("waterloo_wargame", {"split_move": "proportional", "fire_arc": "square", "move_cap": 7}),
]


def view_of(name, options):
    rules = presentation(name).rules
    return rules.view(rules.opening(rules.settle(options)), None)


def card(name, **options):
    return presentation(name).card(view_of(name, options))


@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_a_card_is_short_and_narrow(name, options):
    lines = card(name, **options)
    assert 1 <= len(lines) <= 24
    columns = any("  " in line for line in lines)  # those of a list are wrapped
    assert all(0 < len(line) <= (78 if columns else 200) for line in lines)
    section = card_of(presentation(name), view_of(name, options))
    assert section.kind == ("fixed" if columns else "list")


@pytest.mark.parametrize("name", ["conflict", "waterloo1895"])
def test_a_card_of_sentences_fits_a_phone(name):
    """No line of these depends on where another one's columns stand."""
    assert card_of(presentation(name), view_of(name, {})).kind == "list"
    assert all(line.endswith(".") for line in card(name))


def test_every_rule_set_has_one():
    assert {name for name, _ in OPTIONS} == set(names())


@pytest.mark.parametrize("name", names())
def test_it_stands_before_the_form_of_whoever_is_asked_and_nowhere_else(name):
    found = presentation(name)
    rules = found.rules
    position = rules.adjudicate(rules.opening(rules.settle({})), {}, SeededDice(bytes(32))).position
    asked = {owed.seat for owed in rules.awaiting(position)}
    for seat in rules.seats(rules.settle({})):
        view = rules.view(position, seat)
        report = turn_report(found, GameFacts("game1", "1"), view, seat, ())
        titles = [section.title or "" for section in report.sections]
        assert ("What the pieces can do" in titles) == (seat in asked)
        if seat in asked:
            assert titles.index("What the pieces can do") < next(
                at for at, title in enumerate(titles) if title.startswith("Order form")
            )


def test_what_it_says_follows_the_options():
    assert "may fly over an aa" in " ".join(card("conflict", aa_sky="overfly"))
    assert "may fly over an aa" not in " ".join(card("conflict"))
    assert "Prussian" in " ".join(card("stratego_waterloo"))
    assert "Village" not in " ".join(card("stratego_waterloo", version="standard"))
    assert "Village" in " ".join(card("stratego_waterloo", version="expert"))
    assert "avalry" not in " ".join(card("waterloo1895", mode="little"))
    assert "Only infantry enters villages" in " ".join(card("waterloo_grid", garrison="infantry"))
    assert "At most 7,000 men" in " ".join(card("waterloo_wargame", move_cap=7))


def test_stratego_tells_every_strength():
    told = " ".join(card("stratego_waterloo", version="expert")).replace("\N{NO-BREAK SPACE}", " ")
    for piece in ("NA chief", "NE leader 5", "OG 6", "LI light 1", "ED heavy 6", "CH horse 2", "FA gun", "BU leader 5"):
        assert piece in told


def test_the_wargame_tells_the_codes_of_roads_and_places():
    told = " ".join(" ".join(card("waterloo_wargame")).split())
    for code in (
        "CHA Brussels-Charleroi chaussee",
        "NIV",
        "OHA",
        "PLA",
        "PAL",
        "GOM",
        "XRD",
        "MSJ",
        "LBA",
        "ROS",
        "LHS",
    ):
        assert code in told
