"""A bank's index: token vectors, MaxSim, hubness statistics, and the features made of them."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from cq.ranking import bundled_bank
from cq.ranking.clauses import question_feature_names
from cq.ranking.features import UNCORRECTED_SUFFIX, pair_feature_names, ranking_features
from cq.ranking.hubness import HubnessStatistics, anchor_instructions
from cq.ranking.index import QuestionIndex
from cq.ranking.late_interaction import (
    LAYER_LABELS,
    TokenStatistics,
    TokenVectors,
    interaction_feature_names,
    interaction_layers,
    interactions,
)
from cq.ranking.match_features import match_feature_names
from cq.ranking.reading import Anchors
from cq.ranking.slot_features import slot_feature_names
from cq.reading.grounded import ground
from cq.world import World

QUESTIONS = bundled_bank().questions
WORLD = World.parse([(0, 63, 0, "red"), (0, 64, 0, "red"), (2, 63, 1, "blue")])
INSTRUCTION = "Place two red blocks to the east of the blue block"


@pytest.fixture(scope="module")
def index(anchors) -> QuestionIndex:
    return QuestionIndex(QUESTIONS, anchors)


@pytest.fixture
def instruction(backbone):
    return ground([INSTRUCTION], [WORLD], backbone)[0]


def vectors(texts, anchors: Anchors, questions: bool) -> TokenVectors:
    layers = interaction_layers(anchors.backbone.depth)
    encoded = anchors.backbone.encode_tokens(texts, layers)
    return TokenVectors.of(encoded, anchors.statistics, questions=questions)


def test_interaction_features_equal_their_definitions(anchors):
    """Against plain loops over word pieces."""
    texts = QUESTIONS[:6]
    asked = vectors([INSTRUCTION], anchors, questions=False)
    questions = vectors(texts, anchors, questions=True)
    found = {name: values[0] for name, values in interactions(asked, questions).items()}
    assert list(found) == list(interaction_feature_names())
    for (i, layer), j in itertools.product(enumerate(LAYER_LABELS), range(len(texts))):
        own = range(questions.offsets[j], questions.offsets[j + 1])
        nearest = [max(questions.vectors[t, i] @ a for a in asked.vectors[:, i]) for t in own]
        weights = [questions.weights[t] for t in own]
        reverse = [max(questions.vectors[t, i] @ a for t in own) for a in asked.vectors[:, i]]
        expected = {
            "MaxSim": np.average(nearest, weights=weights),
            "MaxSim unweighted": np.mean(nearest),
            "least similarity": min(nearest),
            "reverse MaxSim": np.average(reverse, weights=asked.weights),
            "cosine": questions.means[j, i] @ asked.means[0, i],
        }
        for name, value in expected.items():
            assert found[f"{name}, {layer}"][j] == pytest.approx(value, abs=1e-5)
    assert found["share above 0.4, lowest layer"].min() >= 0
    assert found["share above 0.4, lowest layer"].max() <= 1 + 1e-6


def test_selected_texts_equal_those_encoded_alone(anchors):
    tokens = vectors(QUESTIONS[:9], anchors, questions=True)
    taken = tokens.take(np.array([8, 2]))
    alone = vectors([QUESTIONS[8], QUESTIONS[2]], anchors, questions=True)
    np.testing.assert_array_equal(taken.offsets, alone.offsets)
    np.testing.assert_allclose(taken.vectors, alone.vectors, atol=1e-4)
    joined = TokenVectors.concatenate([tokens.take(np.array([8])), tokens.take(np.array([2]))])
    np.testing.assert_array_equal(joined.offsets, taken.offsets)
    np.testing.assert_array_equal(joined.vectors, taken.vectors)


def test_texts_encoded_at_all_layers_have_the_same_vectors(anchors, instruction):
    few = vectors([INSTRUCTION], anchors, questions=False)
    all_layers = TokenVectors.of([instruction.encoding], anchors.statistics, questions=False)
    for name, array in vars(few).items():
        np.testing.assert_allclose(getattr(all_layers, name), array, atol=1e-5)


def test_token_statistics_come_back_from_their_tensors(anchors):
    again = TokenStatistics.from_tensors(anchors.statistics.tensors())
    for name, array in vars(anchors.statistics).items():
        np.testing.assert_array_equal(getattr(again, name), array)
    beyond = anchors.statistics.weights(np.array([len(again.idf) - 1, 10**6]))
    assert beyond[0] == beyond[1] == again.idf[-1]
    with pytest.raises(KeyError):
        TokenStatistics.from_tensors({})


def test_hubness_statistics_are_the_mean_and_the_spread():
    scores = np.array([[1, 5], [3, 5]], dtype=np.float32)
    both = np.stack([scores, scores * [1, 2]])
    statistics = HubnessStatistics.of(("a", "b"), both.mean(1), both.std(1))
    assert statistics.names == ("a", "b")
    np.testing.assert_allclose(statistics.mean, [[2, 5], [2, 10]])
    z = statistics.z_scores({"b": np.array([10.0]), "a": np.array([5.0])}, np.array([1]))
    assert {name: values.tolist() for name, values in z.items()} == {"a": [0], "b": [0]}
    spread = scores.std(0) + 0.1 * scores.std(0).mean()
    z = statistics.z_scores({"a": np.array([4.0, 6.0]), "b": np.array([4.0, 6.0])}, np.array([0, 1]))
    np.testing.assert_allclose(z["a"], [2 / spread[0], 1 / spread[1]], rtol=1e-4)


def test_anchor_instructions_are_a_hundred_and_distinct():
    assert len(set(anchor_instructions())) == len(anchor_instructions()) >= 100


def test_features_have_the_names_they_are_saved_under(index, instruction):
    found = ranking_features(index, instruction, np.arange(5))
    names = pair_feature_names()
    assert found.pair.shape == (5, len(names))
    assert found.question.shape == (5, len(question_feature_names()))
    assert len(set(names)) == len(names)
    assert set(match_feature_names()) | set(slot_feature_names()) < set(names)
    corrected, uncorrected = index.scores([instruction], np.arange(5))
    assert list(names[: len(corrected)]) == list(corrected)
    assert list(names[-len(uncorrected) :]) == [f"{name}{UNCORRECTED_SUFFIX}" for name in uncorrected]
    for scores, columns in ((corrected, found.pair), (uncorrected, found.pair[:, -len(uncorrected) :])):
        for i, values in enumerate(scores.values()):
            np.testing.assert_array_equal(columns[:, i], values[0])
