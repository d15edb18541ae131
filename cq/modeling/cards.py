"""The card of a saved pipeline, as model hubs read it."""

from __future__ import annotations

CARD = """---
license: mit
library_name: cq
language: en
base_model: {backbone}
tags: [text-classification, text-ranking, instruction-following]
---
# A cq pipeline

Decides when to ask, what to ask, and what to build from an instruction in a voxel world: a clarity
classifier, a ranker of clarifying questions, and a builder over one backbone ({backbone}). Their cards:
[clarity](clarity/README.md), [ranking](ranking/README.md), [building](building/README.md).

```python
import cq

pipeline = cq.Pipeline.from_pretrained("this folder")
pipeline.classify(["Build a wall"], [cq.World.parse(None)])
```
"""


def pipeline_card(backbone: str) -> str:
    """The card of a pipeline over a backbone, given by name."""
    return CARD.format(backbone=backbone)
