"""The answers to order lines: what a line was read as, and why one cannot stand, with its clause."""

from __future__ import annotations

import re

import pytest

from core.contract import BadOption, Status
from pbem.rulesets.hundred_days import presentation, wording
from pbem.rulesets.hundred_days.grammar import read


def answers(played, mail, seat="napoleon"):
    """The marks and words that a mail's lines are answered with."""
    lines = read(list(enumerate(mail.split("\n"), start=1)))
    verdicts = played.rules.check(played.position, seat, lines).verdicts
    return [
        (verdict.code, wording.say_verdict(verdict, line, played.view(seat)))
        for verdict, line in zip(verdicts, lines, strict=True)
    ]


REFUSED = [
    ("F2 goes", "E01", "not understood; a march is written like F2 march CHA > GOS attack (HD-004)."),
    (
        "FP march FLE attack scout LIG",
        "E01",
        "not understood; scout stands on a line of its own: FP scout SOM (HD-004).",
    ),
    ("letter ney:", "E01", "a letter is written like: letter ney: words, or on lines"),
    ("F2 rset CHA", "E01", 'did you mean "rest" for "rset"?'),
    ("P1 hold", "E02", "you have no column P1; yours are F1, F2, F7"),
    ("F2 march Bra", None, "BRA"),
    ("F2 march braine", "E03", '"braine" is Braine-le-Comte (BLC) or Braine-l\'Alleud (BRA) (HD-010).'),
    ("F2 march Moscow", "E03", 'there is no place "moscow" (HD-010).'),
    ("F2 march CHA > CHA", "E04", "CHA stands twice running in the path (HD-011)."),
    ("F2 march SOL", "E04", "F2 is at Solre-sur-Sambre already (HD-011)."),
    ("F2 rest forced", "E05", "resting columns do not march (HD-030)."),
    ("F2 retreat BEA forced", "E05", "a retreat is never forced (HD-016)."),
    ("F2 march CHA at 16:00", "E06", "16:00 is not in 03:00-07:00, the hours that are asked for (HD-018)."),
    ("F7 detach horse as FX", "E07", "F7 has no horse (HD-035)."),
    ("F7 detach 60 as FX", "E07", "F7 has 4,300 foot by its last dispatch, and you ask for 6,000 (HD-035)."),
    ("F7 detach 5 as FX", "E07", "both parts need at least 1,000 men (HD-035)."),
    ("F1 detach 40 as F2", "E07", "F2 is used already (HD-035)."),
    ("F1 detach 40 as PX", "E07", "PX is no code for it: F and one letter or digit (HD-035)."),
    ("F2 join F2", "E08", "F2 cannot join itself (HD-036)."),
    ("F2 join P2", "E08", "F2 cannot join P2: both must be yours and of one army (HD-036)."),
    ("F7 scout THU", "E09", "F7 has no horsemen, and 1,000 are needed (HD-069)."),
    ("FP scout BRU", "E09", "Brussels is more than two roads from Beaumont, where FP was last (HD-069)."),
    ("F2 blow Fleurus", "E10", 'there is no bridge "fleurus"; bridges: Charleroi, Chatelet'),
    ("FP repair Charleroi", "E10", "FP has 0 foot, and a repair needs 2,000 (HD-043)."),
    ("ney ride FLE", "E11", "Ney is not yours to send; yours: Napoleon (HD-052)."),
    ("letter ney: Come!", "E12", "there is nobody else on your side (HD-050)."),
    ("give F2 to ney", "E13", "nobody else commands in the French (HD-051)."),
    ("F3 march GOS\nF3 exit", "E14", "GOS is no exit of the French: BEA, PHI or SOL (HD-037)."),
    ("F2 march GOS\nF2 hold", "E15", "F2 has an order of march, hold, rest and the like on line 1 already (HD-004)."),
    ("napoleon ride CHA\nnapoleon with F2", "E15", "Napoleon has an order on line 1 already (HD-004)."),
    ("turn 3", "E16", "this mail is for turn 3, and turn 1 is asked for (HD-001)."),
]


@pytest.mark.clause("HD-109")
@pytest.mark.parametrize(("mail", "code", "said"), REFUSED)
def test_every_refusal_says_why_and_by_which_clause(campaign, mail, code, said):
    found, answer = answers(campaign(), mail)[-1]
    assert found == code
    assert said in answer.text
    assert answer.mark == ("no" if code else "ok")


@pytest.mark.parametrize(
    ("courier", "said"),
    [
        (0, "FP looks at Thuin too, at the 4th and the 8th half hour of this turn"),
        (4, "FP looks at Thuin too, at the 8th half hour of this turn; courier 2 h"),
        (12, "FP looks at Thuin too, in the turn in which the order reaches it; courier 6 h"),
    ],
)
def test_a_scout_looks_when_his_order_has_come(campaign, courier, said):
    [line] = read([(1, "FP scout THU")])
    played = campaign()
    [verdict] = played.rules.check(played.position, "napoleon", (line,)).verdicts
    facts = verdict.facts | {"courier": courier}
    assert said in wording.accepted(facts, line, played.view())


def test_who_holds_or_marches_is_told_that_he_still_goes_to_the_guns(campaign):
    played = campaign()
    data = played.rules.encode(played.position)
    known = played.view()["columns"]["F2"] | {"guns_word": True}
    data["known"] = {"napoleon": {"columns": {"F2": known}}}
    played.position = played.rules.decode(data, played.rules.settle({}))
    still = "; marches to the sound of guns, as before"
    told = [
        answer.text
        for mail in ("F2 hold", "F2 march THU", "F2 rest", "F2 hold guns no")
        for _, answer in answers(played, mail)
    ]
    assert [still in each for each in told] == [True, True, False, False]


@pytest.mark.parametrize(
    ("typed", "likely"),
    [
        ("F2 march CHA", True),
        ("continue", True),
        ("letter ney: Come!", True),
        ("we go . Everyone on Charleroi", False),
        ("F2 go everyone on Charleroi", False),
        ("P2 hold", False),
    ],
)
def test_what_nobody_can_have_meant_is_not_offered(campaign, typed, likely):
    [line] = read([(1, typed)])
    assert line.order is not None
    assert presentation().likely(line.order, campaign().view()) is likely


def test_a_routed_column_cannot_attack(campaign):
    played = campaign()
    data = played.rules.encode(played.position)
    known = played.view()["columns"]["F2"] | {"routed": True}
    data["known"] = {"napoleon": {"columns": {"F2": known}}}
    played.position = played.rules.decode(data, played.rules.settle({}))
    code, answer = answers(played, "F2 hold attack")[0]
    assert (code, answer.text) == ("E17", "F2 was routed by its last dispatch, and cannot attack (HD-082).")


def test_there_are_words_for_every_code():
    assert sorted(wording.REFUSALS) == [f"E{number:02}" for number in range(1, 22)]
    tested = {code for _, code, _ in REFUSED if code} | {"E17", "E18", "E19", "E20", "E21"}
    assert tested == set(wording.REFUSALS)


@pytest.mark.parametrize(
    ("mail", "said"),
    [
        (
            "F2 march CHA > GOS attack",
            "F2 marches: SOL > THU > MAR > CHA > GOS, 34.5 km; attacks whom it meets; courier 1½ h, there by 04:30; "
            "15 h of marching, there about 19:30 if nothing holds it up.",
        ),
        ("F2 march THU", "without attack it halts before any post."),
        ("FP march WLC at 06:00", "FP marches: BEA > WLC, 16.0 km; not before 06:00"),
        ("F2 hold avoid", "F2 holds where it is; halts before the enemy, and withdraws if attacked"),
        ("FP scout THU", "FP looks at Thuin too"),
        ("F1 detach 40 as F9", "F1 sends off 4,000 foot as F9, which holds until it has orders"),
        ("FE detach horse as FX", "both parts need"),
        ("F8 join F1", "you have no column F8"),
        ("FY join FO", "FY becomes part of FO, last known at the same place"),
        ("F2 blow Solre", "F2 blows the bridge Solre"),
        ("F2 exit", "F2 leaves the map for good at the exit"),
        ("F2 line SOL guns yes", "F2 keeps its plan; marches to the sound of guns; its line of retreat is SOL"),
        ("F2 continue", "F2 goes on as it was ordered; no courier rides for it."),
        ("continue", "no new orders: all columns go on as they were ordered."),
        ("napoleon ride CHA", "Napoleon rides to Charleroi: 28.6 km, 4 h."),
        ("napoleon with F2", "Napoleon goes to F2, last known at Solre-sur-Sambre, 11.7 km, 1½ h, and stays with it."),
        ("draw", "you offer a draw for this turn; it is agreed if every seat offers one in it."),
        ("turn 1", "this mail is for turn 1."),
    ],
)
def test_what_is_accepted_is_told_with_its_way_and_hours(campaign, mail, said):
    _, answer = answers(campaign(), mail)[-1]
    assert said in answer.text


def test_a_slip_is_told_as_what_it_was_read_as(campaign):
    (_, answer), *_ = answers(campaign(), "F2 marhc CHA")
    assert answer.mark == "ok, read as"


def test_letters_and_gifts_among_several_of_a_side(campaign):
    played = campaign(players=5)
    said = [answer.text for _, answer in answers(played, "letter ney: Come\nletter ney: Go\ngive F6 to ney")]
    assert said == [
        "a letter to Ney, by courier.",
        "one letter a turn to each, and line 1 has one to him (HD-050).",
        "F6 is Ney's from the next turn on, and all of the French are told.",
    ]
    _, answer = answers(played, "F2 hold")[0]
    assert answer.text == "F2 is Ney's; write to him (HD-051)."
    _, answer = answers(played, f"letter ney: {'x' * 1001}")[0]
    assert answer.text == "a letter has at most 1,000 characters, and this one 1,001 (HD-050)."
    _, answer = answers(played, "give F2 to grouchy", "ney")[0]
    assert answer.text == "only Napoleon gives columns of the French (HD-051)."


def test_an_evening_mail_tells_of_the_night(campaign):
    played = campaign()
    for _ in range(4):
        played.turn()
    assert played.view()["turn"] == 5
    (_, by_day), (_, by_night) = answers(played, "F2 march GOS attack\nF1 march GOS night attack")
    assert "later by the night, in which it halts" in by_day.text
    assert "later by the night" not in by_night.text


def test_muster_is_counted(campaign):
    (_, answer), *_ = answers(campaign(), "P5 march SOM", "coalition")
    assert "musters until" in answer.text


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"campaign": "campaign X\nstart 15 June 1815 05:00"}, 'line 2 "start 15 June 1815 05:00": 05:00 cannot'),
        ({"campaign": "hello"}, 'line 1 "hello": hello is no kind of line'),
        ({"scenario": "ligny", "players": 3}, "does not go with"),
        ({"rain": "snow"}, "Option rain cannot be"),
        ({"snow": "yes"}, 'has no option "snow"'),
    ],
)
def test_an_option_that_cannot_be_is_told_why(campaign, chosen, said):
    with pytest.raises(BadOption) as error:
        campaign(**chosen)
    told = wording.say_bad_option(error.value)
    assert said in told
    assert not re.search(r"[{}]", told)


def test_what_is_void_is_not_played(campaign):
    (_, first), (_, second) = answers(campaign(), "F2 hold\nresign")
    assert (first.mark, second.mark) == ("-", "ok")
    assert Status.VOID


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("weather dry", "dry roads in the coming turn, whatever the dice say; all are told."),
        ("letter from a spy to ney: x", '"ney" is no commander on the map: Napoleon, Wellington and Blücher (HD-131).'),
        ("letter from a spy to napoleon: x", 'with "at once" behind the addressee anybody may write (HD-131).'),
        (
            "letter from a spy to napoleon at once: x",
            "a letter from A spy to Napoleon: it is there within half an hour.",
        ),
        ("letter from blucher to wellington: x", "a letter from Coalition to Wellington: by courier."),
        ("sighting for napoleon: army on CHA > GOS by F2", "Napoleon is told by F2: an army on the road CHA-GOS."),
        ("sighting for napoleon: army at SOM by P1", "P1 is no column of Napoleon; his are F1"),
        ("ruling to ney: x", 'there is no seat "ney": Napoleon and Coalition (HD-133).'),
        ("ruling: x", "all seats are told your ruling."),
        ("correct F2 foot 100 place CHA", "P2 is"),
        ("correct F2 foot 100 place FLO", "F2: foot 18,000 to 10,000; put to Florennes, where it holds."),
        ("correct F2 fatigue 9", "fatigue is from 0 to 8, and 9 is not (HD-135)."),
        ("F2 march CHA", "an umpire gives no orders for others, and makes no offers (HD-130)."),
        ("continue", "you do nothing in this turn."),
    ],
)
def test_an_umpires_line_is_answered_by_what_it_does_or_why_it_cannot(campaign, line, said):
    played = campaign(umpire="yes")
    order = read([(1, line)])
    [verdict] = played.rules.check(played.position, "host", order).verdicts
    answer = wording.say_verdict(verdict, order[0], played.view("host"))
    assert said in answer.text


@pytest.mark.clause("HD-137")
def test_an_umpire_is_told_what_nobody_else_is(campaign):
    played = campaign(umpire="yes", scenario="ligny").at_random(2)
    told = " ".join(presentation().digest(played.events, played.view("host")))
    assert "B1 begins" in told or "arrived" in told or " is at " in told
    forces = "\n".join(presentation().forces(played.view("host")))
    assert "Napoleon (Napoleon): at " in forces
    assert "Points: the French" in forces
    assert max(map(len, forces.split("\n"))) <= 100
