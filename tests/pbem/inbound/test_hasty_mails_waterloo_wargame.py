"""The Waterloo Wargame by mail, as hasty players write: Napoleon's first turn."""

from __future__ import annotations

import pytest
from mailed_turns import Mailed, Table, came_of

N100 = "MOVE BAU N 100"
ONE = ("MOVE BAU 0 100",)
SOY = ("MOVE SOY 0 100",)
UNREAD = "not understood"
QUESTION = "it is a question, and no order"

MAILS = [
    # Plain, and in other forms.
    Mailed("MOVE BAU NORTH 100 YARDS", ONE, says="BAU (4,000) goes 100 yards"),
    Mailed("I move BAU 100 yards north.", ONE),
    Mailed("BAU goes 100 yards north", ONE),
    Mailed("please move BAU north 100", ONE),
    Mailed("Move Bau north by 100 yards please.", ONE),
    Mailed("Bau north 100", ONE),
    Mailed("BAU N 100 yds", ONE),
    Mailed("MOVE BAU N100", ONE),
    Mailed("F10 N 100", ("MOVE F10 0 100",)),
    Mailed("MOVE BAU 100 FORWARD", ("MOVE BAU FORWARD 100",)),
    Mailed("FOY FORWARD 200", ("MOVE FOY FORWARD 200",)),
    Mailed("ADVANCE FOY 200", ("MOVE FOY FORWARD 200",)),
    Mailed("GENERAL TO FRI", ("GENERAL TO FRI",)),
    Mailed("NAPOLEON TO FRI", ("NAPOLEON TO FRI",)),
    Mailed("WBT FIRE AT HOU", ("FIRE WBT AT HOU",)),
    Mailed("EVADE ALL NEVER", ("STAND EVADE ALL NEVER",)),
    Mailed("MOVE BAU N 100 then E 50", ("MOVE BAU 0 100 THEN 90 50",)),
    Mailed("I pass", ("PASS",)),
    Mailed("move bau n 100;move soy n 100", ONE + SOY),
    Mailed("1. MOVE BAU N 100\n2. MOVE SOY N 100", ONE + SOY),
    Mailed("– MOVE BAU N 100", ONE),
    # Read, and judged by the rules.
    Mailed(f"{N100}\nCHARGE HOU WITH BAU", stops=(2,), says="BAU does not touch MAC"),
    Mailed(
        f"{N100}\nCHARGE HOU WITH BAU\nSOY FORWARD 200\nNAPOLEON TO FRI\nADVANCE FOY 200\nWBT FIRE AT HOU",
        stops=(2, 3),
        says="SOY would end on top of BAU",
    ),
    Mailed(f"{N100}\nBAU TO CONTACT MAC", stops=(2,), says="already ordered to move on line 1"),
    Mailed(f"{N100}\nBAU, SOY ATTACK HOU", stops=(2,), says="BAU and SOY do not touch"),
    Mailed("FACE BAU EAST", stops=(1,), says="BAU would end on top of SOY"),
    Mailed("TURN BAU RIGHT 90", stops=(1,), says="BAU would end on top of SOY"),
    Mailed("TURN BAU TO 45°", stops=(1,), says="BAU would end on top of SOY"),
    Mailed("MOVE BAU TO 3000 1100", stops=(1,), says="infantry has 200"),
    Mailed("MOVE BAU TO CONTACT HOU", stops=(1,), says="HOU is a strongpoint, and MAC is in it"),
    Mailed("FIRE WBT AT HUO", stops=(1,), says="did you mean HOU or HHK?"),
    Mailed("MOVE GUY TOWARD HOUGOMONT MAX", stops=(1,), says="did you mean HOU?"),
    Mailed("MAP hougomont", says="did you mean HOUGOUMONT?"),
    Mailed("Turn 3\nMOVE BAU N 100", stops=(1,), says="this mail is for turn 3"),
    # One line that is not understood stops the mail.
    Mailed(f"{N100}\nMOVE SOY N 100\nMOVE FOY N\nMOVE GUY N 100", stops=(3,), says=UNREAD),
    Mailed(f"{N100}\nMOVE SOY N 100\nMOVE FOYY N 100", stops=(3,), says="did you mean FOY?"),
    Mailed(f"{N100}\nRETREAT BAU 100", stops=(2,), says=UNREAD),
    Mailed(f"{N100}, MOVE SOY N 100", stops=(1,), says=UNREAD),
    Mailed("MOVE BAU, SOY N 100", stops=(1,), says=UNREAD),
    Mailed("MOVE BAU N 100 200", stops=(1,), says=UNREAD),
    Mailed("MOVE BAU N 100 THEN", stops=(1,), says=UNREAD),
    Mailed(f"{N100}\nMOVEBAU N 100", stops=(2,), says='did you mean "MOVE BAU N 100"'),
    Mailed(f"{N100}\nMOVE BAUN 100", stops=(2,), says='did you mean "MOVE BAU N 100"'),
    Mailed(f"{N100}\nGUY\nMOVE SOY N 100", stops=(2,), says=UNREAD),
    Mailed(f"{N100}\nresing", stops=(2,), says='did you mean "RESIGN"'),
    Mailed("CHECK\nMOVE BAU N 100\nMOVE FOY 200", stops=(3,), says=UNREAD),
    Mailed("CHECK\nMOVE BAU N 100", says="orders checked: 1 ok"),
    Mailed("CHECK MOVE BAU N 100", says="orders checked: 1 ok"),
    Mailed("PREVIEW\nMOVE BAU N 100", says="nothing is played"),
    # Wrapped by a mail program: one attack by two, which the rules refuse, and not one by BAU alone.
    Mailed(f"{N100}\nATTACK HOU WITH BAU,\nSOY", stops=(2,), says="BAU and SOY do not touch", style="outlook"),
    # Signs that look alike.
    Mailed("MOVE FlO N 100", ("MOVE F10 0 100",), says="read as"),
    Mailed("MOVE F1O N 100", ("MOVE F10 0 100",), says="read as"),
    Mailed("MOVE BAU N 1OO", stops=(1,), says='did you mean "MOVE BAU N 100"'),
    Mailed("M0VE BAU N 100", stops=(1,), says='did you mean "MOVE"'),
    Mailed("M\N{CYRILLIC CAPITAL LETTER O}VE BAU N 100", ONE, says="read as"),
    Mailed("MOVE BAU N \N{FULLWIDTH DIGIT ONE}00", ONE),
    Mailed("MOVE\N{NO-BREAK SPACE}BAU N\N{NO-BREAK SPACE}100", ONE),
    Mailed("MVOE BAU N 100", ONE, says="read as"),
    # Greetings, sign-offs, headings and prose.
    Mailed(f"Hi Ben,\n\n{N100}\n\nBest regards,\nAda", ONE),
    Mailed(f"Hi Guy,\n{N100}\nCheers,\nADA", ONE, page=True),
    Mailed(f"ADA\n{N100}", ONE, style="iphone"),
    Mailed(f"Lieber Ben,\n{N100}\nLiebe Grüße\nAda", ONE, style="gmail de"),
    Mailed(f"Hallo,\n{N100}\n\nVon meinem iPhone gesendet", ONE, style="apple de"),
    Mailed(f"Salut Ben,\n{N100}\nAmicalement,\nAda", ONE, style="outlook fr"),
    Mailed(f"{N100}\nBonne soirée,\nAda", ONE, style="iphone fr"),
    Mailed(f"Buenas tardes,\n{N100}\nSaludos,\nAda", ONE, style="gmail es"),
    Mailed(f"Beste Ben,\n{N100}\nGroeten,\nAda", ONE, style="thunderbird"),
    Mailed(f"Caro Ben,\n{N100}\nSaluti,\nAda", ONE, style="apple"),
    Mailed(f"{N100}\nVon meinem Samsung Galaxy Smartphone gesendet.", ONE, style="outlook de"),
    Mailed(f"{N100}\nDrew", ONE, style="android"),
    Mailed(f"Turn 1:\n{N100}", ("TURN 1", *ONE)),
    Mailed(f"My orders:\n{N100}", ONE),
    Mailed(f"I think your MAC is in trouble\n{N100}", ONE),
    Mailed(f"Your Hougoumont garrison is doomed!\n{N100}", ONE),
    Mailed(f"Nice move last turn!\n{N100}", ONE),
    Mailed(f"Looking forward to your reply\n{N100}", ONE),
    # What nothing undoes.
    Mailed("I resign.", ("RESIGN",), says="Answer this mail with YES"),
    Mailed(f"{N100}\ndraw?", stops=(2,), says=QUESTION),
    Mailed("Should I resign?", says="no orders in your mail"),
    Mailed(f"{N100}\nCan I take that back if it is wrong?", stops=(2,), says="cannot be taken back"),
    # Own old orders below.
    Mailed(f"{N100}\n\nOn Mon, Nov 23, 2026 at 8:00 PM Ada wrote:\nMOVE SOY N 100", ONE, style="outlook"),
    Mailed(f"{N100}\n-----Original Message-----\nFrom: Ada\nSent: Monday\nTo: pbem\nSubject: x\n\nMOVE SOY N 100", ONE),
    Mailed(f"{N100}\n\nVon: Ada\nGesendet: Montag\nAn: pbem\nBetreff: x\n\nMOVE SOY N 100", ONE, style="outlook de"),
]


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(tmp_path_factory.mktemp("begun"), "waterloo_wargame", "hasty mails")


@pytest.mark.parametrize("mailed", MAILS, ids=[" / ".join(each.body.split("\n")) for each in MAILS])
def test_what_hasty_players_mail(begun: Table, tmp_path, mailed: Mailed) -> None:
    came = came_of(begun, tmp_path, mailed)
    assert (came.plays, came.stops) == (mailed.plays, mailed.stops)
    assert mailed.says in came.answer
