"""The migrations, run one after another, make the tables that the models describe; and they can be taken back."""

import json
import subprocess
import sys

import msgspec
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, select, text

from pbem.reports.answers import Answer
from pbem.store import Store
from pbem.store.database import newest_migration
from pbem.store.migrating import configured
from pbem.store.models import Base, Game, OrderSet


def test_the_migrations_make_the_tables_of_the_models(tmp_path):
    Store(f"sqlite:///{tmp_path}/pbem.db").upgrade()
    with create_engine(f"sqlite:///{tmp_path}/pbem.db").connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_a_store_can_be_brought_back_to_its_first_tables(tmp_path):
    Store(f"sqlite:///{tmp_path}/pbem.db").upgrade()
    with create_engine(f"sqlite:///{tmp_path}/pbem.db").begin() as connection:
        command.downgrade(configured(connection), "0001")
        columns = {column["name"] for column in inspect(connection).get_columns("seat")}
    assert "reported" in columns
    assert "reported_before" not in columns


def test_the_newest_migration_is_the_one_that_alembic_goes_to(tmp_path):
    store = Store(f"sqlite:///{tmp_path}/pbem.db")
    assert not store.is_current()
    store.upgrade()
    assert store.is_current()
    with create_engine(store.url).connect() as connection:
        heads = ScriptDirectory.from_config(configured(connection)).get_heads()
        assert heads == [newest_migration()] == list(MigrationContext.configure(connection).get_current_heads())


def test_a_worker_whose_tables_are_current_loads_no_more_than_it_needs(tmp_path):
    """Each costs a process a tenth of its start: Alembic migrates, and networkx pairs rounds."""
    Store(f"sqlite:///{tmp_path}/pbem.db").upgrade()
    typed = f"import sys, worker.jobs; from pbem.store import Store; Store('sqlite:///{tmp_path}/pbem.db').upgrade()"
    shown = "print([name for name in ('alembic', 'networkx') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", f"{typed}; {shown}"], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


OLD_ANSWER = {
    "subject": "orders kept: 1 ok",
    "sections": [
        {"title": None, "kind": "words", "lines": ["Some of these lines were read from the quoted report."]},
        {
            "title": "Your mail, line by line",
            "kind": "answers",
            "lines": [
                {"number": None, "text": "", "mark": "no", "said": "the turn is not complete"},
                {"number": 1, "text": "Hello", "mark": "not read", "said": "no order and no command"},
                {"number": 2, "text": "resign", "mark": "ok", "said": "you give up"},
                {"number": 3, "text": "MAP", "mark": "ok", "said": "below"},
            ],
        },
        {"title": "Map", "kind": "fixed", "lines": ["A  B"]},
    ],
    "attachments": [{"name": "map.png", "type": "image/png", "content": "AAEC"}],
}


def test_kept_answers_of_older_databases_are_taken_over_without_their_orders(tmp_path):
    Store(f"sqlite:///{tmp_path}/pbem.db").upgrade()
    with create_engine(f"sqlite:///{tmp_path}/pbem.db").begin() as connection:
        command.downgrade(configured(connection), "0002")
        moment = "2026-11-22 12:00:00"
        for statement in (
            "INSERT INTO game VALUES (1, 'sealed1', 'sealed_bids', '1', '{}', '00', 'running', :moment, NULL)",
            "INSERT INTO turn (id, game_id, number, step, position, state, asked_at, epoch, attempts, ready, due) "
            "VALUES (1, 1, 1, 1, '{}', 'frozen', :moment, 1, 1, 1, 0)",
            "INSERT INTO inbox (id, sha256, recipient, transport, raw, received_at, message_id, state, attempts, epoch)"
            " VALUES (1, 'x', 'pbem@x', 'raw', x'00', :moment, '<1@players.example>', 'read', 1, 1)",
        ):
            connection.execute(text(statement), {"moment": moment})
        connection.execute(
            text("INSERT INTO order_set VALUES (1, 1, 'north', 1, '[[2, \"resign\"]]', :answer, 1, 'held')"),
            {"answer": json.dumps(OLD_ANSWER)},
        )
    store = Store(f"sqlite:///{tmp_path}/pbem.db")
    store.upgrade()
    with store.reading() as session:
        answer = msgspec.json.decode(session.get_one(OrderSet, 1).answer, type=Answer)
    assert answer.message_id == "<1@players.example>"
    assert [section.kind for section in answer.opening] == ["words"]
    assert [line.number for line in answer.others] == [1, 3]
    assert [section.title for section in answer.replies] == ["Map"]
    assert answer.attachments[0].content == bytes([0, 1, 2])


def test_columns_that_nobody_reads_are_gone_and_come_back_with_the_version_before(tmp_path):
    Store(f"sqlite:///{tmp_path}/pbem.db").upgrade()
    gone = {"game": "ended_at", "inbox": "provider_id", "seen_token": "seen_at"}
    with create_engine(f"sqlite:///{tmp_path}/pbem.db").begin() as connection:
        for table, column in gone.items():
            assert column not in {each["name"] for each in inspect(connection).get_columns(table)}
        command.downgrade(configured(connection), "0002")
    with create_engine(f"sqlite:///{tmp_path}/pbem.db").begin() as connection:
        for table, column in gone.items():
            assert column in {each["name"] for each in inspect(connection).get_columns(table)}


def test_a_game_that_looked_for_players_belongs_to_whoever_sits_there_first(tmp_path):
    Store(f"sqlite:///{tmp_path}/pbem.db").upgrade()
    with create_engine(f"sqlite:///{tmp_path}/pbem.db").begin() as connection:
        command.downgrade(configured(connection), "0010")
        moment = "2026-11-22 12:00:00"
        for statement in (
            "INSERT INTO player (id, address, name, enrolled_at) VALUES (7, 'ada@players.example', 'Ada', :moment)",
            "INSERT INTO game (id, name, ruleset, version, options, seed, state, created_at) VALUES "
            "(1, 'sealed1', 'sealed_bids', '1', '{}', '00', 'forming', :moment), "
            "(2, 'sealed2', 'sealed_bids', '1', '{}', '00', 'running', :moment)",
            "INSERT INTO seat (game_id, place, name, nonce, word, reported, reported_before, player_id) VALUES "
            "(1, 0, 'north', 'x', '', 0, 0, NULL), (1, 1, 'south', 'y', '', 0, 0, 7), "
            "(2, 0, 'north', 'z', '', 0, 0, 7)",
        ):
            connection.execute(text(statement), {"moment": moment})
    store = Store(f"sqlite:///{tmp_path}/pbem.db")
    store.upgrade()
    with store.reading() as session:
        games = session.scalars(select(Game).order_by(Game.id)).all()
    assert [(game.opened_by, game.private) for game in games] == [(7, False), (None, False)]
