"""What the staff reports: news with when it was written and when it came, columns as last known, the enemy as seen."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from itertools import product

import msgspec
import pytest

from core.contract import Level, Status
from core.dice import SeededDice
from core.rulesets.hundred_days.schema import LAPSES, WHYS
from pbem.reports import text
from pbem.reports.document import LONGEST_SUBJECT
from pbem.reports.turn import GameFacts, turn_report
from pbem.rulesets.hundred_days import between, dispatches, forces, narration, presentation, questions, sites
from pbem.rulesets.hundred_days.board import column_name
from pbem.rulesets.hundred_days.grammar import read

COMMANDER_OF_TWO, OF_A_CORPS = 130, 90  # lines
COMMANDERS = ("napoleon", "wellington", "blucher", "coalition")
PLAYERS = ("ada", "ben", "cleo", "dan", "eve", "finn", "gwen", "hugo")


def report(played, seat, *, full=True, first=False, players=None, length=9):
    facts = GameFacts(
        "days1",
        "1.0",
        deadline=datetime(2026, 11, 30, 12, 10, tzinfo=UTC),
        commitment="ab" * 32,
        length=length,
        head="cd" * 32,
        full=full,
        first=first,
        players=players or {},
        outcome=played.rules.outcome(played.position),
    )
    return text.write(turn_report(presentation(), facts, played.view(seat), seat, played.events))


def told(played, seat="napoleon"):
    return narration.digest([each for each in played.events if each.seen_by is None], played.view(seat))


def with_known(played, seat="napoleon", **known):
    """The same view with other knowledge, by the schema of what a seat knows."""
    return played.view(seat) | known


# --- Length and width -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("turns", [1, 6, 11])
def test_a_report_to_a_commander_of_two_armies_keeps_to_its_lines_and_columns(campaign, seed, turns):
    lines = report(campaign().at_random(turns, seed), "coalition").splitlines()
    assert len(lines) <= COMMANDER_OF_TWO
    assert max(map(len, lines)) <= 78


@pytest.mark.parametrize("seat", ["ney", "grouchy", "hill", "bulow"])
def test_a_report_to_the_commander_of_a_corps_is_shorter(campaign, seat):
    lines = report(campaign(players=8).at_random(6, 2), seat).splitlines()
    assert len(lines) <= OF_A_CORPS
    assert max(map(len, lines)) <= 78


def first_reports(played):
    """The first report to each seat of a table, by the seat, and who sits there."""
    seats = played.rules.seats(played.position.options)
    at_the_table = dict(zip(seats, PLAYERS, strict=False))
    for seat in seats:
        yield seat, report(played, seat, full=False, first=True, players=at_the_table, length=None)


def keeps_to_its_lines_at_first(played):
    for seat, whole in first_reports(played):
        lines = whole.splitlines()
        assert len(lines) <= (COMMANDER_OF_TWO if seat in COMMANDERS else OF_A_CORPS), seat
        assert max(map(len, lines)) <= 78


def tables():
    """Every number of players, and the scenario for two."""
    return [*({"players": players} for players in range(2, 9)), {"scenario": "ligny"}]


@pytest.mark.parametrize("table", tables(), ids=str)
def test_a_first_report_keeps_to_its_lines_too(campaign, table):
    """Whatever options take room in it."""
    chosen = product(("half", "third", "no"), ("table", "linked"), (7, 25), ("no", "yes"))
    for breaks, battles, handicap, umpire in chosen:
        played = campaign(**table, breaks=breaks, battles=battles, handicap=handicap, umpire=umpire)
        keeps_to_its_lines_at_first(played)


@pytest.mark.parametrize("table", tables(), ids=str)
def test_a_first_report_keeps_to_its_lines_with_all_options_that_are_not_the_usual_ones(campaign, table):
    unusual = {"breaks": "third", "battles": "linked", "rules": "stratego_waterloo", "handicap": 25, "umpire": "yes"}
    more = {"nights": "asked", "rain": "history", "guns": "yes"}
    keeps_to_its_lines_at_first(campaign(**table, **unusual, **more))


@pytest.mark.parametrize("table", tables(), ids=str)
def test_a_first_report_tells_what_a_player_needs(campaign, table):
    """What counts, who plays, what he has and where, what is asked, and where the rest is told."""
    for seat, whole in first_reports(campaign(**table, breaks="third", handicap=25)):
        told = " ".join(whole.split())
        played = campaign(**table)
        at_the_table = zip(played.rules.seats(played.position.options), PLAYERS, strict=False)
        assert all(player in told for _, player in at_the_table)
        assert "25 points ahead" in told
        assert all(said in told for said in ("silence is CONTINUE", "Both score 1 for each 1,000 men", "by couriers"))
        assert ("Brussels 25" if "players" in table else "Sombreffe 15") in told
        view = campaign(**table).view(seat)
        own = [code for code, known in view["columns"].items() if known["seat"] == seat]
        assert own
        assert all(re.search(rf"^{code} +[A-Z]{{3}} ", whole, re.MULTILINE) for code in own)
        assert all(f"{code} {called}" in told for code in own if (called := column_name(code, view)))
        for where in ("HELP CARD", "HELP ORDERS", "HELP hundred_days", "RULES hundred_days", "FULL", "pbem verify"):
            assert where in told


def test_what_the_words_of_a_first_report_leave_is_the_maps(campaign):
    """It is as high as it would be later, and lower where the options need the room."""
    usual, crowded = campaign(players=8), campaign(players=8, battles="linked", umpire="yes", breaks="third")
    heights = [len(presentation().map_text(played.view("ney")).split("\n")) for played in (usual, crowded)]
    assert heights[0] > heights[1] >= 6


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_all_reports_of_a_campaign_of_eight_robots_keep_to_their_lines(campaign, seed):
    keeps_to_its_lines(campaign, seed, robots=True)


def test_all_reports_of_a_campaign_of_eight_keep_to_their_lines(campaign):
    keeps_to_its_lines(campaign, 9, robots=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_all_reports_of_a_campaign_between_two_officers_keep_to_their_lines(campaign, seed):
    """They fight more than recruits do: in the longest turns there is least room for the enemy and the map."""
    keeps_to_its_lines(campaign, seed, robots=True, level=Level.OFFICER, players=2)


def keeps_to_its_lines(campaign, seed, *, robots, level=Level.RECRUIT, players=8):
    """A corps has at most 90 lines in any turn, an army 130, as long as the campaign goes on."""
    played = campaign(players=players)
    rules, step = played.rules, 0
    while owed := rules.awaiting(played.position):
        step += 1
        number = 1_000 * seed + step
        orders = {
            each.seat: rules.robot_orders(rules.view(played.position, each.seat), level, number)
            if robots
            else rules.random_orders(played.position, each.seat, number)
            for each in owed
        }
        done = rules.adjudicate(played.position, orders, SeededDice(bytes([seed, step])), due=True)
        played.position, played.events = done.position, done.events
        if rules.outcome(done.position) is not None:
            return
        corps = ("ney", "grouchy", "hill", "orange", "bulow")
        for seat in (*corps, *(() if step % 5 else ("napoleon", "wellington"))) if players == 8 else ("coalition",):
            lines = report(played, seat, full=players == 8, length=9 if players == 8 else None).splitlines()
            most = OF_A_CORPS if seat in corps else COMMANDER_OF_TWO
            assert len(lines) <= most, (seat, step)
            assert max(map(len, lines)) <= 78


def test_columns_that_wrote_the_same_are_told_together(campaign):
    played = campaign().turn()
    fight = {"number": 1, "attacker": True, "rounds": 2, "lost": 0, "over": False}
    columns = played.view()["columns"]
    news = [
        columns[code] | {"why": ["battle_joined"], "battle": fight | {"lost": lost}, "written": 4, "arrived": 7}
        for code, lost in (("F1", 3), ("F2", 0), ("F7", 1))
    ]
    elsewhere = columns["F4"] | {"why": ["battle_joined"], "battle": fight, "written": 4, "arrived": 7}
    together = [each | {"at": "SOL", "on": None} for each in news]
    said = narration.digest(played.events, played.view() | {"news": [*together, elsewhere | {"at": "PHI", "on": None}]})
    assert said == [
        "F1, F2 and F7 (each written 05:00 at Solre-sur-Sambre, reached you 06:30): it has joined a battle; battle B1 "
        "as attacker: 2 hours, F1 300, F7 100 lost; the fight goes on.",
        "F4 (written 05:00 at Philippeville, reached you 06:30): it has joined a battle; battle B1 as attacker: 2 "
        "hours, no losses to speak of; the fight goes on.",
    ]


def test_many_dispatches_of_the_enemy_are_told_together(campaign):
    played = campaign().turn()
    empty = {"column": None, "orders": [], "dispatch": None, "letter": None, "turn": 1, "kind": "dispatch", "beat": 2}
    fight = {"number": 2, "attacker": True, "rounds": 2, "lost": 0, "over": False}
    taken = [
        empty | {"column": code, "dispatch": played.view()["columns"]["F2"] | {"column": code, "written": 2} | more}
        for code, more in (
            ("P1", {}),
            ("P2", {"battle": fight}),
            ("P3", {"battle": fight | {"over": True}}),
            ("P4", {"at": None, "on": {"from": "FLE", "to": "LIG", "done": 9}}),
        )
    ]
    assert narration.digest(played.events, played.view() | {"taken": taken})[-1] == (
        "Taken, 4 dispatches: P1 of 04:00, 20,000 at SOL; P2 of 04:00, 20,000 at SOL, in battle B2; P3 of 04:00, "
        "20,000 at SOL; P4 of 04:00, 20,000 on FLE-LIG."
    )


def test_whom_a_column_met_is_told_as_it_was_at_last(campaign):
    played = campaign().turn()
    met = [{"column": code, "men": 80, "horse": False, "guns": 0} for code in ("P1", "P2")]
    news = [
        played.view()["columns"]["F2"] | {"why": ["touch"], "touch": met[:count], "written": 3 + count, "arrived": 7}
        for count in (1, 2)
    ]
    [said] = narration.digest(played.events, played.view() | {"news": news})
    assert said.endswith("reached you 06:30): it met P1 and P2 and stands before them.")


def test_what_a_sub_commander_saw_of_columns_of_others_is_a_line(campaign):
    played = campaign(players=5).turn()
    told_to = forces.forces(played.view("grouchy"))
    assert not [line for line in told_to if line.startswith(("FM ", "FO "))]
    assert "Columns of others, as you saw them last: " in " ".join(told_to)
    own = {line[:2] for line in forces.forces(played.view("napoleon"))}
    assert own >= {"F1", "F3", "FO"}, "a commander-in-chief is written to of all of them"


def test_columns_of_the_other_army_are_a_line_and_on_the_map_while_they_are_seen(campaign):
    played = campaign(players=3).turn()
    view = played.view("wellington")
    met = view["columns"]["A5"] | {"column": "P2", "seat": "blucher", "at": "BRU"}
    for written, count in ((view["beat"], 4), (view["beat"] - 4, 3)):
        seen = view | {"columns": view["columns"] | {"P2": met | {"written": written}}}
        told = forces.forces(seen)
        assert not [line for line in told if line.startswith("P2 ")]
        assert "Columns of others, as you saw them last: P2 BRU" in " ".join(told)
        assert f"BRU+{count}" in presentation().map_text(seen)


def test_the_map_stands_in_the_report_whatever_happened_lately(campaign):
    played = campaign().at_random(3)
    assert presentation().map_text(played.view()) in report(played, "napoleon")


# --- News -----------------------------------------------------------------------------------------------------------


def test_news_says_when_it_was_written_where_and_when_it_came(campaign):
    played, said = campaign(), ""
    played.turn(napoleon="F2 march CHA attack\nF7 march FON", coalition="P1 march FON")
    for _ in range(5):
        played.turn()
        said += " ".join(told(played))
    assert re.search(
        r"F[27] \(written (15 June )?[0-9:]{5} (at|on) [\w' -]+, reached you (15 June )?[0-9:]{5}\): it met P1 and",
        said,
    )


def test_what_only_the_hour_made_a_column_write_is_in_the_table_alone(campaign):
    played = campaign().turn(napoleon="F2 march THU")
    assert not [line for line in told(played) if line.startswith("F2 ")]
    assert any(line.startswith(("F2 THU", "F2 SOL>THU")) for line in forces.forces(played.view()))


@pytest.mark.clause("HD-050")
def test_a_letter_is_told_in_full_with_its_hours(campaign):
    played = campaign(players=5).turn(napoleon="letter ney:\nTake the crossroads.\n\nWait there; F2 march.\nEND")
    assert told(played, "ney") == [
        'Letter from Napoleon (written 03:00, reached you 04:30): "Take the crossroads. / Wait there; F2 march."'
    ]
    assert told(played, "grouchy") == []


def test_taken_papers_and_rumours_are_told_once(campaign):
    played = campaign().turn()
    view = played.view()
    letter = {"from": "wellington", "to": "blucher", "text": "I come.", "turn": 1, "left": 0, "arrived": 0}
    dispatch = view["columns"]["F2"] | {"column": "P1", "seat": "blucher", "written": 4}
    empty = {"column": None, "orders": [], "dispatch": None, "letter": None, "turn": 1}
    taken = [
        empty | {"kind": "orders", "beat": 0, "column": "P1", "orders": ["P1 march CHA"]},
        empty | {"kind": "letter", "beat": 0, "letter": letter},
        empty | {"kind": "dispatch", "beat": 2, "column": "P1", "dispatch": dispatch | {"written": 2}},
        empty | {"kind": "dispatch", "beat": 4, "column": "P1", "dispatch": dispatch},
    ]
    rumours = [{"army": "F", "beat": 8, "at": "NAM", "seen": "corps"}]
    said = narration.digest(played.events, view | {"taken": taken, "rumours": rumours})
    assert len([line for line in said if "a dispatch of P1" in line]) == 1, "of several the newest alone"
    assert said[-4:] == [
        "Taken from a courier who left at 03:00, orders for P1: P1 march CHA.",
        'Taken, a letter from Wellington to Blücher of 03:00: "I come."',
        "Taken, a dispatch of P1 of 05:00: 20,000 men and 38 guns at Solre-sur-Sambre, holding.",
        "Rumour: troops at Namur, said to be a corps (10,000 to 29,900).",
    ]
    assert not narration.digest(played.events, view | {"taken": taken, "rumours": rumours, "since": 16, "beat": 24})


def test_battles_and_routs_are_told_by_the_dispatch(campaign):
    played = campaign().turn()
    fight = {"number": 1, "attacker": True, "rounds": 2, "lost": 4, "over": False}
    enemy = {"column": "P2", "men": 80, "horse": True, "guns": 10}
    dispatch = played.view()["columns"]["F2"] | {
        "why": ["battle_began", "order_lapsed"],
        "lapsed": ["scout"],
        "battle": fight,
        "touch": [enemy],
        "written": 4,
        "arrived": 7,
        "routed": True,
    }
    said = narration.digest(played.events, played.view() | {"news": [dispatch]})
    assert said == [
        "F2 (written 05:00 at Solre-sur-Sambre, reached you 06:30): a battle has begun; its order to scout has lapsed; "
        "battle B1 as attacker: 2 hours, it has lost 400; the fight goes on; it is routed."
    ]


def test_every_reason_of_a_dispatch_has_words():
    assert set(WHYS) == {*narration.WHYS, "hourly", "order_lapsed", "person_taken"}
    assert set(LAPSES) == set(narration.LAPSED)


def test_what_becomes_of_one_s_own_person_is_told(campaign):
    played = campaign().turn()
    told_of = {"turn": 1, "column": None, "seat": None, "person": "napoleon"}
    tidings = [told_of | {"kind": "no_way"}, told_of | {"kind": "taken"}]
    assert list(narration.tidings(played.view() | {"tidings": tidings})) == [
        "Napoleon finds no way free of the enemy, and stays (HD-052).",
        "Napoleon has been taken by the enemy (HD-055).",
    ]


# --- Columns and the enemy ------------------------------------------------------------------------------------------


def test_a_column_stands_on_one_line_with_its_state_its_order_and_the_age_of_the_news(campaign):
    played = campaign().turn(napoleon="F2 march CHA > GOS attack forced")
    line = next(line for line in forces.forces(played.view()) if line.startswith("F2 "))
    assert re.fullmatch(r"F2 SOL>THU 15% 05:00    2h   180\+20  38  0  t1  march CHA\.\.GOS attack forced", line)


def test_orders_without_an_answer_are_told_with_whether_they_can_have_arrived(campaign):
    view = campaign().turn().view("coalition")
    sent = {"turn": 1, "left": 0, "orders": ["x"], "sent_from": "BRU"}
    orders = [sent | {"column": "A5"}, sent | {"column": "AF", "left": 8}, sent | {"column": "AB"}]
    assert list(dispatches.unanswered(view | {"orders": orders})) == [
        "Orders without an answer that can have arrived: A5, AB t1.",
        "Orders under way, not there before 11:00: AF t1.",
    ]


def test_the_newest_look_at_each_site_is_told_with_its_source(campaign):
    view = campaign().turn().view()
    look = {"link": None, "towards": None, "arrived": 8}
    sightings = [
        look | {"by": "FP", "beat": 4, "seen": "patrol", "at": "CHA"},
        look | {"by": "F2", "beat": 8, "seen": "corps", "at": "CHA", "towards": "GOS"},
        look | {"by": "FP", "beat": 4, "seen": "screen", "at": None, "link": ["FON", "THU"]},
    ]
    told, older = dispatches.enemies(view | {"sightings": sightings}, 1)
    assert (len(told), older) == (1, 1)
    assert dispatches.enemies(view | {"sightings": sightings}, 8)[0] == [
        "15 June 07:00, F2: a corps at Charleroi, going towards Gosselies.",
        "15 June 05:00, FP: a screen of horse on the road FON-THU.",
    ]


# --- What is asked --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 5, 8])
@pytest.mark.parametrize("turns", [0, 3, 9])
def test_every_order_in_the_form_is_accepted(campaign, players, turns):
    played = campaign(players=players).at_random(turns, 4)
    for owed in played.rules.awaiting(played.position):
        ask = questions.ask(played.view(owed.seat), owed.seat)
        assert ask.form[0] == "continue"
        assert max(map(len, ask.form)) <= 74
        for line in ask.form:
            order = line.removeprefix("# ").replace(", first, has a mail refused that comes too late", "")
            if order.startswith("Or, "):
                continue
            lines = read([(1, order)])
            verdict = played.rules.check(played.position, owed.seat, lines).verdicts[0]
            assert verdict.status is Status.OK, (order, verdict)


@pytest.mark.parametrize(("ready", "hour"), [(0, "04:00"), (5, "05:30"), (8, None)])
def test_the_form_shows_an_hour_at_which_a_column_is_ready(campaign, ready, hour):
    view = campaign().view()
    for known in view["columns"].values():
        known["ready"] = ready
    examples = [line for line in questions.ask(view, "napoleon").form if re.match("# [A-Z0-9]{2} march ", line)]
    assert len(examples) == 3
    assert [line.partition(" at ")[2] for line in examples if " at " in line] == ([] if hour is None else [hour])


def test_the_form_sends_a_person_to_a_column_of_his_own_army(campaign):
    """Though others of the side are nearer to him."""
    view = campaign().view("coalition")
    view["persons"]["wellington"]["post"] = "NAM"
    assert "# wellington with AP" in questions.ask(view, "coalition").form


def test_what_is_asked_tells_the_hours_the_night_the_weather_and_from_where_orders_leave(campaign):
    played = campaign()
    ask = questions.ask(played.view(), "napoleon")
    assert ask.subject == "your orders for turn 1 (03:00)"
    assert len(f"[days123 Wellington] {ask.subject} by Mon 30 Nov 05:52 UTC") <= LONGEST_SUBJECT
    assert ask.headline == ("15 June 03:00 to 07:00, turn 1 of 23; dry. Your orders leave at 03:00 from Beaumont.")
    for _ in range(4):
        played.turn()
    assert (
        "15 June 19:00 to 03:00, turn 5 of 23, with the night behind it; dry."
        in questions.ask(played.view(), "napoleon").headline
    )
    assert "for A and Namur for P" in questions.ask(played.view("coalition"), "coalition").headline


def test_who_has_resigned_is_asked_for_nothing(campaign):
    played = campaign(players=3).turn(wellington="resign")
    assert questions.ask(played.view("wellington"), "wellington") is None
    assert "Wellington has resigned (HD-102)." in told(played)


def test_a_draw_that_was_offered_is_told_and_is_over(campaign):
    played = campaign().turn(coalition="draw")
    assert [matter.said for matter in between.between(played.view(), "napoleon")] == [
        "Coalition offered a draw in the last turn; the offer is over with it."
    ]
    assert between.between(played.view("coalition"), "coalition") == ()


# --- The end --------------------------------------------------------------------------------------------------------


def test_the_end_opens_everything(campaign):
    played = campaign(scenario="ligny").at_random(4)
    view = played.view()
    assert view["phase"] == "over"
    assert re.search(r"(The French win|The coalition wins): \d+ points of the French to \d+", questions.status(view))
    lines = forces.forces(view)
    assert [line for line in lines if line.startswith("P1 ")]
    assert lines[-1].startswith("Points: the French ")
    assert questions.say_outcome(view) in report(played, "napoleon").replace("\n", " ").replace("  ", " ")


def test_an_agreed_draw_is_told(campaign):
    played = campaign().turn(napoleon="draw", coalition="draw")
    assert questions.status(played.view()) == "The campaign is drawn: all have agreed on it (HD-119)."


def test_a_view_that_was_mailed_is_reported_alike(campaign):
    view = campaign().at_random(5).view()
    again = msgspec.json.decode(msgspec.json.encode(view))
    assert forces.forces(again) == forces.forces(view)
    assert presentation().map_text(again) == presentation().map_text(view)


def test_a_taken_dispatch_that_left_as_the_turn_ended_is_not_told_again_after_the_next(campaign):
    played = campaign().turn()
    dispatch = played.view()["columns"]["F2"] | {"column": "P1", "seat": "blucher", "written": 8}
    # As it is kept: the turn has been counted on when dispatches ride.
    paper = {
        "kind": "dispatch",
        "beat": 8,
        "column": "P1",
        "orders": [],
        "dispatch": dispatch,
        "letter": None,
        "turn": 2,
    }
    first = narration.digest(played.events, played.view() | {"taken": [paper], "since": 0, "beat": 8})
    again = narration.digest(played.events, played.view() | {"taken": [paper], "since": 8, "beat": 16})
    assert [sum("a dispatch of P1" in line for line in said) for said in (first, again)] == [1, 0]


def test_orders_of_several_couriers_are_told_together(campaign):
    played = campaign().turn()
    empty = {"kind": "orders", "dispatch": None, "letter": None, "turn": 1, "beat": 0}
    taken = [empty | {"column": code, "orders": [f"{code} march CHA"]} for code in ("P1", "P3")]
    said = narration.digest(played.events, played.view() | {"taken": taken})
    assert "Taken, orders of 03:00: P1 march CHA; P3 march CHA." in said


def test_when_a_column_is_ready_fits_into_its_line_on_another_day_too(campaign):
    lines = forces.forces(campaign().view("coalition"))
    assert next(line for line in lines if line.startswith("A6")).endswith("hold musters 4h ready 16/3:00")
    assert not any("\N{HORIZONTAL ELLIPSIS}" in line for line in lines)


def test_an_enemy_of_whom_hardly_anybody_is_left_is_not_told_as_none(campaign):
    view = campaign().view()
    touch = [{"column": "PR", "men": 0, "horse": True, "guns": 40}]
    columns = view["columns"] | {"F2": view["columns"]["F2"] | {"touch": touch}}
    told = " ".join(" ".join(forces.forces(view | {"columns": columns})).split())
    assert "F2: in touch with PR (a few hundred, with horse, 40 guns)." in told


def test_a_battle_that_is_over_is_told_before_the_one_that_began_behind_it(campaign):
    played = campaign().turn()
    column = played.view()["columns"]["F2"] | {"battle": None, "arrived": 7}
    news = [
        column | {"why": ["battle_began"], "written": 2},
        column | {"why": ["battle_began", "battle_ended"], "written": 4, "battle": FIGHT},
    ]
    [said] = narration.digest(played.events, played.view() | {"news": news})
    assert ": its battle is won; another has begun; battle B2" in said


def told_of(campaign, *dispatches, **options):
    """What is told of a column that wrote these."""
    played = campaign(**options).turn()
    column = played.view()["columns"]["F2"] | {"battle": None, "arrived": 7}
    news = [column | {"written": at} | each for at, each in enumerate(dispatches, start=2)]
    [said] = narration.digest(played.events, played.view() | {"news": news})
    return said.split("): ")[1]


FIGHT = {"number": 2, "attacker": True, "rounds": 0, "lost": 0, "over": False}
MET = [{"column": code, "men": 30, "horse": False, "guns": 10} for code in ("A1", "A3")]


def test_how_a_battle_ended_is_told_by_what_becomes_of_its_column(campaign):
    ended = {"why": ["hourly", "battle_ended"]}
    assert told_of(campaign, ended) == "its battle is won."
    assert told_of(campaign, ended | {"plan": "retreat"}) == "its battle is over, and it goes back."
    # Games that decide battles may end with nobody as the winner.
    assert told_of(campaign, ended, battles="linked", rules="waterloo_grid") == "its battle is over."


def test_what_led_to_the_end_of_a_battle_is_told_before_it(campaign):
    both = {"why": ["battle_began", "battle_ended", "battle_joined"]}
    assert told_of(campaign, {"why": ["battle_ended", "battle_joined"]}) == "it has joined a battle; its battle is won."
    assert told_of(campaign, both | {"battle": FIGHT}).startswith("its battle is won; another has begun; it has joined")


def test_who_fights_or_has_gone_on_is_not_said_to_stand_before_whom_it_met(campaign):
    met = {"why": ["touch"], "touch": MET}
    assert told_of(campaign, met) == "it met A1 and A3 and stands before them."
    fights = told_of(campaign, met | {"battle": FIGHT})
    assert fights == "it met A1 and A3; battle B2 as attacker: no round yet; the fight goes on."
    assert told_of(campaign, met, {"why": ["withdrew"], "touch": []}) == (
        "it met A1 and A3; it has withdrawn before the enemy."
    )


def test_who_met_the_enemy_and_cannot_tell_whom_stands_before_him(campaign):
    met = {"why": ["touch"], "touch": [], "facing": "division"}
    assert told_of(campaign, met) == "it met the enemy and stands before him."
    assert told_of(campaign, met | {"why": ["way_closed"]}) == "its way is closed by a blown bridge."


def test_a_short_first_report_tells_where_the_columns_are(campaign):
    told = report(campaign(players=5), "ney", full=False, first=True)
    assert re.search(r"^F1 SOL +03:00", told, re.MULTILINE)


def test_who_is_met_on_a_road_is_drawn_there_and_who_holds_a_place_in_it(campaign):
    played = campaign().turn()
    column = played.view()["columns"]["F2"] | {"at": None, "facing": "division"}
    for done, there in ((40, ("SOL", "THU")), (112, ("THU", None))):
        known = column | {"on": {"from": "SOL", "to": "THU", "done": done}}
        [enemy] = sites.enemies(played.view() | {"columns": {"F2": known}, "sightings": []})
        assert (enemy.site.a, enemy.site.b) == there
