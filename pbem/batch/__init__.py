"""Batch adjudication: JSON Lines in, JSON Lines out, one answer a request, in the order of the requests.

`request` answers one request, `processes` spreads them over processes, `queue` over rq workers, `postbag` takes their
orders from real mail, and `command` is what `pbem adjudicate` runs. Nothing is stored; a bad request costs only itself.
"""

from pbem.batch.command import run
from pbem.batch.request import answer, answer_chunk, answer_line, reports_for

__all__ = ["answer", "answer_chunk", "answer_line", "reports_for", "run"]
