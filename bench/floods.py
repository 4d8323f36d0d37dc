"""Mails made to be slow to read, and what others feel of them: answered when, and the slowest post meanwhile.

Everything is real, as in `serving`. Each mail is written to the plain address with a player's own name, which anybody
can forge; it is made of lines of the last report to that player, or of as many orders as a mail may have lines.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from concurrent.futures import Future, ThreadPoolExecutor
from email.message import EmailMessage, Message
from email.utils import make_msgid
from pathlib import Path

from rounds import Sheet

# The tests play by mail with a whole server too.
sys.path.append(str(Path(__file__).parent.parent / "tests" / "shared"))
from world import World, world_in

PLAYERS = ("a@players.example", "b@players.example")
FLOODS = {
    "HELP, and the last form 1,995 times below": lambda form: "HELP\n-----Original Message-----\n" + form * 1_995,
    "the last form 1,995 times": lambda form: form * 1_995,
    "the last form 1,800 times, marked": lambda form: re.sub("(?m)^(?=.)", "> ", form * 1_800),
    "one order 19,900 times": lambda form: "place N1 S27\n" * 19_900,
    "19,900 orders": lambda form: "".join(f"place N1 S{number}\n" for number in range(19_900)),
}
PAUSE_S = 0.05


def compare(sheet: Sheet) -> None:
    """Measure, and put a table on the sheet."""
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder, world_in(Path(folder), workers=1) as world:
        form = _form_of(_asked(world))
        rows = [_flood(world, name, make(form)) for name, make in FLOODS.items()]
    sheet.table(
        "Mails made to be slow, and posts of others meanwhile",
        ["", "kB", "answered after, s", "posts meanwhile", "slowest of them, ms"],
        rows,
    )


def _asked(world: World) -> Message:
    """The report that asks the first player of a new game for his set-up."""
    for player, wish in zip(PLAYERS, ("NEW waterloo1895", "JOIN waterloo1"), strict=True):
        world.write(player, wish)
        world.reply(world.next(player, "answer this mail"), "")
        world.next(player, "open|you play")
        world.next(player, "mail is answered|welcome")
    return world.next(PLAYERS[0], "post your army")


def _form_of(report: Message) -> str:
    text = next(part for part in report.walk() if part.get_content_type() == "text/plain")
    form = text.get_payload(decode=True).decode().partition("Order form")[2].partition("In a reply")[0]
    return "".join(f"{line.strip()}\n" for line in form.splitlines() if line.startswith("  place "))


def _flood(world: World, name: str, mail: str) -> list[str]:
    with ThreadPoolExecutor(1) as beside:
        begun = time.perf_counter()
        world.write(PLAYERS[0], mail)
        answered = beside.submit(_answered, world, begun)
        posts = _posts_until(world, answered)
    return [name, f"{len(mail) / 1000:,.0f}", f"{answered.result():.2f}", f"{len(posts)}", f"{1000 * max(posts):.0f}"]


def _answered(world: World, begun: float) -> float:
    world.next(PLAYERS[0], "too long|mail is answered|no orders")
    return time.perf_counter() - begun


def _posts_until(world: World, answered: Future[float]) -> list[float]:
    """The seconds that each post of another player took, until the long mail was answered."""
    spent: list[float] = []
    while not (spent and answered.done()):
        message = EmailMessage()
        message["From"], message["To"], message["Message-ID"] = PLAYERS[1], world.settings.address, make_msgid()
        message["Auto-Submitted"] = "auto-replied"  # so that it is stored and not answered
        message.set_content("out of office")
        begun = time.perf_counter()
        world.post(message.as_bytes())
        spent.append(time.perf_counter() - begun)
        time.sleep(PAUSE_S)
    return spent
