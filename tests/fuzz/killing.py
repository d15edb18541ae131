"""Jobs that are killed, and whose inputs, worlds, palettes, banks or weights change before they go on, or
while they run. What is written is what a new job over what is there would write.
"""

from __future__ import annotations

import copy
import json
import os
import random
import shutil
import signal
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
from fuzz.children import Done, run
from fuzz.generators import generator

from cq.building.language_builder import LanguageBuilder
from cq.jobs.answer_log import AnswerLog
from cq.modeling.artifacts import CONFIG, WEIGHTS
from cq.modeling.manifest import update_part
from cq.pipeline import Pipeline
from cq.pipeline.default import default_pipeline

TEXTS = [
    "Remove the white block.",
    "Put a teal block on top of the white block.",
    "Place a block there.",
    "Remove the red block.",
]
Given = dict[str, Any]
"""What a job is given: `rows`, the `questions` of its bank, `file`, the world in a file that rows name, and
`threshold`, which is of the weights.
"""


def given(rng: random.Random, ending: str = "jsonl") -> Given:
    """Some rows, in worlds of their own palette and of the six colours, in files that all may change."""
    own = {"worldEndingState": {"blocks": [[0, 63, 0, 1], [2, 63, 1, 2]]}, "palette": {"white": 1, "teal": 2}}
    six = {"worldEndingState": {"blocks": [[0, 63, 0, 57], [0, 64, 0, 60]]}}
    worlds = [json.dumps(own), json.dumps(six), "world.json", "world.json", json.dumps(own)]
    rows = [
        {"instruction": rng.choice(TEXTS), "world": world, "id": f"row {number}"}
        for number, world in enumerate(rng.sample(worlds, len(worlds)))
    ]
    return {
        "rows": rows,
        "questions": ["Which colour?", "Where?"],
        "file": six,
        "threshold": None,
        "ending": ending,
    }


# --- what may change ----------------------------------------------------------------------------------------


def _in_worlds(change: Callable[[dict[str, Any]], None]) -> Callable[[Given], None]:
    """Change the worlds in the cells."""

    def changed(one: Given) -> None:
        for row in one["rows"]:
            if row["world"].startswith("{"):
                state = json.loads(row["world"])
                change(state)
                row["world"] = json.dumps(state)

    return changed


def _exchanged(state: dict[str, Any]) -> None:
    if "palette" in state:
        state["palette"] = {"white": 2, "teal": 1}


def _renamed(state: dict[str, Any]) -> None:
    if "palette" in state:
        state["palette"] = {"white": 1, "pink": 2}


def _posed(state: dict[str, Any]) -> None:
    state["avatarInfo"] = {"pos": [0.0, 64.0, 3.0], "look": [-0.5, 3.1]}


CHANGES: Mapping[str, Callable[[Given], None]] = {
    "nothing": lambda _: None,
    "palette": _in_worlds(_exchanged),
    "name of a colour": _in_worlds(_renamed),
    "zone": _in_worlds(lambda state: state.update(zone={"width": 20, "depth": 20, "height": 9})),
    "pose": _in_worlds(_posed),
    "blocks": _in_worlds(lambda state: state["worldEndingState"]["blocks"].pop()),
    "file of a world": lambda one: one["file"]["worldEndingState"]["blocks"].append([4, 63, 4, 57]),
    "palette in a file": lambda one: one["file"].update(palette={"white": 60, "teal": 57}),
    "texts": lambda one: one["rows"].reverse(),
    "ids": lambda one: [row.update(id=f"new {row['id']}") for row in one["rows"]],
    "kept columns": lambda one: [row.update(note="x") for row in one["rows"]],
    "fewer rows": lambda one: one["rows"].pop(0),
    "more rows": lambda one: one["rows"].insert(1, dict(one["rows"][0], id="more")),
    "bank": lambda one: one["questions"].reverse(),
    "weights": lambda one: one.update(threshold=0.01),
}


def write(folder: Path, one: Given) -> None:
    """Write all that a job is given, in place of what was there."""
    table, path = pa.Table.from_pylist(one["rows"]), folder / f"rows.{one['ending']}"
    if one["ending"] == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in one["rows"]))
    elif one["ending"] == "csv":
        pa.csv.write_csv(table, path)
    else:
        pq.write_table(table, path)
    (folder / "world.json").write_text(json.dumps(one["file"]))
    lines = [f"q{number},{question}" for number, question in enumerate(one["questions"])]
    (folder / "question_bank.csv").write_text("\n".join(["qid,question", *lines]) + "\n")
    weights_in(folder, one["threshold"])


def weights_in(folder: Path, threshold: float | None) -> None:
    """The bundled weights as links in a folder, with another threshold if one is given."""
    weights = folder / "weights"
    if not weights.exists():
        shutil.copytree(WEIGHTS, weights, copy_function=os.symlink)
    config = json.loads((WEIGHTS / "clarity" / CONFIG).read_text())
    config["threshold"] = threshold or config["threshold"]
    (weights / "clarity" / CONFIG).unlink()  # It may be a link.
    (weights / "clarity" / CONFIG).write_text(json.dumps(config))
    update_part(weights, "clarity")


# --- jobs ---------------------------------------------------------------------------------------------------


@cache
def _loaded(threshold: float) -> Pipeline:
    """The bundled pipeline with a threshold: what is loaded is tried elsewhere. It builds by the language
    alone, which takes a hundredth of the time.
    """
    pipeline, classifier = copy.copy(default_pipeline()), copy.copy(default_pipeline().classifier)
    classifier.model = copy.copy(classifier.model)  # type: ignore[attr-defined]
    object.__setattr__(classifier.model, "threshold", threshold)  # type: ignore[attr-defined]
    pipeline.parts = replace(pipeline.parts, classifier=classifier, builder=LanguageBuilder())
    pipeline.ask(TEXTS, None, ["Where?"], cost_of_asking=0.01)  # Children need not import what this does.
    return pipeline


def _threshold(folder: Path) -> float:
    found: float = json.loads((folder / "clarity" / CONFIG).read_text())["threshold"]
    return found


def load_both() -> None:
    """Load what children will be given."""
    _loaded(_threshold(WEIGHTS)), _loaded(0.01)


def loading_of() -> None:
    """From now on, this process takes loaded pipelines for those of folders."""
    load = Pipeline.from_pretrained
    Pipeline.from_pretrained = lambda folder: _loaded(_threshold(Path(folder)))  # type: ignore
    assert load is not Pipeline.from_pretrained


def fail(part: str | None, text: str) -> None:
    """From now on, a function of pipelines fails in this process where it is given a text."""
    if part is None:
        return
    function = getattr(Pipeline, part)

    def failing(self: Pipeline, *given: Any) -> Any:
        if text in given[1 if part == "rank" else 0]:
            raise KeyError("white")
        return function(self, *given)

    setattr(Pipeline, part, failing)


def predict(
    folder: Path,
    before: Callable[[], object] = lambda: None,
    failing: tuple[str | None, str] = (None, ""),
    killed_after: float | None = None,
) -> Done:
    """Run the job over a folder in a child, in which `before()` runs first, and a function may fail. The
    child may be killed after some seconds.
    """
    (rows,) = folder.glob("rows.*")
    load_both()

    def prepare() -> None:
        loading_of()
        fail(*failing)
        before()

    command = ["predict", "--input", rows, "--output", folder / "out" / "answers.parquet", "--batch", 2]
    options = ["--top", 2, "--qbank", folder / "question_bank.csv", "--weights", folder / "weights"]
    return run([*command, *options, "--workers", 1], prepare, killed_after)


def at_append(number: int, act: Callable[[], object]) -> Callable[[], None]:
    """Act when the log has been given so many lines."""

    def before() -> None:
        append, left = AnswerLog.append, [number]

        def acting(log: AnswerLog, key: str, answer: Any) -> None:
            append(log, key, answer)
            left[0] -= 1
            if left[0] == 0:
                act()

        AnswerLog.append = acting  # type: ignore[method-assign]

    return before


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def answers(folder: Path) -> bytes:
    return (folder / "out" / "answers.parquet").read_bytes()


class Case(NamedTuple):
    """What is given, what of it changes, and after how many lines of the log, or seconds (float), the job
    is killed; or, if it is not `killed`, after how many lines the change is made while it runs. A function of
    pipelines may be `failing` for a text.
    """

    one: Given
    change: str
    lines: float
    killed: bool = True
    failing: tuple[str | None, str] = (None, "")


def goes_on_as_new(case: Case) -> None:
    """A job that goes on after a change writes what a new one writes. One whose input changes while it runs
    says so, or was done before.
    """
    with TemporaryDirectory() as root:
        folder, fresh = Path(root) / "job", Path(root) / "new"
        folder.mkdir()
        fresh.mkdir()
        changed = copy.deepcopy(case.one)
        CHANGES[case.change](changed)
        write(folder, case.one)
        write(fresh, changed)
        if case.killed:
            if isinstance(case.lines, int):
                done = predict(folder, at_append(case.lines, die), case.failing)
            else:
                done = predict(folder, failing=case.failing, killed_after=case.lines)
            assert done.code in (0, -signal.SIGKILL), done.printed
            write(folder, changed)
        else:
            done = predict(folder, at_append(int(case.lines), lambda: write(folder, changed)), case.failing)
            is_same = changed == case.one or case.lines > (len(case.one["rows"]) + 1) // 2
            assert done.code == (0 if is_same else 2), (done.code, done.printed)
            assert is_same or "changed while the job ran" in done.printed
            assert is_same or not (folder / "out" / "answers.parquet").exists()
        done = predict(folder, failing=case.failing)
        assert done.code == 0, done.printed
        assert predict(fresh, failing=case.failing).code == 0
        assert answers(folder) == answers(fresh)
        found = pq.read_table(folder / "out" / "answers.parquet").to_pylist()
        assert [row["id"] for row in found] == [row["id"] for row in changed["rows"]]
        assert [row["instruction"] for row in found] == [row["instruction"] for row in changed["rows"]]
        for row in found:
            fails = row["instruction"] == case.failing[1]
            if not fails or case.failing[0] != "rank":  # Only unclear rows are ranked.
                assert (row["error"] is not None) == (fails and case.failing[0] is not None)
        assert sorted(one.name for one in (folder / "out").iterdir()) == ["answers.parquet"]


@generator(goes_on_as_new, 1)
def killed_jobs(rng: random.Random) -> Case:
    """A job of which something changes after a kill, or while it runs, and of which rows may fail."""
    ending = rng.choice(["jsonl", "csv", "parquet"])
    failing = rng.choice([None, None, "classify", "rank", "build"]), rng.choice(TEXTS)
    change, killed = rng.choice(list(CHANGES)), rng.random() < 0.6
    moment = rng.uniform(0.01, 1.5) if killed and rng.random() < 0.3 else rng.randint(1, 4)
    return Case(given(rng, ending), change, moment, killed, failing)
