"""Export of a parsed set for a dataset hub: parquet with explicit features, and a card."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from cq.errors import InputError
from cq.files import replacing, write_text

if TYPE_CHECKING:
    import datasets

PARQUET = "data/train-00000-of-00001.parquet"


def to_hub_parquet(
    dataset: datasets.Dataset, folder: str | os.PathLike[str], *, title: str = "IGLU, parsed"
) -> Path:
    """Write a parsed set, its features and a dataset card to `folder`. Returns the folder.

    The files of an earlier export are replaced. `datasets.load_dataset(folder)` gives the same rows and
    features; so does a hub after `hf upload NAME folder --repo-type dataset`.

    Raises `InputError` for an empty set, and if the folder cannot be written.
    """
    from jinja2 import Template

    if not len(dataset):
        raise InputError("the data set has no rows to export; check the report of its load")
    folder, card = Path(folder), Path(__file__).with_name("hub_card.md").read_text(encoding="utf-8")
    with replacing(folder / PARQUET) as temporary:
        dataset.to_parquet(temporary)
    known = {"title": title, "rows": len(dataset), "features": dataset.features, "parquet": PARQUET}
    write_text(folder / "README.md", Template(card).render(known) + "\n")
    return folder
