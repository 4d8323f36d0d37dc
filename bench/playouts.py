"""Random play: ours beside OpenSpiel's and python-chess's, a move of one piece as the unit.

Ours draws each move of a piece by trial (a piece, then where to), theirs each action of all that are legal. In
OpenSpiel's backgammon one action moves two men, so it counts twice; elsewhere an action is a move of one piece.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from games import Start, start_of
from rounds import Case, Sheet, measured, repeated

from core.dice import SeededDice

ENOUGH = 5_000  # moves: by then nearly every random game has ended, and the few that never end are let go
MOVES_AN_ACTION = {"backgammon": 2}
OPEN_SPIEL = ("backgammon", "banqi", "dark_chess", "chess")


def compare(sheet: Sheet, starts: list[Start], seconds: float) -> None:
    """Measure, and put two tables on the sheet: loops in C and C++, loops in Python."""
    compiled = [
        *(Case(start.ruleset, repeated(_whole_game(start))) for start in starts),
        *(Case(f"{game}, C++", repeated(_spiel_in_cpp(game))) for game in OPEN_SPIEL),
    ]
    peers = [case.name for case in compiled if case.name.endswith("C++")]
    sheet.rates("Random playouts, the loop in C or C++ (OpenSpiel)", "moves/s", measured(compiled, seconds), peers)
    driven = [
        *(Case(f"{start.ruleset}, a call a decision", repeated(_by_decisions(start))) for start in starts),
        *(Case(f"{start.ruleset}, orders judged and told", repeated(_by_orders(start))) for start in starts),
        *(Case(f"{game}, Python", repeated(_spiel_in_python(game))) for game in OPEN_SPIEL),
        Case("python-chess", repeated(_python_chess)),
    ]
    peers = [case.name for case in driven if case.name.endswith("Python")]
    sheet.rates("Random play driven from Python (OpenSpiel, python-chess)", "moves/s", measured(driven, seconds), peers)


# --- Ours ---------------------------------------------------------------------------------------------------------


def _whole_game(start: Start) -> Callable[[int], float]:
    return lambda number: start.rules.playout(start.position, number, ENOUGH).moves


def _by_decisions(start: Start) -> Callable[[int], float]:
    """A game, one throw or turn a call; each call gives a position of its own."""

    def play(number: int) -> float:
        rules, position, moves, seed = start.rules, start.position, 0, number << 20
        while moves < ENOUGH:
            played = rules.playout(position, seed, 1)
            if not played.moves:  # it is over
                break
            position, moves, seed = played.position, moves + played.moves, seed + 1
        return moves

    return play


def _by_orders(start: Start) -> Callable[[int], float]:
    """A game as the server plays it: legal orders are drawn, judged, carried out and told as events."""

    def play(number: int) -> float:
        rules, dice, moves = start.rules, SeededDice(number.to_bytes(8, "big")), 0
        position = rules.adjudicate(start.position, {}, dice).position
        while rules.outcome(position) is None and moves < ENOUGH:
            orders = {
                decision.seat: rules.random_orders(position, decision.seat, number + moves)
                for decision in rules.awaiting(position)
            }
            position = rules.adjudicate(position, orders, dice).position
            moves += sum(len(lines) for lines in orders.values())
        return moves

    return play


# --- Theirs -------------------------------------------------------------------------------------------------------


def _spiel_in_cpp(name: str) -> Callable[[int], float]:
    import pyspiel

    game = pyspiel.load_game(name)
    actions = _mean_length(name) * MOVES_AN_ACTION.get(name, 1)

    def play(number: int) -> float:
        bots = [pyspiel.make_uniform_random_bot(seat, number) for seat in range(game.num_players())]
        pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
        return actions

    return play


def _mean_length(name: str, games: int = 200) -> float:
    """Decisions of a random game: `evaluate_bots` does not tell, so games alike are counted."""
    return sum(_spiel_in_python(name)(number) for number in range(games)) / games / MOVES_AN_ACTION.get(name, 1)


def _spiel_in_python(name: str) -> Callable[[int], float]:
    import pyspiel

    game = pyspiel.load_game(name)

    def play(number: int) -> float:
        chance, state, actions = random.Random(number), game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, odds)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                actions += 1
        return actions * MOVES_AN_ACTION.get(name, 1)

    return play


def _python_chess(number: int) -> float:
    import chess

    chance, board, moves = random.Random(number), chess.Board(), 0
    while not board.is_game_over(claim_draw=False) and moves < 200:
        board.push(chance.choice(list(board.legal_moves)))
        moves += 1
    return moves


def all_starts() -> list[Start]:
    """Every rule set here, as it is usually played."""
    from pbem.rulesets import names

    return [start_of(name) for name in names()]
