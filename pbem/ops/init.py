"""`pbem init`: five questions, and of their answers the settings, the systemd units and a sample for the proxy.

What is written stands in one folder and changes nothing on the machine: the host looks at it and installs it. What each
file is for, and what else may be set, is told in docs/running.md.
"""

from __future__ import annotations

import json
import re
import secrets
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files as resources
from pathlib import Path
from shutil import which
from typing import Any
from urllib.parse import urlsplit

import click
import msgspec
from jinja2 import Environment, StrictUndefined, Template
from pydantic import ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource

from pbem.config import Settings
from pbem.doors.imap import SCHEMES as MAILBOXES
from pbem.doors.imap import CannotFetch, account_of
from pbem.ops.serving import doors_of
from pbem.outbound.smtp import SCHEMES as MAIL_SERVERS
from pbem.outbound.smtp import SmtpRefused, host_of

SETTINGS = "pbem.toml"
NONE = "none"
DOORS = ("lmtp", "smtp", "pipe", "webhook", NONE)
PROXIES = ("nginx", "caddy", NONE)
PAGES_PORT = 8026
LMTP, SMTP = "127.0.0.1:8024", ["0.0.0.0:25", "[::]:25"]
LOCAL_DATABASE, LOCAL_REDIS = "postgresql+psycopg:///pbem", "redis://127.0.0.1:6379/0"
SECRET_FILE, PUBLIC_FILE = 0o600, 0o644


class BadAnswer(ValueError):
    """What is wrong with an answer, as a sentence without its full stop."""


class Question(msgspec.Struct, frozen=True):
    """A question: the option that answers it, how it is asked, what is taken where nothing is said, and a check."""

    option: str
    text: str
    usual: str
    check: Callable[[str], object]


class Answers(msgspec.Struct, frozen=True):
    """What a host has said; `parts`: each part of the server is to have a unit of its own."""

    address: str
    mail_in: str
    mail_out: str
    host: str
    proxy: str
    parts: bool = False
    plus_addresses: bool = True


class File(msgspec.Struct, frozen=True):
    """A file to be written: its path below the folder, what it holds, and who may read it."""

    path: str
    text: str
    mode: int = PUBLIC_FILE


# --- The questions ------------------------------------------------------------------------------------------------


def _address(text: str) -> None:
    if not re.fullmatch(r"[a-z0-9._-]+@[a-z0-9-]+(\.[a-z0-9-]+)+", text.lower()):
        raise BadAnswer(f'"{text}" is no address such as pbem@play.example.org')


def _mail_in(text: str) -> None:
    if text in DOORS:
        return
    kinds = ", ".join(f"{scheme}://" for scheme in MAILBOXES)
    try:
        account = account_of(Settings.model_construct(imap_url=text))
    except CannotFetch:
        raise BadAnswer(
            f"that is none of {', '.join(DOORS)}, and no mailbox: {kinds}, then user:password@host, with %40 for an @ "
            "in the name of the user"
        ) from None
    if not account.password:
        raise BadAnswer("the mailbox has no password: imaps://user:password@host")


def _mail_out(text: str) -> None:
    if text == NONE:
        return
    try:
        host_of(text)
    except SmtpRefused:
        kinds = ", ".join(f"{scheme}://" for scheme in MAIL_SERVERS)
        raise BadAnswer(f"that is neither {NONE} nor a mail server ({kinds}, then user:password@host:port)") from None


def _host(text: str) -> None:
    if text != NONE and not re.fullmatch(r"[^@\s,]+@[^@\s,]+", text):
        raise BadAnswer(f'"{text}" is neither {NONE} nor one address')


def _proxy(text: str) -> None:
    if text not in PROXIES:
        raise BadAnswer(f'"{text}" is none of {", ".join(PROXIES)}')


QUESTIONS = (
    Question("address", "1 of 5: the mail address of the server", "pbem@play.example.org", _address),
    Question(
        "mail_in",
        """2 of 5: how mail comes in
  imaps://user:password@host   an ordinary mailbox (write %40 for an @ in the name of the user)
  lmtp                         a mail server on this machine hands it over, Postfix say
  pipe                         ... or starts a program for each mail
  smtp                         nobody else: port 25 of this machine
  webhook                      a mail service posts it
  none                         not by mail, only at /mailbox on this machine""",
        "lmtp",
        _mail_in,
    ),
    Question(
        "mail_out",
        """3 of 5: how mail goes out
  smtp+starttls://user:password@host:587   by a mail server of a provider (or smtps://)
  smtp://127.0.0.1:25                      by one on this machine
  none                                     not at all: it is shown at /mailbox on this machine""",
        "smtp://127.0.0.1:25",
        _mail_out,
    ),
    Question("host", "4 of 5: your own mail address, for what needs a host, or none", NONE, _host),
    Question("proxy", "5 of 5: what stands before the web server: nginx, caddy or none", NONE, _proxy),
)


# --- What is written ----------------------------------------------------------------------------------------------


def written(answers: Answers, folder: Path, user: str) -> list[File]:
    """The files for these answers; the server runs as `user` in `folder`. Raises BadAnswer."""
    chosen = settings_of(answers)
    settings = checked(chosen)
    made = [File(SETTINGS, _toml(chosen), SECRET_FILE), *_units(answers, settings, folder, user)]
    if answers.proxy != NONE:
        name, sample = {"nginx": ("pbem.conf", "nginx.conf"), "caddy": ("Caddyfile", "Caddyfile")}[answers.proxy]
        made.append(File(f"{answers.proxy}/{name}", proxy_sample(sample, settings)))
    return made


def settings_of(answers: Answers) -> dict[str, Any]:
    """The settings that these answers make, those that are not as usual."""
    mailbox, _, domain = answers.address.lower().partition("@")
    chosen: dict[str, Any] = {"mail_domain": domain}
    if mailbox != Settings.model_fields["mailbox_local_part"].default:
        chosen["mailbox_local_part"] = mailbox
    if not answers.plus_addresses:
        chosen["plus_addresses"] = False
    if answers.mail_out != NONE:
        chosen["smtp_url"] = answers.mail_out
    chosen |= _door(answers.mail_in, domain)
    if answers.host != NONE:
        chosen["hosts"] = [answers.host]
    if answers.proxy != NONE:
        chosen |= {"public_url": f"https://{domain}", "own_pages": True, "pages_port": PAGES_PORT}
    if answers.parts:
        chosen |= {"database_url": LOCAL_DATABASE, "redis_url": LOCAL_REDIS}
    return chosen


def _door(mail_in: str, domain: str) -> dict[str, Any]:
    certificates = f"/etc/letsencrypt/live/{domain}"
    doors: dict[str, dict[str, Any]] = {
        "lmtp": {"lmtp_listen": LMTP},
        "smtp": {
            "smtp_hosts": SMTP,
            "smtp_certificate": f"{certificates}/fullchain.pem",
            "smtp_certificate_key": f"{certificates}/privkey.pem",
        },
        "pipe": {},
        "webhook": {"inbound_secrets": [secrets.token_urlsafe(32)]},
        NONE: {},
    }
    return doors.get(mail_in, {"imap_url": mail_in})


class _Chosen(Settings):
    """Settings of which nothing is read from the environment, or from a file that is there."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return (init_settings,)


def checked(chosen: Mapping[str, Any]) -> Settings:
    """The settings that are chosen, the others as usual. Raises BadAnswer."""
    try:
        return _Chosen(**chosen)
    except ValidationError as error:
        raise BadAnswer("; ".join(f"{each['loc'][0]}: {each['msg']}" for each in error.errors())) from None


def _toml(chosen: Mapping[str, Any]) -> str:
    """The settings as a TOML file; of what JSON has for strings, lists and booleans TOML has the same."""
    lines = ["# Written by `pbem init`. `pbem config` lists all settings, docs/running.md says what they are for.", ""]
    for name, value in chosen.items():
        lines += [f"# {Settings.model_fields[name].description}", f"{name} = {json.dumps(value)}"]
    return "\n".join(lines) + "\n"


def _units(answers: Answers, settings: Settings, folder: Path, user: str) -> list[File]:
    doors = doors_of(settings)
    if not answers.parts:
        return [_unit("pbem", "serve", "pbem, a play-by-email turn server", settings, folder, user)]
    parts = {"pbem-web": "web", "pbem-schedule": "schedule", "pbem-worker@": "worker"}
    if settings.pages_port is not None:
        parts["pbem-pages"] = "pages"
    parts |= {"pbem-delivery": "worker --delivery", "pbem-robots": "worker --robots"}
    parts |= {f"pbem-{door}": door for door in doors}
    return [_unit(name, words, f"pbem {words}", settings, folder, user) for name, words in parts.items()]


def _unit(name: str, words: str, description: str, settings: Settings, folder: Path, user: str) -> File:
    text = _sample("unit.service").render(
        description=description,
        folder=folder,
        command=f"{_command()} {words}",
        user=user,
        port_below_1024=bool(settings.smtp_hosts) and words in ("serve", "smtp"),
    )
    return File(f"systemd/{name}.service", text)


def proxy_sample(sample: str, settings: Settings) -> str:
    """The sample of a proxy's configuration."""
    name = urlsplit(settings.public_url or "").hostname
    ports = (settings.web_port, settings.pages_port or settings.web_port)
    web, pages = (f"{settings.web_host}:{port}" for port in ports)
    return _sample(sample).render(name=name, web=web, pages=pages)


def _command() -> str:
    """How systemd starts the command that runs now."""
    beside = Path(sys.executable).with_name("pbem")
    return str(beside) if which(str(beside)) else f"{sys.executable} -P -m pbem"


@cache
def _environment() -> Environment:
    return Environment(undefined=StrictUndefined, keep_trailing_newline=True, autoescape=False)  # noqa: S701


def _sample(name: str) -> Template:
    text = (resources("pbem.ops") / "samples" / f"{name}.j2").read_text(encoding="utf-8")
    return _environment().from_string(text)


# --- Asking and writing -------------------------------------------------------------------------------------------


def run(
    given: Mapping[str, str | None], folder: Path, user: str, *, only_print: bool, overwrite: bool, **more: Any
) -> None:
    """Ask what is not given, and write the files, or print them. Raises BadAnswer, and OSError where one cannot be."""
    said = {question.option: _answer(question, given[question.option]) for question in QUESTIONS}
    answers = msgspec.convert({**said, **more}, Answers)
    made = written(answers, folder.resolve(), user)
    if only_print:
        for file in made:
            click.echo(f"# --- {file.path}\n{file.text}")
        return
    kept = [file for file in made if not _put(folder, file, overwrite=overwrite)]
    if kept:
        names = " and ".join(file.path for file in kept)
        click.echo(f"Left as it was: {names}. --overwrite replaces what is there, --print shows what it would be")
    for line in what_next(answers, made, folder.resolve(), user):
        click.echo(line)


def _answer(question: Question, given: str | None) -> str:
    """What is given, or typed; who types something wrong is asked again."""
    if given is not None:
        _check(question, given)
        return given
    while True:
        try:
            typed = click.prompt(question.text + "\n", prompt_suffix="> ", default=question.usual, err=True)
        except click.Abort:
            click.echo(err=True)
            raise BadAnswer(f"nothing was answered; {_option(question)} answers without being asked") from None
        try:
            _check(question, typed)
        except BadAnswer as reason:
            click.echo(f"{reason}.", err=True)
        else:
            return str(typed)


def _check(question: Question, answer: str) -> None:
    try:
        question.check(answer)
    except BadAnswer as reason:
        raise BadAnswer(f"{_option(question)}: {reason}") from None


def _option(question: Question) -> str:
    return f"--{question.option.replace('_', '-')}"


def _put(folder: Path, file: File, *, overwrite: bool) -> bool:
    """Write a file, unless something else stands there and nobody says that it may go; whether the file is there."""
    path = folder / file.path
    if path.exists():
        if path.read_text(encoding="utf-8", errors="replace") == file.text:
            click.echo(f"{file.path} is there already, and the same")
            return True
        if not overwrite and not _may_go(file):
            return False
    _write(path, file)
    click.echo(f"{file.path} is written")
    return True


def _may_go(file: File) -> bool:
    try:
        return click.confirm(f"{file.path} is there already, and another. Replace it?", default=False, err=True)
    except click.Abort:
        return False


def _write(path: Path, file: File) -> None:
    """Write a file, in whole or not at all; nobody but its owner ever sees what he alone may."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    fresh.touch(mode=file.mode)
    fresh.write_text(file.text, encoding="utf-8")
    fresh.replace(path)


def what_next(answers: Answers, files: list[File], folder: Path, user: str) -> list[str]:
    """What is to be done with the files, a line each."""
    units = [Path(file.path).name for file in files if file.path.startswith("systemd/")]
    names = " ".join(unit.replace("@.service", "@1").removesuffix(".service") for unit in units)
    lines = [
        "",
        f"`pbem serve` in {folder} starts the server by hand, to try it.",
        "To have it run as a service, as root:",
    ]
    lines.append(f"  id {user} || useradd --system --home-dir {folder} {user}; chown -R {user}: {folder}")
    if answers.parts:
        lines.append(f"  apt install postgresql redis-server; sudo -u postgres createuser {user}")
        lines.append(f"  sudo -u postgres createdb --owner {user} pbem")
    lines.append("  cp systemd/*.service /etc/systemd/system/; systemctl daemon-reload")
    lines.append(f"  systemctl enable --now {names}")
    if answers.proxy == "nginx":
        lines.append("  cp nginx/pbem.conf /etc/nginx/conf.d/; nginx -t && systemctl reload nginx")
    if answers.proxy == "caddy":
        lines.append("  cp caddy/Caddyfile /etc/caddy/; systemctl reload caddy")
    lines += DOOR_NEXT.get(answers.mail_in, MAILBOX_NEXT)
    lines.append(f"Then, as {user} in this folder, `pbem doctor` looks at everything, DNS too, and says what to do.")
    return lines


MAILBOX_NEXT = ["`pbem doctor --mail` finds out whether mail comes back, and whether the mailbox has plus-addresses."]
DOOR_NEXT = {
    NONE: [],
    "lmtp": ["Your mail server has to hand mail over by LMTP: docs/running.md, Postfix, by LMTP."],
    "pipe": ["Your mail server has to start `pbem receive`: docs/running.md, Postfix, Exim, procmail, by a pipe."],
    "smtp": ["The MX record of the domain has to name this machine, and the certificate in pbem.toml has to be there."],
    "webhook": ["Your mail service needs some settings more: docs/providers.md."],
}
