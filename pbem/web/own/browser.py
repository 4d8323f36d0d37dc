"""The browser that asks: its cookie, that its forms came from our pages, and how often it may ask.

Every request that changes something, or makes the server work, has to come from a page of ours (`Sec-Fetch-Site`,
`Origin`) and to bring a token that no other site can read, beside a cookie that is sent to no request that another site
has caused (`SameSite=Strict`).
"""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from flask import Response, render_template, request
from sqlalchemy.orm import Session

from pbem.addresses.links import PATH
from pbem.games import devices
from pbem.games.devices import NotOpen, Opened
from pbem.store.models import Device
from pbem.web.context import context
from pbem.web.refusals import refuse

COOKIE = "pbem_own"
TOKEN_FIELD, TOKEN_HEADER = "form", "X-Pbem-Form"
LARGEST_FORM = 200_000
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


def secret() -> str | None:
    """The secret in the cookie of the browser that asks."""
    return request.cookies.get(COOKIE)


def device(session: Session) -> Device:
    """The device of the browser that asks; refused where nothing is open in it."""
    try:
        return devices.of_cookie(session, secret())
    except NotOpen as error:
        refuse(403, str(error))


def opened(session: Session, game: str, seat: str) -> Opened:
    """The seat, if it is open in this browser; every other request is refused alike."""
    try:
        return devices.opened(session, context().settings, secret(), game.lower(), seat.lower())
    except NotOpen as error:
        refuse(403, str(error))


def give_cookie(answer: Response, value: str) -> None:
    """Have the browser keep a secret as long as it is good."""
    answer.set_cookie(
        COOKIE,
        value,
        max_age=int(devices.AGE.total_seconds()),
        path=f"/{PATH}",
        secure=_is_https(),
        httponly=True,
        samesite="Strict",
    )


def take_cookie(answer: Response) -> None:
    """Have the browser forget it."""
    answer.delete_cookie(COOKIE, path=f"/{PATH}", secure=_is_https(), httponly=True, samesite="Strict")


def ensure_ours() -> None:
    """Refuse what no page of ours has caused: for requests that have no token yet."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None and site != "same-origin":
        refuse(403, "the form did not come from this page")
    # Under our referrer policy a browser sends `null` for its own pages too.
    origin = request.headers.get("Origin", "null")
    if origin != "null" and origin not in _origins():
        refuse(403, "the form did not come from this page")


def ensure_form() -> None:
    """Refuse what did not come from a form, or a script, of a page in this very browser."""
    ensure_ours()
    request.max_form_memory_size = request.max_content_length = LARGEST_FORM
    given = request.headers.get(TOKEN_HEADER) or request.form.get(TOKEN_FIELD, "")
    if not devices.is_form_token(context().settings, secret() or "", given):
        refuse(403, "the form did not come from this page; open the page again")


def page(template: str, status: int = 200, **facts: Any) -> Response:
    """A page as it is answered: kept by nobody, and told of to nobody."""
    settings = context().settings
    form = devices.form_token(settings, secret() or "")
    html = render_template(
        f"own/{template}.html.j2", **facts, form_token=form, club=settings.mail_domain, public=settings.public_pages
    )
    answer = Response(html, status=status, mimetype="text/html")
    return sealed(answer)


def to(path: str) -> Response:
    """Send the browser on, once something was done."""
    return sealed(Response(status=303, headers={"Location": path}))


def sealed(answer: Response, policy: str = POLICY) -> Response:
    """An answer that nobody keeps, and whose address no link of it tells."""
    answer.headers["Content-Security-Policy"] = policy
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer


def _is_https() -> bool:
    return (context().settings.public_url or "").startswith("https:")


def _origins() -> tuple[str, ...]:
    public = urlsplit(context().settings.public_url or "")
    return (f"{public.scheme}://{public.netloc}".lower(), request.host_url.rstrip("/").lower())


# --- How often -----------------------------------------------------------------------------------------------------


class Rate:
    """So many requests a minute of each who asks, in this process; those longest silent are forgotten first."""

    def __init__(self, a_minute: int, remembered: int = 2_000) -> None:
        self._most, self._remembered = a_minute, remembered
        self._left: OrderedDict[int, tuple[float, float]] = OrderedDict()
        self._guard = Lock()

    def takes(self, who: int) -> bool:
        """Whether one more may be answered now."""
        moment = time.monotonic()
        with self._guard:
            left, at = self._left.pop(who, (float(self._most), moment))
            left = min(self._most, left + (moment - at) * self._most / 60)
            self._left[who] = (left - 1 if left >= 1 else left, moment)
            while len(self._left) > self._remembered:
                self._left.popitem(last=False)
        return left >= 1


def ensure_rate(rate: Rate, found: Opened) -> None:
    """Refuse a browser that asks too often."""
    if not rate.takes(found.device.id):
        refuse(429, "that was often; wait a moment")
