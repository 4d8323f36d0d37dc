"""Reading within bounds: the child may run out of time or memory, or die; the parent says so and goes on."""

from __future__ import annotations

import ctypes
import faulthandler
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.inbound import budget
from pbem.inbound.budget import read_within_budget
from pbem.inbound.mime import OpenedMail, UnreadableMail, read

MAIL = b"From: jean@players.example\r\nSubject: x\r\n\r\nN1 5 U23\r\n"


def children() -> set[str]:
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


@pytest.fixture(autouse=True)
def no_child_outlives_the_question() -> Iterator[None]:
    """Other tests of this process may have children that are still at work; those begun here are gone in the end."""
    budget.dismiss()
    before = children()
    yield
    budget.dismiss()
    assert children() <= before


def test_the_answer_is_that_of_reading_here() -> None:
    for style in (Path(__file__).parents[2] / "mail" / "styles").glob("*.eml"):
        assert read_within_budget(style.read_bytes()) == read(style.read_bytes())


def test_one_child_reads_one_mail_after_another() -> None:
    before = children()
    for _ in range(3):
        read_within_budget(MAIL)
    [first] = children() - before
    os.kill(int(first), signal.SIGKILL)
    while Path(f"/proc/{first}/stat").read_text().rpartition(")")[2].split()[0] != "Z":
        time.sleep(0.01)
    assert read_within_budget(MAIL) == read(MAIL), "whoever died with nothing to do costs no mail"
    [second] = children() - before
    assert second != first


@pytest.mark.parametrize("mails", [1, 2, 5])
def test_a_mail_is_not_blamed_for_what_those_before_it_did_to_the_child(
    monkeypatch: pytest.MonkeyPatch, mails: int
) -> None:
    read_before: list[bytes] = []

    def worn_out(raw: bytes) -> OpenedMail:
        if len(read_before) == mails:
            os._exit(0)
        read_before.append(raw)
        return read(raw)

    monkeypatch.setattr(budget, "read", worn_out)
    for _ in range(3 * mails):
        assert read_within_budget(MAIL) == read(MAIL)


def test_a_child_is_its_parent_s_alone() -> None:
    """A process that was forked from this one has a child of its own."""
    read_within_budget(MAIL)
    mine = children()
    child = os.fork()
    if child == 0:
        read_within_budget(MAIL)
        os._exit(0 if len(children()) == 1 else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert read_within_budget(MAIL) == read(MAIL)
    assert children() == mine


def test_a_child_that_a_mail_has_left_large_reads_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    before = children()
    monkeypatch.setattr(budget, "KEPT_BYTES", -1)
    assert read_within_budget(MAIL) == read(MAIL)
    assert children() == before


def test_each_mail_has_all_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "read", work_for_a_while)
    monkeypatch.setattr(budget, "SECONDS", 3)
    before = children()
    # Together more than one may take; each so little that it has its time on a machine which does much else.
    for _ in range(20):
        read_within_budget(MAIL)
    assert len(children() - before) == 1


def work_for_a_while(raw: bytes) -> OpenedMail:
    until = time.process_time() + 0.25
    while time.process_time() < until:
        pass
    return read(raw)


def test_a_refusal_comes_with_what_the_header_tells() -> None:
    with pytest.raises(UnreadableMail) as caught:
        read_within_budget(MAIL + b"x\n" * 30_000)
    assert (caught.value.reason, caught.value.opening and caught.value.opening.sender) == (
        "size",
        "jean@players.example",
    )


def sleep(_raw: bytes) -> OpenedMail:
    time.sleep(60)
    raise AssertionError


def spin(_raw: bytes) -> OpenedMail:
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    while True:
        pass


def swell(_raw: bytes) -> OpenedMail:
    return [bytes(1 << 20) for _ in range(1 << 20)]  # type: ignore[return-value]


def sink(_raw: bytes) -> OpenedMail:
    return sink(_raw)


def break_down(_raw: bytes) -> OpenedMail:
    faulthandler.disable()
    ctypes.string_at(0)
    raise AssertionError


def vanish(_raw: bytes) -> OpenedMail:
    os._exit(0)


def fail(_raw: bytes) -> OpenedMail:
    raise KeyError("a fault in a library")


@pytest.mark.parametrize(
    ("reading", "reason"),
    [
        (sleep, "time"),
        (spin, "time"),
        (swell, "memory"),
        (sink, "depth"),
        (break_down, "crash"),
        (vanish, "crash"),
        (fail, "crash"),
    ],
)
def test_whatever_becomes_of_the_child_the_parent_goes_on(
    monkeypatch: pytest.MonkeyPatch, reading: object, reason: str
) -> None:
    monkeypatch.setattr(budget, "read", reading)
    monkeypatch.setattr(budget, "SECONDS", 2 if reason == "time" else 30)
    started = time.monotonic()
    with pytest.raises(UnreadableMail) as caught:
        read_within_budget(MAIL)
    assert caught.value.reason == reason
    assert time.monotonic() - started < 10
    assert caught.value.opening is not None
    assert caught.value.opening.subject == "x"


def test_the_worker_s_own_time_limit_leaves_no_child_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_time(_number: int, _frame: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(budget, "read", sleep)
    before = signal.signal(signal.SIGALRM, out_of_time)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(TimeoutError):
            read_within_budget(MAIL)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_thirty_megabytes_fit_the_budget() -> None:
    photo = b"QUJD" * 18 + b"\r\n"
    raw = (
        b"From: jean@players.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nN1 5 U23\r\n--b\r\n"
        b"Content-Type: image/jpeg; name=a.jpg\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        + photo * 420_000
        + b"--b--\r\n"
    )
    assert len(raw) > 30_000_000
    assert read_within_budget(raw).text == "N1 5 U23"
