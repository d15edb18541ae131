"""The cross-encoder: what it reads, its folders, and its weight beside the linear model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from toy_cross_encoder import (
    PAIRS,
    TEXT,
    TOY,
    VOCABULARY,
    WORLD,
    random_head,
    save_tiny_bert,
    tiny_config,
    tiny_tokenizer,
    toy_examples,
)

import cq
from cq.encoder.encoder import Encoder
from cq.modeling.artifacts import WEIGHTS
from cq.ranking import QuestionBank, QuestionRanker, bundled_bank
from cq.ranking.cross_encoder import CrossEncoder, CrossEncoderStage
from cq.ranking.cross_encoder.pairs import fuse
from cq.ranking.cross_encoder.prefix import QUESTIONS_AT_A_TIME, PrefixCrossEncoder
from cq.ranking.cross_encoder.stage import cross_logits, query_text
from cq.ranking.training.cross_encoder import (
    fit_cross_encoder,
)
from cq.ranking.training.fusion import Fusion
from cq.reading.grounded import ground
from cq.world import World

logits = st.lists(st.floats(-5, 5), min_size=2, max_size=12)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_tiny_bert(tmp_path_factory.mktemp("tiny"))


def _library(folder: Path, pairs: list[tuple[str, str]]) -> np.ndarray:
    import sentence_transformers

    model = sentence_transformers.CrossEncoder(str(folder), local_files_only=True)
    return model.predict(pairs, activation_fn=torch.nn.Identity())


def test_the_situation_counts_the_blocks():
    assert query_text(TEXT, WORLD) == f"{TEXT} (there: 2 red, 1 blue)"
    assert query_text(TEXT, World.parse()) == f"{TEXT} (there: nothing)"


def test_a_question_reads_the_instruction_which_does_not_read_it(backbone):
    """The mean of the question's last states, by the encoder itself: the instruction alone, then the question
    behind its states, layer by layer.
    """
    head = random_head(backbone.encoder)
    model = PrefixCrossEncoder.from_delta(backbone.encoder, head)
    question = "Which tower do you mean?"
    first, second = backbone.tokenize([query_text(TEXT, WORLD), question])
    ids, n = torch.tensor([first + second[1:]]), len(first)
    bert = backbone.bert()
    with torch.inference_mode():
        states = bert.embeddings(ids)
        for layer in bert.encoder.layer:
            alone, whole = layer(states[:, :n]), layer(states)
            states = torch.cat([alone, whole[:, n:]], dim=1)
    expected = (states[0, n:].mean(0) @ head["head.weight"].T).item()
    assert cross_logits(model, TEXT, WORLD, [question])[0] == pytest.approx(expected, abs=1e-4)
    assert model.logits([]).shape == (0,)


def test_a_pair_has_equal_logits_alone_and_in_a_batch(backbone, monkeypatch):
    model = PrefixCrossEncoder.from_delta(backbone.encoder, random_head(backbone.encoder))
    assert len(PAIRS) > QUESTIONS_AT_A_TIME / 2
    pairs = [*PAIRS, *[(f"Then {text}", question) for text, question in 2 * PAIRS]]
    together, some = model.logits(pairs), [*range(0, len(pairs), 5), -1]
    np.testing.assert_allclose(together[some], [model.logits([pairs[i]])[0] for i in some], atol=1e-4)
    lists = [(pairs[0][0], [question for text, question in pairs[:20]]), (pairs[-1][0], [pairs[-1][1]])]
    with torch.inference_mode():
        np.testing.assert_allclose(model(lists), [*together[:20], together[-1]], atol=1e-4)
    monkeypatch.setattr("cq.encoder.encoder.fast_dtype", lambda: torch.bfloat16)
    np.testing.assert_allclose(model.logits(pairs, fast=True), together, atol=0.1)


@pytest.mark.parametrize("layers", [1, 3])
def test_the_layout_of_ms_marco_is_read(tmp_path, layers):
    """`BertForSequenceClassification`, with token types 0 and 1 and a pooler; logits are raw."""
    import sentence_transformers
    from transformers import BertForSequenceClassification

    torch.manual_seed(0)
    config = tiny_config(layers, max_position_embeddings=64, num_labels=1, initializer_range=0.4)
    BertForSequenceClassification(config).save_pretrained(tmp_path / "plain")
    tiny_tokenizer().save_pretrained(tmp_path / "plain")
    library = sentence_transformers.CrossEncoder(str(tmp_path / "plain"), local_files_only=True)
    library.save_pretrained(str(tmp_path / "saved"))
    for name in ("plain", "saved"):
        model = CrossEncoder(tmp_path / name)
        np.testing.assert_allclose(model.logits(PAIRS), _library(tmp_path / name, PAIRS), atol=1e-5)
    assert np.ptp(model.logits(PAIRS)) > 0.5
    model.save_pretrained(tmp_path / "copy")
    np.testing.assert_array_equal(CrossEncoder(tmp_path / "copy").logits(PAIRS), model.logits(PAIRS))
    assert model.logits([]).shape == (0,)


def test_another_model_is_run_by_sentence_transformers(tmp_path):
    from transformers import DistilBertConfig, DistilBertForSequenceClassification

    def save(folder: Path, labels: int) -> Path:
        config = DistilBertConfig(
            vocab_size=len(VOCABULARY), dim=8, n_layers=1, n_heads=2, hidden_dim=16, num_labels=labels
        )
        DistilBertForSequenceClassification(config).save_pretrained(folder)
        tiny_tokenizer().save_pretrained(folder)
        return folder

    model = CrossEncoder(save(tmp_path / "one", 1))
    np.testing.assert_allclose(model.logits(PAIRS), _library(tmp_path / "one", PAIRS), atol=1e-6)
    assert model.logits(PAIRS).dtype == np.float64
    model.save_pretrained(tmp_path / "copy")
    again = CrossEncoder(tmp_path / "copy")
    np.testing.assert_array_equal(again.logits(PAIRS), model.logits(PAIRS))
    with pytest.raises(cq.InputError, match="3 logits a pair"):
        CrossEncoder(save(tmp_path / "three", 3))


def test_unreadable_models_are_refused(tmp_path, backbone, tiny):
    with pytest.raises(cq.MissingFileError, match="no model folder"):
        CrossEncoder(tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    with pytest.raises(cq.InputError, match="cannot load the cross-encoder"):
        CrossEncoder(tmp_path / "empty")
    from transformers import BertForSequenceClassification

    BertForSequenceClassification(tiny_config(1, num_labels=1)).save_pretrained(tmp_path / "bare")
    with pytest.raises(cq.MissingFileError, match="no tokenizer in"):
        CrossEncoder(tmp_path / "bare")
    encoder = backbone.encoder
    with pytest.raises(KeyError, match=r"layer\.9"):
        PrefixCrossEncoder.from_delta(
            encoder, random_head(encoder) | {"encoder.layer.9.output.dense.bias": torch.zeros(1)}
        )
    with pytest.raises(KeyError):
        PrefixCrossEncoder.from_delta(encoder, {})
    with pytest.raises(RuntimeError, match="size mismatch"):
        PrefixCrossEncoder.from_delta(encoder, random_head(Encoder.load(str(tiny))))


@given(logits, st.floats(0, 2), st.data())
def test_unread_questions_get_the_minimum_cross_encoder_logit(values, weight, data):
    network = np.array(values)
    read = np.array(data.draw(st.lists(st.integers(0, len(values) - 1), min_size=1, unique=True)))
    cross = np.array(data.draw(st.lists(st.floats(-5, 5), min_size=len(read), max_size=len(read))))
    joined = fuse(network, cross, read, weight)
    np.testing.assert_allclose(joined[read], network[read] + weight * cross)
    others = np.setdiff1d(np.arange(len(values)), read)
    np.testing.assert_allclose(joined[others], network[others] + weight * cross.min())


def test_the_weight_is_chosen_without_the_fold():
    """Where the cross-encoder is right on all folds but one, only that one trusts it."""
    n, folds = 40, np.arange(40) % 4
    asked = np.zeros(n, dtype=np.int64)
    network = [np.array([0.0, 0.5, 0.0])] * n
    right, wrong = np.array([1.0, 0.0, 0.0]), np.array([-1.0, 1.0, 1.0])
    mixed = Fusion(network, [wrong if k else right for k in folds], asked, folds)
    assert mixed.weight(without=0) == 0
    trusted = Fusion(network, [right if k else wrong for k in folds], asked, folds)
    assert trusted.weight(without=0) >= 0.5
    joined = trusted.logits()
    assert joined[1].argmax() == 0
    assert joined[0].argmax() != 0


def test_a_ranker_keeps_its_cross_encoder(backbone, tmp_path):
    model = fit_cross_encoder(*toy_examples(), backbone.encoder, TOY)
    bundled = QuestionRanker.from_pretrained(WEIGHTS / "ranking", backbone)
    ranker = bundled.with_cross_encoder(CrossEncoderStage(model, 0.5, top_k=8))
    ranker.save_pretrained(tmp_path / "saved", {})
    # Weights are kept at half precision, so that a second saving changes nothing more.
    once = QuestionRanker.from_pretrained(tmp_path / "saved", backbone)
    once.save_pretrained(tmp_path / "saved", {})
    twice = QuestionRanker.from_pretrained(tmp_path / "saved", backbone)
    asked = (bundled_bank(), ground([TEXT], [WORLD], backbone))
    assert once.rank(*asked) == twice.rank(*asked)
    assert {q.qid for q in once.rank(*asked)[0]} == set(bundled_bank().qids)

    repeated = QuestionBank.parse(bundled_bank().questions * 2)
    ranked = once.rank(repeated, ground([TEXT], [WORLD], backbone))[0]
    assert len({(q.question, q.score) for q in ranked}) == len(bundled_bank())


def test_a_pipeline_takes_any_cross_encoder_and_saves_it(tmp_path):
    from transformers import BertForSequenceClassification

    torch.manual_seed(0)
    config = tiny_config(2, max_position_embeddings=64, num_labels=1, initializer_range=0.4)
    BertForSequenceClassification(config).save_pretrained(tmp_path / "theirs")
    tiny_tokenizer().save_pretrained(tmp_path / "theirs")
    pipeline = cq.Pipeline.from_pretrained(cross_encoder=tmp_path / "theirs", cross_encoder_weight=0.7)
    ranked = pipeline.rank(None, TEXT, WORLD)
    assert ranked != cq.Pipeline.from_pretrained().rank(None, TEXT, WORLD)
    pipeline.save_pretrained(tmp_path / "saved")
    assert cq.Pipeline.from_pretrained(tmp_path / "saved").rank(None, TEXT, WORLD) == ranked
    # The bundled card speaks of another cross-encoder.
    assert not (tmp_path / "saved" / "ranking" / "README.md").exists()
    import sentence_transformers

    theirs = sentence_transformers.CrossEncoder(str(tmp_path / "theirs"), local_files_only=True)
    assert (
        cq.Pipeline.from_pretrained(cross_encoder=theirs, cross_encoder_weight=0.7).rank(None, TEXT, WORLD)
        == ranked
    )
    for wrong in (7, {"model": theirs}, cq.Pipeline):
        with pytest.raises(cq.InputError, match="is not a cross-encoder; give a CrossEncoder"):
            cq.Pipeline.from_pretrained(cross_encoder=wrong)
    with pytest.raises(cq.InputError, match="needs a cross_encoder"):
        cq.Pipeline.from_pretrained(cross_encoder_weight=0.7)


def test_a_ranker_on_the_backbone_leaves_no_folder_behind(tmp_path):
    bundled = cq.Pipeline.from_pretrained()
    (tmp_path / "saved" / "ranking" / "cross_encoder").mkdir(parents=True)
    bundled.save_pretrained(tmp_path / "saved")
    assert not (tmp_path / "saved" / "ranking" / "cross_encoder").exists()
    again = cq.Pipeline.from_pretrained(tmp_path / "saved")
    assert again.rank(None, TEXT, WORLD) == bundled.rank(None, TEXT, WORLD)
