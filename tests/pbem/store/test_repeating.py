"""Whether a mail repeats somebody's words, however it wraps or escapes them."""

from email.message import EmailMessage

import msgspec
import pytest

from pbem.store.repeating import Repeats

WORDS = 'Hold "the crossroads" & wait,\nI am before Ligny with 60,000 men.\nYours'


def mail(text="Nothing.", html=None, file=None):
    found = EmailMessage()
    found.set_content(text)
    if html is not None:
        found.add_alternative(html, subtype="html")
    if file is not None:
        found.add_attachment(file, maintype="application", subtype="jsonl", filename="days1.jsonl")
    return found.as_bytes()


@pytest.mark.parametrize(
    "repeating",
    [
        mail('Letter: "Hold "the\n    crossroads" & wait, / I am\n    before Ligny with 60,000 men. / Yours"'),
        mail(html="<p>Hold &quot;the crossroads&quot; &amp; wait,</p>"),
        mail(file=msgspec.json.encode({"words": WORDS})),
        mail("> I am before Ligny\n> with 60,000 men."),
    ],
)
def test_what_repeats_a_line_is_found(repeating):
    assert Repeats([WORDS]).in_mail(repeating)


def test_what_does_not_is_left():
    assert not Repeats([WORDS]).in_mail(mail("I am before Wavre. Yours, G.", "<p>Hold.</p>", b"{}"))
    assert not Repeats(["yes"]).in_mail(mail("yes"))  # as it stands in any mail
    assert Repeats(["At once!"]).in_mail(mail("at  once"))
