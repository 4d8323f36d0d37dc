"""`pbem init`: what it asks, what it writes, and that it takes nothing away."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import main
from pbem.config import Settings, load
from pbem.ops import init
from pbem.ops.serving import doors_of

SAID = {"address": "pbem@play.example.org", "mail_in": "lmtp", "mail_out": "smtp://127.0.0.1:25", "host": "none"}
SAID["proxy"] = "none"
MAILBOX = "imaps://club%40example.org:a%20word@imap.example.org/INBOX"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def given(*words: str, typed: str = "", **changed: str) -> Result:
    """The command with an option for every question, some of them changed."""
    options = [f"--{name.replace('_', '-')}={value}" for name, value in {**SAID, **changed}.items()]
    return CliRunner().invoke(main, ["init", *options, *words], input=typed)


def test_five_questions_are_asked_and_what_is_typed_wrongly_is_asked_again(folder: Path) -> None:
    typed = ["Club", "Club@Example.org", "imaps://club@imap.example.org", MAILBOX, "none", "ann@example.org", "nginx"]
    done = CliRunner().invoke(main, ["init"], input="".join(f"{line}\n" for line in typed))
    assert done.exit_code == 0, done.output
    assert [f"{number} of 5" in done.output for number in range(1, 6)] == [True] * 5
    assert '"Club" is no address such as' in done.output
    assert "the mailbox has no password" in done.output
    settings = load()
    assert (settings.address, settings.imap_url, settings.smtp_url) == ("club@example.org", MAILBOX, None)
    assert (settings.hosts, settings.public_url) == (["ann@example.org"], "https://example.org")
    assert (folder / "pbem.toml").stat().st_mode & 0o777 == 0o600
    assert (folder / "nginx" / "pbem.conf").exists()


def test_whoever_answers_nothing_is_told_the_option(folder: Path) -> None:
    done = CliRunner().invoke(main, ["init", "--address", "pbem@play.example.org"], input="")
    assert done.exit_code == 2
    assert "nothing was answered; --mail-in answers without being asked" in done.output
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("option", "wrong", "told"),
    [
        ("address", "pbem@localhost", "no address such as"),
        ("address", "a-very-long-name@example.org", "12 characters at most"),
        ("mail_in", "pop3://a:b@host", "none of lmtp, smtp, pipe, webhook, none, and no mailbox"),
        ("mail_out", "smtp.example.org", "neither none nor a mail server"),
        ("host", "ann", "neither none nor one address"),
        ("proxy", "apache", "none of nginx, caddy, none"),
    ],
)
def test_a_wrong_answer_is_told_and_writes_nothing(folder: Path, option: str, wrong: str, told: str) -> None:
    done = given(**{option: wrong})
    assert (done.exit_code, done.output.count("\n")) == (2, 1)
    assert told in done.output
    assert list(folder.iterdir()) == []


def test_a_long_name_does_for_a_mailbox_without_plus_addresses() -> None:
    assert given("--no-plus-addresses", address="a-very-long-name@example.org").exit_code == 0
    assert load().plus_addresses is False


@pytest.mark.parametrize(
    ("mail_in", "doors"), [(MAILBOX, ["fetch"]), ("lmtp", ["lmtp"]), ("smtp", ["smtp"]), ("pipe", []), ("webhook", [])]
)
def test_a_door_is_set_up_and_has_a_unit_of_its_own(folder: Path, mail_in: str, doors: list[str]) -> None:
    assert given("--parts", mail_in=mail_in).exit_code == 0
    settings = load()
    assert doors_of(settings) == doors
    assert bool(settings.inbound_secrets) == (mail_in == "webhook")
    assert (settings.database_url, settings.redis_url) == (init.LOCAL_DATABASE, init.LOCAL_REDIS)
    parts = ["delivery", "robots", "schedule", "web", "worker@", *doors]
    assert sorted(path.name for path in (folder / "systemd").iterdir()) == sorted(f"pbem-{x}.service" for x in parts)


def test_nothing_that_is_there_is_replaced_unasked(folder: Path) -> None:
    (folder / "pbem.toml").write_text("web_port = 1\n")
    done = given()
    assert (folder / "pbem.toml").read_text() == "web_port = 1\n"
    assert "Left as it was: pbem.toml" in done.output
    assert "systemd/pbem.service is written" in done.output
    assert given(typed="n\n").output.count("pbem.toml is there already, and another") == 1
    assert (folder / "pbem.toml").read_text() == "web_port = 1\n"
    again = given(typed="y\n")
    assert "systemd/pbem.service is there already, and the same" in again.output
    assert load().lmtp_listen == "127.0.0.1:8024"
    (folder / "pbem.toml").write_text("web_port = 1\n")
    assert given("--overwrite").exit_code == 0
    assert load().lmtp_listen == "127.0.0.1:8024"
    assert not list(folder.glob(".*"))


def test_print_shows_all_of_it_and_writes_nothing(folder: Path) -> None:
    done = given("--print", proxy="caddy")
    assert re.findall(r"^# --- (\S+)$", done.output, re.M) == ["pbem.toml", "systemd/pbem.service", "caddy/Caddyfile"]
    assert list(folder.iterdir()) == []


def test_what_the_environment_says_is_no_part_of_what_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_LMTP_LISTEN", "127.0.0.1:1")
    assert "pbem-lmtp" not in given("--parts", "--print", mail_in="pipe").output


@pytest.mark.parametrize("parts", [False, True])
def test_systemd_takes_the_units(folder: Path, parts: bool) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed")
    assert given(*["--parts"] * parts, mail_in="smtp").exit_code == 0
    # Of a template a unit that runs is looked at.
    units = [str(path).replace("@.", "@1.") for path in (folder / "systemd").iterdir()]
    for path in (folder / "systemd").glob("*@.service"):
        path.with_name(path.name.replace("@.", "@1.")).write_text(path.read_text())
    done = subprocess.run([analyze, "verify", "--man=no", *units], capture_output=True, text=True, timeout=120)
    ours = [line for line in done.stderr.splitlines() if "pbem" in line]
    assert (done.returncode, ours) == (0, []), done.stderr
    assert Path(sys.executable).with_name("pbem").exists()
    assert f"WorkingDirectory={folder}" in Path(units[0]).read_text()


def test_every_setting_that_is_written_is_one() -> None:
    for door in (MAILBOX, *init.DOORS):
        chosen = init.settings_of(init.Answers(**{**SAID, "mail_in": door, "proxy": "nginx"}, parts=True))
        assert set(chosen) <= set(Settings.model_fields)
