"""The formats of a document: each writes the same words, and says what it writes."""

import msgspec
import pytest

from pbem.reports.document import AnswerLine, Attachment, Document, Section
from pbem.reports.formats import FORMATS

DOCUMENT = Document(
    "your throw",
    (
        Section(None, "words", ("Your throw is 2-3-6.",)),
        Section("Your mail, line by line", "answers", (AnswerLine(1, "N1 2 V26", "ok", "N1 goes to V26"),)),
        Section("Map", "fixed", ("A  B",)),
    ),
    (Attachment("marengo7-red.json", "application/json", b"{}"),),
)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_says_what_the_document_says(name):
    written = FORMATS[name].write(DOCUMENT)
    for words in ("Your throw is 2-3-6.", "N1 goes to V26", "A  B"):
        assert words in written
    assert written.endswith("\n")


def test_formats_differ_in_suffix_and_media_type():
    for told in ("suffix", "type"):
        assert len({getattr(each, told) for each in FORMATS.values()}) == len(FORMATS)


def test_json_has_the_document_by_its_parts():
    told = msgspec.json.decode(FORMATS["json"].write(DOCUMENT))
    assert told["subject"] == "your throw"
    assert [section["kind"] for section in told["sections"]] == ["words", "answers", "fixed"]
    assert told["sections"][1]["lines"] == [{"number": 1, "text": "N1 2 V26", "mark": "ok", "said": "N1 goes to V26"}]
    assert told["attachments"] == [{"name": "marengo7-red.json", "type": "application/json"}]
