"""A document as JSON, for programs: subject and sections as they are; of attachments, names and media types."""

from __future__ import annotations

import msgspec

from pbem.reports.document import Document


def write(document: Document) -> str:
    """The document on one line, ended by a line feed."""
    told = {
        "subject": document.subject,
        "sections": [{"title": each.title, "kind": each.kind, "lines": each.lines} for each in document.sections],
        "attachments": [{"name": each.name, "type": each.type} for each in document.attachments],
    }
    return msgspec.json.encode(told).decode() + "\n"
