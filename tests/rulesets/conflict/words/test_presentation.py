"""The presentation as the server uses it: questions, forms, forces, help, and a robot that finishes its games."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from functools import cache
from itertools import takewhile
from random import Random
from typing import Any

import pytest
from meant import may_be_meant_in

from core.contract import Effect, Json, Line
from core.dice import ScriptedDice, SeededDice
from core.rulesets.conflict.orders import Move, Steps, WalkTo
from pbem.reports import text
from pbem.reports.turn import GameFacts, turn_report
from pbem.rulesets import presentation as presentation_named
from pbem.rulesets.conflict import presentation
from pbem.rulesets.conflict.board import board, distance, field_of
from pbem.rulesets.conflict.questions import position_of
from pbem.rulesets.sentences import meaning

looks_like_order = may_be_meant_in("conflict")

RULES = presentation().rules
SEATS = ("red", "yellow", "green", "orange")
GAMES: list[Json] = [
    {},
    {"seats": "red,yellow", "first": "yellow"},
    {"players": 3},
    {"players": 4},
    {"teams": "opposite"},
    {"teams": "adjacent", "reveal": "stepwise", "partner_mines": "live"},
    {"players": 3, "alliances": "formal", "nmr": "bot"},
    {"friends_pass": "no", "home_pass": "no", "third_double": "no_move"},
    {"players": 4, "aa_sky": "overfly", "own_mine_plane": "lost", "dead_mines": "heir", "turn_limit": 40},
]


def name_of(options: Json) -> str:
    return "-".join(map(str, options.values())) or "two"


def read(text: str) -> tuple[Line, ...]:
    return presentation().read(list(enumerate(text.split("\n"), start=1)))


def game(options: Json, seed: int = 7) -> tuple[Any, ...]:
    """The positions of a whole game between robots, the first question first."""
    return _game(json.dumps(options), seed)


@cache
def _game(options: str, seed: int) -> tuple[Any, ...]:
    dice, rng = SeededDice(bytes([seed]) * 32), Random(seed)
    opening = RULES.opening(RULES.settle(json.loads(options)))
    positions = [RULES.adjudicate(opening, {}, dice).position]
    while RULES.outcome(positions[-1]) is None:
        (decision,) = RULES.awaiting(positions[-1])
        text = presentation().bot(RULES.view(positions[-1], decision.seat), decision.seat, rng)
        result = RULES.adjudicate(positions[-1], {decision.seat: read(text)}, dice)
        assert [verdict for verdict in result.verdicts[decision.seat] if verdict.code] == [], text
        positions.append(result.position)
        assert len(positions) < 600
    return tuple(positions)


def test_the_kit_is_found_by_name() -> None:
    assert presentation_named("conflict") is presentation()
    assert presentation().name == RULES.name == "conflict"


# --- The robot ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 7])
@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_robots_finish_their_games(options: Json, seed: int) -> None:
    view = RULES.view(game(options, seed)[-1], None)
    assert presentation().say_outcome(view).endswith(").")
    if "turn_limit" not in options:
        assert view["outcome"]["reason"] == "last_standing"


@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_what_is_said_of_a_move_is_read_back(options: Json) -> None:
    """The answer to a line, sent back, is an order with the same answer; and so is what a report says of the move."""
    said = 0
    for seed, position in enumerate(game(options)[:-1]):
        (decision,) = RULES.awaiting(position)
        seat, view = decision.seat, RULES.view(position, decision.seat)
        lines = RULES.random_orders(position, seat, seed)
        told = answers_said(position, seat, lines, view)
        if not any("lost to" in text for text in told):
            again = answers_said(position, seat, read("\n".join(told)), view)
            assert again == [text.replace(" (the walk found for you)", "") for text in told]
            said += len(told)
        result = RULES.adjudicate(position, {seat: lines}, SeededDice(b"told"))
        for event in result.events:
            if event.kind == "move" and event.facts["seat"] == seat:
                (line,) = read(presentation().say_event(event, view) or "")
                if event.facts["lost"] and len(event.facts["path"]) < event.facts["die"]:
                    assert line.order is None  # how the walk would have gone on is not told
                    continue
                assert isinstance(line.order, Move)
                path = event.facts["path"]
                start = [] if event.facts["from"] == "START" else [event.facts["from"]]
                assert (line.order.die, list(line.order.squares)) == (event.facts["die"], [*start, *path])
    assert said > 30


def answers_said(position: Any, seat: str, lines: tuple[Line, ...], view: Json) -> list[str]:
    verdicts = RULES.check(position, seat, lines).verdicts
    by_number = {line.number: line for line in lines}
    return [presentation().say_verdict(verdict, by_number.get(verdict.line or 0), view).text for verdict in verdicts]


def test_a_robot_decides_at_once() -> None:
    times = []
    for options in GAMES:
        for position in game(options)[:-1:3]:
            (decision,) = RULES.awaiting(position)
            view, began = RULES.view(position, decision.seat), time.process_time()
            presentation().bot(view, decision.seat, Random(1))
            times.append(time.process_time() - began)
    assert sorted(times)[len(times) // 2] < 0.05


def test_a_robot_writes_its_moves_in_every_form() -> None:
    forms = set()
    for position in game({"players": 4})[:-1]:
        (decision,) = RULES.awaiting(position)
        text = presentation().bot(RULES.view(position, decision.seat), decision.seat, Random(3))
        forms |= {type(line.order) for line in read(text)}
    assert forms >= {Move, Steps, WalkTo}


def test_a_robot_plays_the_rules_own_choice_whatever_it_writes() -> None:
    for position in game({"players": 3})[:-1:4]:
        (decision,) = RULES.awaiting(position)
        chosen = RULES.bot_orders(position, decision.seat)  # type: ignore[attr-defined]
        text = presentation().bot(RULES.view(position, decision.seat), decision.seat, Random(5))
        after = [
            RULES.encode(RULES.adjudicate(position, {decision.seat: lines}, SeededDice(bytes(32))).position)
            for lines in (chosen, read(text))
        ]
        assert after[0] == after[1]


# --- Questions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_every_question_can_be_answered_as_its_form_shows(options: Json) -> None:
    for position in game(options)[:-1:4]:
        (decision,) = RULES.awaiting(position)
        ask = presentation().ask(RULES.view(position, decision.seat), decision.seat)
        assert ask is not None
        assert max(map(len, ask.form)) <= 76
        assert ask.headline.endswith(".")
        assert read("\n".join(ask.form)) == ()  # all comments
        if "end" in ask.form:
            continue
        example = [line.removeprefix("#   ") for line in takewhile(is_shown, ask.form[1:])]
        assert RULES.check(position, decision.seat, read("\n".join(example))).effect is Effect.AT_ONCE


def is_shown(line: str) -> bool:
    """Whether a line of a form shows an order."""
    return line.startswith("#   ")


@pytest.mark.clause("CON-057", "CON-082")
@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_every_line_that_a_form_shows_is_an_order_as_soon_as_its_sign_is_away(options: Json) -> None:
    """Whatever is told behind it, as of a move that takes something."""
    taking = 0
    for position in (*game(options)[:-1], *game(options, 0)[:-1]):
        (decision,) = RULES.awaiting(position)
        ask = presentation().ask(RULES.view(position, decision.seat), decision.seat)
        assert ask is not None
        for line in filter(is_shown, ask.form):
            told = line.removeprefix("#   ")
            taking += "  # takes " in told
            orders = [each.order for each in read(told)]
            assert None not in orders, told
            assert len(orders) == (not told.startswith(" ")), told
    assert taking


@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_the_example_goes_out_and_its_last_move_is_written_by_its_end(options: Json) -> None:
    outward, by_end, examples = 0, 0, 0
    for position in game(options)[:-1:4]:
        (decision,) = RULES.awaiting(position)
        ask = presentation().ask(RULES.view(position, decision.seat), decision.seat)
        assert ask is not None
        orders = [line.order for line in read("\n".join(each.removeprefix("#   ") for each in ask.form))]
        ends = [(each.unit, each.squares[-1]) for each in orders[:2] if isinstance(each, Move)]
        examples += bool(ends)
        by_end += any(isinstance(each, WalkTo) for each in orders)
        circle = board().corners[decision.seat].circle
        at = field_of(decision.seat, RULES.view(position, decision.seat))
        outward += any(distance(circle, end) > distance(circle, at.get(piece, circle)) for piece, end in ends)
    assert outward > examples * 0.8
    assert by_end > examples * 0.5


def test_who_owes_nothing_is_asked_nothing() -> None:
    for position in game({"players": 4})[::7]:
        owing = {decision.seat for decision in RULES.awaiting(position)}
        for seat in SEATS:
            assert (presentation().ask(RULES.view(position, seat), seat) is not None) == (seat in owing)
            if seat not in owing:
                assert presentation().bot(RULES.view(position, seat), seat, Random(1)) == ""


def asked(pieces: Json, throws: list[list[int]], more: Json | None = None, **options: Any) -> Any:
    settled = RULES.settle({"players": 4} | options)
    at = RULES.decode({"pieces": pieces, "to_move": "red", "throws": throws} | (more or {}), settled)
    ask = presentation().ask(RULES.view(at, "red"), "red")
    assert ask is not None
    return ask


def test_a_throw_is_asked_for_in_full() -> None:
    pieces = {"red": {"pl1": "m3", "ar1": "a4"}, "orange": {"bs1": "n4", "ar1": "o3"}, "yellow": {"pl1": "p4"}}
    ask = asked(pieces, [[4, 1]])
    assert ask.subject == "your throw 4-1"
    assert ask.headline == "Your throw: 4-1, two moves by two different pieces."
    assert ask.silence == (
        "If you send nothing, your turn passes and none of your pieces moves. After two turns missed in a row the "
        "robot plays for you."
    )
    assert ask.form == (
        "# Nothing behind a # is read. For example, all legal together without it:",
        "#   pl1 1 m2",
        "#   ar1 4 to a8",
        "# First moves that would take something:",
        "#   pl1 4 m4 n4 o3 p4  # takes Orange bs1 and ar1, Yellow pl1",
        "#   pl1 1 n4           # takes Orange bs1",
        "# A move: piece, die, every square entered; or piece, die, to, square.",
    )


def test_a_circle_in_reach_is_pointed_out() -> None:
    ask = asked({"red": {"ar1": "w4", "aa": "f2"}, "orange": {"bs1": "v3"}}, [[3, 1]])
    assert "#   ar1 1 v3        # takes Orange's circle, Orange bs1: Orange is out" in ask.form


@pytest.mark.clause("CON-106")
@pytest.mark.parametrize(("options", "wins"), [({"players": 2}, True), ({"players": 4}, False)])
def test_a_move_that_wins_is_said_to_win(options: Json, wins: bool) -> None:
    ask = asked({"red": {"ar1": "w21", "aa": "f2"}, "green": {"bs1": "s21"}}, [[3, 1]], **options)
    (line,) = [each for each in ask.form if "circle" in each and "# takes" in each]
    assert line.endswith("Green's circle: Green is out" + (", and you win" if wins else ""))


@pytest.mark.clause("CON-051", "CON-052", "CON-053")
def test_how_waiting_pieces_enter_is_told_while_any_waits() -> None:
    told = "# Out of camp or dock: first step b4 or d2 on land, d4 on water."
    assert told in asked({"red": {"ar1": "w4", "aa": "START"}}, [[3, 1]]).form
    assert told not in asked({"red": {"ar1": "w4", "aa": "f2"}}, [[3, 1]]).form


@pytest.mark.clause("CON-093", "CON-095")
@pytest.mark.parametrize(
    ("throws", "told"),
    [
        ([[5, 2]], "# On the seven, above its moves: reserve ar4 (or bs4)"),
        ([[2, 2], [5, 2]], '# On the seven, above its moves and below "throw 2": reserve ar4 (or bs4)'),
    ],
)
def test_a_seven_is_told_with_the_line_to_write(throws: list[list[int]], told: str) -> None:
    others = {f"{kind}{at}": "START" for kind, last in (("ar", 3), ("bs", 5), ("pl", 2)) for at in range(1, last + 1)}
    ask = asked({"red": others | {"aa": "f2", "ar4": "RESERVE", "bs4": "RESERVE"}}, throws)
    assert told in " ".join(ask.form).replace(" # (or", " (or").replace(" # bs4)", " bs4)")
    header = ["throw 2"] * (len(throws) > 1)
    position = RULES.decode(
        {"pieces": {"red": others | {"aa": "f2"}}, "to_move": "red", "throws": throws}, RULES.settle({"players": 4})
    )
    verdicts = RULES.check(position, "red", read("\n".join([*header, "reserve ar4"]))).verdicts
    assert not [each for each in verdicts if each.code == "E18"]


def test_several_throws_a_seven_and_the_price_of_three_doubles() -> None:
    ask = asked({"red": {"ar1": "l2", "aa": "f2"}}, [[2, 2], [5, 2]])
    assert ask.subject == "your throws 2-2, 5-2"
    assert ask.headline == (
        "Your throws: throw 1 is 2-2, two moves by two different pieces; throw 2 is 5-2, two moves if possible "
        "then. You have a seven in throw 2, so you may take a piece out of reserve before its moves."
    )
    assert '# Above the moves of a later throw, alone on a line: "throw 2"' in ask.form
    ask = asked({"red": {"ar1": "l2", "aa": "f2"}}, [[2, 2], [5, 5], [1, 1]])
    assert ask.form[-1] == '# Above the moves of a later throw, alone on a line: "throw 2" or "throw 3"'
    assert ask.headline.endswith("The third double puts a piece in reserve: name it with back.")


@pytest.mark.clause("CON-R33", "CON-R36")
def test_silence_names_the_piece_that_a_third_double_costs() -> None:
    doubles = [[6, 6], [4, 4], [2, 2]]
    told = asked({"red": {"bs2": "START", "aa": "h2"}}, doubles).silence
    assert "The third double then sends bs2 into reserve." in told
    assert "The third double then sends ar1 into reserve." in asked({"red": {"ar1": "l2", "aa": "f2"}}, doubles).silence


@pytest.mark.clause("CON-R32")
def test_a_third_double_is_said_to_be_played_without_moves_where_it_is() -> None:
    doubles, pieces = [[4, 4], [6, 6], [2, 2]], {"red": {"ar1": "l2", "aa": "f2"}}
    moved = asked(pieces, doubles).headline
    assert "throw 3 is 2-2, two moves if possible then. The third double puts a piece" in moved
    unmoved = asked(pieces, doubles, third_double="no_move").headline
    assert "throw 3 is 2-2, which is played without moves. The third double puts a piece" in unmoved
    assert "no piece can move" not in unmoved


@pytest.mark.parametrize("options", [{}, {"players": 4}, {"teams": "opposite"}], ids=name_of)
def test_the_first_report_is_short_even_on_three_doubles(options: Json) -> None:
    settled = RULES.settle(options)
    to_begin = [6, 6] + [1, 2] * (len(RULES.seats(settled)) - 1)
    begun = RULES.adjudicate(RULES.opening(settled), {}, ScriptedDice((*to_begin, 6, 6, 5, 5, 4, 4)))
    view = RULES.view(begun.position, "red")
    facts = GameFacts(
        "conflict1",
        "1.1",
        dict.fromkeys(view["order"], "Ada"),
        deadline=datetime(2026, 11, 26, 15, tzinfo=UTC),
        commitment="a" * 64,
        length=2,
        head="b" * 64,
        first=True,
        full=False,
    )
    told = text.write(turn_report(presentation(), facts, view, "red", begun.events))
    assert 80 < len(told.splitlines()) <= 120


def test_a_later_throw_of_a_turn_is_called_by_its_number() -> None:
    ask = asked({"red": {"ar1": "l2", "aa": "f2"}}, [[2, 2], [5, 3]], reveal="stepwise")
    assert ask.headline == "Your throw 2: 5-3, two moves by two different pieces."


@pytest.mark.clause("CON-060", "CON-062", "CON-093")
def test_the_brief_tells_of_resting_airplanes_and_that_a_seven_is_a_choice() -> None:
    told = presentation().brief(RULES.settle({}))
    assert "either an airplane that rests on its kind of square" in told
    assert "on a seven you may take a piece out of reserve" in told


def test_one_move_or_none() -> None:
    assert asked({"red": {"pl1": "m5"}}, [[5, 3]]).headline == "Your throw: 5-3, one move."
    assert asked({"red": {}}, [[6, 1]]).headline == (
        "Your throw: 6-1, and no piece can move unless one comes out of reserve. You have a seven, so you may take a "
        "piece out of reserve before its moves."
    )


def test_offers_proposals_and_misses_are_mentioned() -> None:
    pieces = {"red": {"pl1": "m5"}}
    more = {"draw_offers": {"yellow": 1, "green": 2}, "missed": {"red": 1}}
    ask = asked(pieces, [[5, 3]], more, alliances="formal")
    assert ask.silence.endswith("It would be the second turn missed in a row, and the robot would go on for you.")
    assert asked(pieces, [[5, 3]], nmr="bot").silence == (
        "If you send nothing, the robot will play this turn for you, and go on until you send orders."
    )


@pytest.mark.clause("CON-101")
def test_pacts_and_proposals_stand_between_the_players() -> None:
    settled = RULES.settle({"players": 4, "alliances": "formal"})
    written = {
        "pieces": {"red": {"pl1": "m5"}, "green": {"pl1": "m7"}},
        "to_move": "green",
        "throws": [[5, 3]],
        "pacts": [{"seats": ["red", "yellow"], "broken_by": ["yellow"]}],
        "proposals": [{"from": "green", "to": "orange"}],
    }
    position = RULES.decode(written, settled)
    told = {seat: presentation().between(RULES.view(position, seat), seat) for seat in SEATS}
    friends = "your pieces are friendly to each other until then."
    assert [each.said for each in told["red"]] == [
        f"You have a pact with Yellow, which Yellow has broken; it ends when Yellow's next turn is over: {friends}"
    ]
    assert [each.said for each in told["yellow"]] == [
        f"You have a pact with Red, which you have broken; it ends when your next turn is over: {friends}"
    ]
    others = "Red and Yellow have a pact, which Yellow has broken; it ends when Yellow's next turn is over."
    assert [each.said for each in told["green"]] == [
        others,
        "You propose a pact to Orange, who alone is told. The proposal lapses when both you and Orange have completed "
        "a turn.",
    ]
    assert told["orange"][1].answer == "ALLY GREEN agrees to it."
    assert told["orange"][1].asked == ("Green proposes a pact", "ALLY GREEN")
    assert all(each.asked is None for seat in ("red", "yellow", "green") for each in told[seat])


@pytest.mark.clause("CON-108")
def test_an_offer_made_in_ones_own_turn_is_said_to_outlive_it() -> None:
    written = {"pieces": {"red": {"pl1": "m5"}, "green": {"pl1": "m7"}}, "to_move": "red", "throws": [[5, 3]]}
    at = RULES.decode(written | {"draw_offers": {"red": 2, "green": 1}}, RULES.settle({"players": 4}))
    assert presentation().draws(RULES.view(at, "red")).offers == {
        "red": "until your turn after the present one is over",
        "green": "until Green's next turn is over",
    }


@pytest.mark.clause("CON-108", "CON-109")
def test_who_is_out_is_told_of_no_offer_that_stands() -> None:
    out = {"red": {"how": "resigned", "heir": None, "turn": 9}}
    written = {"pieces": {}, "to_move": "green", "throws": [[5, 3]], "out": out, "draw_offers": {"yellow": 1}}
    at = RULES.decode(written, RULES.settle({"players": 4}))
    assert presentation().draws(RULES.view(at, "red")).offers == {}
    assert set(presentation().draws(RULES.view(at, "green")).offers) == {"yellow"}


@pytest.mark.clause("CON-102", "CON-103", "CON-104", "CON-067")
@pytest.mark.parametrize(("passing", "told"), [("yes", "may pass"), ("no", "bar each other's way")])
def test_the_brief_of_partners_says_what_friendly_means(passing: str, told: str) -> None:
    brief = presentation().brief(RULES.settle({"teams": "opposite", "friends_pass": passing}))
    assert f"Partners' pieces never take each other, {told}, and never stop on one another or the" in brief
    assert "your own and your partner's come back into play" in brief
    alone = presentation().brief(RULES.settle({"players": 4}))
    assert "Partners" not in alone
    assert "yours; your own come back into play" in alone


@pytest.mark.clause("CON-102")
def test_partners_stand_between_the_players() -> None:
    view = RULES.view(RULES.opening(RULES.settle({"players": 4, "teams": "opposite"})), "yellow")
    (told,) = presentation().between(view, "yellow")
    assert told.said == "Orange is your partner: your pieces are friendly to each other."


@pytest.mark.clause("CON-106")
def test_a_partner_who_is_out_has_no_pieces_to_be_friendly() -> None:
    out = {"orange": {"how": "circle", "heir": "red", "turn": 9}}
    written = {"pieces": {"yellow": {"pl1": "m5"}}, "to_move": "yellow", "throws": [[5, 3]], "out": out}
    at = RULES.decode(written, RULES.settle({"players": 4, "teams": "opposite"}))
    told = [presentation().between(RULES.view(at, seat), seat)[0].said for seat in ("yellow", "orange")]
    assert told == [
        "Orange is your partner, and is out: if you win, you both have won.",
        "Yellow is your partner, and plays on: if Yellow wins, you both have won.",
    ]


@pytest.mark.clause("CON-105")
@pytest.mark.parametrize(
    ("options", "whose", "ships"),
    [
        ({"teams": "opposite"}, "an enemy's", "Enemy ships"),
        ({"teams": "opposite", "partner_mines": "live"}, "another player's", "Foreign ships"),
        ({"players": 4}, "another player's", "Foreign ships"),
    ],
)
def test_safe_mines_of_a_partner_are_not_warned_of(options: Json, whose: str, ships: str) -> None:
    settled = RULES.settle(options)
    told = presentation().card(RULES.view(RULES.opening(settled), "red"))
    assert told[-1].startswith(f"A ship is lost on {whose} live mine, even in passing; a pl is lost only if it stops")
    assert f"{ships} sink on mines" in presentation().brief(settled)


def test_a_long_list_of_prisoners_is_broken_between_them() -> None:
    pieces = ["aa", *(f"ar{at}" for at in range(1, 5)), *(f"bs{at}" for at in range(1, 6)), "pl1", "pl2"]
    held = {seat: dict.fromkeys(pieces, "HELD:yellow") for seat in ("red", "green")}
    out = {seat: {"how": "circle", "heir": "yellow", "turn": 9} for seat in held}
    written = {"pieces": held | {"yellow": {"pl1": "m5"}}, "to_move": "yellow", "throws": [[5, 3]], "out": out}
    view = RULES.view(RULES.decode(written, RULES.settle({"players": 4})), None)
    below = presentation().map_text(view).split("\n")
    at = next(number for number, line in enumerate(below) if line.startswith("YELLOW"))
    assert below[at : at + 3] == [
        "YELLOW also in reserve ar3 bs3 bs2 ar2 bs1 aa ar1   holds Raa Ra1 Ra2 Ra3 Ra4",
        "       Rb1 Rb2 Rb3 Rb4 Rb5 Rp1 Rp2 Gaa Ga1 Ga2 Ga3 Ga4 Gb1 Gb2 Gb3 Gb4 Gb5 Gp1",
        "       Gp2",
    ]
    named = " ".join(line.strip() for line in presentation().forces(view))
    assert f"holds Red {' '.join(pieces)}, Green {' '.join(pieces)}" in named, "each is named as it is ordered"


def test_status_in_a_line() -> None:
    settled = RULES.settle({})
    at = RULES.decode({"pieces": {}, "to_move": "red", "turn": 15, "throws": [[6, 6], [4, 1]]}, settled)
    assert presentation().status(RULES.view(at, None)) == "turn 15, Red to move, throws 6-6 and 4-1"
    opening = RULES.view(RULES.opening(settled), "green")
    assert presentation().status(opening) == "who begins is still to be thrown for"
    assert presentation().ask(opening, "green") is None


def test_whoever_is_out_is_told_so_first() -> None:
    settled = RULES.settle({"players": 3})
    out = {"green": {"how": "circle", "heir": "red", "turn": 3}}
    at = RULES.decode({"pieces": {}, "to_move": "red", "turn": 15, "throws": [[6, 4]], "out": out}, settled)
    told = "you are out of the game (Red took your home circle); turn 15, Red to move, throw 6-4"
    assert presentation().status(RULES.view(at, "green")) == told
    assert presentation().status(RULES.view(at, "red")) == "turn 15, Red to move, throw 6-4"


# --- Views and positions --------------------------------------------------------------------------------------------


def test_a_view_is_a_position() -> None:
    for options in GAMES:
        for position in game(options)[::9]:
            for seat in (None, *RULES.seats(RULES.settle(options))):
                again = position_of(RULES, RULES.view(position, seat))  # type: ignore[arg-type]
                assert RULES.encode(again) == RULES.encode(position)


def test_nothing_that_is_drawn_changes_the_view() -> None:
    for position in game({"players": 4})[:-1:11]:
        (decision,) = RULES.awaiting(position)
        view, before = RULES.view(position, decision.seat), RULES.view(position, decision.seat)
        presentation().ask(view, decision.seat)
        presentation().bot(view, decision.seat, Random(1))
        presentation().map_text(view)
        presentation().map_svg(view)
        presentation().forces(view)
        assert view == before


# --- Forces and help ------------------------------------------------------------------------------------------------


def test_forces_for_those_who_cannot_see_the_map() -> None:
    settled = RULES.settle({"players": 3})
    red = {"aa": "c3", "ar1": "i6", "ar2": "f3", "bs1": "f5", "ar3": "START", "bs2": "HELD:green", "bs3": "RETIRED"}
    out = {"yellow": {"how": "circle", "heir": "red", "turn": 9}}
    written = {"pieces": {"red": red, "yellow": {"pl1": "HELD:red"}}, "to_move": "red", "throws": [[1, 2]], "out": out}
    view = RULES.view(RULES.decode(written, settled), None)
    assert presentation().forces(view) == [
        "RED    field aa@c3(home) ar1@i6(bridge) ar2@f3 bs1@f5(mine)",
        "  start ar3   reserve ar4 bs4 bs5 pl1 pl2   holds Yellow pl1   gone bs3",
        "YELLOW out on turn 9: home circle taken by Red",
        "GREEN  reserve aa ar1 ar2 ar3 ar4 bs1 bs2 bs3 bs4 bs5 pl1 pl2   holds Red bs2",
    ]


@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_nothing_is_wider_than_a_mail(options: Json) -> None:
    for position in game(options)[::6]:
        view = RULES.view(position, None)
        assert len(presentation().forces(view)) <= 2 * len(SEATS)  # the mail sets them to its width
        assert max(map(len, presentation().map_text(view).split("\n"))) <= 78
        assert len(presentation().status(view)) <= 78


@pytest.mark.parametrize(
    ("word", "seat"),
    [
        ("Red", "red"),
        ("r", "red"),
        ("GREEN", "green"),
        ("G.", "green"),
        ("yel", "yellow"),
        ("SE", "orange"),
        ("nw", "yellow"),
        ("or", "orange"),
        ("", None),
        ("blue", None),
        ("e", None),
    ],
)
def test_seats_are_found_by_what_players_call_them(word: str, seat: str | None) -> None:
    assert presentation().find_seat(word, SEATS) == seat
    assert presentation().find_seat(word, ("red", "green")) == (seat if seat in ("red", "green") else None)


def test_seats_have_titles() -> None:
    assert [presentation().seat_title(seat) for seat in SEATS] == ["Red", "Yellow", "Green", "Orange"]


def test_every_option_is_explained() -> None:
    options = RULES.options()
    assert list(presentation().option_help) == [option.name for option in options]
    for option in options:
        for value in option.values or ():
            if option.name not in ("first", "friends_pass", "home_pass"):
                assert f"{value}" in presentation().option_help[option.name]


@pytest.mark.clause("CON-020")
@pytest.mark.parametrize(("players", "told"), [(3, "one corner stays empty"), (4, "every corner has a player")])
def test_the_number_of_players_is_told_with_what_it_means(players: int, told: str) -> None:
    assert told in meaning(presentation().option_help["players"], players)


def test_the_examples_of_the_help_are_orders() -> None:
    assert max(map(len, presentation().order_help.split("\n"))) <= 78
    examples = [line[2:27].strip() for line in presentation().order_help.split("\n") if line.startswith("  ")]
    assert len(examples) >= 12
    for example in (each for line in examples for each in line.split(", ")):
        assert [line.order for line in read(example.replace("...", "x")) if line.order is None] == [], example
        assert looks_like_order(example)
