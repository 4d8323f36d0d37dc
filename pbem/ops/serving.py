"""Running the server: each part as a process of its own, and `pbem serve` with all of them on one machine."""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import structlog

from pbem.config import Settings
from pbem.doors import imap, lmtp, smtp
from pbem.doors.listening import CannotListen
from pbem.ops import schedule
from pbem.ops.embedded_redis import EmbeddedRedis
from pbem.ops.starting import CannotServe, started
from pbem.ops.supervisor import Program, Supervisor
from pbem.runtime.context import Context
from pbem.runtime.logs import configure
from pbem.runtime.notifier import NoNotifier, Notifier, delivery_queue, robots_queue
from pbem.runtime.private import private_file, private_folder

# Where the server is started there may be folders called core, pbem or worker that are not ours: the sources, say.
# -P keeps Python from importing from there, and the folder gunicorn, which puts the current one on its path whatever
# it is told.
PYTHON = (sys.executable, "-P", "-m")
FOLDER = Path(__file__).parents[1]
WEB_WORKERS = 2
WEB_THREADS = 4

log = structlog.get_logger(__name__)


def web_command(settings: Settings) -> tuple[str, ...]:
    """The command that runs the web server; where the pages have one of their own, without them."""
    return _web(settings, settings.web_port, "all" if settings.pages_port is None else "mail")


def pages_command(settings: Settings) -> tuple[str, ...]:
    """The command that runs the web server of the pages alone. Raises CannotServe where they have no port."""
    if settings.pages_port is None:
        raise CannotServe("PBEM_PAGES_PORT is not set; without it `pbem web` and `pbem serve` answer the pages as well")
    return _web(settings, settings.pages_port, "pages")


def _web(settings: Settings, port: int, part: str) -> tuple[str, ...]:
    return (
        *(*PYTHON, "gunicorn", "--worker-class", "gthread"),
        *("--workers", str(WEB_WORKERS), "--threads", str(WEB_THREADS)),
        *("--bind", f"{settings.web_host}:{port}", "--log-level", "warning"),
        # gunicorn opens a control socket unless told not to; nobody needs another way in.
        *("--no-control-socket", f"pbem.web:create_app(part={part!r})"),
    )


def worker_command(queue: str | None = None) -> tuple[str, ...]:
    """The command that runs one worker process, which listens to a queue, usually that of the settings."""
    return (*PYTHON, "worker", *([] if queue is None else [queue]))


def run_schedule(settings: Settings) -> None:
    """Keep the schedule in this process until SIGINT or SIGTERM. Raises CannotServe."""
    stop = _stop_on_signals()
    notifier = Notifier(redis_url(settings), settings.queue)
    schedule.run(Context(settings, started(settings, plays=True), notifier), stop)


def serve(settings: Settings, announce: Callable[[str], None]) -> None:
    """Web servers, workers, schedule and, if none is set, Redis, until SIGINT or SIGTERM. Raises CannotServe."""
    configure()
    stop = _stop_on_signals()
    with running(settings) as (ready, supervisor):
        announce(f"pbem serves on http://{ready.web_host}:{ready.web_port}/")
        if ready.pages_port is not None:
            announce(f"The pages are on http://{ready.web_host}:{ready.pages_port}/")
        if ready.smtp_url is None:
            announce(f"No SMTP server is set: read and answer the mails at http://{_page_host(ready)}/mailbox")
        announce("Stop with Ctrl-C.")
        supervisor.watch(stop)


@contextmanager
def running(settings: Settings) -> Iterator[tuple[Settings, Supervisor]]:
    """All parts of a server, as children of this process; the settings as they are in force, with the Redis URL."""
    with ExitStack() as stack:
        stack.enter_context(_alone(settings.data_dir))
        _check_port(settings, "web_port")
        _check_port(settings, "pages_port")
        redis = stack.enter_context(EmbeddedRedis(settings.data_dir / "redis")) if not settings.redis_url else None
        url = redis.url if redis else settings.redis_url
        ready = settings.model_copy(update={"redis_url": url})
        started(ready).close()
        programs = [Program("web", web_command(ready)), Program("schedule", (*PYTHON, "pbem", "schedule"))]
        if ready.pages_port is not None:
            programs.append(Program("pages", pages_command(ready)))
        programs += [Program(f"worker-{number}", worker_command()) for number in range(1, ready.workers + 1)]
        programs.append(Program("robots", worker_command(robots_queue(ready.queue))))
        programs += [Program(name, (*PYTHON, "pbem", name)) for name in doors_of(ready)]
        if ready.smtp_url is not None:
            programs.append(Program("delivery", worker_command(delivery_queue(ready.queue))))
        supervisor = Supervisor(programs, environment(ready), FOLDER, [redis.keep_alive] if redis else [])
        stack.callback(supervisor.stop)
        supervisor.start()
        yield ready, supervisor


def environment(settings: Settings) -> dict[str, str]:
    """The environment variables that give a child process exactly these settings."""
    variables = {"PBEM_CONFIG": os.devnull}
    settings = settings.model_copy(update={"database_url": settings.database})
    for name in Settings.model_fields:
        value = getattr(settings, name)
        if isinstance(value, list):
            value = ",".join(each if isinstance(each, str) else each.get_secret_value() for each in value)
        elif hasattr(value, "get_secret_value"):
            value = value.get_secret_value()
        if value is not None and value != "":
            variables[f"PBEM_{name.upper()}"] = str(value.resolve()) if isinstance(value, Path) else str(value)
    return variables


def doors_of(settings: Settings) -> list[str]:
    """The commands that take mail in beside the web server, those that are set up."""
    wanted = {"fetch": settings.imap_url, "lmtp": settings.lmtp_listen, "smtp": settings.smtp_hosts}
    return [name for name, where in wanted.items() if where]


def run_door(settings: Settings, name: str, *, all_there_is: bool = False, once: bool = False) -> None:
    """Keep a door open in this process until SIGINT or SIGTERM. Raises CannotServe.

    Without a Redis URL nobody is told of the mail; the schedule finds it. `all_there_is` and `once` as for
    `pbem.doors.imap.fetch`.
    """
    notifier = Notifier(settings.redis_url, settings.queue) if settings.redis_url else NoNotifier()
    try:
        if name == "fetch":
            imap.account_of(settings)
            stop = _stop_on_signals()
            context = Context(settings, started(settings), notifier)
            imap.fetch(context, stop, all_there_is=all_there_is, once=once)
        else:
            {"lmtp": lmtp.run, "smtp": smtp.run}[name](Context(settings, started(settings), notifier))
    except (imap.CannotFetch, CannotListen) as error:
        raise CannotServe(str(error)) from None


def redis_url(settings: Settings) -> str:
    """The Redis URL of a part that runs on its own. Raises CannotServe."""
    if settings.redis_url is None:
        raise CannotServe("PBEM_REDIS_URL is not set; `pbem serve` starts a Redis of its own, the single parts do not")
    return settings.redis_url


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    private_folder(folder)
    private_file(folder / "serve.lock")
    with (folder / "serve.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotServe(f"another pbem serves from {folder}") from None
        yield


def _check_port(settings: Settings, name: str) -> None:
    port = getattr(settings, name)
    if port is None:
        return
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.web_host, port))
        except OSError as error:
            raise CannotServe(
                f"cannot listen on {settings.web_host}:{port} ({error.strerror}); "
                f"set PBEM_{name.upper()} to another port"
            ) from None


def _page_host(settings: Settings) -> str:
    host = "127.0.0.1" if settings.web_host in ("0.0.0.0", "::") else settings.web_host  # noqa: S104
    return f"{host}:{settings.web_port}"


def _stop_on_signals() -> threading.Event:
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    return stop
