"""Settings: where they come from, which wins, and what is made where nothing was set."""

import re
import subprocess
import sys

import pytest
from click.testing import CliRunner
from pydantic import ValidationError
from structlog.testing import capture_logs

from pbem.cli import main
from pbem.config import Settings, WrongSettings, load, origin, outdated
from pbem.ops.starting import started


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_the_environment_wins_over_a_file_and_that_over_the_toml(tmp_path, monkeypatch):
    (tmp_path / "pbem.toml").write_text('web_port = 1\nqueue = "toml"\nmail_domain = "toml.example"\n')
    (tmp_path / "queue").write_text("file\n")
    (tmp_path / "port").write_text("2")
    monkeypatch.setenv("PBEM_QUEUE_FILE", str(tmp_path / "queue"))
    monkeypatch.setenv("PBEM_WEB_PORT_FILE", str(tmp_path / "port"))
    monkeypatch.setenv("PBEM_WEB_PORT", "3")
    settings = Settings()
    assert (settings.web_port, settings.queue, settings.mail_domain) == (3, "file", "toml.example")
    assert [origin(name) for name in ("web_port", "queue", "mail_domain", "workers")] == [
        "PBEM_WEB_PORT",
        "PBEM_QUEUE_FILE",
        "pbem.toml",
        "default",
    ]


def test_several_secrets_are_written_with_commas(monkeypatch):
    monkeypatch.setenv("PBEM_INBOUND_SECRETS", "new, old")
    assert [secret.get_secret_value() for secret in Settings().inbound_secrets] == ["new", "old"]


def test_a_key_is_made_once_and_kept_for_this_user_alone(tmp_path):
    settings = Settings(data_dir=tmp_path / "data")
    keys = settings.signing_keys()
    assert keys == Settings(data_dir=tmp_path / "data").signing_keys()
    assert (tmp_path / "data" / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["secret_key"]


def test_a_key_that_was_set_comes_first_and_old_ones_stay_good():
    settings = Settings(secret_key="new", old_secret_keys="older,oldest")
    assert settings.signing_keys() == [b"new", b"older", b"oldest"]


@pytest.mark.parametrize(("name", "value"), [("web_port", "70000"), ("workers", "none"), ("queue", "a b")])
def test_a_wrong_value_is_refused(monkeypatch, name, value):
    monkeypatch.setenv(f"PBEM_{name.upper()}", value)
    with pytest.raises(ValidationError, match=name):
        Settings()


def test_an_unknown_line_of_the_toml_is_refused(tmp_path):
    (tmp_path / "pbem.toml").write_text("web_prot = 1\n")
    with pytest.raises(ValidationError, match="web_prot"):
        Settings()


def test_a_relative_sqlite_file_is_known_by_its_whole_path(tmp_path):
    assert Settings(database_url="sqlite:///games.db").database == f"sqlite:///{tmp_path}/games.db"
    assert Settings(database_url="sqlite:////var/games.db").database == "sqlite:////var/games.db"
    assert Settings(database_url="postgresql+psycopg://host/games").database == "postgresql+psycopg://host/games"


@pytest.mark.parametrize(
    ("variable", "said"),
    [
        ("PBEM_DEADLINE_HOUR", r"PBEM_DEADLINE_HOUR is no setting \(did you mean PBEM_DEADLINE_HOURS\?\)"),
        ("PBEM_SECRET_KEY_FIL", r"PBEM_SECRET_KEY_FIL is no setting \(did you mean PBEM_SECRET_KEY_FILE\?\)"),
        ("PBEM_FOO", "PBEM_FOO is no setting; `pbem config` lists them"),
    ],
)
def test_a_variable_that_is_no_setting_is_refused(monkeypatch, variable, said):
    monkeypatch.setenv(variable, "24")
    with pytest.raises(WrongSettings, match=said):
        load()
    monkeypatch.setenv(variable, "")
    load()


def test_variables_of_tests_are_no_mistake(monkeypatch):
    monkeypatch.setenv("PBEM_TEST_POSTGRESQL", "x")
    monkeypatch.setenv("PBEM_FAIL_AT", "x")
    assert load().web_port == 8025


def test_a_line_of_the_toml_that_is_no_setting_is_named_with_its_file(tmp_path):
    (tmp_path / "pbem.toml").write_text('mail_domian = "play.example"\n')
    with pytest.raises(WrongSettings, match=r"mail_domian in pbem.toml is no setting \(did you mean mail_domain\?\)"):
        load()


@pytest.mark.parametrize("where", ["PBEM_REMINDER_HOURS", "PBEM_REMINDER_HOURS_FILE", "reminder_hours in pbem.toml"])
def test_a_setting_of_an_older_release_is_passed_over_and_its_host_told(tmp_path, monkeypatch, where):
    if where.startswith("PBEM"):
        monkeypatch.setenv(where, "48")
    (tmp_path / "pbem.toml").write_text("web_port = 8026\n" + ("" if "PBEM" in where else "reminder_hours = 48\n"))
    assert load().web_port == 8026
    [told] = outdated()
    assert re.fullmatch(rf"{where} is no setting any more: players are reminded at a half, .*; take it out", told)
    shown = CliRunner().invoke(main, ["config"])
    assert (shown.exit_code, f"pbem: {told}" in shown.output) == (0, True)


def test_a_part_that_starts_with_such_a_setting_says_so_in_its_log(tmp_path, monkeypatch):
    monkeypatch.setenv("PBEM_REMINDER_HOURS", "48")
    with capture_logs() as logs:
        started(Settings(data_dir=tmp_path)).close()
    assert [each["said"] for each in logs if each["event"] == "setting of an older release"] == outdated()
    monkeypatch.delenv("PBEM_REMINDER_HOURS")
    with capture_logs() as logs:
        started(Settings(data_dir=tmp_path)).close()
    assert [each for each in logs if each["event"] == "setting of an older release"] == outdated() == []


@pytest.mark.parametrize("hosts", ['["ada@club.example"]', "Ada <a@club.example>", "a@club.example; b@club.example"])
def test_hosts_that_are_no_plain_addresses_by_commas_are_refused(monkeypatch, hosts):
    monkeypatch.setenv("PBEM_HOSTS", hosts)
    with pytest.raises(WrongSettings, match=r"PBEM_HOSTS: .* is no mail address"):
        load()


def test_a_wrong_value_is_named_by_where_it_stands(tmp_path, monkeypatch):
    (tmp_path / "pbem.toml").write_text("web_port = 70000\n")
    with pytest.raises(WrongSettings, match=r"^web_port in pbem.toml: Input should be less than"):
        load()
    monkeypatch.setenv("PBEM_WEB_PORT", "many")
    with pytest.raises(WrongSettings, match=r"^PBEM_WEB_PORT: Input should be a valid integer"):
        load()


def test_a_file_that_is_not_there_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("PBEM_CONFIG", "nosuch.toml")
    with pytest.raises(WrongSettings, match=r"there is no file nosuch.toml, which PBEM_CONFIG names"):
        load()
    monkeypatch.delenv("PBEM_CONFIG")
    monkeypatch.setenv("PBEM_SECRET_KEY_FILE", "/run/secrets/none")
    with pytest.raises(WrongSettings, match=r"/run/secrets/none"):
        load()


def test_a_file_that_is_no_toml_is_told(tmp_path):
    (tmp_path / "pbem.toml").write_text("web_port: 1\n")
    with pytest.raises(WrongSettings, match=r"^pbem.toml is not TOML: "):
        load()


@pytest.mark.parametrize("command", ["serve", "web", "worker", "schedule", "config", "games"])
def test_every_command_says_in_a_line_what_is_wrong(monkeypatch, command):
    monkeypatch.setenv("PBEM_FOO", "1")
    done = subprocess.run([sys.executable, "-m", "pbem", command], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "PBEM_FOO is no setting" in done.stderr
