"""How long mails are: short reports and letters, and reports in full for who has chosen them."""

import re

import pytest
from inprocess import subject_of

ADA, BEN = "ada@players.example", "ben@players.example"
LONGEST_FIRST = 120
LONGEST_LETTER = 40  # of which the headline, the line of the mail and the lines for tools are the most
FIRST = [
    ("waterloo1895", "waterloo1"),
    ("waterloo1895 mode=little", "waterloo1"),
    ("conflict", "conflict1"),
    ("stratego_waterloo version=basic", "stratego1"),
    ("stratego_waterloo version=expert", "stratego1"),
    ("waterloo_grid", "grid1"),
    ("waterloo_wargame", "wargame1"),
]
BEGUN = [each for each in FIRST if each[1] in ("conflict1", "grid1", "wargame1") or "little" in each[0]]


def begin(server, new, name):
    server.begin((ADA, f"NEW {new}"), (BEN, f"JOIN {name}"))
    return server.latest(ADA), server.latest(BEN)


def lines_of(mail):
    for part in mail.walk():
        if part.get_content_type() == "text/plain" and not part.get_filename():
            return part.get_payload(decode=True).decode().splitlines()
    raise AssertionError("no text")


def files_of(mail):
    return [part.get_filename() for part in mail.walk() if part.get_filename()]


def mover(mails):
    return next(mail for mail in mails if "Order form" in "\n".join(lines_of(mail)))


@pytest.mark.parametrize(("new", "name"), FIRST)
def test_the_first_report_is_short(server, words, new, name):
    for mail in begin(server, new, name):
        assert len(lines_of(mail)) <= LONGEST_FIRST
        assert "HELP CARD tells what the pieces can do, HELP ORDERS how" in words(mail)
        assert "How orders are written" not in words(mail)
        assert "Map" in lines_of(mail)
        if "Order form" not in words(mail):
            assert "Nothing is wanted of you now" in words(mail)


@pytest.mark.parametrize(("new", "name"), BEGUN)
def test_a_draw_is_answered_and_told_in_a_letter(server, words, new, name):
    mails = begin(server, new, name)
    asking = mover(mails)
    waiting = next(mail for mail in mails if mail is not asking)
    title = re.search(r"\[\w+ ([^]]+)\]", subject_of(asking)).group(1)
    [answer] = server.reply(asking, "draw")
    told = server.latest(waiting["To"])
    for letter in (answer, told):
        assert len(lines_of(letter)) <= LONGEST_LETTER
        assert "Map" not in lines_of(letter)
        assert "Order form" not in words(letter)
        assert files_of(letter) == [file for file in files_of(letter) if file.endswith(".json")]
    assert f"{title} offers a draw: answer DRAW to agree" in subject_of(told)
    assert words(answer).count("Your offer of a draw stands until") == 1
    assert "Reply to this mail with your orders" in words(answer)
    [again] = server.reply(answer, "REPORT")
    assert "Your offer of a draw stands until" in words(again)
    assert words(again).count("Order form") == 1
    [end] = server.reply(told, "draw")
    assert "the game is over: a draw" in subject_of(end)
    assert "you agree to" in words(end)
    assert server.game(name).state == "over"


def test_standing_orders_are_answered_in_a_letter_without_a_picture(server, words):
    mails = begin(server, "waterloo_wargame", "wargame1")
    [answer] = server.reply(mover(mails), "STAND EVADE ALL NEVER")
    assert "standing order for all your pieces: never evade" in " ".join(words(answer).split())
    assert len(lines_of(answer)) <= LONGEST_LETTER
    assert files_of(answer) == ["wargame1-french.json"]


def test_press_is_answered_in_a_letter(server, words):
    [first, _] = begin(server, "conflict", "conflict1")
    [answer] = server.reply(first, "press: good luck")
    assert "passed on to" in words(answer)
    assert len(lines_of(answer)) <= LONGEST_LETTER


def test_a_trial_brings_no_form_and_a_refusal_does(server, words):
    asking = mover(begin(server, "waterloo_grid", "grid1"))
    [tried] = server.reply(asking, "CHECK\nend")
    assert "Order form" not in words(tried)
    assert "Still wanted of you" in words(tried)
    assert len(re.findall("nothing (?:was|is) played", words(tried), re.IGNORECASE)) == 1
    [refused] = server.reply(asking, "BI1 fire A1")
    assert "Order form" in words(refused)


def test_a_set_up_that_was_tried_comes_back_beside_an_answer_to_a_question(server, words):
    first, _ = begin(server, "waterloo1895", "waterloo1")
    [answer] = server.reply(first, "CHECK\nSTATUS\nplace N1 S27")
    assert "# Your own lines." in words(answer)


def test_who_has_chosen_so_gets_all_until_he_chooses_otherwise(server, words):
    mails = begin(server, "waterloo_grid", "grid1")
    asking = mover(mails)
    [chosen] = server.reply(asking, "FULL")
    assert "your reports come in full from now on" in words(chosen)
    assert "Order form" in words(chosen)
    [answer] = server.reply(asking, "draw")
    assert {"Map", "Forces"} <= set(lines_of(answer))
    other = next(mail for mail in mails if mail is not asking)
    assert "Map" not in lines_of(server.latest(other["To"])), "each chooses for himself"
    server.reply(asking, "SHORT")
    [answer] = server.reply(asking, "draw")
    assert "Map" not in lines_of(answer)


def test_who_waits_gets_what_happened_and_the_map(server, words):
    asking = mover(begin(server, "waterloo_grid", "grid1"))
    [after] = server.reply(asking, "end")
    assert {"What happened", "Map"} <= set(lines_of(after))
    assert not {"Forces", "In a reply you can also write"} & set(lines_of(after))
    assert "Order form" not in words(after)
    [whole] = server.reply(after, "REPORT")
    assert {"Forces", "Map"} <= set(lines_of(whole))


def test_status_in_a_mail_of_its_own_can_be_answered_with_orders(server, words):
    begin(server, "conflict", "conflict1")
    [status] = server.mail(ADA, "STATUS conflict1")
    assert "+conflict1." in status["Reply-To"]
    server.reply(status, "draw")
    [status] = server.mail(BEN, "STATUS conflict1")
    assert "The offer of a draw by Red stands until" in words(status)
    assert "DRAW agrees to it." in " ".join(words(status).split())
    # Where the dice have given him the throw too, that is what stands first.
    if "You are wanted" in words(status):
        assert re.match(r"\[conflict1 Green\] your throws? .* by .* UTC", subject_of(status))
    else:
        assert subject_of(status).startswith("[conflict1 Green] Red offers a draw: answer DRAW ")
    server.reply(status, "draw")
    assert server.game("conflict1").state == "over"


def test_status_says_to_whoever_is_wanted_that_it_is_he(server, words):
    asking = mover(mails := begin(server, "conflict", "conflict1"))
    waiting = next(mail for mail in mails if mail is not asking)
    [mine] = server.reply(asking, "STATUS")
    [his] = server.reply(waiting, "STATUS")
    told = lines_of(mine)
    assert told[told.index("Status") + 1].startswith("  You are wanted, by ")
    assert re.match(r"\[conflict1 \w+\] your throws? .* by .* UTC", subject_of(mine)), "what is wanted stands first"
    assert subject_of(his).endswith("] your mail is answered")
    assert "You are wanted" not in words(his)
    assert "All options are as usual; HELP conflict tells them." in words(his)
    assert re.search(r"Wanted: (Red|Green), by ", words(his))


def test_whoever_waits_is_told_for_whom(server, words):
    mails = begin(server, "conflict", "conflict1")
    waiting = next(mail for mail in mails if "Order form" not in words(mail))
    assert re.search(r"\n  (Red|Green) has until ", words(waiting))


def test_lines_that_are_refused_are_counted_beside_those_that_are_not_understood(server, words):
    asking = mover(begin(server, "conflict", "conflict1"))
    [answer] = server.reply(asking, "ar1 moves somewhere nice\nbs1 6 a1 a2 a3 a4 a5 a6")
    assert subject_of(answer).endswith("] not played: 1 line not understood, 1 more to put right")
    assert "1 other line has to be put right too." in " ".join(words(answer).split())


def test_of_a_set_up_too_all_lines_that_are_told_to_be_wrong_are_counted(server, words):
    _, post = begin(server, "waterloo1895", "waterloo1")
    [answer] = server.reply(post, "1 A1-Z9\nN1 S26")
    assert subject_of(answer).endswith("] not played: 1 line not understood, 1 more to put right")
    assert "N1 is Napoleon's, not yours to move (W95-087)." in " ".join(words(answer).split())


def test_an_answer_about_two_games_takes_no_orders_and_says_where_they_go(server, words):
    begin(server, "conflict", "conflict1")
    server.mail(ADA, "NEW waterloo_grid")
    server.mail(BEN, "JOIN grid2")
    [status] = server.mail(ADA, "STATUS conflict1\nSTATUS grid2")
    assert "+conflict1." not in status["Reply-To"]
    assert "each game has an address of its own" in words(status)


def test_an_empty_field_is_no_game_by_mail(server, words):
    server.enrol(ADA)
    [answer] = server.mail(ADA, "NEW waterloo_wargame scenario=bare")
    assert "scenario=bare is for positions of your own" in words(answer)
    assert "Your games\nnone" in words(server.mail(ADA, "GAMES")[0])


def test_the_games_of_every_rule_set_are_named_after_it(server, words):
    server.enrol(ADA)
    named = {}
    for ruleset in ("waterloo1895", "waterloo_grid", "waterloo_wargame", "conflict", "stratego_waterloo"):
        [answer] = server.mail(ADA, f"NEW {ruleset}")
        named[ruleset] = re.search(r"game ([a-z]+)[0-9]+ is open", words(answer)).group(1)
    assert named == {
        "waterloo1895": "waterloo",
        "waterloo_grid": "grid",
        "waterloo_wargame": "wargame",
        "conflict": "conflict",
        "stratego_waterloo": "stratego",
    }
