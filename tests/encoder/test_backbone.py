"""The packaged encoder: its numbers, its limits, and what it refuses."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys

import numpy as np
import pytest
import torch
from tiny_encoders import TEXTS

import cq
from cq.encoder import backbone as backbone_module
from cq.encoder import encoder as encoder_module
from cq.encoder.backbone import MAX_TOKENS, PACKAGE, Backbone, TruncationWarning, l2_normalize
from cq.encoder.encoder import Encoder, in_fast_dtype


@pytest.fixture(scope="module")
def folder():
    return backbone_module.default_folder()


@pytest.fixture(scope="module")
def backbone():
    return Backbone.load()


def test_hidden_states_are_those_of_a_padded_batch(backbone, folder):
    """As transformers itself reads texts of unequal length."""
    from transformers import AutoModel, AutoTokenizer

    model, tokenizer = AutoModel.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)
    padded = tokenizer(TEXTS, padding=True, return_tensors="pt")
    with torch.inference_mode():
        states = torch.stack(model(**padded, output_hidden_states=True).hidden_states, dim=2)
    for row, encoded in enumerate(backbone.encode_tokens(TEXTS)):
        assert encoded.layers == tuple(range(7))
        np.testing.assert_allclose(encoded.states, states[row, : len(encoded.ids)], atol=1e-5)
    assert len(backbone.tokenize(TEXTS)[0]) == 7


def test_lower_layers_alone_are_those_of_a_whole_pass(backbone):
    pairs = zip(backbone.encode_tokens(TEXTS, (0, 3)), backbone.encode_tokens(TEXTS), strict=True)
    for lower, whole in pairs:
        np.testing.assert_array_equal(lower.states, whole.at((0, 3)))


def test_the_packaged_encoder_does_without_transformers():
    """To import its models takes half of a first call, and more with torch's compiler."""
    code = (
        "import sys; from cq.encoder.backbone import Backbone; Backbone.load().encode(['a block']); "
        "print(*[one for one in ('transformers', 'torch._dynamo', 'sympy') if one in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_encoders_are_told_apart_by_their_parameters(backbone, folder):
    """Networks that were trained on one are kept apart from those on another, whatever it is called."""
    changed = Encoder.load(str(folder))
    assert changed.digest() == backbone.encoder.digest()
    changed.model.encoder.layer[3].output.dense.bias[0] += 1
    assert changed.digest() != backbone.encoder.digest()


def test_batches_do_not_change_a_vector(backbone):
    together = backbone.encode(TEXTS)
    assert together.shape == (3, 384)
    for text, vector in zip(TEXTS, together, strict=True):
        assert np.allclose(backbone.encode([text])[0], vector, atol=1e-5)
    assert backbone.encode([]).shape == (0, 384)


def test_token_vectors_are_those_whose_mean_is_encoded(backbone):
    layers = (0, 3, 6)
    means = backbone.encode(TEXTS, layers)
    for encoded, ids, mean in zip(
        backbone.encode_tokens(TEXTS, layers), backbone.tokenize(TEXTS), means, strict=True
    ):
        assert encoded.ids == tuple(ids)
        assert encoded.states.shape == (len(ids), 3, 384)
        assert np.allclose(encoded.states.mean(0).ravel(), mean, atol=1e-5)
        assert np.array_equal(encoded.at((6, 0)), encoded.states[:, [2, 0]])
    assert backbone.encode_tokens([]) == []


def test_fast_states_are_near_the_exact_ones_and_the_same_in_any_batch(folder, monkeypatch):
    """In bfloat16, also where this processor is no faster with it."""
    monkeypatch.setattr(encoder_module, "fast_dtype", lambda: torch.bfloat16)
    backbone, layers = Backbone.load(), (0, 3, 6)
    texts = [*TEXTS, "Which of the two red towers do you mean, and how high is it?"]
    exact, fast = backbone.encode_tokens(texts, layers), backbone.encode_tokens_fast(texts, layers)
    for text, a, b in zip(texts, exact, fast, strict=True):
        assert (a.ids, a.layers) == (b.ids, b.layers)
        np.testing.assert_allclose(a.states[:, 0], b.states[:, 0], atol=1e-5)
        assert not np.array_equal(a.states[:, 2], b.states[:, 2])
        cosines = (l2_normalize(a.states) * l2_normalize(b.states)).sum(-1)
        assert cosines.min() > 0.999
        (alone,) = backbone.encode_tokens_fast([text], layers)
        np.testing.assert_allclose(alone.states, b.states, atol=2e-2)


def test_the_embeddings_of_a_fast_model_are_those_of_the_exact_one(backbone, monkeypatch):
    monkeypatch.setattr(encoder_module, "fast_dtype", lambda: torch.bfloat16)
    exact = backbone.encoder.model
    fast = in_fast_dtype(exact)
    assert fast.get_input_embeddings() is exact.get_input_embeddings()
    assert fast.encoder.layer[0].output.dense.weight.dtype is torch.bfloat16
    assert exact.encoder.layer[0].output.dense.weight.dtype is torch.float32


def test_a_long_text_is_cut_with_a_warning(backbone):
    words = "block " * 400
    with pytest.warns(TruncationWarning, match=f"402 word pieces is cut to {MAX_TOKENS}"):
        cut = backbone.encode([words])
    assert np.allclose(cut, backbone.encode(["block " * (MAX_TOKENS - 2)]), atol=1e-5)


def test_a_missing_or_foreign_backbone_is_refused(monkeypatch, tmp_path, folder):
    monkeypatch.setattr(backbone_module.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(cq.MissingFileError, match=f"pip install {PACKAGE}"):
        Backbone.load()
    monkeypatch.undo()
    package = tmp_path / "package"
    shutil.copytree(folder, package / "model")
    (package / "__init__.py").write_text("")

    class Spec:
        origin = str(package / "__init__.py")

    monkeypatch.setattr(backbone_module.importlib.util, "find_spec", lambda name: Spec)
    with (package / "model" / "model.safetensors").open("ab") as file:
        file.write(b"\0")
    with pytest.raises(cq.InputError, match=r"not upstream's 53aa51172d14"):
        Backbone.load()
    (package / "model" / "model.safetensors").unlink()
    with pytest.raises(cq.MissingFileError, match=r"model\.safetensors is missing"):
        Backbone.load()


def test_a_wrong_model_folder_is_refused_without_asking_a_hub(tmp_path):
    with pytest.raises(cq.MissingFileError, match="no model folder"):
        Encoder.load(str(tmp_path / "nowhere"))
    with pytest.raises(cq.MissingFileError, match=r"no config\.json"):
        Encoder.load(str(tmp_path))


def test_loading_leaves_the_random_state_alone(folder):
    before = torch.get_rng_state()
    Encoder.load(str(folder))
    assert torch.equal(torch.get_rng_state(), before)


def test_loading_prints_nothing(folder, capfd):
    Encoder.load(str(folder))
    assert capfd.readouterr() == ("", "")


def test_an_encoder_goes_to_another_process_after_its_first_use(backbone):
    """As the processes need it that read a large bank."""
    first = backbone.encode(TEXTS)
    state = torch.get_rng_state()
    again = Backbone("again", pickle.loads(pickle.dumps(backbone.encoder)))
    assert torch.equal(torch.get_rng_state(), state)
    assert again.tokenize(TEXTS) == backbone.tokenize(TEXTS)
    np.testing.assert_array_equal(again.encode(TEXTS), first)
