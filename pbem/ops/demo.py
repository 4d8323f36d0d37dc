"""A whole game by mail on this machine, with every part real: HTTP, queue, worker processes, SMTP.

Two or more bots have a mailbox each. They know the game only from the mails they get, and answer them as a player's
mail program would.
"""

from __future__ import annotations

import hmac
import queue
import re
import secrets
import socket
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage, Message
from email.utils import format_datetime, make_msgid, parseaddr
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import msgspec
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from rich.console import Console
from rich.markup import escape

from core.contract import BadOption, Json
from pbem.campaigns.record import battles_named, is_of_campaign
from pbem.campaigns.record import verify as verify_campaign
from pbem.config import Settings
from pbem.games.record import Difference, Verified, verify
from pbem.games.retelling import film_name
from pbem.ops.embedded_redis import NoRedis
from pbem.ops.serving import running
from pbem.ops.starting import CannotServe
from pbem.rulesets import UnknownRuleSet, names, presentation
from pbem.rulesets.contract import Presentation
from pbem.rulesets.ways import is_umpired

DOMAIN = "pbem.localhost"
# How long these take hangs on what else the machine does; a demonstration that hangs ends all the same.
START_TIMEOUT_S = 240
SILENCE_TIMEOUT_S = 240
HTTP_TIMEOUT_S = 60
PLAYERS = ("ada", "ben", "cleo", "dan", "eve", "finn", "gwen", "hugo")


class DemoFailed(Exception):
    """Why the demonstration did not reach its end, as a sentence."""


class Played(msgspec.Struct, frozen=True):
    """What a demonstration leaves: the verified record, and every mail the players got, as (player, mail)."""

    verified: Verified
    mails: list[tuple[str, Message]]


def play(
    ruleset: str,
    seed: int | None,
    chosen: Mapping[str, str],
    *,
    against: str | None = None,
    quiet: bool = False,
    **settings: Any,
) -> Played:
    """Play a game to its end and verify its record, printing the mails. Raises DemoFailed.

    `against` robots of a level there is one player; the server itself plays the other seats.
    An option chosen as "yes" that has no such value takes its first value that is not the usual one. `settings` are
    those of the server that is started, where they are to differ from a demonstration's.
    """
    words = presentation_of(ruleset)
    chosen = _spelled_out(words, chosen)
    try:
        if is_umpired(words, words.settle(chosen)):
            raise DemoFailed("a demonstration has no umpire; leave umpire=yes out")
        seats = len(words.rules.seats(words.settle(chosen)))
    except BadOption as error:
        raise DemoFailed(words.say_bad_option(error)) from None
    if seed is None:
        seed = secrets.randbelow(2**32)
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"{words.title}, seed {seed}")
    with mail_server() as sink, server(sink, seed, settings) as ready:
        table = _Table(ready, sink.mails, words, seed, console, quiet=quiet)
        players = [f"{name}@players.{DOMAIN}" for name in PLAYERS[: 1 if against else seats]]
        record = table.play(players, chosen, f" AGAINST {against}" if against else "")
    try:
        found, told = _verified(record.splitlines(), table.battles)
    except Difference as difference:
        raise DemoFailed(f"the record does not hold: {difference}") from None
    console.print(f"\nThe record of {found.turns} entries and {found.rolls} rolls holds; head {found.head}.{told}")
    return Played(found, table.seen)


def _verified(lines: Sequence[bytes], battles: Mapping[str, bytes]) -> tuple[Verified, str]:
    """A record that holds, and what is to be told of the battles that belong to it. Raises Difference."""
    if not is_of_campaign(lines):
        return verify(lines), ""
    found, fought = verify_campaign(lines, [record.splitlines() for record in battles.values()])
    count = sum(each.game is not None for each in fought)
    whose = "Its battle was" if count == 1 else f"Its {count} battles were"
    return found, f" {whose} played again, and cost what the host has told." if count else ""


class _Mailboxes:
    """An SMTP server that puts every mail it takes in one queue; a copy with a known Message-ID is taken for one."""

    def __init__(self) -> None:
        self.mails: queue.Queue[tuple[str, Message]] = queue.Queue()
        self._seen: set[str] = set()

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        message = message_from_bytes(envelope.original_content or b"")
        if message["Message-ID"] not in self._seen:
            self._seen.add(message["Message-ID"])
            for recipient in envelope.rcpt_tos:
                self.mails.put((recipient, message))
        return "250 taken"


class Correspondence:
    """The mailboxes of a demonstration, and what is written from them; everything is shown as it goes by."""

    def __init__(
        self, settings: Settings, mails: queue.Queue[tuple[str, Message]], console: Console, *, quiet: bool
    ) -> None:
        self.settings, self._mails = settings, mails
        self.console, self.quiet = console, quiet
        self.seen: list[tuple[str, Message]] = []

    def next(self, player: str, tag: str) -> Message:
        """The next mail to a player whose reply address has this tag; others are passed over."""
        recipient, mail = self.take()
        while recipient != player or f"+{tag}." not in str(mail["Reply-To"]):
            recipient, mail = self.take()
        return mail

    def take(self) -> tuple[str, Message]:
        """The next mail to anybody. Raises DemoFailed where none comes."""
        try:
            recipient, mail = self._mails.get(timeout=SILENCE_TIMEOUT_S)
        except queue.Empty:
            raise DemoFailed(f"no mail came for {SILENCE_TIMEOUT_S} seconds") from None
        self.seen.append((recipient, mail))
        self.show(f"To {recipient}", subject_of(mail), plain_text(mail))
        return recipient, mail

    def answer(self, mail: Message, body: str) -> None:
        """Answer a mail, quoting it."""
        self.send(str(mail["To"]), str(mail["Reply-To"]), f"Re: {subject_of(mail)}", body, mail)

    def send(self, sender: str, to: str, subject: str, body: str, answered: Message | None) -> None:
        """Write a mail."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = sender, to, subject
        message["Date"] = format_datetime(datetime.now(UTC))
        message["Message-ID"] = make_msgid(domain=f"players.{DOMAIN}")
        quoted = ""
        if answered is not None:
            message["In-Reply-To"] = answered["Message-ID"]
            message["References"] = " ".join(f"{answered['References'] or ''} {answered['Message-ID']}".split())
            quoted = "\n\nThe server wrote:\n" + "".join(f"> {line}\n" for line in plain_text(answered).split("\n"))
        message.set_content(body + quoted)
        self.show(f"From {sender}", subject, body)
        _post(self.settings, message.as_bytes())

    def show(self, who: str, subject: str, body: str) -> None:
        """Print a mail, or a line for it."""
        if self.quiet:
            self.console.print(f"{who}: {subject}", markup=False)
            return
        self.console.rule(escape(f"{who}: {subject}"), align="left", style="none")
        if body.strip():
            self.console.print(body.rstrip(), markup=False)


class _Table(Correspondence):
    """The players of the demonstration, who play one game."""

    def __init__(
        self,
        settings: Settings,
        mails: queue.Queue[tuple[str, Message]],
        words: Presentation,
        seed: int,
        console: Console,
        *,
        quiet: bool,
    ) -> None:
        super().__init__(settings, mails, console, quiet=quiet)
        self._presentation, self._seed = words, seed
        self._record: bytes | None = None
        self._game = ""
        self._is_told = words.retell is None
        self.battles: dict[str, bytes] = {}  # the records of games that are battles of it

    def play(self, players: list[str], chosen: Mapping[str, str], against: str = "") -> bytes:
        """Sit the players down and let them answer their mails until the game is over; its record."""
        self.send(players[0], self.settings.address, "a game", _new_line(self._presentation, chosen, against), None)
        self.answer(self.next(players[0], "enrol"), "")
        self._game = self._wait_for_game(players[0])
        for player in players[1:]:
            self.send(player, self.settings.address, "I play", f"JOIN {self._game}", None)
            self.answer(self.next(player, "enrol"), "")
        while self._record is None or not self._has_all_battles(self._record) or not self._is_told:
            recipient, mail = self.take()
            self._play_on(recipient, mail)
        return self._record

    def _has_all_battles(self, record: bytes) -> bool:
        """Whether the records of all games are here that the record of this one names as battles of it."""
        return set(battles_named(record.splitlines())) <= set(self.battles)

    def _play_on(self, player: str, mail: Message) -> None:
        files = files_of(mail)
        self._is_told = self._is_told or any(name == film_name(self._game) for name in files)
        for name, content in files.items():
            if not (name and name.endswith(".jsonl") and isinstance(content, bytes)):
                continue
            if name == f"{self._game}.jsonl":
                self._record = content
                return
            self.battles[name.removesuffix(".jsonl")] = content
        orders = orders_wanted(self._words_of(mail), files, self._seed)
        if orders is not None:
            self.answer(mail, orders)

    def _words_of(self, mail: Message) -> Presentation:
        """The words of the game that a mail is about, by the name of its sender: a battle has other rules."""
        sender = parseaddr(str(mail["From"]))[0]
        fields = {field for option in self._presentation.options() for field in option.values or ()}
        battles = [presentation(name) for name in names() if name in fields]
        return next((each for each in battles if sender.startswith(f"{each.title} ")), self._presentation)

    def _wait_for_game(self, player: str) -> str:
        while True:
            recipient, mail = self.take()
            found = re.search(r"\bgame\s+(\S+)\s+is\s+open", plain_text(mail))
            if recipient == player and found:
                return found.group(1)


def files_of(mail: Message) -> dict[str | None, Any]:
    """The files that came with a mail, by their names."""
    return {part.get_filename(): part.get_payload(decode=True) for part in mail.walk() if part.get_filename()}


def orders_wanted(words: Presentation, files: Mapping[str | None, Any], seed: int) -> str | None:
    """What a bot answers to a mail with these files; None where it brings no view, or nothing is wanted of its seat."""
    for name, content in files.items():
        if not name or not name.endswith(".json"):
            continue
        view: Json = msgspec.json.decode(content)
        if words.ask(view, view["seat"]) is not None:
            # The view settles the bot's choices, so that a game is the same whoever's mail comes first.
            rng = Random(f"{seed} {msgspec.json.encode(view, order='sorted').decode()}")  # noqa: S311
            return words.bot(view, view["seat"], rng)
    return None


@contextmanager
def mail_server() -> Iterator[_Sink]:
    """A mail server that takes whatever is sent."""
    mailboxes = _Mailboxes()
    controller = Controller(mailboxes, hostname="127.0.0.1", port=_free_port())
    controller.start()
    try:
        yield _Sink(mailboxes.mails, f"smtp://127.0.0.1:{controller.port}")
    finally:
        controller.stop()


class _Sink:
    def __init__(self, mails: queue.Queue[tuple[str, Message]], url: str) -> None:
        self.mails, self.url = mails, url


@contextmanager
def server(sink: _Sink, seed: int, chosen: Mapping[str, Any]) -> Iterator[Settings]:
    """The whole server in processes of its own. Raises DemoFailed."""
    with tempfile.TemporaryDirectory(prefix="pbem-demo-") as folder:
        usual = {
            "data_dir": Path(folder),
            "mail_domain": DOMAIN,
            "smtp_url": sink.url,
            "seed_key": f"demo {seed}",
            "inbound_secrets": secrets.token_hex(16),
            "web_host": "127.0.0.1",
            "web_port": _free_port(),
            "schedule_seconds": 1,
        }
        settings = Settings(**{**usual, **chosen})
        try:
            # Where the machine has much to do a part may die that could not write to the tables in time.
            with running(settings) as (ready, supervisor), supervisor.watching():
                _wait_until_ready(ready)
                yield ready
        except (CannotServe, NoRedis) as error:
            raise DemoFailed(str(error)) from None


def _wait_until_ready(settings: Settings) -> None:
    deadline = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < deadline:
        try:
            with urlopen(f"http://127.0.0.1:{settings.web_port}/healthz", timeout=HTTP_TIMEOUT_S):
                return
        except OSError:  # refused, broken off, or, on a busy machine, no answer in time
            time.sleep(0.05)
    raise DemoFailed(f"the web server did not start within {START_TIMEOUT_S} seconds")


def _post(settings: Settings, message: bytes) -> None:
    stamp = str(int(time.time()))
    secret = settings.inbound_secrets[0].get_secret_value().encode()
    # Its players write here: nobody can pretend to be one.
    signature = hmac.new(secret, stamp.encode() + b":pass." + message, sha256).hexdigest()
    headers = {
        "Content-Type": "message/rfc822",
        "X-Pbem-Auth": "pass",
        "X-Pbem-Timestamp": stamp,
        "X-Pbem-Signature": signature,
    }
    request = Request(f"http://127.0.0.1:{settings.web_port}/inbound/raw", message, headers)
    deadline = time.monotonic() + SILENCE_TIMEOUT_S
    while True:
        try:
            with urlopen(request, timeout=HTTP_TIMEOUT_S):  # noqa: S310
                return
        except (HTTPError, URLError) as error:
            # A mail server comes again where it is told to, as on a machine that is too busy.
            busy = isinstance(error, HTTPError) and error.code >= 500
            if not busy or time.monotonic() > deadline:
                raise DemoFailed(f"the server did not take a mail: {error}") from None
            time.sleep(1)


def subject_of(mail: Message) -> str:
    """The subject of a mail, decoded."""
    return " ".join(str(make_header(decode_header(str(mail["Subject"])))).split())


def plain_text(mail: Message) -> str:
    """The plain text of a mail."""
    for part in mail.walk():
        if part.get_content_type() == "text/plain" and not part.get_filename():
            payload = part.get_payload(decode=True)
            return payload.decode("utf-8", "replace").replace("\r\n", "\n") if isinstance(payload, bytes) else ""
    return ""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _spelled_out(words: Presentation, chosen: Mapping[str, str]) -> dict[str, str]:
    values = {option.name: option.values or () for option in words.options()}
    usual = {option.name: option.default for option in words.options()}
    # `--turn-limit` or `--turn_limit`, whichever way the rule set spells it.
    names = {name.replace("-", "_"): name for name in usual}
    chosen = {names.get(name.replace("-", "_"), name): value for name, value in chosen.items()}
    return {
        name: next((each for each in values.get(name, ()) if each != usual[name]), value)
        if value == "yes" and "yes" not in values.get(name, ("yes",))
        else value
        for name, value in chosen.items()
    }


def _new_line(words: Presentation, chosen: Mapping[str, str], against: str) -> str:
    """The line that opens the game; an option that is a text of several lines stands under it."""
    texts = {option.name for option in words.options() if option.text}
    options = " ".join(f"{name}={'below' if name in texts else value}" for name, value in chosen.items())
    below = [value for name, value in chosen.items() if name in texts]
    return "\n".join([f"NEW {words.name} {options}".strip() + against, *below])


def presentation_of(name: str) -> Presentation:
    """The rule set of a name. Raises DemoFailed."""
    try:
        return presentation(name)
    except UnknownRuleSet:
        raise DemoFailed(f'there is no rule set "{name}"; there is {", ".join(names())}') from None
