"""The addresses of people: whether a text is one, and how it is written where it is compared and where it is sent to.

Whether anybody reads mail there is not known here; that is what enrolment is for.
"""

from __future__ import annotations

from functools import lru_cache

from email_validator import SPECIAL_USE_DOMAIN_NAMES, EmailNotValidError, validate_email

ADDRESSES_REMEMBERED = 1024
# Mail on one machine or in one house (`localhost`, `local`) is mail too. Clearing this list is the library's own way.
SPECIAL_USE_DOMAIN_NAMES.clear()


def known_as(text: str) -> str | None:
    """The address in the one form in which it is kept and compared, lower case, or None for what is no address."""
    try:
        found = validate_email(text.strip(), check_deliverability=False, globally_deliverable=False)
    except (EmailNotValidError, ValueError):
        return None
    return found.normalized.lower()


def written(text: str) -> str | None:
    """The address as it stands in a mail: in ASCII where it can, else in UTF-8 (RFC 6532); None for what is none."""
    return sent_to(text) or known_as(text)


@lru_cache(ADDRESSES_REMEMBERED)
def sent_to(text: str) -> str | None:
    """The address in ASCII, its domain encoded where it has to be (IDNA), or None for what cannot be written so."""
    try:
        found = validate_email(text, check_deliverability=False, globally_deliverable=False, allow_smtputf8=False)
    except (EmailNotValidError, ValueError):
        return None
    return found.ascii_email
