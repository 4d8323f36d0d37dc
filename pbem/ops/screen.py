"""The host's desk on one screen: `pbem desk`."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from typing import Any

import msgspec
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from pbem.config import Settings
from pbem.games.clock import span_in_words
from pbem.ops.condition import Condition, condition
from pbem.ops.needs import ROOMS, Need, needs
from pbem.runtime.context import Context
from pbem.store.database import now

WIDTH = 100  # where the output is no screen
WEB_TIMEOUT_S = 2
# What is known of them stands in the Redis that `pbem serve` keeps for itself.
OF_REDIS = ("redis", "workers", "robots", "delivery")
NOTHING = "Nothing needs you."


def show(context: Context, *, as_json: bool) -> None:
    """Print what needs a host, for people or for programs."""
    found = condition_beside(context)
    with context.store.reading() as session:
        here, moment = needs(session, found), now(session)
    if as_json:
        for need in here:
            sys.stdout.write(f"{msgspec.json.encode(need).decode()}\n")
        return
    draw(Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False), here, found, moment)


def condition_beside(context: Context) -> Condition:
    """How the server is, asked from a command beside it."""
    found = condition(context)
    return found if context.settings.redis_url is not None else _as_served(found, context.settings)


def _as_served(found: Condition, settings: Settings) -> Condition:
    """The condition with what the web server of `pbem serve` says of its Redis and its workers."""
    wanted = {name: state for name, state in found.wanted.items() if name not in OF_REDIS}
    try:
        web = HTTPConnection(settings.web_host, settings.web_port, timeout=WEB_TIMEOUT_S)
        web.request("GET", "/readyz")
        told = msgspec.json.decode(web.getresponse().read(1 << 16), type=dict[str, Any])
    except (OSError, HTTPException, msgspec.MsgspecError) as error:
        where = f"{settings.web_host}:{settings.web_port}"
        wanted["web"] = f"no answer at {where} ({error}); does `pbem serve` run?"
        return msgspec.structs.replace(found, wanted=wanted)
    wanted |= {name: str(told[name]) for name in OF_REDIS if name in told}
    return msgspec.structs.replace(found, wanted=wanted, workers=told["figures"]["workers_alive"])


def draw(console: Console, needs: list[Need], found: Condition, moment: datetime) -> None:
    """Print the desk as it is at a moment."""
    console.print(_head(found, moment))
    rooms = [(room, [need for need in needs if need.room == room]) for room in ROOMS]
    for room, here in rooms:
        if here:
            console.print(Panel(Group(*map(_told, here)), title=Text(room), title_align="left"))
    if not needs:
        console.print(Text(NOTHING, style="green"))


def _head(found: Condition, moment: datetime) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    colour = {"ready": "green", "degraded": "yellow"}.get(found.status, "red")
    table.add_row(Text(found.status, style=f"bold {colour}"), Text(f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"))
    workers = "not known" if found.workers is None else str(found.workers)
    table.add_row(Text("workers"), Text(workers))
    if found.figures is not None:
        figures = found.figures
        looked = "not yet" if figures.silence is None else f"{span_in_words(figures.silence)} ago"
        table.add_row(Text("schedule"), Text(f"looked {looked}"))
        oldest = "" if figures.oldest_unread is None else f", the oldest for {span_in_words(figures.oldest_unread)}"
        table.add_row(Text("mail"), Text(f"{figures.unread} to read{oldest}; {figures.unsent} to send"))
        kept = f"{figures.held} held, {figures.shunted} shunted, {figures.failed} failed"
        table.add_row(Text("kept"), Text(kept))
    return table


def _told(need: Need) -> RenderableType:
    told = Text("! " if need.urgent else "  ", style="bold red" if need.urgent else "")
    told.append(need.said, style="bold" if need.urgent else "")
    if need.do:
        told.append(f"\n    {need.do}", style="cyan")
    return told
