"""What reports tell of turns, over whole games: a turn in one mail or two, by whom, which bases, in good grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from core.contract import Event, Json, Status
from core.dice import SeededDice
from pbem.rulesets.waterloo_grid import presentation
from pbem.rulesets.waterloo_grid.board import groups_of
from pbem.rulesets.waterloo_grid.retracing import retraced

RULES = presentation().rules
OPTIONS = RULES.settle({})
SEATS = ("blue", "red")
TITLE = re.compile("(The rest of )?(Blue|Red)'s turn( in short| so far| goes on)?: ")


@cache
def mails(seed: int) -> tuple[tuple[Any, str, Any, tuple[Event, ...]], ...]:
    """Each mail of a game between robots: the position, who wrote, the position after it, and what happened."""
    rng, dice = Random(seed), SeededDice(bytes([seed]) * 32)
    position = RULES.adjudicate(RULES.opening(OPTIONS), {}, dice).position
    found = []
    while RULES.outcome(position) is None and len(found) < 120:
        (decision,) = RULES.awaiting(position)
        text = presentation().bot(RULES.view(position, decision.seat), decision.seat, rng)
        lines = presentation().read(list(enumerate(text.split("\n"), start=1)))
        played = RULES.adjudicate(position, {decision.seat: lines}, dice)
        found.append((position, decision.seat, played.position, tuple(played.events)))
        position = played.position
    return tuple(found)


def reports() -> Iterator[tuple[Any, str, Any, tuple[Event, ...]]]:
    for seed in (7, 8):
        yield from mails(seed)


def digest(events: tuple[Event, ...], position: Any, seat: str | None) -> list[str]:
    view = RULES.view(position, seat)
    told = presentation().unanswered(events, view)
    return presentation().digest([event for event in told if event.kind != "turn"], view)


def summary(lines: list[str]) -> str:
    return next((line for line in lines if TITLE.match(line)), "")


@pytest.mark.clause("WGR-141")
def test_the_line_that_sums_up_tells_whether_it_is_of_a_whole_turn() -> None:
    titles = set()
    for before, seat, after, events in reports():
        view, then = RULES.view(before, seat), RULES.view(after, seat)
        is_open = then["to_move"] == seat and then["turn"] == view["turn"] and not then["outcome"]
        for reader in SEATS:
            found = TITLE.match(summary(digest(events, after, reader)))
            if found:
                titles.add(found[0].replace("Red", "Blue"))
                assert bool(found[1] or found[3] == " goes on") == bool(view["mails"])
                assert (found[3] in (" so far", " goes on")) == is_open
    assert titles >= {"Blue's turn in short: ", "Blue's turn so far: ", "The rest of Blue's turn: "}


@pytest.mark.clause("WGR-141")
def test_of_a_turn_in_two_mails_the_opponent_is_told_the_whole() -> None:
    found = 0
    for (_, seat, _, first), (_, other, after, second) in zip(mails(7), mails(7)[1:], strict=False):
        if seat == other:
            found += 1
            reader = next(each for each in SEATS if each != seat)
            said = summary(digest((*first, *second), after, reader))
            assert not said or "'s turn in short: " in said
    assert found > 3


def test_both_sides_are_told_the_same_counts() -> None:
    """The sender's answers tell of his entries and failures; what the line counts is the same for both."""
    for _, _, after, events in reports():
        sums = [summary(digest(events, after, seat)) for seat in SEATS]
        told = [re.sub("[0-9]+ orders? (could not be carried out|cut short), ", "", each) for each in sums]
        assert not all(told) or told[0] == told[1]


@pytest.mark.clause("WGR-141")
def test_a_turn_in_which_nobody_was_woken_is_told_to_the_opponent() -> None:
    units = {"BI2": "E9:fabc:n", "RI2": "E2:fab:s"}
    position = RULES.decode({"units": units, "dice": list("XX---")}, OPTIONS)
    done = RULES.adjudicate(position, {"blue": presentation().read([(1, "end")])}, SeededDice(bytes(32)))
    assert digest(tuple(done.events), done.position, "red") == ["Blue wakes no unit, and ends the turn."]
    assert digest(tuple(done.events), done.position, "blue") == []


# --- Bases ----------------------------------------------------------------------------------------------------------


def bases(view: Json) -> dict[str, dict[str, str]]:
    return {unit: {letter: cell for cell, letters, _ in groups_of(written) for letter in letters}
            for unit, written in view["units"].items()}  # fmt: skip


@pytest.mark.clause("WGR-112")
def test_who_goes_back_is_told_by_bases_where_it_is_not_the_whole_unit() -> None:
    """Undone one after another the events lead back to where all stood before them."""
    parts = 0
    for before, _, after, events in reports():
        stands, view = bases(RULES.view(before, None)), RULES.view(after, None)
        for event in retraced(events, view):
            if event.kind in ("move", "shot"):
                assert set(event.facts["bases"]) <= set(event.facts["living"])
            rolls = event.facts["rolls"] if event.kind == "fight" else [event.facts] if event.kind == "shot" else []
            if event.kind == "move":
                for letter in event.facts["bases"]:
                    assert stands[event.facts["unit"]][letter] == event.facts["from"]
                    stands[event.facts["unit"]][letter] = event.facts["to"]
            if event.kind == "enter":
                stands[event.facts["unit"]] = dict.fromkeys("fabc", event.facts["cell"])
            for roll in rolls:
                if roll["losses"]:
                    break  # from here on other bases stand there
                for move in roll["moves"]:
                    for unit in move["units"]:
                        gone = {letter for letter, cell in stands[unit].items() if cell == move["from"]}
                        part = move["parts"].get(unit)
                        assert (set(part) if part else set(stands[unit])) == gone
                        parts += bool(part)
                        stands[unit].update(dict.fromkeys(gone, move["to"]))
            else:
                continue
            break
    assert parts > 3


def test_letters_are_named_only_where_they_are_not_the_whole_unit() -> None:
    for before, _, after, events in reports():
        stands = bases(RULES.view(before, None))
        if any(event.kind in ("shot", "fight") for event in events):
            continue
        for line in digest(events, after, None):
            for unit, letters in re.findall(r"(?:^|; )([BR][A-Z][0-9]+) ([fabc]{1,4}): [A-L][0-9]+-", line):
                assert set(letters) < set(stands[unit]), line


@pytest.mark.clause("WGR-112", "WGR-118")
def test_a_unit_does_not_push_itself() -> None:
    units = {"BI2": "E7:fabc:n", "RG1": "E6:bc:s E5:fa:s"}
    position = RULES.decode({"units": units, "dice": list("IICAX")}, OPTIONS)
    for seed in range(60):
        done = RULES.adjudicate(position, {"blue": presentation().read([(1, "end")])}, SeededDice(bytes([seed]) * 32))
        told = " ".join(digest(tuple(done.events), done.position, "red"))
        if "pushing RG1" in told:
            assert re.search("RG1 [bc]{1,2} retreats to E5, pushing RG1 [fa]{1,2} to E4", told), told
            break
    else:
        raise AssertionError("nobody was pushed")


# --- Grammar --------------------------------------------------------------------------------------------------------


def test_reports_are_in_good_grammar() -> None:
    for _, _, after, events in reports():
        for line in digest(events, after, None):
            assert not re.search(r"\(\w+ its flag\)| and [BR]\w+ (charges|attacks|retreats|forms)\b", line), line
            assert not re.search(r"Then (at|[fabc]+:)|\b[fabc]+: at |= back|swords?\)", line), line


@pytest.mark.clause("WGR-106")
def test_what_a_single_die_does_not_do_to_a_farm_is_explained() -> None:
    shot = {
        "seat": "blue", "unit": "BA2", "bases": "ab", "cell": "F8", "facing": "n", "target": "F5", "range": 3,
        "how": "guns", "against": "I", "walled": True, "key": 11, "draw": 1, "hits": 0, "pushes": 0, "losses": [],
        "moves": [], "destroyed": None,
    }  # fmt: skip
    view = RULES.view(RULES.opening(OPTIONS), None)
    said = [
        presentation().say_event(Event("shot", {**shot, "dice": dice.split(), **more}), view)
        for dice, more in (("X", {}), ("I X", {}), ("C A", {}), ("X", {"against": "H"}), ("X", {"walled": False}))
    ]
    assert ["a farm needs two" in str(each) for each in said] == [True, True, False, False, False]
    assert "No effect (one X: a farm needs two)." in str(said[0])


@pytest.mark.clause("WGR-136")
def test_a_player_is_told_of_his_own_offer_as_his() -> None:
    lapsed = Event("draw_lapsed", {"seat": "blue"}, "WGR-136")
    said = [
        presentation().say_event(lapsed, RULES.view(RULES.opening(OPTIONS), seat)) for seat in ("blue", "red", None)
    ]
    assert said == ["Your offer of a draw has lapsed (WGR-136).", *["Blue's offer of a draw has lapsed (WGR-136)."] * 2]


@pytest.mark.clause("WGR-084")
def test_a_fight_lapses_for_want_of_an_enemy() -> None:
    facts = {"seat": "blue", "from": "J7", "to": "K7", "dir": "e", "group": 2, "charge": False}
    position = RULES.decode({"units": {"BI2": "J7:fabc:e", "RI2": "A1:f:s"}, "dice": list("IICAX")}, OPTIONS)
    assert presentation().digest([Event("lapsed", facts, "WGR-084")], RULES.view(position, None)) == [
        "The fight of J7 on K7 lapses, as nobody is left in K7 (WGR-084)."
    ]


# --- Answers --------------------------------------------------------------------------------------------------------


def answered(units: Json, dice: str, text: str, seed: int) -> list[str]:
    """The answers to a mail that was carried out with the dice of a seed."""
    position = RULES.decode({"units": units, "dice": list(dice)}, OPTIONS)
    lines = presentation().read(list(enumerate(text.split("\n"), start=1)))
    view = RULES.view(position, "blue")
    done = RULES.adjudicate(position, {"blue": lines}, SeededDice(bytes([seed]) * 32))
    return [" ".join(said) for said in told_of(done.verdicts["blue"], lines, view)]


def told_of(verdicts: Any, lines: Any, view: Json) -> Iterator[tuple[str, str]]:
    for verdict, line in zip(verdicts, lines, strict=True):
        said = presentation().say_verdict(verdict, line, view)
        yield said.mark, said.text


@pytest.mark.clause("WGR-140")
def test_a_line_that_lapsed_is_told_to_have_lapsed_and_to_have_cost_its_die() -> None:
    units = {"BA1": "D8:ab:n", "BA2": "E8:ab:n", "RI2": "D4:fa:s"}
    said = {answered(units, "AAX--", "A1 fire D4\nA2 fire D4", seed)[1] for seed in range(30)}
    assert "lapsed by its turn there was no enemy in D4 (WGR-068); its die is spent (WGR-140)." in said
    assert any(each.startswith("ok ") for each in said)


@pytest.mark.clause("WGR-140")
@pytest.mark.parametrize(
    ("units", "order", "parts"),
    [
        ({"BI1": "D8:fabc:n"}, "I1 fire D7 fire D7", {("fire D7", "fire D7")}),
        (
            {"BI1": "D8:fa:n E8:bc:n"},
            "I1 fa: fire D7 fire D7, bc: fire D7",
            {("fa: fire D7", "fa: fire D7, bc: fire D7"), ("fa: fire D7 fire D7", "bc: fire D7")},
        ),
        ({"BI1": "D8:fa:n D9:bc:n"}, "I1 fa: fire D7, bc: f1", {("fa: fire D7", "bc: f1")}),
    ],
)
def test_of_an_order_done_in_part_it_is_told_what_was_done_and_what_was_not(
    units: Json, order: str, parts: set[tuple[str, str]]
) -> None:
    """What was done are the shots that were fired: by the events, as many as the first part holds."""
    found = set()
    for seed in range(60):
        position = RULES.decode({"units": units | {"RI2": "D7:fa:s"}, "dice": list("IX---")}, OPTIONS)
        lines = presentation().read([(1, order)])
        done = RULES.adjudicate(position, {"blue": lines}, SeededDice(bytes([seed]) * 32))
        (said,) = told_of(done.verdicts["blue"], lines, RULES.view(position, "blue"))
        if said[0] == "ok, in part":
            alike = re.sub(r'the first ("(.*)") was done; the second', r"\1 was done; \1", said[1])
            told = re.fullmatch(r'"(.*?)" was done; "(.*?)" was not, as by then (.*) \(WGR-140\)\.', alike)
            assert told is not None, said
            assert told[1].count("fire") == sum(event.kind == "shot" for event in done.events)
            assert not re.search(r"\b(is|are|can|has)\b", told[3]), told[3]
            found.add((told[1], told[2]))
    assert found == parts


@pytest.mark.clause("WGR-140")
def test_the_opponent_is_told_where_the_target_had_gone() -> None:
    units = {"BA1": "D8:ab:n", "BA2": "E8:ab:n", "RI2": "D4:fa:s"}
    position = RULES.decode({"units": units, "dice": list("AAX--")}, OPTIONS)
    told = set()
    for seed in range(60):
        lines = presentation().read([(1, "A1 fire D4"), (2, "A2 fire D4")])
        done = RULES.adjudicate(position, {"blue": lines}, SeededDice(bytes([seed]) * 32))
        told |= {line for line in digest(tuple(done.events), done.position, "red") if line.startswith("The order for")}
    assert "The order for BA2 could not be carried out: RI2 had been driven from D4 to D3." in told
    assert not any("there is no enemy" in line for line in told)


@pytest.mark.clause("WGR-139")
def test_only_what_a_shot_may_change_is_left_to_it() -> None:
    """What some dice make void is said to hang on the shots, and nothing else is."""
    units = {"BA1": "D8:ab:n", "BA2": "E8:ab:n", "BI2": "A10:fabc:n", "BI3": "E6:fabc:n", "RI2": "D4:fa:s"}
    asked = {
        "A1 fire D4\nI2 f1\nI3 f1\nend": [],
        "I3 f1\nA1 fire D4\nA2 fire D4\nI2 f1\nend": ["A2 fire D4"],
        "A1 fire D4\nI3 f1 left": [],
    }
    for text, doubted in asked.items():
        position = RULES.decode({"units": units, "dice": list("AAII-")}, OPTIONS)
        lines = presentation().read(list(enumerate(text.split("\n"), start=1)))
        checked, view = RULES.check(position, "blue", lines), RULES.view(position, "blue")
        assert all(verdict.status is Status.OK for verdict in checked.verdicts), text
        foreseen = presentation().trial(view, "blue", lines, checked.verdicts)
        assert foreseen is not None
        said = [text for _, text in told_of(foreseen.verdicts, lines, view)]
        found = [line.text for line, each in zip(lines, said, strict=True) if "if the shots before it allow" in each]
        assert found == doubted, text


@pytest.mark.clause("WGR-139")
def test_over_whole_games_a_line_without_a_doubt_is_never_void() -> None:
    """Each mail is checked first, and then played with the dice of the game and with others."""
    doubts = shots = 0
    for before, seat, _, _ in reports():
        view = RULES.view(before, seat)
        text = presentation().bot(view, seat, Random(3))
        lines = tuple(line for line in presentation().read(list(enumerate(text.split("\n"), start=1))))
        checked = RULES.check(before, seat, lines)
        foreseen = presentation().trial(view, seat, lines, checked.verdicts)
        if foreseen is None:
            continue
        shots += 1
        doubted = {verdict.line for verdict in foreseen.verdicts if verdict.facts.get("later")}
        doubts += len(doubted)
        for seed in range(3):
            played = RULES.adjudicate(before, {seat: lines}, SeededDice(bytes([99, seed]) * 16)).verdicts[seat]
            # Alone a line may always be cut short by its own shots, which is no other's doing.
            void = {each.line for each in played if each.status is not Status.OK and not each.facts.get("cut")}
            assert void <= doubted
    assert shots > 10
    assert doubts < shots


# --- Parts of units, and ways over obstacles -------------------------------------------------------------------------


@pytest.mark.clause("WGR-115", "WGR-117", "WGR-118")
def test_a_way_back_tells_what_it_leads_over() -> None:
    shot = {
        "seat": "red", "unit": "RA1", "bases": "ab", "cell": "E7", "facing": "e", "target": "J8", "range": 3,
        "how": "guns", "against": "I", "walled": False, "key": 11, "draw": 1, "hits": 0, "pushes": 1, "losses": [],
        "moves": [], "destroyed": None, "dice": ["X"],
    }  # fmt: skip
    view = RULES.view(RULES.opening(OPTIONS), None)

    def told(**more: Any) -> str:
        return str(presentation().say_event(Event("shot", shot | more), view))

    back = {"why": "retreat", "units": ["BI4"], "from": "J8", "to": "J10", "dir": "s"}
    assert "BI4 retreats over J9 (Plancenoit) to J10." in told(moves=[back])
    far = back | {"from": "E2", "to": "H2", "dir": "e"}
    assert "BI4 retreats over F2 and G2 (Mont-St-Jean) to H2." in told(moves=[far])
    pushed = [back | {"why": "push", "units": ["RH1"], "from": "H3", "to": "I3"},
              back | {"why": "push", "units": ["RH2"], "from": "G3", "to": "H3"},
              back | {"from": "F3", "to": "G3"}]  # fmt: skip
    assert "BI4 retreats to G3, pushing RH2 to H3 and RH1 to I3." in told(moves=pushed)
    edge = {"destroyed": {"cell": "K8", "why": "edge"}}
    assert "the way back, over the wood L8, leads off the field." in told(**edge)
    friends = {"destroyed": {"cell": "I5", "why": "friends"}}
    assert "friends in J5 cannot be pushed back." in told(**friends)


@pytest.mark.clause("WGR-110")
def test_a_flag_that_is_carried_off_is_told_with_who_is_lost_for_it() -> None:
    lost = {"seat": "red", "unit": "RL2", "base": "a", "cell": "J8", "flag": {"from": "J9", "to": "J8"}}
    shot = {
        "seat": "blue", "unit": "BA2", "bases": "ab", "cell": "F8", "facing": "n", "target": "J9", "range": 3,
        "how": "guns", "against": "C", "walled": False, "key": 11, "draw": 1, "hits": 0, "pushes": 0, "losses": [lost],
        "moves": [], "destroyed": {"cell": "J9", "why": "enemy"}, "dice": ["X"],
    }  # fmt: skip
    view = RULES.view(RULES.opening(OPTIONS), None)
    carried = "RL2's flag is carried from J9 to J8, where a is lost in its place"
    assert f"{carried}: an enemy bars the way back." in str(presentation().say_event(Event("shot", shot), view))
    hit = shot | {"destroyed": None, "hits": 1, "losses": [lost | {"base": "b", "flag": None, "cell": "J9"}, lost]}
    assert f"RL2 loses b, and {carried}." in str(presentation().say_event(Event("shot", hit), view))


@pytest.mark.clause("WGR-106")
def test_a_single_die_does_nothing_to_attackers_from_a_farm_either() -> None:
    units = {"RI5": "K5:f:s", "BI2": "K6:fabc:n"}
    position = RULES.decode({"units": units, "dice": list("IIX--"), "to_move": "red"}, OPTIONS)
    noted = 0
    for seed in range(80):
        lines = presentation().read([(1, "end")])
        done = RULES.adjudicate(position, {"red": lines}, SeededDice(bytes([seed]) * 32))
        for line in digest(tuple(done.events), done.position, "blue"):
            for what, dice in re.findall(r"(defence)[^:|]*: ([IACX -]+?)(?= =| \(| \||\.)", line):
                alone = [symbol for symbol in "IX" if dice.count(symbol) == 1]
                noted += bool(alone)
                assert not alone or "a farm needs two" in line or " = " in line, (what, line)
    assert noted > 3


@pytest.mark.clause("WGR-110")
def test_who_fights_is_told_by_bases_where_it_is_not_the_whole_unit() -> None:
    found = 0
    for before, _, after, events in reports():
        view = RULES.view(after, None)
        stands = bases(RULES.view(before, None))
        moved = any(event.kind in ("move", "shot", "enter") for event in events)
        fights = [event for event in retraced(events, view) if event.kind == "fight"]
        for event in fights[:1]:
            for unit, part in event.facts["fighting"].items():
                found += 1
                if not moved:
                    assert set(part) < set(stands[unit])
                assert re.search(
                    rf"(attacks?|charges?|Fight, .*) .*\b{unit} {part}\b", " ".join(digest(events, after, None))
                )
    assert found > 3


@pytest.mark.clause("WGR-031", "WGR-045")
def test_a_charge_stands_with_the_bases_that_charge() -> None:
    step = {"seat": "blue", "unit": "BL1", "steps": 4, "facing": "n"}
    charge = {"seat": "blue", "unit": "BL1", "cell": "B4", "dir": "n", "target": "B3", "tokens": 4}
    view = RULES.view(RULES.decode({"units": {"BL1": "B4:fa:n B5:bc:w", "RI2": "B3:f:s"}}, OPTIONS), None)
    part = [
        Event("move", step | {"bases": "fa", "from": "B8", "to": "B4"}),
        Event("move", step | {"bases": "bc", "from": "B8", "to": "B5"}),
        Event("face", step | {"bases": "bc", "cell": "B5", "facing": "w"}),
        Event("charge", charge | {"bases": "fa"}),
    ]
    assert presentation().digest(part, view) == ["BL1 fa: B8-B4, charges B3 (over 4 cells), bc: B8-B5, turns west."]
    view = RULES.view(RULES.decode({"units": {"BL1": "B4:fabc:n", "RI2": "B3:f:s"}}, OPTIONS), None)
    whole = [
        Event("move", step | {"bases": "fa", "from": "B8", "to": "B4"}),
        Event("move", step | {"bases": "bc", "from": "B8", "to": "B4"}),
        Event("charge", charge | {"bases": "fabc"}),
    ]
    assert presentation().digest(whole, view) == ["BL1 B8-B4, charges B3 (over 4 cells)."]


def test_the_letters_of_a_whole_unit_are_never_named_with_its_charge() -> None:
    charges = 0
    for _, _, after, events in reports():
        for line in digest(events, after, None):
            assert not re.search("[fabc]+: charges", line), line
            charges += "charges" in line
    assert charges > 10


def test_bases_that_go_the_same_way_one_after_another_are_told_together() -> None:
    """Over a village too, where two of them have room; four have not."""
    step = {"seat": "red", "unit": "RI5", "steps": 2, "facing": "w", "from": "H2", "to": "F2"}
    for letters, said in (("fa", ["RI5 H2-F2."]), ("fab", ["RI5 fa: H2-F2, b: H2-F2."])):
        view = RULES.view(RULES.decode({"units": {"RI5": f"F2:{letters[:2]}:w", "BI2": "A9:f:n"}}, OPTIONS), None)
        stands = view["units"] | {"RI5": f"F2:{letters}:w"}
        moves = [Event("move", step | {"bases": base}) for base in letters]
        assert presentation().digest(moves, view | {"units": stands}) == said


# --- The card and the map -------------------------------------------------------------------------------------------


@pytest.mark.clause("WGR-012", "WGR-013", "WGR-014", "WGR-106")
def test_the_card_tells_of_losses_guards_and_farms_apart() -> None:
    for small, farm in (("walled", "any farm"), ("open", "a large farm")):
        told = " ".join(presentation().card({"options": RULES.settle({"small_farms": small})}))
        assert "a unit of one or two bases, not guards, stays in one cell" in told
        assert f"Of infantry in {farm} it takes two I" in told
        assert "I kills infantry, C cavalry, A guns; each X drives back a cell" in told


@pytest.mark.clause("WGR-132")
def test_what_wins_is_not_told_once_it_is_won() -> None:
    wins = "All four village cells and two farms win."
    view = RULES.view(RULES.opening(OPTIONS), None)
    over = view | {"phase": "over", "outcome": {"winners": ["blue"], "reason": "objectives", "clause": "WGR-132"}}
    assert (wins in presentation().map_text(view), wins in presentation().map_text(over)) == (True, False)
