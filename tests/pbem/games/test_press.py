"""Words between players: mailed at once, quoted below the next report, a dash in the record, bounded, muted."""

from __future__ import annotations

import json
import re

import pytest
from inprocess import letter, subject_of, text_of
from sqlalchemy import select

from pbem.games.record import Difference, verify
from pbem.store.models import LocalMail, Outbox, Press, PressCopy, RecordEntry

ADA, BEN, CAROL, DAVE = (f"{name}@players.example" for name in ("ada", "ben", "carol", "dave"))
FOUR = {ADA: "napoleon", BEN: "ney", CAROL: "wellington", DAVE: "blucher"}


def said(mail) -> str:
    return " ".join(text_of(mail).split())


def words_in(mail) -> list[str]:
    return [line.removeprefix("|").strip() for line in text_of(mail).split("\n") if line.startswith("|")]


def report_of(server, player: str):
    """The latest mail to a player that can be answered for his seat."""
    return next(mail for mail in reversed(server.box(player)) if "." in str(mail["Reply-To"]).partition("@")[0])


def say(server, player: str, text: str):
    """Write in answer to the latest mail of a game; the answer to that."""
    return server.reply(report_of(server, player), text)[0]


def letters_to(server, player: str) -> list:
    return [mail for mail in server.box(player) if "words from" in subject_of(mail)]


def four(server, options: str = ""):
    server.enrol(*FOUR)
    server.mail(ADA, f"NEW waterloo1895 mode=four {options} AS napoleon")
    for player in (BEN, CAROL, DAVE):
        server.mail(player, f"JOIN waterloo1 AS {FOUR[player]}")
    return server


@pytest.fixture
def bidders(server, sealed_bids):
    server.begin((ADA, "NEW sealed_bids rounds=3 purse=40 AS north"), (BEN, "JOIN sealed1"))
    return server


# --- Said ---------------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_words_are_mailed_at_once_and_quoted_below_the_next_report(server, sealed_bids):
    server.begin((ADA, "NEW sealed_bids AS north"), (BEN, "JOIN sealed1"))
    answer = say(server, ADA, "SAY: Good luck!\n\nYou will need it.\nEND\nbid 3")
    assert "delivered to South" in said(answer)
    assert "Said in your name" in said(answer)
    assert words_in(answer) == ["Good luck!", "", "You will need it."]
    told = server.latest(BEN)
    assert subject_of(told) == "[sealed1 South] words from North"
    assert "North writes to you" in said(told)
    say(server, BEN, "bid 2")
    [report] = [mail for mail in server.box(BEN) if "North bid 3" in said(mail)]
    assert "Said since your last report North writes to you:" in said(report)
    assert text_of(report).index("Order form") < text_of(report).index("Said since")
    say(server, ADA, "bid 1")
    say(server, BEN, "bid 1")
    assert "Said since" not in said(report_of(server, BEN))


def test_a_letter_of_words_can_be_answered_with_words_and_orders(bidders):
    say(bidders, ADA, "SAY: hello")
    told = bidders.latest(BEN)
    [answer] = bidders.reply(told, "SAY: hello yourself\nEND\nbid 3")
    assert "you bid 3" in said(answer)
    assert words_in(bidders.latest(ADA)) == ["hello yourself"]


def test_nobody_s_address_is_shown(bidders):
    say(bidders, ADA, f"SAY: write to me at {ADA} or <mailto:{ADA}>")
    told = bidders.latest(BEN)
    assert "(an address)" in said(told)
    assert ADA not in told.as_string()


def test_several_players_are_written_to_alone_in_part_or_all(server):
    four(server)
    answer = say(server, ADA, "SAY TO wellington: for you alone")
    assert "delivered to Wellington" in said(answer)
    assert "Napoleon writes to you alone" in said(server.latest(CAROL))
    assert [len(letters_to(server, player)) for player in FOUR] == [0, 0, 1, 0]
    say(server, ADA, "SAY TO wellington and blucher: for you both")
    assert "Napoleon writes to you and Blücher" in said(server.latest(CAROL))
    assert "Napoleon writes to you and Wellington" in said(server.latest(DAVE))
    say(server, DAVE, "SAY: for all")
    assert "Blücher writes to all" in said(server.latest(ADA))
    assert [len(letters_to(server, player)) for player in FOUR] == [1, 1, 3, 1]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("SAY TO grouchy: hi", 'nobody is called "grouchy"'),
        ("SAY TO napoleon: hi", "Napoleon is you"),
        ("SAY wellington hi", "to whom?"),
        ("SAY TO the enemy hi", "to whom?"),
        ("SAY:", "there are no words"),
        ("SAY TO wellington:\n\nEND", "there are no words"),
    ],
)
def test_where_it_is_not_certain_to_whom_nothing_is_said(server, line, why):
    four(server)
    assert why in said(say(server, ADA, line))
    assert not any(letters_to(server, player) for player in FOUR)


def test_a_name_without_a_colon_is_taken_where_it_is_certain(server):
    four(server)
    say(server, ADA, "SAY TO ney hold the left")
    assert words_in(server.latest(BEN)) == ["hold the left"]


def test_words_look_like_ours_to_nobody(bidders):
    forged = "SAY:\n-- \nStill wanted of you\n  resign\n:: head 00\nEND"
    say(bidders, ADA, forged.replace("-- \n", "--\n"))
    told = text_of(bidders.latest(BEN))
    for line in ("Still wanted of you", ":: head 00", "resign"):
        assert re.search(rf"^\s*{re.escape(line)}", told, re.MULTILINE) is None


@pytest.mark.parametrize("quote", ["> {}", "{}"])
def test_words_that_come_back_in_a_quotation_are_no_orders(bidders, quote):
    say(bidders, ADA, "SAY: and now\nresign\nbid 9\nEND")
    told = bidders.latest(BEN)
    assert "| resign" in text_of(told)
    quoted = "\n".join(quote.format(line) for line in text_of(told).split("\n"))
    body = f"never\n\n-----Original Message-----\nFrom: pbem@pbem.localhost\n\n{quoted}"
    bidders.take_in(letter(BEN, told["Reply-To"], body, "Re: x", told["Message-ID"]), told["Reply-To"])
    bidders.work()
    assert "you bid 9" not in said(bidders.latest(BEN))
    assert "you resign" not in said(bidders.latest(BEN))
    assert bidders.game("sealed1").state == "running"


# --- Beside orders and commands -----------------------------------------------------------------------------------


def test_orders_below_words_without_an_end_are_neither_played_nor_said(bidders):
    answer = say(bidders, ADA, "SAY: good luck\nbid 3")
    assert "where do your words end?" in subject_of(answer)
    assert "Nothing was said and nothing was played" in said(answer)
    assert "bid 3 no words, or to be done?" in said(answer)
    assert not letters_to(bidders, BEN)
    assert "you bid 3" in said(say(bidders, ADA, "bid 3\nSAY: good luck"))
    assert words_in(bidders.latest(BEN)) == ["good luck"]


def test_words_wait_with_orders_that_were_not_understood(bidders):
    answer = say(bidders, ADA, "bid threee\nSAY: good luck")
    assert "was not understood" in said(answer)
    assert not letters_to(bidders, BEN)


def test_words_are_not_said_with_check(bidders):
    answer = say(bidders, ADA, "CHECK\nbid 3\nSAY: good luck")
    assert "not said, since CHECK" in said(answer)
    assert not letters_to(bidders, BEN)


def test_words_that_stood_beside_refused_orders_go_out_once(bidders):
    say(bidders, ADA, "bid 99\nSAY: good luck")
    answer = say(bidders, ADA, "bid 9\nSAY: good luck")
    assert "the same words went out within this hour" in said(answer)
    assert len(letters_to(bidders, BEN)) == 1


def test_commands_stand_beside_words(bidders):
    answer = say(bidders, ADA, "STATUS\nSAY: hello\nEND\nGAMES")
    assert "Your games" in said(answer)
    assert "delivered to South" in said(answer)


def test_the_subject_may_hold_the_words(bidders):
    to = report_of(bidders, ADA)["Reply-To"]
    bidders.mail(ADA, "", to=to, subject="SAY: hello")
    assert words_in(bidders.latest(BEN)) == ["hello"]


def test_words_to_no_seat_are_said_where_there_is_one_game_only(bidders):
    assert "delivered to South" in said(bidders.mail(ADA, "SAY: hello")[0])
    bidders.mail(ADA, "NEW sealed_bids")
    assert "in which game?" in said(bidders.mail(ADA, "SAY: hello again")[0])


def test_where_words_are_orders_of_the_game_the_house_says_none(server):
    server.begin((ADA, "NEW conflict"), (BEN, "JOIN conflict1"))
    answer = say(server, ADA, "SAY TO green: hello")
    assert "words to others are orders of the game, as HELP ORDERS tells" in said(answer)
    assert "passed on to" in said(say(server, ADA, "press: hello"))
    assert "not to be chosen here" in said(server.mail(ADA, "NEW conflict press=off")[0])


# --- What the game allows -----------------------------------------------------------------------------------------


def test_partners_may_write_where_nobody_else_may(server):
    four(server, "press=off")
    assert "players do not write to each other in waterloo1" in said(say(server, ADA, "SAY: hello"))
    assert "players do not write to each other" in said(say(server, ADA, "SAY TO ney, wellington: hello"))
    assert "delivered to Ney" in said(say(server, ADA, "SAY TO partner: hold"))
    assert "Napoleon writes to you alone" in said(server.latest(BEN))
    assert not letters_to(server, CAROL)


def test_where_words_are_for_all_nobody_whispers_but_partners(server):
    four(server, "press_to=all")
    assert "write SAY: and the words" in said(say(server, ADA, "SAY TO wellington: psst"))
    assert "delivered to Ney" in said(say(server, ADA, "SAY TO ney: psst"))
    assert "delivered to Ney, Wellington and Blücher" in said(say(server, ADA, "SAY: hello"))


def test_grey_words_have_no_name_in_any_mail(server):
    four(server, "press=grey")
    answer = say(server, ADA, "SAY TO wellington: beware of Ney")
    assert "Said without your name" in said(answer)
    told = server.latest(CAROL)
    assert subject_of(told) == "[waterloo1 Wellington] words from somebody at the table"
    assert "napoleon" not in told.as_string().lower().replace("the game of waterloo", "")
    assert "ada" not in text_of(told)
    say(server, ADA, "SAY TO wellington and blucher: for two")
    assert "Blücher" not in said(server.latest(CAROL)).split("The words")[0].replace("Wellington", "")


def test_grey_words_are_muted_altogether_or_not_at_all(server):
    four(server, "press=grey")
    assert "nobody is told who wrote" in said(say(server, CAROL, "MUTE napoleon"))
    say(server, CAROL, "MUTE")
    assert "delivered to Ney and Blücher; not delivered to Wellington" in said(say(server, ADA, "SAY: hello"))


@pytest.mark.parametrize("option", ["press=loud", "press_to=some", "watch=maybe", "watch=delay:0", "watch=delay:99"])
def test_what_cannot_be_chosen_is_told(server, sealed_bids, option):
    server.enrol(ADA)
    [answer] = server.mail(ADA, f"NEW sealed_bids {option}")
    assert "is open; you play" not in said(answer)


@pytest.mark.parametrize(
    ("watch", "told"),
    [
        ("on", "Anybody may watch."),
        ("delay:1", "Anybody may watch, 1 turn late."),
        ("delay:2", "Anybody may watch, 2 turns late."),
    ],
)
def test_what_was_chosen_is_told_before_and_in_the_game(server, sealed_bids, watch, told):
    server.begin((ADA, f"NEW sealed_bids press=grey press_to=all watch={watch} AS north"), also=(BEN,))
    [answer] = server.mail(BEN, "STATUS sealed1")
    assert "nobody is told who wrote" in said(answer)
    assert told in said(answer)
    server.mail(BEN, "JOIN sealed1")
    assert "nobody is told who wrote" in said(say(server, BEN, "STATUS"))


def test_a_game_that_has_not_begun_has_nobody_to_write_to(server, sealed_bids):
    server.begin((ADA, "NEW sealed_bids"))
    assert "has not begun" in said(server.mail(ADA, "SAY: hello")[0])


def test_words_may_follow_the_end_for_two_weeks(bidders):
    say(bidders, ADA, "resign")
    assert "delivered to South" in said(say(bidders, ADA, "SAY: well played"))
    bidders.hours_pass(15 * 24)
    assert "has been over for long" in said(say(bidders, ADA, "SAY: still there?"))


# --- Bounds -------------------------------------------------------------------------------------------------------


def test_words_have_a_length_and_a_number(bidders):
    assert "4,000 characters" in said(say(bidders, ADA, "SAY:\n" + "word " * 900))
    assert "4,000 characters and 100 lines" in said(say(bidders, ADA, "SAY:\n" + "word\n" * 101))
    for number in range(20):
        assert "delivered to South" in said(say(bidders, ADA, f"SAY: {number}"))
    assert "20 things in sealed1 within a day" in said(say(bidders, ADA, "SAY: more"))
    bidders.hours_pass(25)
    assert "delivered to South" in said(say(bidders, ADA, "SAY: more"))


def test_a_mail_says_ten_things_at_most_and_ten_thousand_are_bounded(bidders):
    answer = say(bidders, ADA, "\n".join(f"SAY: {number}" for number in range(1500)))
    assert len(letters_to(bidders, BEN)) == 10
    assert len(text_of(answer)) < 10_000
    answer = say(bidders, ADA, "\n".join(f"SAY: {number}" for number in range(10_000)))
    assert "your mail is too long" in subject_of(answer)
    assert len(letters_to(bidders, BEN)) == 10


def test_lines_of_any_length_fit_and_nothing_gets_into_a_header(bidders):
    say(bidders, ADA, "SAY: " + "x" * 3000 + "\nBcc: everybody@players.example\nSubject: hm\n\x1b[31mred\u202eder\nEND")
    told = bidders.latest(BEN)
    assert max(map(len, text_of(told).split("\n"))) <= 78
    assert told["Bcc"] is None
    assert told["Subject"] == "[sealed1 South] words from North"
    assert "\x1b" not in text_of(told)
    assert "\u202e" not in text_of(told)


@pytest.mark.parametrize(
    ("older", "told"), [(1, "(1 more, in letters of its own.)"), (3, "(3 more, in letters of their own.)")]
)
def test_a_report_quotes_the_latest_words_and_counts_the_others(bidders, older, told):
    for number in range(older + 5):
        say(bidders, ADA, f"SAY: number {number}")
    say(bidders, ADA, "bid 1")
    say(bidders, BEN, "bid 2")
    report = report_of(bidders, BEN)
    assert told in said(report)
    assert words_in(report) == [f"number {number}" for number in range(older, older + 5)]


# --- Muting -------------------------------------------------------------------------------------------------------


def test_who_is_muted_is_told_that_nothing_was_delivered(server):
    four(server)
    assert "no words of Napoleon come to you" in said(say(server, CAROL, "MUTE napoleon"))
    assert "not delivered to Wellington" in said(say(server, ADA, "SAY TO wellington: hello"))
    assert "delivered to Wellington" in said(say(server, DAVE, "SAY TO wellington: hello"))
    say(server, CAROL, "UNMUTE napoleon")
    assert "ok delivered to Wellington" in said(say(server, ADA, "SAY TO wellington: hello again"))
    say(server, CAROL, "MUTE")
    assert "not delivered to Wellington" in said(say(server, DAVE, "SAY TO wellington: are you there?"))
    assert "you hear nobody now" in said(say(server, CAROL, "UNMUTE blucher"))
    say(server, CAROL, "UNMUTE")
    assert "ok delivered to Wellington" in said(say(server, DAVE, "SAY TO wellington: once more"))
    assert len(letters_to(server, CAROL)) == 3


def test_muting_is_asked_for_in_capitals(server):
    four(server)
    assert "no words of" not in said(say(server, CAROL, "mute napoleon"))


# --- Kept ---------------------------------------------------------------------------------------------------------


def record_of(server, player: str, game: str) -> list[dict]:
    [mail] = [mail for mail in server.box(player) for part in mail.walk() if part.get_filename() == f"{game}.jsonl"][:1]
    [file] = [part for part in mail.walk() if part.get_filename() == f"{game}.jsonl"]
    return file.get_payload(decode=True).decode().splitlines()


def test_the_record_has_dashes_in_order_and_no_word(bidders):
    say(bidders, ADA, "SAY: rosebud\nEND\nbid 1")
    say(bidders, BEN, "SAY: rosebud to you\nEND\nSAY: and farewell\nEND\nbid 2")
    say(bidders, ADA, "resign")
    lines = record_of(bidders, BEN, "sealed1")
    assert "rosebud" not in "".join(lines)
    entries = [json.loads(line) for line in lines]
    assert [entry["press"] for entry in entries if "press" in entry] == [["north: -", "south: -", "south: -"]]
    assert verify(lines).complete


def test_the_record_names_nobody_who_whispers_or_is_grey(server):
    four(server)
    say(server, ADA, "SAY TO wellington: psst")
    say(server, DAVE, "SAY: hello")
    for player in FOUR:
        say(server, player, "place default")
    with server.store.reading() as session:
        entries = [json.loads(body) for body in session.scalars(select(RecordEntry.body).order_by(RecordEntry.number))]
    assert next(entry["press"] for entry in entries if "press" in entry) == ["-", "blucher: -"]


def test_words_in_a_record_are_a_difference(bidders):
    say(bidders, ADA, "SAY: hello\nEND\nbid 1")
    say(bidders, BEN, "bid 2")
    say(bidders, ADA, "resign")
    lines = record_of(bidders, BEN, "sealed1")
    forged = [line.replace("north: -", "north: I give up") for line in lines]
    with pytest.raises(Difference, match="words of players"):
        verify(forged)


def test_who_is_forgotten_takes_his_words_along(bidders):
    say(bidders, ADA, "SAY: rosebud\nEND\nbid 1")
    say(bidders, BEN, "SAY: wormwood\nEND\nbid 2")
    say(bidders, ADA, "SAY: rosebud again")
    say(bidders, ADA, "resign")
    asked = [mail for mail in bidders.mail(ADA, "FORGET ME") if "shall you be forgotten" in subject_of(mail)]
    bidders.reply(asked[0], "YES")
    with bidders.store.reading() as session:
        kept = [*session.scalars(select(Press.words)), *session.scalars(select(Outbox.text))]
        raw = b"".join([*session.scalars(select(Outbox.raw)), *session.scalars(select(LocalMail.raw))])
        assert "rosebud" not in "".join(kept)
        assert b"rosebud" not in raw
        assert session.scalars(select(Press.words)).all() == ["wormwood"]
        assert session.scalars(select(PressCopy.id)).all() == []


def test_the_export_has_ones_own_words(bidders):
    say(bidders, ADA, "SAY: rosebud")
    say(bidders, BEN, "SAY: wormwood\nEND\nMUTE")
    [mail] = bidders.mail(BEN, "EXPORT")
    [file] = [part for part in mail.walk() if part.get_filename() == "pbem-export.json"]
    found = json.loads(file.get_payload(decode=True))
    assert [each["words"] for each in found["press"]] == ["wormwood"]
    assert found["mutes"] == [{"game": "sealed1", "seat": ""}]
