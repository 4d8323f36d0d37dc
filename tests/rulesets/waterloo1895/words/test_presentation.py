"""The presentation as the server uses it: questions, forms, forces, help, and a robot that finishes its games."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import jsonschema
import pytest
from meant import may_be_meant_in

from core.contract import Effect, Json, Line, Outcome, Status
from core.dice import SeededDice
from core.rulesets.waterloo1895.orders import Leg, Move
from pbem.rulesets import presentation as presentation_named
from pbem.rulesets.contract import Draws
from pbem.rulesets.schema import json_schema
from pbem.rulesets.waterloo1895 import presentation
from pbem.rulesets.waterloo1895.questions import movable, position_of, reach, to_goal
from pbem.rulesets.waterloo1895.wording import moved

looks_like_order = may_be_meant_in("waterloo1895")

RULES = presentation().rules
FOUR = ("napoleon", "ney", "wellington", "blucher")
MODES: list[Json] = [
    {},
    {"mode": "four"},
    {"mode": "three", "setup": "open"},
    {"mode": "double", "pool": "joint"},
    {"mode": "little"},
    {"mode": "little", "armies": "NYWB"},
    {"throws": "chain", "halts": "always", "loops": "yes"},
    {"mode": "little", "armies": "YWB", "lp_again": "yes", "throws": "chain"},
    {"oblige": "each", "remnant": "lose", "stall": 10},
    {"mode": "four", "order": "alternate", "own_city": "army", "throws": "chain"},
]


def read(text: str) -> tuple[Line, ...]:
    return presentation().read(list(enumerate(text.split("\n"), start=1)))


def game(options: Json) -> tuple[Any, ...]:
    """The positions of a whole game between robots, the opening first."""
    return _game(json.dumps(options))


@cache
def _game(options: str) -> tuple[Any, ...]:
    dice, rng = SeededDice(options.encode()), Random(7)
    positions = [RULES.opening(RULES.settle(json.loads(options)))]
    while RULES.outcome(positions[-1]) is None:
        orders = {}
        for decision in RULES.awaiting(positions[-1]):
            text = presentation().bot(RULES.view(positions[-1], decision.seat), decision.seat, rng)
            if text:  # the children's game begins with a throw, and nothing is asked before it
                orders[decision.seat] = read(text)
        result = RULES.adjudicate(positions[-1], orders, dice)
        assert [verdict for verdicts in result.verdicts.values() for verdict in verdicts if verdict.code] == []
        positions.append(result.position)
    return tuple(positions)


def test_the_kit_is_found_by_name() -> None:
    assert presentation_named("waterloo1895") is presentation()
    assert presentation().name == RULES.name == "waterloo1895"


@pytest.mark.parametrize("options", MODES, ids=lambda options: "-".join(map(str, options.values())) or "duel")
def test_robots_finish_their_games(options: Json) -> None:
    positions = game(options)
    assert len(positions) < 1000
    assert presentation().say_outcome(RULES.view(positions[-1], None)).endswith(").")


@pytest.mark.parametrize("options", MODES[:8], ids=lambda options: "-".join(map(str, options.values())) or "duel")
def test_every_question_can_be_answered_as_its_form_shows(options: Json) -> None:
    asked = set()
    for position in game(options)[:-1:5]:
        for decision in RULES.awaiting(position):
            view = RULES.view(position, decision.seat)
            ask = presentation().ask(view, decision.seat)
            if not view["throw"] and view["phase"] == "play":
                assert ask is None  # the children's game before its first throw
                continue
            assert ask is not None
            asked.add(decision.kind)
            assert max(map(len, ask.form)) <= 76
            assert ask.headline.endswith(".")
            answer = "\n".join(ask.form)
            if decision.kind == "throw":
                assert read(answer) == ()  # all comments
                answer = "\n".join(shown(ask.form))
            assert RULES.check(position, decision.seat, read(answer)).effect is Effect.AT_ONCE
    assert "throw" in asked


def shown(form: tuple[str, ...]) -> list[str]:
    """The example in the form for a throw, without its comment signs."""
    end = next(place for place, line in enumerate(form) if line.startswith("# What each piece"))
    return [line.removeprefix("#   ") for line in form[2:end]]


def test_who_owes_nothing_is_asked_nothing() -> None:
    for position in game({"mode": "four"})[::7]:
        owing = {decision.seat for decision in RULES.awaiting(position)}
        for seat in RULES.seats(RULES.settle({"mode": "four"})):
            assert (presentation().ask(RULES.view(position, seat), seat) is not None) == (seat in owing)
            if seat not in owing:
                assert presentation().bot(RULES.view(position, seat), seat, Random(1)) == ""


def test_a_throw_is_asked_for_in_full() -> None:
    written = {"pieces": {"N1": "W26", "NC": "S27", "W1": "S26", "W2": "A14"}, "to_move": "N", "throw": [1, 3, 6]}
    view = RULES.view(RULES.decode(written, RULES.settle({})), "napoleon")
    ask = presentation().ask(view, "napoleon")
    assert ask is not None
    assert ask.subject == "your throw 1-3-6"
    assert ask.headline == "Your throw is 1-3-6: you must play all three dice."
    assert ask.silence == 'If you send nothing, the server will play this throw for you, as with "auto".'
    assert ask.form == (
        "# One move a line: piece, die, spot. Nothing behind a # is read.",
        "# For example, legal in this order without it:",
        "#   NC 1+3 W28",
        "#   N1 6 U22",
        "# What each piece can reach now with one die (x: takes a piece):",
        "#   N1  1: V26 W27   3: V24 V28 V29 X29   6: S29 T29 U22 Y26 Y27",
        "#   NC  1: xS26 T27   3: V28   6: U29 V29 X29 Y28",
        "# Cavalry may add dice up: NC 3+6 R29, or NC 1+3+6 Q29",
    )
    assert presentation().status(view) == "turn 1, Napoleon to move, throw 1-3-6, 3 dice to play"


@pytest.mark.clause("W95-029", "W95-027")
@pytest.mark.parametrize("options", [{}, {"mode": "four"}, {"throws": "chain", "halts": "always", "loops": "yes"}])
def test_every_ride_and_every_halt_that_a_form_shows_can_be_ridden(options: Json) -> None:
    """Each by itself, as the pieces stand; what is left of the dice is not asked for."""
    ridden = 0
    for position in game(options)[2:-1:3]:
        (decision,) = RULES.awaiting(position)
        ask = presentation().ask(RULES.view(position, decision.seat), decision.seat)
        assert ask is not None
        for line in ask.form:
            if line.startswith("# Cavalry may"):
                for order in line.partition(": ")[2].split(", or "):
                    verdicts = RULES.check(position, decision.seat, read(order)).verdicts
                    assert [each.status for each in verdicts if each.line == 1] == [Status.OK], order
                    ridden += 1
    assert ridden > 10


@pytest.mark.parametrize("options", MODES[:6], ids=lambda options: "-".join(map(str, options.values())) or "duel")
def test_a_form_accounts_for_every_piece_of_the_throw(options: Json) -> None:
    """Each has its spots, or is said to have none; and whatever is listed can be sent as it stands there."""
    for position in game(options)[2:-1:6]:
        for decision in RULES.awaiting(position):
            view = RULES.view(position, decision.seat)
            ask = presentation().ask(view, decision.seat)
            if ask is None or not view["throw"]:
                continue
            at = next(place for place, line in enumerate(ask.form) if line.startswith("# What each piece"))
            below = " ".join(line.removeprefix("#") for line in ask.form[at + 1 :])
            assert [piece for piece in movable(view) if f" {piece} " not in below and f" {piece}, " not in below] == []
            assert not [row for row in ask.form if row.rstrip().endswith(":") and row.startswith("#  ")]


@pytest.mark.clause("W95-116", "W95-117", "W95-118")
@pytest.mark.parametrize("armies", ["NW", "NYWB"])
def test_children_are_shown_what_is_forward_as_the_rules_know_it(armies: str) -> None:
    """The rules ask to go on as long as there is a spot that the form marks; and the example goes forward if it can."""
    marked = 0
    for position in game({"mode": "little"} if armies == "NW" else {"mode": "little", "armies": armies})[1:-1:2]:
        (decision,) = RULES.awaiting(position)
        view = RULES.view(position, decision.seat)
        ask = presentation().ask(view, decision.seat)
        assert ask is not None
        spots = [spot for line in ask.form for spot in line.split() if spot.startswith(">") and len(spot) == 4]
        assert bool(spots) == view["forward"]
        assert ("go on as long as" in ask.headline) == view["forward"]
        marked += len(spots)
        moves = [line.order for line in read("\n".join(shown(ask.form))) if isinstance(line.order, Move)]
        gains = [
            to_goal(each.unit, view["pieces"][each.unit], view) - to_goal(each.unit, each.legs[-1].spot, view)
            for each in moves
        ]
        assert sum(gains) > 0 or not view["forward"]
        for spot in spots[:2]:
            die, piece = next(
                (die, piece)
                for piece, by_die in reach(RULES, view).items()
                for die, ends in by_die.items()
                if spot[1:] in ends
            )
            assert read(f"{piece} {die} {spot}")[0].order == read(f"{piece} {die} {spot[1:]}")[0].order
    assert marked


@pytest.mark.clause("W95-018")
def test_a_partners_post_is_news_and_counts() -> None:
    opening = RULES.opening(RULES.settle({"mode": "four"}))
    posted = RULES.adjudicate(opening, {"napoleon": read("place default")}, SeededDice(bytes(32))).position
    asks = {seat: presentation().ask(RULES.view(posted, seat), seat) for seat in ("ney", "wellington")}
    assert [ask.subject for ask in asks.values() if ask] == ["post your army", "post your army"]
    assert asks["ney"] is not None
    assert asks["ney"].headline.startswith("Napoleon has posted. Post your army round Versailles:")
    assert asks["ney"].headline.endswith("and no two, Napoleon's included, on adjacent spots.")
    alone = presentation().ask(RULES.view(RULES.opening(RULES.settle({})), "napoleon"), "napoleon")
    assert alone is not None
    assert alone.headline.endswith("and no two on adjacent spots.")


@pytest.mark.clause("W95-011", "W95-115")
def test_stars_and_hills_are_remarked_where_they_mean_something() -> None:
    pieces = {"N1": "V11", "N2": "B11", "N3": "M20", "W1": "V29", "W2": "X29", "W3": "W28"}
    told = {}
    for mode in ("duel", "little"):
        written = {"pieces": pieces, "to_move": "N", "throw": [1, 3, 6]}
        told[mode] = forces(RULES.view(RULES.decode(written, RULES.settle({"mode": mode})), "napoleon"), "napoleon")
    assert told["duel"][0] == "Napoleon (Paris): N1 V11, N2 B11 (star of Brussels), N3 M20 (Charleroi)"
    assert told["little"][0] == "Napoleon (Paris): N1 V11, N2 B11 (star of Brussels), N3 M20"
    assert "Namur's and Versailles' are spots like any others" in presentation().brief(RULES.settle({}))
    assert "Hills mean nothing here" in presentation().brief(RULES.settle({"mode": "little"}))


@pytest.mark.clause("W95-041")
def test_a_halt_that_takes_nobody_rides_on() -> None:
    written = {"pieces": {"NC": "S27", "W1": "A13", "W2": "A14"}, "to_move": "N", "throw": [3, 3, 5]}
    ask = presentation().ask(RULES.view(RULES.decode(written, RULES.settle({})), "napoleon"), "napoleon")
    assert ask is not None
    assert not ask.form[-1].endswith("then 3 S27")


@pytest.mark.clause("W95-041")
@pytest.mark.parametrize(("enemy", "takes"), [("Q26", ", and take there"), ("A13", "")])
def test_a_halt_is_said_to_take_only_where_somebody_stands(enemy: str, takes: str) -> None:
    written = {"pieces": {"NC": "S27", "W1": enemy, "W2": "A14"}, "to_move": "N", "throw": [3, 3, 5]}
    ask = presentation().ask(RULES.view(RULES.decode(written, RULES.settle({})), "napoleon"), "napoleon")
    assert ask is not None
    assert ask.form[-1].startswith(f"# Cavalry may halt on its way{takes}: NC 3 ")


@pytest.mark.clause("W95-135")
@pytest.mark.parametrize(
    ("throw", "options", "further"),
    [
        ([1, 3, 6], {}, False),
        ([3, 3, 6], {}, True),
        ([3, 3, 5], {"mode": "little"}, False),
        ([3, 3, 5], {"mode": "little", "lp_again": "yes"}, True),
    ],
)
def test_silence_on_a_doublet_leaves_the_further_throws_to_the_server_too(
    throw: list[int], options: Json, further: bool
) -> None:
    written = {"pieces": {"N1": "W26", "W1": "A14"}, "to_move": "N", "throw": throw}
    if options:
        written["pieces"] |= {"N2": "Q26", "N3": "P26", "W2": "B16", "W3": "C14"}
    ask = presentation().ask(RULES.view(RULES.decode(written, RULES.settle(options)), "napoleon"), "napoleon")
    assert ask is not None
    assert ("this throw for you, and any that it earns, as" in ask.silence) == further


def test_a_set_up_is_asked_for_with_the_usual_one() -> None:
    view = RULES.view(RULES.opening(RULES.settle({"mode": "three"})), "napoleon")
    ask = presentation().ask(view, "napoleon")
    assert ask is not None
    assert ask.subject == "post your two armies"
    assert len(ask.form) == 21
    assert ask.form[1] == "place N1 S27   # Paris Hill"
    assert presentation().status(view) == "Napoleon, Ney, Wellington and Blücher have still to post"


def test_an_offered_draw_stands_between_the_players() -> None:
    written = {"pieces": {"N1": "W26", "W2": "A14"}, "to_move": "N", "throw": [1, 3, 6], "draw_offers": ["wellington"]}
    view = RULES.view(RULES.decode(written, RULES.settle({})), "napoleon")
    assert presentation().draws(view) == Draws({"wellington": "until your next turn is over"}, ("napoleon",))
    assert presentation().between(view, "napoleon") == ()


def test_an_offer_in_a_game_of_four_stands_until_the_turns_of_both_enemies_are_over() -> None:
    pieces = {"N1": "W26", "Y1": "G27", "W2": "A14", "B1": "S13"}
    written = {"pieces": pieces, "to_move": "N", "throw": [1, 3, 6], "draw_offers": ["blucher"]}
    view = RULES.view(RULES.decode(written, RULES.settle({"mode": "four"})), "ney")
    offers = presentation().draws(view).offers
    assert offers == {"blucher": "until Napoleon's next turn and your next turn are over"}


@pytest.mark.clause("W95-112")
@pytest.mark.parametrize(
    ("armies", "said"),
    [
        ("NW", "corner: Paris and Brussels change places. In"),
        ("NYWB", "corner: Paris and Brussels change places, and so do Versailles and Namur. In"),
        ("NWB", "corner: Paris and Brussels change places, and Blücher goes from Namur to Versailles. In"),
        ("NYB", "corner: Versailles and Namur change places, and Napoleon goes from Paris to Brussels. In"),
    ],
)
def test_children_are_told_of_the_cities_of_their_own_game(armies: str, said: str) -> None:
    assert said in presentation().brief(RULES.settle({"mode": "little", "armies": armies}))


@pytest.mark.clause("W95-R11", "W95-R36", "W95-117", "W95-131")
@pytest.mark.parametrize(
    ("options", "headline", "status", "brief"),
    [
        ({}, "you must play 2 of the 3 dice.", ", 2 dice to play", "The dice must be used as far as they can be"),
        (
            {"oblige": "each"},
            "go on while a die you have left can be played.",
            ", throw 1-3-6",
            "You must go on as long as a die you have left can be played",
        ),
        (
            {"mode": "little"},
            "go on as long as a die you have left brings a piece you have not moved nearer to Brussels.",
            ", throw 1-3-6",
            "nearer to its goal you must go on",
        ),
        (
            {"mode": "little", "lp_oblige": "none"},
            "move as you like, or pass.",
            ", throw 1-3-6",
            "You may move as you like, or not at all.",
        ),
    ],
)
def test_what_must_be_played_is_told_by_the_options_of_the_game(
    options: Json, headline: str, status: str, brief: str
) -> None:
    written = {"pieces": {"N1": "W26", "N2": "M23", "W1": "A14", "W2": "A17"}, "to_move": "N", "throw": [1, 3, 6]}
    if options.get("mode") == "little":
        written["pieces"] |= {"N3": "P26", "W3": "C14"}
    view = RULES.view(RULES.decode(written, RULES.settle(options)), "napoleon")
    ask = presentation().ask(view, "napoleon")
    assert ask is not None
    assert ask.headline.endswith(f": {headline}")
    assert presentation().status(view).endswith(status)
    assert brief in presentation().brief(view["options"])


@pytest.mark.clause("W95-R36")
@pytest.mark.parametrize(("oblige", "passes"), [("forward", False), ("none", True)])
def test_the_help_on_pass_is_that_of_the_childrens_duty(oblige: str, passes: bool) -> None:
    options = RULES.settle({"mode": "little", "lp_oblige": oblige})
    assert ("leaves all dice" in presentation().order_help_in(options)) == passes


@pytest.mark.clause("W95-R07", "W95-R28", "W95-121")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "Equal dice give another throw, and let cavalry halt on the way: strike, and ride home."),
        (
            {"halts": "always"},
            "Equal dice give another throw. Cavalry may halt between its dice: strike, and ride home.",
        ),
        ({"mode": "double"}, "Each army has a turn of its own. A side"),
        ({"mode": "double", "pool": "joint"}, "a turn of its own, in which a player with two may move either. A side"),
        ({"mode": "little"}, "nobody is taken. As long as"),
        ({"mode": "little", "lp_again": "yes"}, "nobody is taken. Equal dice give another throw. As long as"),
    ],
)
def test_the_brief_is_that_of_the_games_own_options(options: Json, said: str) -> None:
    assert said in presentation().brief(RULES.settle(options))


def test_a_chain_of_throws_is_listed_in_the_status() -> None:
    written = {
        "pieces": {"N1": "W26", "W1": "A14"},
        "to_move": "N",
        "throw": [1, 1, 6],
        "chain": [[2, 2, 3], [1, 3, 6]],
    }
    view = RULES.view(RULES.decode(written, RULES.settle({"throws": "chain"})), None)
    assert (
        presentation().status(view)
        == "turn 1, Napoleon to move, throw 1-1-6, then 2-2-3 and 1-3-6, 1 die of the first to play"
    )


@pytest.mark.clause("W95-055", "W95-093")
@pytest.mark.parametrize(
    ("options", "stars"),
    [
        ({}, "its own city"),
        ({"mode": "four"}, "its side's two cities"),
        ({"mode": "four", "own_city": "army"}, "its own city"),
    ],
)
def test_the_brief_says_on_which_stars_no_friend_helps(options: Json, stars: str) -> None:
    assert f"on the stars of {stars} no friend helps it." in presentation().brief(RULES.settle(options))


def test_partners_and_who_of_them_has_resigned_stand_between_the_players() -> None:
    pieces = {"N1": "W26", "Y1": "G27", "W2": "A14", "B1": "S13"}
    written = {"pieces": pieces, "to_move": "N", "throw": [1, 3, 6], "resigned": ["blucher"]}
    position = RULES.decode(written, RULES.settle({"mode": "four"}))
    told = {seat: [each.said for each in presentation().between(RULES.view(position, seat), seat)] for seat in FOUR}
    his = "Wellington plays on unless he does too."
    assert told == {
        "napoleon": ["Ney is your partner.", f"Blücher has resigned; {his}"],
        "ney": ["Napoleon is your partner.", f"Blücher has resigned; {his}"],
        "wellington": ["Blücher is your partner.", "Blücher has resigned; your side plays on unless you do too."],
        "blucher": [
            "Wellington is your partner.",
            "Though you have resigned, your throws stay yours to play.",
        ],
    }


def test_the_choices_are_those_of_the_rules() -> None:
    for position in game({})[2:-1:9]:
        (decision,) = RULES.awaiting(position)
        view = RULES.view(position, decision.seat)
        choices = reach(RULES, view)
        for orders in RULES.legal(position, decision.seat, 300):
            first = orders[0].order
            assert isinstance(first, Move)
            if len(first.legs) == 1 and len(first.legs[0].dice) == 1:
                assert first.legs[0].spot in choices[first.unit][first.legs[0].dice[0]]


@pytest.mark.parametrize(("pool", "letters"), [("separate", "N"), ("joint", "NY")])
def test_the_form_has_both_armies_where_a_throw_may_move_both(pool: str, letters: str) -> None:
    written = {"pieces": {"N1": "S27", "Y1": "G27", "W1": "G13", "B1": "S13"}, "to_move": "N", "throw": [1, 2, 6]}
    view = RULES.view(RULES.decode(written, RULES.settle({"mode": "three", "pool": pool})), "napoleon")
    assert set(reach(RULES, view)) == {f"{letter}1" for letter in letters}


@pytest.mark.parametrize("options", MODES, ids=lambda options: "-".join(map(str, options.values())) or "duel")
def test_moves_as_the_server_tells_them_are_read_back(options: Json) -> None:
    """In the line of an event, in the digest and in the answer to the order."""
    dice, rng, told = SeededDice(b"told"), Random(5), 0
    position = RULES.opening(RULES.settle(options))
    while RULES.outcome(position) is None and told < 60:
        due = {each.seat: RULES.view(position, each.seat) for each in RULES.awaiting(position)}
        orders = {seat: read(presentation().bot(view, seat, rng) or "auto") for seat, view in due.items()}
        result = RULES.adjudicate(position, orders, dice)
        view = RULES.view(result.position, None)
        moves = [event for event in result.events if event.kind == "move"]
        meant = [told_move(event.facts) for event in moves]
        told += len(moves)
        assert [line.order for move in moves for line in read(presentation().say_event(move, view) or "")] == meant
        of_digest = [line for line in presentation().digest(result.events, view) if " (" in line and ": " in line]
        read_back = [line.order for said in of_digest for line in read(said) if isinstance(line.order, Move)]
        assert [order for order in meant if order not in read_back] == []
        for move, order in zip(moves, meant, strict=True):
            assert [line.order for line in read(moved(move.facts))] == [order]
        position = result.position


def told_move(facts: Json) -> Move:
    legs = tuple(Leg(tuple(leg["dice"]), leg["spot"], leg["captured"] or "") for leg in facts["legs"])
    return Move(facts["piece"], legs, facts["from"])


def test_the_robot_wins_where_it_can() -> None:
    """W95-076: N2 can come to the second star of Brussels; other moves would take a piece or bring others nearer."""
    written = {"pieces": {"N1": "B11", "N2": "F11", "N3": "M24", "W1": "M22", "W2": "X25"}, "to_move": "N"}
    position = RULES.decode(written | {"throw": [2, 3, 6]}, RULES.settle({}))
    for seed in range(5):
        text = presentation().bot(RULES.view(position, "napoleon"), "napoleon", Random(seed))
        after = RULES.adjudicate(position, {"napoleon": read(text)}, SeededDice(bytes(32))).position
        assert RULES.outcome(after) == Outcome(("napoleon",), "stars", "W95-076"), text


def test_a_view_in_play_is_a_position() -> None:
    for position in game({"mode": "three"})[2::11]:
        for seat in (None, "napoleon", "blucher"):
            assert RULES.encode(position_of(RULES, RULES.view(position, seat))) == RULES.encode(position)


@pytest.mark.parametrize("options", MODES, ids=lambda options: "-".join(map(str, options.values())) or "duel")
def test_positions_are_as_their_schema_says(options: Json) -> None:
    validator = jsonschema.Draft202012Validator(json_schema(RULES))
    for position in game(options)[::4]:
        validator.validate(RULES.encode(position))
    for wrong in ({"pieces": {"N9": "M20"}}, {"pieces": {"N1": "I20"}}, {"pieces": {}, "speed": 1}, {}):
        assert not validator.is_valid(wrong)


def forces(view: Json, seat: str) -> list[str]:
    """The forces with plain blanks."""
    return [line.replace("\u00a0", " ") for line in presentation().forces(view)]


def test_forces_for_those_who_cannot_see_the_map() -> None:
    written = {
        "pieces": {"N1": "S27", "N2": "S26", "NC": "C12", "W2": "A14"},
        "captured": {"N4": 7},
        "to_move": "N",
        "throw": [1, 3, 6],
    }
    view = RULES.view(RULES.decode(written, RULES.settle({})), "napoleon")
    assert forces(view, "napoleon") == [
        "Napoleon (Paris): N1 S27 (Paris Hill), N2 S26, NC C12 (star of Brussels)",
        "  side by side: N1 and N2",
        "  taken: N3, N4 (turn 7), N5, N6, N7, N8, ND",
        "Wellington (Brussels): W2 A14",
        "  taken: W1, W3, W4, W5, W6, W7, W8, WC, WD",
    ]


def test_forces_while_armies_are_posted() -> None:
    opening = RULES.opening(RULES.settle({}))
    posted = RULES.adjudicate(opening, {"wellington": read("place default")}, SeededDice(bytes(32))).position
    assert forces(RULES.view(posted, "napoleon"), "napoleon") == [
        "Napoleon (Paris): not posted yet",
        "Wellington (Brussels): posted, not shown yet",
    ]
    shown = forces(RULES.view(posted, "wellington"), "wellington")[1]
    assert shown.startswith("Wellington (Brussels): W1 G13 (Brussels Hill), W2 K14")
    assert "W1^" not in presentation().map_text(RULES.view(posted, "napoleon"))
    assert "set-up in" in presentation().map_text(RULES.view(posted, "napoleon"))


@pytest.mark.parametrize("options", MODES[:6], ids=lambda options: "-".join(map(str, options.values())) or "duel")
def test_nothing_is_wider_than_a_mail(options: Json) -> None:
    for position in game(options)[::6]:
        view = RULES.view(position, None)
        assert max(map(len, presentation().map_text(view).split("\n"))) <= 78
        assert len(presentation().status(view)) <= 78 or view["phase"] == "over"


@pytest.mark.parametrize(
    ("word", "seat"),
    [
        ("Napoleon", "napoleon"),
        ("nap", "napoleon"),
        ("N", "napoleon"),
        ("wellington", "wellington"),
        ("W.", "wellington"),
        ("Blücher", "blucher"),
        ("BLUECHER", "blucher"),
        ("blucher", "blucher"),
        ("Brussels", "wellington"),
        ("ney", "ney"),
        ("n e y", None),
        ("", None),
        ("bl", None),
        ("Allies", None),
    ],
)
def test_seats_are_found_by_what_players_call_them(word: str, seat: str | None) -> None:
    seats = ("napoleon", "ney", "wellington", "blucher")
    assert presentation().find_seat(word, seats) == seat


def test_sides_name_a_seat_where_they_have_but_one() -> None:
    assert presentation().find_seat("French", ("napoleon", "wellington")) == "napoleon"
    assert presentation().find_seat("allies", ("napoleon", "wellington")) == "wellington"
    assert presentation().find_seat("ney", ("napoleon", "wellington")) is None
    assert [presentation().seat_title(seat) for seat in ("napoleon", "blucher")] == ["Napoleon", "Blücher"]


def test_every_option_is_explained() -> None:
    options = RULES.options()
    assert list(presentation().option_help) == [option.name for option in options]
    for option in options:
        for value in option.values or ():
            if option.name not in ("order", "lp_again", "armies"):
                assert f"{value}" in presentation().option_help[option.name]


def test_the_examples_of_the_help_are_orders() -> None:
    assert max(map(len, presentation().order_help.split("\n"))) <= 78
    examples = [line[2:27].strip() for line in presentation().order_help.split("\n") if line.startswith("  ")]
    assert len(examples) >= 12
    for example in examples:
        assert [line.order for line in read(example) if line.order is None] == [], example
        assert looks_like_order(example)
