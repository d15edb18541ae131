"""On recorded rows: the simulated architect understands the questions, and options select their builds."""

from __future__ import annotations

import numpy as np
import pytest

from cq.building.decoding.minimum_bayes_risk import minimum_bayes_risk
from cq.dialogue.answers import agreement
from cq.dialogue.questions import possible_questions
from cq.dialogue.simulated import Architect, is_unknown
from cq.language.instruction import ground
from cq.metrics import changed_f1
from cq.pipeline import Pipeline
from cq.world import World

ROWS = 24


@pytest.fixture(scope="module")
def asked(singleturn):
    """Unclear rows as (instruction, candidates, target)."""
    unclear = singleturn.select(np.flatnonzero(np.array(singleturn["label"][:1500]) == 1))
    rows = [row for row in unclear if row["target"] is not None]
    pipeline = Pipeline.from_pretrained()
    worlds = [World.parse(np.array(row["start"], dtype=np.int8)) for row in rows[:ROWS]]
    instructions = ground([row["instruction"] for row in rows[:ROWS]], worlds, pipeline.backbone)
    targets = [np.array(row["target"], dtype=np.int8) for row in rows[:ROWS]]
    sampled = pipeline.builder.sample(instructions, 4)
    return list(zip(instructions, sampled, targets, strict=True))


def test_options_select_their_members(asked):
    for instruction, candidates, _ in asked:
        questions = possible_questions(instruction, candidates)
        for question in [one for one in questions if one.obstacle is None][:3]:
            for option in question.options:
                weights = agreement(question.text, option.text, instruction, candidates)
                members = np.isin(np.arange(len(candidates)), option.members)
                assert (weights[members] == 1).all(), (question.text, option.text)
                assert (weights[~members] < 1).all(), (question.text, option.text)


def test_the_architect_understands_and_its_answers_help(asked):
    scores, questions = [], 0
    for seed, (instruction, candidates, target) in enumerate(asked):
        after = candidates
        if found := possible_questions(instruction, candidates):
            answer = Architect(candidates.start, target, seed=seed).answer(found[0].text)
            # It does not know where the builder looks.
            assert not is_unknown(answer) or found[0].type == "facing", found[0].text
            weights = agreement(found[0], answer, instruction, candidates)
            assert weights.shape == (len(candidates),)
            assert 0 < weights.min() <= weights.max() <= 1
            after, questions = candidates.reweighted(weights), questions + 1
        builds = [minimum_bayes_risk(one).grid for one in (candidates, after)]
        scores.append([changed_f1(build, target, candidates.start) for build in builds])
    before, later = np.mean(scores, axis=0)
    assert questions > ROWS / 2
    assert later > before
