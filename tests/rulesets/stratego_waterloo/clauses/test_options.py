"""The options: names, values, defaults, and which do not go together. What they change is tested with the rules."""

import pytest

clause = pytest.mark.clause

VALUES = {
    "version": ("basic", "standard", "expert"),
    "memory": ("on", "off"),
    "li-front": ("die", "repulse"),
    "fortify": ("flag", "full"),
    "prussian-rate": ("two-per-turn", "by-action"),
    "flag-relief": ("on", "off"),
    "bulow-saves": ("off", "on"),
    "retreat-depth": ("1", "2"),
    "draft": ("lists", "live"),
    "late-arrival": None,
    "casualties": ("whole", "pursuit"),
    "mud-back": ("no", "yes"),
    "turn-limit": None,
    "blue-extra": None,
    "red-extra": None,
    "start": ("normal", "early"),
    "grouchy": ("off", "on"),
    "battlefield": None,
}
RULINGS = {
    "memory": "SWL-R04",
    "li-front": "SWL-R28",
    "fortify": "SWL-R44",
    "prussian-rate": "SWL-R24",
    "flag-relief": "SWL-R26",
    "bulow-saves": "SWL-R13",
    "retreat-depth": "SWL-R10",
    "draft": "SWL-R51",
    "casualties": "SWL-R61",
    "mud-back": "SWL-R49",
    "turn-limit": "SWL-R16",
    "blue-extra": "SWL-R68",
    "red-extra": "SWL-R68",
}


def test_names_and_values(rules):
    options = {option.name: option for option in rules.options()}
    assert set(options) == set(VALUES)
    for name, values in VALUES.items():
        if values:
            assert set(map(str, options[name].values)) == set(values)
            assert str(options[name].default) == values[0]


def test_defaults(rules):
    settled = rules.settle({})
    assert set(settled) == set(VALUES)
    assert all(str(settled[name]) == values[0] for name, values in VALUES.items() if values)
    assert (settled["turn-limit"], settled["late-arrival"]) == (40, 1)
    assert (settled["blue-extra"], settled["red-extra"]) == (0, 0)
    assert not settled["battlefield"]


@clause("SWL-002", "SWL-104")
@pytest.mark.parametrize("name", RULINGS)
def test_each_names_its_ruling(rules, name):
    assert next(option for option in rules.options() if option.name == name).clause == RULINGS[name]


@pytest.mark.parametrize("name", [name for name, values in VALUES.items() if values])
def test_there_are_no_other_values(ask, name):
    error = ask(None, **{name: "sometimes"}).error
    assert error["code"] == "option"
    assert name in error["message"]


@clause("SWL-R16")
@pytest.mark.parametrize(("value", "settled"), [(12, 12), ("12", 12), ("none", "none"), (100, 100)])
def test_the_turn_limit(rules, value, settled):
    assert rules.settle({"turn-limit": value})["turn-limit"] == settled


@pytest.mark.parametrize("value", [0, -3, "soon", 1.5, True])
def test_no_such_turn_limit(ask, value):
    assert ask(None, **{"turn-limit": value}).error["code"] == "option"


@clause("SWL-R63")
@pytest.mark.parametrize("value", [-1, 0, 13, "-1", "5"])
def test_the_late_arrival(rules, value):
    chosen = {"version": "expert", "start": "early", "late-arrival": value}
    assert rules.settle(chosen)["late-arrival"] == int(value)


@pytest.mark.parametrize("value", [-2, 14, "never"])
def test_no_such_arrival(ask, value):
    assert ask(None, version="expert", start="early", late_arrival=value).error["code"] == "option"


@clause("SWL-R68")
@pytest.mark.parametrize("value", [0, 12, "12", 100])
def test_turns_with_an_action_more(rules, value):
    assert rules.settle({"blue-extra": value})["blue-extra"] == int(value)
    assert rules.settle({"red-extra": value})["red-extra"] == int(value)


@pytest.mark.parametrize("value", [-1, 101, "always", 1.5, True])
def test_no_such_turn_with_an_action_more(ask, value):
    assert ask(None, **{"blue-extra": value}).error["code"] == "option"
    assert ask(None, **{"red-extra": value}).error["code"] == "option"


@clause("SWL-183")
def test_a_battlefield_brings_its_version(ask):
    text = 'scenario "X"\nbase standard\narmy blue NA 1 NE 1\narmy red WE 1 UX 1\nprussians none'
    assert ask(None, {}, {"seed": "01"}, battlefield=text).view("red")["options"]["version"] == "standard"
    assert ask(None, {}, {"seed": "01"}, battlefield=text, version="standard").position
    assert ask(None, {}, {"seed": "01"}, battlefield=text, version="expert").error["code"] == "option"
    assert ask(None, {}, {"seed": "01"}, battlefield=text, start="early").error["code"] == "option"
