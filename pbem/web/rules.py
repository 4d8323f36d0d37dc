"""The rulebooks, for anybody: `/rules/conflict#CON-010` is a clause. Each is made once in a process.

Not for games: nothing here depends on who reads.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as AnyResponse

from pbem.reports import rulebook
from pbem.reports.citations import RULES_PATH
from pbem.rulesets.rulebooks import with_rulebooks
from pbem.web.refusals import refuse

KEPT_S = 3_600
# The page has its style in itself and needs nothing else.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

blueprint = Blueprint("rules", __name__)


@blueprint.get(f"/{RULES_PATH}/<name>")
def rules(name: str) -> AnyResponse:
    """The rulebook of a rule set, with an anchor for each clause."""
    if name not in with_rulebooks():
        refuse(404, "there is no such rulebook")
    page, etag = _page(name)
    answer = Response(page, mimetype="text/html")
    answer.set_etag(etag)
    answer.cache_control.public = True
    answer.cache_control.max_age = KEPT_S
    answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer.make_conditional(request)


@cache
def _page(name: str) -> tuple[bytes, str]:
    page = rulebook.page(name).encode()
    return page, sha256(page).hexdigest()
