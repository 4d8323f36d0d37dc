"""What the tests of the server share: a rule set that is none of the real ones, and a server without its processes.

The server is on SQLite or, for tests that are marked so, on PostgreSQL too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from email.message import Message
from pathlib import Path

import pytest
from inprocess import Server, text_of
from postgresql import database as postgresql_database
from sqlalchemy import make_url

from pbem import rulesets
from pbem.inbound import budget
from pbem.rulesets.contract import Presentation
from pbem.store import Store

TOYS = str(Path(__file__).parent.parent / "toys")


@pytest.fixture
def sealed_bids(monkeypatch: pytest.MonkeyPatch) -> Iterator[Presentation]:
    """The presentation of Sealed Bids (tests/toys), a rule set of this server for as long as the test runs."""
    monkeypatch.syspath_prepend(TOYS)
    rulesets.forget()
    yield rulesets.presentation("sealed_bids")
    monkeypatch.undo()
    rulesets.forget()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests marked so run on both databases, the others on SQLite alone, which is quicker.

    PostgreSQL is left to the slow battery but where it may well do otherwise: with `quick="both"`.
    """
    if "server" in metafunc.fixturenames:
        both = metafunc.definition.get_closest_marker("both_databases")
        quick = both is not None and both.kwargs.get("quick") == "both"
        other = () if both is None else (pytest.param("postgresql", marks=() if quick else pytest.mark.slow),)
        metafunc.parametrize("server", ["sqlite", *other], indirect=True)


@pytest.fixture(autouse=True)
def reader_knows_what_is_here(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a test changes in this process, the one that reads mail for it must know, and nobody after it."""
    changes = not {"monkeypatch", "sealed_bids"}.isdisjoint(request.fixturenames)
    if changes:
        budget.dismiss()
    yield
    if changes:
        budget.dismiss()


@pytest.fixture(scope="session")
def empty_database(postgresql: str) -> Iterator[str]:
    """The name of a PostgreSQL database with all tables and nothing in them, which is copied for each test."""
    with postgresql_database(postgresql) as url:
        store = Store(url)
        store.upgrade()
        store.close()
        yield str(make_url(url).database)


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    with ExitStack() as stack:
        url = None
        if request.param == "postgresql":
            empty = request.getfixturevalue("empty_database")
            url = stack.enter_context(postgresql_database(request.getfixturevalue("postgresql"), empty))
        made = Server(tmp_path, database_url=url)
        stack.callback(made.store.close)
        yield made


@pytest.fixture
def words() -> Callable[[Message], str]:
    return text_of
