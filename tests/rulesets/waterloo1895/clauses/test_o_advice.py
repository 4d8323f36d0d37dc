"""W95-125 to W95-128: the advice, which the help text gives and no rule enforces."""

import re

import pytest

from pbem.rulesets.waterloo1895 import presentation

clause = pytest.mark.clause


def sentences() -> list[str]:
    text = re.sub(r"\s+", " ", f"{presentation().about} {presentation().order_help}".lower())
    return re.split(r"[.;]", text)


@pytest.mark.parametrize(
    "told",
    [
        pytest.param(
            ("enemy|forward|advance|press", "own|your", "safe|guard|cover|defen|home"), marks=clause("W95-125")
        ),
        pytest.param(("doublet|equal dice", "pair"), marks=clause("W95-126")),
        pytest.param(("cavalry", "doublet|equal dice", "home|back|raid"), marks=clause("W95-127")),
        pytest.param(("luck|chance", "thought|think|plan|care|skill"), marks=clause("W95-128")),
    ],
    ids=["advance and guard", "doublets move pairs", "raids", "luck and thought"],
)
def test_the_help_passes_on_the_advice_in_a_sentence(told):
    assert any(all(re.search(word, sentence) for word in told) for sentence in sentences())


def test_nobody_is_held_to_it(play):
    """Parting a pair, riding off with the cavalry and turning away from the enemy are all legal."""
    played = play("N: N1=M21 N2=M22 NC=M24 / W: W1=A14 W2=A20", "N", "1-2-5", "N2 1 M23 / N1 2 L20 / NC 5 M29")
    assert played.ok
