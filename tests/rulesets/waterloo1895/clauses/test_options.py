"""The options: every value is accepted where it means something, and refused where it means nothing."""

import pytest

clause = pytest.mark.clause

# Where each option has a meaning, and a value of it that is not the default.
MEANING = {
    "setup": ("open", {"duel", "four", "three", "double"}),
    "halts": ("always", {"duel", "four", "three", "double"}),
    "loops": ("yes", {"duel", "four", "three", "double", "little"}),
    "oblige": ("each", {"duel", "four", "three", "double"}),
    "own_city": ("army", {"four", "three", "double"}),
    "order": ("alternate", {"four", "three", "double"}),
    "pool": ("joint", {"three", "double"}),
    "throws": ("chain", {"duel", "four", "three", "double"}),
    "absent": ("bot", {"duel", "four", "three", "double", "little"}),
    "remnant": ("lose", {"duel", "four", "three", "double"}),
    "stall": (7, {"duel", "four", "three", "double", "little"}),
    "max_rounds": (7, {"duel", "four", "three", "double", "little"}),
    "lp_again": ("yes", {"little"}),
    "lp_oblige": ("none", {"little"}),
    "armies": ("NYWB", {"little"}),
}
RULINGS = {
    "setup": "W95-R04",
    "halts": "W95-R07",
    "loops": "W95-R06",
    "oblige": "W95-R11",
    "own_city": "W95-R18",
    "order": "W95-R26",
    "pool": "W95-R28",
    "throws": "W95-R25",
    "absent": "W95-R40",
    "remnant": "W95-R32",
    "stall": "W95-R33",
    "max_rounds": "W95-R33",
    "lp_again": "W95-R35",
    "lp_oblige": "W95-R36",
    "armies": "W95-R37",
}
DEFAULTS = {
    "mode": "duel",
    "setup": "secret",
    "halts": "doublets",
    "loops": "no",
    "oblige": "max",
    "own_city": "side",
    "order": "round",
    "pool": "separate",
    "throws": "step",
    "absent": "auto",
    "remnant": "play",
    "stall": 30,
    "max_rounds": 200,
    "lp_again": "no",
    "lp_oblige": "forward",
    "armies": "NW",
}


def test_the_defaults(rules):
    assert rules.settle({}) == DEFAULTS
    assert {option.name for option in rules.options()} == set(DEFAULTS)


@pytest.mark.parametrize("option", MEANING)
@pytest.mark.parametrize("mode", ["duel", "four", "three", "double", "little"])
def test_an_option_is_taken_where_it_means_something_and_refused_elsewhere(ask, option, mode):
    value, modes = MEANING[option]
    played = ask(None, {}, "6-6-6 1-1-1 1-1-2 1-1-3 1-2-4", mode=mode, **{option: value})
    assert ("error" not in played.answer) == (mode in modes)
    if mode not in modes:
        assert option in played.answer["error"]["message"]


@pytest.mark.parametrize(("option", "ruling"), [pytest.param(*pair, marks=clause(pair[1])) for pair in RULINGS.items()])
def test_each_option_knows_its_ruling(rules, option, ruling):
    assert {entry.name: entry.clause for entry in rules.options()}[option] == ruling


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("mode", "solo"),
        ("halts", "never"),
        ("stall", -1),
        ("stall", "thirty"),
        ("max_rounds", 1.5),
        ("max_rounds", True),
        ("loops", True),
        ("colour", "blue"),
    ],
)
def test_what_is_no_option_or_no_value_is_refused(ask, option, value):
    played = ask(None, {}, **{option: value})
    assert option in played.answer["error"]["message"]


def test_a_default_value_may_be_named_everywhere(ask):
    for mode in ("duel", "four", "three", "double", "little"):
        assert "error" not in ask(None, {}, **(DEFAULTS | {"mode": mode})).answer
