"""The web application: mail comes in and is stored, health is told, anybody looks on at games and reads the rules, a
host without SMTP has a mailbox page.

Nothing is read or answered here; a worker does that. No request, whatever its bytes, is answered with a 500: to a mail
provider that would mean nothing better than 503, and 503 says what to do, namely to come again.
"""

from __future__ import annotations

from flask import Flask

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


def create_app(settings: Settings | None = None, store: Store | None = None, notifier: Notifier | None = None) -> Flask:
    """The web application. Called without settings, as a WSGI server does, it takes them from the environment."""
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
    for blueprint in (
        *(webhook.blueprint() for webhook in WEBHOOKS),
        health.blueprint,
        unsubscribe.blueprint,
        mailbox.blueprint,
    ):
        app.register_blueprint(blueprint)
    pages.install(app, settings)
    own.install(app, settings)
    return app
