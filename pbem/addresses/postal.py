"""The addresses of people: whether a text is one, and how it is written where it is compared and where it is sent to.

Whether anybody reads mail there is not known here; that is what enrolment is for.
"""

from __future__ import annotations

from email_validator import SPECIAL_USE_DOMAIN_NAMES, EmailNotValidError, validate_email

# Mail on one machine or in one house (`localhost`, `local`) is mail too. Clearing this list is the library's own way.
SPECIAL_USE_DOMAIN_NAMES.clear()


def known_as(text: str) -> str | None:
    """The address in the one form in which it is kept and compared, lower case, or None for what is no address."""
    try:
        found = validate_email(text.strip(), check_deliverability=False, globally_deliverable=False)
    except (EmailNotValidError, ValueError):
        return None
    return found.normalized.lower()


def sent_to(text: str) -> str | None:
    """The address in ASCII, its domain encoded where it has to be (IDNA), or None for what cannot be written so."""
    try:
        found = validate_email(text, check_deliverability=False, globally_deliverable=False, allow_smtputf8=False)
    except (EmailNotValidError, ValueError):
        return None
    return found.ascii_email
