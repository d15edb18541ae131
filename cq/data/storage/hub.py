"""Export of a parsed set for a dataset hub: parquet with explicit features, and a card."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.errors import InputError
from cq.files import replacing, write_text

if TYPE_CHECKING:
    import datasets

PARQUET = "data/train-00000-of-00001.parquet"
GRID = "int8 grid (9, 11, 11), [y, x, z]: 0 air, 1 blue, 2 green, 3 red, 4 orange, 5 purple, 6 yellow"
MEANINGS = {
    "game_id": "the game, as upstream names it",
    "instruction": "what the architect wrote",
    "label": "0 if a person found it clear, 1 ambiguous",
    "fold": "0 to 4, by a hash of the words: equal words are never in two folds",
    "start": f"the world before: {GRID}",
    "target": "the world that the architect (single turn) or the builder (multi turn) left",
    "built": "what a second person built from the words alone",
    "position": "where the builder stood, (x, y, z) in blocks",
    "look": "pitch and yaw, radians",
    "question": "the clarifying question",
    "qid": "its id in the question bank",
    "pool": "ids of the candidate questions",
    "structure": "the structure that the session was building",
    "world_path": "upstream's path of the recording of the world before",
    "dialog": "the utterances before",
    "session": "the session, as upstream names it",
    "turn": "the number of the turn in its session, from 0",
    "utterances": "the utterances of the turn: an instruction, and if it was clarified, question and answer",
}
SIZES = ((1000, "n<1K"), (10_000, "1K<n<10K"), (float("inf"), "n>10K"))
USE = """
## Use

```python
from datasets import load_dataset

rows = load_dataset(".", split="train")  # this folder; or its name on a hub
```

## Source

Parsed by `cq` from microsoft/iglu-datasets (MIT licence). Cite Mohanty et al. 2022, *Collecting Interactive
Multi-modal Datasets for Grounded Language Understanding*.
"""


def to_hub_parquet(
    dataset: datasets.Dataset, folder: str | os.PathLike[str], *, title: str = "IGLU, parsed"
) -> Path:
    """Write a parsed set, its features and a dataset card to `folder`. Returns the folder.

    The files of an earlier export are replaced. `datasets.load_dataset(folder)` gives the same rows and
    features; so does a hub after `hf upload NAME folder --repo-type dataset`.

    Raises `InputError` for an empty set, and if the folder cannot be written.
    """
    if not len(dataset):
        raise InputError("the data set has no rows to export; check the report of its load")
    folder = Path(folder)
    with replacing(folder / PARQUET) as temporary:
        dataset.to_parquet(temporary)
    write_text(folder / "README.md", _card(dataset, title))
    return folder


def _card(dataset: datasets.Dataset, title: str) -> str:
    from huggingface_hub import DatasetCardData

    metadata: dict[str, Any] = {
        "pretty_name": title,
        "license": "mit",
        "language": ["en"],
        "size_categories": [next(name for most, name in SIZES if len(dataset) < most)],
        "tags": ["clarifying-questions", "instruction-following", "iglu", "voxel-world"],
        "configs": [{"config_name": "default", "data_files": [{"split": "train", "path": PARQUET}]}],
    }
    columns = [
        f"| `{name}` | {MEANINGS.get(name, '')} | `{_kind(feature)}` |"
        for name, feature in dataset.features.items()
    ]
    table = "\n".join(["| column | meaning | type |", "|---|---|---|", *columns])
    head = DatasetCardData(**metadata).to_yaml()
    return f"---\n{head}\n---\n\n# {title}\n\n{len(dataset):,} rows.\n\n{table}\n{USE}"


def _kind(feature: Any) -> str:
    shape = getattr(feature, "shape", None)
    kind = getattr(feature, "dtype", None) or type(feature).__name__
    if shape:
        return f"{kind} {tuple(shape)}"
    inner = getattr(feature, "feature", None)
    return f"list of {inner.dtype}" if inner is not None else str(kind)
