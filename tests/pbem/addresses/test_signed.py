"""Signed addresses: what they look like, that they come back as what they were, and that no other does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.addresses.signed import (
    BounceAddress,
    EnrolAddress,
    Forged,
    NotOurs,
    Plain,
    Recipient,
    SeatAddress,
    bounce_address,
    enrol_address,
    enrols,
    read_recipient,
    seat_address,
)
from pbem.config import Settings

SETTINGS = Settings(secret_key="present", mail_domain="play.example")
ROTATED = Settings(secret_key="next", old_secret_keys=["present"], mail_domain="play.example")
OTHERS = Settings(secret_key="somebody else's", mail_domain="play.example")

names = st.text("abcdefghijklmnopqrstuvwxyz0123456789_-", min_size=1, max_size=10)


def read(address: str, settings: Settings = SETTINGS, nonce: str | None = "n") -> Recipient:
    return read_recipient(settings, address, lambda game, seat: nonce)


def test_a_seat_s_address_fits_into_a_local_part() -> None:
    address = seat_address(SETTINGS, "waterloo1234", "wellington", 12345, "n")
    local, _, domain = address.partition("@")
    assert local.startswith("pbem+waterloo1234.wellington.12345.")
    assert (domain, len(local) <= 64, address == address.lower()) == ("play.example", True, True)


@given(game=names, seat=names, step=st.integers(0, 99_999))
def test_a_seat_s_address_is_read_back(game: str, seat: str, step: int) -> None:
    address = seat_address(SETTINGS, game, seat, step, "n")
    for written in (address, address.upper(), f" <{address}> ", address + "."):
        assert read(written) == SeatAddress(game, seat, step)


def test_an_old_key_still_proves_a_new_one_signs() -> None:
    old, new = (seat_address(settings, "g", "s", 1, "n") for settings in (SETTINGS, ROTATED))
    assert old != new
    assert read(old, ROTATED) == read(new, ROTATED) == SeatAddress("g", "s", 1)
    assert read(new, SETTINGS) == Forged()


@pytest.mark.parametrize(
    "address",
    [
        seat_address(OTHERS, "g", "s", 1, "n"),
        seat_address(SETTINGS, "g", "s", 1, "retired"),
        seat_address(SETTINGS, "g", "s", 1, "n").replace("+g.s.1.", "+g.s.2."),
        seat_address(SETTINGS, "g", "s", 1, "n").replace("+g.s.1.", "+g.t.1."),
        seat_address(SETTINGS, "g", "s", 1, "n").replace("+g.s.1.", "+g.s.01."),
        seat_address(SETTINGS, "g", "s", 1, "n").replace("@", "a@"),
        seat_address(SETTINGS, "g", "s", 1, "n")[:20] + "@play.example",
        bounce_address(SETTINGS, 7).replace(".7.", ".8."),
        bounce_address(OTHERS, 7),
        "pbem+g.s.1.@play.example",
        "pbem+g.s.1.\u00fc@play.example",
        "pbem+...@play.example",
        "pbem+g.s.\u00b2.aaaaaaaaaaaaaaaaaaaa@play.example",
        "pbem+bounce.9999999999999999999999.aaaaaaaaaaaaaaaaaaaa@play.example",
    ],
)
def test_what_is_not_genuine_is_forged(address: str) -> None:
    assert read(address) == Forged()


def test_a_seat_that_is_not_there_is_forged_even_with_an_empty_nonce() -> None:
    assert read(seat_address(SETTINGS, "g", "s", 1, ""), nonce=None) == Forged()


def test_enrolment_is_bound_to_the_address_asked() -> None:
    found = read(enrol_address(SETTINGS, "Ada@players.example"))
    assert isinstance(found, EnrolAddress)
    assert enrols(SETTINGS, found, "ada@PLAYERS.example")
    assert not enrols(SETTINGS, found, "ben@players.example")
    assert not enrols(OTHERS, found, "ada@players.example")


def test_a_bounce_names_its_mail() -> None:
    assert read(bounce_address(SETTINGS, 4711)) == BounceAddress(4711)


@pytest.mark.parametrize(
    "address", ["pbem@play.example", "PBEM@Play.Example", "pbem+@play.example", "pbem+hello@play.example"]
)
def test_the_mailbox(address: str) -> None:
    assert read(address) == Plain()


@pytest.mark.parametrize(
    "address", ["", "pbem", "@", "ada@play.example", "pbem@elsewhere.example", "pbem+x@xplay.example"]
)
def test_other_people_s_addresses(address: str) -> None:
    assert read(address) == NotOurs()


@given(st.text(max_size=80))
def test_no_text_is_a_seat(text: str) -> None:
    for address in (text, f"pbem+{text}@play.example"):
        assert not isinstance(read(address), SeatAddress | BounceAddress)


@pytest.mark.parametrize(
    ("game", "seat", "step"),
    [("", "s", 1), ("a.b", "s", 1), ("G", "s", 1), ("g", "s s", 1), ("g", "s", -1), ("g" * 40, "s", 1)],
)
def test_names_that_cannot_stand_in_an_address(game: str, seat: str, step: int) -> None:
    with pytest.raises(ValueError, match=r"local part|no reply address"):
        seat_address(SETTINGS, game, seat, step, "n")
