"""The web application: mail comes in and is stored, health is told, anybody looks on at games and reads the rules, a
host without SMTP has a mailbox page.

Where the pages have a port of their own (`pages_port`), this is two applications, each in processes of its own: that
for mail, and that for the pages. Whoever keeps the second busy is in nobody's way at the first.

Nothing is read or answered here; a worker does that. No request, whatever its bytes, is answered with a 500: to a mail
provider that would mean nothing better than 503, and 503 says what to do, namely to come again.
"""

from __future__ import annotations

from typing import Literal

from flask import Blueprint, Flask

from pbem.config import Settings, load
from pbem.runtime.context import Context
from pbem.runtime.logs import configure
from pbem.runtime.notifier import Notifier
from pbem.store import Store
from pbem.web import health, mailbox, own, pages, refusals, unsubscribe
from pbem.web.context import install
from pbem.web.webhooks import WEBHOOKS

# Where no Redis is set: the port that Redis has everywhere. A lost notification costs only time.
USUAL_REDIS = "redis://127.0.0.1:6379/0"


Part = Literal["all", "mail", "pages"]


def create_app(
    settings: Settings | None = None,
    store: Store | None = None,
    notifier: Notifier | None = None,
    *,
    part: Part = "all",
) -> Flask:
    """The web application, or a part of it. Called without settings, as by a WSGI server, it takes them from the
    environment."""
    if settings is None:
        configure()
        settings = load()
    app = Flask(__name__, static_folder=None)
    # Templates are called *.html.j2, which Flask's own rule would not escape.
    app.jinja_options = {"autoescape": True, "trim_blocks": True, "lstrip_blocks": True}
    app.config["MAX_CONTENT_LENGTH"] = 1 << 20
    install(
        app,
        Context(
            settings,
            store or Store(settings.database),
            notifier or Notifier(settings.redis_url or USUAL_REDIS, settings.queue),
        ),
    )
    refusals.install(app)
    app.register_blueprint(health.alive_blueprint)
    if part != "pages":
        for blueprint in _for_mail():
            app.register_blueprint(blueprint)
    if part != "mail":
        pages.install(app, settings)
        own.install(app, settings)
    return app


def _for_mail() -> list[Blueprint]:
    """What mail comes in by, and what is for the host's own machine and network."""
    webhooks = [webhook.blueprint() for webhook in WEBHOOKS]
    return [*webhooks, health.blueprint, unsubscribe.blueprint, mailbox.blueprint]
