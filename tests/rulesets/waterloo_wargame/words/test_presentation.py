"""The presentation as the server uses it: questions, forms, forces, help, and a robot that finishes its games."""

from __future__ import annotations

import json
import re
import time
from functools import cache
from random import Random
from typing import Any

import pytest

from core.contract import Effect, Event, Json, Line, Status
from core.dice import SeededDice
from core.rulesets.waterloo_wargame.orders import Face
from pbem.reports import html
from pbem.reports import text as plain_text
from pbem.reports.turn import GameFacts, turn_report
from pbem.rulesets import presentation as presentation_named
from pbem.rulesets.contract import Draws
from pbem.rulesets.waterloo_wargame import presentation

RULES = presentation().rules
GAMES: list[Json] = [
    {},
    {"scenario": "no-guns", "turns": 8, "target": 5},
    {
        "scenario": "few-guns",
        "split_move": "proportional",
        "unequal": "double",
        "group_cap": "touching",
        "gun_loss": 2,
        "blocked_retreat": "destroy",
        "edge": "open",
        "fire_arc": "square",
        "two_guns_on_gun": "remove",
        "sp_initiative": "off",
        "retreat_before": "on",
        "turns": 24,
        "move_cap": 15,
    },
    {"scenario": "bare", "turns": 2},
]
VERY_LONG = 1000


def name_of(options: Json) -> str:
    return "-".join(map(str, options.values())) or "usual"


def read(text: str) -> tuple[Line, ...]:
    return presentation().read(list(enumerate(text.split("\n"), start=1)))


@cache
def game(options: str, seed: int = 7) -> tuple[list[Any], list[list[Event]]]:
    """The positions of a whole game between robots, the first question first, and the events behind each."""
    rng, settled = Random(seed), RULES.settle(json.loads(options))
    positions: list[Any] = [RULES.opening(settled)]
    events: list[list[Event]] = [[]]
    while RULES.outcome(positions[-1]) is None:
        (decision,) = RULES.awaiting(positions[-1])
        text = presentation().bot(RULES.view(positions[-1], decision.seat), decision.seat, rng)
        lines = read(text)
        assert RULES.check(positions[-1], decision.seat, lines).effect is Effect.AT_ONCE, text
        played = RULES.adjudicate(positions[-1], {decision.seat: lines}, SeededDice(bytes([seed]) * 32))
        positions.append(played.position)
        events.append(list(played.events))
        assert len(positions) < VERY_LONG
    return positions, events


def seen(seat: str = "french", **written_position: Any) -> Json:
    at = RULES.decode({"to_move": seat} | written_position, RULES.settle({"scenario": "bare"}))
    return RULES.view(at, seat)


def asked(seat: str = "french", **written_position: Any) -> Any:
    return presentation().ask(seen(seat, **written_position), seat)


def piece(code: str, side: str, arm: str, men: int, x: int, y: int, heading: int = 0) -> Json:
    return {"code": code, "side": side, "arm": arm, "men": men, "x": x, "y": y, "heading": heading}


FIELD = [
    piece("I3", "french", "infantry", 3, 3000, 1900),
    piece("J2", "french", "infantry", 2, 3000, 1800),
    piece("G1", "french", "gun", 0, 2700, 1200),
    piece("D5", "allied", "infantry", 5, 3000, 2000, 180),
    piece("H1", "allied", "gun", 0, 2500, 2050, 180),
    piece("C2", "allied", "cavalry", 2, 3000, 3000, 180) | {"x": None, "y": None, "heading": None},
]


def test_the_presentation_is_found_by_name() -> None:
    assert presentation_named("waterloo_wargame") is presentation()
    assert presentation().name == RULES.name == "waterloo_wargame"


# --- The robot ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", GAMES, ids=name_of)
def test_robots_finish_their_games(options: Json) -> None:
    positions, _ = game(json.dumps(options))
    assert presentation().say_outcome(RULES.view(positions[-1], None)).endswith(").")


def test_robots_fight() -> None:
    kinds = {event.kind for events in game("{}")[1] for event in events}
    assert {"move", "push", "fight", "removed"} <= kinds


def test_a_robot_decides_at_once() -> None:
    for position in game("{}")[0][:-1:8]:
        (decision,) = RULES.awaiting(position)
        view, began = RULES.view(position, decision.seat), time.process_time()
        presentation().bot(view, decision.seat, Random(1))
        assert time.process_time() - began < 0.5


def test_a_robot_offers_a_draw_in_a_game_without_end() -> None:
    late = RULES.decode({"pieces": FIELD, "round": 61}, RULES.settle({"scenario": "bare", "turns": 1000}))
    text = presentation().bot(RULES.view(late, "french"), "french", Random(1))
    assert "OFFER DRAW" in text.split("\n")


def test_a_robot_that_owes_nothing_says_nothing() -> None:
    assert presentation().bot(RULES.view(RULES.opening(RULES.settle({})), "allied"), "allied", Random(1)) == ""


# --- Questions ------------------------------------------------------------------------------------------------------


def test_a_turn_is_asked_for_with_what_the_eye_would_see() -> None:
    ask = asked(pieces=FIELD, locks=[{"piece": "J2", "against": ["D5"]}], losses={"french": 2, "allied": 4}, round=6)
    assert ask.subject == "your orders for turn 6 (12:45)"
    assert ask.headline == (
        "Turn 6 of 20, 12:45: move up to 10,000 men and any guns; then fire and attack. Losses French 2,000, Allied "
        "4,000; 30,000 men lost decide, if the other side has lost less; after turn 20 the day is Wellington's."
    )
    assert ask.form == (
        "# Take away the # before an order that you want; change it, and write",
        "# others, one a line.",
        "# In contact (up to 5,000 men that touch one another; a strongpoint up to",
        "# 10,000, no cavalry):",
        "#   ATTACK D5 WITH I3 # wins 28 %",
        "# Guns with targets, if they do not move:",
        "#   FIRE G1 AT D5 # or H1",
        "# To have a mail refused that comes too late:",
        "#   TURN 6",
        "# Or, for a turn without orders:",
        "#   PASS",
    )
    assert ask.silence == "If you send nothing, your army stands: no move, no shot, no attack."


STORM = [
    piece("M1", "allied", "infantry", 1, 2360, 2420, 180),
    piece("B4", "french", "infantry", 4, 2360, 2200),
    piece("G1", "french", "gun", 0, 2360, 1600),
    piece("H1", "allied", "gun", 0, 2360, 3100, 180),
]


@pytest.mark.clause("WWG-110")
def test_who_stands_at_the_wall_of_a_garrison_is_told_that_he_may_storm_it() -> None:
    held = {"pieces": STORM, "strongpoints": {"HOU": "allied"}}
    assert "#   ATTACK HOU WITH B4 # wins 28 %" in asked(**held).form
    told = [line.replace("\xa0", " ") for line in presentation().forces(seen(**held))]
    assert "In contact: B4 at the wall of HOU (may storm it)" in told
    other = [line.replace("\xa0", " ") for line in presentation().forces(seen("allied", **held, to_move="french"))]
    assert "In contact: B4 at the wall of HOU (may storm it)" in other
    assert "Strongpoints held: HOU by M1; LHS and PAP by nobody" in told
    assert not any("In contact" in line for line in asked(pieces=STORM).form)


@pytest.mark.clause("WWG-101", "WWG-103", "WWG-R27")
def test_a_garrison_under_guns_is_not_told_that_two_destroy_it() -> None:
    inside = piece("B4", "french", "infantry", 4, 2360, 2420)
    told = forces_of(pieces=[inside, STORM[3]], strongpoints={"HOU": "french"})
    assert "Under enemy guns (at a garrison each needs 10 or more of two dice): B4 by H1 (garrison of HOU)" in told
    outside = forces_of(pieces=[inside | {"y": 2700}, STORM[3]])
    assert "Under enemy guns (in the open two destroy infantry): B4 by H1" in outside


def forces_of(**written_position: Any) -> str:
    """The forces as the seat to move reads them, on one line."""
    return " ".join(line.strip().replace("\xa0", " ") for line in presentation().forces(seen(**written_position)))


@pytest.mark.clause("WWG-093", "WWG-101")
def test_cavalry_that_may_evade_two_guns_is_not_said_to_be_destroyed() -> None:
    """Neither by the forces nor by the card nor by the first report; with NEVER it is."""
    horse = piece("C2", "french", "cavalry", 2, 2360, 2700)
    told = forces_of(pieces=[horse, STORM[3]])
    assert "Under enemy guns (two destroy cavalry that does not evade): C2 by H1" in told
    for words in (presentation().brief(RULES.settle({})), " ".join(presentation().card(seen(pieces=FIELD)))):
        assert re.search("two destroy infantry,? and cavalry that does not evade", words)
        assert "two destroy it" not in words


@pytest.mark.clause("WWG-106", "WWG-108", "WWG-110")
def test_an_attack_on_a_garrison_is_offered_as_one() -> None:
    """Who stands out of the wall that he holds has its 5 all the same."""
    outside = piece("N2", "allied", "infantry", 2, 2360, 2203, 180)
    attacker = piece("M4", "french", "infantry", 4, 2360, 2100)
    held = {"pieces": [outside, attacker], "strongpoints": {"HOU": "allied"}}
    (attack,) = [line for line in asked(**held).form if "ATTACK" in line]
    assert attack == "#   ATTACK N2 WITH M4 # wins 17 %; in the garrison of HOU"
    at = RULES.decode({"to_move": "french"} | held, RULES.settle({"scenario": "bare"}))
    (verdict,) = RULES.check(at, "french", read("ATTACK N2 WITH M4")).verdicts
    assert verdict.facts["strongpoint"] == "HOU"


@pytest.mark.parametrize("options", GAMES[:3], ids=name_of)
def test_an_attack_in_the_form_is_called_one_on_a_garrison_where_it_is(options: Json) -> None:
    for position in game(json.dumps(options))[0][:-1]:
        (decision,) = RULES.awaiting(position)
        for line in presentation().ask(RULES.view(position, decision.seat), decision.seat).form:
            if line.startswith("#   ATTACK"):
                (verdict,) = RULES.check(position, decision.seat, read(line.removeprefix("#   "))).verdicts
                code = line.split()[2]
                named = bool(verdict.facts["strongpoint"]) and verdict.facts["strongpoint"] != code
                assert ("in the garrison of" in line) == named, line


def test_the_card_names_no_piece_as_an_example() -> None:
    """It is read by both sides, at any time: whose piece a name is and where it stands would be wrong for one."""
    view = RULES.view(RULES.opening(RULES.settle({})), "allied")
    words = set(re.findall(r"\b[A-Z][A-Z0-9]{2}\b", " ".join(presentation().card(view))))
    assert not words & {piece["code"] for piece in view["pieces"]}


def test_who_has_resigned_reads_it_as_his_own_doing_and_when_it_was() -> None:
    over = {"phase": "over", "round": 11, "time": "14:00"}
    outcome = {"winners": ["allied"], "reason": "resigned", "clause": "WWG-R63"}
    views = {
        seat: seen(pieces=FIELD) | over | {"outcome": outcome, "seat": seat} for seat in ("french", "allied", None)
    }
    assert {seat: presentation().say_outcome(view) for seat, view in views.items()} == {
        "french": "Wellington wins in turn 11 of 20, 14:00: you have resigned (WWG-R63).",
        "allied": "Wellington wins in turn 11 of 20, 14:00: Napoleon has resigned (WWG-R63).",
        None: "Wellington wins in turn 11 of 20, 14:00: Napoleon has resigned (WWG-R63).",
    }


@pytest.mark.parametrize("options", GAMES[:2], ids=name_of)
def test_who_is_in_contact_is_always_told(options: Json) -> None:
    at = RULES.decode({"pieces": FIELD, "to_move": "french"}, RULES.settle({"scenario": "bare"}))
    for position in (at, *game(json.dumps(options))[0][:-1]):
        for seat in ("french", "allied"):
            view = RULES.view(position, seat)
            side = {each["code"]: each["side"] for each in view["pieces"]}
            touching = {frozenset((each["code"], other)) for each in view["pieces"] for other in each.get("touches", ())
                        if side[each["code"]] != side[other]}  # fmt: skip
            told = " ".join(line.strip().replace("\xa0", " ") for line in presentation().forces(view))
            for one, other in map(sorted, touching):
                assert f"{one} and {other}" in told or f"{other} and {one}" in told
            assert touching or position is not at


@pytest.mark.clause("WWG-085", "WWG-102")
def test_what_may_not_be_renewed_is_not_offered() -> None:
    locks = [{"piece": "I3", "against": ["D5"]}, {"piece": "G1", "against": ["H1"]}]
    form = asked(pieces=FIELD, locks=locks).form
    assert not any("In contact" in line for line in form)
    assert "#   FIRE G1 AT D5" in form
    told = forces_of(pieces=FIELD, locks=locks)
    assert "Fights that may not be renewed this turn: I3 not against D5; G1 not against H1" in told
    storm = {"pieces": STORM, "strongpoints": {"HOU": "allied"}}
    assert not any("ATTACK" in line for line in asked(**storm, locks=[{"piece": "B4", "against": ["M1"]}]).form)


def test_the_form_sent_back_as_it_is_orders_nothing() -> None:
    assert read("\n".join(asked(pieces=FIELD).form)) == ()


def test_what_lies_across_the_table_is_told() -> None:
    view = seen(pieces=FIELD, missed={"allied": 3, "french": 2}, draw_offers=["allied"])
    assert presentation().draws(view) == Draws(
        {"allied": "until your present turn is over"}, ("french",), "withdraw draw"
    )
    assert presentation().between(view, "french") == ()
    robot = asked(pieces=FIELD, computer=["french"])
    (told,) = presentation().between(seen(pieces=FIELD, computer=["french"]), "french")
    assert told.said == "The computer plays for you."
    assert robot.silence == "If you send nothing, the computer plays this turn for you."


def orders_of(form: tuple[str, ...]) -> list[str]:
    """What can be sent as it stands once its # is taken away."""
    return [line.removeprefix("#   ") for line in form if line.startswith("#   ")]


@pytest.mark.parametrize("options", GAMES[:3], ids=name_of)
def test_every_order_of_the_form_can_be_sent_without_its_comment_sign(options: Json) -> None:
    kinds = set()
    for position in game(json.dumps(options))[0][:-1]:
        (decision,) = RULES.awaiting(position)
        form = presentation().ask(RULES.view(position, decision.seat), decision.seat).form
        assert all(line.startswith("# ") and len(line) <= 76 for line in form)
        orders = orders_of(form)
        for text in orders:
            (line,) = read(text)
            (verdict,) = RULES.check(position, decision.seat, (line,)).verdicts
            assert verdict.status is Status.OK, (text, verdict)
            assert not verdict.facts.get("bar"), (text, "stops short")
            kinds.add(type(line.order).__name__)
        moves = [text for text in orders if text.startswith(("MOVE", "TURN"))]
        assert RULES.check(position, decision.seat, read("\n".join(moves))).effect is Effect.AT_ONCE
    assert {"Move", "Attack", "TurnHeader", "Pass"} <= kinds
    assert "Fire" in kinds or options.get("scenario") == "no-guns"


@pytest.mark.clause("WWG-098")
def test_no_example_turns_a_gun_that_has_a_target_or_gets_none() -> None:
    turned = 0
    for position in game("{}")[0][:-1]:
        (decision,) = RULES.awaiting(position)
        view = RULES.view(position, decision.seat)
        for text in orders_of(presentation().ask(view, decision.seat).form):
            order = read(text)[0].order
            if isinstance(order, Face):
                after = RULES.adjudicate(position, {decision.seat: read(text)}, SeededDice(bytes(32))).position
                then = {each["code"]: each for each in RULES.view(after, None)["pieces"]}
                before = {each["code"]: each for each in view["pieces"]}
                assert not before[order.piece.upper()]["in_arc"]
                assert then[order.piece.upper()]["in_arc"], text
                turned += 1
    assert turned


@pytest.mark.clause("WWG-106", "WWG-113")
def test_who_holds_a_strongpoint_from_outside_is_told_apart() -> None:
    inside, gun = STORM[0], piece("H2", "allied", "gun", 0, 2450, 2350, 180)
    outside = piece("N2", "allied", "infantry", 2, 2360, 2603, 180)

    def told(*pieces: Json) -> str:
        view = seen(pieces=list(pieces), strongpoints={"HOU": "allied"})
        return next(line for line in presentation().forces(view) if "held" in line).replace("\xa0", " ")

    assert told(inside) == "Strongpoints held: HOU by M1; LHS and PAP by nobody"
    assert told(outside) == "Strongpoints held: HOU by N2 (touching); LHS and PAP by nobody"
    assert told(inside, outside, gun).startswith("Strongpoints held: HOU by M1, N2 (touching), guns H2; ")


@pytest.mark.clause("WWG-124", "WWG-133")
@pytest.mark.parametrize(
    ("counts", "losses", "guns", "told"),
    [
        (0, 0, 1, "losses French 1 gun, Allied 0"),
        (0, 4, 2, "losses French 4,000 and 2 guns, Allied 0"),
        (2, 4, 2, "losses French 4,000 (with 2 guns at 2,000 each), Allied 0"),
        (2, 2, 1, "losses French 2,000 (with 1 gun at 2,000), Allied 0"),
    ],
)
def test_what_a_lost_gun_counts_is_told_with_the_losses(counts: int, losses: int, guns: int, told: str) -> None:
    lost = {"losses": {"french": losses, "allied": 0}, "guns_lost": {"french": guns, "allied": 0}}
    at = RULES.decode({"pieces": FIELD} | lost, RULES.settle({"scenario": "bare", "gun_loss": counts}))
    view = RULES.view(at, "french")
    assert presentation().status(view).endswith(f"; {told}")
    decides = "30,000 men lost decide (a gun counts 2,000), if" if counts else "30,000 men lost decide, if"
    assert decides in presentation().ask(view, "french").headline


def test_nothing_is_asked_of_who_is_not_to_move() -> None:
    assert presentation().ask(RULES.view(RULES.opening(RULES.settle({})), "allied"), "allied") is None


@pytest.mark.clause("WWG-072", "WWG-111", "WWG-113")
def test_who_may_not_fight_where_it_stands_is_not_told_to_be_in_contact() -> None:
    cavalry = piece("C1", "french", "cavalry", 2, 2360, 2200)
    garrison = {"pieces": [cavalry, STORM[0] | {"y": 2300}], "strongpoints": {"HOU": "allied"}}
    gun_inside = {"pieces": [cavalry, STORM[0], piece("H2", "allied", "gun", 0, 2360, 2300, 180)]}
    own_gun = [piece("G1", "french", "gun", 0, 3000, 1900), piece("D5", "allied", "infantry", 5, 3000, 2000, 180)]
    for seat_of_it in (garrison, gun_inside | {"strongpoints": {"HOU": "allied"}}, {"pieces": own_gun}):
        assert not any("In contact" in line for line in asked(**seat_of_it).form)
    open_ground = asked(pieces=[cavalry, piece("H2", "allied", "gun", 0, 2360, 2100, 180)])
    assert "#   ATTACK H2 WITH C1 # wins 58 %" in open_ground.form


def test_examples_neither_empty_a_strongpoint_nor_turn_a_gun_that_has_a_target() -> None:
    allied = [piece("M1", "allied", "infantry", 1, 2360, 2420, 180), piece("R2", "allied", "infantry", 2, 2360, 3600)]
    guns = [piece("H1", "allied", "gun", 0, 2800, 3300, 180), piece("H2", "allied", "gun", 0, 3600, 3300)]
    french = piece("B4", "french", "infantry", 4, 2800, 2900)
    form = asked("allied", pieces=[*allied, *guns, french], strongpoints={"HOU": "allied"}, to_move="allied").form
    assert "#   MOVE R2 FORWARD MAX" in form
    assert "#   TURN H2 FACE B4" in form
    assert not any("MOVE M1" in line or "TURN H1" in line for line in form)


def test_the_armies_at_the_start_fit_a_few_lines() -> None:
    view = RULES.view(RULES.opening(RULES.settle({})), "french")
    told = [line.replace("\xa0", " ") for line in presentation().forces(view)]
    assert len(told) <= 36
    assert all(len(line) <= 78 for line in told)
    assert all(each["code"] in " ".join(told) for each in view["pieces"])
    onlooker = presentation().forces(RULES.view(RULES.opening(RULES.settle({})), None))
    assert sum("nearest enemy" in line for line in onlooker) == 2


def test_the_armies_stand_in_a_table() -> None:
    standing = {"french": {"evade": {"all": "never"}, "support": {"I3": ["J2"]}, "fallback": "J2"}}
    at = RULES.decode(
        {"pieces": FIELD, "standing": standing, "generals": {"french": "J2"}}, RULES.settle({"scenario": "bare"})
    )
    told = [line.replace("\xa0", " ") for line in presentation().forces(RULES.view(at, "french"))]
    assert told == [
        "French army: 5,000 men in 2 formations, 1 gun; nearest enemy, yards",
        "F01 I3  inf 3 3000,1900 N      0 D5   F02 J2  inf 2 3000,1800 N    100 D5",
        "F03 G1  gun   2700,1200 N    700 D5",
        "Allied army: 5,000 men in 1 formation, 1 gun",
        "D5  inf 5 3000,2000 S    H1  gun   2500,2050 S",
        "Allied losses: C2 2",
        "Strongpoints held: HOU, LHS and PAP by nobody",
        "In contact: I3 and D5",
        "Pieces of one army that touch. French: I3 and J2",
        "Under enemy guns: G1 by H1",
        "Your standing orders, which only you see: evade ALL never; support I3 with J2;",
        "  General fallback J2",
    ]
    # The shots that the form offers to whoever is asked, the others find here.
    others = [line.replace("\xa0", " ") for line in presentation().forces(RULES.view(at, "allied"))]
    assert others[-3:] == [
        "In contact: I3 and D5",
        "Pieces of one army that touch. French: I3 and J2",
        "Guns bear: G1 on D5 H1; H1 on G1",
    ]
    assert not any("standing" in line for line in others)


def test_a_narrow_screen_breaks_the_table_between_pieces() -> None:
    first = presentation().forces(RULES.view(RULES.opening(RULES.settle({})), "french"))[1]
    cells = first.split(" ")
    assert [cell.split("\xa0")[1] for cell in cells] == ["QUI", "BOU"]
    assert cells[1].startswith("F02"), "so that it begins where the one above it does"


def test_a_screen_shows_the_armies_in_columns() -> None:
    view = RULES.view(RULES.opening(RULES.settle({})), "french")
    told = html.write(turn_report(presentation(), GameFacts("g1", RULES.version), view, "french", ()))
    table = told.partition("<h2>Forces</h2>")[2].partition("<h2>")[0]
    assert table.strip().startswith('<pre style="white-space: pre-wrap; font-family: monospace;">')
    assert table.count("\n") > 20


@pytest.mark.clause("WWG-067")
def test_what_lapsed_of_the_reader_s_own_orders_stands_in_headline_and_subject() -> None:
    facts = {"seat": "french", "line": 3, "order": "attack", "target": "BYL", "pieces": ["DON"], "code": "E16"}
    attack = Event("lapse", facts | {"facts": {"pieces": ["DON"], "target": "BYL", "gap": 40}}, "WWG-067")
    view = {seat: RULES.view(RULES.opening(RULES.settle({})), seat) for seat in ("french", "allied")}
    report = turn_report(presentation(), GameFacts("g1", RULES.version), view["french"], "french", [attack])
    assert report.subject.startswith("[g1 Napoleon] 1 of your attacks lapsed; your orders for turn 1")
    assert report.sections[0].lines[0] == "1 of your attacks lapsed."
    shot = Event("lapse", attack.facts | {"order": "fire"}, "WWG-067")
    assert presentation().failed([attack, shot], view["french"]) == "2 of your shots and attacks lapsed"
    assert presentation().failed([attack, shot], view["allied"]) == ""
    # The number of the line means something only to who wrote it.
    own, other = (presentation().say_event(attack, view[seat]) for seat in ("french", "allied"))
    assert str(own).startswith("Line 3 lapses, the attack of DON on BYL: DON does not touch BYL")
    assert str(other).startswith("The attack of DON on BYL lapses: DON does not touch BYL")


def test_a_subject_too_long_for_the_losses_of_both_leaves_them_out() -> None:
    view = RULES.view(RULES.opening(RULES.settle({})), "allied")
    report = turn_report(presentation(), GameFacts("wargame1", RULES.version), view, "allied", ())
    assert report.subject == "[wargame1 Wellington] turn 1 of 20, 11:30, Napoleon to move"
    short = turn_report(presentation(), GameFacts("g", RULES.version), view, None, ())
    assert short.subject == "[g] turn 1 of 20, 11:30, Napoleon to move; losses French 0, Allied 0"


def test_every_option_is_explained() -> None:
    assert list(presentation().option_help) == [option.name for option in RULES.options()]


def test_texts_fit_a_mail() -> None:
    assert max(map(len, presentation().order_help.split("\n"))) <= 78
    examples = [
        line.strip()
        for line in presentation().order_help.split("\n")
        if line.startswith("  ") and line.strip()[0].isupper()
    ]
    for example in examples:
        typed = example.split("   ")[0]
        if typed.startswith("MAP "):
            # The server's word; what follows it is for the map.
            opening = RULES.view(RULES.opening(RULES.settle({})), None)
            drawn = presentation().map_text(opening | {"inset": typed.removeprefix("MAP ")})
            assert "yards a sign" in drawn.split("\n")[-1], typed
            continue
        assert all(line.order is not None for line in read(typed)), typed


@pytest.mark.parametrize(
    ("word", "seat"),
    [
        ("Napoleon", "french"),
        ("nap", "french"),
        ("FRENCH", "french"),
        ("the Duke", "allied"),
        ("w", "allied"),
        ("x", None),
    ],
)
def test_a_seat_is_found_by_many_names(word: str, seat: str | None) -> None:
    assert presentation().find_seat(word, ("french", "allied")) == seat


# --- Trials ---------------------------------------------------------------------------------------------------------


def tried(mail: str, **written: Any) -> tuple[list[str], Any]:
    """What each line of a mail of the French is answered, and the trial."""
    at = RULES.decode({"to_move": "french"} | written, RULES.settle({"scenario": "bare"}))
    view, orders = RULES.view(at, "french"), read(mail)
    checked = RULES.check(at, "french", orders)
    found = presentation().trial(view, "french", orders, checked.verdicts)
    verdicts = found.verdicts if found else checked.verdicts
    return [
        presentation().say_verdict(each, line, view).text for each, line in zip(verdicts, orders, strict=True)
    ], found


CAVALRY = piece("T4", "allied", "cavalry", 2, 4100, 2300, 180)


@pytest.mark.clause("WWG-R61")
def test_cavalry_that_rides_off_by_the_usual_orders_does_ride_off_in_a_trial() -> None:
    (said,), found = tried("ATTACK T4 WITH X6", pieces=[CAVALRY, piece("X6", "french", "infantry", 4, 4100, 2200)])
    assert said.startswith(
        "X6 (4,000) on T4: by the usual standing orders T4 goes off before it, 400 yards to 4100,2700"
    )
    assert "there is no fight" in said
    assert "%" not in said
    assert found.map != presentation().map_text(RULES.view(RULES.opening(RULES.settle({"scenario": "bare"})), "french"))


@pytest.mark.clause("WWG-R61")
def test_cavalry_that_may_not_ride_off_fights_in_a_trial() -> None:
    (said,), _ = tried("ATTACK T4 WITH X6", pieces=[CAVALRY, piece("X6", "french", "cavalry", 4, 4100, 2200)])
    assert "5 against 2 and one die each, wins 83%" in said
    assert "may ride" not in said


@pytest.mark.clause("WWG-095")
def test_cavalry_that_cannot_ride_off_fights_in_a_trial() -> None:
    shut_in = [
        piece("T2", "allied", "cavalry", 2, 110, 4950, 180),
        piece("B5", "allied", "infantry", 5, 510, 4950, 180),
        piece("X5", "french", "infantry", 5, 260, 4850),
    ]
    (said,), found = tried("ATTACK T2 WITH X5", pieces=shut_in)
    assert "6 against 2 and one die each" in said
    assert "may ride" not in said
    assert (found.lines, found.map) == ((), "")


@pytest.mark.clause("WWG-099")
def test_two_guns_on_cavalry_that_rides_off() -> None:
    guns = [piece("G3", "french", "gun", 0, 4000, 1600), piece("G4", "french", "gun", 0, 4200, 1600)]
    (said,), _ = tried("FIRE G3, G4 AT T4", pieces=[CAVALRY, *guns])
    assert "by the usual standing orders T4 goes off before it" in said
    assert "destroyed" not in said
    (said,), found = tried("FIRE G3, G4 AT S4", pieces=[piece("S4", "allied", "infantry", 2, 4100, 2300, 180), *guns])
    assert said == "G3 and G4 fire at S4 and S4 is destroyed without a die."
    assert "S4" not in found.map


def test_a_trial_tells_which_guns_would_bear_on_what_was_moved() -> None:
    pieces = [
        piece("X6", "french", "infantry", 4, 4100, 1200),
        piece("Y6", "french", "infantry", 4, 1000, 1200),
        piece("A1", "allied", "gun", 0, 4000, 2300, 180),
        piece("A2", "allied", "gun", 0, 4200, 2300, 180),
    ]
    _, found = tried("MOVE X6 FORWARD 200\nMOVE Y6 FORWARD 200", pieces=pieces)
    assert found.lines == (
        "X6 would be under fire: A1 and A2 bear on it, and two destroy it in the open.",
        "No enemy gun would bear on Y6.",
    )
    assert "1400" in found.map


@pytest.mark.clause("WWG-101", "WWG-102", "WWG-103", "WWG-137")
@pytest.mark.parametrize(
    ("options", "moved", "deadly"),
    [
        ({}, piece("X1", "french", "infantry", 1, 2360, 2320), False),
        ({}, piece("X1", "french", "gun", 0, 4100, 1300), False),
        ({"two_guns_on_gun": "remove"}, piece("X1", "french", "gun", 0, 4100, 1300), True),
    ],
    ids=["garrison", "gun", "gun that two remove"],
)
def test_a_trial_does_not_have_two_guns_destroy_what_they_cannot(options: Json, moved: Json, deadly: bool) -> None:
    guns = [piece("A1", "allied", "gun", 0, moved["x"] - 100, 3000 if moved["men"] else 2100, 180)]
    guns.append(guns[0] | {"code": "A2", "x": moved["x"] + 100})
    at = RULES.decode(
        {"pieces": [moved, *guns], "strongpoints": {"HOU": "french"}}, RULES.settle({"scenario": "bare"} | options)
    )
    orders = read("MOVE X1 FORWARD 50")
    found = presentation().trial(RULES.view(at, "french"), "french", orders, RULES.check(at, "french", orders).verdicts)
    end = ", and two destroy it in the open." if deadly else "."
    assert found is not None
    assert found.lines == (f"X1 would be under fire: A1 and A2 bear on it{end}",)


@pytest.mark.clause("WWG-076", "WWG-101", "WWG-102")
def test_what_is_said_of_guns_and_dice_holds_for_guns_and_generals() -> None:
    brief = presentation().brief(RULES.settle({}))
    assert "One gun drives infantry or cavalry in the open back 100 yards for each point of a die, two destroy" in brief
    assert "a die a side, or two if a General counts" in presentation().brief(RULES.settle({}))

    def card(**options: str) -> str:
        return " ".join(presentation().card(RULES.view(RULES.opening(RULES.settle(options)), None)))

    assert "Guns duel with guns: 4 and a die each, 1 more for who fires." in card()
    assert "Two destroy a gun too; one gun duels with another." in card(two_guns_on_gun="remove")


def test_nothing_is_foreseen_out_of_turn_or_without_orders() -> None:
    pieces = [CAVALRY, piece("X6", "french", "infantry", 4, 4100, 2200)]
    assert tried("STAND EVADE ALL NEVER", pieces=pieces)[1] is None
    assert tried("PASS", pieces=pieces)[1] is None
    at = RULES.decode({"to_move": "french", "pieces": pieces}, RULES.settle({"scenario": "bare"}))
    orders = read("MOVE T4 FORWARD 100")
    assert presentation().trial(RULES.view(at, "allied"), "allied", orders, ()) is None


def test_a_trial_of_very_many_shots_is_bounded() -> None:
    gun, target = piece("G1", "french", "gun", 0, 4000, 1600), piece("S4", "allied", "infantry", 2, 4000, 2300, 180)
    started = time.process_time()
    said, _ = tried("\n".join(["FIRE G1 AT S4"] * 60), pieces=[gun, target])
    assert time.process_time() - started < 5
    assert len(said) == 60


def test_the_card_is_sentences_that_a_phone_can_wrap() -> None:
    lines = presentation().card(RULES.view(RULES.opening(RULES.settle({})), None))
    assert all(line.endswith(".") and "  " not in line for line in lines)


def test_what_happened_tells_every_die_that_was_thrown() -> None:
    """So that a report need not list them once more."""
    assert presentation().tells_dice
    thrown = {"push", "duel", "bombard", "fight"}
    for events in game("{}")[1]:
        for event in events:
            if event.kind in thrown:
                said = presentation().say_event(event, RULES.view(game("{}")[0][-1], None)) or ""
                sides = [event.facts[side]["dice"] for side in ("attack", "defence") if side in event.facts]
                for dice in sides or [event.facts.get("dice") or [event.facts["die"]]]:
                    assert f"{'die' if len(dice) == 1 else 'dice'} {'+'.join(map(str, dice))}" in said


@pytest.mark.clause("WWG-079", "WWG-080", "WWG-084", "WWG-102", "WWG-103")
def test_the_first_report_tells_of_whom_two_guns_do_not_destroy_and_what_a_draw_costs() -> None:
    told = presentation().brief(RULES.settle({}))
    assert "guns fight duels, and a garrison loses a piece by 10 or more of two dice" in told
    assert "the lower sum loses its largest piece, a group that wins its smallest, and in a draw nobody falls" in told


def test_the_first_report_tells_whose_the_codes_are_and_keeps_its_length() -> None:
    view = RULES.view(RULES.opening(RULES.settle({})), "french")
    game_facts = GameFacts(
        "wargame1", RULES.version, first=True, full=False, commitment="0" * 64, head="0" * 64, length=2
    )
    told = plain_text.write(turn_report(presentation(), game_facts, view, "french", ()))
    plain = " ".join(told.split())
    for entry in (
        "QUI Quiot 2",
        "CHK C. Halkett 2",
        "SAL des Sales",
        "WBT western battery",
        "MAC Macdonell 1",
        "AUB d'Aubreme 4",
    ):
        assert entry in plain
    assert all(f"{each['code']} " in plain for each in view["pieces"])
    assert len(told.split("\n")) <= 118
