"""The contract, asked of every rule set of this server and of one that somebody else installed.

What a rule set must answer alike stands here once. What a rule set's own rules say is in its own folder.
"""

from __future__ import annotations

import ast
import json
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, get_args

import jsonschema
import msgspec
import pytest
from inprocess import Server
from sqlalchemy import select

from core.contract import BadOption, BadPosition, Budget, Effect, Event, Level, Outcome, SeatName, Status
from core.dice import SeededDice
from pbem import rulesets
from pbem.batch.answering import answer
from pbem.games.record import verify
from pbem.reports import text
from pbem.reports.turn import GameFacts, turn_report
from pbem.robots import odds, playing
from pbem.rulesets.canonical import NotCanonical, order_in, written_order
from pbem.rulesets.contract import Presentation
from pbem.rulesets.schema import json_schema, key_table
from pbem.store.models import Game

TOYS = str(Path(__file__).parents[1] / "toys")
INSTALLED = "sealed_bids"
HOUSE = [found.name for found in pkgutil.iter_modules(rulesets.__path__) if found.ispkg]
MOVES = (0, 7, 60)  # how far games are played at random before they are looked at


@pytest.fixture(params=[*rulesets.names(), INSTALLED])
def words(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Presentation]:
    """Each rule set in turn; the toy is seen by way of its entry point."""
    monkeypatch.syspath_prepend(TOYS)
    rulesets.forget()
    assert INSTALLED in rulesets.names()
    yield rulesets.presentation(request.param)
    monkeypatch.undo()
    rulesets.forget()


def positions(words: Presentation, seed: int = 1815) -> Iterator[Any]:
    """The opening and positions from random play, each at a moment when somebody is asked."""
    rules = words.rules
    opening = rules.opening(rules.settle({}))
    for moves in MOVES:
        begun = rules.playout(opening, seed, moves).position if moves else opening
        yield rules.adjudicate(begun, {}, SeededDice(bytes([moves]))).position


def on_paper(words: Presentation, position: Any) -> bytes:
    return msgspec.json.encode(words.rules.encode(position), order="sorted")


def asked(words: Presentation) -> Iterator[tuple[Any, SeatName]]:
    """Positions with a seat that owes orders."""
    for position in positions(words):
        for owed in words.rules.awaiting(position):
            yield position, owed.seat


# --- Robots ---------------------------------------------------------------------------------------------------------


def test_what_is_imagined_looks_like_what_is_seen(words: Presentation) -> None:
    rules = words.rules
    for position in positions(words):
        for seat in rules.seats(rules.settle({})):
            view = rules.view(position, seat)
            for seed in (0, 1, 1 << 63):
                assert rules.view(rules.imagine(view, seed), seat) == view


def test_margins_are_those_of_seats_and_of_the_end(words: Presentation) -> None:
    rules = words.rules
    seats = set(rules.seats(rules.settle({})))
    for position in positions(words):
        told = rules.margin(position)
        assert set(told) == seats
        assert all(-1 <= each <= 1 for each in told.values())
        assert abs(sum(told.values())) < 1e-6 * len(seats)
    # Some games go on for ever where nobody plays to win, but for a limit that can be chosen.
    limited = {option.name: 3 for option in rules.options() if option.name == "turn_limit"}
    end = rules.playout(rules.opening(rules.settle(limited)), 1815, 1 << 20).position
    outcome = rules.outcome(end)
    assert outcome is not None
    for seat, margin in rules.margin(end).items():
        assert margin == pytest.approx((1 if seat in outcome.winners else -1) if outcome.winners else 0)


def ways_to_play(words: Presentation) -> Iterator[dict[str, Any]]:
    """Settled options for every number of seats and kind of sides that a rule set has; short games where it can."""
    short = {
        option.name: 60 for option in words.rules.options() if option.name in ("turn_limit", "max_rounds", "turns")
    }
    kinds: list[dict[str, Any]] = [{}, *({"players": count} for count in (3, 4)), {"players": 4, "teams": "opposite"}]
    kinds += [{"mode": mode} for mode in ("four", "three", "double", "little")] + [{"mode": "little", "armies": "NYWB"}]
    for kind in kinds:
        try:
            yield words.rules.settle(short | kind)
        except BadOption:
            continue


def test_a_ranking_has_every_seat_once_winners_first_and_partners_together(words: Presentation) -> None:
    rules = words.rules
    for options in ways_to_play(words):
        seats = rules.seats(options)
        for seed in (1, 2, 3):
            end = rules.playout(rules.opening(options), seed, 1 << 20).position
            outcome = rules.outcome(end)
            assert outcome is not None
            places = rules.ranking(outcome, end)
            assert sorted(seat for place in places for seat in place) == sorted(seats)
            if outcome.winners:
                assert sorted(places[0]) == sorted(outcome.winners)
            if len(seats) == 2:
                assert len(places) == (2 if outcome.winners else 1)
            for place in places:
                for seat in place:
                    partners = words.partners(rules.view(end, seat), seat)
                    assert set(partners) <= set(place)


def test_a_ranking_goes_by_an_outcome_that_somebody_has_decided(words: Presentation) -> None:
    rules = words.rules
    for options in ways_to_play(words):
        position = rules.playout(rules.opening(options), 1815, 7).position
        seats = rules.seats(options)
        if rules.outcome(position) is not None:
            continue
        assert rules.ranking(Outcome((), "agreed", ""), position) == (seats,)
        awarded = Outcome((seats[-1],), "awarded", "")
        assert rules.ranking(awarded, position)[0] == (seats[-1],)
        margin, places = rules.margin(position), rules.ranking(awarded, position)
        told = [round(margin[place[0]], 6) for place in places[1:]]
        assert told == sorted(told, reverse=True)


def test_a_handicap_is_an_option_whose_values_are_ordered(words: Presentation) -> None:
    rules = words.rules
    handicap = rules.handicap
    if handicap is None:
        return
    usual = rules.settle({})
    assert handicap.harder_for in rules.seats(usual)
    assert usual[handicap.option] in handicap.values
    assert all(rules.settle({handicap.option: value})[handicap.option] == value for value in handicap.values)
    measured = {
        handicap.values.index(rules.settle(measure.chosen)[handicap.option]): measure.share_of(
            handicap.harder_for
        ).share
        for measure in words.measured
    }
    shares = [measured[at] for at in sorted(measured)]
    assert len(shares) > 1
    assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize("level", [*Level])
def test_robots_write_orders_that_are_taken_from_what_they_see_alone(words: Presentation, level: Level) -> None:
    rules = words.rules
    for position, seat in asked(words):
        view = rules.view(position, seat)
        orders = rules.robot_orders(view, level, 7)
        mailed = words.read(list(enumerate(playing.orders(words, view, level, 7, Budget.ARENA).split("\n"), start=1)))
        assert rules.check(position, seat, mailed).effect is not Effect.NOTHING
        assert [line.order for line in orders] == [line.order for line in rules.robot_orders(view, level, 7)]


def test_odds_hang_on_the_view_and_the_orders_alone(words: Presentation) -> None:
    for position, seat in asked(words):
        view = words.rules.view(position, seat)
        orders = words.rules.robot_orders(view, Level.RECRUIT, 7)
        told = odds.of(words, view, orders, deep=True, count=20)
        unseen = words.rules.view(words.rules.imagine(view, 99), seat)
        assert odds.of(words, unseen, orders, deep=True, count=20) == told
        assert told.share is not None
        assert 0 <= told.share <= 1
        assert all(len(line) <= 400 for line in told.told)


# --- Options and positions ------------------------------------------------------------------------------------------


def test_every_option_has_its_meaning_and_its_default_is_a_value(words: Presentation) -> None:
    rules = words.rules
    settled = rules.settle({})
    assert list(settled) == [option.name for option in rules.options()] == list(words.option_help)
    assert rules.settle(settled) == settled
    for option in rules.options():
        assert option.values is None or option.default in option.values
        assert option.clause


def test_what_encode_writes_the_schema_takes_and_decode_gives_back(words: Presentation) -> None:
    rules, schema = words.rules, json_schema(words.rules)
    jsonschema.Draft202012Validator.check_schema(schema)
    for position in positions(words):
        data = json.loads(on_paper(words, position))
        jsonschema.validate(data, schema)
        again = rules.decode(data, rules.settle({}))
        assert (again, on_paper(words, again)) == (position, on_paper(words, position))


def test_what_the_schema_refuses_decode_refuses(words: Presentation) -> None:
    """Mutations of a position from a seed: where the schema says no, so does decode, and never with another error."""
    rules, rng = words.rules, Random(1815)
    schema = jsonschema.Draft202012Validator(json_schema(rules))
    refused = 0
    for position in positions(words):
        for _ in range(60):
            data = mutated(json.loads(on_paper(words, position)), rng)
            try:
                rules.decode(msgspec.json.encode(data), rules.settle({}))
            except (BadPosition, msgspec.ValidationError):
                refused += 1
            else:
                assert schema.is_valid(data), (data, next(schema.iter_errors(data)).message)
    assert refused > 20


def mutated(data: Any, rng: Random) -> Any:
    """The data with one value somewhere in it made another, or one key added."""
    odd = (-1, 10**9, 1.5, "?", None, [], {}, True, ["x"], {"x": 1})
    if isinstance(data, dict) and data and rng.random() < 0.9:
        key = rng.choice(sorted(data))
        return {**data, key: mutated(data[key], rng)} if rng.random() < 0.9 else {**data, "unheard": 1}
    if isinstance(data, list) and data and rng.random() < 0.7:
        place = rng.randrange(len(data))
        return [*data[:place], mutated(data[place], rng), *data[place + 1 :]]
    return rng.choice(odd)


def test_every_key_of_a_position_is_explained(words: Presentation) -> None:
    rows = [line.split("|") for line in key_table(words.rules) if line.startswith("| `")]
    assert rows
    assert [row[1] for row in rows if not row[4].strip()] == []


# --- Views ----------------------------------------------------------------------------------------------------------


def test_a_view_names_who_looks_and_the_options_and_is_json(words: Presentation) -> None:
    rules = words.rules
    for position in positions(words):
        for seat in (None, *rules.seats(rules.settle({}))):
            view = rules.view(position, seat)
            assert (view["seat"], view["options"]) == (seat, rules.settle({}))
            assert json.loads(msgspec.json.encode(view)).keys() == view.keys()


def test_a_report_is_the_same_whether_or_not_it_was_handed_what_its_reader_may_not_know(words: Presentation) -> None:
    """No event for other eyes may leave a trace in a report: it is written again without them, and is equal."""
    rules, private = words.rules, 0
    for position, _ in asked(words):
        orders = {
            owed.seat: rules.random_orders(position, owed.seat, index)
            for index, owed in enumerate(rules.awaiting(position))
        }
        after = rules.adjudicate(position, orders, SeededDice(b"leak"), due=True)
        for seat in rules.seats(rules.settle({})):
            open_to = [event for event in after.events if event.seen_by is None or seat in event.seen_by]
            private += len(after.events) - len(open_to)
            assert written(words, after.position, seat, after.events) == written(words, after.position, seat, open_to)
    if words.name in (INSTALLED, "stratego_waterloo"):
        assert private, "these have secrets, so some event was for other eyes"


def written(words: Presentation, position: Any, seat: SeatName, events: Any) -> str:
    facts = GameFacts("g1", words.rules.version, outcome=words.rules.outcome(position))
    return text.write(turn_report(words, facts, words.rules.view(position, seat), seat, tuple[Event, ...](events)))


def test_what_conditions_can_name_is_told_by_the_view_alone(words: Presentation) -> None:
    """From a view that has been in a mail too; every place that is told has a name, and names are in small letters."""
    for position, seat in asked(words):
        view = words.rules.view(position, seat)
        found = words.whereabouts(view, seat)
        assert found == words.whereabouts(json.loads(msgspec.json.encode(view)), json.loads(json.dumps(seat)))
        here = frozenset[str]().union(*found.places.values())
        assert found.enemy <= here
        assert all(places <= here for places in found.pieces.values())
        assert all(name == name.strip().lower() for name in (*found.pieces, *found.places, *here))
        assert words.name not in HOUSE or (found.pieces and found.places)


# --- Orders ---------------------------------------------------------------------------------------------------------


def test_legal_orders_are_accepted_and_read_back_from_their_text(words: Presentation) -> None:
    rules = words.rules
    for position, seat in asked(words):
        for orders in [*rules.legal(position, seat, 5), rules.random_orders(position, seat, 3)]:
            assert {verdict.status for verdict in rules.check(position, seat, orders).verdicts} <= {Status.OK}
            mailed = "\n".join(line.text for line in orders)
            read = words.read(list(enumerate(mailed.split("\n"), start=1)))
            assert [line.order for line in read] == [line.order for line in orders]


def test_canonical_text_is_read_as_the_order_it_was_written_for(words: Presentation) -> None:
    """Along games played at random, and for everything that players are told to type or were recorded typing."""
    for order in orders_seen(words):
        text = words.text_of(order)
        assert order_in(words, text) == order, text
        assert words.text_of(order_in(words, text)) == text
        # Whatever stands around it in a record or a mail, the text says the same.
        assert order_in(words, text) in orders_in(words, ["", "# a remark", *text.split("\n"), "  "])


def test_every_kind_of_order_has_a_canonical_text(words: Presentation) -> None:
    """An order of each kind that a rule set knows is among those of the test above."""
    assert kinds_of_orders(words) <= {type(order) for order in orders_seen(words)}


def test_what_is_not_one_order_is_not_taken_for_canonical_text(words: Presentation) -> None:
    resign = next(order for order in orders_in(words, ["resign"]))
    for said in ("", "# nothing", "xyzzy 99 plugh", f"{words.text_of(resign)}\n{words.text_of(resign)}"):
        with pytest.raises(NotCanonical):
            order_in(words, said)
    assert written_order(words, resign) == words.text_of(resign)


def orders_seen(words: Presentation) -> list[Any]:
    """Orders of every kind, each once: of games, of the help, of golden games, and of what is tried on the grammar."""
    tried = Path(__file__).parent / words.name / "words" / "test_grammar.py"
    nodes = ast.walk(ast.parse(tried.read_text(encoding="utf-8"))) if tried.exists() else ()
    typed = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    texts = [*typed, *said_in_help(words)]
    found = [order for text in texts for order in orders_in(words, text.split("\n"))]
    seen = [*found, *orders_recorded(words), *orders_along_games(words)]
    return list({(type(order), msgspec.json.encode(order)): order for order in seen}.values())


def orders_in(words: Presentation, lines: list[str]) -> list[Any]:
    return [line.order for line in words.read(list(enumerate(lines, start=1))) if line.order is not None]


def orders_along_games(words: Presentation) -> Iterator[Any]:
    rules = words.rules
    for seed in range(12):
        for position in positions(words, seed):
            for owed in rules.awaiting(position):
                sets = [*rules.legal(position, owed.seat, 40), rules.random_orders(position, owed.seat, seed)]
                yield from (line.order for orders in sets for line in orders)
                mailed = words.bot(rules.view(position, owed.seat), owed.seat, Random(seed))
                yield from orders_in(words, mailed.split("\n"))


def said_in_help(words: Presentation) -> list[str]:
    """What players are told to type, without what stands beside it; ways to say the same each on a line of its own."""
    column = [re.sub(r"\s{2,}(?=\S).*", "", line.strip()) for line in words.order_help.split("\n")]
    parts = [part for line in column for part in re.split(r"[,;] (?=[a-z])", line)]
    return [line for line in dict.fromkeys([*column, *parts]) if line.strip(" .")]


def orders_recorded(words: Presentation) -> Iterator[Any]:
    """What was typed in the golden games."""
    for path in sorted(Path(__file__).parent.glob(f"{words.name}/golden/*.jsonl")):
        for entry in map(msgspec.json.decode, path.read_bytes().splitlines()):
            for mailed in entry.get("orders", {}).values():
                yield from orders_in(words, mailed.split("\n"))


def kinds_of_orders(words: Presentation) -> set[type]:
    """The kinds of orders that a rule set's `Order` names."""
    found = import_module(f"{type(words.rules).__module__.rpartition('.')[0]}.orders") if words.name in HOUSE else None
    return set(get_args(found.Order)) if found is not None else set()


def test_adjudication_changes_no_position_and_repeats_itself(words: Presentation) -> None:
    rules = words.rules
    for position, seat in asked(words):
        before, orders = on_paper(words, position), {seat: rules.random_orders(position, seat, 5)}
        one, again = (rules.adjudicate(position, orders, SeededDice(b"d")) for _ in range(2))
        assert on_paper(words, position) == before
        assert (one.events, one.verdicts, on_paper(words, one.position)) == (
            again.events,
            again.verdicts,
            on_paper(words, again.position),
        )


def test_nonsense_is_refused_and_plays_nothing(words: Presentation) -> None:
    rules = words.rules
    for position, seat in asked(words):
        checked = rules.check(position, seat, words.read([(1, "xyzzy 99 plugh"), (2, "\x00")]))
        assert checked.effect is Effect.NOTHING
        assert all(words.say_verdict(verdict, None, rules.view(position, seat)).text for verdict in checked.verdicts)


# --- Batch, and whole games by mail ---------------------------------------------------------------------------------


def test_a_batch_answers_as_the_rules_do(words: Presentation) -> None:
    rules = words.rules
    for position, seat in asked(words):
        orders = rules.random_orders(position, seat, 7)
        mailed = "\n".join(line.text for line in orders)
        told = answer(
            {
                "id": "1",
                "ruleset": words.name,
                "position": rules.encode(position),
                "orders": {seat: mailed},
                "dice": {"seed": "07", "turn": 1},
            }
        )
        read = words.read(list(enumerate(mailed.split("\n"), start=1)))
        after = rules.adjudicate(position, {seat: read}, SeededDice(b"\x07", turn=1))
        assert told["position"] == json.loads(on_paper(words, after.position))
        assert [event["event"] for event in told["events"]] == [event.kind for event in after.events]
        assert told["refused"] == []


def test_dice_in_a_batch_may_be_scripted(words: Presentation) -> None:
    """What throws dice is an error without any, and goes with the dice that fell as it does with their seed."""
    thrown = 0
    for index, position in enumerate(at for seed in range(8) for at in positions(words, seed)):
        orders = {owed.seat: random_text(words, position, owed.seat, index) for owed in words.rules.awaiting(position)}
        asking = {"id": "1", "ruleset": words.name, "position": words.rules.encode(position), "orders": orders}
        seeded = answer({**asking, "dice": {"seed": "07", "turn": 1}})
        if seeded["rolled"]:
            thrown += 1
            assert answer({**asking, "dice": []})["error"]["code"] == "dice_exhausted"
            assert answer({**asking, "dice": seeded["rolled"]}) == seeded
    assert thrown or words.name not in (*HOUSE, INSTALLED), "these throw dice"


def random_text(words: Presentation, position: Any, seat: SeatName, seed: int) -> str:
    return "\n".join(line.text for line in words.rules.random_orders(position, seat, seed))


def test_a_game_by_mail_leaves_a_record_that_verifies(words: Presentation, tmp_path: Path) -> None:
    """Some turns by mail between robots, until one gives up; the record that the last report brings holds."""
    server, players = Server(tmp_path, seed_key="contract"), ["ada@example.org", "ben@example.org"]
    rules, rng = words.rules, Random(3)
    seats = rules.seats(rules.settle({}))
    people = [*players, *(f"player{number}@example.org" for number in range(2, len(seats)))][: len(seats)]
    server.enrol(*people)
    server.mail(people[0], f"NEW {words.name}")
    for player in people[1:]:
        server.mail(player, f"JOIN {name_of_game(server)}")
    for _ in range(3):
        for player in people:
            mail = server.latest(player)
            view = attached_view(mail)
            if view is not None and words.ask(view, view["seat"]) is not None:
                server.reply(mail, words.bot(view, view["seat"], rng))
    server.reply(server.latest(people[0]), "resign")
    if words.binding:
        server.reply(server.latest(people[0]), "YES")
    # Where all write at the same time, who gives up does so when the turn is carried out.
    for player in people[1:]:
        mail = server.latest(player)
        view = attached_view(mail)
        if view is not None and words.ask(view, view["seat"]) is not None:
            server.reply(mail, words.bot(view, view["seat"], rng))
    record = next(
        part.get_payload(decode=True)
        for mail in reversed(server.box(people[1]))  # behind it may come the film of the game
        for part in mail.walk()
        if (part.get_filename() or "").endswith(".jsonl")
    )
    assert isinstance(record, bytes)
    assert verify(record.decode().splitlines()).turns > 1


def name_of_game(server: Server) -> str:
    with server.store.reading() as session:
        return session.scalars(select(Game.name)).one()


def attached_view(mail: Any) -> Any:
    for part in mail.walk():
        if (part.get_filename() or "").endswith(".json"):
            return json.loads(part.get_payload(decode=True))
    return None
