"""The model cards of a saved pipeline and of its parts, from the templates in `card_templates`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

TAGS = {
    "pipeline": ["text-classification", "text-ranking", "instruction-following"],
    "clarity": ["text-classification"],
    "ranking": ["text-ranking"],
    "building": ["instruction-following"],
}


@dataclass(frozen=True)
class TrainingSource:
    """What a part was trained on: the `rows` in words, the training `command`, and whether the rows are those
    of the recorded set (`recorded`), whose limits the card then states.
    """

    rows: str
    command: str
    recorded: bool


def model_card(kind: str, backbone: str, **values: Any) -> str:
    """The card of "pipeline" or of a part over a backbone, given by name.

    A part's card needs `info`, what its training reports, and `source`, its `TrainingSource`; that of the
    classifier also the number of `networks`, its `threshold`, and the `share` of unclear rows in training.
    """
    from huggingface_hub import ModelCard, ModelCardData

    library = "cq" if kind == "pipeline" else None
    order: dict[str, Any] = {
        "license": "mit",
        "library_name": library,
        "language": "en",
        "base_model": backbone,
    }
    data = ModelCardData(**order, tags=TAGS[kind])
    data.to_yaml(original_order=[*order, "tags"])  # sets the order
    template = Path(__file__).with_name("card_templates") / f"{kind}.md"
    return f"{ModelCard.from_template(data, str(template), backbone=backbone, **values)}\n"
