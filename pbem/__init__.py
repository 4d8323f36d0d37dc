"""A play-by-email turn server, and its games as a library.

    >>> import pbem
    >>> game = pbem.game("conflict", players=4)

`game` gives a game to play in a notebook or a script; `rule_sets` names the rule sets. Everything else stands in the
rooms of this package, for those who build on the server; see docs/architecture.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.rulesets import names as rule_sets
    from pbem.rulesets.play import Answer, Game, OrdersWanted, game

__version__ = "1.0.0rc1"
__all__ = ["Answer", "Game", "OrdersWanted", "__version__", "game", "rule_sets"]


def __getattr__(name: str) -> Any:
    # Imported when asked for: the commands of the server import this package too, and are to start quickly.
    if name == "rule_sets":
        from pbem.rulesets import names

        return names
    if name in __all__:
        from pbem.rulesets import play

        return getattr(play, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
