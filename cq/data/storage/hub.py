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
SIZES = ((1000, "n<1K"), (10_000, "1K<n<10K"), (float("inf"), "n>10K"))


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
    from huggingface_hub import DatasetCard, DatasetCardData

    metadata: dict[str, Any] = {
        "pretty_name": title,
        "license": "mit",
        "language": ["en"],
        "size_categories": [next(name for most, name in SIZES if len(dataset) < most)],
        "tags": ["clarifying-questions", "instruction-following", "iglu", "voxel-world"],
        "configs": [{"config_name": "default", "data_files": [{"split": "train", "path": PARQUET}]}],
    }
    columns = {name: _kind(feature) for name, feature in dataset.features.items()}
    data, template = DatasetCardData(**metadata), str(Path(__file__).with_name("hub_card.md"))
    card = DatasetCard.from_template(data, template, title=title, rows=f"{len(dataset):,}", columns=columns)
    return f"{card}\n"


def _kind(feature: Any) -> str:
    shape = getattr(feature, "shape", None)
    kind = getattr(feature, "dtype", None) or type(feature).__name__
    if shape:
        return f"{kind} {tuple(shape)}"
    inner = getattr(feature, "feature", None)
    return f"list of {inner.dtype}" if inner is not None else str(kind)
