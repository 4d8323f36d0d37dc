"""`pbem demo` and the other commands, run as a newcomer runs them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from marks import descendants

from pbem.ops import demo
from pbem.rulesets import names

COMMAND = Path(__file__).with_name("command.py")


def pbem(*arguments, stdin=None, timeout=170, cwd=None):
    command = [sys.executable, str(COMMAND), *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=timeout, text=True, cwd=cwd)


@pytest.fixture
def sources(tmp_path):
    """The folder a newcomer starts in, that of the sources: its packages have our names and cannot do our work."""
    for package in ("core", "pbem", "worker"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
    return tmp_path


# Ends that come soon, where a rule set has an option for it: what is tried here is the way from mail to mail.
SHORT = {
    "waterloo1895": ["--max_rounds", "8"],
    "conflict": ["--turn-limit", "4"],
    "stratego_waterloo": ["--version", "standard", "--turn_limit", "6"],
    "waterloo_grid": ["--turn_limit", "6"],
    "waterloo_wargame": ["--turns", "4"],
}


QUICKEST = "conflict"
GAMES = [pytest.param(name, marks=() if name == QUICKEST else pytest.mark.slow) for name in names()]


@pytest.mark.whole_server
@pytest.mark.parametrize("ruleset", GAMES)
def test_a_whole_game_is_played_by_mail(ruleset, sources):
    chosen = SHORT.get(ruleset, [])
    done = pbem("demo", "--ruleset", ruleset, "--seed", "7", "--quiet", *chosen, cwd=sources)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    assert "holds; head" in done.stdout


@pytest.mark.slow
def test_a_small_event_is_played_by_mail(sources):
    done = pbem(
        "demo", "--event", "swiss", "--players", "4", "--seed", "7", "--quiet", "--max_rounds", "8", cwd=sources
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    assert "4 results holds, and 4 games were replayed" in done.stdout


@pytest.mark.slow
def test_a_campaign_with_its_battles_as_games_is_played_by_mail(sources):
    chosen = ["--scenario", "ligny", "--battles", "linked", "--rules", "waterloo1895"]
    done = pbem("demo", "--ruleset", "hundred_days", "--seed", "7", "--quiet", *chosen, cwd=sources)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    assert "holds; head" in done.stdout


def test_a_part_that_dies_is_started_again():
    """Its robots' worker, say, without which the film of a campaign never comes."""
    with demo.mail_server() as sink, demo.server(sink, 7, {}):
        before = robots()
        os.kill(before, signal.SIGKILL)
        until = time.monotonic() + 60
        while robots() in (before, None):
            assert time.monotonic() < until
            time.sleep(0.1)


def robots():
    """The process of the worker that listens for robots, or None."""
    commands = {each: Path(f"/proc/{each}/cmdline").read_bytes() for each in descendants(os.getpid())}
    return next((each for each, command in commands.items() if b"pbem-robots" in command), None)


def test_an_unknown_format_is_named_and_the_known_ones_listed():
    done = pbem("demo", "--event", "swizz")
    assert done.returncode == 1
    assert "mini-cup" in done.stderr


def test_how_many_play_is_an_option_of_a_game_and_a_number_of_an_event():
    done = pbem("demo", "--ruleset", "hundred_days", "--players", "9")
    assert done.returncode == 1
    assert 'Option players cannot be "9": it is one of 2, 3,' in done.stderr


def test_an_unknown_ruleset_is_named_and_the_known_ones_listed():
    done = pbem("demo", "--ruleset", "chess")
    assert done.returncode == 1
    assert "waterloo1895" in done.stderr


COMMANDS = ["", *["demo", "serve", "web", "worker", "schedule", "adjudicate", "verify", "rulesets", "map", "config"]]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command):
    done = pbem(*command.split(), "--help")
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: ")


def test_the_parts_say_what_they_need(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBEM_REDIS_URL", raising=False)
    for part in ("web", "worker", "schedule"):
        done = pbem(part)
        assert done.returncode == 2
        assert "PBEM_REDIS_URL" in done.stderr


def test_config_shows_where_a_value_comes_from_and_hides_secrets(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBEM_SECRET_KEY", "do-not-show")
    monkeypatch.setenv("PBEM_SMTP_URL", "smtp://user:hidden@mail.example")
    done = pbem("config")
    assert "do-not-show" not in done.stdout
    assert "hidden" not in done.stdout
    assert "PBEM_SECRET_KEY" in done.stdout


def test_verify_names_the_first_difference(tmp_path):
    record = tmp_path / "record.jsonl"
    record.write_text(json.dumps({"kind": "game", "number": 0}))
    done = pbem("verify", str(record))
    assert done.returncode == 1
    assert "line 1 of the record" in done.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_adjudicate_answers_line_by_line(sources, jobs):
    requests = '{"id": "a", "ruleset": "waterloo1895", "position": null, "orders": {}, "dice": []}\n{\n'
    done = pbem("adjudicate", "--jobs", jobs, stdin=requests, cwd=sources)
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert first["awaiting"] == {"napoleon": "setup", "wellington": "setup"}
    assert second["id"] is None
    assert "error" in second
    assert done.returncode == 1


def test_the_map_of_every_rule_set_fits_a_mail():
    for ruleset in names():
        done = pbem("map", ruleset)
        assert done.returncode == 0, done.stderr
        assert max(len(line) for line in done.stdout.splitlines()) <= 78
