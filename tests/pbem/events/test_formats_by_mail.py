"""Every format by mail, from ENTER to the final table, with what is its own: byes, third games, challenges, tables."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from cups_by_mail import (
    HOURS,
    TD,
    about_cup,
    address,
    check_in,
    director_writes,
    event_file,
    file_of,
    games,
    held,
    mail_about,
    plain,
    play,
    play_by_programs,
    starts_in,
    state_of,
    table_rows,
)
from inprocess import subject_of, text_of
from pydantic import SecretStr

from pbem.events import scoring
from pbem.events.contract import How
from pbem.events.record import Verification, verify

NAMES = ("ada", "ben", "cy", "dan", "eve", "fay", "gus")
ADA, BEN, CY, DAN, EVE, FAY, GUS = PLAYERS = tuple(map(address, NAMES))
STRENGTH = {player: 9 - at for at, player in enumerate(PLAYERS)}
EVEN = {"rounds": 1, "ties": "nobody"}  # as many bid draws a game


@pytest.fixture
def club(server, sealed_bids):
    """Seven players, and a director who is a host."""
    server.enrol(*PLAYERS, TD)
    server.settings.hosts.append(TD)
    server.settings.seed_key = SecretStr("the same lots each time")
    return server


def opened(server, *players: str, **keys: object) -> None:
    """An event that a director has made and opened by mail, and these players have entered by mail."""
    assert "cup is made" in plain(director_writes(server, f"TD new\n{event_file(**keys)}"))
    assert "takes entries" in plain(director_writes(server, "TD open cup"))
    for player in players:
        assert any("you are in cup" in plain(mail) for mail in server.mail(player, "ENTER cup"))


def begun(server, *players: str, order: str = "bid 1", **keys: object) -> None:
    """The same for a format that has a day on which it begins, up to that day."""
    opened(server, *players, **{"least": len(players), "most": len(players), "start": starts_in(server), **keys})
    check_in(server, *players, order=order)


def play_to_the_end(server, strength=STRENGTH) -> None:
    while state_of(server) == "running":
        before = held(server).head
        play(server, strength)
        assert held(server).head != before, "the event stands still"


def ended(server, *players: str) -> tuple[Verification, list[str]]:
    """What the record says that everybody has been mailed with the final table, and the order of that table."""
    assert state_of(server) == "over"
    for player in players:
        last = mail_about(server, player, "it is over")
        assert all(len(line) <= 78 for line in text_of(last).split("\n") if not line.startswith("::"))
    found = verify(file_of(last, "cup.jsonl").splitlines())
    assert found.complete
    assert found.drawn_again in (0, found.rounds)
    called = held(server)
    return found, [called.called(row["entrant"]) for row in found.standings[-1]["rows"]]


def called(server) -> dict[str, str]:
    return held(server).names()


def met_in(server, round_: int) -> set[frozenset[str]]:
    """Who met whom in a round."""
    names, state = called(server), held(server).state
    return {frozenset(names[name] for name in met.entrants) for met in state.encounters if met.round == round_}


# --- Pools and a final ------------------------------------------------------------------------------------------------


def test_two_pools_and_a_final(club):
    begun(club, *PLAYERS[:6], format="pools", unit="match", settings={"pool": 3})
    letter = text_of(mail_about(club, ADA, "round 1"))
    assert "Pool A" in letter
    assert "4 games, each match with sides swapped" in letter
    assert len(games(club)) == 2 * 3 * 2, "in a pool of three everybody meets everybody, twice, at once"
    play(club, STRENGTH)
    winners = {called(club)[each["rows"][0]["entrant"]] for each in _tables(club)[:2]}
    assert "ada" in winners
    assert met_in(club, 2) == {frozenset(winners)}, "the first of each pool meet in the final"
    for player in PLAYERS[:6]:
        told = [said for said in about_cup(club, player) if "round 2" in said]
        assert bool(told) == (player.partition("@")[0] in winners)
    play_to_the_end(club)
    found, order = ended(club, *PLAYERS[:6])
    assert order[0] == "ada"
    assert found.standings[-1]["group"] == "Final"
    assert found.results == 12 + 2
    [stands] = club.mail(FAY, "STANDINGS cup")
    assert all(heading in text_of(stands) for heading in ("Pool A", "Pool B", "Final"))


def _tables(server) -> list[dict]:
    from pbem.events import course

    found = held(server)
    return course.standings_rows(found.state, found.draw)


# --- Round robin ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_round_robin_of_five(club):
    begun(club, *PLAYERS[:5], format="round-robin", unit="single")
    rests = []
    for number in range(1, 6):
        assert f"[cup] round {number}" in " ".join(about_cup(club, TD) + about_cup(club, ADA) + about_cup(club, BEN))
        playing = {name for pair in met_in(club, number) for name in pair}
        rests += [name for name in NAMES[:5] if name not in playing]
        play(club, STRENGTH)
    found, order = ended(club, *PLAYERS[:5])
    assert sorted(rests) == sorted(NAMES[:5]), "an odd number rests in turn"
    assert order == list(NAMES[:5])
    pairs = [pair for number in range(1, 6) for pair in met_in(club, number)]
    assert sorted(map(sorted, pairs)) == [list(pair) for pair in combinations(NAMES[:5], 2)]
    assert found.results == 10


def test_a_double_round_robin_changes_sides(club):
    begun(club, *PLAYERS[:3], format="round-robin", unit="single", settings={"double": True})
    play_to_the_end(club)
    found, order = ended(club, *PLAYERS[:3])
    assert order == ["ada", "ben", "cy"]
    assert (found.rounds, found.results) == (6, 6)
    seats = Counter(tuple(each.seats.values()) for met in held(club).state.encounters for each in met.sittings)
    assert len(seats) == 6
    assert set(seats.values()) == {1}


# --- Knock-out --------------------------------------------------------------------------------------------------------


def test_a_knock_out_with_a_bye_and_a_third_place(club):
    begun(club, *PLAYERS[:5], format="knock-out", settings={"third_place": True}, unit="single")
    byes = [player for player in PLAYERS[:5] if "bye" in about_cup(club, player)[-1]]
    assert len(byes) == 3, "so that four are left after the first round"
    play_to_the_end(club)
    found, order = ended(club, *PLAYERS[:5])
    assert order[0] == "ada"
    assert found.rounds == 3
    groups = {met.group for met in held(club).state.encounters}
    assert {"Semi-finals", "Final", "Third place"} <= groups


@pytest.mark.slow
def test_a_drawn_match_is_decided_by_a_third_game(club):
    begun(club, *PLAYERS[:4], format="knock-out", options=EVEN, unit="match")
    play(club, dict.fromkeys(PLAYERS, 3))  # everybody bids the same: both matches are drawn
    assert len(games(club)) == 2, "a third game for each of them"
    assert {met.group for met in held(club).state.encounters if met.round == 2} == {"Play-off"}
    play(club, STRENGTH)
    play(club, STRENGTH)
    found, order = ended(club, *PLAYERS[:4])
    assert order[0] == "ada"
    assert found.results == 4 + 2 + 2


@pytest.mark.slow
def test_with_a_second_chance_only_who_has_lost_twice_is_out(club):
    begun(club, *PLAYERS[:4], format="knock-out", unit="single", settings={"second_chance": True})
    # Ada loses her first game, comes back through the second chance, and beats who had lost nothing twice.
    first = next(pair for pair in met_in(club, 1) if "ada" in pair)
    beaten_by = next(name for name in first if name != "ada")
    play(club, STRENGTH | {ADA: 1, address(beaten_by): 8})
    assert state_of(club) == "running"
    play_to_the_end(club)
    _, order = ended(club, *PLAYERS[:4])
    assert order[0] == "ada"
    finals = [met for met in held(club).state.encounters if met.group == "Final"]
    assert len(finals) == 2, "who came through the second chance has to win the final twice"
    losses = Counter(
        name for result in held(club).state.results for name in (result.places[1] if len(result.places) > 1 else ())
    )
    assert all(losses[name] == 2 for name, what in called(club).items() if what != "ada")


# --- Ladder -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def ladder(club):
    """A ladder that five have entered, one after the other."""
    opened(club, *PLAYERS[:5], format="ladder", unit="single", least=2, most=8)
    return club


def rungs(server) -> list[str]:
    """The ladder from the top, as STANDINGS mails it."""
    [stands] = server.mail(GUS, "STANDINGS cup")
    rows = table_rows(text_of(stands).partition("Who has met whom")[0])
    return sorted(rows, key=lambda name: int(rows[name][0]))


def test_a_ladder_is_climbed_by_challenges(ladder):
    before = rungs(ladder)
    assert set(before[:2]) == {"ada", "ben"}
    assert before[2:] == ["cy", "dan", "eve"], "who joins later stands below"
    top, eve = before[0], before[4]
    [refused] = ladder.mail(EVE, f"CHALLENGE {top} IN cup")
    assert "up to 3 rungs above you, and it is 4" in plain(refused)
    [refused] = ladder.mail(CY, "CHALLENGE eve IN cup")
    assert "you can challenge only who stands above you" in plain(refused)
    [refused] = ladder.mail(GUS, "CHALLENGE cy IN cup")
    assert "you are not on cup" in plain(refused)
    [refused] = ladder.mail(EVE, "CHALLENGE zoe IN cup")
    assert 'nobody in cup is called "zoe"' in plain(refused)
    assert not games(ladder)
    told = ladder.mail(EVE, "CHALLENGE cy IN cup")
    assert any("you have challenged cy" in plain(mail) for mail in told)
    assert "you meet eve" in subject_of(mail_about(ladder, CY, "round 1"))
    [refused] = ladder.mail(EVE, "CHALLENGE dan IN cup")
    assert "you have a challenge under way" in plain(refused)
    [refused] = ladder.mail(DAN, "CHALLENGE cy IN cup")
    assert "whom you challenge has a challenge under way" in plain(refused)
    play(ladder, {EVE: 9, CY: 2})
    assert rungs(ladder) == [*before[:2], eve, "cy", "dan"], "who wins takes the rung, and all between move down"
    ladder.mail(DAN, "CHALLENGE eve IN cup")
    play(ladder, {EVE: 9, DAN: 2})
    assert rungs(ladder) == [*before[:2], eve, "cy", "dan"], "who loses changes nothing"


def test_idle_rungs_fall_and_the_director_ends_the_ladder(ladder):
    before = rungs(ladder)
    ladder.mail(EVE, "CHALLENGE dan IN cup")
    ladder.hours_pass(20 * HOURS)
    ladder.work()
    play(ladder, {EVE: 2, DAN: 9})
    ladder.hours_pass(11 * HOURS)
    ladder.work()
    after = rungs(ladder)
    fallen = "who has not played for thirty days has fallen a rung, though nothing else has happened since"
    assert after == ["dan", *before[:3], "eve"], fallen
    # What STANDINGS tells is what a challenge goes by.
    [refused] = ladder.mail(address(after[4]), f"CHALLENGE {after[0]} IN cup")
    assert "and it is 4" in plain(refused)
    done = director_writes(ladder, "TD close cup\nWHY the season is over")
    assert "cup is over" in plain(done)
    _, order = ended(ladder, *PLAYERS[:5])
    assert order == after


def test_who_leaves_a_ladder_leaves_his_rung(ladder):
    before = rungs(ladder)
    ladder.mail(EVE, "CHALLENGE cy IN cup")
    left = ladder.mail(CY, "WITHDRAW cup BECAUSE I move house")
    assert any("you have left cup" in plain(mail) for mail in left)
    assert rungs(ladder) == [*before[:2], "eve", "dan"] or "cy" not in rungs(ladder)
    assert not games(ladder), "the game that went on is lost"
    [refused] = ladder.mail(DAN, "CHALLENGE cy IN cup")
    assert "whom you challenge stands on no rung" in plain(refused)


# --- Tables -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "points"), [(3, Fraction(9, 2)), pytest.param(4, Fraction(5), marks=pytest.mark.slow)]
)
def test_a_table_has_as_many_games_as_seats_and_everybody_sits_everywhere(club, seats, points):
    players = PLAYERS[:seats]
    opened(
        club,
        *players,
        ruleset="conflict",
        format="mini-cup",
        unit="table",
        least=seats,
        most=seats,
        options={"players": seats, "turn_limit": 2},
    )
    sat = {(seat.player.address, seat.name) for game in games(club) for seat in game.seats}
    assert len(games(club)) == seats
    assert len(sat) == seats * seats, "everybody sits on every seat once"
    assert f"in {seats} games" in plain(mail_about(club, ADA, "round 1"))
    play_by_programs(club, "conflict")
    found, order = ended(club, *players)
    assert found.results == seats
    assert sorted(order) == sorted(NAMES[:seats])
    given = scoring.totals(held(club).state)
    assert sum(given.values()) == seats * points, "each game gives all its points, shared where a place is"


@pytest.mark.slow
def test_partners_change_until_each_has_partnered_each_on_both_sides(club):
    players = PLAYERS[:4]
    options = {"mode": "four", "max_rounds": 1}
    opened(club, *players, ruleset="waterloo1895", format="mini-cup", unit="table", least=4, most=4, options=options)
    plan = held(club).plan
    partners: Counter[tuple[str, ...]] = Counter()
    for game in games(club):
        who = {seat.name: seat.player.name for seat in game.seats}
        for at, side in enumerate(plan.sides):
            partners[(*sorted(who[seat] for seat in side), str(at))] += 1
    assert len(games(club)) == 6
    assert partners == Counter((*pair, side) for pair in combinations(sorted(NAMES[:4]), 2) for side in "01")
    play_by_programs(club, "waterloo1895")
    found, _ = ended(club, *players)
    assert found.results == 6
    assert sum(scoring.totals(held(club).state).values()) == 6 * 4, "two points a game for each of a side, or one"


# --- A robot for a bye ------------------------------------------------------------------------------------------------


def test_a_robot_plays_who_would_have_a_bye_and_stands_in_no_table(club):
    begun(club, *PLAYERS[:5], format="swiss", unit="single", bye="recruit", settings={"rounds": 3})
    meets = [player for player in PLAYERS[:5] if "you meet recruit (robot)" in about_cup(club, player)[-1]]
    assert len(meets) == 1, "nobody has a bye"
    assert len(games(club)) == 3
    assert "counts as if you had won" not in plain(mail_about(club, meets[0], "round 1"))
    play_to_the_end(club)
    found, order = ended(club, *PLAYERS[:5])
    assert sorted(order) == sorted(NAMES[:5]), "the robot stands in no table"
    assert (found.entrants, found.results) == (5, 9)
    names = called(club)
    against = [names[name] for met in held(club).state.encounters for name in met.entrants if _meets_robot(names, met)]
    people = [name for name in against if "robot" not in name]
    assert len(people) == len(set(people)) == 3, "nobody plays it twice"


def _meets_robot(names, met) -> bool:
    return any("robot" in names[name] for name in met.entrants)


# --- Who times out ----------------------------------------------------------------------------------------------------


def test_who_times_out_is_barred_and_redeems_himself_by_finishing(club):
    opened(club, ADA, BEN, CY)
    play(club, STRENGTH, but=(CY,))
    club.hours_pass(32 * HOURS)
    club.work()
    assert state_of(club) == "over"
    assert {result.how for result in held(club).state.results} == {How.PLAYED, How.TIME}
    for made in ("next", "third"):
        director_writes(club, f"TD new\n{event_file(event=made, title='Another')}")
        director_writes(club, f"TD open {made}")
    [refused] = club.mail(CY, "ENTER next")
    assert "you have lost a game of an event on time, and cannot enter until" in plain(refused)
    assert held(club, "next").rows == {}
    [entered] = club.mail(ADA, "ENTER next")
    assert "you are in next" in plain(entered), "whoever played in time is not barred"
    # A game of his brought to its end redeems him.
    club.mail(CY, "NEW sealed_bids rounds=1")
    name = games(club, "forming")[-1].name
    club.mail(BEN, f"JOIN {name}")
    club.hours_pass(HOURS)
    play(club, STRENGTH)
    assert name in [game.name for game in games(club, "over")]
    [entered] = club.mail(CY, "ENTER next")
    assert "you are in next" in plain(entered)


# --- Reserves ---------------------------------------------------------------------------------------------------------


def test_the_director_replaces_before_the_second_round_and_not_after_it(club):
    opened(club, *PLAYERS[:4], format="swiss", settings={"rounds": 2}, least=4, most=4, start=starts_in(club))
    for player in (EVE, FAY):
        assert "reserve" in plain(club.mail(player, "ENTER cup")[0])
    check_in(club, *PLAYERS[:6])
    done = director_writes(club, "TD replace cup ada BY eve\nWHY ada has written that she is ill")
    assert "eve plays in the place of ada" in plain(done)
    assert "another plays in your place" in about_cup(club, ADA)[-1]
    assert "you are in, and play" in " ".join(about_cup(club, EVE))
    sat = [seat.player.name for game in games(club) for seat in game.seats]
    assert sorted(sat) == ["ben", "cy", "dan", "eve"]
    play(club, STRENGTH)
    assert held(club).state.round == 2
    before = held(club).head
    refused = director_writes(club, "TD replace cup ben BY fay\nWHY ben is ill too")
    assert "before the second round alone" in plain(refused)
    assert held(club).head == before
    play_to_the_end(club)
    _, order = ended(club, BEN, CY, DAN, EVE)
    assert "ada" not in order
    assert order[0] == "ben"
