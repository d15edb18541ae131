"""What the training commands share: options, checks before the work, and what is written at the end."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from cq.data.user_table import is_user_table
from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.files import check_folder, write_text
from cq.modeling.artifacts import CONFIG as PART_CONFIG
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.cards import TrainingSource, model_card
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.manifest import CARD, MANIFEST, PARTS, Manifest, update_part
from cq.modeling.progress import progress_bar

console = Console(markup=False)

FREE_BYTES = 1 << 28
"""What a job needs on the disks of its weights and its checkpoints, at least."""

Data = Annotated[
    Path | None,
    typer.Option(help="The single-turn folder or zip, by default in CQ_DATA; or a table of your own."),
]
Out = Annotated[Path, typer.Option(help="Folder of the pipeline to write the part into.")]
OUT = Path("weights")
BackboneName = Annotated[str | None, typer.Option(help="Another encoder: a folder or a hub's model id.")]
Work = Annotated[Path, typer.Option(help="Folder of checkpoints, from which a killed job continues.")]
Epochs = Annotated[int, typer.Option(min=1, help="Passes over the rows.")]


@dataclass
class TrainingJob:
    """The training of one part ("clarity", "ranking" or "building") from `data` into the pipeline in `out`.

    `options` are the command-line options that differ from their defaults, for the model card.
    """

    part: str
    data: Path | None
    out: Path
    backbone_name: str | None
    options: str = ""
    backbone: Backbone = field(init=False)

    def __post_init__(self) -> None:
        self._start = time.perf_counter()
        check_folder(self.out / self.part, free=FREE_BYTES)
        self.backbone = Backbone.load(self.backbone_name)
        self._check_out()

    def _check_out(self) -> None:
        """Refuse to put a part beside others that were trained on another backbone, and to replace bundled
        weights by weights from a user table.
        """
        if self.out.resolve() == WEIGHTS.resolve() and self._table is not None:
            raise InputError(
                f"{str(self.out)!r} holds the bundled weights; give a folder of your own with --out"
            )
        name = self.backbone.name
        for other in (self.out / part / PART_CONFIG for part in PARTS if part != self.part):
            found = json.loads(other.read_text(encoding="utf-8"))["backbone"] if other.exists() else name
            if found != name:
                raise InputError(
                    f"{str(other.parent)!r} was trained on {found!r}, and a pipeline has one backbone; give "
                    f"another --out for {self.part} on {name!r}"
                )

    @property
    def _table(self) -> str | None:
        """The file name of the user table, None if the data is the recorded set."""
        return self.data.name if self.data is not None and is_user_table(self.data) else None

    @contextmanager
    def store(self, work: Path, total: int) -> Iterator[CheckpointStore]:
        """The checkpoint store in a folder, with a progress bar over the `total` of its checkpoints."""
        check_folder(work, free=FREE_BYTES)
        console.print(f"checkpoints are stored in {work}; after a crash the same command continues there")
        with progress_bar("networks, or their epochs", total) as bar:
            yield CheckpointStore(work, on_finished=bar.update)

    @property
    def source(self) -> TrainingSource:
        """What the part was trained on and by which command. Paths are cut to their last names."""
        table = self._table
        rows = f"`{table}`" if table else "the IGLU single-turn set (microsoft/iglu-datasets, MIT)"
        options = self.options
        if self.backbone_name is not None:
            options += f" --backbone {last_name(self.backbone_name)}"
        options += "" if table is None else " --out weights"
        command = f"cq train {self.part} --data {table or 'PATH'}{options}"
        return TrainingSource(rows, command, table is None)

    def finish(self, info: dict[str, Any], **values: Any) -> None:
        """Write the model card, from `info` and other `values`, and the pipeline's configuration; report the
        figures in `info`.
        """
        card = model_card(self.part, self.backbone.name, info=info, source=self.source, **values)
        write_text(self.out / self.part / CARD, card)
        if (self.out / MANIFEST).exists():
            update_part(self.out, self.part)
        else:
            Manifest.of(self.out, self.backbone.name).write(self.out)
        console.print(info["out_of_fold"])
        console.print(f"wrote {self.out / self.part} in {time.perf_counter() - self._start:.0f} s")
        if missing := [name for name in PARTS if not (self.out / name / PART_CONFIG).exists()]:
            console.print(
                f"to load the pipeline, train {' and '.join(missing)} too, or copy from {WEIGHTS} and run: "
                f"cq weights {self.out} --update"
            )
        else:
            write_text(self.out / CARD, model_card("pipeline", self.backbone.name))


def changed_option(name: str, value: int, default: int) -> str:
    """An option as on the command line, empty if it has its default."""
    return "" if value == default else f" --{name} {value}"


def last_name(source: str) -> str:
    """The last name of a folder, or a model id as it is."""
    return Path(source).name if Path(source).is_dir() else source
