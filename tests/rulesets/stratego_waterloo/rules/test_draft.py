"""The draft of the cards by lists (SWL-132, SWL-R51)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from core.rulesets.stratego_waterloo.setup import CARDS, FULL_STACK, Pick, comes_by_itself, draft, pick, without

wishes = st.lists(st.sampled_from(CARDS), max_size=8)


def test_the_usual_draft() -> None:
    picks = draft(((), ()), ((), ()))
    assert [(done.keep, done.burn) for done in picks] == [
        ("FS", "FS"), ("FS", "CA"), ("CA", "CA"), ("GB", "GB"), ("GB", "IN"), ("IN", "IN"), ("RE", "RE"), ("RE", None),
    ]  # fmt: skip


def test_an_entry_of_the_keep_list_is_used_up_once_and_of_the_burn_list_never() -> None:
    picks = draft((("RE", "GB", "RE", "IN"), ()), (("IN",), ("RE",)))
    assert [done.keep for done in picks[::2]] == ["RE", "GB", "IN", "CA"]
    assert [done.burn for done in picks[::2]][:2] == ["IN", "IN"]
    assert picks[1] == Pick("FS", "RE", filled=True)


def test_an_entry_that_cannot_be_had_now_waits() -> None:
    stack = {"RE": 0, "IN": 1, "CA": 0, "GB": 0, "FS": 2}
    assert pick(stack, ("RE", "IN"), ("CA", "FS")) == Pick("IN", "FS", filled=True)


def test_the_last_card_is_nobodys_choice() -> None:
    stack = {"RE": 1, "IN": 0, "CA": 0, "GB": 0, "FS": 0}
    assert comes_by_itself(stack)
    assert pick(stack, ("FS",), ("FS",)) == Pick("RE", None, filled=True)


@settings(max_examples=40, deadline=None)
@given(wishes, wishes, wishes, wishes)
def test_eight_are_kept_and_seven_put_away(keep: list[str], other: list[str], burn: list[str], last: list[str]) -> None:
    stack = dict(FULL_STACK)
    picks = draft((keep, other), (burn, last))
    for done in picks:
        stack = without(stack, done)
        assert min(stack.values()) >= 0
    assert len(picks) == 8
    assert [done.burn is None for done in picks] == [False] * 7 + [True]
    assert sum(stack.values()) == 0
