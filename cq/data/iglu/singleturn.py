"""The IGLU single-turn set: instructions, worlds, labels, questions, and what two people built.

Upstream's layout (microsoft/iglu-datasets, `datasets/singleturn`), as a folder or as a zip of it:

    clarifying_questions_train.csv      one row an instruction
    question_bank.csv                   qrel, ClarifyingQuestion
    initial_world_states/…              the world before, named by each row
    target_world_states/builder-data/
        actionHit/game-N/…              what the architect built and then described
        cq-game-N/…                     what a second person built from the words (clear rows only)

The layout in which the set was first published, with `single_turn_instructions.csv`, is read too: see
`cq.data.iglu.games`.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

from cq.data.iglu.games import GAMES, game_columns
from cq.data.iglu.report import LoadReport
from cq.data.iglu.rows import ROWS, SingleturnRows, find_root, read_bank
from cq.data.schema import features
from cq.data.storage.archive import Archive, open_archive
from cq.data.storage.cache import cached_table
from cq.data.storage.download import SOURCES
from cq.data.storage.locate import locate
from cq.data.user_table import is_own, own_bank, own_table

if TYPE_CHECKING:
    import datasets
    import pyarrow as pa

log = logging.getLogger("cq.data")

_ZIP = "iglu_singleturn.zip"


def load_singleturn(
    path: str | os.PathLike[str] | None = None, *, cache: bool = True, download: bool = False
) -> datasets.Dataset:
    """Load the single-turn set from its folder or zip as a `datasets.Dataset` (see `features`).

    `path` is upstream's folder, a zip of it, or a folder that holds such a zip; None means the data folders
    (`CQ_DATA`, `IGLU_DATA_PATH`), and, with `download`, upstream's pinned file where there is none. A table
    of your own, CSV, JSON lines or parquet, is read too: see `cq.data.user_table`.

    The parsed set is kept as parquet under the cache folder (`CQ_CACHE`), keyed by a fingerprint of the
    input, unless `cache` is False. Rows come in the file's order. What could not be used is logged once as a
    warning and told in full by `load_report(path)`.

    Raises `MissingFileError` or `InputError` where the set itself cannot be read.
    """
    from datasets import Dataset

    return Dataset(_table(path, cache, download))


def load_report(path: str | os.PathLike[str] | None = None, *, cache: bool = True) -> LoadReport:
    """The `LoadReport` of `load_singleturn(path)`."""
    return LoadReport.from_json(_table(path, cache, False).schema.metadata[b"cq.report"])


def load_question_bank(path: str | os.PathLike[str] | None = None) -> dict[str, str]:
    """The set's own question bank, qid → question, in the file's order."""
    place = located(path)
    if is_own(place):
        return own_bank(place)
    with open_archive(place) as archive:
        return read_bank(archive, find_root(archive, ROWS))


def located(path: str | os.PathLike[str] | None, download: bool = False) -> Path:
    """Where the set is: see `cq.data.storage.locate`."""
    return locate("singleturn", [_ZIP, SOURCES["singleturn"].file], [ROWS, GAMES], path, download)


def _table(path: str | os.PathLike[str] | None, cache: bool, download: bool) -> pa.Table:
    place = located(path, download)
    if is_own(place):
        table = own_table(place)
        return _with_report(table, LoadReport(place.name, table.num_rows, table.num_rows))
    with open_archive(place) as archive:
        return cached_table("singleturn", archive, lambda: _parse(archive, str(place)), enabled=cache)


def _parse(archive: Archive, source: str) -> pa.Table:
    from datasets import Dataset

    report = LoadReport(source=Path(source).name)
    tables = {name.rpartition("/")[2] for name in archive.names()}
    if GAMES in tables and ROWS not in tables:
        columns = game_columns(archive, find_root(archive, GAMES), report)
    else:
        columns = SingleturnRows(archive, find_root(archive, ROWS), report).columns()
    log.log(
        logging.WARNING if report.dropped_rows or report.unreadable_files else logging.INFO,
        "%s: %s",
        source,
        report.summary(),
    )
    return _with_report(Dataset.from_dict(columns, features=features()).data.table, report)


def _with_report(table: pa.Table, report: LoadReport) -> pa.Table:
    return table.replace_schema_metadata({**table.schema.metadata, b"cq.report": report.to_json().encode()})
