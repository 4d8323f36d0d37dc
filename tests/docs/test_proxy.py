"""The proxies of docs/running.md, with the configuration as it stands there, and people who send slowly."""

from __future__ import annotations

import hmac
import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from door import letter
from page import blocks, the
from programs import program
from world import free_port

from pbem.config import Settings
from pbem.ops.init import Answers, written
from pbem.ops.serving import environment, pages_command, web_command
from pbem.store import Store

SECRET = "a secret"
SLOW = 200
PROXY, WEB, PAGES = "The proxy", "127.0.0.1:8025", "127.0.0.1:8026"
pytestmark = pytest.mark.needs_host


def nginx(folder: Path, port: int, behind: Settings) -> list[str]:
    """nginx with the configuration of the page for a port without TLS, in a configuration of its own."""
    site = re.sub(r"^\s*ssl_certificate.*\n", "", the(PROXY, "/etc/nginx/conf.d/pbem.conf"), flags=re.MULTILINE)
    site = before(site.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};"), behind)
    # All who send slowly come from one address here.
    site = site.replace("limit_conn pbem 50;", f"limit_conn pbem {SLOW + 50};")
    paths = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off;\nuser root;\nworker_processes 1;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\n"
        f"events {{ worker_connections 1024; }}\nhttp {{\naccess_log off;\n{paths}{site}\n}}\n"
    )
    return [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, behind: Settings) -> list[str]:
    """Caddy with the configuration of the page for a port without TLS."""
    site = before(the(PROXY, "/etc/caddy/Caddyfile").replace("play.example.org", f":{port}"), behind)
    version = subprocess.run([program("caddy"), "version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"(\d+)\.(\d+)", version)
    assert found is not None, version
    if (int(found[1]), int(found[2])) >= (2, 7):
        # As the page says.
        site = re.sub(r"buffer_requests .*\n\s*max_buffer_size (\S+)", r"request_buffers \1", site)
    (folder / "Caddyfile").write_text(site.replace("{\n", f"{{\n\tadmin off\n\tstorage file_system {folder}\n", 1))
    return [program("caddy"), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def before(site: str, behind: Settings) -> str:
    """A configuration with the ports of these web servers."""
    return site.replace(WEB, f"127.0.0.1:{behind.web_port}").replace(PAGES, f"127.0.0.1:{behind.pages_port}")


PROXIES = {"nginx": nginx, "caddy": caddy}


@contextmanager
def running(command: list[str] | tuple[str, ...], port: int, environment: dict[str, str]) -> Iterator[None]:
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 120
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(60)


@pytest.fixture(params=PROXIES)
def proxy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[int]:
    """The port of a proxy before the web server for mail and that of the pages."""
    port, behind, pages = free_port(), free_port(), free_port()
    settings = Settings(
        data_dir=tmp_path / "data",
        web_port=behind,
        pages_port=pages,
        inbound_secrets=SECRET,
        public_url="https://play.example.org",
        own_pages=True,
    )
    (tmp_path / "data").mkdir(mode=0o700)
    store = Store(settings.database)
    store.upgrade()
    store.close()
    command = PROXIES[request.param](tmp_path, port, settings)
    with ExitStack() as stack:
        told = {**os.environ, **environment(settings)}
        stack.enter_context(running(web_command(settings), behind, told))
        stack.enter_context(running(pages_command(settings), pages, told))
        stack.enter_context(running(command, port, {**os.environ, "HOME": str(tmp_path)}))
        # The port of the web server is open before its workers can answer.
        deadline = time.monotonic() + 120
        while post(port, letter("bid 0\n")) != 200:
            assert time.monotonic() < deadline
            time.sleep(0.2)
        while status_of(port, "/rules") != 200:
            assert time.monotonic() < deadline
            time.sleep(0.2)
        yield port


def post(port: int, raw: bytes) -> int:
    stamp = str(int(time.time()))
    signature = hmac.new(SECRET.encode(), stamp.encode() + b"." + raw, sha256).hexdigest()
    headers = {"X-Pbem-Timestamp": stamp, "X-Pbem-Signature": signature, "Content-Type": "message/rfc822"}
    try:
        with urlopen(Request(f"http://127.0.0.1:{port}/inbound/raw", raw, headers), timeout=60) as answer:
            return answer.status
    except HTTPError as error:
        return error.code


def status_of(port: int, path: str) -> int:
    try:
        with urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
            return answer.status
    except HTTPError as error:
        return error.code


def test_those_who_send_slowly_keep_nobody_else_out(proxy: int) -> None:
    assert post(proxy, letter("bid 1\n")) == 200
    alone = time.monotonic()
    assert post(proxy, letter("bid 2\n")) == 200
    alone = time.monotonic() - alone
    slow = [socket.create_connection(("127.0.0.1", proxy)) for _ in range(SLOW)]
    try:
        for number, connection in enumerate(slow):
            # Whose signature can only be told to be wrong once the body is there: others are refused at once.
            begun = (
                f"POST /inbound/raw HTTP/1.1\r\nHost: play.example.org\r\nX-Pbem-Timestamp: {time.time():.0f}\r\n"
                f"X-Pbem-Signature: {'0' * 64}\r\nContent-Type: message/rfc822\r\n"
            ).encode()
            connection.sendall(begun if number % 2 else begun + b"Content-Length: 1000\r\n\r\nFrom:")
        before = time.monotonic()
        assert post(proxy, letter("bid 3\n")) == 200
        # The eight threads of the web server would all be taken for a quarter of a minute.
        assert time.monotonic() - before < 5 + 3 * alone
    finally:
        for connection in slow:
            connection.close()


def test_a_mail_of_the_largest_size_comes_through_and_what_is_nobody_s_business_does_not(proxy: int) -> None:
    assert post(proxy, letter() + b"A" * (9 << 20)) == 200
    assert post(proxy, letter() + b"A" * (11 << 20)) == 413
    pages = ("/", "/index.json", "/games", "/games.json", "/events", "/rules", "/rules/conflict", _style(proxy))
    assert {page: status_of(proxy, page) for page in ("/healthz", *pages)} == dict.fromkeys(("/healthz", *pages), 200)
    # Nothing is open in this browser, which the pages' own web server says.
    assert status_of(proxy, "/own") == 403
    # A link that is none of ours, which is the business of the web server for mail.
    assert "too old" in _told(f"http://127.0.0.1:{proxy}/unsubscribe/none")
    nobodys = (
        "/mailbox",
        "/mailbox/write",
        "/readyz",
        "/metrics",
        "/games/none",
        "/players/none",
        "/static/x",
        "/ownx",
    )
    assert {page: status_of(proxy, page) for page in nobodys} == dict.fromkeys(nobodys, 404)


@pytest.mark.parametrize("name", PROXIES)
def test_what_init_writes_is_what_stands_in_the_page(name: str) -> None:
    answers = Answers("pbem@play.example.org", "lmtp", "none", "none", name)
    written_for_it = written(answers, Path("/srv/pbem"), "pbem")[-1]
    [block] = [block for block in blocks(PROXY) if block.name.endswith(Path(written_for_it.path).name)]
    assert written_for_it.text == block.text


def _told(url: str) -> str:
    """What a refusal says."""
    with pytest.raises(HTTPError) as refused:
        urlopen(url, timeout=60)
    return refused.value.read().decode()


def _style(proxy: int) -> str:
    """The path of the style of the pages, as they name it."""
    with urlopen(f"http://127.0.0.1:{proxy}/", timeout=60) as answer:
        found = re.search(r'href="(/static/[^"]+[.]css)"', answer.read().decode())
    assert found is not None
    return found[1]
