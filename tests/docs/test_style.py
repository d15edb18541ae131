"""Docs and messages say things in the field's own words."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

INSTEAD = {
    r"half (?:a character|characters|of a surrogate)": "lone surrogate",
    r"folds (?:that are )?drawn anew|draw folds anew": "repeated cross-validation",
    r"\b(?:is|are) no building instructions?\b": "is not a building instruction",
    r"\bno whole numbers?\b": "not an integer",
    r"\} (?:is|are) no (?!longer\b)[a-z]+": "is not a …",
    r"changed F1|\bzone\b": "plain words (on the page)",
}
"""Patterns, and what to write instead. The last one holds for the page alone."""
TEXTS = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "cq").rglob("*.py"),
        *(ROOT / "eval").rglob("*.py"),
    ]
)
SOURCES = sorted(path for path in (ROOT / "cq").rglob("*.py") if path.parent.name != "rules")
"""Without the rules, of which the patterns name the parameters."""
STRINGS = ROOT / "cq" / "web" / "static" / "strings.js"
PAGES = sorted((ROOT / "docs").glob("guide*.md"))


@cache
def in_one_line(path: Path) -> str:
    return re.sub(r"\s+", " ", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("pattern", INSTEAD)
def test_no_paraphrase_stands_for_a_word_of_the_field(pattern):
    where = [STRINGS] if "zone" in pattern else [*TEXTS, STRINGS]
    found = [
        f"{path.relative_to(ROOT)}: {hit[0]!r}; write {INSTEAD[pattern]!r}"
        for path in where
        for hit in re.finditer(pattern, in_one_line(path), re.IGNORECASE)
    ]
    assert found == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_variables_are_called_what_they_are(path):
    """Nothing that a loop, a comprehension or a function names is called "one"."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = [node for node in ast.walk(tree) if isinstance(node, (ast.Name, ast.arg))]
    lines = [node.lineno for node in named if "one" in (getattr(node, "id", ""), getattr(node, "arg", ""))]
    assert lines == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_of_the_guide_is_short(page):
    assert len(page.read_text(encoding="utf-8").split()) < 800
