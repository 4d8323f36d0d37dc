"""Readers of the pages on a real `pbem serve`, over HTTP, while mail comes in beside them.

A club with a long game that is over and packed, and one that goes on. What is asked: the first view of the long game
and its turns, each made anew; 200 readers who look every 15 seconds whether a game has gone on, as the script of its
page does (304); and 200 who ask for one page at once, out of the cache. Beside that a mail comes in by webhook every
half second.

    PYTHONPATH=. nice python bench/readers.py [SECONDS]
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rounds import Sheet
from sqlalchemy import select

sys.path.append(str(Path(__file__).parent.parent / "tests" / "shared"))
import packed_games
from door import letter
from shown_club import club
from world import World, free_port, world_in

from pbem.store.models import Player

READERS = 200
EVERY_S = 15
SECONDS = 60
MAIL_EVERY_S = 0.5
LONG, GOING_ON = "waterloo950", "/games/stratego6"
TURNS = 60
WARM = 40  # requests that fill the cache of every process
PATIENCE_S = 60


class Answer(NamedTuple):
    """What a reader was answered, and after how many milliseconds."""

    status: int
    etag: str
    size: int
    ms: float


def compare(sheet: Sheet, seconds: float = SECONDS) -> None:
    """Have the pages read, and put the tables on the sheet."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "club"
        made = club(data, own_pages=True)
        with made.store.session() as session:
            players = list(session.scalars(select(Player).order_by(Player.id)))[:2]
            packed_games.keep(session, LONG, packed_games.record_of("waterloo1895", LONG, {}), players)
        settings = made.settings
        made.store.close()
        chosen = {"mail_domain": settings.mail_domain, "public_url": settings.public_url, "own_pages": True}
        with world_in(data, pages_port=free_port(), seed_key="the same dice", workers=1, **chosen) as world:
            asyncio.run(_all(sheet, world, seconds))


async def _all(sheet: Sheet, world: World, seconds: float) -> None:
    port = world.settings.pages_port or 0
    first = await _ask(port, f"/games/{LONG}")
    last = int((await _body(port, f"/games/{LONG}.json")).split(b'"of":')[1].split(b",")[0])
    anew = [await _ask(port, f"/games/{LONG}/turns/{number}") for number in range(1, min(last, TURNS) + 1)]
    rows = [["first view of a game that is packed", *_told([first], 0.0, first.ms / 1000)]]
    rows.append(["its turns, each made anew", *_told(anew, 0.0, sum(each.ms for each in anew) / 1000)])
    with _mail(world) as mails:
        spent, begun = _spent(world), time.perf_counter()
        polls = await _polling(port, seconds)
        rows.append(["200 readers every 15 s", *_told(polls, _spent(world) - spent, time.perf_counter() - begun)])
    rows.append(["... mail beside them", *_told(mails, 0.0, seconds)])
    for _ in range(WARM):
        await _ask(port, GOING_ON)
    with _mail(world) as mails:
        spent, begun = _spent(world), time.perf_counter()
        burst = await asyncio.gather(*(_ask(port, GOING_ON) for _ in range(READERS)))
        rows.append(["200 at once, from the cache", *_told(burst, _spent(world) - spent, time.perf_counter() - begun)])
    rows.append(["... mail beside them", *_told(mails, 0.0, 0.0)])
    begun = time.perf_counter()
    cold = await asyncio.gather(*(_ask(port, f"/games/{LONG}/dice") for _ in range(READERS)))
    rows.append(["200 at once, a page that is in no cache", *_told(cold, 0.0, time.perf_counter() - begun)])
    heads = ["", "answers", "median, ms", "nine of ten", "the last", "seconds", "of a processor"]
    sheet.table("Readers, over HTTP", heads, rows)


def _told(answers: Sequence[Answer], spent: float, seconds: float) -> list[str]:
    times = sorted(each.ms for each in answers)
    counted = Counter(each.status for each in answers)
    kinds = ", ".join(f"{count} of {status}" for status, count in sorted(counted.items()))
    figures = (statistics.median(times), times[len(times) * 9 // 10], times[-1]) if times else (0, 0, 0)
    share = f"{spent / seconds:.0%}" if spent and seconds else ""
    return [kinds, *(f"{each:.0f}" for each in figures), f"{seconds:.1f}" if seconds else "", share]


# --- Asking -------------------------------------------------------------------------------------------------------


async def _polling(port: int, seconds: float) -> list[Answer]:
    """What readers are answered who look again and again, each at his own moment."""
    etag = (await _ask(port, f"{GOING_ON}.json")).etag

    async def reader(number: int) -> list[Answer]:
        found = []
        until = time.perf_counter() + seconds
        await asyncio.sleep(number * EVERY_S / READERS)
        while time.perf_counter() < until:
            found.append(await _ask(port, f"{GOING_ON}.json", etag))
            await asyncio.sleep(EVERY_S - found[-1].ms / 1000)
        return found

    told = await asyncio.gather(*(reader(number) for number in range(READERS)))
    return [each for answers in told for each in answers]


async def _ask(port: int, path: str, etag: str = "") -> Answer:
    """A page, by a connection of its own, as browsers come back after a while."""
    begun = time.perf_counter()
    raw = await asyncio.wait_for(_raw(port, path, etag), PATIENCE_S)
    head, _, body = raw.partition(b"\r\n\r\n")
    fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
    fields = {name.lower(): value for name, value in fields.items()}
    return Answer(int(head.split(b" ")[1]), fields.get("etag", ""), len(body), 1000 * (time.perf_counter() - begun))


async def _body(port: int, path: str) -> bytes:
    return (await _raw(port, path, "")).partition(b"\r\n\r\n")[2]


async def _raw(port: int, path: str, etag: str) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    known = f"If-None-Match: {etag}\r\n" if etag else ""
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: play.example\r\nAccept: text/html\r\nConnection: close\r\n{known}\r\n".encode()
    )
    try:
        return await reader.read()
    finally:
        writer.close()


# --- Beside it ----------------------------------------------------------------------------------------------------


@contextmanager
def _mail(world: World) -> Iterator[list[Answer]]:
    """Mails that come in beside it all, in a list that grows."""
    found: list[Answer] = []
    over = threading.Event()

    def post() -> None:
        while True:
            begun = time.perf_counter()
            status = world.knock(letter(f"bid {len(found)}\n", to=world.settings.address))
            found.append(Answer(status, "", 0, 1000 * (time.perf_counter() - begun)))
            if over.wait(MAIL_EVERY_S):
                return

    thread = threading.Thread(target=post)
    thread.start()
    try:
        yield found
    finally:
        over.set()
        thread.join()


def _spent(world: World) -> float:
    """Seconds of a processor that the pages' processes have used."""
    master = world.supervisor.pids()["pages"]
    children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    ticks = 0
    for pid in (str(master), *children):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    compare(Sheet(), float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
