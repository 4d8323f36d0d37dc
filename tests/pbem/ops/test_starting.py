"""Parts of a server start in any order and at once, and refuse to where their settings are not those of the others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from postgresql import database as postgresql_database

from pbem.config import Settings, load
from pbem.ops import serving
from pbem.ops.embedded_redis import EmbeddedRedis
from pbem.ops.starting import CannotServe, adopt, beside, fingerprint, started
from pbem.store.models import SettingInForce, TestClock

COMMANDS = (("web",), ("worker",), ("schedule",), ("web",), ("worker",), ("schedule",))


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with ExitStack() as stack:
        if request.param == "sqlite":
            yield f"sqlite:///{tmp_path}/shared.sqlite3"
        else:
            yield stack.enter_context(postgresql_database(request.getfixturevalue("postgresql")))


def environment(folder: Path, **settings: object) -> dict[str, str]:
    """The environment of a machine of its own, with its own data folder."""
    folder.mkdir(exist_ok=True)
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
    chosen = {"data_dir": folder, "secret_key": "k", "mail_domain": "play.example", **settings}
    return inherited | {f"PBEM_{name.upper()}": str(value) for name, value in chosen.items()}


@contextmanager
def parts(folder: Path, redis: str, database: str) -> Iterator[list[subprocess.Popen[str]]]:
    """Every part twice, started at the same moment, each on a machine of its own."""
    running = []
    for number, command in enumerate(COMMANDS):
        machine = environment(folder / str(number), redis_url=redis, database_url=database, web_port=0)
        running.append(
            subprocess.Popen(
                [sys.executable, "-m", "pbem", *command], env=machine, cwd=folder, text=True, stderr=subprocess.PIPE
            )
        )
    try:
        yield running
    finally:
        for part in running:
            part.terminate()
        for part in running:
            try:
                part.wait(20)
            except subprocess.TimeoutExpired:
                part.kill()
                part.wait()


def ready(redis: EmbeddedRedis, settings: Settings) -> bool:
    """Whether the workers listen and the schedule has looked."""
    from pbem.ops import figures
    from pbem.runtime.notifier import Notifier

    if (Notifier(redis.url, "pbem").workers() or 0) < 2:
        return False
    store = beside(settings)
    with store.reading() as session:
        looked = figures.read(session).silence is not None
    store.close()
    return looked


def wait_for(what: Callable[[], bool], running: list[subprocess.Popen[str]]) -> None:
    until = time.monotonic() + 120
    while not what():
        for part in running:
            assert part.poll() is None, part.stderr and part.stderr.read()
        assert time.monotonic() < until
        time.sleep(0.2)


@pytest.mark.whole_server
def test_all_parts_start_at_once_on_an_empty_database(tmp_path: Path, database: str) -> None:
    settings = Settings(data_dir=tmp_path, secret_key="k", mail_domain="play.example", database_url=database)
    with EmbeddedRedis(tmp_path / "redis") as redis, parts(tmp_path, redis.url, database) as running:
        wait_for(lambda: ready(redis, settings), running)
        # gunicorn has its master's exit status tell of a web server that could not come up.
        assert [part.poll() for part in running] == [None] * len(running)
    said = "".join(part.stderr.read() for part in running if part.stderr)
    assert "Traceback" not in said


def refused(command: str, machine: dict[str, str], folder: Path) -> str:
    """The one line of a part that does not start."""
    done = subprocess.run(
        [sys.executable, "-m", "pbem", command], env=machine, cwd=folder, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


@pytest.mark.whole_server
def test_a_machine_that_is_set_otherwise_runs_no_part(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/shared.sqlite3"
    first = Settings(data_dir=tmp_path, secret_key="k", mail_domain="play.example", database_url=database)
    started(first).close()
    machine = environment(tmp_path / "second", database_url=database, redis_url="redis://127.0.0.1:1/0", web_port=0)
    del machine["PBEM_MAIL_DOMAIN"]
    for command in ("web", "worker", "schedule", "serve"):
        said = refused(command, machine, tmp_path)
        assert "PBEM_MAIL_DOMAIN (here pbem.localhost; in force is play.example, since " in said
        assert "pbem config --adopt" in said


@pytest.mark.parametrize(
    ("changed", "named", "shown"),
    [
        ({"mail_domain": "other.example"}, "PBEM_MAIL_DOMAIN", "other.example"),
        ({"mailbox_local_part": "games"}, "PBEM_MAILBOX_LOCAL_PART", "games"),
        ({"plus_addresses": False}, "PBEM_PLUS_ADDRESSES", "here no; in force is yes"),
        ({"smtp_url": None}, "PBEM_SMTP_URL", "here no server; in force is smtp.example"),
        ({"smtp_url": "smtp://smtp.other:25"}, "PBEM_SMTP_URL", "smtp.other"),
        ({"secret_key": "another"}, "PBEM_SECRET_KEY", fingerprint(b"another")),
    ],
)
def test_each_setting_that_must_be_alike_is_told(
    tmp_path: Path, changed: dict[str, str | None], named: str, shown: str
) -> None:
    usual = {"secret_key": "k", "mail_domain": "play.example", "smtp_url": "smtp://a:b@smtp.example:587"}
    started(Settings(data_dir=tmp_path, **usual)).close()
    other = Settings(data_dir=tmp_path, **{**usual, **changed})
    for part in (started, beside):
        with pytest.raises(CannotServe, match=named) as caught:
            part(other)
        assert shown in str(caught.value)
    assert adopt(other) == [named]
    started(other).close()
    with pytest.raises(CannotServe, match=named):
        started(Settings(data_dir=tmp_path, **usual))
    assert adopt(other) == []


def test_what_may_differ_does(tmp_path: Path) -> None:
    usual = {"data_dir": tmp_path, "secret_key": "k", "mail_domain": "play.example"}
    started(Settings(**usual, smtp_url="smtp://a:b@smtp.example:587", web_port=1)).close()
    started(Settings(**usual, smtp_url="smtps://smtp.example", web_port=2, workers=9, old_secret_keys="o")).close()


def test_the_parts_that_serve_starts_are_set_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = {"hosts": "ada@club.example,ben@club.example", "inbound_secrets": "one,two", "retention_days": 60}
    settings = Settings(data_dir=tmp_path, secret_key="k", **chosen)
    for name, value in serving.environment(settings).items():
        monkeypatch.setenv(name, value)
    found = load()
    assert found.hosts == ["ada@club.example", "ben@club.example"]
    assert [secret.get_secret_value() for secret in found.inbound_secrets] == ["one", "two"]
    assert (found.retention_days, found.database) == (60, settings.database)


def test_no_secret_stands_in_the_table(tmp_path: Path) -> None:
    store = started(Settings(data_dir=tmp_path, secret_key="a long secret", smtp_url="smtp://a:password@smtp.example"))
    with store.reading() as session:
        kept = {row.name: row.value for row in session.query(SettingInForce)}
    store.close()
    assert kept == {
        "mail_domain": "pbem.localhost",
        "mailbox_local_part": "pbem",
        "plus_addresses": "yes",
        "smtp_url": "smtp.example",
        "secret_key": fingerprint(b"a long secret"),
    }


def test_rule_sets_of_another_version_are_told_and_refuse_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(data_dir=tmp_path, secret_key="k")
    store = started(settings, plays=True)
    with store.session() as session:
        row = session.get_one(SettingInForce, "rule sets")
        assert '"conflict":' in row.value
        row.value, row.machine = '{"conflict":"0","gone":"7"}', "host-b"
    store.close()
    capsys.readouterr()
    started(settings, plays=True).close()
    said = capsys.readouterr()
    assert "rule sets differ" in said.out + said.err
    assert "host-b" in said.out + said.err
    capsys.readouterr()
    started(settings, plays=True).close()
    assert "rule sets differ" not in capsys.readouterr().out


@pytest.mark.whole_server
def test_a_database_whose_clock_a_test_put_ahead_is_served_by_no_part(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "data", secret_key="k", mail_domain="play.example")
    store = started(settings)
    with store.session() as session:
        session.add(TestClock(id=1, ahead=3600))
    store.close()
    for part in (started, beside):
        with pytest.raises(CannotServe, match="put its clock ahead"):
            part(settings)
    machine = environment(tmp_path / "data", redis_url="redis://127.0.0.1:1/0", web_port=0)
    for command in ("web", "worker", "schedule", "serve", "games"):
        assert "(table test_clock); no server runs on it" in refused(command, machine, tmp_path)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        pytest.param(
            "mysql+pymysql://127.0.0.1/pbem",
            "needs the Python package pymysql, which is not installed",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "nothing://127.0.0.1/pbem",
            "PBEM_DATABASE_URL is none that SQLAlchemy can read",
            marks=pytest.mark.slow,
        ),
        ("postgresql+psycopg://127.0.0.1:1/pbem", "the database cannot be used: "),
        pytest.param("rubbish", "PBEM_DATABASE_URL is none that SQLAlchemy can read", marks=pytest.mark.slow),
        ("sqlite:////proc/none/pbem.sqlite3", "the database cannot be opened: "),
    ],
)
def test_a_database_that_cannot_be_had_is_told_in_a_line(tmp_path: Path, url: str, said: str) -> None:
    machine = environment(tmp_path / "data", database_url=url, redis_url="redis://127.0.0.1:1/0")
    for command in ("schedule", "games"):
        assert said in refused(command, machine, tmp_path)


def test_a_database_of_a_later_version_is_told_in_a_line(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, secret_key="k")
    store = started(settings)
    with store.session() as session:
        session.connection().exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    store.close()
    with pytest.raises(CannotServe, match="by a later version of pbem"):
        started(settings)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.mark.whole_server
def test_nobody_else_reads_what_the_server_keeps(tmp_path: Path) -> None:
    """Made so from the start, and made so where an older release had left them open."""
    data = tmp_path / "data"
    settings = Settings(data_dir=data)
    previous = os.umask(0o022)
    try:
        for left_open in (False, True):
            if left_open:
                for path in (data, *data.rglob("*")):
                    path.chmod(0o755 if path.is_dir() else 0o644)
            script = (
                "import sys, time; from pathlib import Path; from pbem.config import Settings\n"
                "from pbem.ops.serving import running\n"
                "with running(Settings(data_dir=Path(sys.argv[1]), web_port=0)) as (ready, _):\n"
                "    print(ready.redis_url, flush=True); sys.stdin.read()"
            )
            server = subprocess.Popen(
                [sys.executable, "-c", script, str(data)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            assert server.stdout
            assert server.stdout.readline().startswith("unix://")
            store = beside(settings)
            with store.session() as session:
                session.query(SettingInForce).all()
                found = {str(path.relative_to(data)): mode(path) for path in data.rglob("*")}
            store.close()
            assert {"pbem.sqlite3", "pbem.sqlite3-wal", "pbem.sqlite3-shm", "secret_key", "serve.lock"} <= found.keys()
            assert any(name.startswith("redis/") for name in found)
            assert mode(data) == 0o700
            folders = {name for name in found if (data / name).is_dir()}
            assert {name: found[name] for name in found if found[name] != (0o700 if name in folders else 0o600)} == {}
            server.send_signal(signal.SIGINT)
            server.communicate(timeout=30)
    finally:
        os.umask(previous)
