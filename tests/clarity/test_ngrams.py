"""Hashed n-grams, and the linear model over them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from toy_clarity import toy_rows

from cq.clarity.features import ClarityFeatures
from cq.clarity.lexical import LexicalModel, inverse_frequencies, weighted
from cq.clarity.ngrams import BUCKETS, ngram_counts, without_values


def test_colours_numbers_and_directions_are_one_word_each():
    a, b = "Place two RED blocks to the north.", "place 3 blue blocks to the southern."
    assert without_values(a) == without_values(b) == "place xnum xcol blocks to the xdir .".split()
    assert (ngram_counts([a]) != ngram_counts([b])).nnz == 0


@given(st.lists(st.text(max_size=40), min_size=1, max_size=4))
def test_any_text_has_counts_that_do_not_depend_on_the_others(texts):
    together = ngram_counts(texts)
    assert together.shape == (len(texts), 2 * BUCKETS)
    assert np.isfinite(together.data).all()
    for i, text in enumerate(texts):
        assert (together[i] != ngram_counts([text])).nnz == 0


def test_word_order_counts():
    a, b = ngram_counts(["put the block on the tower", "put the tower on the block"])
    assert (a[:, :BUCKETS] != b[:, :BUCKETS]).nnz > 0


def test_both_halves_have_unit_length():
    counts = ngram_counts(["build a tower", "remove it", ""])
    x = weighted(counts, inverse_frequencies(counts))
    for half in (x[:, :BUCKETS], x[:, BUCKETS:]):
        lengths = np.sqrt(np.asarray(half.multiply(half).sum(1)).ravel())
        np.testing.assert_allclose(lengths, [1, 1, 0], atol=1e-5)


def test_the_linear_model_learns_and_reloads_to_equal_logits():
    texts = ["put it there", "place a red block in the corner"] * 30
    unclear = np.array([1, 0] * 30)
    x, _, _ = toy_rows(60)
    features = ClarityFeatures(x.words, np.zeros_like(x.findings), ngram_counts(texts))
    model = LexicalModel.fit(features, unclear, 1.0)
    logits = model.logits(features)
    assert logits[unclear == 1].min() > logits[unclear == 0].max()
    again = LexicalModel.from_tensors(model.tensors())
    assert np.array_equal(again.logits(features), logits)
