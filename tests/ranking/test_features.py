"""What the ranker sees: clauses and phrases that agree, word pieces that meet, what is usual."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.encoder.backbone import Backbone
from cq.ranking import index as index_module
from cq.ranking import own_bank
from cq.ranking.clauses import ASKS, question_names, read_questions
from cq.ranking.features import features, instruction_names, pair_names
from cq.ranking.hubness import Usual, reference_instructions
from cq.ranking.index import QuestionIndex, References
from cq.ranking.late_interaction import LAYERS, Tokens, interaction
from cq.ranking.match_features import agreement, agreement_names, read_instruction
from cq.world import COLOURS, World
from cq.world.augmentation import permute_colours, permute_world, sample_colour_permutation

QUESTIONS = own_bank().questions
WORLD = World.parse([(0, 63, 0, "red"), (0, 64, 0, "red"), (2, 63, 1, "blue")])
INSTRUCTIONS = (
    "Place two red blocks to the east of the blue block",
    "Place red blocks on top of the yellow block, then remove the red tower",
    "Remove the blue block",
    "Good job",
    "Facing north, build a wall of green blocks behind the red ones",
)


@pytest.fixture(scope="module")
def references() -> References:
    backbone = Backbone.load()
    return References.fit(backbone, QUESTIONS)


@pytest.fixture(scope="module")
def index(references) -> QuestionIndex:
    return QuestionIndex(QUESTIONS, references)


def agreed(question: str, instruction: str, world: World = WORLD) -> dict[str, float]:
    found = agreement(read_questions([question]), read_instruction(instruction, world.grid))
    return {name: float(values[0]) for name, values in found.items()}


def test_questions_are_read_clause_by_clause():
    read = read_questions(["How many blocks are in the row and where does it start?", "Which RED one?", "?"])
    assert read.starts.tolist() == [0, 2, 3, 4]
    asks = [{name for name, flag in zip(ASKS, row, strict=True) if flag} for row in read.asks]
    assert asks == [{"count", "arrangement"}, {"where", "start"}, {"which"}, set()]
    assert read.colours[2].nonzero()[0].tolist() == [COLOURS.index("red")]


def test_a_question_is_open_or_answered_by_the_phrase_it_is_about():
    said = agreed("How many red blocks?", INSTRUCTIONS[0])
    unsaid = agreed("How many red blocks?", INSTRUCTIONS[1])
    assert said["count, but said"] == said["count, not open"] == 1
    assert unsaid["count, open"] == 1
    assert unsaid["count, but said"] == 0


def test_which_makes_sense_among_many_alone():
    assert agreed("Which blue block?", "Remove the blue block")["which of one"] == 1
    assert agreed("Which red block?", "Remove the red block")["which of many"] == 1
    assert agreed("Which red block?", "Remove the red block")["which, open"] == 1
    assert agreed("Which green block?", "Remove the green block")["which of none"] == 1


def test_claims_are_held_against_the_world():
    true = agreed("There are no yellow blocks.", "Remove the yellow block")
    false = agreed("There are no red blocks.", "Remove the red blocks")
    assert true["claims what is missing"] == true["missing, and is"] == 1
    assert false["claims what is there"] == false["missing, but there"] == 1
    assert false["claims what is missing"] == 0


@pytest.mark.parametrize("instruction", INSTRUCTIONS)
def test_a_question_is_judged_alike_alone_and_in_a_bank(instruction):
    read = read_instruction(instruction, WORLD.grid)
    whole = read_questions(QUESTIONS)
    together = agreement(whole, read)
    places = np.array([5, 3, 3, len(QUESTIONS) - 1])
    some = agreement(whole.take(places), read)
    for name, values in some.items():
        np.testing.assert_allclose(values, together[name][places], rtol=1e-6)
    for i in (0, 7, 40):
        alone = agreement(read_questions([QUESTIONS[i]]), read)
        assert {n: v[0] for n, v in alone.items()} == pytest.approx({n: v[i] for n, v in together.items()})


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(INSTRUCTIONS), st.integers(0, 2**31))
def test_colours_dealt_anew_in_all_three_change_nothing(instruction, seed):
    # Orange and yellow keep their places: the one may answer to the other, and to no other.
    dealt = sample_colour_permutation(random.Random(seed))
    for colour in (COLOURS.index("orange"), COLOURS.index("yellow")):
        dealt[dealt.index(colour)], dealt[colour] = dealt[colour], colour
    questions = ["How many red blocks?", "Which blue block?", "There are no yellow blocks.", "Where?"]
    before = agreement(read_questions(questions), read_instruction(instruction, WORLD.grid))
    after = agreement(
        read_questions([permute_colours(q, dealt) for q in questions]),
        read_instruction(permute_colours(instruction, dealt), permute_world(WORLD, dealt).grid),
    )
    for name in before:
        np.testing.assert_array_equal(before[name], after[name], err_msg=name)


def test_interaction_is_what_its_names_say(references):
    """Against plain loops over word pieces."""
    backbone, scale = references.backbone, references.scale
    texts = QUESTIONS[:6]
    asked = Tokens.of([INSTRUCTIONS[0]], backbone, scale, questions=False)
    questions = Tokens.of(texts, backbone, scale, questions=True)
    found = interaction(asked, questions)
    for (i, layer), j in itertools.product(enumerate(LAYERS), range(len(texts))):
        own = range(questions.starts[j], questions.starts[j + 1])
        nearest = [max(questions.vectors[t, i] @ a for a in asked.vectors[:, i]) for t in own]
        weights = [questions.weights[t] for t in own]
        covers = [max(questions.vectors[t, i] @ a for t in own) for a in asked.vectors[:, i]]
        expected = {
            "covered": np.average(nearest, weights=weights),
            "covered, unweighted": np.mean(nearest),
            "least covered": min(nearest),
            "covers": np.average(covers, weights=asked.weights),
            "cosine": questions.means[j, i] @ asked.means[0, i],
        }
        for name, value in expected.items():
            assert found[f"{name}, layer {layer}"][j] == pytest.approx(value, abs=1e-5)
    assert found["covered above 0.4, layer 0"].min() >= 0
    assert found["covered above 0.4, layer 0"].max() <= 1 + 1e-6


def test_taken_texts_are_those_encoded_alone(references):
    backbone, scale = references.backbone, references.scale
    tokens = Tokens.of(QUESTIONS[:9], backbone, scale, questions=True)
    taken = tokens.take(np.array([8, 2]))
    alone = Tokens.of([QUESTIONS[8], QUESTIONS[2]], backbone, scale, questions=True)
    np.testing.assert_array_equal(taken.starts, alone.starts)
    np.testing.assert_allclose(taken.vectors, alone.vectors, atol=1e-4)
    joined = Tokens.joined([tokens.take(np.array([8])), tokens.take(np.array([2]))])
    np.testing.assert_array_equal(joined.vectors, taken.vectors)


def test_the_usual_is_the_mean_and_its_spread():
    scores = np.array([[1, 5], [3, 5]], dtype=np.float32)
    usual = Usual.of(scores)
    np.testing.assert_allclose(usual.mean, [2, 5])
    assert usual.excess(np.array([2, 5], dtype=np.float32), np.array([0, 1])).tolist() == [0, 0]


def test_references_are_a_hundred_and_distinct():
    assert len(set(reference_instructions())) == len(reference_instructions()) >= 100


def test_features_have_the_names_they_are_saved_under(index):
    found = features(index, INSTRUCTIONS[0], WORLD, np.arange(5))
    assert found.pair.shape == (5, len(pair_names()))
    assert found.question.shape == (5, len(question_names()))
    assert found.instruction.shape == (len(instruction_names()),)
    assert len(set(pair_names())) == len(pair_names())
    assert pair_names()[-len(agreement_names()) :] == agreement_names()
    scores = index.scores(INSTRUCTIONS[0], np.arange(5))
    assert pair_names()[: len(scores)] == list(scores)
    for i, values in enumerate(scores.values()):
        np.testing.assert_array_equal(found.pair[:, i], values)


def test_a_prepared_bank_comes_back_from_the_cache_and_survives_a_broken_one(
    references, index, tmp_path, monkeypatch
):
    monkeypatch.setenv("CQ_CACHE", str(tmp_path))
    places = np.arange(len(QUESTIONS))
    expected = index.scores(INSTRUCTIONS[1], places)
    for _ in range(2):
        again = QuestionIndex(QUESTIONS, references).scores(INSTRUCTIONS[1], places)
        for name, values in expected.items():
            np.testing.assert_allclose(values, again[name], atol=1e-5)
        monkeypatch.setattr(index_module, "_prepare", lambda *args: pytest.fail("prepared twice"))
    monkeypatch.undo()
    monkeypatch.setenv("CQ_CACHE", str(tmp_path))
    (kept,) = (tmp_path / "questions").iterdir()
    (kept / "usual.npy").write_bytes(b"no array")
    again = QuestionIndex(QUESTIONS, references).scores(INSTRUCTIONS[1], places)
    np.testing.assert_allclose(again["words"], expected["words"], atol=1e-5)
