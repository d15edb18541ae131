"""The IGLU single-turn set: instructions, worlds, labels, questions, and the builds of two people.

Upstream's layout (microsoft/iglu-datasets, `datasets/singleturn`), as a folder or as a zip of it:

    clarifying_questions_train.csv      one row per instruction
    question_bank.csv                   qrel, ClarifyingQuestion
    initial_world_states/…              the world before; each row names its own
    target_world_states/builder-data/
        actionHit/game-N/…              the build that the architect then described
        cq-game-N/…                     a second person's build from the words (clear rows only)

`cq.data.iglu.clarifying_questions` parses it, and the layout in which the set was first published.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.data.iglu.clarifying_questions import FIRST_TABLE, TABLE, SingleturnRows, find_root, read_bank
from cq.data.report import LoadReport, read_set
from cq.data.schema import features
from cq.data.storage.archive import Archive, open_archive
from cq.data.storage.sources import SOURCES, locate
from cq.data.user_table import is_user_table, read_user_bank, read_user_table
from cq.types import PathLike

if TYPE_CHECKING:
    import datasets
    import pyarrow as pa

ZIP = "iglu_singleturn.zip"


def load_singleturn(
    path: PathLike | None = None, *, cache: bool = True, download: bool = False
) -> datasets.Dataset:
    """Load the single-turn set from its folder or zip as a `datasets.Dataset` (see `features`).

    `path` is upstream's folder, a zip of it, a folder that holds such a zip, or a user's own table (CSV, JSON
    lines or parquet: see `cq.data.user_table`). None means the data folders (`CQ_DATA`, `IGLU_DATA_PATH`);
    if they do not have the set, `download` fetches upstream's pinned file.

    The parsed set is kept as parquet under the cache folder (`CQ_CACHE`), keyed by a fingerprint of the
    input, unless `cache` is False. Rows keep the file's order. A warning is logged once if something could
    not be used; `load_report(path)` lists all of it.

    Raises `MissingFileError` or `InputError` if the set itself cannot be read.
    """
    from datasets import Dataset

    return Dataset(_table(path, cache, download))


def load_report(path: PathLike | None = None, *, cache: bool = True) -> LoadReport:
    """The `LoadReport` of `load_singleturn(path)`."""
    return LoadReport.of(_table(path, cache, False))


def load_question_bank(path: PathLike | None = None) -> dict[str, str]:
    """The set's own question bank, qid → question, in the file's order."""
    location = locate_singleturn(path)
    if is_user_table(location):
        return read_user_bank(location)
    with open_archive(location) as archive:
        return read_bank(archive, find_root(archive, TABLE))


def locate_singleturn(path: PathLike | None, download: bool = False) -> Path:
    """The folder or file of the set: see `cq.data.storage.sources`."""
    zips = [ZIP, SOURCES["singleturn"].file]
    return locate("singleturn", zips, [TABLE, FIRST_TABLE], path, download)


def _table(path: PathLike | None, cache: bool, download: bool) -> pa.Table:
    location = locate_singleturn(path, download)
    if is_user_table(location):
        table = read_user_table(location)
        return LoadReport(location.name, table.num_rows, table.num_rows).attach(table)
    return read_set("singleturn", location, LoadReport, _rows, features, cache)


def _rows(archive: Archive, report: LoadReport) -> list[dict[str, Any]]:
    files = {name.rpartition("/")[2] for name in archive.names()}
    is_first = FIRST_TABLE in files and TABLE not in files
    parser = SingleturnRows(archive, find_root(archive, FIRST_TABLE if is_first else TABLE), report)
    return parser.read_first() if is_first else parser.read()
