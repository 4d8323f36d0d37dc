"""The batch as a command: order, crowds of processes, requests that bring them down, reports, mail, the queue."""

from __future__ import annotations

import json
import mailbox
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from pbem.batch.command import file_name
from pbem.batch.mailfiles import mails_of
from pbem.batch.request import LINE_LIMIT
from pbem.batch.resume import AnswerFile
from pbem.ops.embedded_redis import EmbeddedRedis

# The toys are seen by way of their entry points, as a package is that somebody installed.
TOYS = str(Path(__file__).parents[2] / "toys")
WITH_TOYS = os.environ | {"PYTHONPATH": os.pathsep.join([TOYS, *filter(None, [os.environ.get("PYTHONPATH")])])}
ADJUDICATE = (sys.executable, "-m", "pbem", "adjudicate")
POSITION = {"round": 1, "prize": 7, "purses": {"north": 10, "south": 10}}


def request(ident: str, **changes: Any) -> str:
    return json.dumps(
        {"id": ident, "ruleset": "sealed_bids", "position": POSITION, "orders": {"north": "bid 3"}} | changes
    )


def mined(ident: str, mine: str) -> str:
    return request(ident, ruleset="landmine", options={"mine": mine})


def adjudicate(
    *arguments: str | Path, stdin: str = "", environment: dict[str, str] | None = None
) -> tuple[int, list[Any], str]:
    """The exit status, the answers, and what was said on standard error."""
    done = subprocess.run(
        [*ADJUDICATE, *arguments],
        input=stdin.encode("utf-8", "surrogateescape"),
        capture_output=True,
        timeout=100,
        env=WITH_TOYS | (environment or {}),
        check=False,
    )
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()


def test_answers_come_in_the_order_of_the_requests(tmp_path: Path) -> None:
    lines = [request(str(number)) if number % 7 else "nonsense" for number in range(500)]
    (tmp_path / "a.jsonl").write_text("\n".join(lines[:200]) + "\n\n")
    (tmp_path / "b.jsonl").write_text("\n".join(lines[200:]))
    status, answers, _ = adjudicate("--jobs", "2", tmp_path / "a.jsonl", tmp_path / "b.jsonl")
    assert status == 1
    assert [answer["id"] for answer in answers] == [str(n) if n % 7 else None for n in range(500)]


def test_a_request_that_brings_its_process_down_costs_only_itself(tmp_path: Path) -> None:
    lines = [request("1"), mined("2", "kills"), request("3"), mined("4", "raises"), mined("5", "kills"), request("6")]
    (tmp_path / "a.jsonl").write_text("\n".join(lines))
    for jobs in ("1", "2"):
        status, answers, _ = adjudicate("--jobs", jobs, tmp_path / "a.jsonl")
        assert status == 1
        assert [answer["id"] for answer in answers] == list("123456")
        assert [answer.get("error", {}).get("code") for answer in answers] == [
            None,
            "crashed",
            None,
            "crashed",
            "crashed",
            None,
        ]


def test_a_request_that_never_ends_is_given_up(tmp_path: Path) -> None:
    script = tmp_path / "impatient.py"
    script.write_text(
        "import sys\n"
        "from pbem.batch.processes import adjudicate_lines\n"
        "if __name__ == '__main__':\n"
        "    lines = [line.encode() for line in sys.argv[1:]]\n"
        "    print(b''.join(a.text for a in adjudicate_lines(lines, seconds=3.0)).decode(), end='')\n"
    )
    done = subprocess.run(
        [sys.executable, script, request("1"), mined("2", "hangs"), request("3")],
        capture_output=True,
        timeout=60,
        check=True,
        env=WITH_TOYS,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer.get("error", {}).get("code") for answer in answers] == [None, "too_slow", None]


def test_a_program_can_talk_line_by_line() -> None:
    with subprocess.Popen(ADJUDICATE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=WITH_TOYS) as talking:
        assert talking.stdin is not None
        assert talking.stdout is not None
        for number in range(3):
            talking.stdin.write(request(str(number)).encode() + b"\n")
            talking.stdin.flush()
            assert json.loads(talking.stdout.readline())["id"] == str(number)
        talking.stdin.close()
        assert talking.wait(30) == 0


def test_an_endless_line_is_refused_and_the_next_is_read() -> None:
    status, answers, _ = adjudicate(stdin="x" * (3 * LINE_LIMIT) + "\n" + request("2"))
    assert status == 1
    assert [answer.get("error", {}).get("code") for answer in answers] == ["too_long", None]


def test_reports_are_written_for_each_seat(tmp_path: Path) -> None:
    lines = [request("g1"), request("../g 2"), "nonsense"]
    status, _, _ = adjudicate("--reports", tmp_path / "out", stdin="\n".join(lines))
    assert status == 1
    names = {path.name for path in (tmp_path / "out").iterdir()}
    odd = file_name("../g 2")
    assert odd.startswith("___g_2-")
    assert names == {f"{stem}.{seat}.txt" for stem in ("g1", odd) for seat in ("north", "south")}
    assert (tmp_path / "out" / "g1.south.txt").read_text().startswith("Subject: [g1 South] your bid for 7\n")


def test_reports_can_be_had_in_other_formats_and_an_unknown_one_is_told(tmp_path: Path) -> None:
    choices = "--reports", tmp_path / "out", "--report-format"
    status, _, _ = adjudicate(*choices, "json", stdin=request("g1"))
    assert status == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"g1.north.json", "g1.south.json"}
    status, _, complaint = adjudicate(*choices, "pdf", stdin=request("g1"))
    assert status == 2
    assert 'there is no format "pdf"; there is text, html, json' in complaint


def mail(subject: str, text: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "ada@example.org", "gm@example.org", subject
    message.set_content(text)
    return message


REPLIES = [
    mail(
        "Re: [g1 North] your bid for 7", "Hello!\n\nbid 2\n\n> Round 1: bid for 7 points; you hold 10 coins.\n> bid 0\n"
    ),
    mail("AW: Re: [g1 s] your bid", "bid 5\n-- \nbid 9\n"),
    mail("Re: [g1 North] your bid for 7", "Good luck, all!\nbid 4\n"),
    mail("Re: [g9 North] your bid for 7", "bid 1\n"),
    mail("Re: [g1 east] your bid", "bid 1\n"),
    mail("lunch?", "bid 1\n"),
]


@pytest.mark.parametrize("kind", ["mbox", "maildir"])
def test_orders_are_taken_from_mail(tmp_path: Path, kind: str) -> None:
    box: mailbox.mbox | mailbox.Maildir
    box = mailbox.mbox(tmp_path / "box") if kind == "mbox" else mailbox.Maildir(tmp_path / "box")
    for reply in REPLIES:
        box.add(reply)
    box.flush()
    status, answers, said = adjudicate(
        f"--{kind}", tmp_path / "box", stdin=request("g1", orders={"north": "bid 9"}, dice=[1, 1])
    )
    assert status == 0
    assert answers[0]["events"][0]["bids"] == {"north": 4, "south": 5}
    assert 'line 1, "Good luck, all!", is no order' in said
    assert 'g1 has no seat "east"' in said
    assert 'mail 4, "Re: [g9 North] your bid for 7": there is no request for it.' in said
    assert 'mail 6, "lunch?": its subject names no request' in said


def test_what_cannot_be_opened_is_status_2(tmp_path: Path) -> None:
    status, answers, said = adjudicate(tmp_path / "missing.jsonl")
    assert (status, answers) == (2, [])
    assert "missing.jsonl" in said


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with EmbeddedRedis(tmp_path_factory.mktemp("redis")) as server:
        yield server.url


def test_the_queue_answers_like_the_processes_do(redis_url: str, tmp_path: Path) -> None:
    lines = [mined(str(number), "kills" if number == 40 else "none") for number in range(100)]
    (tmp_path / "a.jsonl").write_text("\n".join([*lines, "\udcff"]), errors="surrogateescape")
    environment = {"PBEM_REDIS_URL": redis_url, "PBEM_QUEUE": "batch", "PBEM_DATA_DIR": str(tmp_path)}
    worker = subprocess.Popen(
        [sys.executable, "-m", "worker"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=WITH_TOYS | environment,
    )
    try:
        for _ in range(100):
            status, answers, said = adjudicate("--queue", tmp_path / "a.jsonl", environment=environment)
            if status != 2:
                break
            assert "no worker listens to the queue batch" in said
        assert status == 1
        assert [answer["id"] for answer in answers] == [*map(str, range(100)), None]
        assert [answer["id"] for answer in answers if "error" in answer] == ["40", None]
        assert answers[40]["error"]["code"] == "crashed"
        with Redis.from_url(redis_url) as redis:
            assert [*redis.scan_iter("rq:job:*"), *redis.scan_iter("rq:results:*")] == []
    finally:
        worker.terminate()
        worker.wait(20)


def test_a_queue_that_nobody_listens_to_is_status_2(redis_url: str) -> None:
    status, _, said = adjudicate(
        "--queue", stdin=request("1"), environment={"PBEM_REDIS_URL": redis_url, "PBEM_QUEUE": "silence"}
    )
    assert status == 2
    assert "no worker listens to the queue silence" in said


def test_a_queue_without_a_redis_is_status_2() -> None:
    status, answers, said = adjudicate("--queue", stdin=request("1"), environment={"PBEM_REDIS_URL": ""})
    assert (status, answers) == (2, [])
    assert "PBEM_REDIS_URL is not set" in said


def test_what_asks_the_queue_starts_without_database_and_doors(redis_url: str) -> None:
    script = (
        "import sys\n"
        "from pbem.cli import main\n"
        "try:\n"
        "    main(['adjudicate', '--queue'])\n"
        "finally:\n"
        "    print(*sorted({name.partition('.')[0] for name in sys.modules}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=b"",
        capture_output=True,
        timeout=100,
        env=WITH_TOYS | {"PBEM_REDIS_URL": redis_url, "PBEM_QUEUE": "silence"},
        check=False,
    )
    assert b"no worker listens" in done.stderr
    assert b" rq " in done.stdout
    assert b" sqlalchemy " not in done.stdout


def test_a_maildir_is_read_in_the_order_of_arrival(tmp_path: Path) -> None:
    mailbox.Maildir(tmp_path / "box")
    names = ["1763709000.M99P7Q1.host", "1763709000.M100P7Q2.host", "1763709001.M5P7Q3.host:2,S"]
    for amount, name in enumerate(names, start=1):
        folder = "cur" if ":" in name else "new"
        (tmp_path / "box" / folder / name).write_bytes(bytes(mail("[g1 North]", f"bid {amount}\n")))
    opened = [raw.split(b"\n\n", 1)[1] for raw in mails_of(None, tmp_path / "box")]
    assert opened == [b"bid 1\n", b"bid 2\n", b"bid 3\n"]


# --- Killed and taken up again --------------------------------------------------------------------------------------


def answers_in(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_killed_batch_goes_on_where_it_was(tmp_path: Path) -> None:
    lines = [request(str(number)) if number % 50 else "nonsense" for number in range(3000)]
    (tmp_path / "in.jsonl").write_text("\n".join(lines))
    status, whole, _ = adjudicate(tmp_path / "in.jsonl")
    out = tmp_path / "out.jsonl"
    for _ in range(3):
        running = subprocess.Popen([*ADJUDICATE, tmp_path / "in.jsonl", "--resume", out], env=WITH_TOYS)
        before = out.stat().st_size if out.exists() else 0
        while running.poll() is None and (not out.exists() or out.stat().st_size < before + 20_000):
            time.sleep(0.01)
        running.kill()
        running.wait()
    assert 0 < len(out.read_bytes().splitlines()) < len(lines)
    resumed, printed, _ = adjudicate(tmp_path / "in.jsonl", "--resume", out)
    assert (resumed, printed) == (status, [])
    assert answers_in(out) == whole
    assert adjudicate(tmp_path / "in.jsonl", "--resume", out)[0] == 1
    assert answers_in(out) == whole


def test_an_answer_cut_short_is_given_again(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text("\n".join(request(str(number)) for number in range(3)))
    out = tmp_path / "out.jsonl"
    adjudicate(tmp_path / "in.jsonl", "--resume", out)
    whole = out.read_bytes()
    out.write_bytes(whole[:-20])
    assert adjudicate(tmp_path / "in.jsonl", "--resume", out)[0] == 0
    assert out.read_bytes() == whole


@pytest.mark.parametrize(
    ("found", "says"),
    [
        ('{"id": "1"}\n{"id": "7"}\n', "answer 2 in"),
        ('{"id": "1"}\n{"id": "2"}\n{"id": "3"}\n', "more answers than there are requests"),
        ('{"id": "1"}\nrubbish\n{"id": "2"}\n', "line 2 of"),
    ],
)
def test_a_file_of_other_answers_is_left_alone(tmp_path: Path, found: str, says: str) -> None:
    (tmp_path / "in.jsonl").write_text(f"{request('1')}\n{request('2')}")
    (tmp_path / "out.jsonl").write_text(found)
    status, _, said = adjudicate(tmp_path / "in.jsonl", "--resume", tmp_path / "out.jsonl")
    assert status == 2
    assert says in said
    assert (tmp_path / "out.jsonl").read_text() == found


def test_two_batches_cannot_write_to_one_file(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(request("1"))
    first = AnswerFile(tmp_path / "out.jsonl")
    status, _, said = adjudicate(tmp_path / "in.jsonl", "--resume", tmp_path / "out.jsonl")
    assert status == 2
    assert "another run is writing" in said
    first.close()
    assert adjudicate(tmp_path / "in.jsonl", "--resume", tmp_path / "out.jsonl")[0] == 0
