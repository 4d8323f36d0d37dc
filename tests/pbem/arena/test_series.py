"""Series of games: who sits where, that dice are paired, what is counted and printed, and that a series goes on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest
from arenas import series
from click.testing import CliRunner
from click.testing import Result as Ran

from pbem.arena.players import Limits
from pbem.arena.series import Result, counted, play, play_all, seated, seed_of
from pbem.batch.resume import CannotResume
from pbem.cli import main as pbem
from pbem.games.record import verify
from pbem.rulesets import names, presentation
from pbem.rulesets.balance import share


def ran(*words: str) -> Ran:
    return CliRunner().invoke(pbem, ["arena", *words], catch_exceptions=False)


# --- Who sits where -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("waterloo1895", {}),
        ("waterloo1895", {"mode": "four"}),
        ("conflict", {}),
        ("conflict", {"players": "3"}),
        ("conflict", {"players": "4"}),
        ("conflict", {"players": "4", "teams": "opposite"}),
        ("stratego_waterloo", {}),
        ("waterloo_grid", {}),
        ("waterloo_wargame", {}),
    ],
)
def test_each_plays_every_seat_as_often_as_the_other_and_partners_are_played_by_one(ruleset, options):
    words = presentation(ruleset)
    settled = words.rules.settle(options)
    sat: Counter[tuple[str, str]] = Counter()
    for number in range(24):
        seats, swapped = (seated(words, settled, each) for each in (number - number % 2, number | 1))
        assert {seats[seat] + swapped[seat] for seat in seats} <= {"ab", "ba"}
        held = seated(words, settled, number)
        assert set(held.values()) == {"a", "b"}
        view = words.rules.view(words.rules.opening(settled), None)
        for seat, who in held.items():
            assert all(held[partner] == who for partner in words.partners(view | {"seat": seat}, seat))
        sat.update(held.items())
    assert set(sat.values()) == {12}


def test_both_games_of_a_pair_have_the_same_dice_and_no_other_pair_has_them():
    here = series(games=6)
    seeds = [seed_of(here, number) for number in range(6)]
    assert seeds[0::2] == seeds[1::2]
    assert len(set(seeds)) == 3
    assert seed_of(series(seed=8), 0) not in seeds
    (_, one), (_, other) = (play(here, number, Limits(), keep=True) for number in (0, 1))
    thrown = [json.loads(lines[1])["rolls"] for lines in (one, other)]
    assert thrown[0] == thrown[1]
    assert thrown[0] or json.loads(one[2])["rolls"]


def test_a_player_against_itself_has_other_dice_in_every_game():
    here = msgspec.structs.replace(series(games=6), a="recruit", b="recruit")
    assert len({seed_of(here, number) for number in range(6)}) == 6
    lines = [play(here, number, Limits(), keep=True)[1] for number in (0, 1)]
    assert json.loads(lines[0][1]) != json.loads(lines[1][1])


# --- What is played -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", names())
def test_a_game_between_robots_comes_to_its_end_and_its_record_verifies(ruleset):
    options = {"turn_limit": "6"} if ruleset == "waterloo_grid" else {}
    here = series(ruleset, **options)
    result, lines = play(here, 0, Limits(), keep=True)
    found = verify(lines)
    assert found.complete
    assert found.ruleset == ruleset
    assert found.outcome is not None
    assert tuple(found.outcome["winners"]) == result.winners
    assert found.turns == result.entries
    assert result.forfeit == ""


def untimed(results: Iterable[Result]) -> dict[int, Result]:
    """How the games ended, by their numbers, without how long the players thought: that is never twice the same."""
    found = list(results)
    assert all(each.thought["a"].decisions and each.thought["b"].seconds > 0 for each in found)
    return {each.game: msgspec.structs.replace(each, thought={}) for each in found}


def test_the_same_series_gives_the_same_games_whatever_number_of_processes_plays_it():
    alone = untimed(play_all(series(), Limits(), 1, None))
    together = untimed(play_all(series(), Limits(), 2, None))
    assert alone == together
    assert set(alone) == {0, 1, 2, 3}


def test_whoever_plays_for_silent_players_beats_chance():
    tally = counted(
        "conflict",
        ("red", "green"),
        {each.game: each for each in play_all(series(games=10), Limits(), 1, None)},
    )
    assert tally.a_wins > tally.b_wins


# --- What is counted ----------------------------------------------------------------------------------------------


def test_wins_count_by_player_and_by_seat_and_a_win_of_both_is_a_draw():
    seats = {"red": "a", "yellow": "b", "green": "a", "orange": "b"}
    won = [("red", "green"), ("yellow",), (), ("red", "yellow")]
    results = {number: Result(number, seats, winners, "x", 9) for number, winners in enumerate(won)}
    tally = counted("conflict", tuple(seats), results)
    assert (tally.games, tally.a_wins, tally.draws, tally.b_wins) == (4, 1, 2, 1)
    assert msgspec.to_builtins(tally.by_seat["red"]) == {"won": 2, "drawn": 1, "lost": 1}
    assert msgspec.to_builtins(tally.by_seat["orange"]) == {"won": 0, "drawn": 1, "lost": 3}


@pytest.mark.parametrize(
    ("won", "drawn", "games", "expected"),
    [
        # As in Brown, Cai and DasGupta (2001), and by hand for the others.
        (0, 0, 10, (0.0, 0.0, 0.2775)),
        (5, 0, 10, (0.5, 0.2366, 0.7634)),
        (10, 0, 10, (1.0, 0.7225, 1.0)),
        (200, 100, 400, (0.625, 0.5766, 0.6710)),
        (0, 0, 0, (0.5, 0.0, 1.0)),
    ],
)
def test_the_interval_is_wilsons_and_draws_count_half(won, drawn, games, expected):
    found = share(won, drawn, games)
    assert (round(found.share, 4), round(found.low, 4), round(found.high, 4)) == expected


# --- What is kept -------------------------------------------------------------------------------------------------


def test_a_series_that_was_killed_goes_on_where_it_stopped(tmp_path: Path):
    whole = untimed(play_all(series(), Limits(), 1, tmp_path / "whole"))
    begun = play_all(series(), Limits(), 1, tmp_path / "kept")
    next(begun)
    next(begun)
    begun.close()
    games = tmp_path / "kept" / "games.jsonl"
    with games.open("a", encoding="utf-8") as file:
        file.write('{"game": 2, "se')
    before = games.stat().st_ino, (tmp_path / "kept/records/0.jsonl").stat().st_mtime_ns
    after = untimed(play_all(series(), Limits(), 1, tmp_path / "kept"))
    assert after == whole
    assert len(games.read_text(encoding="utf-8").splitlines()) == 4
    assert (games.stat().st_ino, (tmp_path / "kept/records/0.jsonl").stat().st_mtime_ns) == before
    for number in range(4):
        assert verify((tmp_path / f"kept/records/{number}.jsonl").read_text(encoding="utf-8").splitlines()).complete


def test_more_games_can_be_added_and_fewer_looked_at(tmp_path: Path):
    assert len(list(play_all(series(games=2), Limits(), 1, tmp_path))) == 2
    assert [each.game for each in play_all(series(games=4), Limits(), 1, tmp_path)] == [0, 1, 2, 3]
    assert [each.game for each in play_all(series(games=1), Limits(), 1, tmp_path)] == [0]


def test_a_folder_with_another_series_is_left_alone(tmp_path: Path):
    list(play_all(series(games=1), Limits(), 1, tmp_path))
    before = (tmp_path / "games.jsonl").read_bytes()
    with pytest.raises(CannotResume, match="holds another series"):
        list(play_all(series(games=1, seed=8), Limits(), 1, tmp_path))
    assert (tmp_path / "games.jsonl").read_bytes() == before


# --- The command --------------------------------------------------------------------------------------------------


def test_the_counts_are_printed_as_json():
    done = ran("conflict", "--players", "2", "--a", "random", "--b", "random", "--games", "2", "--json")
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert list(told) == ["ruleset", "games", "a_wins", "draws", "b_wins", "by_seat"]
    assert told["games"] == told["a_wins"] + told["draws"] + told["b_wins"] == 2
    assert set(told["by_seat"]) == {"red", "green"}
    assert all(set(fared) == {"won", "drawn", "lost"} for fared in told["by_seat"].values())


def test_the_table_names_players_and_sides_with_their_intervals():
    done = ran("conflict", "--players=2", "--a", "stand-in", "--b", "random", "--games", "2", "--jobs", "1")
    for word in ("stand-in (a)", "random (b)", "Red", "Green", "% (", "Half of the games took"):
        assert word in done.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chess", "--a", "random", "--b", "random"], "chess"),
        (
            ["conflict", "--a", "marshall", "--b", "random"],
            "nobody is called 'marshall': there are random and stand-in",
        ),
        (["conflict", "--a", "./no-such-program", "--b", "random"], "is no program that can be started"),
        (["conflict", "--a", "random", "--b", "random", "--players", "7"], "players"),
        (["conflict", "--a", 'random "', "--b", "random"], "is no command"),
    ],
)
def test_what_cannot_be_played_is_told_in_a_line(words, told):
    done = ran(*words, "--games", "2")
    assert done.exit_code == 2
    assert done.stderr.startswith("pbem: ")
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1
