"""Every error code, on the line and for the thing it is about; and which comes first."""

import pytest

clause = pytest.mark.clause

PIECES = """F QUI inf 2 4050,2280/0; F DON inf 5 4440,2300/0; F MIL cav 2 4760,1820/0; F SAL gun 4080,2420/0;
F BAU inf 4 2340,2100/0; F NOU gun 4380,2430/0; F BOU inf 2 4060,2120/0; F SIM inf 4 4019,1600/257;
F VIV cav 1 60,800/0; A KEM inf 2 4050,2500/180; A BYL inf 3 4440,2600/180; A MAC inf 1 2360,2420/180;
A CAV cav 1 2360,2605/180; A GUN gun 6000,3000/180; F COL inf 1 3255,2135/3; F CAR cav 1 2360,2710/180;
F FRI inf 2 6000,500/0""".replace("\n", " ")
CASES = [
    ("move dur forward 9", "E01", ["DUR"]),
    ("move kem forward 9", "E02", ["KEM"]),
    ("move don forward 9", None, []),
    ("move qui forward 9 / turn qui around", "E03", ["QUI", "1"]),
    ("move don forward 9 / move sim left 9 / move bou left 9", "E04", ["BOU", "11,000", "10,000"]),
    ("move sim left 201", "E05", ["200"]),
    ("move sim right 50 then road cha n 451", "E06", ["450"]),
    ("move qui road cha n 100", "E07", ["QUI", "CHA"]),
    ("move col road gom w max / move don forward 200", "E12", ["NOU"]),
    ("move don left 200 then forward 200", "E05", ["200"]),
    ("move bau forward 150", "E10", ["HOU", "101"]),
    ("move viv west 90", "E11", ["VIV"]),
    ("move nou forward 10 / fire nou at byl", "E13", ["NOU", "1"]),
    ("fire sal at gun", "E14", ["GUN", "SAL"]),
    ("fire sal at mil", "E15", ["MIL"]),
    ("attack byl with bou", "E16", ["BOU", "BYL"]),
    ("attack mac with bau, qui", "E17", ["BAU", "QUI"]),
    ("attack byl with don, bou", "E18", ["7,000", "5,000"]),
    ("attack byl with sal", "E19", ["SAL"]),
    ("attack cav with car", "E20", ["CAR"]),
    ("wheel don left 40", "E23", ["DON", "349", "200"]),
    ("general to fri / general to mil", "E24", []),
    ("turn 7 / pass", "E25", ["7"]),
    ("mov qi nroth", "E26", []),
    ("exit viv", "E26", []),
    ("move col road gom n 100", "E27", ["GOM"]),
    ("move sim left 0", "E28", []),
    ("attack kem with bou advance qui", "E16", ["KEM"]),
    ("move don to contact byl bearing 100", "E30", ["DON", "BYL"]),
    ("attack lhs with bau", "E31", ["LHS"]),
    ("fire qui at kem", "E32", ["QUI"]),
    ("attack xyz with bau", "E01", ["XYZ"]),
    ("general to kem", "E02", ["KEM"]),
    ("general to sim", "E28", ["SIM"]),
    ("claim game", "E34", []),
]


@pytest.mark.parametrize(("orders", "code", "words"), CASES, ids=[orders for orders, _, _ in CASES])
def test_the_codes(play, orders, code, words):
    played = play(PIECES, orders, hold="HOU LHS", generals="F=SIM", loose=True)
    if code is None:
        assert played.ok, played.refused
        return
    refusal = played.refusal
    assert (refusal["line"], refusal["code"]) == (orders.count(" / ") + 1 if code != "E25" else 1, code)
    assert [word for word in words if word not in refusal["message"]] == []
    assert played.events == []


@clause("WWG-R62")
@pytest.mark.parametrize(
    ("orders", "code"),
    [
        ("move nou right 1 / fire nou at gun", "E13"),
        ("attack mil with qui", "E15"),
        ("attack lhs with sal", "E31"),
        ("attack hou with sal", "E19"),
        ("attack hou with car, bau, sim, don", "E20"),
        ("fire qui at mil", "E32"),
        ("fire sal at lhs", "E31"),
    ],
)
def test_the_first_error_counts(play, orders, code):
    played = play(PIECES, orders, hold="HOU LHS")
    assert [entry["code"] for entry in played.refused] == [code]


def test_the_nearest_legal_value_is_named(play):
    column = "F X4 cav 4 4600,1734/28"
    refused = play(column, "move x4 road pla e 460")
    assert refused.no == "1 E08"
    assert "WWG-052" in refused.cites
    assert "301" in refused.message
    assert play(column, "move x4 road pla e 301").ok
    assert play(column, "move x4 road pla e 302").no == "1 E08"


def test_the_list_of_near_names_helps(play):
    assert "DON" in play(PIECES, "move dom forward 9").message


def test_hostile_mails_are_answered(play):
    for text in (
        "move " * 3000,
        "attack hou with " + ", ".join(["bau"] * 2000),
        "move don forward 99999999999999999999",
    ):
        assert play(PIECES, text, hold="HOU", loose=True).refused
    many = play(PIECES, "\n".join(["move qui forward 1"] * 3000), hold="HOU", loose=True)
    assert many.refused
    assert many.events == []
