"""The event file: what is read in it, and all that may be wrong with it, each with its line."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.cli import main
from pbem.events import announcement, conditions, formats
from pbem.events.announcement import Announcement, BadAnnouncement
from pbem.events.contract import Unit
from pbem.events.event_file import lines_of
from pbem.games.clock import Bank, Each

SAMPLES = Path(__file__).parents[3] / "docs" / "events"
NOW = datetime(2026, 11, 25, 12, tzinfo=UTC)
GOOD = """event = "open"
title = "The open"
ruleset = "waterloo1895"
format = "swiss"
least = 16
most = 64
start = 2027-03-01
"""


def faults(text: str) -> list[tuple[int, str]]:
    with pytest.raises(BadAnnouncement) as told:
        announcement.read(text, NOW)
    return [(each.line, each.text) for each in told.value.faults]


def changed(**keys: str) -> str:
    """The good file with keys changed, added at the end, or with an empty value taken out."""
    lines = {line.partition(" = ")[0]: line for line in GOOD.splitlines()}
    lines |= {key: f"{key} = {value}" for key, value in keys.items()}
    return "\n".join(line for key, line in lines.items() if keys.get(key) != "") + "\n"


# --- What is read -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", formats.FORMATS)
def test_there_is_a_good_sample_of_every_format(name: str) -> None:
    found = announcement.read((SAMPLES / f"{name}.toml").read_text(encoding="utf-8"), NOW)
    assert found.plan.format == name
    assert all(conditions.in_words(found))
    assert msgspec.json.decode(msgspec.json.encode(found), type=Announcement).plan == found.plan


def test_what_is_not_said_is_as_usual() -> None:
    found = announcement.read(GOOD, NOW)
    assert found.plan.unit is Unit.MATCH
    assert found.plan.sides == (("napoleon",), ("wellington",))
    assert found.plan.settings == {"rounds": 5, "top": 0, "late": 2}
    assert found.plan.tie_breaks == (*formats.of("swiss").tie_breaks, "lot")
    assert found.plan.options["mode"] == "duel"
    assert found.terms.clock == Bank(20 * 86_400, 86_400, 30 * 86_400)
    assert found.start == datetime(2027, 3, 1, tzinfo=ZoneInfo("UTC"))
    assert found.entries == datetime(2027, 2, 24, tzinfo=ZoneInfo("UTC"))


def test_three_and_four_seats_play_around_tables_and_partners_are_one_side() -> None:
    text = changed(format='"mini-cup"', least="4", most="4", start="")
    four = announcement.read(text + '[options]\nmode = "four"\n', NOW)
    assert four.plan.unit is Unit.TABLE
    assert four.plan.sides == (("napoleon", "ney"), ("wellington", "blucher"))


def test_days_are_those_of_the_zone() -> None:
    found = announcement.read(changed(start="2027-03-01T20:00:00", zone='"europe/berlin"', clock='"each:3d"'), NOW)
    assert found.start is not None
    assert found.start.astimezone(UTC) == datetime(2027, 3, 1, 19, tzinfo=UTC)
    assert found.terms.clock == Each(3 * 86_400)
    assert found.terms.zone == "Europe/Berlin"


def test_the_side_that_wins_less_is_the_one_that_was_measured() -> None:
    found = announcement.read(changed(ruleset='"waterloo_wargame"', unit='"bid"', format='"knock-out"'), NOW)
    assert found.plan.weaker == "french"


# --- What is wrong ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "line", "told"),
    [
        ({"ruleset": '"waterlo1895"'}, 3, "there is no rule set `waterlo1895` (did you mean waterloo1895?)"),
        ({"format": '"swis"'}, 4, "there is no format `swis` (did you mean swiss?)"),
        ({"titel": '"x"'}, 8, "there is no key `titel` (did you mean title?)"),
        ({"unit": '"matsch"'}, 8, "there is no unit `matsch` (did you mean match?)"),
        ({"unit": '"bid"'}, 8, "Waterloo (1895) has no handicap to bid with"),
        ({"unit": '"table"'}, 8, "with 2 seats the unit is match, single or bid, and not table"),
        ({"start": "2020-01-01"}, 7, "the start, 2020-01-01 00:00, is in the past"),
        ({"start": "2026-11-27"}, 7, "entries would have closed already, on 2026-11-22 00:00, 5 days before the start"),
        ({"start": '"soon"'}, 7, "`start` is a date, written without quotation marks: 2027-03-01"),
        ({"start": ""}, 0, "`start` is missing"),
        ({"entries": "2027-02-28"}, 8, "entries close on 2027-02-24 00:00 at the latest, 5 days before the start"),
        ({"tie_breaks": '["bucholz-cut"]'}, 8, "no tie-break `bucholz-cut` (did you mean buchholz-cut?)"),
        ({"tie_breaks": '["wins", "wins"]'}, 8, "`wins` stands among the tie-breaks twice"),
        ({"clock": '"whenever"'}, 8, "a clock is written like each:3d"),
        ({"clock": '"at:tue@20:00"'}, 8, "appointments are for games in which all write at once"),
        ({"weekend": '"no"'}, 8, "`weekend` is wrong: it should be true or false, and is a text in quotation marks"),
        ({"zone": '"Europe/Berln"'}, 8, "a time zone is named as Europe/Berlin"),
        ({"bye": '"recrut"'}, 8, "there is no bye `recrut` (did you mean recruit?)"),
        ({"least": "8"}, 4, "of 8 entrants nobody may be left to meet after 4 rounds"),
        ({"least": "65"}, 5, "`least` is more than `most`"),
        ({"most": "1000"}, 6, "`most` is wrong: it should be a whole number <= 512; it is how many entrants"),
        ({"most": ""}, 0, "`most` is missing: how many entrants there is room for"),
        ({"event": '"The Cup"'}, 1, "`event` is 2 to 30 small letters, digits and dashes"),
        ({"directors": '["nobody"]'}, 8, "`nobody` is no mail address"),
        ({"options": '"none"'}, 8, "`options` is a table: write [options]"),
        ({"format": '"mini-cup"'}, 7, "the format mini-cup begins by itself, so that it has no `start`"),
        ({"format": '"round-robin"', "bye": '"officer"'}, 8, "the format round-robin has no byes"),
        ({"format": '"round-robin"'}, 6, "a round robin is for 16 entrants at most"),
    ],
)
def test_a_fault_is_told_with_its_line(keys: dict[str, str], line: int, told: str) -> None:
    found = faults(changed(**keys))
    assert any(at == line and told in text for at, text in found), found


@pytest.mark.parametrize(
    ("below", "line", "told"),
    [
        ("[options]\nmodus = 'duel'", 9, 'has no option "modus" (did you mean mode?)'),
        ("[options]\nmode = 'duell'", 9, 'Option mode cannot be "duell"'),
        ("[options]\nlp_again = 'yes'", 9, "lp_again"),
        ("[options]\nmode = 'four'\n[settings]\nrounds = 3", 4, "the format swiss is for two seats, and here are 4"),
        ("[settings]\nrunds = 3", 9, "the format swiss has no setting `runds` (did you mean rounds?)"),
        ("[settings]\nrounds = 0", 9, "`rounds` is wrong: it should be a whole number >= 1"),
        ("[settings]\ntop = 5", 9, "`top` is wrong"),
        ("[settings]\nrounds = 3\nlate = 4", 10, "there are 3 rounds"),
        ("[settings]\nrounds = 12", 9, "raise `least` to 23"),
    ],
)
def test_a_fault_in_a_table_is_told_with_its_line(below: str, line: int, told: str) -> None:
    found = faults(GOOD + below + "\n")
    assert any(at == line and told in text for at, text in found), found


def test_games_of_an_event_that_need_not_end_have_a_limit_of_turns() -> None:
    grid = {"ruleset": '"waterloo_grid"'}
    assert announcement.read(changed(**grid), NOW).plan.options["turn_limit"] == 30
    assert announcement.read(changed(**grid, rated="false"), NOW).plan.options["turn_limit"] == 0
    [(line, told)] = faults(changed(**grid) + "[options]\nturn_limit = 0\n")
    assert line == 9
    assert "leave turn_limit=0 out, and it is 30, or choose rated=off" in told


def test_all_faults_are_told_at_once_in_the_order_of_their_lines() -> None:
    text = (
        changed(format='"swis"', start="2020-01-01", clock='"x"', titel='"y"') + "[options]\nmode = 'x'\nhalts = 'y'\n"
    )
    found = faults(text)
    assert [line for line, _ in found] == sorted(line for line, _ in found)
    assert {line for line, _ in found} == {4, 7, 8, 9, 11, 12}


@pytest.mark.parametrize(
    ("text", "line"), [("a = [", 1), ("x", 1), ("a = 1\na = 2\n", 2), ("a = 1\n\n\nb = '", 4), ("\x00", 1)]
)
def test_what_is_no_toml_is_told_with_its_line(text: str, line: int) -> None:
    ((at, told),) = faults(text)
    assert at == line
    assert told.startswith("this is no TOML: ")


def test_a_line_that_is_no_toml_is_shown() -> None:
    ((_, told),) = faults("a = 1\nBest regards, \x1b[31mAda\n" + "b" * 500)
    assert told.endswith(r": 'Best regards, \x1b[31mAda'")


def test_a_file_has_a_bound() -> None:
    assert faults("#" * (announcement.LONGEST + 1)) == [(0, "an event file has 200,000 characters at the most")]


def test_lines_are_those_of_keys_and_not_of_what_looks_like_one() -> None:
    text = 'a = """\nb = 1\n"""\nc.d = 2\n[e]\n"f-g" = 3 # h = 1\n[ e . i ]\nj = \'\'\'k = 1\'\'\'\nl = 4\n'
    assert lines_of(text) == {"a": 1, "c.d": 4, "e": 5, "e.f-g": 6, "e.i": 7, "e.i.j": 8, "e.i.l": 9}


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.tuples(
            st.sampled_from([*(each.name for each in msgspec.structs.fields(announcement.Written)), "x", "settings"]),
            st.sampled_from(["1", "-1", "1e400", "nan", '""', "[]", "[1]", "{}", "true", "2027-01-01", '"a"']),
        ),
        unique_by=lambda pair: pair[0],
    )
)
def test_whatever_stands_in_a_file_it_is_read_or_told_what_is_wrong(pairs: list[tuple[str, str]]) -> None:
    text = "".join(f"{key} = {value}\n" for key, value in pairs)
    for found in faults(text):
        assert 0 <= found[0] <= len(pairs)
        assert found[1]


@settings(deadline=None)
@given(st.text())
def test_whatever_the_file_is_it_is_refused_in_words(text: str) -> None:
    assert faults(text)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    path.write_bytes(b"\xff\xfe")
    done = CliRunner().invoke(main, ["event", "check", str(path)])
    assert (done.exit_code, done.exception.__class__) == (2, SystemExit)
    assert "event.toml is not text in UTF-8" in done.output
