"""The sentences and bits of sentences that every rule set says alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from core.contract import BadOption, BadPosition, Option, Options

WIDTH = 78  # of a line of a mail


def listed(words: Iterable[str], last: str = "and") -> str:
    """`N1`, `N1 and N2`, `N1, N2 and N3`."""
    words = list(words)
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def sentence(said: str) -> str:
    """What was said in passing, as a sentence: `Red to move.`"""
    return f"{said[:1].upper()}{said[1:].rstrip('.')}."


def percent(count: float, of: float = 1) -> str:
    """`58 %`; what is not quite never, or not quite always, is neither: `under 1 %`."""
    share = 100 * count / of
    if 0 < share < 1:
        return "under 1 %"
    return "over 99 %" if 99 < share < 100 else f"{share:.0f} %"


def fitting(head: str, parts: Sequence[str]) -> str:
    """A sentence of as many parts as a line of a mail has room for, and of one at least."""
    lines = (f"{head}{', '.join(parts[:last])}." for last in range(len(parts), 1, -1))
    return next((line for line in lines if len(line) <= WIDTH), f"{head}{parts[0]}.")


def cited(clauses: Sequence[str]) -> str:
    """The clauses of an answer, in brackets: ` (W95-031, 033)`; nothing where there are none."""
    if not clauses:
        return ""
    first, *others = dict.fromkeys(clauses)
    start = first.split("-")[0] + "-"
    return f" ({', '.join([first, *(clause.removeprefix(start) for clause in others)])})"


def until_after(whose: str, turns: int, *, moving: bool, turn: str = "turn") -> str:
    """Until when something stands that so many turns of somebody end; `moving`: one of them is going on.

    `until Red's present turn is over`, `until your next turn is over`.
    """
    if turns == moving:
        return f"until {whose} present {turn} is over"
    if turns - moving == 1:
        return f"until {whose} next {turn} is over"
    return f"until {turns - moving} more of {whose} {turn}s are over"


def meaning(told: str, value: object) -> str:
    """What an option's value means, of a sentence on all of its values; all of it where that names it nowhere."""
    parts = told.split("; ")
    of_value = [part for part in parts if part.startswith(f"{value}: ")]
    if not of_value:
        return told
    what = [part for part in parts[:1] if ": " not in part]
    return "; ".join([*what, of_value[0].removeprefix(f"{value}: ").removesuffix(".")]) + "."


def unusual(
    offered: Iterable[Option], options: Options, meanings: Mapping[str, str], told: Mapping[str, str | int]
) -> list[str]:
    """What of a game's options is not as usual means, an option a sentence; without those of which it is `told`."""
    chosen = [(option, options.get(option.name, option.default)) for option in offered if not option.text]
    return [
        f"{option.name}={value}: {meaning(meanings[option.name], value)}"
        for option, value in chosen
        if value not in (option.default, told.get(option.name))
    ]


def bad_option(error: BadOption, game: str, conflict: str) -> str:
    """A sentence on an option that cannot be had; `conflict` is the one for two that do not go together.

    In it `{name}`, `{value}` and `{other}` stand for the option, its value and `name=value` of the other.
    """
    facts = error.facts
    name, clause = facts["option"], cited([error.clause] if error.clause else [])
    match error.code:
        case "unknown":
            return f'{game} has no option "{name}".'
        case "conflict":
            other = f"{facts['other']}={facts['other_value']}"
            return f"{conflict.format(name=name, value=facts['value'], other=other)}{clause}."
    values = facts.get("values")
    wanted = f"one of {listed(values, 'or')}" if values else "a whole number, 0 or more"
    return f'Option {name} cannot be "{facts["value"]}": it is {wanted}{clause}.'


def bad_position(error: BadPosition, reasons: Mapping[str, str]) -> str:
    """A sentence on a position that cannot be: where in the JSON, and why, by the reason's code."""
    facts = {name: ", ".join(map(str, fact)) if isinstance(fact, list) else fact for name, fact in error.facts.items()}
    return f"Position, {error.where}: {reasons[error.code].format(**facts)}."
