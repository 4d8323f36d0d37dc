"""The rulebooks on the web: for anybody, static, and kept by whoever has read them."""

from __future__ import annotations

import pytest
from door import Door

from pbem.rulesets import names


@pytest.mark.parametrize("name", names())
def test_each_rulebook_is_a_page_of_its_own(door: Door, name: str) -> None:
    answer = door.client.get(f"/rules/{name}")
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    again = door.client.get(f"/rules/{name}", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_a_clause_has_an_anchor(door: Door) -> None:
    assert b'id="W95-R06"' in door.client.get("/rules/waterloo1895").data


@pytest.mark.parametrize("name", ["chess", "..%2f..%2fconfig", "conflict/", "Conflict", "x" * 5_000])
def test_what_is_no_rulebook_is_not_found(door: Door, name: str) -> None:
    assert door.client.get(f"/rules/{name}").status_code == 404


def test_it_is_there_for_readers_from_elsewhere_too(door: Door) -> None:
    far = {"REMOTE_ADDR": "203.0.113.9", "HTTP_HOST": "play.example.org"}
    assert door.client.get("/rules/conflict", environ_overrides=far).status_code == 200
