"""What counts from an answer to an old report; a CHECK with nothing to check; and asking for a move back."""

from __future__ import annotations

import pytest
from inprocess import subject_of
from sqlalchemy import select

from pbem.rulesets import presentation
from pbem.store.models import OrderSet

ADA, BEN = "ada@players.example", "ben@players.example"


@pytest.fixture
def old(server):
    """A game past its set-up, and a report of its set-up that is long answered."""
    server.begin((ADA, "NEW waterloo1895"), (BEN, "JOIN waterloo1"))
    report = server.latest(ADA)
    server.reply(report, "place default")
    server.reply(server.latest(BEN), "place default")
    assert server.game("waterloo1").state == "running"
    return report


def said(mail, words):
    return " ".join(words(mail).split())


def test_an_old_report_can_be_answered_by_resigning(server, words, old):
    answers = server.reply(old, "resign")
    if server.game("waterloo1").state != "over":  # asked first whether it is meant
        assert "YES" in said(answers[0], words)
        answers = server.reply(answers[0], "YES")
    assert server.game("waterloo1").state == "over"


def test_an_old_report_can_be_answered_with_a_draw(server, words, old):
    before = len(server.box(BEN))
    [answer] = server.reply(old, "draw")
    assert "offer" in said(answer, words)
    assert "turn that is over" not in said(answer, words)
    server.hours_pass(1)
    assert len(server.box(BEN)) > before
    server.reply(server.box(BEN)[0 - 1], "draw")
    assert server.game("waterloo1").state == "over"


def test_orders_beside_what_counts_at_any_time_are_not_played(server, words, old):
    [answer] = server.reply(old, "draw\nrest auto")
    told = said(answer, words)
    assert "rest auto no for a turn that is over" in told
    assert "What counts at any time was taken from it, and nothing else" in told
    assert "you offer a draw" in told


def test_orders_alone_are_stale_as_before(server, words, old):
    [answer] = server.reply(old, "rest auto")
    assert "orders for a turn that is over" in subject_of(answer)


def test_check_tries_what_counts_at_any_time_too(server, words, old):
    [answer] = server.reply(old, "CHECK\nresign\nrest auto")
    assert server.game("waterloo1").state == "running"
    assert "Nothing was played" in said(answer, words)
    assert "rest auto no for a turn that is over" in said(answer, words)


def test_what_counts_at_any_time_does_not_take_the_place_of_orders_that_wait(server, words, sealed_bids):
    bid = type(sealed_bids.read([(1, "bid 1")])[0].order)
    object.__setattr__(sealed_bids, "timeless", frozenset({bid}))
    server.begin((ADA, "NEW sealed_bids rounds=2"), (BEN, "JOIN sealed1"))
    first = server.latest(ADA)
    server.reply(first, "bid 2")
    server.reply(server.latest(BEN), "bid 1")
    server.reply(server.latest(ADA), "bid 3")
    [answer] = server.reply(first, "bid 5")
    assert "bid 5 no for a turn that is over" in said(answer, words)
    with server.store.reading() as session:
        held = session.scalars(select(OrderSet.lines).where(OrderSet.state == "held")).all()
    assert held == ['[[1,"bid 3"]]']


def test_a_check_without_orders_says_so_in_its_subject(server, words, old):
    [answer] = server.reply(server.latest(ADA), "CHECK")
    assert "nothing to check: no order was found in this mail" in subject_of(answer)
    assert "judged" not in said(answer, words).partition("Order form")[0]


def test_check_and_an_order_on_one_line(server, words, old):
    for player in (ADA, BEN):
        for answer in server.reply(server.latest(player), "CHECK rest auto"):
            assert "orders checked" in subject_of(answer) or "orders not played" in subject_of(answer)


# --- Taking back --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["UNDO", "Can I take that back", "can I take back my move?", "TAKE BACK"])
def test_a_move_that_counts_at_once_is_not_taken_back(server, words, old, line):
    [answer] = server.reply(server.latest(ADA), line)
    told = said(answer, words)
    assert "orders count at once, and what was played cannot be taken back" in told
    assert "write CHECK above your orders" in told
    assert "no order and no command" not in told


def test_where_orders_wait_for_others_it_is_said_that_none_do(server, words, sealed_bids):
    server.begin((ADA, "NEW sealed_bids"), (BEN, "JOIN sealed1"))
    [answer] = server.reply(server.latest(ADA), "TAKE BACK")
    assert "no orders of yours wait to be played" in said(answer, words)
    assert "count at once" not in said(answer, words)


def test_nothing_is_played_beside_the_wish_to_take_back(server, words, old):
    before = server.game("waterloo1")
    [answer] = server.reply(server.latest(ADA), "undo\ndraw")
    assert "Nothing was played: send them without UNDO" in said(answer, words)
    assert "you offer a draw" not in said(server.latest(BEN), words)
    assert server.game("waterloo1").state == before.state == "running"


def test_orders_that_wait_can_be_replaced_and_undo_says_so(server, words, sealed_bids):
    server.begin((ADA, "NEW sealed_bids rounds=2"), (BEN, "JOIN sealed1"))
    server.reply(server.latest(ADA), "bid 2")
    [answer] = server.reply(server.latest(ADA), "undo")
    assert "your orders wait for those of the others, until" in said(answer, words)
    assert "replace them" in said(answer, words)


def test_every_order_form_says_that_orders_count_at_once(server, words, old):
    [answer] = server.reply(server.latest(ADA), "N1 7 to A1")
    for mail in (old, answer):
        assert "(orders count at once; CHECK tries them)" in words(mail)


# --- In every rule set --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "lines"),
    [
        ("conflict", ["resign", "offer draw", "withdraw draw", "press: good luck"]),
        ("stratego_waterloo", ["resign", "offer draw", "accept draw"]),
        ("waterloo1895", ["resign", "draw", "tell partner: hold Ligny"]),
        ("waterloo_grid", ["resign", "draw"]),
        ("waterloo_wargame", ["RESIGN", "OFFER DRAW", "WITHDRAW DRAW"]),
    ],
)
def test_these_mean_the_same_in_every_turn(ruleset, lines):
    words = presentation(ruleset)
    assert all(type(line.order) in words.timeless for line in words.read(list(enumerate(lines, start=1))))


@pytest.mark.parametrize(
    ("ruleset", "line"),
    [
        ("conflict", "pass"),
        ("stratego_waterloo", "E7 E6"),
        ("waterloo1895", "rest auto"),
        ("waterloo_grid", "end"),
        ("waterloo_wargame", "PASS"),
        ("waterloo_wargame", "CLAIM GAME"),
    ],
)
def test_these_hang_on_the_turn(ruleset, line):
    words = presentation(ruleset)
    [read] = words.read([(1, line)])
    assert read.order is not None
    assert type(read.order) not in words.timeless
