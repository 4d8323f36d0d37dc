"""`/rules`: the rule sets, each with its rulebook; `/rules/conflict#CON-010` is a clause. Made once in a process."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response as AnyResponse

from pbem.pages import ruleset
from pbem.reports.citations import RULES_PATH
from pbem.web.pages.answering import SVG, answer, page
from pbem.web.refusals import refuse

KEPT_S = 3_600

blueprint = Blueprint("rules", __name__)


@blueprint.get(f"/{RULES_PATH}")
@blueprint.get(f"/{RULES_PATH}.json")
def all_of_them() -> AnyResponse:
    """The rule sets of this server."""
    found = ruleset.all_of_them()
    return page("rulesets", found, lambda: found, twin=f"/{RULES_PATH}.json", age=KEPT_S)


@blueprint.get(f"/{RULES_PATH}/<name>")
@blueprint.get(f"/{RULES_PATH}/<name>.json")
def rules(name: str) -> AnyResponse:
    """A rule set: what it is, how it was measured, and its rulebook with an anchor for each clause."""
    found = ruleset.page(name)
    if found is None:
        refuse(404, "there is no such rulebook")
    return page("ruleset", found.version, lambda: found, twin=f"/{RULES_PATH}/{name}.json", age=KEPT_S)


@blueprint.get(f"/{RULES_PATH}/<name>/map.svg")
def picture(name: str) -> AnyResponse:
    """A picture of the game."""
    drawn = ruleset.picture(name)
    if drawn is None:
        refuse(404, "there is no such picture")
    return answer(name, lambda: drawn, SVG, path=f"/{RULES_PATH}/{name}/map.svg", age=KEPT_S)
