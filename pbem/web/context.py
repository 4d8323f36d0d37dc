"""The context of the application that serves the present request."""

from __future__ import annotations

from flask import Flask, current_app

from pbem.runtime.context import Context


def install(app: Flask, context: Context) -> None:
    """Give the application its context."""
    app.extensions["pbem"] = context


def context() -> Context:
    """The context of the application that serves the present request."""
    found: Context = current_app.extensions["pbem"]
    return found
