"""NAME and ADDRESS: what a player is called, and the addresses he writes from and receives at."""

from __future__ import annotations

import pytest
from inprocess import letter
from sqlalchemy import select

from pbem.commands.people import ASKED_A_DAY, MOST_ADDRESSES, NO_NAMES
from pbem.store import people
from pbem.store.models import Player

ADA, BEN, CAROL = "ada@players.example", "ben@players.example", "carol@players.example"
WORK, EVE = "ada.work@office.example", "eve@elsewhere.example"


@pytest.fixture
def club(server, sealed_bids):
    server.enrol(ADA, BEN)
    return server


def said(mail, words) -> str:
    return " ".join(words(mail).split())


def add(server, player: str, address: str) -> None:
    """Another address of a player, asked about at both and confirmed from both."""
    server.mail(player, f"ADDRESS ADD {address}")
    server.reply(server.latest(address), "YES")
    asked = next(mail for mail in reversed(server.box(player)) if "another address" in mail["Subject"])
    server.reply(asked, "yes")


def addresses(server, player: str) -> list[str]:
    with server.store.reading() as session:
        found = people.player_at(session, player)
        return people.addresses_of(session, found) if found is not None else []


# --- NAME ---------------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_player_is_called_as_he_likes(club, words):
    assert "you are called Ada Lovelace from now on" in said(club.mail(ADA, "NAME Ada Lovelace")[0], words)
    assert "you are called Ada Lovelace" in words(club.mail(ADA, "NAME")[0])
    club.mail(ADA, "NEW sealed_bids")
    club.mail(BEN, "JOIN sealed1")
    assert "Ada Lovelace" in words(club.latest(BEN))


@pytest.mark.parametrize(
    "name",
    [
        "Ada Lovelace",
        "\u00c9lo\u00efse",
        "O\u2019Brien",
        "Jean-Luc",
        "J. R. Tolkien",
        "Ludwig XIV",
        "\u0410\u043b\u0438\u0441\u0430",
        "\u5c0f\u6797 \u3055\u304f\u3089",
        "\u0905\u0928\u0940\u0924\u093e",
        "Ben 2",
    ],
)
def test_names_of_many_scripts_are_names(name):
    assert people.is_name(name, NO_NAMES)


@pytest.mark.parametrize(
    "name",
    [
        "x" * 41,
        "ada@players.example",
        "www.pills.example",
        "a" + "\u0301" * 30,
        "\u0301Ada",
        "\u0410da",
        "<b>Ada</b>",
        "Ada; Ben",
        "1",
        "...",
        "The Host",
        "pbem",
        "RESIGN",
        "status of things",
        "Yes",
        "\u0421H\u0415CK",
        "End Game",
    ],
)
def test_what_is_no_name_is_refused(club, words, name):
    assert not people.is_name(name, NO_NAMES)
    answers = club.mail(ADA, f"NAME {name}")
    assert not any("from now on" in words(answer) for answer in answers)
    with club.store.reading() as session:
        assert session.scalars(select(Player.name).where(Player.address == ADA)).one() == "ada"


@pytest.mark.parametrize("name", ["Ada\u202eeb", "Ada\u0007", "Ada\nBen", "Ada\u200bBen"])
def test_no_name_has_signs_that_nobody_sees(name):
    assert not people.is_name(name, NO_NAMES)


@pytest.mark.parametrize("like", ["Ben", "BEN", "B\u00e9n", "\uff22\uff45\uff4e", "b e n"])
def test_nobody_is_called_like_another(club, words, like):
    [answer] = club.mail(ADA, f"NAME {like}")
    assert "from now on" not in words(answer)


def test_letters_that_look_alike_make_no_second_name(club, words):
    club.mail(BEN, "NAME Ilia")
    for like in ("llia", "Iiia", "\u0406l\u0456\u0430"):
        assert "from now on" not in words(club.mail(ADA, f"NAME {like}")[0])


@pytest.mark.parametrize(
    "line", ["Name one reason", "name your price", "NAME ONE GOOD REASON", "Address unknown", "address", "ADDRESS ME"]
)
def test_words_between_people_change_nothing(club, words, line):
    club.mail(ADA, f"HELP MAP\n{line}")
    with club.store.reading() as session:
        assert session.scalars(select(Player.name).where(Player.address == ADA)).one() == "ada"


def test_new_players_have_names_of_their_own(server, words):
    for address, called in (
        ("ben@a.example", "Ben"),
        ("ben@b.example", "ben"),
        ("x@c.example", "Host <x>"),
        ("y@d.example", "RESIGN"),
    ):
        server.take_in(letter(f'"{called}" <{address}>', server.settings.address, "HELP"), server.settings.address)
        server.work()
        server.reply(server.latest(address), "", sender=f'"{called}" <{address}>')
        server.work()
    with server.store.reading() as session:
        names = session.scalars(select(Player.name).order_by(Player.id)).all()
    assert len({name.casefold() for name in names}) == 4
    assert names[0].lower() == "ben"
    assert "resign" not in [name.lower() for name in names]


# --- ADDRESS ------------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_an_address_is_added_once_both_have_said_yes(club, words):
    [answer, asked] = club.mail(ADA, f"ADDRESS ADD {WORK}")
    if "line by line" not in words(answer):
        answer, asked = asked, answer
    assert "answer YES to both" in said(answer, words)
    club.reply(club.latest(WORK), "YES")
    assert addresses(club, WORK) == []
    club.reply(asked, "Yes.")
    assert addresses(club, WORK) == [ADA, WORK]
    before = len(club.box(ADA))
    assert club.mail(WORK, "GAMES") == []  # several may send, one receives
    assert "Your games" in words(club.box(ADA)[before])


def test_orders_count_from_an_address_that_was_added(club, words):
    add(club, ADA, WORK)
    club.mail(ADA, "NEW sealed_bids")
    club.mail(BEN, "JOIN sealed1")
    report = next(mail for mail in reversed(club.box(ADA)) if "sealed1" in mail["Subject"])
    club.reply(report, "bid 3", sender=WORK)
    assert "bid 3" in said(club.latest(ADA), words)
    assert "kept" in club.latest(ADA)["Subject"] or "ok" in words(club.latest(ADA))


@pytest.mark.both_databases
def test_mail_goes_to_the_address_that_is_used(club, words):
    add(club, ADA, WORK)
    club.mail(ADA, f"ADDRESS USE {WORK}")
    assert f"ADDRESS USE {ADA} undoes it" in said(club.latest(ADA), words)
    assert f"your mail goes to {WORK} from now on" in said(club.latest(WORK), words)
    club.mail(ADA, "ADDRESS")
    assert f"your mail goes to {WORK}, and you may write from {ADA} too" in said(club.latest(WORK), words)
    club.mail(ADA, f"ADDRESS USE {ADA}")
    assert addresses(club, ADA) == [ADA, WORK]


def test_an_address_that_was_not_added_is_not_used(club, words):
    assert "ADDRESS ADD" in words(club.mail(ADA, f"ADDRESS USE {WORK}")[0])
    assert "not one of your other" in said(club.mail(ADA, f"ADDRESS DROP {BEN}")[0], words)
    assert "ADDRESS USE another" in said(club.mail(ADA, f"ADDRESS DROP {ADA}")[0], words)
    assert addresses(club, ADA) == [ADA]


def test_what_comes_from_an_address_that_was_dropped_is_a_strangers(club, words):
    add(club, ADA, WORK)
    club.mail(ADA, f"ADDRESS DROP {WORK}")
    assert "answer this mail to play" in club.mail(WORK, "GAMES")[0]["Subject"]


def test_whoever_puts_a_players_name_to_his_mail_gets_no_address_of_his(club, words):
    """Eve knows where Ada works, and writes in her name: what comes to Eve tells her nothing else."""
    add(club, ADA, WORK)
    club.mail(WORK, f"ADDRESS ADD {EVE}\nNEW sealed_bids with {EVE}")
    [_asked, _invited] = club.box(EVE)
    question = next(mail for mail in club.box(EVE) if "another address" in mail["Subject"])
    club.reply(question, "YES")
    for mail in club.box(EVE):
        assert ADA not in words(mail) + str(mail["Subject"])
    assert addresses(club, EVE) == []
    # And the yes of one side is not that of the other.
    club.reply(question, "YES", sender=EVE)
    assert addresses(club, ADA) == [ADA, WORK]


def test_nobody_says_yes_for_another(club, words):
    club.mail(ADA, f"ADDRESS ADD {WORK}")
    question = club.latest(WORK)
    club.reply(question, "YES", sender=EVE)
    club.reply(question, "YES", sender=ADA)
    asked = next(mail for mail in reversed(club.box(ADA)) if "another address" in mail["Subject"])
    club.reply(asked, "YES")
    assert addresses(club, ADA) == [ADA]


@pytest.mark.parametrize("body", ["yes, but not now", "NO", "", "GAMES"])
def test_what_is_no_plain_yes_adds_nothing(club, words, body):
    club.mail(ADA, f"ADDRESS ADD {WORK}")
    club.reply(club.latest(WORK), body)
    asked = next(mail for mail in reversed(club.box(ADA)) if "another address" in mail["Subject"])
    club.reply(asked, body)
    assert addresses(club, ADA) == [ADA]


def test_a_yes_that_comes_late_or_twice_does_nothing(club, words):
    club.mail(ADA, f"ADDRESS ADD {WORK}")
    asked = next(mail for mail in reversed(club.box(ADA)) if "another address" in mail["Subject"])
    club.reply(asked, "YES")
    assert "nothing that waits for this YES" in said(club.reply(asked, "YES")[0], words)
    assert club.reply(asked, "YES") == []  # told once a day
    club.hours_pass(8 * 24)
    club.reply(club.latest(WORK), "YES")
    assert addresses(club, ADA) == [ADA]


def test_another_players_address_is_not_added_and_nobody_is_told_that_it_is_one(club, words):
    answers = club.mail(ADA, f"ADDRESS ADD {BEN}")
    assert any("answer YES to both" in said(answer, words) for answer in answers)
    club.reply(club.latest(BEN), "YES")
    asked = next(mail for mail in reversed(club.box(ADA)) if "another address" in mail["Subject"])
    [answer] = club.reply(asked, "YES")
    assert "the host can make one player of both" in said(answer, words)
    assert addresses(club, BEN) == [BEN]


@pytest.mark.parametrize("typed", ["pbem@example.org", "j\u00f6e@elsewhere.example", "x@@y"])
def test_what_is_no_address_of_a_player_is_refused(club, words, typed):
    typed = typed.replace("pbem@example.org", club.settings.address)
    answers = club.mail(ADA, f"ADDRESS ADD {typed}")
    assert all("YES to both" not in words(answer) for answer in answers)


def test_few_are_asked_a_day_and_few_are_kept(club, words):
    for number in range(ASKED_A_DAY):
        club.mail(ADA, f"ADDRESS ADD a{number}@office.example")
    assert f"{ASKED_A_DAY} addresses a day" in said(club.mail(ADA, f"ADDRESS ADD {WORK}")[0], words)
    # Nobody's box is filled by asking in the name of one after another.
    assert "was asked today" in said(club.mail(BEN, "ADDRESS ADD a0@office.example")[0], words)
    for number in range(MOST_ADDRESSES - 1):
        club.hours_pass(25)
        add(club, ADA, f"b{number}@office.example")
    club.hours_pass(25)
    assert f"{MOST_ADDRESSES} addresses at most" in said(club.mail(ADA, f"ADDRESS ADD {WORK}")[0], words)


# --- Orders from an address that is not known ---------------------------------------------------------------------


@pytest.mark.both_databases
def test_orders_from_another_address_are_read_once_it_is_known(club, words):
    club.mail(ADA, "NEW sealed_bids rounds=3 purse=40")
    club.mail(BEN, "JOIN sealed1")
    report = next(mail for mail in reversed(club.box(ADA)) if "sealed1" in mail["Subject"])
    [told] = club.reply(report, "bid 3", sender=WORK)
    assert f"write ADDRESS ADD {WORK}" in said(told, words)
    assert ADA not in words(told)
    warning = next(mail for mail in club.box(ADA) if "from another address" in mail["Subject"])
    club.reply(warning, f"ADDRESS ADD {WORK}")
    club.reply(club.latest(WORK), "YES")
    asked = next(mail for mail in reversed(club.box(ADA)) if "your games?" in mail["Subject"])
    before = len(club.box(ADA))
    club.reply(asked, "YES")
    assert any("bid 3" in words(mail) and "ok" in words(mail) for mail in club.box(ADA)[before:])


# --- By subject, several at once, and what HELP says --------------------------------------------------------------


@pytest.mark.parametrize(
    ("subject", "told"),
    [
        ("NAME Ada Lovelace", "you are called Ada Lovelace"),
        ("ADDRESS", "your mail goes to ada@players.example"),
        ("Re: EXPORT", "is attached"),
        ("FORGET ME", "asks whether you mean it"),
        ("HISTORY", "Your games that are over"),
    ],
)
def test_a_subject_asks_as_a_line_does(club, words, subject, told):
    assert any(told in said(answer, words) for answer in club.mail(ADA, "", subject=subject))


def test_a_mail_has_several_of_them(club, words):
    told = [
        said(answer, words) for answer in club.mail(ADA, f"NAME Ada L.\nADDRESS ADD {WORK}\nADDRESS\nEXPORT\nGAMES")
    ]
    [answer] = [each for each in told if "line by line" in each]
    assert all(each in answer for each in ("Ada L.", "YES to both", "your mail goes to", "is attached", "Your games"))


@pytest.mark.parametrize(
    "word",
    ["LEAVE", "CANCEL", "INVITE", "REMATCH", "GAMES", "HISTORY", "NAME", "ADDRESS", "EXPORT", "FORGET", "REMEMBER"],
)
def test_help_tells_of_each_word(club, words, word):
    [answer] = club.mail(ADA, f"HELP {word}")
    below = said(answer, words).partition("ok")[2]
    assert word in below
    assert "ORDERS" not in below  # of that word alone
