"""BM25: two engines with equal scores, over words, pairs of words and character n-grams."""

from __future__ import annotations

import re

import numpy as np
import pytest
from conftest import DATA, needs_data
from hypothesis import given, settings
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from cq.data import load_question_bank
from cq.ranking import bundled_bank
from cq.ranking.first_stage import (
    BM25,
    NGRAM_RANGE,
    RankBM25,
    character_ngrams,
    skip_bigrams,
    tokenize,
)
from cq.ranking.hubness import anchor_instructions

TOKENIZERS = [tokenize, skip_bigrams, character_ngrams]
words = st.text(alphabet="bcdef ", max_size=12)
sentences = st.lists(
    st.sampled_from("place the four red blocks stacked 4 tower which where of it é ?".split()), max_size=8
).map(" ".join)


@settings(deadline=None)
@given(
    st.lists(words.filter(str.strip), min_size=1, max_size=8).filter(lambda qs: any(map(tokenize, qs))), words
)
def test_bm25_equals_rank_bm25_except_for_the_idf(questions, instruction):
    """Every score, summed word by word from rank_bm25's own frequencies, with the idf of the docstring."""
    tokens = [tokenize(q) for q in questions]
    reference = BM25Okapi(tokens)
    scores = BM25(questions).scores(instruction)
    for i, row in enumerate(tokens):
        expected = 0.0
        for word in tokenize(instruction):
            n = sum(word in other for other in tokens)
            frequency = row.count(word)
            idf = np.log(1 + (len(tokens) - n + 0.5) / (n + 0.5))
            length = reference.k1 * (1 - reference.b + reference.b * len(row) / reference.avgdl)
            expected += idf * frequency * (reference.k1 + 1) / (frequency + length)
        assert scores[i] == pytest.approx(expected)
        assert scores[i] >= 0
        assert (scores[i] > 0) == bool(set(row) & set(tokenize(instruction)))


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
@settings(deadline=None, max_examples=60)
@given(st.lists(sentences | words, min_size=1, max_size=8), sentences | words)
def test_both_engines_give_equal_scores_on_any_bank(tokenizer, questions, instruction):
    ours, reference = (engine(questions, tokenizer) for engine in (BM25, RankBM25))
    found = ours.scores(instruction)
    assert (found.shape, found.dtype) == ((len(questions),), np.float64)
    np.testing.assert_allclose(found, reference.scores(instruction), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_both_engines_give_equal_scores_on_the_bundled_bank(tokenizer):
    assert_equal_scores(bundled_bank().questions, tokenizer)


@needs_data
@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_both_engines_give_equal_scores_on_the_recorded_bank(tokenizer):
    assert_equal_scores(list(load_question_bank(DATA / "iglu_singleturn.zip").values()), tokenizer)


def assert_equal_scores(questions, tokenizer) -> None:
    ours, reference = BM25(questions, tokenizer), RankBM25(questions, tokenizer)
    for instruction in anchor_instructions()[::10]:
        found = ours.scores(instruction)
        assert found.max() > 0
        np.testing.assert_allclose(found, reference.scores(instruction), rtol=1e-9, atol=1e-12)


def test_a_bank_without_tokens_has_zero_scores():
    for engine in (BM25, RankBM25):
        assert engine(["?", "!"]).scores("place a block").tolist() == [0, 0]


def test_words_are_matched_across_number_words_and_endings():
    assert tokenize("Place FOUR stacked blocks") == tokenize("places 4 stack block")


def letter_runs(text: str) -> list[str]:
    """Every run of two to five characters of a word with its ends marked, spelled out."""
    found = []
    for word in re.findall(r"\w+", text.casefold()):
        marked = f" {word} "
        for length in range(NGRAM_RANGE[0], NGRAM_RANGE[1] + 1):
            found += [marked[i : i + length] for i in range(len(marked) - length + 1)]
    return found


@given(st.text(max_size=40) | sentences)
def test_character_ngrams_are_runs_of_letters(text):
    assert character_ngrams(text) == letter_runs(text)


def test_word_pairs_skip_a_word_at_most():
    assert skip_bigrams("two red blocks there") == [
        "2 red", "red block", "block ther", "2 block", "red ther",
    ]  # fmt: skip
    assert skip_bigrams("two") == []
