"""The games as environments of PettingZoo (AEC), for whoever trains players: `pbem.gym.env("conflict")`.

An agent is a seat. What it sees is its view as JSON, in bytes that are filled up with zeros; what it can do are the
first `actions` of the order sets that the rules take from it now, of which a mask tells how many there are. At the end
winners get 1, losers -1, and all get 0 for a draw.

Needs the extra `gym` (PettingZoo, Gymnasium and NumPy). Not for playing well: order sets beyond the first are not to be
had here; `pbem arena` plays robots and programs that write any orders.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from core.contract import Effect, Json, Level, Orders, SeatName
from core.dice import SeededDice
from pbem.rulesets import presentation

SEED_BYTES = 32
MOST_DECISIONS = 4_000

Observation = dict[str, npt.NDArray[Any]]


class Size(NamedTuple):
    """How many actions an agent has, and how many bytes its view may take."""

    actions: int
    view: int


# Of a rule set that is not here, as of a third party, the last holds.
SIZES = {
    "conflict": Size(512, 1 << 14),
    "hundred_days": Size(1024, 1 << 18),
    "stratego_waterloo": Size(512, 1 << 16),
    "waterloo1895": Size(512, 1 << 14),
    "waterloo_grid": Size(1024, 1 << 15),
    "waterloo_wargame": Size(1024, 1 << 16),
}
ANY_SIZE = Size(512, 1 << 16)


def env(ruleset: str, *, actions: int | None = None, most_decisions: int = MOST_DECISIONS, **options: Any) -> Game:
    """A game of a rule set with these options; cut short after so many decisions.

    Raises UnknownRuleSet, and core.contract.BadOption for an option that cannot be had.
    """
    return Game(ruleset, actions, most_decisions, options)


def view_of(observation: Observation) -> Json:
    """The view that an agent sees."""
    view: Json = msgspec.json.decode(observation["observation"].tobytes().rstrip(b"\0"))
    return view


class Game(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game as an environment. `infos` has for the agent whose turn it is the text of each of its actions."""

    def __init__(self, ruleset: str, actions: int | None, most_decisions: int, options: Mapping[str, Any]) -> None:
        super().__init__()
        self._words = presentation(ruleset)
        self._rules, self._most_decisions = self._words.rules, most_decisions
        self._options = self._words.settle(options)
        size = SIZES.get(ruleset, ANY_SIZE)
        self._size = Size(actions or size.actions, size.view)
        name = f"{ruleset}_v{self._rules.version}"
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents: list[SeatName] = list(self._rules.seats(self._options))
        self.agents: list[SeatName] = []
        shown: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, 255, (self._size.view,), np.uint8),
            "action_mask": spaces.Box(0, 1, (self._size.actions,), np.int8),
        }
        self._observed = {agent: spaces.Dict(shown) for agent in self.possible_agents}
        self._acts = {agent: spaces.Discrete(self._size.actions) for agent in self.possible_agents}

    def observation_space(self, agent: SeatName) -> spaces.Dict:
        """Its view in bytes, and the mask of its actions."""
        return self._observed[agent]

    def action_space(self, agent: SeatName) -> spaces.Discrete:
        """A number for each order set."""
        return self._acts[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game; its dice follow from `seed`, or from chance. `options` are not looked at."""
        drawn = secrets.randbits(64) if seed is None else seed
        self._seed = drawn.to_bytes(SEED_BYTES, "big", signed=drawn < 0)
        self._kept: dict[SeatName, Orders] = {}
        self._decisions = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._position = self._rules.opening(self._options)
        self._adjudicate()
        self._ask()

    def observe(self, agent: SeatName) -> Observation:
        """What an agent sees; only the one whose turn it is has actions."""
        said = msgspec.json.encode(self._rules.view(self._position, agent))
        if len(said) > self._size.view:
            raise ValueError(f"the view of {agent} has {len(said)} bytes, and {self._size.view} are the most")
        shown = np.zeros(self._size.view, np.uint8)
        shown[: len(said)] = np.frombuffer(said, np.uint8)
        mask = np.zeros(self._size.actions, np.int8)
        if agent == self.agent_selection:
            mask[: len(self._legal)] = 1
        return {"observation": shown, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Give the orders of that number. Raises ValueError for a number that the mask leaves out."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self._legal):
            raise ValueError(f"{action} is none of the {len(self._legal)} actions of {agent}")
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        self._decisions += 1
        orders = self._legal[int(action)]
        self._kept[agent] = orders
        at_once = self._rules.check(self._position, agent, orders).effect is Effect.AT_ONCE
        if at_once or not self._awaited():
            self._adjudicate()
        if self._decisions >= self._most_decisions and not any(self.terminations.values()):
            self.truncations = dict.fromkeys(self.agents, True)
        self._ask()
        self._accumulate_rewards()

    def render(self) -> str:
        """The board as text, as whoever is to move sees it."""
        return self._words.map_text(self._rules.view(self._position, self.agent_selection))

    def close(self) -> None:
        """Nothing has to be given back."""

    def _awaited(self) -> list[SeatName]:
        return [owed.seat for owed in self._rules.awaiting(self._position) if owed.seat not in self._kept]

    def _adjudicate(self) -> None:
        """Carry out what is in; the name of the game, of which dice hang too, is always the same."""
        kept, self._kept = self._kept, {}
        self._position = self._rules.adjudicate(self._position, kept, SeededDice(self._seed)).position
        while hosted := [seat for seat in self._awaited() if seat not in self.possible_agents]:
            # What nobody plays, the rules themselves order.
            orders = {seat: self._of_nobody(seat) for seat in hosted}
            self._position = self._rules.adjudicate(self._position, orders, SeededDice(self._seed)).position
        outcome = self._rules.outcome(self._position)
        if outcome is None:
            return
        for agent in self.agents:
            lost = -1.0 if outcome.winners else 0.0
            self.rewards[agent] = 1.0 if agent in outcome.winners else lost
        self.terminations = dict.fromkeys(self.agents, True)

    def _of_nobody(self, seat: SeatName) -> Orders:
        orders: Orders = self._rules.robot_orders(self._rules.view(self._position, seat), Level.RECRUIT, 0)
        return orders

    def _ask(self) -> None:
        """Turn to the next seat that owes orders; when all is over, to each of them once more."""
        awaited = self._awaited()
        is_over = not awaited or any(self.truncations.values())
        self.agent_selection = self.agents[0] if is_over else awaited[0]
        self._legal = [] if is_over else self._rules.legal(self._position, awaited[0], self._size.actions)
        self.infos: dict[SeatName, dict[str, Any]] = {agent: {} for agent in self.agents}
        if not is_over:
            texts = ["\n".join(line.text for line in orders) for orders in self._legal]
            self.infos[self.agent_selection] = {"actions": texts}
