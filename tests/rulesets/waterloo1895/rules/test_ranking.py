"""The order of finishing in the children's game, where one wins and the others stand by how far they had to go."""

from __future__ import annotations

from core.contract import Outcome
from pbem.rulesets import presentation

RULES = presentation("waterloo1895").rules
OPTIONS = RULES.settle({"mode": "little", "armies": "NYWB"})


def test_who_has_not_won_stands_by_how_far_he_had_to_go_and_who_gave_up_is_last() -> None:
    for seed in range(40):
        begun = RULES.playout(RULES.opening(OPTIONS), seed, 60).position
        if RULES.outcome(begun) is None:
            break
    hopes = RULES.margin(begun)
    won = RULES.encode(begun) | {
        "phase": "over",
        "outcome": {"winners": ["ney"], "reason": "goal", "clause": "W95-120"},
    }
    end = RULES.decode(won, OPTIONS)
    places = RULES.ranking(Outcome(("ney",), "goal", "W95-120"), end)
    assert places[0] == ("ney",)
    rest = [seat for place in places[1:] for seat in place]
    assert len(places) > 2
    assert [hopes[seat] for seat in rest[:-1]] == sorted((hopes[seat] for seat in rest[:-1]), reverse=True)
