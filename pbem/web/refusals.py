"""Saying no: each refusal has the status that tells the sender what to do, and leaves a line in the log.

A fault of ours is a 503 too: a provider tries a 503 again, and the mail is not lost over it.
"""

from __future__ import annotations

from typing import NoReturn

import structlog
from flask import Flask, Response, current_app, jsonify, render_template, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException
from werkzeug.http import HTTP_STATUS_CODES

RETRY_AFTER_S = 60
LANGUAGE = "en"
NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

log = structlog.get_logger(__name__)


class Refusal(Exception):
    """A request that is refused: its HTTP status, and why, as a sentence without a full stop."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


def refuse(status: int, reason: str) -> NoReturn:
    """Refuse the present request."""
    raise Refusal(status, reason)


def install(app: Flask) -> None:
    """Answer every exception of the application with a refusal, and add the security headers to every answer."""
    app.register_error_handler(Refusal, _refused)
    app.register_error_handler(HTTPException, _refused_by_flask)
    app.register_error_handler(SQLAlchemyError, _no_database)
    app.register_error_handler(Exception, _fault)
    app.after_request(_secured)


def _refused(refusal: Refusal) -> Response:
    log.warning("refused", status=refusal.status, reason=refusal.reason, method=request.method, path=request.path)
    return _come_again(refusal.reason) if refusal.status == 503 else _answer(refusal.status, refusal.reason)


def _refused_by_flask(error: HTTPException) -> Response:
    status = error.code or 400
    if status < 400:
        return error.get_response(request.environ)  # type: ignore[return-value]
    reason = HTTP_STATUS_CODES.get(status, "refused").lower()
    log.warning("refused", status=status, reason=reason, method=request.method, path=request.path)
    answer = _answer(status, reason)
    # Allow with 405, and whatever else belongs to the status.
    for name, value in error.get_headers(request.environ):
        if name.lower() not in ("content-type", "content-length"):
            answer.headers[name] = value
    return answer


def _no_database(error: SQLAlchemyError) -> Response:
    log.error("the database failed", path=request.path, error=str(error).splitlines()[0][:300])
    return _come_again("the database does not answer")


def _fault(error: Exception) -> Response:
    log.error("fault", path=request.path, exc_info=error)
    return _come_again("something went wrong here")


def _come_again(reason: str) -> Response:
    answer = _answer(503, reason)
    answer.headers["Retry-After"] = str(RETRY_AFTER_S)
    return answer


def _answer(status: int, reason: str) -> Response:
    if request.path.startswith("/mailbox"):
        answer = Response(render_template("refused.html.j2", status=status, reason=reason), mimetype="text/html")
    elif _is_for_people():
        answer = Response(render_template("pages/refused.html.j2", status=status, reason=reason), mimetype="text/html")
        answer.headers["Content-Security-Policy"] = f"{NOTHING}; style-src 'self'; img-src 'self'"
    else:
        answer = jsonify(error=reason)
    answer.status_code = status
    if status == 401:
        answer.headers["WWW-Authenticate"] = 'Signature realm="pbem"'
    return answer


def _is_for_people() -> bool:
    """Whether a browser has asked for one of the pages, and not a program for something else."""
    pages = ("/games", "/events", "/players", "/rules", "/own")
    asked = request.path == "/" or request.path.startswith(pages)
    if "static" not in current_app.blueprints:
        return False  # without the pages there is no style for one
    return asked and not request.path.endswith(".json") and request.accept_mimetypes.accept_html


def _secured(answer: Response) -> Response:
    headers = answer.headers
    headers.setdefault("X-Content-Type-Options", "nosniff")
    if answer.mimetype == "text/html":
        # There are no texts in another language to be chosen from, so that no answer varies by the reader's.
        headers.setdefault("Content-Language", LANGUAGE)
    # The path of a link to somebody's own page is a secret.
    headers.setdefault("Referrer-Policy", "no-referrer" if request.path.startswith("/own") else "same-origin")
    headers.setdefault("Cache-Control", "no-store")
    headers.setdefault("X-Frame-Options", "DENY")
    headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    headers.setdefault("Content-Security-Policy", NOTHING)
    return answer
