"""Packed layers: equal to torch's own, and a text has the same states alone and beside others."""

from __future__ import annotations

import pytest
import torch

from cq.encoder.packed import PackedLayer, Packing

LENGTHS = (3, 17, 16, 1, 40)


@pytest.fixture(scope="module")
def layer() -> torch.nn.TransformerEncoderLayer:
    torch.manual_seed(0)
    return torch.nn.TransformerEncoderLayer(32, 4, 64, activation="gelu", batch_first=True).eval()


@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float32, 1e-5), (torch.bfloat16, 0.05)])
def test_a_packed_layer_equals_torchs_layer(layer, dtype, tolerance):
    texts = [torch.randn(length, 32) for length in LENGTHS]
    with torch.inference_mode():
        found = PackedLayer(layer, dtype)(torch.cat(texts), Packing(LENGTHS)).split(LENGTHS)
        for text, states in zip(texts, found, strict=True):
            torch.testing.assert_close(states, layer(text[None])[0], atol=tolerance, rtol=0)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_a_text_has_the_same_states_alone_and_beside_others(layer, dtype):
    texts = [torch.randn(length, 32) for length in LENGTHS]
    packed = PackedLayer(layer, dtype)
    with torch.inference_mode():
        found = packed(torch.cat(texts), Packing(LENGTHS)).split(LENGTHS)
        for text, states in zip(texts, found, strict=True):
            torch.testing.assert_close(packed(text, Packing([len(text)])), states, atol=1e-6, rtol=0)
