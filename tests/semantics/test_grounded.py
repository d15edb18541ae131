"""An instruction in its world, whose parts are computed once."""

from __future__ import annotations

import numpy as np
import pytest

import cq
from cq.language.instruction import MAX_CHARACTERS, check_instruction
from cq.reading.grounded import GroundedInstruction, ground
from cq.world import World

TEXTS = ["Place a red block", "remove it", "Place a red block"]


def test_each_part_is_computed_once():
    one = GroundedInstruction("Break the red block", World.parse([(0, 63, 0, "red"), (1, 63, 0, "red")]))
    for part in ("understanding", "phrases", "obstacles", "evidence"):
        assert getattr(one, part) is getattr(one, part)
    assert one.reasons == tuple(piece.text for piece in one.evidence) != ()
    assert one.dialogue == ()


def test_a_batch_is_encoded_together_at_all_layers(backbone, monkeypatch):
    calls = []
    encode = backbone.encode_tokens
    monkeypatch.setattr(backbone, "encode_tokens", lambda texts: calls.append(tuple(texts)) or encode(texts))
    batch = ground(TEXTS, [World.parse()] * 3, backbone)
    assert not calls
    encodings = [one.encoding for one in batch]
    assert calls == [("Place a red block", "remove it")]
    assert encodings[0] is encodings[2] is batch[0].encoding
    for text, encoding in zip(TEXTS, encodings, strict=True):
        (alone,) = encode([text])
        assert encoding.ids == alone.ids == tuple(backbone.tokenize([text])[0])
        assert encoding.layers == tuple(range(backbone.depth + 1))
        assert encoding.states.shape == (len(encoding.ids), backbone.depth + 1, backbone.width)
        np.testing.assert_allclose(encoding.states, alone.states, atol=1e-4)
        assert np.array_equal(encoding.at((0, 3)), encoding.states[:, [0, 3]])


def test_without_a_backbone_there_is_no_encoding():
    with pytest.raises(RuntimeError, match=r"make it by ground\(texts, worlds, backbone\)"):
        _ = GroundedInstruction("place it", World.parse()).encoding
    (one,) = ground(["place it"], [World.parse()], dialogues=[(("builder", "Where?"),)])
    assert one.dialogue == (("builder", "Where?"),)
    with pytest.raises(ValueError, match="zip"):
        ground(["a", "b"], [World.parse()])


def test_speakers_names_are_left_out_and_long_texts_refused():
    assert check_instruction("  <Architect> Place a block\n<Builder> done ") == "Place a block\ndone"
    assert check_instruction("b" * MAX_CHARACTERS) == "b" * MAX_CHARACTERS
    with pytest.raises(cq.InputError, match="10,001 characters"):
        check_instruction("b" * (MAX_CHARACTERS + 1))
