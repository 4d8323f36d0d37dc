"""Orders that are kept, for a turn or in a record: as mailed for people, as read for the rules."""

import re
import sys

import msgspec
import pytest
from inprocess import text_of
from sqlalchemy import select

from core.contract import Line, Status, Verdict
from pbem.games.kept_orders import for_the_record, read_lines, that_waited, that_were_recorded, to_wait
from pbem.games.record import verify
from pbem.rulesets import presentation
from pbem.rulesets.canonical import NotCanonical
from pbem.store.models import OrderSet, RecordEntry

ADA, BEN = "ada@players.example", "ben@players.example"
SET_UP = """\
setup
4: LN FA LN LN LI LI LI LI LN LN FA LN
# the second line
3: FA LN FA YG LN FA FA LN YG FA LN FA
keep FS FS CA GB
2: CH .. LN PL MG OG MG ED PL LN CU CH
1: CH LN CH LI NE NA .. CU LN CH CH LN
what is this
reserve: CU"""


def lines(text):
    return list(enumerate(text.split("\n"), start=1))


def in_json(kept):
    return msgspec.json.decode(msgspec.json.encode(kept))


@pytest.mark.parametrize(
    ("ruleset", "mail"),
    [
        ("waterloo1895", "Throw 2: NC 2+6 to K26\nN3 U23\nthen 4 S27\ngibberish"),
        ("conflict", "thow 2\nar1 5 to h5 via e2\nar1 5 3n, 2ne !\nend\nar1 6 a1"),
        ("stratego_waterloo", SET_UP),
        ("waterloo_grid", "turn 4\nBI3 b c: forward 2 or hold\nx\nend"),
        ("waterloo_wargame", "move mil forward 400; turn dom around; nothing\nPASS"),
    ],
)
def test_orders_come_back_as_they_were_read_from_the_table_and_from_a_record(ruleset, mail):
    words = presentation(ruleset)
    handed_in = read_lines(words, lines(mail))
    assert None in [line.order for line in handed_in.orders] or ruleset == "conflict"
    table = msgspec.json.encode(lines(mail)).decode()
    assert that_waited(words, table, to_wait(words, handed_in.orders)) == handed_in
    kept = for_the_record(words, handed_in, ())
    assert [(line.number, line.mailed) for line in kept] == lines(mail)
    again = that_were_recorded(words, in_json(kept))
    assert [(line.number, line.order) for line in again] == [(line.number, line.order) for line in handed_in.orders]


def test_orders_that_waited_before_they_were_kept_as_read_are_read_now():
    words = presentation("waterloo1895")
    assert that_waited(words, '[[2, "N3 to U23"]]', None) == read_lines(words, [(2, "N3 to U23")])


def test_a_line_of_a_record_tells_what_was_read_in_it():
    words = presentation("waterloo1895")
    kept = for_the_record(words, read_lines(words, lines("throw 2: N3 U23\nthen 4 S27\n# well\n?")), ())
    assert in_json(kept) == [
        {"number": 1, "mailed": "throw 2: N3 U23", "orders": ["throw 2:", "N3 to U23 then 4 S27"]},
        {"number": 2, "mailed": "then 4 S27", "orders": []},
        {"number": 3, "mailed": "# well", "orders": []},
        {"number": 4, "mailed": "?", "orders": [None]},
    ]


def test_words_for_some_seats_alone_are_in_neither_text():
    words = presentation("conflict")
    mail = read_lines(words, lines("press green: the mine is on e5\nwhich is why I go there\nar1 5 to h5\nresign"))
    verdicts = (
        Verdict(1, Status.OK, record_as="press green: -"),
        *(Verdict(line.number, Status.OK) for line in mail.orders[1:]),
    )
    kept = for_the_record(words, mail, verdicts)
    assert in_json(kept)[0] == {"number": 1, "mailed": "press green: -", "orders": ["press green: -"]}
    assert "mine" not in str(kept)
    assert that_were_recorded(words, in_json(kept))[0].order == msgspec.structs.replace(mail.orders[0].order, text="-")


def test_beside_words_for_some_seats_alone_the_other_orders_of_the_line_stay():
    words = presentation("conflict")
    whole = "ar1 5 to h5; press green: the mine is on e5"
    read = [words.read([(1, part)])[0].order for part in whole.split("; ")]
    mail = msgspec.structs.replace(
        read_lines(words, []), lines=[(1, whole), (2, "and e6")], orders=tuple(Line(1, whole, order) for order in read)
    )
    verdicts = (Verdict(1, Status.OK), Verdict(1, Status.OK, record_as="press green: -"))
    [line] = in_json(for_the_record(words, mail, verdicts))
    assert line == {
        "number": 1,
        "mailed": "ar1 5 to h5; press green: -",
        "orders": ["ar1 5 to h5", "press green: -"],
    }


def test_an_order_that_would_be_read_otherwise_is_not_kept(sealed_bids):
    orders = read_lines(sealed_bids, [(1, "bid 4")]).orders
    broken = sys.modules["dataclasses"].replace(sealed_bids, text_of=lambda order: "bid 5")
    with pytest.raises(NotCanonical):
        to_wait(broken, orders)


def test_what_waits_is_played_as_it_was_read_though_the_reader_changes(server, sealed_bids, monkeypatch):
    server.begin((ADA, "NEW sealed_bids rounds=2"), (BEN, "JOIN sealed1"))
    server.reply(server.latest(ADA), "bd 4")
    monkeypatch.setattr(sys.modules["sealed_bids.words"], "BID", re.compile(r"(?P<word>bid) (?P<amount>\d+)"))
    server.reply(server.latest(BEN), "bid 2")
    assert "North bid 4, South 2" in text_of(server.latest(ADA))
    with server.store.reading() as session:
        record = session.scalars(select(RecordEntry.body).order_by(RecordEntry.number)).all()
        waited = session.scalars(select(OrderSet).order_by(OrderSet.id)).first()
    assert msgspec.json.decode(waited.lines) == [[1, "bd 4"]]
    assert msgspec.json.decode(waited.orders) == [
        {"number": 1, "text": "bd 4", "canonical": "bid 4", "read_as": "bid 4"}
    ]
    assert msgspec.json.decode(record[2])["orders"]["north"] == [{"number": 1, "mailed": "bd 4", "orders": ["bid 4"]}]
    assert verify(record).turns == 2


def test_a_note_to_a_partner_is_played_from_its_canonical_text_however_long():
    words = presentation("waterloo1895")
    for note in ("x" * 1990, "x" * 3000, "a: b; c"):
        mail = read_lines(words, [(1, f"tel partner:{note}")])
        assert that_waited(words, msgspec.json.encode(mail.lines).decode(), to_wait(words, mail.orders)) == mail
