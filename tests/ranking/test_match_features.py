"""Match features: which phrase a question is about, and whether it fits."""

from __future__ import annotations

import random

import numpy as np
import pytest
from grids import permuted
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.language.questions import ASKED
from cq.ranking import bundled_bank
from cq.ranking.clauses import parse_clauses
from cq.ranking.match_features import PhraseFlags, match_feature_names, match_features
from cq.reading.grounded import GroundedInstruction
from cq.world import COLOURS, World
from cq.world.augmentation import permute_colours, sample_colour_permutation

QUESTIONS = bundled_bank().questions
WORLD = World.parse([(0, 63, 0, "red"), (0, 64, 0, "red"), (2, 63, 1, "blue")])
INSTRUCTIONS = (
    "Place two red blocks to the east of the blue block",
    "Place red blocks on top of the yellow block, then remove the red tower",
    "Remove the blue block",
    "Good job",
    "Facing north, build a wall of green blocks behind the red ones",
)


def phrases(instruction: str, world: World = WORLD) -> PhraseFlags:
    return PhraseFlags.of(GroundedInstruction(instruction, world))


def matched(question: str, instruction: str) -> dict[str, float]:
    found = match_features(parse_clauses([question]), phrases(instruction))
    return {name: float(values[0]) for name, values in found.items()}


def test_questions_are_read_clause_by_clause():
    read = parse_clauses(["How many blocks are in the row and where does it start?", "Which RED one?", "?"])
    assert read.offsets.tolist() == [0, 2, 3, 4]
    asks = [{name for name, flag in zip(ASKED, row, strict=True) if flag} for row in read.asked]
    assert asks == [{"count", "arrangement"}, {"where", "start"}, {"which"}, set()]
    assert read.colours[2].nonzero()[0].tolist() == [COLOURS.index("red")]


def test_a_question_is_open_or_answered_by_the_phrase_it_is_about():
    said = matched("How many red blocks?", INSTRUCTIONS[0])
    unsaid = matched("How many red blocks?", INSTRUCTIONS[1])
    assert said["asks count, given"] == said["asks count, not open"] == 1
    assert unsaid["asks count, open"] == 1
    assert unsaid["asks count, given"] == 0


def test_which_features_depend_on_the_number_of_referents():
    assert matched("Which blue block?", "Remove the blue block")["asks which, one referent"] == 1
    assert matched("Which red block?", "Remove the red block")["asks which, several referents"] == 1
    assert matched("Which red block?", "Remove the red block")["asks which, open"] == 1
    assert matched("Which green block?", "Remove the green block")["asks which, no referent"] == 1


def test_claims_are_compared_with_the_world():
    true = matched("There are no yellow blocks.", "Remove the yellow block")
    false = matched("There are no red blocks.", "Remove the red blocks")
    assert true["claims missing: missing colours"] == true["claims missing, missing"] == 1
    assert false["claims missing: present colours"] == false["claims missing, present"] == 1
    assert false["claims missing: missing colours"] == 0


@pytest.mark.parametrize("instruction", INSTRUCTIONS)
def test_match_features_are_equal_alone_and_in_a_bank(instruction):
    flags, whole = phrases(instruction), parse_clauses(QUESTIONS)
    together = match_features(whole, flags)
    assert list(together) == list(match_feature_names())
    indices = np.array([5, 3, 3, len(QUESTIONS) - 1])
    some = match_features(whole.take(indices), flags)
    for name, values in some.items():
        np.testing.assert_allclose(values, together[name][indices], rtol=1e-6)
    for i in (0, 7, 40):
        alone = match_features(parse_clauses([QUESTIONS[i]]), flags)
        assert {n: v[0] for n, v in alone.items()} == pytest.approx({n: v[i] for n, v in together.items()})


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(INSTRUCTIONS), st.integers(0, 2**31))
def test_permuting_colours_in_instruction_question_and_world_changes_nothing(instruction, seed):
    # Orange and yellow keep their places: the one may answer to the other, and to no other.
    permutation = sample_colour_permutation(random.Random(seed))
    for colour in (COLOURS.index("orange"), COLOURS.index("yellow")):
        permutation[permutation.index(colour)], permutation[colour] = permutation[colour], colour
    questions = ["How many red blocks?", "Which blue block?", "There are no yellow blocks.", "Where?"]
    before = match_features(parse_clauses(questions), phrases(instruction))
    after = match_features(
        parse_clauses([permute_colours(q, permutation) for q in questions]),
        phrases(permute_colours(instruction, permutation), permuted(WORLD, permutation)),
    )
    for name in before:
        np.testing.assert_array_equal(before[name], after[name], err_msg=name)
