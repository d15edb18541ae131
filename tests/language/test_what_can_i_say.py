"""What the documentation says can be said is read in full, and its lists are those of the code."""

from __future__ import annotations

import pytest
from conftest import ROOT

from cq.language.grammar import GRAMMAR
from cq.language.json_form import classes_below
from cq.language.listing import classes_listed, rules_listed, with_listings, words_listed
from cq.language.program import Meaning
from cq.language.reading import read

PAGE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
CATEGORIES = {"Orders": "Command", "References": "Ref", "Places": "Place", "Answers": "Answer"}


def examples() -> list[tuple[str, str]]:
    """Each example of the page, with the category as which it is read."""
    found, category = [], None
    for line in PAGE.splitlines():
        if line.startswith('```text title="'):
            category = CATEGORIES[line.split('"')[1]]
        elif line.startswith("```"):
            category = None
        elif category is not None:
            found.append((line, category))
    return found


def test_the_page_has_examples_of_all_kinds():
    assert len(examples()) > 60
    assert {category for _, category in examples()} == set(CATEGORIES.values())


@pytest.mark.parametrize(("text", "category"), examples())
def test_examples_are_read_in_full(text, category):
    best = read(text, category)[0]
    assert best.is_full, best.unread_words


def test_all_rules_classes_and_words_are_listed():
    rules, classes, words = rules_listed(), classes_listed(), words_listed()
    for one in GRAMMAR.rules:
        if one.category.startswith("@"):
            assert f"`{one.category}`" in words
        else:
            assert one.name.removeprefix(f"{one.category}: ") in rules
    for one in classes_below(Meaning):
        assert f"`{one.__name__}`" in classes


def test_lists_take_the_place_of_marks():
    page = with_listings(PAGE)
    assert "<!--" not in page
    assert classes_listed() in page
