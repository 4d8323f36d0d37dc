"""The pages in processes of their own (`pages_port`): whoever holds all of them keeps no mail out."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from beside import beside
from door import NOBODY_LISTENS, letter
from world import ADDRESS, World, free_port, world_in

from pbem.config import Settings
from pbem.ops.serving import WEB_THREADS, WEB_WORKERS, pages_command
from pbem.ops.starting import CannotServe
from pbem.runtime.notifier import Notifier
from pbem.store import Store
from pbem.web import create_app

pytestmark = pytest.mark.whole_server

# Each thread of the pages' processes several times over.
SLOW = 5 * WEB_WORKERS * WEB_THREADS
PATIENCE_S = 60
HELD_S = 3
OF_MAIL = ("/readyz", "/metrics", "/mailbox", "/unsubscribe/none")
OF_PAGES = ("/", "/games", "/events", "/rules", "/rules/conflict", "/own", "/index.json")


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    port = free_port()
    chosen = {"public_url": f"http://127.0.0.1:{port}", "own_pages": True, "workers": 1}
    with world_in(tmp_path / "data", pages_port=port, **chosen) as made:
        yield made


def test_slow_readers_of_pages_never_shut_the_door_to_mail(world: World) -> None:
    until = time.monotonic() + PATIENCE_S
    with ExitStack() as stack:
        # Until all threads are held, so that somebody else is not answered: a process that was still starting took none
        # of the first.
        while not held(f"{world.pages_url}/rules"):
            assert time.monotonic() < until, "the pages are answered, whoever reads them slowly"
            stack.enter_context(slow_readers(world.settings.pages_port or world.settings.web_port))
        assert world.knock(letter("bid 1\n", to=ADDRESS)) == 200
        assert world.knock(letter("bid 2\n", to=ADDRESS)) == 200
        assert len(world.mail_states()) == 2
        assert read(f"{world.url}/healthz", PATIENCE_S) == 200
    until = time.monotonic() + PATIENCE_S
    while (status := answered(f"{world.pages_url}/rules")) != 200:
        assert time.monotonic() < until, status
        time.sleep(0.2)


def test_each_part_has_its_own_paths(tmp_path: Path) -> None:
    port = free_port()
    settings = Settings(
        data_dir=tmp_path, pages_port=port, web_port=free_port(), public_url="https://play.example", own_pages=True
    )
    store = Store(settings.database)
    store.upgrade()
    here = settings, store, Notifier(NOBODY_LISTENS, "pbem")
    mail, pages, both = (create_app(*here, part=part).test_client() for part in ("mail", "pages", "all"))

    def there(client, paths: tuple[str, ...]) -> list[str]:
        """Those of the paths that lead somewhere, whatever it says."""
        adapter = client.application.url_map.bind("play.example")
        return [path for path in paths if adapter.test(path, "GET")]

    assert (there(mail, OF_MAIL), there(mail, OF_PAGES)) == (list(OF_MAIL), [])
    assert (there(pages, OF_MAIL), there(pages, OF_PAGES)) == ([], list(OF_PAGES))
    assert (there(both, OF_MAIL), there(both, OF_PAGES)) == (list(OF_MAIL), list(OF_PAGES))
    assert pages.post("/inbound/raw", data=letter()).status_code == 404
    assert [client.get("/healthz").status_code for client in (mail, pages, both)] == [200] * 3
    # A browser that asks for a page where there is none is told so without one.
    lost = mail.get("/games", headers={"Accept": "text/html"})
    assert (lost.status_code, lost.json) == (404, {"error": "not found"})
    # The local mailbox is at another port, to which no page can lead.
    assert "/mailbox" not in pages.get("/", headers={"Accept": "text/html"}).text
    store.close()


def test_pages_without_a_port_of_their_own_are_not_run_alone(tmp_path: Path) -> None:
    with pytest.raises(CannotServe, match="PBEM_PAGES_PORT is not set"):
        pages_command(Settings(data_dir=tmp_path))


# --- Slow readers --------------------------------------------------------------------------------------------------


@contextmanager
def slow_readers(port: int) -> Iterator[None]:
    """Connections that ask for pages, with the head of the request a byte at a time."""
    opened = [socket.create_connection(("127.0.0.1", port)) for _ in range(SLOW)]
    for connection in opened:
        connection.sendall(b"GET /games HTTP/1.1\r\nHost: play.example\r\nX-Slow: ")

    def trickle(over: threading.Event) -> None:
        while not over.wait(0.2):
            for connection in opened:
                with suppress(OSError):
                    connection.sendall(b"a")

    try:
        with beside(trickle):
            yield
    finally:
        for connection in opened:
            connection.close()


def read(url: str, patience: float) -> int:
    """The status of a page. Raises TimeoutError where nobody answers."""
    with urlopen(url, timeout=patience) as answer:
        return answer.status


def held(url: str) -> bool:
    """Whether nobody answers for a while."""
    try:
        read(url, HELD_S)
    except TimeoutError:
        return True
    return False


def answered(url: str) -> int | str:
    """The status of a page, or why there is none yet."""
    try:
        return read(url, HELD_S)
    except HTTPError as error:
        return error.code
    except OSError as error:
        return str(error)
