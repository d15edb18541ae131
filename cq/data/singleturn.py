"""The IGLU single-turn set: instructions, worlds, labels, questions, and what two people built.

Upstream's layout (microsoft/iglu-datasets, `datasets/singleturn`), as a folder or as a zip of it:

    clarifying_questions_train.csv      one row an instruction
    question_bank.csv                   qrel, ClarifyingQuestion
    initial_world_states/…              the world before, named by each row
    target_world_states/builder-data/
        actionHit/game-N/…              what the architect built and then described
        cq-game-N/…                     what a second person built from the words (clear rows only)
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

from cq.data.archive import Archive, open_archive
from cq.data.cache import cached_table
from cq.data.report import LoadReport
from cq.data.rows import SingleturnRows, find_root, read_bank
from cq.data.schema import features
from cq.settings import data_file

if TYPE_CHECKING:
    import datasets
    import pyarrow as pa

log = logging.getLogger("cq.data")

_ZIP = "iglu_singleturn.zip"


def load_singleturn(path: str | os.PathLike[str] | None = None, *, cache: bool = True) -> datasets.Dataset:
    """Load the single-turn set from its folder or zip as a `datasets.Dataset` (see `features`).

    `path` is upstream's folder, a zip of it, or a folder that holds `iglu_singleturn.zip`; None means the
    data folder (`CQ_DATA`). The parsed set is kept as parquet under the cache folder (`CQ_CACHE`), keyed by
    a fingerprint of the input, unless `cache` is False. Rows come in the file's order. What could not be
    used is logged once as a warning and told in full by `load_report(path)`.

    Raises `MissingFileError` or `InputError` where the set itself cannot be read.
    """
    from datasets import Dataset

    return Dataset(_table(path, cache))


def load_report(path: str | os.PathLike[str] | None = None, *, cache: bool = True) -> LoadReport:
    """The `LoadReport` of `load_singleturn(path)`."""
    return LoadReport.from_json(_table(path, cache).schema.metadata[b"cq.report"])


def load_question_bank(path: str | os.PathLike[str] | None = None) -> dict[str, str]:
    """The set's own question bank, qid → question, in the file's order."""
    with open_archive(_located(path)) as archive:
        return read_bank(archive, find_root(archive))


def _located(path: str | os.PathLike[str] | None) -> Path:
    if path is None:
        return data_file(_ZIP)
    zipped = Path(path) / _ZIP
    return zipped if zipped.is_file() else Path(path)


def _table(path: str | os.PathLike[str] | None, cache: bool) -> pa.Table:
    path = _located(path)
    with open_archive(path) as archive:
        return cached_table("singleturn", archive, lambda: _parse(archive, str(path)), enabled=cache)


def _parse(archive: Archive, source: str) -> pa.Table:
    from datasets import Dataset

    report = LoadReport(source=Path(source).name)
    columns = SingleturnRows(archive, report).columns()
    log.log(
        logging.WARNING if report.dropped_rows or report.unreadable_files else logging.INFO,
        "%s: %s",
        source,
        report.summary(),
    )
    table = Dataset.from_dict(columns, features=features()).data.table
    return table.replace_schema_metadata({**table.schema.metadata, b"cq.report": report.to_json().encode()})
