"""What a host may set: environment variables `PBEM_...`, files named by `PBEM_..._FILE`, or a TOML file.

An environment variable wins over its `_FILE` twin, that over the TOML file (`PBEM_CONFIG`, else `pbem.toml` in the
current folder), that over the default. `origin` tells which it was. No other module reads the environment.
"""

from __future__ import annotations

import os
import re
import secrets
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from pbem.runtime.private import private_files, private_folder

PREFIX = "PBEM_"
CONFIG_VARIABLE = "PBEM_CONFIG"
# Variables that are no settings: where those stand, what tests and failpoints are told, how sources are compiled.
OTHER_VARIABLES = re.compile(r"PBEM_(CONFIG|FAIL_AT|FAIL_MARKS|TEST_\w+|OPTIMISE|SANITIZE|COVERAGE|STRICT)")

# A mail address and nothing else: no name beside it, no brackets.
_ADDRESS = re.compile(r"[^@\s\"'<>\[\](),;]+@[^@\s\"'<>\[\](),;]+")

# Settings that there were, and what has taken their place: they are passed over, and `outdated` says so.
GONE = {"reminder_hours": "players are reminded at a half, four fifths and 95 % of the time they have; take it out"}


class WrongSettings(Exception):
    """What is wrong with the settings, as a sentence."""


def _by_commas(value: Any) -> Any:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _address(value: str) -> str:
    if not _ADDRESS.fullmatch(value):
        raise ValueError(f"{value[:80]!r} is no mail address (ada@example.org); where there are more, commas part them")
    return value.lower()


SecretList = Annotated[list[SecretStr], NoDecode, BeforeValidator(_by_commas)]
Addresses = Annotated[list[Annotated[str, AfterValidator(_address)]], NoDecode, BeforeValidator(_by_commas)]
HostPorts = Annotated[
    list[Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^\S+:\d{1,5}$")]],
    NoDecode,
    BeforeValidator(_by_commas),
]
# With the longest tag of a seat, no local part may have more than 64 characters (RFC 5321 4.5.3.1.1).
LONGEST_BEFORE_PLUS = 12


Names = Annotated[
    list[Annotated[str, StringConstraints(strip_whitespace=True, to_lower=True, min_length=1)]],
    NoDecode,
    BeforeValidator(_by_commas),
]
Trust: TypeAlias = Literal["usual", "strict", "open"]


class Settings(BaseSettings):
    """Everything that can be set, with its default and, in `description`, what it is for."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", env_ignore_empty=True)

    data_dir: Path = Field(Path("pbem-data"), description="folder for the embedded database, Redis and keys")
    database_url: str | None = Field(None, description="SQLAlchemy URL; unset: SQLite in data_dir")
    redis_url: str | None = Field(None, description="Redis URL; unset: a private Redis in data_dir")
    queue: str = Field("pbem", pattern=r"^[a-z0-9_-]+$", description="name of the rq queue")

    secret_key: SecretStr | None = Field(None, description="signs reply addresses; unset: made once, kept in data_dir")
    old_secret_keys: SecretList = Field([], description="former keys whose reply addresses are still good, by commas")

    seed_key: SecretStr | None = Field(
        None, description="for demonstrations only: derive the dice of each game from this, so that it can be repeated"
    )

    mail_domain: str = Field("pbem.localhost", description="domain that mail to the server is addressed to")
    plus_addresses: bool = Field(
        True, description="mail to name+anything@domain arrives; no: a mailbox at a provider that delivers name@ alone"
    )
    mailbox_local_part: str = Field(
        "pbem", pattern=r"^[a-z0-9_-](?:[a-z0-9._-]{0,62}[a-z0-9_-])?$", description="part before the + and the @"
    )
    smtp_url: str | None = Field(
        None, description="smtp://user:password@host:port, or smtps://; unset: mail stays in the local mailbox page"
    )
    dkim_key: Path | None = Field(None, description="private key that outgoing mail is signed with (`pbem dkim new`)")
    dkim_selector: str = Field(
        "pbem", pattern=r"^[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?$", description="selector of that key in the DNS"
    )
    smtp_timeout: float = Field(30, gt=0, description="seconds that an SMTP server may take to answer")
    inbound_secrets: SecretList = Field([], description="shared secrets of /inbound/raw, by commas")
    mailgun_signing_keys: SecretList = Field([], description="webhook signing keys of Mailgun, by commas")
    max_mail_mb: int = Field(10, gt=0, description="largest mail taken in, in MiB")

    imap_url: str | None = Field(
        None, description="imaps://user:password@host/INBOX, a mailbox that `pbem fetch` takes mail from; unset: none"
    )
    imap_done: str = Field(
        "pbem-done",
        pattern=r"^[\x20-\x7e]{1,100}$",
        description="folder that mails are moved to once they are taken in",
    )
    imap_poll_seconds: float = Field(
        60, gt=0, description="longest pause between two looks at the mailbox, which may tell of new mail before"
    )
    lmtp_listen: str | None = Field(
        None, description="where `pbem lmtp` listens: host:port, or the path of a Unix socket; unset: nowhere"
    )
    smtp_hosts: HostPorts = Field(
        [], description="where `pbem smtp` takes mail from the net, host:port by commas; unset: nowhere"
    )
    smtp_certificate: Path | None = Field(None, description="certificate chain (PEM) for STARTTLS of `pbem smtp`")
    smtp_certificate_key: Path | None = Field(None, description="the key of that certificate (PEM)")
    postmark_secrets: SecretList = Field(
        [], description="passwords in the URL that Postmark posts to (https://pbem:PASSWORD@...), by commas"
    )
    sendgrid_keys: SecretList = Field(
        [], description="public keys of SendGrid's security policy and event webhook, by commas"
    )
    ses_topics: SecretList = Field([], description="ARNs of the SNS topics that Amazon SES publishes to, by commas")
    cloudflare_secrets: SecretList = Field([], description="secrets that your Cloudflare Worker signs with, by commas")
    trust: Trust = Field(
        "usual",
        description="whose commands are carried out only once he has said YES: usual, strict or open (docs/trust.md)",
    )
    authserv_ids: Names = Field(
        [], description="names of mail servers whose Authentication-Results are believed, by commas"
    )

    hosts: Addresses = Field([], description="mail addresses of those who may act as host, by commas; first: usual")

    public_url: str | None = Field(
        None,
        pattern=r"^https?://[^\s\"'<>#?]+$",
        description="address by which players reach the web server, for links to the rules; unset: no such links",
    )
    public_pages: bool = Field(
        True,
        description="anybody may look on at games, events and players by the web (docs/pages.md); no: the rules alone",
    )
    own_pages: bool = Field(
        False,
        description="each mail of a game has a link to its reader's own page of it (docs/pages.md); needs public_url",
    )
    web_host: str = Field("127.0.0.1", description="address that the web server listens on")
    web_port: int = Field(8025, ge=0, le=65535, description="port that the web server listens on")
    pages_port: int | None = Field(
        None,
        ge=1,
        le=65535,
        description="port of a web server for the pages alone, beside that for mail; unset: one web server for both",
    )
    workers: int = Field(2, gt=0, description="worker processes that `pbem serve` starts")
    schedule_seconds: float = Field(15, gt=0, description="pause between two looks at what is due")

    lease_seconds: float = Field(60, gt=0, description="how long a worker may be silent before another takes its work")

    retention_days: float = Field(
        30, ge=7, description="mails are deleted so many days after use, and finished games packed"
    )

    deadline_hours: float = Field(72, gt=0, description="time for each decision, in games opened without a clock")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return (
            init_settings,
            env_settings,
            _FileVariables(settings_cls),
            _TomlFile(settings_cls, toml_file=config_file()),
        )

    @field_validator("mailbox_local_part")
    @classmethod
    def _leaves_room_for_tags(cls, value: str, others: ValidationInfo) -> str:
        if others.data.get("plus_addresses") and len(value) > LONGEST_BEFORE_PLUS:
            raise ValueError(
                f"{LONGEST_BEFORE_PLUS} characters at most, as what follows the + has up to 51; a longer one needs "
                "plus_addresses = false"
            )
        return value

    @field_validator("pages_port")
    @classmethod
    def _is_another_port(cls, value: int | None, others: ValidationInfo) -> int | None:
        if value is not None and value == others.data.get("web_port"):
            raise ValueError("this is web_port; the pages need another one, or none of their own")
        return value

    @property
    def database(self) -> str:
        """The database URL in force; a file of SQLite's by its whole path."""
        if self.database_url is None:
            return f"sqlite:///{self.data_dir.resolve() / 'pbem.sqlite3'}"
        relative = re.fullmatch(r"sqlite:///([^/:][^?]*)(.*)", self.database_url)
        return f"sqlite:///{Path(relative[1]).resolve()}{relative[2]}" if relative else self.database_url

    @property
    def address(self) -> str:
        """The address that strangers write to."""
        return f"{self.mailbox_local_part}@{self.mail_domain}"

    def signing_keys(self) -> list[bytes]:
        """The keys of reply addresses, the one to sign with first. Makes and keeps a key where none was set."""
        present = self.secret_key.get_secret_value() if self.secret_key else _kept_key(self.data_dir)
        return [present.encode(), *(key.get_secret_value().encode() for key in self.old_secret_keys)]


def load() -> Settings:
    """The settings in force. Raises WrongSettings."""
    _refuse_unknown_variables()
    if (named := os.environ.get(CONFIG_VARIABLE)) and not Path(named).exists():
        raise WrongSettings(f"there is no file {named}, which {CONFIG_VARIABLE} names")
    try:
        return Settings()
    except ValidationError as error:
        faults = (_fault(each["type"], str(each["loc"][0]), each["msg"]) for each in error.errors())
        raise WrongSettings("; ".join(faults)) from None
    except tomllib.TOMLDecodeError as error:
        raise WrongSettings(f"{config_file()} is not TOML: {error}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise WrongSettings(f"a file of settings cannot be read: {error}") from None


def _refuse_unknown_variables() -> None:
    known = [PREFIX + name.upper() for name in Settings.model_fields]
    known += [f"{name}_FILE" for name in known]
    for variable in sorted(os.environ):
        # Empty ones count as not set, as everywhere.
        if not variable.startswith(PREFIX) or variable in known or not os.environ[variable]:
            continue
        if not OTHER_VARIABLES.fullmatch(variable):
            if _name_of(variable) in GONE:
                continue
            raise WrongSettings(f"{variable} is no setting{_meant(variable, known)}; `pbem config` lists them")


def outdated() -> list[str]:
    """A sentence for each setting of an older release that is set here and does nothing any more."""
    variables = [name for name in sorted(os.environ) if name.startswith(PREFIX) and os.environ[name]]
    found = [(name, _name_of(name)) for name in variables]
    found += [(f"{name} in {config_file()}", name) for name in TomlConfigSettingsSource(Settings, config_file())()]
    return [f"{where} is no setting any more: {GONE[name]}" for where, name in found if name in GONE]


def _name_of(variable: str) -> str:
    return variable.removeprefix(PREFIX).removesuffix("_FILE").lower()


def _fault(kind: str, name: str, message: str) -> str:
    if kind == "extra_forbidden":
        return f"{name} in {config_file()} is no setting{_meant(name, Settings.model_fields)}"
    found, message = origin(name), message.removeprefix("Value error, ")
    return f"{name} in {found}: {message}" if found == str(config_file()) else f"{found}: {message}"


def _meant(typed: str, known: Iterable[str]) -> str:
    # Takes as long to import as all the rest, and is hardly ever wanted.
    from pbem.nearest import did_you_mean

    return did_you_mean(typed, known)


def config_file() -> Path:
    """The TOML file that is read if it is there."""
    return Path(os.environ.get(CONFIG_VARIABLE) or "pbem.toml")


def origin(name: str) -> str:
    """Where the value in force of the setting `name` comes from, in words."""
    variable = PREFIX + name.upper()
    if os.environ.get(variable):
        return variable
    if os.environ.get(f"{variable}_FILE"):
        return f"{variable}_FILE"
    if name in TomlConfigSettingsSource(Settings, toml_file=config_file())():
        return str(config_file())
    return "default"


class _TomlFile(TomlConfigSettingsSource):
    """The TOML file without the lines of older releases that say nothing any more."""

    def __call__(self) -> dict[str, Any]:
        return {name: value for name, value in super().__call__().items() if name not in GONE}


class _FileVariables(PydanticBaseSettingsSource):
    """Values from files named by `PBEM_<NAME>_FILE`, as container secrets are handed over."""

    def get_field_value(self, field: Any, field_name: str) -> tuple[Any, str, bool]:
        path = os.environ.get(f"{PREFIX}{field_name.upper()}_FILE")
        return (Path(path).read_text(encoding="utf-8").strip() if path else None), field_name, False

    def __call__(self) -> dict[str, Any]:
        values = {name: self.get_field_value(None, name)[0] for name in self.settings_cls.model_fields}
        return {name: value for name, value in values.items() if value is not None}


@cache
def _kept_key(folder: Path) -> str:
    path = folder / "secret_key"
    if not path.exists():
        private_folder(folder)
        fresh = folder / f"secret_key.{secrets.token_hex(4)}"
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(32), encoding="utf-8")
        try:
            # link() fails where another process was quicker: both then read the same key.
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    private_files(folder, path.name)
    return path.read_text(encoding="utf-8")
