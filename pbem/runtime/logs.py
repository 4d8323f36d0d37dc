"""Log lines on standard error, one an event, without the secrets that reply addresses and links hold."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Mapping, MutableMapping
from typing import Any

import structlog

_SIGNED = re.compile(r"(\+[a-z0-9._-]+)\.[a-z2-7]{20}@", re.I)
_LINK = re.compile(r"(/own/[a-z0-9_-]+\.[a-z0-9_-]+)\.[a-z2-7]{20}", re.I)


def configure() -> None:
    """Set up logging for a process of the server."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(asctime)s %(name)s %(message)s")
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _without_secrets,
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        # As standard error is when the line is written, and not as it was when this was set up.
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )


def _without_secrets(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    return {key: _cut(value) if isinstance(value, str) else value for key, value in event.items()}


def _cut(text: str) -> str:
    return _LINK.sub(r"\1.***", _SIGNED.sub(r"\1.***@", text))
