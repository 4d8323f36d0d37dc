"""Why an order line cannot stand: a code, the clauses it breaks, and facts for the wording."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """Raised while a line is judged; becomes its verdict."""

    def __init__(self, code: str, *clauses: str, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.clauses, self.facts = code, clauses, facts
