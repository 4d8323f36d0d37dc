"""The pursuit: labels, actions, plans, the automatic policy, the levels of victory (SWL-160 to SWL-173)."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from core.contract import Adjudication, Effect, Event, Line, Status
from core.dice import ScriptedDice, SeededDice
from core.rulesets.stratego_waterloo import StrategoWaterloo
from core.rulesets.stratego_waterloo.orders import (
    Charge,
    Cut,
    End,
    Go,
    Plan,
    Resign,
    Retire,
    Save,
    Stop,
)

RULES = StrategoWaterloo(
    tomllib.loads(files("pbem.rulesets.stratego_waterloo").joinpath("board.toml").read_text(encoding="utf-8"))
)


def order_of(text: str) -> Any:
    kind, *words = text.split()
    match kind:
        case "cut":
            return Cut(*words)
        case "charge":
            return Charge(*words)
        case "save":
            return Save(*words)
        case "retire":
            return Retire(*words)
        case "plan":
            return Plan(words[0], tuple(words[1:]))  # type: ignore[arg-type]
        case "stop":
            return Stop()
        case "end":
            return End()
        case "resign":
            return Resign()
    return Go(tuple(text.split()))


def mail(*texts: str) -> tuple[Line, ...]:
    return tuple(Line(number, text, order_of(text)) for number, text in enumerate(texts, start=1))


class Chase:
    """A pursuit drawn from fugitives and riders: BLUE is the victor, and NA and NE are alive unless said otherwise."""

    def __init__(self, board: dict[str, str], riders: dict[str, Any], **position: Any) -> None:
        self.options = RULES.settle({"version": "expert"} | position.pop("options", {}))
        written = {"phase": "pursuit", "board": board, "pursuit": {"victor": "blue", "riders": riders}}
        self.position = RULES.decode(written | position, self.options)

    def codes(self, seat: str, *texts: str) -> list[str | None]:
        """The codes of the check."""
        return [verdict.code for verdict in RULES.check(self.position, seat, mail(*texts)).verdicts]

    def what(self, seat: str, text: str) -> tuple[str | None, Any]:
        """Code and `what` of the refusal of one line."""
        checked = RULES.check(self.position, seat, mail(text))
        assert checked.effect is Effect.NOTHING
        (refused,) = checked.verdicts
        assert refused.status is Status.REFUSED
        return refused.code, refused.facts.get("what")

    def play(self, seat: str, *texts: str) -> Adjudication:
        assert RULES.check(self.position, seat, mail(*texts)).effect is Effect.AT_ONCE
        done = RULES.adjudicate(self.position, {seat: mail(*texts)}, ScriptedDice(()))
        self.position = done.position
        return done

    def due(self) -> Adjudication:
        done = RULES.adjudicate(self.position, {}, ScriptedDice(()), due=True)
        self.position = done.position
        return done

    @property
    def json(self) -> Any:
        return RULES.encode(self.position)

    def owed(self) -> str | None:
        asked = RULES.awaiting(self.position)
        return asked[0].seat if asked else None

    def reason(self) -> str | None:
        outcome = RULES.outcome(self.position)
        return outcome.reason if outcome else None


def seen(done: Adjudication, seat: str = "blue") -> list[Event]:
    """The events as one seat knows them."""
    return [event for event in done.events if event.seen_by is None or seat in event.seen_by]


def kinds(done: Adjudication) -> list[str]:
    return [event.kind for event in seen(done)]


def red_losses(count: int) -> dict[str, int]:
    """So many casualties, no more of a unit than there are besides those on the board."""
    lost = {}
    for code, most in (("PI", 3), ("LW", 4), ("BF", 10), ("SL", 4), ("DC", 3)):
        lost[code] = min(count, most)
        count -= lost[code]
    return lost


W35 = {"E9": "BF", "F10": "BF", "B8": "BF", "C8": "BF", "G9": "BA"}
RIDERS = {"V1": "CH", "V2": "CH", "V3": "CU-3", "V4": "NE", "R1": "KH"}
LOSSES = {"blue": {"LN": 14}, "red": red_losses(15) | {"UX": 1}}


def test_the_worked_example() -> None:
    chase = Chase(W35, RIDERS, eliminated=LOSSES)
    assert chase.owed() == "blue"
    done = chase.play("blue", "cut V1 E9", "cut V2 F10", "charge V3 R1")
    assert kinds(done) == ["cut", "cut", "charge", "pursuit_ply"]
    assert seen(done)[2].facts["winner"] == "red"
    assert sorted(chase.json["pursuit"]["riders"]) == ["R1", "V1", "V2", "V4"]
    assert chase.json["actions"]["allowance"] == 2
    done = chase.play("red", "save B8", "charge R1 V1")
    assert seen(done)[1].facts["winner"] == "blue"
    done = chase.play("blue", "cut V1 C8", "cut V2 G9")
    assert kinds(done)[-2:] == ["stop", "end"]
    assert seen(done)[-2].facts["why"] == "nothing_left"
    outcome = RULES.outcome(chase.position)
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.clause) == (("blue",), "minor", "SWL-171")
    assert seen(done)[-1].facts["difference"] == 6


@pytest.mark.parametrize(
    ("lost", "reason", "winners"),
    [(9, "indecisive", ()), (14, "indecisive", ()), (17, "indecisive", ()), (18, "minor", ("blue",)),
     (23, "minor", ("blue",)), (24, "major", ("blue",))],
)  # fmt: skip
def test_levels(lost: int, reason: str, winners: tuple[str, ...]) -> None:
    chase = Chase(W35, RIDERS, eliminated={"blue": {"LN": 14}, "red": red_losses(lost)})
    done = chase.play("blue", "stop")
    assert seen(done)[0].facts["why"] == "said"
    outcome = RULES.outcome(chase.position)
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == (reason, winners)
    assert seen(done)[-1].facts["difference"] == lost - 14


def test_casualties_of_the_pursuit_alone() -> None:
    fugitives = {f"{column}9": "BF" for column in "ABCDEFGH"}
    chase = Chase(fugitives, RIDERS, eliminated=LOSSES, options={"casualties": "pursuit"})
    done = chase.play("blue", "cut V1 A9", "cut V1 B9", "cut V1 C9")
    chase.play("red", "end")
    done = chase.play("blue", "cut V1 D9", "stop")
    assert (chase.reason(), seen(done)[-1].facts["difference"]) == ("minor", 4)


def test_what_cannot_be_ordered() -> None:
    chase = Chase(W35, RIDERS)
    assert chase.what("blue", "cut NA E9") == ("E-PURSUIT", "label")
    assert chase.what("blue", "cut R1 E9") == ("E-PURSUIT", "not_own")
    assert chase.what("blue", "cut V7 E9") == ("E-PURSUIT", "not_riding")
    assert chase.what("blue", "cut V1 A1") == ("E-PURSUIT", "no_fugitive")
    assert chase.what("blue", "cut V1 M1") == ("E-SQUARE", None)
    assert chase.what("blue", "charge V1 V2") == ("E-PURSUIT", "own")
    assert chase.what("blue", "save E9") == ("E-PURSUIT", "defeated_only")
    assert chase.what("blue", "plan save E9") == ("E-PURSUIT", "defeated_only")
    assert chase.what("blue", "plan cut E9 E9") == ("E-PURSUIT", "squares")
    assert chase.what("red", "save E9") == ("E-PHASE", "not_yours")
    assert chase.what("red", "plan cut E9") == ("E-PURSUIT", "victor_only")
    assert chase.codes("blue", "cut V1 E9", "cut V2 E9") == ["rejected", "E-PURSUIT"]
    assert chase.codes("blue", "charge V1 R1", "charge V2 R1") == ["rejected", "E-PURSUIT"]
    assert chase.codes("blue", "cut V1 E9", "cut V1 F10", "cut V1 B8", "cut V1 C8")[-1] == "E-ACTIONS"
    assert chase.what("red", "stop") == ("E-PHASE", "not_yours")
    chase.play("blue", "cut V1 E9", "end")
    assert chase.what("blue", "stop") == ("E-PHASE", "not_yours")
    assert chase.what("red", "cut R1 F10") == ("E-PURSUIT", "victor_only")
    assert chase.what("red", "stop") == ("E-PURSUIT", "no_plan")


def test_lines_behind_the_end_are_void() -> None:
    chase = Chase(W35, RIDERS)
    assert chase.codes("blue", "cut V1 E9", "end", "cut V2 F10") == [None, None, "after_end"]
    done = chase.play("blue", "cut V1 E9", "end", "cut V2 F10")
    assert [verdict.status for verdict in done.verdicts["blue"]] == [Status.OK, Status.OK, Status.VOID]
    assert "F10" in chase.json["board"]
    # With a plan `stop` ends the plan alone, without one the pursuit.
    again = Chase(W35, RIDERS)
    assert again.codes("blue", "plan auto", "stop", "cut V2 F10") == [None, None, None]
    assert again.codes("blue", "plan auto", "stop", "stop", "cut V2 F10") == [None, None, None, "after_end"]


def test_a_plan_names_squares_that_exist() -> None:
    chase = Chase(W35, RIDERS)
    assert chase.what("blue", "plan cut M1 E9") == ("E-SQUARE", None)
    assert chase.codes("blue", "plan cut A1 E9") == [None]  # a square without a fugitive will be skipped


def test_a_charge_that_fails_stops_the_mail_there() -> None:
    chase = Chase(W35, {"V1": "CH", "R1": "RH", "R2": "KH"})
    done = chase.play("blue", "charge V1 R1", "charge V1 R2")
    first, second = done.verdicts["blue"]
    assert (first.status, second.status, second.code) == (Status.OK, Status.REFUSED, "E-PURSUIT")
    assert (second.facts["executed"], chase.owed()) == (1, "red")  # BLUE has no rider left to go on with


def test_a_ply_left_open_is_the_movers() -> None:
    chase = Chase(W35, RIDERS)
    step = RULES.step(chase.position)
    done = chase.play("blue", "cut V1 E9")
    assert (chase.owed(), done.tell, RULES.step(chase.position)) == ("blue", ("blue",), step)
    done = chase.play("blue", "end")
    assert (chase.owed(), done.tell, RULES.step(chase.position)) == ("red", ("blue", "red"), step + 1)


def test_heavy_cavalry_tires_and_commanders_go_on_counting() -> None:
    chase = Chase(W35, {"V1": "CU", "V2": "NE", "R1": "KH"})
    chase.play("blue", "cut V1 E9", "charge V1 R1", "retire V2")
    assert {label: piece["blocks"] for label, piece in chase.json["pursuit"]["riders"].items()} == {"V1": 2}
    chase.play("red", "save B8", "end")
    assert chase.json["actions"]["allowance"] == 3


def test_strength_has_a_floor() -> None:
    chase = Chase(W35, {"V1": "CU-4", "R1": "KH"})
    chase.play("blue", "cut V1 E9", "cut V1 F10")
    assert chase.json["pursuit"]["riders"]["V1"] == "CU-4"


def test_the_pursuit_ends_of_itself() -> None:
    nobody = Chase({}, {"V1": "CH"})
    assert seen(nobody.play("blue", "end"))[0].facts["why"] == "nothing_left"
    idle = Chase(W35, RIDERS)
    assert seen(idle.play("blue", "end"))[0].facts["why"] == "idle"
    lonely = Chase(W35, {"V1": "CH", "R1": "KH", "R2": "RH"})
    lonely.play("blue", "retire V1")
    assert seen(lonely.play("red", "end"))[-2].facts["why"] == "no_riders"
    leaderless = Chase(W35, {"V1": "CH", "V2": "CH"}, eliminated={"blue": {"NA": 1, "NE": 1}})
    assert leaderless.codes("blue", "cut V1 E9") == ["E-ACTIONS"]


def test_the_defeated_without_actions_are_not_asked() -> None:
    chase = Chase(W35, RIDERS, eliminated={"red": {"WE": 1, "UX": 1}})
    chase.play("blue", "cut V1 E9", "end")
    assert chase.owed() == "blue"


def test_a_silent_victor_and_a_silent_loser() -> None:
    fugitives = {"B8": "BF", "C7": "FG", "E9": "BA", "D3": "HR", "D4": "BF"}
    chase = Chase(fugitives, {"V1": "ED", "V2": "NE", "V3": "CU", "V4": "CH", "R1": "KH", "R2": "UX"})
    done = chase.due()
    assert [(event.facts["label"], event.facts["square"]) for event in seen(done)[:3]] == [
        ("V4", "B8"), ("V4", "C7"), ("V4", "D3"),
    ]  # fmt: skip
    done = chase.due()
    assert [event.facts["square"] for event in seen(done) if event.kind == "save"] == ["E9", "D4"]
    assert seen(chase.due())[0].facts["why"] == "no_fugitives"


def test_the_automatic_rider() -> None:
    labels = []
    for riders in ({"V1": "ED", "V2": "NE", "V3": "CU"}, {"V1": "CU", "V2": "ED", "V3": "PL"}):
        labels.append(seen(Chase({"B8": "BF", "B9": "BF"}, riders).due())[0].facts["label"])
    assert labels == ["V2", "V2"]


def test_plans_run_until_they_are_used_up() -> None:
    chase = Chase({f"{column}9": "BF" for column in "ABCDEFGH"}, RIDERS)
    chase.play("red", "plan auto")
    assert chase.owed() == "blue"
    done = chase.play("blue", "plan cut H9 G9 A9 F9 E9")
    assert [(event.kind, event.facts["square"]) for event in seen(done) if "square" in event.facts] == [
        ("cut", "H9"), ("cut", "G9"), ("cut", "A9"), ("save", "B9"), ("save", "C9"), ("cut", "F9"), ("cut", "E9"),
    ]  # fmt: skip
    assert (chase.owed(), chase.json["actions"]["used"], chase.json["plans"]["blue"]) == ("blue", 2, None)
    assert chase.json["plans"]["red"]["kind"] == "auto"
    assert chase.codes("red", "stop") == [None]
    chase.play("red", "stop")
    assert chase.json["plans"]["red"] is None


def test_two_plans_play_it_out() -> None:
    chase = Chase({f"{column}9": "BF" for column in "ABCDEFGH"}, RIDERS, eliminated=LOSSES)
    chase.play("red", "plan auto")
    chase.play("blue", "plan auto")
    assert chase.reason() == "minor"


def expert(board: dict[str, str], **position: Any) -> Any:
    return RULES.decode({"board": board, **position}, RULES.settle({"version": "expert"}))


def test_it_begins_with_two_on_a_flank() -> None:
    board = {"I10": "LN", "L9": "CH", "E1": "NA", "F1": "NE", "H2": "CU-1", "A8": "BF", "B8": "RI", "C10": "WE",
             "D10": "UX", "K7": "DC", "L2": "BA"}  # fmt: skip
    pool = {
        "blue": [
            {"code": "PL", "blocks": 2, "status": "resting", "left": {"turn": 4, "seat": "blue"}},
            {"code": "ED", "blocks": 1, "status": "withdrawn", "left": {"turn": 5, "seat": "red"}},
        ],
        "red": [{"code": "BF", "status": "reserve"}],
    }
    position = expert(board, pool=pool, to_move="blue", turn=5, undrawn=["SL", "BU"])
    done = RULES.adjudicate(position, {"blue": mail("L9 L10")}, ScriptedDice([5, 4, 3, 2, 2]))
    assert [event.kind for event in seen(done)] == ["move", "pursuit_begins", "labels", "pursuit_ply"]
    data = RULES.encode(done.position)
    # In order: NE F1, CU H2, CH L10, then the pool: ED, PL (regained: two plies away); dice that change nothing.
    assert data["pursuit"]["riders"] == {
        "V1": "NE",
        "V2": "CU-1",
        "V3": "CH",
        "V4": "ED-1",
        "V5": "PL",
        "R1": "UX",
        "R2": "DC",
    } | {label: piece for label, piece in data["pursuit"]["riders"].items() if isinstance(piece, dict)}
    assert (data["phase"], data["to_move"], data["actions"]["allowance"]) == ("pursuit", "blue", 3)
    assert {"A8", "B8", "L2"} <= set(data["board"])
    labels = {event.seen_by: event.facts["riders"] for event in done.events if event.kind == "labels"}
    assert labels[("red",)]["V1"]["code"] is None
    assert labels[("blue",)]["V1"]["code"] == "NE"
    riding = RULES.awaiting(done.position)[0]
    assert (riding.kind, riding.at_deadline) == ("pursuit", "auto_pursuit")


@pytest.mark.parametrize(
    ("lost", "reason", "winners"), [(2, "indecisive", ()), (8, "minor", ("blue",)), (16, "major", ("blue",))]
)
def test_where_nobody_is_left_to_pursue_it_is_over_as_it_begins(
    lost: int, reason: str, winners: tuple[str, ...]
) -> None:
    """SWL-170: no fugitive and no enemy rider. The Commander-in-Chief is neither (SWL-161, SWL-162)."""
    board = {"I10": "LN", "L9": "CH", "E1": "NA", "F1": "NE", "C8": "WE"}
    position = expert(board, to_move="blue", eliminated={"red": red_losses(lost)})
    done = RULES.adjudicate(position, {"blue": mail("L9 L10")}, ScriptedDice([2]))
    assert kinds(done)[-4:] == ["pursuit_begins", "labels", "stop", "end"]
    assert seen(done)[-2].facts["why"] == "nothing_left"
    outcome = RULES.outcome(done.position)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, RULES.awaiting(done.position)) == (reason, winners, ())


@pytest.mark.parametrize(
    "more",
    [
        {"blocks": 1},
        {"left": {"turn": 4, "seat": "red"}},
        {"known": False},
        {"charged": {"turn": 4, "seat": "blue"}},
        {"status": "resting", "blocks": 1, "left": {"turn": 4, "seat": "blue"}},
    ],
    ids=str,
)
def test_labels_do_not_hang_on_the_order_of_a_pool(more: dict[str, Any]) -> None:
    """Two of a kind that differ in one thing: the same dice give each its label, whoever is written first."""
    board = {"I10": "LN", "L9": "CH", "E1": "NA", "F1": "NE", "A8": "BF", "C10": "WE"}
    one = {"code": "CU", "blocks": 2, "status": "withdrawn", "left": {"turn": 5, "seat": "red"}}
    reached = []
    for pool in ([one, one | more], [one | more, one]):
        position = expert(board, pool={"blue": pool}, to_move="blue", turn=5)
        done = RULES.adjudicate(position, {"blue": mail("L9 L10")}, ScriptedDice([4, 3, 2]))
        reached.append(RULES.encode(done.position)["pursuit"]["riders"])
    assert reached[0] == reached[1]
    assert reached[0]["V3"] != reached[0]["V4"]


def test_every_pursuit_by_chance_ends() -> None:
    board = {
        f"{column}9": code for column, code in zip("ABCDEFGHIJ", ["BF"] * 6 + ["BA"] * 2 + ["RI"] * 2, strict=True)
    }
    board |= {"K10": "LN", "L9": "LN", "A1": "NA", "A2": "NE", "B1": "CU", "B2": "CH", "C10": "WE", "D10": "UX"}
    reasons = set()
    for seed in range(30):
        position = expert(board | {"E7": "KH", "F7": "DC"}, to_move="blue")
        done = RULES.adjudicate(position, {"blue": mail("L9 L10")}, SeededDice(b"chase", turn=seed))
        turn = 0
        while asked := RULES.awaiting(done.position):
            turn += 1
            orders = RULES.random_orders(done.position, asked[0].seat, 100 * seed + turn)
            assert RULES.check(done.position, asked[0].seat, orders).effect is Effect.AT_ONCE
            done = RULES.adjudicate(done.position, {asked[0].seat: orders}, SeededDice(b"chase", turn=turn))
            data = RULES.encode(done.position)
            assert RULES.encode(RULES.decode(data, RULES.settle({"version": "expert"}))) == data
        outcome = RULES.outcome(done.position)
        assert outcome is not None
        reasons.add(outcome.reason)
        assert RULES.playout(position, seed, 100_000).moves > 0
    assert reasons <= {"indecisive", "minor", "major"}
