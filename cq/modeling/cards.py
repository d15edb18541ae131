"""The model cards of a saved pipeline and of its parts, from the templates in `card_templates`."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def model_card(kind: str, backbone: str, **values: Any) -> str:
    """The card of "pipeline" or of a part over a backbone, given by name.

    A part's card needs `info`, the report of its training; the `rows` it was trained on, in words, and
    whether they are those of the recorded set (`recorded`), whose limits the card then states; and the
    `command` of the training. That of the classifier needs the number of `networks`, its `threshold`, and the
    `share` of
    unclear rows in training.
    """
    from jinja2 import Template

    template = Path(__file__).with_name("card_templates") / f"{kind}.md"
    return f"{Template(template.read_text(encoding='utf-8')).render(backbone=backbone, **values)}\n"
