"""`cq train reading`: pairs of a few writers to readers that read; a resumed job makes the same ones."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cq.cli.main import app
from cq.encoder.backbone import Backbone
from cq.language.reading import read
from cq.reading.pairs import pairs_by_writer
from cq.reading.prompt import Prompt
from cq.reading.readers import Readers
from cq.training.reading_examples import examples_of, joined_examples
from pipelines.reader import pairs as bundled

WRITERS = ("w17_short_rancher", "w38_messages_streamer", "w40_orders_driver")
HELD_OUT = ["--held-out", "w17", "--held-out", "w40"]
FOLDER = Path(bundled.__file__).with_name("pairs")
ROWS = "instruction,clear\n" + "".join(f"Put {i} red blocks in the middle.,yes\n" for i in range(2, 12))


def files_in(folder: Path, most: int) -> list[Path]:
    """The first pairs of some writers."""
    found = []
    for name in WRITERS:
        lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
        found.append(folder / f"{name}.jsonl")
        found[-1].write_text("".join(lines[:most]), encoding="utf-8")
    return found


def test_a_job_is_resumed_to_the_same_readers(tmp_path: Path) -> None:
    files = files_in(tmp_path, 8)
    (tmp_path / "rows.csv").write_text(ROWS)

    def train(out: str, work: str, rounds: int) -> None:
        options = [*HELD_OUT, "--data", tmp_path / "rows.csv", "--rows", 32, "--rounds", rounds]
        options += ["--out", tmp_path / out, "--work", tmp_path / work]
        done = CliRunner().invoke(app, ["train", "reading", *map(str, [*files, *options])])
        assert done.exit_code == 0, done.output

    train("whole", "first", 2)
    train("again", "first", 2)  # All its rounds are kept.
    weights = [(tmp_path / out / "reading" / "model.safetensors").read_bytes() for out in ("whole", "again")]
    assert weights[0] == weights[1]
    readers, again = (Readers.load(tmp_path / out / "reading", Backbone.load()) for out in ("whole", "again"))
    prompts = [
        Prompt("red tower in the middle pls"),
        Prompt("two", order="make a tower", question="How tall?"),
    ]
    assert readers.network.read(prompts) == again.network.read(prompts)
    assert readers.info["writers"] == sorted(WRITERS)


def test_joined_orders_are_those_of_one_writer_one_after_the_other(tmp_path: Path) -> None:
    writers = pairs_by_writer(files_in(tmp_path, 50))
    examples = [list(examples_of(some)) for some in writers.values()]
    known = {one.prompt.text: one.program for some in examples for one in some}
    joined = list(joined_examples(examples, 300))
    assert len(joined) == 300
    assert joined == list(joined_examples(examples, 300))
    for one in joined:
        parts = known.get(one.prompt.text)
        assert one.program == parts if one.prompt.before else len(one.program) >= 2
    assert any("\n" in one.prompt.text for one in joined)
    assert sum(bool(one.prompt.before) for one in joined) in range(50, 150)


@pytest.mark.parametrize("most", [0, 1])
def test_a_writer_of_few_orders_joins_none(tmp_path: Path, most: int) -> None:
    program = read("Put a red block in the middle")[0].program
    writers = pairs_by_writer(files_in(tmp_path, 10))
    examples = list(itertools.islice(examples_of(writers[WRITERS[2]]), most))
    assert program
    assert list(joined_examples([examples], 5)) == []
