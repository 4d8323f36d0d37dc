"""What games count, and what decides between those who have as many points."""

from __future__ import annotations

from fractions import Fraction

import pytest
from cups import DRAW, TWO, begun, entrants, plan
from msgspec.structs import replace

from pbem.events import scoring, standings, tie_breaks
from pbem.events.contract import Draw, Encounter, How, Result, Sitting, State, Unit
from pbem.events.scoring import won_by

FOUR = (("red",), ("yellow",), ("green",), ("orange",))
THREE = FOUR[:3]
PAIRS = (("napoleon", "ney"), ("wellington", "blucher"))


def met_as(state: State, *scores: str) -> State:
    """Single games as they are told: `a>b`, `a=b`, or `a` for a bye; the first of a game is north."""
    for at, score in enumerate(scores, start=1):
        names = score.replace("=", ">").split(">")
        if len(names) == 1:
            state = state.paired([Encounter(at, 1, (names[0],))])
            continue
        sitting = Sitting(f"{at}-1-1", {"north": names[0], "south": names[1]})
        state = state.paired([Encounter(at, 1, tuple(names), (sitting,))])
        state = state.ended(won_by(sitting, () if "=" in score else names[:1], How.PLAYED))
    return state


def single(*names: str, breaks: tuple[str, ...] = (), held: str = "round-robin") -> State:
    drawn_up = plan(held, Unit.SINGLE, tie_breaks=breaks)
    return State(
        drawn_up, tuple(replace(each, name=name) for each, name in zip(entrants(len(names)), names, strict=True))
    )


def order(state: State, draw: Draw = DRAW) -> list[str]:
    return list(standings.ordered(state, standings.everybody(state), draw))


def told(state: State, name: str) -> dict[str, Fraction]:
    rows = standings.table(state, standings.everybody(state), DRAW).rows
    return {row.entrant: row.told[name] for row in rows}


# --- Points -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sides", "places", "points"),
    [
        (TWO, (("a",), ("b",)), {"a": 2, "b": 0}),
        (TWO, (("a", "b"),), {"a": 1, "b": 1}),
        (FOUR, (("a",), ("b",), ("c",), ("d",)), {"a": 3, "b": 1.5, "c": 0.5, "d": 0}),
        (FOUR, (("a",), ("b", "c"), ("d",)), {"a": 3, "b": 1, "c": 1, "d": 0}),
        (FOUR, (("a", "b"), ("c", "d")), {"a": 2.25, "b": 2.25, "c": 0.25, "d": 0.25}),
        (FOUR, (("a", "b", "c", "d"),), dict.fromkeys("abcd", 1.25)),
        (FOUR, (("a", "b", "c"), ("d",)), {**dict.fromkeys("abc", Fraction(5, 3)), "d": 0}),
        (THREE, (("a",), ("b",), ("c",)), {"a": 3, "b": 1.5, "c": 0}),
        (THREE, (("a", "b", "c"),), dict.fromkeys("abc", 1.5)),
        (PAIRS, (("a", "b"), ("c", "d")), {"a": 2, "b": 2, "c": 0, "d": 0}),
        (PAIRS, (("a", "b", "c", "d"),), dict.fromkeys("abcd", 1)),
    ],
)
def test_what_places_count(sides: object, places: object, points: dict[str, float]) -> None:
    drawn_up = plan("mini-cup", sides=sides)
    found = scoring.points(drawn_up, Result("1-1-1", places))  # type: ignore[arg-type]
    assert found == points
    assert sum(found.values()) in (2, 4, 5, Fraction(9, 2))


@pytest.mark.parametrize(("unit", "full"), [(Unit.MATCH, 4), (Unit.SINGLE, 2), (Unit.BID, 2)])
def test_a_bye_counts_as_an_encounter_won(unit: Unit, full: int) -> None:
    state = begun("swiss", 3, unit).paired([Encounter(1, 1, ("p01",))])
    assert scoring.totals(state) == {"p01": full, "p02": 0, "p03": 0}


# --- Tie-breaks -------------------------------------------------------------------------------------------------------


def test_wins_tell_apart_who_has_drawn_less() -> None:
    state = met_as(single("a", "b", "c", breaks=("wins",)), "b>c", "c>b", "a=b", "a=c")
    assert told(state, "wins") == {"a": 0, "b": 1, "c": 1}
    assert order(state)[-1] == "a"


def test_the_direct_match_counts_among_all_who_are_level_and_only_if_all_have_met() -> None:
    level = met_as(single("a", "b", "c", breaks=("direct",)), "a>b", "b>c", "c=a", "b", "c")
    # a has 3, b 4, c 3: a and c drew against each other, b stands alone
    assert told(level, "direct") == {"a": 1, "b": 0, "c": 1}
    cycle = met_as(single("a", "b", breaks=("direct",)), "b>a", "a")
    assert order(cycle) == ["b", "a"]
    strangers = met_as(single("a", "b", "c", "d", breaks=("direct", "wins")), "a>c", "b>d")
    assert told(strangers, "direct") == {"a": 0, "b": 0, "c": 0, "d": 0}


def test_sonneborn_berger_is_the_points_of_the_beaten_and_half_of_those_who_drew() -> None:
    state = met_as(single("a", "b", "c", "d", breaks=("sonneborn-berger",)), "a>b", "a=c", "b>d", "c>d")
    # points: a 3, b 2, c 3, d 0
    assert told(state, "sonneborn-berger") == {"a": 2 + Fraction(3, 2), "c": Fraction(3, 2), "b": 0, "d": 0}
    assert order(state)[:2] == ["a", "c"]


def test_buchholz_leaves_out_the_lowest_and_counts_oneself_for_a_bye() -> None:
    state = met_as(single("a", "b", "c", "d", breaks=("buchholz-cut",), held="swiss"), "a>b", "a>c", "b>d", "c", "d>c")
    # points: a 4, b 2, c 2, d 2; c has met a, nobody and d
    assert told(state, "buchholz-cut") == {"a": 2, "b": 4, "c": 2 + 4, "d": 2}


def test_margins_and_misses_are_summed() -> None:
    state = met_as(single("a", "b", "c", breaks=("margin", "misses")), "a=b", "b=c", "c=a")
    first, second, third = state.results
    state = state.ended(
        replace(first, margin={"a": 0.25, "b": -0.25}, misses={"b": 2}),
        replace(second, margin={"b": 0.5, "c": -0.5}, misses={"c": 1}),
        replace(third, margin={"a": 0.0, "c": 0.0}),
    )
    assert told(state, "margin") == {"a": Fraction(1, 4), "b": Fraction(1, 4), "c": Fraction(-1, 2)}
    assert told(state, "misses") == {"a": 0, "b": 2, "c": 1}
    assert order(state) == ["a", "b", "c"]


def test_points_as_the_weaker_side() -> None:
    state = met_as(single("a", "b", breaks=("weaker",)), "a>b", "b=a", "b=a")
    state = replace(state, plan=replace(state.plan, weaker="south"))
    assert told(state, "weaker") == {"a": 2, "b": 0}


def test_the_lot_is_the_last_word_and_comes_from_the_seed() -> None:
    state = single("a", "b", "c", "d")
    drawn = {tuple(order(state, Draw(bytes([seed]), "cup"))) for seed in range(12)}
    assert len(drawn) > 6
    assert order(state) == list(DRAW.order("tie", "abcd"))
    assert tie_breaks.named(()) == tie_breaks.named(("lot",)) == (tie_breaks.TIE_BREAKS["lot"],)


def test_tie_breaks_are_asked_in_the_order_of_the_announcement() -> None:
    games = ("a>c", "b=c", "b=d", "d>a")
    by_wins = met_as(single("a", "b", "c", "d", breaks=("wins", "sonneborn-berger")), *games)
    by_sb = met_as(single("a", "b", "c", "d", breaks=("sonneborn-berger", "wins")), *games)
    assert order(by_wins)[1:3] == ["a", "b"]
    assert order(by_sb)[1:3] == ["b", "a"]


def test_a_lot_can_be_drawn_again_by_hand() -> None:
    """As `Draw` says it is drawn, with nothing of ours."""
    import hashlib
    import hmac

    code = hmac.new(bytes(range(32)), b"pbem event 1\ncup\ntie\np01", hashlib.sha256).digest()
    assert DRAW.seed("tie", "p01") == code
    assert DRAW.lot("tie", "p01") == int.from_bytes(code, "big")


def test_who_is_annulled_stands_last_with_nothing() -> None:
    state = met_as(single("a", "b", "c", breaks=("wins",)), "a>b", "a>c", "c>b")
    state = state.changed(replace(state.entrant("a"), left=2, annulled=True))
    row = standings.table(state, standings.everybody(state), DRAW).rows[-1]
    assert (row.entrant, row.points, row.games, row.annulled) == ("a", 0, 0, True)
    assert order(state) == ["c", "b", "a"]
