"""A game that is over is told to all who played or watched, once; later to whoever asks; and by `pbem replay`."""

import io
import re
import zipfile
from datetime import UTC, datetime

import msgspec
import pytest
from click.testing import CliRunner
from inprocess import Server, subject_of, text_of
from sqlalchemy import select

from pbem.cli import main
from pbem.games import retelling, retold_mails, table
from pbem.games.kept_record import KeptRecord
from pbem.games.retelling import NotRetold
from pbem.runtime import context as runtime_context
from pbem.store.models import Retelling, SealedLetter

ADA, BEN, CAROL = (f"{name}@players.example" for name in ("ada", "ben", "carol"))
GAME = "days1"


@pytest.fixture
def club(server):
    server.enrol(ADA, BEN, CAROL)
    return server


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The record of a game that is over."""
    server = Server(tmp_path_factory.mktemp("played"))
    server.enrol(ADA, BEN, CAROL)
    begin(server)
    give_up(server)
    yield record_of(server).splitlines()
    server.store.close()


def begin(server):
    server.mail(ADA, "NEW hundred_days scenario=ligny watch=on AS napoleon")
    server.mail(BEN, f"JOIN {GAME}")
    server.mail(CAROL, f"WATCH {GAME}")
    server.reply(server.latest(ADA), "F3 march LIG attack")
    server.reply(server.latest(BEN), "continue")


def give_up(server):
    server.reply(report(server, BEN), "resign")
    server.reply(server.latest(BEN), "YES")
    server.reply(report(server, ADA), "continue")
    assert server.game(GAME).state == "over"


def report(server, player):
    return next(mail for mail in reversed(server.box(player)) if subject_of(mail).startswith(f"[{GAME} "))


def files_of(mail):
    return {part.get_filename(): part.get_payload(decode=True) for part in mail.walk() if part.get_filename()}


def told(server, player):
    return [mail for mail in server.box(player) if "from its beginning to its end" in subject_of(mail)]


def record_of(server):
    with server.store.reading() as session:
        return KeptRecord(session, table.find_game(session, GAME)).file().content


@pytest.mark.both_databases
def test_at_the_end_all_who_played_or_watched_are_mailed_it_once(club):
    begin(club)
    assert not told(club, ADA)
    give_up(club)
    for player in (ADA, BEN, CAROL):
        (mail,) = told(club, player)
        files = files_of(mail)
        assert set(files) == {f"{GAME}-replay.html", f"{GAME}-diary.txt", f"{GAME}-maps.zip"}
        assert files[f"{GAME}-replay.html"].startswith(b"<!DOCTYPE html>")
        assert b"Napoleon orders: F3 march LIG attack." in files[f"{GAME}-diary.txt"]
        with zipfile.ZipFile(io.BytesIO(files[f"{GAME}-maps.zip"])) as maps:
            assert maps.namelist()[0] == f"{GAME}-maps/00-16-june-1200.png"
            assert maps.read(maps.namelist()[-1]).startswith(b"\x89PNG")
        assert f"REPLAY {GAME}" in text_of(mail)
    with club.store.reading() as session:
        assert session.scalar(select(Retelling.id)) is None
    assert retold_mails.retell(club.context, 1) == 0


@pytest.mark.both_databases
def test_who_asks_later_is_mailed_it_again_once_a_day(club):
    begin(club)
    answer = text_of(club.mail(ADA, f"REPLAY {GAME}")[0])
    assert "goes on; it is told from its beginning once it is over" in " ".join(answer.split())
    give_up(club)
    before = len(told(club, ADA))
    came = club.mail(ADA, f"REPLAY {GAME}\nDIARY {GAME}")
    assert "in a mail of its own" in " ".join(text_of(came[0]).split())
    assert "it is on its way to you already" in " ".join(text_of(came[0]).split())
    assert len(told(club, ADA)) == before + 1
    assert "today already" in " ".join(text_of(club.mail(ADA, f"REPLAY {GAME}")[0]).split())
    club.hours_pass(25)
    club.mail(ADA, f"DIARY {GAME}")
    assert set(files_of(told(club, ADA)[-1])) == {f"{GAME}-diary.txt"}


def test_games_of_other_rule_sets_are_not_told(club):
    club.mail(ADA, "NEW waterloo1895 AGAINST recruit")
    club.reply(club.latest(ADA), "resign")
    club.reply(club.latest(ADA), "YES")
    assert club.game("waterloo1").state == "over"
    assert not told(club, ADA)
    said = " ".join(text_of(club.mail(ADA, "REPLAY waterloo1")[0]).split())
    assert "are not told so; RECORD waterloo1 sends the record" in said


def test_a_game_that_a_host_ends_is_told_too(club):
    begin(club)
    runner = CliRunner(env={"PBEM_DATA_DIR": str(club.settings.data_dir)})
    ended = runner.invoke(main, ["game", "cancel", GAME, "--why", "the club moves"])
    assert ended.exit_code == 0, ended.output
    club.work()
    assert len(told(club, BEN)) == 1


@pytest.mark.both_databases
def test_who_is_forgotten_while_it_is_made_has_nothing_in_it(club, monkeypatch):
    begin(club)
    give_up(club)
    with club.store.session() as session:
        game = table.find_game(session, GAME)
        retold_mails.wish(session, game, game.seats[0].player, retold_mails.DIARY)
        session.add(_letter(game.id))
    made = retelling.of_record

    def and_meanwhile(lines):
        found = made([line for line in lines if b'"kind":"letters"' not in line])
        with club.store.session() as session:
            session.delete(session.scalars(select(SealedLetter)).one())
        return found

    monkeypatch.setattr(retelling, "of_record", and_meanwhile)
    before = len(told(club, ADA))
    assert retold_mails.retell(club.context, 1) == 0
    monkeypatch.undo()
    club.work()
    assert len(told(club, ADA)) == before + 1


def _letter(game):
    seal = "sha256:" + "0" * 64
    moment = datetime.now(UTC)
    return SealedLetter(game_id=game, seat="napoleon", seal=seal, salt="", words="gone", kept_at=moment)


@pytest.mark.both_databases
def test_a_game_that_cannot_be_told_is_not_tried_for_ever(club, monkeypatch):
    begin(club)
    give_up(club)
    with club.store.session() as session:
        game = table.find_game(session, GAME)
        retold_mails.wish(session, game, game.seats[0].player, retold_mails.DIARY)

    def dies(lines):
        raise MemoryError

    monkeypatch.setattr(retelling, "of_record", dies)
    for _ in range(retold_mails.MOST_ATTEMPTS):
        with pytest.raises(MemoryError):
            retold_mails.retell(club.context, 1)
    assert retold_mails.retell(club.context, 1) == 0
    with club.store.reading() as session:
        assert session.scalar(select(Retelling.id)) is None


def test_from_the_record_alone_on_the_command_line(club, tmp_path):
    begin(club)
    give_up(club)
    file, folder = tmp_path / "days1.jsonl", tmp_path / "told"
    file.write_bytes(record_of(club))
    done = CliRunner().invoke(main, ["replay", str(file), "--to", str(folder)])
    assert done.exit_code == 0, done.output
    (mail,) = told(club, ADA)
    assert (folder / "days1-replay.html").read_bytes() == files_of(mail)["days1-replay.html"]
    assert (folder / "days1-diary.txt").read_bytes() == files_of(mail)["days1-diary.txt"]
    assert len(list((folder / "days1-maps").glob("*.png"))) > 1


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda lines: [], "its record is empty"),
        (lambda lines: lines[:-2], "it is not over"),
        (lambda lines: [b"{}"], "not over"),
        (lambda lines: [b"not JSON"], "cannot be followed"),
        (
            lambda lines: [lines[0].replace(b'"hundred_days"', b'"conflict"'), *lines[1:]],
            "games of conflict are not told",
        ),
        (lambda lines: [lines[0], *lines[2:]], "."),
        (lambda lines: [re.sub(rb'"value":\d+', b'"value":99', line) for line in lines], "."),
        (lambda lines: [re.sub(rb'"orders":\{', b'"orders":{"x":3,', line) for line in lines], "."),
    ],
)
def test_a_spoilt_record_is_told_apart(played, spoil, why):
    lines = spoil(played)
    with pytest.raises(NotRetold, match=why):
        retelling.of_record(lines)


def test_a_record_names_no_file_outside_of_its_folder():
    for name in ("../../etc/passwd", "days1/../x", "", "Days 1", "x" * 60):
        with pytest.raises(NotRetold):
            retelling.name_of([msgspec.json.encode({"game": name})])
    assert retelling.name_of([b'{"game":"days1"}']) == "days1"


# --- Whoever dies of it -------------------------------------------------------------------------------------------


class Died(BaseException):
    """The end of a process, which nothing catches."""


PLACES = [
    (retold_mails, "game-retold"),
    pytest.param(runtime_context, "before-commit-retell", marks=pytest.mark.slow),
    (runtime_context, "after-commit-retell"),
    pytest.param(runtime_context, "after-commit-take-retelling", marks=pytest.mark.slow),
]


@pytest.mark.both_databases
@pytest.mark.parametrize(("module", "place"), PLACES)
def test_wherever_a_worker_dies_everybody_is_mailed_it_once(club, monkeypatch, module, place):
    begin(club)
    left = [place]

    def failpoint(name):
        if name in left:
            left.remove(name)
            raise Died

    with monkeypatch.context() as patched:
        patched.setattr(module, "failpoint", failpoint)
        with pytest.raises(Died):
            give_up(club)
    club.work()
    assert club.game(GAME).state == "over"
    assert [len(told(club, player)) for player in (ADA, BEN, CAROL)] == [1, 1, 1]


@pytest.mark.both_databases
def test_two_who_tell_it_at_once_mail_it_once(club, monkeypatch):
    begin(club)
    again = []

    def failpoint(name):
        if not again:
            again.append(name)
            assert retold_mails.retell(club.context, 1) == 3

    monkeypatch.setattr(retold_mails, "failpoint", failpoint)
    give_up(club)
    assert again == ["game-retold"]
    assert [len(told(club, player)) for player in (ADA, BEN, CAROL)] == [1, 1, 1]
