"""Why an order line cannot stand: the codes of 5.5, their clauses, and the particulars that the wording needs."""

from __future__ import annotations

from typing import Any

from core.contract import Status, Verdict


class Refused(Exception):
    """An order line that breaks a rule; never leaves the rules."""

    def __init__(self, code: str, /, *clauses: str, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.clauses, self.facts = code, clauses, facts

    def verdict(self, line: int | None, seat: str, **more: Any) -> Verdict:
        """The refusal of a line of a seat's mail."""
        return Verdict(line, Status.REFUSED, self.code, self.clauses, {"seat": seat, **self.facts, **more})

    def particulars(self) -> dict[str, Any]:
        """The refusal as facts of another verdict: of a line that was only tried, or of a card it is part of."""
        return {**self.facts, "error": self.code, "clauses": list(self.clauses)}
