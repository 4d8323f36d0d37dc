"""The presentation as the server uses it: questions, forms, forces, help, and a robot that finishes its games."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import jsonschema
import pytest
from meant import may_be_meant_in

from core.contract import Effect, Event, Json, Line, Status
from core.dice import SeededDice
from core.rulesets.stratego_waterloo.orders import Enter, Fire, Go, Reconnoitre, Rest, Setup, When
from pbem.rulesets import presentation as presentation_named
from pbem.rulesets.contract import Draws
from pbem.rulesets.schema import json_schema
from pbem.rulesets.stratego_waterloo import presentation
from pbem.rulesets.stratego_waterloo.questions import ask_draft

looks_like_order = may_be_meant_in("stratego_waterloo")

RULES: Any = presentation().rules
SEATS = ("blue", "red")
LIGNY = """\
scenario "Ligny corner"
base standard
tile HILL F8
tile MUD E5
tile MUD H5
tile FARM C5 "Hougemont"
army blue NA 1 NE 1 LN 10 LI 4 CH 4 CU 2 FA 5
army red WE 1 UX 1 BF 12 RI 3 KH 4 DC 2 BA 4
prussians PI 3 LW 4 SL 4 BU 1 PA 1 turn 4 flags L6 L5
garrison red C5 2
retreat red CENTRE blue ANY
option turn-limit 25"""
GAMES: list[Json] = [
    {},
    {"memory": "off", "retreat-depth": 2},
    {"version": "standard"},
    {"version": "standard", "draft": "live", "fortify": "full", "li-front": "repulse"},
    {"version": "expert"},
    {"version": "expert", "start": "early", "grouchy": "on"},
    {"version": "expert", "prussian-rate": "by-action", "flag-relief": "off", "bulow-saves": "on"},
    {"battlefield": LIGNY},
]


def name_of(options: Json) -> str:
    return "-".join(str(value).split("\n", maxsplit=1)[0].replace('"', "") for value in options.values()) or "basic"


def read(text: str) -> tuple[Line, ...]:
    return presentation().read(list(enumerate(text.split("\n"), start=1)))


def game(options: Json, seed: int = 7) -> tuple[Any, ...]:
    """The positions of a whole game between robots, the first question first."""
    return _game(json.dumps(options), seed)


@cache
def _game(options: str, seed: int) -> tuple[Any, ...]:
    rng, key = Random(seed), bytes([seed]) * 32
    opening = RULES.opening(RULES.settle(json.loads(options)))
    positions = [RULES.adjudicate(opening, {}, SeededDice(key)).position]
    while RULES.outcome(positions[-1]) is None:
        (decision,) = RULES.awaiting(positions[-1])
        text = presentation().bot(RULES.view(positions[-1], decision.seat), decision.seat, rng)
        lines = read(text)
        assert RULES.check(positions[-1], decision.seat, lines).effect is Effect.AT_ONCE, text
        positions.append(RULES.adjudicate(positions[-1], {decision.seat: lines}, SeededDice(key)).position)
        assert len(positions) < 400
    return tuple(positions)


def asked(position: Any, seat: str) -> Any:
    return presentation().ask(RULES.view(position, seat), seat)


def opening(**options: Any) -> Any:
    return RULES.adjudicate(RULES.opening(RULES.settle(options)), {}, SeededDice(bytes(32))).position


def test_the_kit_is_found_by_name() -> None:
    found = presentation_named("stratego_waterloo")
    assert found is presentation()
    assert found.title == "Stratego Waterloo"
    assert found.rules.name == found.name


# --- The robot ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_robots_finish_their_games(options: Json) -> None:
    assert RULES.outcome(game(options)[-1]) is not None


@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_what_is_said_of_an_order_is_read_back(options: Json) -> None:
    """The answer to a line, sent back, is an order with the same answer."""
    said = 0
    for seed, position in enumerate(game(options)):
        for decision in RULES.awaiting(position):
            lines = RULES.random_orders(position, decision.seat, seed)
            view = RULES.view(position, decision.seat)
            if view["phase"] == "play":
                told = answers_said(position, decision.seat, lines, view)
                again = answers_said(position, decision.seat, read("\n".join(told)), view)
                assert again == [text.replace(" (the way found for you)", "") for text in told]
                said += len(told)
    assert said > 10


@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_what_a_report_says_of_an_action_is_read_back(options: Json) -> None:
    """By its owner, who is told which piece it was."""
    said = 0
    for seed, position in enumerate(game(options)):
        for decision in RULES.awaiting(position):
            orders = {decision.seat: RULES.random_orders(position, decision.seat, seed)}
            result = RULES.adjudicate(position, orders, SeededDice(b"told"))
            view = RULES.view(result.position, decision.seat)
            for event in result.events:
                if event.facts.get("seat") == decision.seat and decision.seat in (event.seen_by or SEATS):
                    said += told_is_meant(event, view)
    assert said > 10


def told_is_meant(event: Event, view: Json) -> bool:
    facts = event.facts
    if event.kind not in ("move", "attack", "shot", "enter", "rest") or facts.get("number"):
        return False
    text = presentation().say_event(event, view)
    (line,) = read(text)
    match event.kind, line.order:
        case "move", Go(path, None):
            assert (path[0], path[-1]) == (facts["from"], facts["to"])
        case "attack", Go(path, "attack"):
            assert (path[0], path[-1]) == (facts["from"], facts["square"])
        case "shot", Fire(gun, target):
            assert (gun, target) == (facts["from"], facts["at"] or facts["tile"])
        case "enter", Enter(code, square):
            assert (code, square) == (facts["piece"]["code"], facts["square"])
        case "rest", Rest(square):
            assert square == facts["square"]
        case _:
            raise AssertionError(text)
    return True


def answers_said(position: Any, seat: str, lines: tuple[Line, ...], view: Json) -> list[str]:
    verdicts = RULES.check(position, seat, lines).verdicts
    by_number = {line.number: line for line in lines}
    return [presentation().say_verdict(verdict, by_number.get(verdict.line), view).text for verdict in verdicts]


def test_a_robot_decides_at_once() -> None:
    positions = game({"version": "standard"})
    started = time.process_time()
    for position in positions[2:8]:
        (decision,) = RULES.awaiting(position)
        presentation().bot(RULES.view(position, decision.seat), decision.seat, Random(1))
    assert time.process_time() - started < 3


def test_a_robot_writes_what_a_player_writes() -> None:
    written = [
        line.order
        for options in GAMES[2:5]
        for position in game(options)[:-1:3]
        for line in read(
            presentation().bot(
                RULES.view(position, RULES.awaiting(position)[0].seat), RULES.awaiting(position)[0].seat, Random(3)
            )
        )
    ]
    kinds = {type(order) for order in written}
    assert {Go, When, Setup} <= kinds
    assert None not in written


def test_a_robot_looks_before_it_attacks() -> None:
    board = {"A1": "NA", "B1": "NE", "E5": "LN", "E6": "BF", "F6": "BF", "G6": "KH", "G7": "HR"}
    written = {"board": board, "to_move": "blue", "cards": {"hands": {"blue": ["RE"]}}}
    position = RULES.decode(written, RULES.settle({"version": "standard"}))
    (line,) = read(presentation().bot(RULES.view(position, "blue"), "blue", Random(1)))
    assert isinstance(line.order, Reconnoitre)
    assert sorted(line.order.squares) == ["E6", "F6", "G6", "G7"]


def test_who_owes_nothing_orders_nothing() -> None:
    position = opening()
    assert presentation().bot(RULES.view(position, "blue"), "blue", Random(1)) == ""
    assert presentation().ask(RULES.view(position, "blue"), "blue") is None


# --- What is imagined ---------------------------------------------------------------------------------------------


def test_what_is_imagined_hangs_on_the_view_alone() -> None:
    """Two positions that look alike to a seat give it the same form and robot."""
    board = {"A1": "NA", "B1": "NE", "E4": "LN", "A10": "WE", "B10": "UX", "E6": "BF", "F6": "HR", "G6": "RI"}
    other = board | {"E6": "RI", "F6": "BF", "G6": "HR", "A10": "UX", "B10": "WE"}
    settled = RULES.settle({})
    one, two = (
        RULES.view(RULES.decode({"board": each, "to_move": "blue"}, settled), "blue") for each in (board, other)
    )
    assert one == two
    assert presentation().ask(one, "blue") == presentation().ask(two, "blue")
    assert presentation().bot(one, "blue", Random(4)) == presentation().bot(two, "blue", Random(4))


def test_nothing_that_is_drawn_changes_the_view() -> None:
    for position in game({"version": "expert"})[:-1:9]:
        (decision,) = RULES.awaiting(position)
        view, before = RULES.view(position, decision.seat), RULES.view(position, decision.seat)
        presentation().ask(view, decision.seat)
        presentation().bot(view, decision.seat, Random(1))
        presentation().map_text(view)
        presentation().map_svg(view)
        presentation().forces(view)
        assert view == before


# --- Questions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_the_form_of_a_set_up_can_be_sent_back_as_it_is(options: Json) -> None:
    position = opening(**options)
    for _ in SEATS:
        (decision,) = RULES.awaiting(position)
        form = asked(position, decision.seat).form
        lines = read("\n".join(form))
        assert isinstance(lines[0].order, Setup)
        # Longer lines would be taken for prose of ours when they come back (pbem.inbound.quotes).
        assert all(len(line.split()) <= 12 for line in form if not line.startswith("#"))
        assert RULES.check(position, decision.seat, lines).effect is Effect.AT_ONCE
        position = RULES.adjudicate(position, {decision.seat: lines}, SeededDice(bytes(32))).position
    assert RULES.awaiting(position)[0].kind in ("ply", "draft")


def test_a_set_up_is_asked_for_in_full() -> None:
    ask = asked(opening(version="expert"), "red")
    assert ask.subject == "set up your army"
    assert ask.headline == (
        "Set up your army: 45 pieces on rows 7, 8, 9 and 10 but for a garrison, at most 10 of them held back as "
        "reserve. Exactly 2 infantry start in Hougemont, on C5, C6, D5 or D6. Blue will see the arms of your pieces, "
        "and sets up after you."
    )
    assert ask.form[:8] == (
        "setup",
        "#  A  B  C  D  E  F  G  H  I  J  K  L",
        "10:BF KH BL .. UX WE .. DC .. KH BF BF",
        "09:KH KH DC BF SG BA BA RH BF DC KH KH",
        "08:.. RI BF BF FG BA BA BF BF BF RI ..",
        "07:BF BF BA BF BL HR HR BL BF BA BF BF",
        "garrison: BF C6, BF D6",
        "keep FS CA GB IN RE",
    )
    assert ask.silence.startswith("If you send nothing, you get the usual formation")


@pytest.mark.parametrize(("gun", "offered"), [("F4", True), ("F1", False)])
def test_a_card_is_named_only_where_it_can_be_played(gun: str, offered: bool) -> None:
    """A grand battery needs a gun with a shot (SWL-142): from the back row none reaches anybody."""
    board = {"A1": "NA", "B1": "NE", gun: "FA", "F6": "KH", "A10": "WE", "B10": "UX"}
    written = {"board": board, "to_move": "blue", "turn": 5, "cards": {"hands": {"blue": ["GB"]}}}
    ask = asked(RULES.decode(written, RULES.settle({"version": "standard"})), "blue")
    assert ("You may begin with a card: GB" in ask.headline) is offered
    assert any("card GB" in line for line in ask.form) is offered


def test_a_ply_is_asked_for_in_full() -> None:
    board = {"A1": "NA", "B1": "NE", "E4": "LN", "F4": "FA", "E6": "BF", "F6": "KH", "A10": "WE", "B10": "UX"}
    written = {
        "board": board,
        "to_move": "blue",
        "turn": 5,
        "pool": {"blue": ["CH", "LN", "LN"]},
        "cards": {"hands": {"blue": ["FS", "RE"]}},
        "draw_offer": "red",
        "retreat": {"blue": "LEFT", "red": "RIGHT"},
    }
    ask = asked(RULES.decode(written, RULES.settle({"version": "standard"})), "blue")
    assert ask.subject == "your ply of turn 5 (13:00)"
    assert ask.headline == (
        "Your ply of turn 5, 13:00: 3 actions (NA 2 + NE 1). You may begin with a card: RE Reconnaissance. Fighting "
        "Spirit may go with an attack."
    )
    view = RULES.view(RULES.decode(written, RULES.settle({"version": "standard"})), "blue")
    assert presentation().draws(view) == Draws({"red": "until your present ply is over"}, ("blue",))
    assert ask.form == (
        "# Attacks within reach, and how often each wins: A1 x A10 100 %,",
        "# B1 x B10 98 %, E4 x E6 88 %",
        "# Shots within reach: fire F4 F6",
        "# To bring on, an action each: LN 2, CH",
        "# One order a line, carried out one after the other, for example:",
        "#   A1 A9",
        "#   enter LN C1",
        "#   card RE A10  # you see up to four joined enemies",
        "#   A1 x A10 spirit  # 1 more; in defence by stand spirit",
        "# Before a line: try, if won:, if lost: (HELP ORDERS tells more)",
        "# end",
    )
    assert ask.silence == "If you send nothing, the ply ends and the actions left are lost."


@pytest.mark.parametrize(
    ("turn", "side", "told"),
    [
        (5, "blue", "4 actions (NA 2 + NE 1 + handicap 1)"),
        (6, "blue", "3 actions (NA 2 + NE 1)"),
        (5, "red", "3 actions (WE 2 + UX 1)"),
    ],
)
def test_the_action_of_a_handicap_is_told(turn: int, side: str, told: str) -> None:
    written = {"board": {"A1": "NA", "B1": "NE", "A10": "WE", "B10": "UX"}, "to_move": side, "turn": turn}
    ask = asked(RULES.decode(written, RULES.settle({"blue-extra": 5})), side)
    assert ask.headline.partition(": ")[2].startswith(f"{told}.")


def test_a_game_that_began_before_there_was_this_handicap_has_none() -> None:
    written = {"board": {"A1": "NA", "B1": "NE", "A10": "WE", "B10": "UX"}, "to_move": "blue", "turn": 5}
    options = {name: value for name, value in RULES.settle({}).items() if not name.endswith("-extra")}
    assert ": 3 actions (NA 2 + NE 1)." in asked(RULES.decode(written, options), "blue").headline


def test_a_commander_who_is_away_is_not_told_of_where_a_handicap_gives_his_action() -> None:
    away = [{"code": "NE", "status": "withdrawn", "left": {"turn": 4, "seat": "blue"}}]
    written = {"board": {"A1": "NA", "A10": "WE"}, "to_move": "blue", "turn": 5, "pool": {"blue": away}}
    ask = asked(RULES.decode(written, RULES.settle({"blue-extra": 5})), "blue")
    assert ": 3 actions (NA 2 + handicap 1)." in ask.headline


def test_a_ply_that_goes_on_and_one_with_prussians() -> None:
    board = {"A1": "NA", "E4": "LN", "A10": "WE", "B10": "UX", "L6": "PI"}
    written = {"board": board, "to_move": "red", "turn": 13, "actions": {"allowance": 4, "used": 1, "allied": 1}}
    written["cards"] = {"discards": ["IN", "FS"]}
    ask = asked(RULES.decode(written, RULES.settle({"version": "standard"})), "red")
    assert ask.subject == "your ply goes on (3 actions left)"
    assert ask.silence.startswith("If you send nothing more, the ply ends")
    assert "Neither Allies nor Prussians may have more than 3 of the 4 (SWL-111)." in ask.headline
    assert "you may take" not in ask.headline
    del written["actions"]
    ask = asked(RULES.decode(written, RULES.settle({"version": "standard"})), "red")
    assert "Before any action you may take two of these cards, once: IN FS" in ask.headline


def test_a_pick_and_a_pursuit_are_asked_for() -> None:
    position = opening(version="standard", draft="live")
    for _ in SEATS:
        (decision,) = RULES.awaiting(position)
        position = RULES.adjudicate(position, {decision.seat: read("setup default")}, SeededDice(bytes(32))).position
    ask = asked(position, "red")
    assert (ask.subject, ask.form[:2]) == ("pick a card", ("keep FS", "burn FS"))
    assert RULES.check(position, "red", read("\n".join(ask.form))).effect is Effect.AT_ONCE
    # Two of the seven come back to Red (SWL-146), and of a kind that is there twice both go in silence.
    assert ask.headline.startswith(
        "Take one card from the stack and put one away (you may take two of those put away from turn 13 on). The "
    )
    assert ask.silence == (
        "If you send nothing, FS is taken and FS put away: what comes first in the order FS CA GB IN RE."
    )
    silent = RULES.adjudicate(position, {}, SeededDice(bytes(32)), due=True).events
    (picked,) = [event.facts for event in silent if event.kind == "picked" and event.facts["keep"]]
    assert (picked["keep"], picked["burn"]) == ("FS", "FS")
    riders = {"V1": "CH", "V2": "CU-1", "R1": "KH"}
    written = {
        "board": {"E9": "BF", "F9": "BA", "A1": "NA", "A10": "WE"},
        "phase": "pursuit",
        "pursuit": {"victor": "blue", "riders": riders},
        "eliminated": {"red": {"BF": 3}},
    }
    ask = asked(RULES.decode(written, RULES.settle({"version": "expert"})), "blue")
    assert ask.headline == "You pursue the Allies: 2 actions. Casualties: French 0, Allied 3."
    assert max(map(len, ask.form)) <= 76
    assert ask.form[2:5] == (
        "# Your riders: V1 CH, V2 CU (1 block).",
        "# Enemy riders: R1 cavalry.",
        "# Fugitives: E9 infantry, F9 artillery.",
    )
    assert ask.silence == "If you send nothing, the usual policy acts for you in this ply."


@pytest.mark.clause("SWL-146")
@pytest.mark.parametrize(
    ("seat", "options", "told"),
    [
        ("blue", {}, " (Red may take two of those put away from turn 13 on)"),
        (
            "red",
            {"version": "expert", "grouchy": "on"},
            " (you may take two of those put away from turn 13 on, if the ",
        ),
        (
            "red",
            {"battlefield": "base standard\narmy blue NA 1 NE 1\narmy red WE 1 UX 1\nprussians none"},
            " for good.",
        ),
    ],
)
def test_what_becomes_of_a_card_that_is_put_away(seat: str, options: Json, told: str) -> None:
    settled = RULES.settle({"version": "standard", "draft": "live"} | options)
    ask = ask_draft(RULES.view(RULES.opening(settled), seat), seat)
    assert f"put one away{told}" in ask.headline


EXAMPLE = re.compile("#   ([^#]+?)(?:  #.*)?")


def orders_in(form: tuple[str, ...]) -> list[str]:
    """Every order that a form of a ply shows, in lists and as an example."""
    told = " ".join(line.removeprefix("# ") for line in form)
    found = [found[1] for line in form if (found := EXAMPLE.fullmatch(line))]
    found += re.findall("(?<=[:,] )[A-L][0-9]+ x [A-L][0-9]+", told)
    return found + re.findall("(?<=[:,] )fire [A-L][0-9]+ (?:[A-L][0-9]+|[A-Z]{3})", told)


def plies(options: Json) -> Iterator[tuple[Any, Json, str, Any]]:
    """Every third ply of a game between robots: position, view, seat and question."""
    for position in game(options)[::3]:
        for decision in RULES.awaiting(position):
            view = RULES.view(position, decision.seat)
            if decision.kind == "ply":
                yield position, view, decision.seat, presentation().ask(view, decision.seat)


@pytest.mark.clause("SWL-020")
@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_every_order_that_a_form_shows_can_be_played(options: Json) -> None:
    kinds = set()
    for position, _, seat, ask in plies(options):
        for order in orders_in(ask.form):
            lines = read(order)
            assert [each.order for each in lines] != [None], order
            (verdict,) = RULES.check(position, seat, lines).verdicts
            assert verdict.status is Status.OK, (order, verdict)
            kinds.add(type(lines[0].order).__name__)
    assert "Go" in kinds


@pytest.mark.clause("SWL-049", "SWL-065")
@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_no_form_invites_to_what_all_can_see_to_be_in_vain(options: Json) -> None:
    """Neither a shot at light infantry that is known, nor an attack on the front of a gun, with a bend or without."""
    for position, view, seat, ask in plies(options):
        for order in orders_in(ask.form):
            lines = read(order)
            (verdict,) = RULES.check(position, seat, lines).verdicts
            said = presentation().say_verdict(verdict, lines[0], view).text
            assert "light infantry: it will take no harm" not in said, said
            assert "from a gun's front" not in said, said


@pytest.mark.clause("SWL-049")
def test_a_bend_that_ends_before_a_gun_is_no_attack_to_be_shown() -> None:
    board = {"A1": "NA", "B1": "NE", "D6": "LN", "C7": "BA", "D7": "BF", "C8": "BF", "A10": "WE", "B10": "UX"}
    at = RULES.decode({"board": board, "to_move": "blue", "turn": 5}, RULES.settle({}))
    assert "D6 x C7" not in " ".join(asked(at, "blue").form)
    free = {square: code for square, code in board.items() if square != "D7"}
    open_side = RULES.decode({"board": free, "to_move": "blue", "turn": 5}, RULES.settle({}))
    assert "D6 x C7" in " ".join(asked(open_side, "blue").form)


@pytest.mark.clause("SWL-174", "SWL-R63")
def test_pieces_that_come_late_are_told_from_the_beginning() -> None:
    """Which, and when: to both, when they set up and when they have, and what each of them is worth."""
    when = "14 more French pieces come from turn 1 (11:00) on: OG, MG 2, LN 5, LI, ED, CU 2, FA 2"
    view = RULES.view(opening(version="expert", start="early"), "red")
    assert when in presentation().ask(view, "red").headline
    placed = {"seat": "blue", "placed": {"i": 16}, "reserve": {}, "default": True}
    assert when in str(presentation().say_event(Event("set_up", placed, None), view))
    card = " ".join(presentation().card(view)).replace("\N{NO-BREAK SPACE}", " ")
    assert all(told in card for told in ("OG 6", "MG 5", "ED heavy 6"))
    ordinary = RULES.view(opening(version="expert"), "red")
    assert "more French pieces" not in presentation().ask(ordinary, "red").headline


def test_a_pool_is_counted_by_what_keeps_its_pieces_there() -> None:
    late = [{"code": code, "status": "late"} for code in ("FA", "FA", "CU", "LN", "LN", "OG")]
    away = {"code": "LN", "status": "withdrawn", "known": True}
    written = {"board": {"A1": "NA", "A10": "WE"}, "pool": {"blue": [*late, away]}}
    at = RULES.decode(written, RULES.settle({"version": "expert", "start": "early"}))
    own = presentation().map_text(RULES.view(at, "blue"))
    assert "OG, LN 2, CU, FA 2 (late, from 11:00); LN (withdrawn) Allied pool: none" in " ".join(own.split())
    assert any(line == "Allied pool: none" for line in own.split("\n"))
    theirs = " ".join(presentation().map_text(RULES.view(at, "red")).split())
    assert "French pool: 4 infantry, 1 cavalry, 2 artillery, 6 of them late, from 11:00; of them known: LN" in theirs


@pytest.mark.clause("SWL-R51")
def test_the_answer_to_draft_lists_tells_what_follows_them() -> None:
    """As the rules play it: what is named, then the usual order, the kinds that are kept last."""
    position = opening(version="standard")
    lines = read("setup default\nkeep RE IN\nburn RE IN")
    verdicts = RULES.check(position, "red", lines).verdicts
    view = RULES.view(position, "red")
    said = [presentation().say_verdict(verdict, line, view).text for verdict, line in zip(verdicts, lines, strict=True)]
    assert said[1] == "in the draft you take, in this order, RE IN, and then what is there first of FS CA GB IN RE"
    assert said[2] == (
        "in the draft you put away first of all RE IN, and where none of these is left what is there first of FS CA GB "
        "IN RE; kinds on your keep list go last, from its end"
    )


@pytest.mark.clause("SWL-083", "SWL-084", "SWL-085", "SWL-118", "SWL-127", "SWL-129")
def test_the_card_tells_of_chiefs_flags_and_hills() -> None:
    told = " ".join(presentation().card(RULES.view(opening(version="standard"), "blue")))
    assert "A chief beats all else that it attacks; whatever attacks or hits it beats it." in told
    assert "infantry whose side last held all its squares +1" in told
    assert "not for guns and chiefs" in told
    assert "guns below cannot hit them" in told
    full = " ".join(presentation().card(RULES.view(opening(version="standard", fortify="full"), "blue")))
    assert "infantry whose side holds all four squares +1" in full
    assert "Farm" not in " ".join(presentation().card(RULES.view(opening(), "blue")))


@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_the_card_fits_a_mail(options: Json) -> None:
    lines = presentation().card(RULES.view(opening(**options), "blue"))
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 78


def test_whose_the_prussians_are_is_told_and_when_they_come() -> None:
    for version in ("basic", "standard", "expert"):
        told = presentation().brief(RULES.settle({"version": version}))
        assert "From turn 13 (17:00) on up to 13 Prussians come to Red's help." in told
        assert told.count("lines of retreat. ") + told.count("and the battle is lost;") <= 1
    assert "Prussians still to come: 13 (Red's, from turn 13, 17:00)" in presentation().map_text(
        RULES.view(opening(), "blue")
    )


def test_what_the_answers_tell_of_the_reader_s_own_pieces_is_not_told_again() -> None:
    piece = {"code": "LN", "arm": "i", "nation": "FR", "side": "blue"}
    moved = Event("move", {"seat": "blue", "piece": piece, "from": "E4", "to": "E5"}, "SWL-028")
    picked = Event("picked", {"seat": "blue", "keep": "FS", "burn": "RE"}, "SWL-132")
    views = {seat: RULES.view(opening(), seat) for seat in SEATS}
    assert list(presentation().unanswered([moved, picked], views["blue"])) == []
    assert list(presentation().unanswered([moved, picked], views["red"])) == [moved, picked]


def test_the_brief_of_expert_knows_no_lines_of_retreat_that_win() -> None:
    sentence = "You win by standing with two pieces on the enemy's lines of retreat."
    for version, said in (("basic", True), ("standard", True), ("expert", False)):
        assert (sentence in presentation().brief(RULES.settle({"version": version}))) == said


@pytest.mark.clause("SWL-128", "SWL-R43")
def test_the_card_knows_that_guns_on_a_hill_fire_over_farms() -> None:
    view = RULES.view(opening(version="standard"), "blue")
    assert "guns fire at it, over it from a hill alone," in " ".join(presentation().card(view))


@pytest.mark.clause("SWL-160")
def test_the_card_of_a_pursuit_tells_the_pursuit_alone() -> None:
    chase = {"victor": "red", "riders": {"V1": "KH", "R1": "CH"}}
    written = {"board": {"E4": "LN", "A1": "NA", "A10": "WE"}, "phase": "pursuit", "pursuit": chase}
    for options, counted in (({}, "of the whole game"), ({"casualties": "pursuit"}, "of the pursuit")):
        view = RULES.view(RULES.decode(written, RULES.settle({"version": "expert"} | options)), "blue")
        lines = presentation().card(view)
        assert max(map(len, lines)) <= 76
        assert len(lines) <= 24
        told = " ".join(lines).replace("\N{NO-BREAK SPACE}", " ")
        assert told.startswith(
            "French: NE leader 5, ED heavy 6, PL heavy 5, CU heavy 4, CH horse 2. Allied: UX leader 5,"
        )
        assert "Allied cavalry (V1, V2 ...) cuts down the French fugitives" in told
        assert "of equals the French piece, whoever charged" in told
        assert f"French casualties less Allied, {counted}: up to 3 indecisive" in told
        assert not re.search("Farm|Hill|Village|battle die|straight line", told)


def test_status_in_a_line() -> None:
    assert presentation().status(RULES.view(opening(), "blue")) == "RED (Allies) is setting up"
    board = {"A1": "NA", "E4": "LN", "A10": "WE", "B10": "UX", "L6": "PI"}
    view = RULES.view(RULES.decode({"board": board, "to_move": "red", "turn": 13}, RULES.settle({})), "red")
    assert presentation().status(view) == "turn 13, 17:00, Allies to move, 4 actions (WE 2 + UX 1 + Prussians 1)"


def test_forces_for_those_who_cannot_see_the_map() -> None:
    board = {
        "A1": "NA",
        "E4": "LN",
        "E5": "LN",
        "C7": "PL-1",
        "A10": "WE",
        "L6": "PI",
        "F6": {"code": "BF", "known": True},
    }
    view = RULES.view(RULES.decode({"board": board, "to_move": "blue"}, RULES.settle({})), "blue")
    assert presentation().forces(view) == [
        "BLUE on the board (4): NA A1; LN E4 E5; PL1 C7",
        "RED on the board (3): Prussian infantry L6; cavalry A10; BF F6",
        "Your standing orders, to be changed at any time (see HELP ORDERS): advance off, own-tie auto",
    ]


@pytest.mark.clause("SWL-003", "SWL-160")
def test_standing_orders_that_can_change_nothing_are_not_told() -> None:
    def told(seat: str, more: Json | None = None, **options: Any) -> str:
        board = {"A1": "NA", "E4": "LN", "A10": "WE"}
        view = RULES.view(RULES.decode({"board": board, **(more or {})}, RULES.settle(options)), seat)
        return " ".join(line for line in presentation().forces(view) if line.startswith("Your"))

    assert told("red").endswith(": advance off, own-tie auto, prussians come")
    spirit = {"cards": {"hands": {"blue": ["FS"]}}}
    played = "advance off, own-tie auto, farm-target low"
    assert told("blue", spirit, version="standard").endswith(f": spirit leaders, {played}")
    assert told("blue", version="standard").endswith(f": {played}"), "without the card"
    chase = {
        "phase": "pursuit",
        "pursuit": {"victor": "blue", "riders": {"V1": "CH"}},
        "board": {"E9": "BF", "A1": "NA"},
    }
    assert told("red", chase, version="expert") == ""


# --- Widths, schema, help -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_nothing_is_wider_than_a_mail_and_positions_are_as_their_schema_says(options: Json) -> None:
    validator = jsonschema.Draft202012Validator(json_schema(RULES))
    for position in (opening(**options), *game(options)[::8], game(options)[-1]):
        validator.validate(RULES.encode(position))
        for seat in (*SEATS, None):
            view = RULES.view(position, seat)
            assert max(map(len, presentation().map_text(view).split("\n"))) <= 78
            ask = presentation().ask(view, seat) if seat else None
            assert ask is None or max(map(len, ask.form)) <= 76


def test_the_schema_refuses_what_is_no_position() -> None:
    validator = jsonschema.Draft202012Validator(json_schema(RULES))
    wrong: list[Json] = [
        {"board": {"M4": "LN"}},
        {"board": {"E4": "XX"}},
        {"board": {"E4": {"code": "LN", "hungry": True}}},
        {"phase": "lunch"},
        {"eliminated": {"green": {}}},
        {"standing": {"blue": {"spirit": "win"}}},
        {"pursuit": {"victor": "blue", "riders": {"X1": "CH"}}},
        {"speed": 1},
    ]
    assert not any(validator.is_valid(each) for each in wrong)


@pytest.mark.parametrize(
    ("word", "seat"),
    [
        ("Blue", "blue"),
        ("French", "blue"),
        ("nap", "blue"),
        ("RED", "red"),
        ("allies", "red"),
        ("Wellington.", "red"),
        ("x", None),
        ("", None),
    ],
)
def test_seats_are_found_by_what_players_call_them(word: str, seat: str | None) -> None:
    assert presentation().find_seat(word, SEATS) == seat


def test_every_option_is_explained() -> None:
    options = RULES.options()
    assert list(presentation().option_help) == [option.name for option in options]
    for options_of in GAMES:
        assert presentation().brief(RULES.settle(options_of)).endswith(".")


def test_the_examples_of_the_help_are_orders() -> None:
    assert max(map(len, presentation().order_help.split("\n"))) <= 78
    examples = [line for line in presentation().order_help.split("\n") if line.startswith("  ") and line[2] != " "]
    assert len(examples) >= 35
    for line in examples:
        example = line.strip() if ":" in line[:6] or "," in line[:40] else line[2:25].strip()
        example = example.split("  ")[0].removesuffix(" where the game has one")
        assert [each.order for each in read(example) if each.order is None] == [], example
        assert looks_like_order(example), example


def test_seats_have_titles() -> None:
    assert [presentation().seat_title(seat) for seat in SEATS] == ["Blue", "Red"]


def test_the_letters_of_the_columns_over_drawn_rows_are_no_order() -> None:
    """They stand over the rows of the form, and may be typed or copied with them."""
    (line,) = read(
        "     A    B    C    D    E    F    G    H    I    J    K    L\nsetup\n10: BF KH\na b c d e f g h i j k l"
    )
    assert [row.row for row in line.order.rows] == [10]


def test_the_squares_of_the_form_stand_below_each_other() -> None:
    at = opening()
    (decision,) = RULES.awaiting(at)
    form = presentation().ask(RULES.view(at, decision.seat), decision.seat).form
    letters = next(line for line in form if line.startswith("#  A"))
    rows = [line for line in form if line[0].isdigit()]
    assert len(rows) == 4
    for row in rows:
        assert [row[at : at + 2] for at, letter in enumerate(letters) if letter.isalpha()] == row.partition(":")[
            2
        ].split()
