"""What phrases could mean in a world, and what they leave open."""

from __future__ import annotations

import numpy as np
import pytest
from grids import grids
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.language import GroundedInstruction, ground
from cq.language.grounding import FINDING_KINDS, Finding, _count_components
from cq.language.grounding_features import grounding_feature_names, grounding_features
from cq.language.questions import AMBIGUITY_KINDS
from cq.world import COLOURS, World

RED_ROW = [(x, 63, 0, "red") for x in range(3)]
TWO_TOWERS = [(x, 63 + i, 0, "blue") for x in (-2, 2) for i in range(3)]


def findings(instruction: str, world: object) -> list[Finding]:
    return GroundedInstruction(instruction, World.parse(world)).findings


@pytest.mark.parametrize(
    ("instruction", "blocks", "expected"),
    [
        ("Remove the purple tower.", RED_ROW, "no purple block in the world"),
        ("Break the red block", RED_ROW, "“the red block” could be any of 3 blocks"),
        ("Break the two red blocks", RED_ROW, "“the two red blocks” could be any of 3 blocks"),
        ("Break the four red blocks", RED_ROW, "“the four red blocks”, but there are only 3"),
        ("Remove the blue tower", TWO_TOWERS, "“the blue tower” could be any of 2 structures"),
        ("Put a red block on the highest block", TWO_TOWERS, "“the highest block” could be any of 2 blocks"),
        ("Place 4 blocks in the north east corner", [], "no colour is given for “4 blocks”"),
        ("Place green blocks in the middle", [], "no number is given for “green blocks”"),
        ("Build a red wall in the middle", [], "no size is given for “a red wall”"),
        ("Place a red block", [], "no place is given for “a red block”"),
        (
            "Put three red blocks on the blue one",
            [(0, 63, 0, "blue")],
            "no direction is given for “three red blocks”",
        ),
        ("Put a red block left of the blue one", [(0, 63, 0, "blue")], "need a direction to face"),
        ("Very well done", [], "no block to place or remove is named"),
    ],
)
def test_findings_name_missing_or_ambiguous_properties(instruction, blocks, expected):
    found = findings(instruction, blocks)
    assert any(expected in finding.text for finding in found), found
    assert all(finding.kind in FINDING_KINDS for finding in found)


@pytest.mark.parametrize(
    ("instruction", "blocks"),
    [
        ("Remove all red blocks.", RED_ROW),
        ("Break the three red blocks.", RED_ROW),
        ("Break the eastmost red block.", RED_ROW),
        ("Break the red block closest to the west edge.", RED_ROW),
        ("Place a red block in the north west corner. Then put a blue block on top of the red block.", []),
        ("Remove the blue tower.", TWO_TOWERS[:3]),
        ("Facing north, place one green block to the left of the red block.", RED_ROW[:1]),
    ],
)
def test_complete_instructions_have_no_findings(instruction, blocks):
    assert findings(instruction, blocks) == []


def test_findings_of_phrases_come_first_and_reasons_do_not_repeat():
    one = GroundedInstruction("Put a red block and a red block left of the blue one", World.parse())
    of_phrases = [finding for phrase in one.grounded_phrases for finding in phrase.findings]
    assert one.findings[: len(of_phrases)] == of_phrases
    assert one.findings[-1].kind == "no facing"
    assert list(one.reasons) == list(dict.fromkeys(finding.text for finding in one.findings))
    assert [phrase.phrase for phrase in one.grounded_phrases] == one.phrases


def test_components_are_counted_face_to_face():
    assert _count_components(np.argwhere(World.parse(TWO_TOWERS).grid)) == 2
    assert _count_components(np.array([[0, 0, 0], [0, 1, 1]])) == 2
    assert _count_components(np.zeros((0, 3), dtype=int)) == 0


def test_every_kind_of_finding_is_a_kind_of_ambiguity():
    assert set(FINDING_KINDS.values()) <= set(AMBIGUITY_KINDS)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.text(max_size=60), grids), max_size=4))
def test_features_are_finite_for_any_text_and_world(pairs):
    values = grounding_features(ground([t for t, _ in pairs], [World.parse(g) for _, g in pairs]))
    assert values.shape == (len(pairs), len(grounding_feature_names()))
    assert np.isfinite(values).all()


@settings(max_examples=60, deadline=None)
@given(grids, st.permutations(range(4)), st.data())
def test_findings_follow_a_permutation_of_colours(grid, order, data):
    """Of the colours that mean nothing but themselves: yellow may mean orange."""
    names = ("blue", "green", "red", "purple")
    grid = np.where(np.isin(grid, [1, 2, 3, 5]), grid, 0).astype(np.int8)
    text = data.draw(
        st.sampled_from(["break the {} block", "put two {} blocks on the {} tower", "the {} ones"])
    )
    said = data.draw(st.lists(st.sampled_from(names), min_size=2, max_size=2))
    new = dict(zip(names, (names[i] for i in order), strict=True))
    ids = np.zeros(7, dtype=np.int8)
    for old, name in new.items():
        ids[COLOURS.index(old) + 1] = COLOURS.index(name) + 1
    before = [finding.kind for finding in findings(text.format(*said), grid)]
    after = [finding.kind for finding in findings(text.format(*(new[c] for c in said)), ids[grid])]
    assert before == after


def test_a_bare_colour_is_about_the_thing_named_before():
    ring = findings("Build a red ring. yellow", [])
    assert {one.text for one in ring} == {one.text for one in findings("Build a red ring", [])}
    assert all("“a red ring”" in one.text for one in ring)
