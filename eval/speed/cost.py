"""What many rows cost: `cq predict` on recorded rows, measured on one core and multiplied.

Times are processor time with one thread; a machine whose cores are all busy needs more. All rows are
classified and built, and the bundled bank is ranked for the unclear ones.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated

import pyarrow as pa
import pyarrow.parquet as pq
import typer

from cq.cli.tables import print_table
from cq.data import load_singleturn
from cq.jobs.batch_predictor import BatchPredictor
from cq.jobs.parts import Part
from cq.jobs.places import Place
from cq.ranking import QuestionBank
from cq.threads import pin_one_thread
from eval.options import Data, Out
from eval.output import write_json
from eval.speed.evaluate import PEAK

BATCH = 256
"""The default of `cq predict`."""

TARGETS = {"a million rows": 10**6, "a billion rows": 10**9}
CORES = 1000


def main(
    data: Data = None,
    rows: Annotated[int, typer.Option(min=1, help="Recorded rows to answer.")] = BATCH,
    out: Out = None,
) -> None:
    pin_one_thread()
    dataset = load_singleturn(data).shuffle(seed=0)
    dataset = dataset.select(range(min(rows, len(dataset))))
    columns = {"instruction": dataset["instruction"][:], "start": dataset.with_format("arrow")["start"]}
    with tempfile.TemporaryDirectory() as folder:
        measured = _measure(Path(folder), pa.table(columns))
    print_table("Measured", {name: {"": f"{value:,.3g}"} for name, value in measured.items()})
    costs = {name: _cost(count, measured) for name, count in TARGETS.items()}
    print_table("Cost", costs)
    write_json(out, {"measured": measured, "costs": costs})


def _measure(folder: Path, table: pa.Table) -> dict[str, float]:
    """Rows per core-hour, and what else a job takes."""
    pq.write_table(table, folder / "rows.parquet")
    predict = BatchPredictor(None, QuestionBank.parse(None), top=5)
    began = time.process_time()
    predict.load()
    predict([{"instruction": "Build a wall"}])
    loaded = time.process_time()
    part = Part(Place(str(folder / "rows.parquet")), Place(str(folder / "out.parquet")), folder / "b", BATCH)
    worked = 0.0
    for number, batch in part.batches():
        assert batch is not None
        start = time.process_time()
        answers = predict(batch)
        worked += time.process_time() - start
        part.keep(number, answers)
    part.write()
    handled = time.process_time() - loaded - worked
    return {
        "rows per core-hour": 3600 * len(table) / worked,
        "to load a worker, s": loaded - began,
        "memory of a worker, MB": _worker_megabytes(folder),
        "reading and writing on the machine of the command, rows/s": len(table) / handled,
        "answers, bytes a row": (folder / "out.parquet").stat().st_size / len(table),
    }


def _worker_megabytes(folder: Path) -> float:
    """Peak memory of a process that answers the same rows."""
    command = ["--input", str(folder / "rows.parquet"), "--output", str(folder / "again.parquet")]
    code = f"from cq.jobs.predict import app; app({[*command, '--workers', '1']}, standalone_mode=False)"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; {PEAK}"], capture_output=True, text=True, check=True
    )
    return float(done.stdout.split()[-1]) * 1024 / 1e6


def _cost(rows: int, measured: dict[str, float]) -> dict[str, str]:
    hours = rows / measured["rows per core-hour"]
    handled = rows / measured["reading and writing on the machine of the command, rows/s"] / 3600
    return {
        "core-hours": f"{hours:,.0f}",
        f"hours on {CORES:,} cores": f"{max(hours / CORES, handled):,.1f}",
        "of them reading and writing": f"{handled:,.1f}",
        "answers, GB": f"{rows * measured['answers, bytes a row'] / 1e9:,.2g}",
    }
