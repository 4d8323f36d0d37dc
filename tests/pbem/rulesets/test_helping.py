"""The order helper: games are played by what it offers alone, and all that it offers the rules take."""

from __future__ import annotations

import re
from random import Random

import pytest

from core.contract import Effect, Line, Status
from core.dice import SeededDice
from pbem.rulesets import helping, names, presentation
from pbem.rulesets.helping import Offer

HELPED = [name for name in names() if presentation(name).helper is not None]
GAMES = [
    ("waterloo1895", {"mode": "little"}, 60),
    ("waterloo1895", {}, 8),
    ("waterloo1895", {"mode": "double", "throws": "chain"}, 6),
    ("conflict", {}, 6),
    ("stratego_waterloo", {}, 10),
    ("waterloo_grid", {}, 6),
    ("hundred_days", {}, 4),
    ("waterloo_wargame", {}, 8),
]


def read(ruleset: str, texts: list[str]) -> tuple[Line, ...]:
    return presentation(ruleset).read(list(enumerate(texts, start=1)))


def offered(ruleset: str, view, seat: str, texts: list[str], picked: str | None = None) -> Offer:
    words = presentation(ruleset)
    return helping.offer(words.rules, words.helper, words.text_of, view, seat, read(ruleset, texts), picked)


def written(ruleset: str, view, seat: str, chance: Random) -> list[str]:
    """A whole set of orders, by picking pieces and ways, and what is offered besides."""
    texts: list[str] = []
    for _ in range(40):
        offer = offered(ruleset, view, seat, texts)
        if offer.complete:
            return texts
        if offer.plain and offer.plain[0].text.endswith("default"):
            texts.append(offer.plain[0].text)
        elif offer.pieces:
            piece = chance.choice(offer.pieces)
            assert piece.at in offer.board.spots
            ways = offered(ruleset, view, seat, texts, piece.piece).ways
            texts.append(chance.choice(ways).text)
        else:
            texts.append(offer.plain[0].text)
    raise AssertionError(f"no end of {texts}")


@pytest.mark.parametrize(("ruleset", "options", "turns"), GAMES, ids=lambda each: str(each))
def test_games_are_played_by_the_helper_alone(ruleset: str, options: dict[str, str], turns: int) -> None:
    rules = presentation(ruleset).rules
    chance, dice = Random(1815), SeededDice(b"helped" * 6, "helped")
    position = rules.opening(presentation(ruleset).settle(options))
    for _ in range(turns):
        orders = {}
        for decision in rules.awaiting(position):
            view = rules.view(position, decision.seat)
            if presentation(ruleset).ask(view, decision.seat) is None:
                orders[decision.seat] = ()  # the first throw, which nobody is asked about
                continue
            texts = written(ruleset, view, decision.seat, chance)
            orders[decision.seat] = read(ruleset, texts)
            checked = rules.check(position, decision.seat, orders[decision.seat])
            assert checked.effect is not Effect.NOTHING, texts
            assert all(each.status is Status.OK for each in checked.verdicts), (texts, checked)
        if not orders:
            break
        position = rules.adjudicate(position, orders, dice).position


@pytest.mark.parametrize("ruleset", HELPED)
def test_places_lie_on_the_picture_and_apart(ruleset: str) -> None:
    words = presentation(ruleset)
    rules = words.rules
    for flip in (False, True):
        view = rules.view(rules.opening(words.settle({})), None) | {"flip": flip}
        board = words.helper.board(view)
        svg = words.map_svg(view)
        size = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', svg)
        assert (float(size[1]), float(size[2])) == (board.width, board.height)
        points = list(board.spots.values())
        assert all(0 < x < board.width and 0 < y < board.height for x, y in points)
        assert len(set(points)) == len(points)


def test_what_is_not_understood_stops_it_and_what_is_refused_is_said() -> None:
    rules = presentation("waterloo1895").rules
    position = rules.opening(presentation("waterloo1895").settle({"mode": "little"}))
    position = rules.adjudicate(position, {}, SeededDice(b"helped" * 6, "helped")).position
    [decision] = rules.awaiting(position)
    view = rules.view(position, decision.seat)
    assert "Line 1 is not understood" in offered("waterloo1895", view, decision.seat, ["N1 nowhere"]).said
    refused = offered("waterloo1895", view, decision.seat, ["N1 1 A11"])
    assert "Check tells why" in refused.said
    assert not refused.complete


@pytest.mark.parametrize("ruleset", HELPED)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_wherever_robots_have_got_to_it_offers_something_to_begin_with(ruleset: str, seed: int) -> None:
    words = presentation(ruleset)
    rules, dice = words.rules, SeededDice(bytes([seed]) * 32, "helped")
    position = rules.opening(words.settle({}))
    for turn in range(16):
        asked = rules.awaiting(position)
        views = {each.seat: rules.view(position, each.seat) for each in asked}
        orders = {}
        for seat, view in views.items():
            if words.ask(view, seat) is None:
                orders[seat] = ()
                continue
            if turn % 3 == 0:
                offer = offered(ruleset, view, seat, [])
                assert offer.pieces or offer.plain, (turn, seat)
            orders[seat] = read(ruleset, words.bot(view, seat, Random(seed)).split("\n"))
        if not asked:
            break
        position = rules.adjudicate(position, orders, dice).position


@pytest.mark.parametrize("ruleset", HELPED)
def test_however_much_is_typed_the_rules_are_asked_about_so_many_lines(
    ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = presentation(ruleset)
    position = words.rules.opening(words.settle({}))
    while (seat := words.rules.awaiting(position)[0].seat) and words.ask(
        words.rules.view(position, seat), seat
    ) is None:
        position = words.rules.adjudicate(position, {}, SeededDice(bytes(32), "helped")).position
    view = words.rules.view(position, seat)
    lines = words.bot(view, seat, Random(1)).split("\n")
    judged = []
    stands = helping._Desk._stands

    def counted(desk, order) -> bool:
        judged.append(len(desk.written) + 1)
        return stands(desk, order)

    monkeypatch.setattr(helping._Desk, "_stands", counted)
    offered(ruleset, view, seat, (lines * 500)[:499])
    assert sum(judged) <= helping.MOST_JUDGED + 500
