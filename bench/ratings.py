"""Measures the ratings (docs/ratings.md): how long reckoning them anew takes, whether they find what was put in, and
how they foresee games beside Elo and Glicko-2, which know no sides.

    python bench/ratings.py rebuild                     10,000 players, 100,000 games, in a database of its own
    python bench/ratings.py synthetic                   200 players, 100 games each; needs `pip install glicko2`
    python bench/ratings.py robots [--games 60]         the robots of two rule sets with uneven sides, in the arena

Of Elo the K that foresees best is taken, in hindsight, from those that are in use. Glicko-2 rates in periods, as it
asks for: one of ten rounds among players, one of a hundred games among robots.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import combinations_with_replacement
from math import exp, log, pi, sqrt
from pathlib import Path
from random import Random
from typing import Protocol

import msgspec
from openskill.models import ThurstoneMostellerFull, ThurstoneMostellerFullRating
from sqlalchemy import func, insert, select

from core.contract import Level, Outcome
from pbem.arena.players import Limits
from pbem.arena.series import Series, play_all
from pbem.config import Settings
from pbem.games.finish import Finish
from pbem.ratings import keeping
from pbem.ratings.reckoning import End, Key, Reckoning
from pbem.ratings.scale import BETA, LEARNING, MU, SIGMA, share
from pbem.rulesets import presentation
from pbem.runtime.context import Context
from pbem.runtime.notifier import NO_REDIS, Notifier
from pbem.store import Store
from pbem.store.models import Game, Participant, Player, RatedPlayer, Rating, RecordEntry

FIRST, SECOND = "first", "second"
DAY = datetime(2026, 1, 1, tzinfo=UTC)
DRAWN = 0.1  # of the games between equals
KS = (16.0, 24.0, 32.0, 48.0)
LEAST = 1e-9


class Played(msgspec.Struct, frozen=True):
    """A game: who had the first side and who the second, what the first has got of the point, and in which round."""

    first: str
    second: str
    points: float
    round: int = 0


# --- Foreseeing ---------------------------------------------------------------------------------------------------


class Foresees(Protocol):
    def expected(self, game: Played) -> float: ...

    def learn(self, game: Played) -> None: ...


class Ours:
    """The ratings of this server."""

    def __init__(self) -> None:
        self.reckoning, self._count = Reckoning(), 0

    def expected(self, game: Played) -> float:
        keys = [Key("bench", "", "player", who) for who in (game.first, game.second)]
        keys += [Key("bench", "", "side", side) for side in (FIRST, SECOND)]
        first, second, one, other = map(self.reckoning.known, keys)
        variance = sum(each.sigma**2 for each in (first, second, one, other))
        return share(first.mu + one.mu - second.mu - other.mu, variance)

    def learn(self, game: Played) -> None:
        self._count += 1
        places = {1.0: ((FIRST,), (SECOND,)), 0.0: ((SECOND,), (FIRST,)), 0.5: ((FIRST, SECOND),)}[game.points]
        told = {FIRST: game.first, SECOND: game.second}
        at = f"{DAY + timedelta(minutes=self._count):%Y-%m-%dT%H:%M:%SZ}"
        finish = Finish(at, at, "bench", "", "", ((FIRST,), (SECOND,)), told, places, ())
        # Whoever is called by a number is rated under it.
        self.reckoning.weigh(End(Outcome((), "", ""), finish), lambda who: who)  # type: ignore[arg-type,return-value]


class WithoutSides:
    """The same model, as it is used where nobody thinks of sides."""

    def __init__(self) -> None:
        self._model = ThurstoneMostellerFull(mu=MU, sigma=SIGMA, beta=BETA, tau=LEARNING, gamma=lambda *_: 1.0)
        self._known: dict[str, ThurstoneMostellerFullRating] = {}

    def _of(self, who: str) -> ThurstoneMostellerFullRating:
        return self._known.setdefault(who, self._model.rating())

    def expected(self, game: Played) -> float:
        first, second = self._of(game.first), self._of(game.second)
        return share(first.mu - second.mu, first.sigma**2 + second.sigma**2)

    def learn(self, game: Played) -> None:
        if game.first == game.second:
            return
        teams = [[self._of(game.first)], [self._of(game.second)]]
        [[self._known[game.first]], [self._known[game.second]]] = self._model.rate(
            teams, ranks=[1 - game.points, game.points]
        )


class Elo:
    def __init__(self, k: float) -> None:
        self._k, self.rating = k, dict[str, float]()

    def expected(self, game: Played) -> float:
        ahead = self.rating.get(game.first, 1500.0) - self.rating.get(game.second, 1500.0)
        return float(1 / (1 + 10 ** (-ahead / 400)))

    def learn(self, game: Played) -> None:
        change = self._k * (game.points - self.expected(game))
        self.rating[game.first] = self.rating.get(game.first, 1500.0) + change
        self.rating[game.second] = self.rating.get(game.second, 1500.0) - change


class Glicko2:
    def __init__(self) -> None:
        from glicko2 import Player as Rated

        self._make, self.players, self._period = Rated, dict[str, object](), 0
        self._results: dict[str, list[tuple[float, float, float]]] = {}

    def _of(self, who: str) -> object:
        return self.players.setdefault(who, self._make())

    def expected(self, game: Played) -> float:
        if game.round // 10 != self._period:
            self._close()
            self._period = game.round // 10
        one, other = self._of(game.first), self._of(game.second)
        rd = sqrt(one.rd**2 + other.rd**2)
        known = 1 / sqrt(1 + 3 * (log(10) / 400 * rd / pi) ** 2)
        return float(1 / (1 + 10 ** (-known * (one.rating - other.rating) / 400)))

    def learn(self, game: Played) -> None:
        one, other = self._of(game.first), self._of(game.second)
        self._results.setdefault(game.first, []).append((other.rating, other.rd, game.points))
        self._results.setdefault(game.second, []).append((one.rating, one.rd, 1 - game.points))

    def _close(self) -> None:
        for who, results in self._results.items():
            self._of(who).update_player(*map(list, zip(*results, strict=True)))
        self._results = {}


def log_loss(model: Foresees, games: Sequence[Played]) -> float:
    """The mean over the second half of the games, each foreseen before it is learned."""
    lost = 0.0
    for at, game in enumerate(games):
        found = min(max(model.expected(game), LEAST), 1 - LEAST)
        if at >= len(games) // 2:
            lost -= game.points * log(found) + (1 - game.points) * log(1 - found)
        model.learn(game)
    return lost / (len(games) - len(games) // 2)


def compared(games: Sequence[Played]) -> Iterator[tuple[str, float]]:
    yield "ours", log_loss(Ours(), games)
    yield "ours without sides", log_loss(WithoutSides(), games)
    best = min(KS, key=lambda k: log_loss(Elo(k), games))
    yield f"Elo, K={best:.0f}", log_loss(Elo(best), games)
    yield "Glicko-2", log_loss(Glicko2(), games)


# --- Synthetic games ----------------------------------------------------------------------------------------------


class Club(msgspec.Struct):
    """Players with a known strength, in logits, and the games they have played; the true share foreseen of each."""

    strength: dict[str, float]
    games: list[Played]
    true: list[float]


def club(players: int, rounds: int, advantage: float, seed: int, *, choosy: bool) -> Club:
    """A club whose first side is ahead by so many logits; if `choosy`, half of the players mostly take it."""
    chance = Random(seed)
    strength = {str(each): chance.gauss(0, 1) for each in range(players)}
    found = Club(strength, [], [])
    for number in range(rounds):
        order = list(strength)
        chance.shuffle(order)
        for one, other in zip(order[::2], order[1::2], strict=True):
            first, second = _seated(one, other, chance, choosy=choosy)
            true = 1 / (1 + exp(-(strength[first] - strength[second] + advantage)))
            # Fewer draws the clearer it is; the share of points stays what it is.
            drawn = DRAWN * 4 * true * (1 - true)
            thrown = chance.random()
            points = 1.0 if thrown < true - drawn / 2 else 0.5 if thrown < true + drawn / 2 else 0.0
            found.games.append(Played(first, second, points, number))
            found.true.append(true)
    return found


def _seated(one: str, other: str, chance: Random, *, choosy: bool) -> tuple[str, str]:
    """Who has the first side: by chance, or more often whoever is fond of it (those of even numbers)."""
    fond = [int(each) % 2 == 0 for each in (one, other)]
    likely = 0.5 if not choosy or fond[0] == fond[1] else 0.8 if fond[0] else 0.2
    return (one, other) if chance.random() < likely else (other, one)


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """How alike two orders are."""
    ranks = [
        {at: rank for rank, at in enumerate(sorted(range(len(each)), key=each.__getitem__))} for each in (first, second)
    ]
    apart = sum((ranks[0][at] - ranks[1][at]) ** 2 for at in range(len(first)))
    return 1 - 6 * apart / (len(first) * (len(first) ** 2 - 1))


def synthetic() -> None:
    print("200 players, 100 games each, strengths of a normal distribution with a deviation of 1 logit (174 Elo)")
    for choosy in (False, True):
        print("\nsides", "chosen: half of the players take the first four times of five" if choosy else "by lot")
        for advantage in (0.0, 0.4, 0.8, 1.2):
            for seed in (1, 2, 3):
                _measure(club(200, 100, advantage, seed, choosy=choosy), advantage, seed)


def _measure(found: Club, advantage: float, seed: int) -> None:
    model, elo, glicko = Ours(), Elo(24.0), Glicko2()
    for each in (model, elo, glicko):
        log_loss(each, found.games)
    who = list(found.strength)
    known = [model.reckoning.known(Key("bench", "", "player", each)).mu for each in who]
    ahead = [model.reckoning.known(Key("bench", "", "side", side)).mu for side in (FIRST, SECOND)]
    strengths = [found.strength[each] for each in who]
    half = len(found.games) // 2
    lost = [_lost(game, true) for game, true in zip(found.games[half:], found.true[half:], strict=True)]
    put_in = 1 / (1 + exp(-advantage))
    orders = {
        "ours": known,
        "Elo": [elo.rating[each] for each in who],
        "Glicko-2": [glicko.players[each].rating for each in who],
    }
    print(f"  seed {seed}: share of the first side {share(ahead[0] - ahead[1]):.3f}, put in {put_in:.3f}")
    print("    Spearman", ", ".join(f"{name} {spearman(order, strengths):.3f}" for name, order in orders.items()))
    losses = ", ".join(f"{name} {loss:.4f}" for name, loss in compared(found.games))
    print(f"    log loss {losses}; who knows the truth {sum(lost) / len(lost):.4f}")


def _lost(game: Played, true: float) -> float:
    return -game.points * log(true) - (1 - game.points) * log(1 - true)


# --- Games of robots ----------------------------------------------------------------------------------------------

UNEVEN = (("stratego_waterloo", {"version": "expert"}), ("waterloo_wargame", {}))


def robots(games: int, jobs: int) -> None:
    for ruleset, chosen in UNEVEN:
        words = presentation(ruleset)
        options = words.settle(chosen)
        first = words.rules.seats(options)[0]
        played: list[Played] = []
        for a, b in combinations_with_replacement(Level, 2):
            series = Series(
                ruleset=ruleset, version=words.rules.version, options=options, a=a, b=b, games=games, seed=7
            )
            for result in play_all(series, Limits(), jobs, None):
                names = {"a": str(a), "b": str(b)}
                sits = {seat: names[who] for seat, who in result.seats.items()}
                second = next(seat for seat in sits if seat != first)
                points = 0.5 if not result.winners else 1.0 if first in result.winners else 0.0
                played.append(Played(sits[first], sits[second], points))
        Random(1).shuffle(played)
        # A robot against itself tells of the sides alone; those who know none have nothing to learn from it.
        between = [msgspec.structs.replace(game, round=at // 10) for at, game in enumerate(played)]
        print(
            ruleset,
            chosen,
            len(between),
            "games;",
            ", ".join(f"{n} {loss:.4f}" for n, loss in compared(between)),
            flush=True,
        )
        model = Ours()
        log_loss(model, between)
        known = {each: model.reckoning.known(Key("bench", "", "player", str(each))) for each in Level}
        sides = [model.reckoning.known(Key("bench", "", "side", side)).mu for side in (FIRST, SECOND)]
        got = sum(game.points for game in between) / len(between)
        told = ", ".join(
            f"{each} {1500 + 40 * (one.mu - 25):.0f} +-{40 * one.sigma:.0f}" for each, one in known.items()
        )
        print(f"  {told}; {first} between equals {share(sides[0] - sides[1]):.3f}, and has got {got:.3f} of the points")


# --- Reckoning anew -----------------------------------------------------------------------------------------------


def rebuild(players: int, games: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder))
        store = Store(settings.database)
        store.upgrade()
        _fill(store, players, games)
        context = Context(settings, store, Notifier(NO_REDIS, "bench"))
        for what in ("into empty tables", "all stored already"):
            begun, worked = time.perf_counter(), time.process_time()
            found = keeping.rebuild(context)
            took = time.perf_counter() - begun
            print(f"{what}: {took:.1f} s, {time.process_time() - worked:.1f} s of the processor; {found}")
        with store.reading() as session:
            print(session.scalar(select(func.count()).select_from(Rating)), "ratings")
        store.close()


def _fill(store: Store, players: int, games: int) -> None:
    """Games that are over and packed, as they are after a month: of their records the last entry is left in a row."""
    chance = Random(1)
    began = DAY.strftime("%Y-%m-%dT%H:%M:%SZ")
    with store.session() as session:
        session.execute(insert(Player), [_player(number) for number in range(1, players + 1)])
        session.execute(insert(RatedPlayer), [{"id": each, "player_id": each} for each in range(1, players + 1)])
        for start in range(1, games + 1, 10_000):
            rows, people, ends = [], [], []
            for number in range(start, min(start + 10_000, games + 1)):
                one, other = chance.sample(range(1, players + 1), 2)
                ended = DAY + timedelta(minutes=5 * number)
                rows.append(_game(number, ended))
                drawn = {"napoleon": f"player-{number:06x}a", "wellington": f"player-{number:06x}b"}
                for name, who in zip(drawn.values(), (one, other), strict=True):
                    people.append({"game_id": number, "drawn": name, "player_id": who, "rated_as": who})
                won = chance.choice((("napoleon",), ("wellington",), ()))
                ends.append(_end(number, began, ended, drawn, won))
            session.execute(insert(Game), rows)
            session.execute(insert(Participant), people)
            session.execute(insert(RecordEntry), ends)


def _player(number: int) -> dict[str, object]:
    return {"id": number, "address": f"p{number}@players.example", "name": f"Player {number}", "enrolled_at": DAY}


def _game(number: int, ended: datetime) -> dict[str, object]:
    told = {"name": f"waterloo{number}", "ruleset": "waterloo1895", "version": "2", "options": "{}", "seed": ""}
    return {"id": number, **told, "state": "over", "created_at": DAY, "packed": True, "rated": True, "weighed": ended}


def _end(number: int, began: str, ended: datetime, drawn: dict[str, str], won: tuple[str, ...]) -> dict[str, object]:
    lost = tuple(seat for seat in drawn if seat not in won)
    finish = Finish(
        began=began,
        at=ended.strftime("%Y-%m-%dT%H:%M:%SZ"),
        ruleset="waterloo1895",
        mode="",
        handicap="",
        sides=(("napoleon",), ("wellington",)),
        players=drawn,
        places=tuple(filter(None, (won, lost))),
        silent=(),
    )
    entry = {
        "number": 80,
        "kind": "end",
        "outcome": Outcome(won, "cities", "W95-071"),
        "finish": finish,
        "seed": "0" * 64,
        "salt": "0" * 32,
        "prev": "0" * 64,
        "hash": f"{number:064x}",
    }
    return {"game_id": number, "number": 80, "hash": f"{number:064x}", "body": msgspec.json.encode(entry).decode()}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("what", choices=["rebuild", "synthetic", "robots"])
    asked.add_argument("--players", type=int, default=10_000)
    asked.add_argument("--games", type=int)
    asked.add_argument("--jobs", type=int, default=1)
    chosen = asked.parse_args()
    if chosen.what == "rebuild":
        rebuild(chosen.players, chosen.games or 100_000)
    elif chosen.what == "synthetic":
        synthetic()
    else:
        robots(chosen.games or 60, chosen.jobs)


if __name__ == "__main__":
    main()
