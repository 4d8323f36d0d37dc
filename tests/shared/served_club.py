"""A club of real processes, `pbem serve`: its players at their mail programs, and in browsers on their own pages."""

from __future__ import annotations

import hmac
import os
import random
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.utils import make_msgid
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar
from urllib.request import Request, urlopen

from inprocess import subject_of, text_of
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Response, expect
from sqlalchemy import select

from pbem.games import table
from pbem.ops.demo import orders_wanted
from pbem.rulesets import presentation
from pbem.store import Store
from pbem.store.models import Game, LocalMail

PATIENCE_S = float(os.environ.get("PBEM_TEST_PATIENCE", "90"))
SERVER = "pbem@pbem.localhost"
SECRET = "secret"
TALL = {"width": 1280, "height": 1500}
FAR_ENOUGH, FAR = 30, 60  # pixels: for a press to be a drag, and for one on an open field
MOST_CLICKS = 120
FIGHTS = ("attack|charge|fire|stands there|cut down|save",)
WANTED_OFTEN = 0.8
SHOWN = 3  # turns at the beginning of which pictures are made, and each such after
T = TypeVar("T")
expect.set_options(timeout=PATIENCE_S * 1000)


def wait(found: Callable[[], T | None]) -> T:
    """What is found, as soon as it is."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        if got := found():
            return got
        time.sleep(0.1)
    raise AssertionError("it does not come")


class ServedClub:
    """The server in a folder of its own; mail comes in by its door for mail servers, and goes out to a table."""

    def __init__(self, folder: Path, **chosen: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
        usual = {"DATA_DIR": str(folder), "WEB_PORT": str(port), "PUBLIC_URL": self.base, "OWN_PAGES": "yes"}
        usual |= {"SEED_KEY": "the same dice", "WORKERS": "1", "INBOUND_SECRETS": SECRET, "SCHEDULE_SECONDS": "0.5"}
        self._log = (folder / "log").open("wb")
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "pbem", "serve"],
            env=inherited | {f"PBEM_{name}": value for name, value in (usual | chosen).items()},
            cwd=folder,
            stdout=self._log,
            stderr=self._log,
        )
        self.store = Store(f"sqlite:///{folder / 'pbem.sqlite3'}")

    def ready(self) -> ServedClub:
        """The club, once it answers."""

        def answers() -> bool:
            assert self.process.poll() is None, "the server has ended"
            try:
                with urlopen(f"{self.base}/healthz", timeout=5):
                    return True
            except OSError:
                return False

        wait(answers)
        return self

    def close(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(PATIENCE_S)
        self.store.close()
        self._log.close()

    # --- Mail -------------------------------------------------------------------------------------------------------

    def write(self, sender: str, body: str, to: str = SERVER, answered: Message | None = None) -> None:
        """Post a mail to the server, as a mail server does."""
        message = EmailMessage()
        message["From"], message["To"] = sender, to
        message["Subject"] = f"Re: {subject_of(answered)}" if answered is not None else "To the server"
        message["Message-ID"] = make_msgid(domain="players.example")
        if answered is not None:
            message["In-Reply-To"] = str(answered["Message-ID"])
        message.set_content(body)
        raw, stamp = message.as_bytes(), str(int(time.time()))
        signature = hmac.new(SECRET.encode(), stamp.encode() + b"." + raw, sha256).hexdigest()
        headers = {"Content-Type": "message/rfc822", "X-Pbem-Timestamp": stamp, "X-Pbem-Signature": signature}
        with urlopen(Request(f"{self.base}/inbound/raw", raw, headers), timeout=PATIENCE_S) as taken:
            assert taken.status == 200

    def reply(self, mail: Message, body: str) -> None:
        """Answer a mail, with all of it quoted below."""
        quoted = "\n".join(f"> {line}" for line in text_of(mail).split("\n"))
        self.write(
            str(mail["To"]), f"{body}\n\nOn Tuesday the server wrote:\n{quoted}\n", str(mail["Reply-To"]), answered=mail
        )

    def box(self, player: str) -> list[Message]:
        """All mail to a player, oldest first."""
        mine = select(LocalMail.raw).where(LocalMail.to_address == player).order_by(LocalMail.id)
        with self.store.reading() as session:
            return [message_from_bytes(raw) for raw in session.scalars(mine)]

    def wait_for(self, player: str, wanted: Callable[[Message], bool], after: int = 0) -> Message:
        """The latest mail of its kind, once there is one among those after the first so many."""
        return wait(lambda: next((mail for mail in reversed(self.box(player)[after:]) if wanted(mail)), None))

    def enrol(self, *players: str) -> None:
        """Make players of strangers, through the mails that takes."""
        for player in players:
            self.write(player, "HELP")
        for player in players:
            self.reply(self.wait_for(player, lambda mail: True), "")
        for player in players:
            self.wait_for(player, lambda mail: "welcome" in subject_of(mail).lower())

    def begin(self, new: str, *players: str) -> str:
        """A new game, opened by the first of some strangers and joined by the others; its name."""
        self.enrol(*players)
        first, *others = players
        before = len(self.box(first))
        self.write(first, f"PICTURES off\n{new}")
        named = re.compile(r"JOIN (\w+\d+)")
        opened = self.wait_for(first, lambda mail: named.search(text_of(mail)) is not None, before)
        game = named.search(text_of(opened))
        assert game is not None
        for player in others:
            self.write(player, f"PICTURES off\nJOIN {game[1]}")
        wait(lambda: self.state(game[1]) == "running" or None)
        return game[1]

    # --- Games ------------------------------------------------------------------------------------------------------

    def state(self, game: str) -> str | None:
        """How a game stands: forming, running, over."""
        with self.store.reading() as session:
            return session.scalar(select(Game.state).where(Game.name == game))

    def wanted(self, game: str) -> list[str]:
        """The seats that are asked something now and have not answered; none while a turn is carried out."""
        with self.store.reading() as session:
            row = session.scalars(select(Game).where(Game.name == game)).one()
            turn = table.current_turn(session, row)
            if row.state != "running" or turn.state != "open":
                return []
            return [seat.name for seat in row.seats if seat.step == turn.step and seat.answered_at is None]

    def step(self, game: str) -> int:
        """The number of the question that is put now."""
        with self.store.reading() as session:
            row = session.scalars(select(Game).where(Game.name == game)).one()
            return table.current_turn(session, row).step

    def ruleset(self, game: str) -> str:
        """The rule set of a game."""
        with self.store.reading() as session:
            return session.scalars(select(Game.ruleset).where(Game.name == game)).one()

    def seats(self, game: str) -> dict[str, str]:
        """Who sits where: addresses by seats."""
        with self.store.reading() as session:
            row = session.scalars(select(Game).where(Game.name == game)).one()
            return {seat.name: seat.player.address for seat in row.seats if seat.player is not None}

    def play(self, game: str, players: dict[str, Callable[[], None]], most: int) -> int:
        """Have each seat play whenever it is wanted, until the game is over; the turns that were played."""
        turns = 0
        while True:
            asked = wait(lambda: self.wanted(game) or (self.state(game) == "over" and ["over"]) or None)
            if asked == ["over"]:
                return turns
            for seat in asked:
                if seat in self.wanted(game):
                    players[seat]()
                    turns += 1
            assert turns <= most, f"{game} has taken {turns} turns"

    def record(self, game: str, player: str) -> bytes:
        """The record of a game that is over, as it came with the last mail to a player."""
        last = self.wait_for(player, lambda mail: _attached(mail, f"{game}.jsonl") is not None)
        content = _attached(last, f"{game}.jsonl")
        assert content is not None
        return content


def _attached(mail: Message, name: str) -> bytes | None:
    return next((part.get_payload(decode=True) for part in mail.walk() if part.get_filename() == name), None)  # type: ignore[return-value]


@contextmanager
def served(folder: Path, **chosen: str) -> Iterator[ServedClub]:
    """A club as long as this lasts."""
    club = ServedClub(folder, **chosen)
    try:
        yield club.ready()
    finally:
        club.close()


def watched(page: Page, wrong: list[str]) -> Page:
    """A page of which all that goes wrong is noted: on its console, in its scripts, and what it is refused."""

    def say(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            wrong.append(f"console: {message.text}")

    def refused(response: Response) -> None:
        if response.status >= 400:
            wrong.append(f"{response.status} for {response.url}")

    page.set_default_timeout(PATIENCE_S * 1000)
    page.on("console", say)
    page.on("pageerror", lambda error: wrong.append(f"script: {error}"))
    page.on("response", refused)
    return page


class AtPage:
    """A player on the page of his seat, in a browser of his own, who picks what the helper offers, and types nothing.

    He gives so many orders a turn, `lines`, if those that are written can be sent and more can be given, and then the
    `last` that is offered besides. Of the pieces he picks those that `takes` names, if there are any, and mostly one of
    the first kind of `wants` that there is among its ways; these are regular expressions. In his first turn he drags
    the piece `set_up` to another place. What he has picked, and sent, is noted.
    """

    def __init__(
        self,
        browser: Browser,
        club: ServedClub,
        game: str,
        seat: str,
        chance: random.Random,
        *,
        lines: int = 3,
        viewport: dict[str, int] | None = None,
        wants: Sequence[str] = FIGHTS,
        takes: str = "",
        last: str = "",
        set_up: str = "",
        shots: Callable[[Page, str], None] = lambda page, name: None,
    ) -> None:
        self.club, self.game, self.seat, self.chance = club, game, seat, chance
        self.address = club.seats(game)[seat]
        self.wrong: list[str] = []
        self.picked: list[str] = []
        self.sent: list[str] = []
        self.page = watched(browser.new_context(viewport=viewport or TALL).new_page(), self.wrong)
        self.path = f"{club.base}/own/{game}/{seat}"
        self._takes, self._lines, self._wants, self._last, self._set_up = takes, lines, wants, last, set_up
        self._shots, self._entered, self._turns = shots, False, 0

    def turn(self) -> None:
        """Write a turn's orders by the helper alone, and send them."""
        if self._entered:
            self.page.goto(self.path)
        else:
            self._enter()
        self._drawn()
        map_drawn(self.page, "#map")
        self._turns += 1
        if self._turns == 1 and self._set_up:
            self.drag(self._set_up)
        self._write()
        is_shown = self._turns <= SHOWN or self._turns % SHOWN == 0
        if is_shown:
            self._shots(self.page, f"{self.game}-{self.seat}-{self._turns}")
        self.sent.append(self.page.locator("#text").input_value())
        with self.page.expect_navigation():
            self.page.locator("#send").click()
        expect(self.page.locator("#became")).to_contain_text("Your lines were read")
        map_drawn(self.page, "#map")
        if is_shown:
            self._shots(self.page, f"{self.game}-{self.seat}-{self._turns}-sent")

    def look(self, name: str) -> None:
        """Look at the page as it is now, for a picture."""
        self.page.goto(self.path)
        map_drawn(self.page, "#map")
        self._shots(self.page, name)

    def close(self) -> None:
        """Close the browser; nothing may have gone wrong in it."""
        self.page.context.close()
        assert self.wrong == []

    # --- The first time ---------------------------------------------------------------------------------------------

    def _enter(self) -> None:
        """Open the link of the latest mail, and have a code mailed; it goes with the first orders."""
        mail = self.club.wait_for(self.address, lambda mail: f"/own/{self.game}." in text_of(mail))
        link = re.search(rf"{self.club.base}/own/{self.game}\.\S+", text_of(mail))
        assert link is not None
        self.page.goto(link[0])
        self.page.get_by_role("button", name="Open the page in this browser").click()
        before = len(self.club.box(self.address))
        self.page.get_by_role("button", name="Mail me a code").click()
        mail = self.club.wait_for(self.address, lambda mail: "your code" in subject_of(mail), before)
        code = re.search(r"(\d{6}) is the code", text_of(mail))
        assert code is not None
        self.page.get_by_label("The code from the mail to you").fill(code[1])
        self._entered = True

    # --- Picking ----------------------------------------------------------------------------------------------------

    def _write(self) -> None:
        """Pick until the orders can be sent, and are as many as they may be or nothing is left."""
        for _ in range(MOST_CLICKS):
            whole = self._said().startswith("These orders can be sent")
            pieces, plain = self.page.locator("#pieces button"), self._plain()
            if whole and (self._count() >= self._lines or not (pieces.count() or plain)):
                break
            if not self._pick(pieces, plain):
                self._back()
        assert self._said().startswith("These orders can be sent"), (self._said(), self._text())
        if self._last and (last := self.page.locator("#plain button", has_text=self._last)).count():
            self._press(last.first)

    def _pick(self, pieces: Locator, plain: list[str]) -> bool:
        """Pick a piece and what it does, or what is offered besides; whether there was anything."""
        names = pieces.all_inner_texts()
        if names:
            name = self.chance.choice([each for each in names if re.match(self._takes, each)] or names)
            on_map = self._on_field if self.page.locator(".field-over").count() else self._on_map
            if on_map(name) or self._in_lists(name):
                return True
        if not plain:
            return False
        words = next((each for each in plain if each.startswith("On to")), None) or self.chance.choice(plain)
        self._press(self.page.locator("#plain button").get_by_text(words, exact=True).first)
        self.picked.append(words)
        return True

    def _in_lists(self, name: str) -> bool:
        """Pick a piece by its button, and one of its ways by its own."""
        self._press(self.page.locator("#pieces button").get_by_text(name, exact=True).first)
        said = self.page.locator("#ways button").all_inner_texts()
        if not said:
            return False
        way = self._one_of(said)
        self._press(self.page.locator("#ways button").nth(said.index(way)))
        self.picked.append(f"{name}: {way}")
        return True

    def _on_map(self, name: str) -> bool:
        """Pick a piece on the map, and a place there to which one order leads; whether that can be done."""
        spot = self.page.locator(f".spot.piece[aria-label^='{name} on ']")
        if self.chance.random() < 0.5 or spot.count() != 1:
            return False
        self._press(spot)
        places = self.page.locator(".spot.way")
        labels = [label or "" for label in (place.get_attribute("aria-label") for place in places.all())]
        single = [label for label in labels if ", or " not in label]
        if not single:
            self._press(self.page.locator(f".spot.piece[aria-label^='{name} on ']"))
            return False
        label = self._one_of(single)
        self._press(places.nth(labels.index(label)))
        self.picked.append(label)
        return True

    def _on_field(self, name: str) -> bool:
        """Drag a piece of an open field a little way; whether an order came of it."""
        base = self.page.locator("polygon.base.own", has_text=name)
        if self.chance.random() < 0.5 or base.count() != 1:
            return False
        base.scroll_into_view_if_needed()
        before, (x, y) = self._text(), middle(base)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        east, north = (self.chance.choice((-1, 1)) * self.chance.randint(FAR_ENOUGH // 2, FAR) for _ in range(2))
        self.page.mouse.move(x + east, y - north, steps=4)
        expect(self.page.locator("#field-said")).not_to_be_empty()
        with self.page.expect_response("**/helper"):
            self.page.mouse.up()
        self._drawn()
        self.picked.append(f"{name} dragged")
        return self._text() != before

    def _one_of(self, said: list[str]) -> str:
        """One of the ways of a piece, by what they are called."""
        if self.chance.random() < WANTED_OFTEN:
            found = ([each for each in said if re.search(kind, each, re.IGNORECASE)] for kind in self._wants)
            said = next(filter(None, found), said)
        return self.chance.choice(said)

    def drag(self, name: str, to: int = 3) -> None:
        """Drag a piece on the map to one of the places that are shown then."""
        spot = self.page.locator(f".spot.piece[aria-label^='{name} on ']")
        spot.scroll_into_view_if_needed()
        before, (x, y) = self._text(), middle(spot)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + FAR_ENOUGH, y + FAR_ENOUGH, steps=4)
        way = self.page.locator(".spot.way").nth(to)
        expect(way).to_be_visible()
        self.page.mouse.move(*middle(way), steps=4)
        self.page.mouse.up()
        wait(lambda: self._text() != before or None)
        self._drawn()
        self.picked.append(f"{name} dragged")

    # --- What the page shows ----------------------------------------------------------------------------------------

    def _press(self, button: Locator) -> None:
        with self.page.expect_response("**/helper"):
            button.click()
        self._drawn()

    def _back(self) -> None:
        self._press(self.page.get_by_role("button", name="Take the last line away"))

    def _drawn(self) -> None:
        """Wait until the helper has drawn what it was answered."""
        expect(self.page.locator("#helper:not([aria-busy]) #helper-said")).not_to_be_empty()

    def _said(self) -> str:
        return self.page.locator("#helper-said").inner_text()

    def _text(self) -> str:
        return self.page.locator("#text").input_value()

    def _count(self) -> int:
        return sum(bool(line.strip()) and not line.strip().startswith("#") for line in self._text().split("\n"))

    def _plain(self) -> list[str]:
        return [
            each
            for each in self.page.locator("#plain button").all_inner_texts()
            if not each.startswith(("Take the last line", self._last or "Take the last line"))
        ]


def map_drawn(page: Page, where: str) -> None:
    """Wait until a map is drawn; a picture that cannot be has no width."""
    page.wait_for_function(
        "where => { const map = document.querySelector(where); return map.complete && map.naturalWidth > 0; }",
        arg=where,
    )


def middle(place: Locator) -> tuple[float, float]:
    """The middle of what is shown, on the screen."""
    box: Any = place.first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class ByMail:
    """A player at his mail program, who answers the mail that asks him with what a robot writes, all of it quoted."""

    def __init__(self, club: ServedClub, game: str, seat: str, seed: int) -> None:
        self.club, self.game, self.seat, self.seed = club, game, seat, seed
        self.address = club.seats(game)[seat]

    def turn(self) -> None:
        """Answer the mail to the seat that asks what is asked now, and wait until the answer was read."""
        step = self.club.step(self.game)
        mail = self.club.wait_for(
            self.address, lambda mail: f"+{self.game}.{self.seat}.{step}." in str(mail["Reply-To"])
        )
        files = {part.get_filename(): part.get_payload(decode=True) for part in mail.walk() if part.get_filename()}
        words = presentation(self.club.ruleset(self.game))
        self.club.reply(mail, orders_wanted(words, files, self.seed) or "")
        wait(lambda: self.seat not in self.club.wanted(self.game) or self.club.step(self.game) != step or None)
