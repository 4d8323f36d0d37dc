"""What every request needs at hand: the settings, the store and the bell of the application that serves it."""

from __future__ import annotations

from flask import Flask, current_app

from pbem.bell import Bell
from pbem.config import Settings
from pbem.store import Store


class Front:
    """The settings, the store and the bell. Shared by all threads of a process."""

    def __init__(self, settings: Settings, store: Store, bell: Bell) -> None:
        self.settings, self.store, self.bell = settings, store, bell


def install(app: Flask, front: Front) -> None:
    """Give the application its front."""
    app.extensions["pbem"] = front


def front() -> Front:
    """The front of the application that serves the present request."""
    found: Front = current_app.extensions["pbem"]
    return found
