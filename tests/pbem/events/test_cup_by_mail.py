"""A mini-cup of two accounts and a robot, by mail alone: from the director's file to the final table and its record."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from cups_by_mail import (
    TD,
    about_cup,
    address,
    director_writes,
    event_file,
    file_of,
    games,
    held,
    latest_report,
    mail_about,
    open_event,
    plain,
    play,
    state_of,
)
from inprocess import subject_of, text_of

from pbem.cli import main
from pbem.events.contract import How
from pbem.events.directing import Asked
from pbem.events.record import verify
from pbem.games.record import Difference
from pbem.games.record import verify as verify_game

ADA, BEN, CY = map(address, ("ada", "ben", "cy"))
STRENGTH = {ADA: 9, BEN: 5}


@pytest.fixture
def cup(server, sealed_bids):
    """A mini-cup that takes entries, a recruit in it already."""
    server.enrol(ADA, BEN, CY, TD)
    server.settings.hosts.append(TD)
    assert "cup is made" in plain(director_writes(server, f"TD new\n{event_file()}"))
    assert "takes entries" in plain(director_writes(server, "TD open cup"))
    assert "recruit (robot) has entered cup" in plain(director_writes(server, "TD enter recruit"))
    return server


@pytest.mark.both_databases(quick="both")
def test_from_enter_to_the_final_table(cup):
    [listed] = cup.mail(ADA, "EVENTS")
    assert "cup Little Cup" in plain(listed)
    assert "1 of 3 have entered" in plain(listed)
    [row] = [line for line in text_of(listed).splitlines() if "have entered" in line]
    assert 40 < len(row) <= 78, "a line of its own, as wide as a mail is"
    [entered] = cup.mail(ADA, "ENTER cup")
    assert "you are in cup; 2 of 3 have entered" in plain(entered)
    cup.mail(BEN, "enter cup")
    letter = mail_about(cup, ADA, "round 1")
    assert subject_of(letter).startswith("[cup] round 1: you meet ")
    assert "Your games" in text_of(letter)
    assert len([said for said in about_cup(cup, ADA) if "round" in said]) == 1, "one letter a round, not one a game"
    assert len(games(cup)) == 3
    play(cup, STRENGTH)
    assert state_of(cup) == "over"
    last = mail_about(cup, ADA, "it is over")
    assert "The final table" in text_of(last)
    record = file_of(last, "cup.jsonl")
    found = verify(record.splitlines())
    assert found.complete
    assert (found.entrants, found.rounds, found.results, found.drawn_again) == (3, 1, 3, 1)
    assert about_cup(cup, TD)[-1].startswith("[cup] it is over")
    [stands] = cup.mail(BEN, "STANDINGS cup")
    assert "Who has met whom" in text_of(stands)


@pytest.fixture
def over(cup):
    """The same, played to its end."""
    for player in (ADA, BEN):
        cup.mail(player, "ENTER cup")
    play(cup, STRENGTH)
    return cup


def sits(game, player: str) -> bool:
    return any(seat.player is not None and seat.player.address == player for seat in game.seats)


def record_of(server, name: str = "cup.jsonl", player: str = ADA) -> bytes:
    mail = next(
        mail for mail in reversed(server.box(player)) if any(part.get_filename() == name for part in mail.walk())
    )
    return file_of(mail, name)


def test_the_games_records_belong_to_the_results(over, tmp_path):
    record = record_of(over)
    mine = [game.name for game in games(over, "over") if sits(game, ADA)]
    records = [verify_game(record_of(over, f"{name}.jsonl").splitlines()) for name in mine]
    assert verify(record.splitlines(), records).games == 2
    (tmp_path / "cup.jsonl").write_bytes(record)
    for name in mine:
        (tmp_path / f"{name}.jsonl").write_bytes(record_of(over, f"{name}.jsonl"))
    files = [str(tmp_path / f"{name}.jsonl") for name in ("cup", *mine)]
    told = CliRunner().invoke(main, ["verify", *files])
    assert told.exit_code == 0, told.output
    assert "2 games were replayed, and ended as the event has it." in told.output
    assert "The record is whole" in told.output


def test_the_record_of_a_drawn_game_belongs_to_the_result(server, sealed_bids):
    open_event(server, event_file(options={"rounds": 1, "ties": "nobody"}), ADA, BEN, CY, TD)
    for player in (ADA, BEN, CY):
        server.mail(player, "ENTER cup")
    play(server, {ADA: 5, BEN: 5, CY: 3})
    [drawn] = [game for game in games(server, "over") if sits(game, ADA) and sits(game, BEN)]
    records = [verify_game(record_of(server, f"{drawn.name}.jsonl").splitlines())]
    assert records[0].outcome["winners"] == []
    assert verify(record_of(server).splitlines(), records).games == 1


CHANGES = {
    "a result": lambda entry: (
        entry["kind"] == "result" and entry["result"].update(places=entry["result"]["places"][::-1])
    ),
    "a pairing": lambda entry: entry["kind"] == "round" and entry["encounters"].reverse(),
    "the seeding": lambda entry: entry["kind"] == "start" and entry["entrants"].reverse(),
    "the table": lambda entry: entry["kind"] == "end" and entry["standings"][0]["rows"].reverse(),
    "the seed": lambda entry: entry["kind"] == "end" and entry.update(seed="00" * 32),
    "an act": lambda entry: entry["kind"] == "act" and entry.update(why="for no reason"),
    "a name": lambda entry: entry["kind"] == "enter" and entry.update(entrant="player-000000000000"),
}


def test_a_record_that_was_changed_does_not_hold(over):
    record = record_of(over).splitlines()
    for what, change in CHANGES.items():
        lines = [json.loads(line) for line in record]
        for entry in lines[:-1]:
            before = json.dumps(entry, sort_keys=True)
            change(entry)
            if json.dumps(entry, sort_keys=True) != before:
                break
        else:
            pytest.fail(f"nothing was changed: {what}")
        with pytest.raises(Difference):
            verify([json.dumps(line) for line in lines])


def test_changed_and_hashed_anew_it_does_not_hold_either(over):
    """Whoever has the whole record could hash it anew; but not so that pairings and tables follow from it."""
    from pbem.games.record import GENESIS, _hash

    for change in (
        lambda entry: entry["kind"] == "round" and entry["encounters"].reverse(),
        lambda entry: entry["kind"] == "end" and entry["standings"][0]["rows"].reverse(),
        lambda entry: entry["kind"] == "result" and entry["result"].update(places=entry["result"]["places"][::-1]),
    ):
        lines = [json.loads(line) for line in record_of(over).splitlines()][:-1]
        before, done = GENESIS, False
        for entry in lines:
            if not done:
                was = json.dumps(entry, sort_keys=True)
                change(entry)
                done = json.dumps(entry, sort_keys=True) != was
            entry["prev"] = before
            entry.pop("hash")
            entry["hash"] = before = _hash(entry)
        with pytest.raises(Difference):
            verify([json.dumps(line) for line in lines])


def test_a_record_so_far_holds_too(cup):
    for player in (ADA, BEN):
        cup.mail(player, "ENTER cup")
    found = verify(held_record(cup))
    assert not found.complete
    assert found.drawn_again == 0


def held_record(server) -> list[bytes]:
    from pbem.events.directing import record_of

    return record_of(server.context, Asked("cup")).encode().splitlines()


def test_whoever_is_forgotten_is_in_the_record_by_a_drawn_name_alone(over):
    over.mail(BEN, "FORGET ME")
    over.reply(mail_about(over, BEN, "shall you be forgotten"), "YES")
    record = b"\n".join(held_record(over)).decode()
    assert "ben" not in record
    assert verify(held_record(over)).complete
    [stands] = over.mail(ADA, "STANDINGS cup")
    assert "somebody" in plain(stands)


def test_agree_ends_a_game_once_both_have_said_the_same(cup):
    for player in (ADA, BEN):
        cup.mail(player, "ENTER cup")
    between = next(g for g in games(cup) if all(seat.player is not None for seat in g.seats))
    [noted] = cup.reply(latest_report(cup, ADA, between.name), "AGREE WIN")
    assert "noted" in plain(noted)
    asked = mail_about(cup, BEN, "agree on")
    assert "AGREE LOSS" in plain(asked)
    [against] = cup.reply(asked, "AGREE WIN")
    assert "says otherwise" in plain(against)
    assert between.name in [game.name for game in games(cup)], "nothing was done"
    cup.reply(latest_report(cup, ADA, between.name), "AGREE DRAW")
    cup.reply(latest_report(cup, BEN, between.name), "AGREE DRAW")
    assert between.name in [game.name for game in games(cup, "over")]
    result = next(r for r in held(cup).state.results if r.how is How.AGREED)
    assert len(result.places) == 1
    found = verify_game(record_of(cup, f"{between.name}.jsonl").splitlines())
    assert [act.act for act in found.acts] == ["agree"]


def test_nobody_agrees_for_the_game_of_another(cup):
    for player in (ADA, BEN):
        cup.mail(player, "ENTER cup")
    name = games(cup)[0].name
    [answer] = cup.mail(CY, f"AGREE WIN {name}")
    assert f"you do not play in {name}" in plain(answer)
    assert len(games(cup)) == 3


def test_with_a_robot_nothing_can_be_agreed_alone(cup):
    for player in (ADA, BEN):
        cup.mail(player, "ENTER cup")
    mine = next(game for game in games(cup) if any(s.level for s in game.seats) and sits(game, ADA))
    cup.reply(latest_report(cup, ADA, mine.name), "AGREE WIN")
    assert mine.name in [game.name for game in games(cup)]
