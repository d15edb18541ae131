"""Slot features: what a question is about, against the instruction as a whole."""

from __future__ import annotations

import numpy as np
import pytest

from cq.ranking import bundled_bank
from cq.ranking.clauses import parse_clauses, question_features
from cq.ranking.match_features import PhraseFlags
from cq.ranking.slot_features import slot_feature_names, slot_features
from cq.reading.grounded import GroundedInstruction
from cq.world import World

YELLOW = [(5, 63, 3, "yellow"), (-4, 63, 4, "yellow")]
WORLD = World.parse([*YELLOW, (2, 63, 1, "blue")])


def slots(questions: list[str], instruction: str, world: World = WORLD) -> list[dict[str, float]]:
    grounded, clauses = GroundedInstruction(instruction, world), parse_clauses(questions)
    features = slot_features(
        question_features(questions, clauses), clauses, grounded, PhraseFlags.of(grounded)
    )
    return [{name: float(values[i]) for name, values in features.items()} for i in range(len(questions))]


def test_an_obstacle_calls_for_the_question_that_settles_it():
    which, colour = slots(["Which yellow block?", "What colour should it be?"], "Break the yellow one")
    assert which["kinds that an obstacle calls for"] == which["colours of obstacles"] == 1
    assert colour["no kind that an obstacle calls for"] == 1
    assert which["no kind that an obstacle calls for"] == 0


@pytest.mark.parametrize(("named", "absent"), [("green", 1), ("blue", 0)])
def test_a_claim_that_something_is_missing_is_checked(named, absent):
    (claim,) = slots([f"There is no {named} block"], f"Break the {named} block")
    assert claim["claims missing, something absent"] == absent
    assert claim["claims missing, nothing absent"] == 1 - absent


def test_counts_that_a_question_claims_are_checked_in_the_world():
    right, wrong = slots(["There are two yellow blocks, which?", "Which of the 4 yellow blocks?"], "Go")
    assert (right["true counts"], right["false counts"]) == (1, 0)
    assert (wrong["true counts"], wrong["false counts"]) == (0, 1)


def test_things_are_compared_with_the_whole_instruction():
    (one,) = slots(["Should the three red blocks go north or into the tower?"], "Put two red blocks north")
    assert one["both mention north"] == one["colours of both"] == 1
    assert one["question alone mentions tower"] == one["shapes of the question alone"] == 1
    assert one["numbers of both"] == 0
    assert one["numbers of the question alone"] == one["numbers of the instruction alone"] == 1


def test_questions_do_not_depend_on_the_others():
    questions = list(bundled_bank().questions)
    together = slots(questions, "Place red blocks on top of the yellow one")
    assert tuple(together[0]) == slot_feature_names()
    for i in (0, 7, len(questions) - 1):
        assert together[i] == slots([questions[i]], "Place red blocks on top of the yellow one")[0]
    assert all(np.isfinite(list(one.values())).all() for one in together)
