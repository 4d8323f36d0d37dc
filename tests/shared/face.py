"""What a release promises to the outside: commands, settings, words of mails, JSON, options, the contract, a position.

    python tests/shared/face.py

writes `tests/fixtures/<release>/face.json`, once a release is made; `tests/docs/test_stability.py` holds every later
one to it (docs/stability.md). What is not in such a file is not promised yet, and may still change.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import click
import msgspec

import core.contract
import pbem
from core.contract import RuleSet
from core.dice import SeededDice
from pbem.batch.answering import answer
from pbem.batch.request import Request, SeededRolls
from pbem.cli import main
from pbem.config import Settings
from pbem.games.record import FORMATS
from pbem.inbound.lines import LASTING, UNDO, WORDS
from pbem.rulesets import names, presentation
from pbem.rulesets.contract import Presentation
from pbem.rulesets.schema import json_schema

FOLDER = Path(__file__).parents[1] / "fixtures"
MOVES = 40  # into the game from which a position is kept


def face() -> dict[str, Any]:
    """All of it, as it is now."""
    return {
        "release": pbem.__version__,
        "python": sorted(pbem.__all__),
        "commands": {path: options(command) for path, command in commands(main, "pbem")},
        "settings": sorted(Settings.model_fields),
        "words": sorted({*WORDS, *LASTING, UNDO}),
        "records": list(FORMATS),
        "adjudicate": adjudicate(),
        "contract": contract(),
        "rule_sets": {name: rule_set(presentation(name)) for name in names()},
    }


def commands(group: click.Group, path: str) -> Iterator[tuple[str, click.Command]]:
    """Every command below a group, by the words that are typed."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield f"{path} {name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")


def options(command: click.Command) -> list[str]:
    """The options of a command, as they are typed."""
    kept = [each for each in command.params if isinstance(each, click.Option)]
    return sorted(name for each in kept for name in (*each.opts, *each.secondary_opts))


def adjudicate() -> dict[str, list[str]]:
    """The keys of requests, of their answers, and of what is in these."""
    request = {"id": 1, "ruleset": "conflict", "dice": {"seed": "00"}, "orders": {"red": "aa to m23"}}
    told, wrong = answer(request), answer({"id": 1, "ruleset": "none"})
    return {
        "request": list(Request.__struct_fields__),
        "dice": list(SeededRolls.__struct_fields__),
        "answer": sorted(told),
        "refused": sorted(told["refused"][0]),
        "failure": sorted(wrong),
        "error": sorted(wrong["error"]),
    }


def contract() -> dict[str, Any]:
    """What a rule set has to offer: the methods with their arguments, and the fields of its words."""
    methods = {name: each for name, each in vars(RuleSet).items() if inspect.isfunction(each) and name[0] != "_"}
    needed = [each.name for each in fields(Presentation) if each.default is MISSING and each.default_factory is MISSING]
    return {
        "attributes": sorted(RuleSet.__annotations__),
        "methods": {name: list(inspect.signature(each).parameters)[1:] for name, each in methods.items()},
        "values": sorted(name for name, each in vars(core.contract).items() if _is_ours(each)),
        "words": sorted(each.name for each in fields(Presentation)),
        "words_needed": sorted(needed),
    }


def _is_ours(each: Any) -> bool:
    return inspect.isclass(each) and each.__module__ == core.contract.__name__


def rule_set(words: Presentation) -> dict[str, Any]:
    """The options of a rule set with their values, the keys of its positions, and one from the midst of a game."""
    rules = words.rules
    chosen = rules.settle({})
    begun = rules.adjudicate(rules.opening(chosen), {}, SeededDice(b"face")).position
    return {
        "version": rules.version,
        "options": {option.name: list(option.values or ()) for option in rules.options()},
        "position": {name: sorted(each.get("properties", ())) for name, each in json_schema(rules)["$defs"].items()},
        "examples": [{"options": {}, "position": in_json(rules.encode(rules.playout(begun, 1815, MOVES).position))}],
    }


def in_json(data: Any) -> str:
    """JSON on a line, as somebody keeps it in a file of his own."""
    return msgspec.json.encode(data).decode()


def record(name: str = pbem.__version__, made: Callable[[], dict[str, Any]] = face) -> Path:
    """Write the file of this release."""
    path = FOLDER / name / "face.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(made(), indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    print(record())
