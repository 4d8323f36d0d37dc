"""Umpired campaigns by mail: who is the umpire, what he is shown, what becomes of his lines, and what others see."""

from __future__ import annotations

import re

import msgspec
import pytest
from campaigns_by_mail import ADA, BEN, SEED, attack, battles, games, latest_report, play
from inprocess import Server, delivery_report, subject_of, text_of
from own_pages import PUBLIC, Browser
from sqlalchemy import select, update

from pbem.addresses.signed import bounce_address
from pbem.campaigns import record as campaign_record
from pbem.games import acts, table
from pbem.games.acts import Asked
from pbem.games.kept_record import KeptRecord
from pbem.games.record import Difference, verify
from pbem.store.models import Game, OrderSet, Outbox, Participant, Player, Standstill

CAROL, DAVE = "carol@players.example", "dave@players.example"
LIGNY = "NEW hundred_days scenario=ligny umpire=yes"
LETTER = "letter from blucher to napoleon at once: I hold Sombreffe\nand ask for a truce\nEND"
ACTS = f"{LETTER}\nsighting for coalition: army at CHA\nruling to coalition: night falls early\nweather mud"


@pytest.fixture
def umpired(server: Server, words) -> str:
    """A game at Ligny of Ada and Ben that Carol has opened, who is its umpire; its name."""
    server.enrol(ADA, BEN, CAROL, DAVE)
    server.mail(CAROL, LIGNY)
    name = games(server, "hundred_days", "forming")[0].name
    server.mail(ADA, f"JOIN {name}")
    server.mail(BEN, f"JOIN {name}")
    return name


def reply(server: Server, player: str, game: str, text: str):
    return server.reply(latest_report(server, player, game), text)


def turn(server: Server, game: str, napoleon: str = "continue", coalition: str = "continue") -> None:
    reply(server, ADA, game, napoleon)
    reply(server, BEN, game, coalition)


def flat(mail) -> str:
    return " ".join(text_of(mail).split())


def lines_of(server: Server, name: str) -> list[str]:
    with server.store.reading() as session:
        game = table.find_game(session, name)
        assert game is not None
        return KeptRecord(session, game).lines()


def seats_of(server: Server, name: str) -> dict[str, str | None]:
    with server.store.reading() as session:
        game = table.find_game(session, name)
        assert game is not None
        return {seat.name: table.who_has(seat) for seat in game.everybody}


def record_of(server: Server, name: str) -> list[bytes]:
    with server.store.reading() as session:
        game = table.find_game(session, name)
        assert game is not None
        return KeptRecord(session, game).file().content.splitlines()


# --- Who is the umpire ----------------------------------------------------------------------------------------------


def test_who_opens_a_game_with_an_umpire_is_it_and_all_are_told(server, umpired):
    assert seats_of(server, umpired) == {"napoleon": "ada", "coalition": "ben", "host": "carol"}
    [game] = games(server, "hundred_days")
    assert not game.rated
    told = latest_report(server, CAROL, umpired)
    assert subject_of(told).startswith(f"[{umpired} the umpire] your lines for turn 9")
    assert "F3" in text_of(told)
    assert "P1" in text_of(told)
    assert "the umpire: carol" in flat(latest_report(server, ADA, umpired))
    assert "The umpire is carol" in flat(server.mail(ADA, f"STATUS {umpired}")[0])


def test_who_opens_it_may_play_and_somebody_else_joins_as_the_umpire(server):
    server.enrol(ADA, BEN, CAROL)
    [answer] = server.mail(ADA, f"{LIGNY} AS napoleon")
    assert "Nobody is the umpire yet" in flat(answer)
    name = games(server, "hundred_days", "forming")[0].name
    server.mail(BEN, f"JOIN {name}")
    assert games(server, "hundred_days") == []
    joined = server.mail(CAROL, f"JOIN {name} AS umpire")
    assert "you are the umpire" in flat(joined[0])
    assert [game.name for game in games(server, "hundred_days")] == [name]


def test_an_address_names_the_umpire_whose_place_is_kept(server):
    server.enrol(ADA, BEN, CAROL)
    server.mail(ADA, f"NEW hundred_days scenario=ligny umpire={CAROL} AS coalition")
    asked = server.latest(CAROL)
    assert "asks you to be the umpire" in flat(asked)
    name = games(server, "hundred_days", "forming")[0].name
    [joined] = server.mail(CAROL, f"JOIN {name}")
    assert "you are the umpire" in flat(joined)
    server.mail(BEN, f"JOIN {name}")
    assert seats_of(server, name) == {"napoleon": "ben", "coalition": "ada", "host": "carol"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"{LIGNY} rated=on", "games with an umpire are not rated"),
        ("NEW conflict umpire=yes", "umpire"),
        ("NEW hundred_days umpire=maybe", "umpire"),
        ("NEW hundred_days umpire=nobody@ AS napoleon", "not an address"),
        (f"{LIGNY} AGAINST recruit", "An umpire needs somebody who plays"),
    ],
)
def test_umpires_that_cannot_be(server, line, said):
    server.enrol(CAROL)
    [answer] = server.mail(CAROL, line)
    assert said in flat(answer)
    assert games(server, state="forming") == games(server) == []


def test_an_umpire_takes_no_seat_and_watches_nothing(server, umpired):
    assert "sit in" in flat(server.mail(CAROL, f"WATCH {umpired}")[0])
    reply(server, ADA, umpired, f"OPEN SEAT {umpired}")
    assert "know what its other seats may not" in flat(server.mail(CAROL, f"TAKE SEAT napoleon IN {umpired}")[0])


@pytest.mark.parametrize("word", ["OPEN SEAT", "CLOSE SEAT", "HINT", "CLAIM", "WAIT", "ROBOT"])
def test_what_only_players_can_do_is_refused_with_the_reason(server, umpired, word):
    """`OPEN SEAT` of an umpire was answered with nothing: his mail could not be read to its end."""
    alone, named = server.mail(CAROL, word), server.mail(CAROL, f"{word} {umpired}")
    for [answer] in (alone, named, reply(server, CAROL, umpired, word)):
        assert f"you are the umpire of {umpired}" in flat(answer)
    assert f"{umpired} The Hundred Days" not in flat(server.mail(DAVE, "GAMES OPEN")[0])


@pytest.mark.parametrize("word", ["RECORD", "REPLAY", "DIARY"])
def test_the_record_of_his_game_is_his_as_it_is_its_players(server, umpired, word):
    for player in (ADA, CAROL):
        for asked in (word, f"{word} {umpired}"):
            told = flat(server.mail(player, asked)[0])
            assert ("secret for now" if word == "RECORD" else f"{umpired} goes on") in told, (player, asked)


def test_once_it_is_over_there_is_no_rematch_and_all_may_have_its_record(server, umpired):
    [asked] = reply(server, ADA, umpired, "resign")
    server.reply(asked, "YES")
    reply(server, BEN, umpired, "continue")
    assert games(server, "hundred_days") == []
    assert "had an umpire; NEW opens another such game" in flat(server.mail(ADA, f"REMATCH {umpired}")[0])
    for player in (ADA, CAROL, DAVE):
        assert f"attached as {umpired}.jsonl" in flat(server.mail(player, f"RECORD {umpired}")[0])
    assert f"{umpired} is not running" in flat(server.mail(CAROL, f"PREVIEW {umpired}")[0])


def test_before_it_begins_he_may_leave_and_call_it_off(server):
    server.enrol(ADA, CAROL)
    server.mail(CAROL, LIGNY)
    name = games(server, "hundred_days", "forming")[0].name
    server.mail(ADA, f"JOIN {name}")
    assert "you have left" in flat(server.mail(CAROL, f"LEAVE {name}")[0])
    assert seats_of(server, name)["host"] is None
    server.mail(CAROL, f"JOIN {name} AS host")
    assert seats_of(server, name)["host"] == "carol"


# --- What he does ---------------------------------------------------------------------------------------------------


def test_his_lines_wait_for_the_turn_and_reach_whom_they_are_for(server, umpired):
    [kept] = reply(server, CAROL, umpired, ACTS)
    assert "kept" in subject_of(kept)
    assert games(server, "hundred_days") != []
    turn(server, umpired)
    ada, ben, carol = (latest_report(server, each, umpired) for each in (ADA, BEN, CAROL))
    assert "Letter from Coalition" in flat(ada)
    assert "I hold Sombreffe / and ask for a truce" in flat(ada)
    assert "truce" not in flat(ben)
    assert 'The umpire rules: "night falls early" (HD-133)' in flat(ben)
    assert "an army at Charleroi" in flat(ben)
    assert "night falls early" not in flat(ada)
    for each in (ada, ben, carol):
        assert "The umpire rules: mud in this turn (HD-134)." in flat(each)
    assert "your letter from Coalition to Napoleon is there at" in flat(carol)
    [entry] = [each for each in map(msgspec.json.decode, lines_of(server, umpired)) if "host" in each.get("orders", {})]
    read = [order for line in entry["orders"]["host"] for order in line["orders"]]
    assert (read[1], read[3]) == ("sighting for coalition: army at CHA", "weather mud")
    # Of words the record holds seals (`pbem.games.sealed`).
    for line, head in ((read[0], "letter from blucher to napoleon at once"), (read[2], "ruling to coalition")):
        assert re.fullmatch(rf"{head}: sha256:[0-9a-f]{{64}}", line)
    assert verify(lines_of(server, umpired)).turns == 2


def test_nobody_waits_for_him_and_what_he_does_not_send_changes_nothing(server, umpired):
    turn(server, umpired)
    assert "turn 10 of" in flat(latest_report(server, CAROL, umpired))
    [stale] = server.reply(server.box(CAROL)[1], "weather mud")
    assert "is over" in flat(stale)


def test_slips_are_mended_and_what_is_not_understood_is_asked_back(server, umpired):
    [mended] = reply(server, CAROL, umpired, "sighting for coalition: divison at FLE")
    assert "ok, read as Coalition is told by P1: a division at Fleurus" in flat(mended)
    [asked] = reply(server, CAROL, umpired, "ruling: no\nwether dry\nweather fog")
    assert "mud in" not in flat(asked)
    assert "dry roads in the coming turn" in flat(asked)
    assert "not understood; write weather mud, or weather dry (HD-004)" in flat(asked)
    assert "Nothing was played" in flat(asked)
    [wrong] = reply(server, CAROL, umpired, "weather mud\ncorrect F3 fatigue 9\nF3 march LIG")
    assert "fatigue is from 0 to 8, and 9 is not (HD-135)" in flat(wrong)
    assert "gives no orders for others" in flat(wrong)
    with server.store.reading() as session:
        [kept] = session.scalars(select(OrderSet).where(OrderSet.state == "held")).all()
        assert kept.seat == "host"


def test_the_lines_of_an_umpire_are_nobody_elses(server, umpired):
    [refused] = reply(server, ADA, umpired, "weather mud")
    assert "only the umpire of a game that has one writes such a line (HD-130)" in flat(refused)
    assert "PREVIEW is for the umpire" in flat(reply(server, ADA, umpired, f"PREVIEW {umpired}")[0])
    assert "PREVIEW is for the umpire" not in flat(server.mail(DAVE, f"PREVIEW {umpired}")[0])
    assert "would be told" not in flat(server.mail(DAVE, f"PREVIEW {umpired}")[0])


def test_a_preview_shows_what_each_seat_would_be_told_and_changes_nothing(server, umpired):
    reply(server, ADA, umpired, "F3 march LIG attack")
    reply(server, CAROL, umpired, LETTER)
    before = lines_of(server, umpired)
    [shown] = reply(server, CAROL, umpired, "PREVIEW")
    assert "Napoleon would be told" in flat(shown)
    assert "I hold Sombreffe" in flat(shown)
    files = {part.get_filename(): part.get_payload(decode=True) for part in shown.walk() if part.get_filename()}
    assert f"preview-{umpired}-napoleon.txt" in files
    assert b"truce" not in files[f"preview-{umpired}-coalition.txt"]
    assert lines_of(server, umpired) == before


def test_a_delegate_of_his_writes_and_looks_ahead_for_him(server, umpired):
    reply(server, CAROL, umpired, "DELEGATE TO dave UNTIL tomorrow")
    server.reply(server.latest(DAVE), "YES")
    turn(server, umpired)
    copy = latest_report(server, DAVE, umpired)
    [kept] = server.reply(copy, "weather mud", sender=DAVE)
    assert "mud in the coming turn" in flat(kept)
    assert "Napoleon would be told" in flat(server.reply(copy, "PREVIEW", sender=DAVE)[0])


def test_the_record_names_him_by_a_drawn_name_and_a_changed_line_does_not_hold(server, umpired):
    reply(server, CAROL, umpired, "correct F3 foot 100")
    turn(server, umpired)
    lines = lines_of(server, umpired)
    first = msgspec.json.decode(lines[0])
    with server.store.reading() as session:
        drawn = session.scalar(select(Participant.drawn).join(Player).where(Player.address == CAROL))
    assert first["umpire"] == drawn
    assert verify(lines).turns == 2
    with pytest.raises(Difference):
        verify([line.replace("correct F3 foot 100", "correct F3 foot 101") for line in lines])


# --- What hosts do, and what goes wrong -----------------------------------------------------------------------------


def test_a_host_sets_the_game_back_and_gives_the_place_to_another(server, umpired):
    reply(server, CAROL, umpired, "correct F3 foot 100")
    old = latest_report(server, CAROL, umpired)
    turn(server, umpired)
    acts.rollback(server.context, Asked(umpired, "a test"), 2)
    server.work()
    assert "set the game back" in flat(latest_report(server, CAROL, umpired))
    assert "no reply address of ours that still holds" in flat(server.reply(old, "weather mud")[0])
    acts.replace(server.context, Asked(umpired, "she is gone"), "umpire", DAVE)
    server.work()
    assert seats_of(server, umpired)["host"] == "dave"
    [kept] = reply(server, DAVE, umpired, "weather mud")
    assert "kept" in subject_of(kept)
    turn(server, umpired)
    assert "The umpire rules: mud" in flat(latest_report(server, ADA, umpired))
    verify(lines_of(server, umpired))


def test_a_report_of_his_that_comes_back_stops_no_clock(server, umpired):
    with server.store.reading() as session:
        row = session.scalars(select(Outbox).where(Outbox.to_address == CAROL).order_by(Outbox.id.desc())).first()
        assert row is not None
        ident = row.id
    server.take_in(delivery_report(CAROL, "failed", "5.1.1"), bounce_address(server.settings, ident), "")
    server.work()
    with server.store.reading() as session:
        assert session.scalars(select(Standstill)).all() == []
    turn(server, umpired)
    assert "turn 10 of" in flat(latest_report(server, ADA, umpired))


def test_he_has_his_map_and_his_record_of_orders_like_any(server, umpired):
    asked = latest_report(server, CAROL, umpired)
    assert "columns of each army" in text_of(server.reply(asked, "MAP")[0])
    assert "days1" in flat(server.mail(CAROL, "GAMES")[0])
    checked = server.reply(asked, "CHECK\nweather mud")[0]
    assert "What you may still write" in text_of(checked)
    assert "Still wanted of you" not in text_of(checked)
    assert "Nothing was played" in flat(checked)
    ahead = server.reply(asked, "AHEAD\nweather mud")[0]
    assert "nothing ahead" in flat(ahead)


# --- Beside linked battles ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_while_the_clock_stands_he_does_nothing_and_both_kinds_of_lines_are_verified(server):
    server.enrol(ADA, BEN, CAROL)
    server.mail(ADA, f"NEW hundred_days scenario=ligny battles=linked rules=waterloo1895 umpire={CAROL}")
    with server.store.session() as session:
        session.execute(update(Game).where(Game.state == "forming").values(seed=SEED.hex()))
    name = games(server, "hundred_days", "forming")[0].name
    server.mail(BEN, f"JOIN {name}")
    server.mail(CAROL, f"JOIN {name}")
    reply(server, CAROL, name, "ruling: no quarter is asked")
    attack(server, name)
    [battle] = battles(server)
    asked = latest_report(server, CAROL, name)
    for line in ("weather mud", 'result B1 {"ended_by":"abandoned"}'):
        assert "The clock stands for a battle" in flat(server.reply(asked, line)[0])
    assert "the clock" in flat(server.reply(asked, "PREVIEW")[0])
    assert battle.game is not None
    play(server, battle.game.name)
    server.work()
    assert "no quarter is asked" in flat(latest_report(server, BEN, name))
    hosts = [each["orders"]["host"] for each in map(msgspec.json.decode, lines_of(server, name)) if _by_host(each)]
    assert [line["mailed"].split()[0] for lines in hosts for line in lines] == ["ruling:", "result"]
    fought = [row.game.name for row in battles(server) if row.game is not None and row.game.state == "over"]
    campaign_record.verify(lines_of(server, name), [lines_of(server, each) for each in fought])


def _by_host(entry) -> bool:
    return "host" in entry.get("orders", {})


# --- With what else there is ----------------------------------------------------------------------------------------


def test_his_words_leave_the_record_with_him_and_it_still_holds(server, umpired):
    reply(server, CAROL, umpired, f"{LETTER}\nruling to coalition: night falls early")
    turn(server, umpired)
    said = ("I hold Sombreffe / and ask for a truce", "night falls early")
    for player, each in zip((ADA, BEN), said, strict=True):
        assert each in flat(latest_report(server, player, umpired))
    kept = "\n".join(lines_of(server, umpired))
    assert "I hold Sombreffe" not in kept
    assert "night falls" not in kept
    # As mailed, and as read.
    assert kept.count("letter from blucher to napoleon at once: sha256:") == 2
    acts.end(server.context, Asked(umpired, "it is late"), "draw")
    server.work()
    before = verify(record_of(server, umpired))
    assert (before.complete, before.letters, before.opened) == (True, 2, 2)
    server.mail(CAROL, "FORGET ME")
    server.reply(next(mail for mail in reversed(server.box(CAROL)) if "forgotten" in mail["Subject"]), "YES")
    with server.store.reading() as session:
        assert session.scalar(select(Player.id).where(Player.address == CAROL)) is None
    lines = record_of(server, umpired)
    after = verify(lines)
    assert (after.head, after.letters, after.opened) == (before.head, 2, 0)
    assert not any(each.encode() in line for each in ("truce", "night falls") for line in lines)


def test_the_game_is_told_to_him_too_once_it_is_over(server, umpired):
    turn(server, umpired)
    acts.end(server.context, Asked(umpired, "it is late"), "draw")
    server.work()
    for player in (ADA, BEN, CAROL):
        told = [mail for mail in server.box(player) if "from its beginning to its end" in subject_of(mail)]
        assert len(told) == 1, player
        assert any((part.get_filename() or "").endswith("-replay.html") for part in told[0].walk())


def test_he_has_a_page_of_his_own_and_writes_his_lines_there(tmp_path):
    server = Server(tmp_path, mail_domain="play.example", public_url=PUBLIC, own_pages=True)
    server.enrol(ADA, BEN, CAROL)
    server.mail(CAROL, LIGNY)
    name = games(server, "hundred_days", "forming")[0].name
    for player in (ADA, BEN):
        server.mail(player, f"JOIN {name}")
    browser = Browser(server)
    page = browser.enter(latest_report(server, CAROL, name))
    assert page.status_code == 200
    assert "what each seat knows" not in page.text
    tried = browser.ask("check", "weather mud\nruling to coalition: night falls early")["tried"]
    assert tried["sound"], tried
    browser.make_known(CAROL)
    browser.post("send", "ruling to coalition: night falls early")
    server.work()
    turn(server, name)
    assert "night falls early" in flat(latest_report(server, BEN, name))
    server.store.close()
