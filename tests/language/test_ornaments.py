"""Emoji and marks of other scripts beside an order do not make it unread; those that tell something do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cq.language.reading import read

ORDER = "Place a red block in the middle"
ORNAMENTS = [
    "🙂",
    "😂😂",
    "👍🏽",
    "❤️",
    "👨‍👩‍👧",
    "🇩🇪",
    "✅",
    "🙏",
    "⭐",
    "…",
    "。",
    "、",
    "।",
    "؟",
    "？！",
    "•",
    "\u200b",
    "\ufeff",
]


@pytest.mark.parametrize("mark", ORNAMENTS)
@pytest.mark.parametrize(
    "form", ["{order}{mark}", "{order} {mark}", "{mark} {order}", "{order}! {mark} {mark}"]
)
def test_an_order_is_read_with_what_stands_beside_it(form, mark):
    found = read(form.format(order=ORDER, mark=mark))[0]
    assert found.is_full, found.unread_words
    assert found.program == read(ORDER)[0].program


@pytest.mark.parametrize("mark", ["…", "。", " 🙂 ", "… 🙂 "])
def test_a_mark_ends_a_sentence_as_a_full_stop(mark):
    found = read(f"Place a red block{mark}Place a blue block in the middle")[0]
    assert found.is_full
    if mark.strip() != "🙂":
        assert found.program == read("Place a red block. Place a blue block in the middle")[0].program


@pytest.mark.parametrize("sign", ["🟥", "🔴", "⬆️", "👉", "🚫", "❌", "👎", "✖", "➕", "🧱", "🔢", "→", "×"])
def test_a_picture_that_may_tell_something_is_not_passed_over(sign):
    found = read(f"{ORDER} {sign}")[0]
    assert not found.is_full or found.program != read(ORDER)[0].program


def test_a_number_in_a_key_is_its_number():
    assert (
        read("Place 2️⃣ red blocks in the middle")[0].program
        == read("Place 2 red blocks in the middle")[0].program
    )


@given(st.lists(st.sampled_from(ORNAMENTS), max_size=4), st.lists(st.sampled_from(ORNAMENTS), max_size=4))
def test_any_number_of_them(before, behind):
    found = read(f"{' '.join(before)} {ORDER} {' '.join(behind)}")[0]
    assert found.is_full
    assert found.program == read(ORDER)[0].program
