"""Shared code of the training commands: checks before the work, checkpoints, and the output."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer
from rich.console import Console

from cq.data.user_table import is_user_table
from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.files import check_folder, real_path, write_text
from cq.modeling.artifacts import CONFIG, WEIGHTS, part_backbone, replacing_part
from cq.modeling.cards import model_card
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.manifest import CARD, MANIFEST, PARTS, Manifest, update_part
from cq.modeling.progress import progress_bar
from cq.training.trained import Trained

console = Console(markup=False, soft_wrap=True)  # Paths and commands can be copied.

FREE_BYTES = 1 << 28
"""The least free space on the disks of a job's weights and checkpoints."""

NOT_ON_CARDS = ("data", "out", "work")
"""Options whose values are of one machine."""


class TrainingJob:
    """The training of one part ("clarity", "ranking" or "building") from `data` into the pipeline in `out`,
    with checkpoints in `work`. `options` are those of the command line that the model card shows.

    Raises `InputError` if the disk has no room, other parts in `out` have another backbone, or weights from a
    user's table would replace the bundled ones.
    """

    def __init__(
        self,
        part: str,
        data: Path | None,
        out: Path,
        backbone: str | None,
        work: Path | None = None,
        options: str = "",
    ) -> None:
        self.part, self.out, self.work = part, out, work or Path("runs") / part
        self._start = time.perf_counter()
        check_folder(out / part, free=FREE_BYTES)
        self.backbone = Backbone.load(backbone)
        table = data.name if data is not None and is_user_table(data) else None
        rows = f"`{table}`" if table else "the IGLU single-turn set (microsoft/iglu-datasets, MIT)"
        command = f"cq train {part} --data {table or 'PATH'}{options}{' --out weights' if table else ''}"
        self.source = {"rows": rows, "command": command, "recorded": table is None}
        if real_path(out) == real_path(WEIGHTS) and table is not None:
            raise InputError(f"{str(out)!r} holds the bundled weights; give a folder of your own with --out")
        name = self.backbone.name
        for other in (out / kind for kind in PARTS if kind != part and (out / kind / CONFIG).exists()):
            if (found := part_backbone(other)) != name:
                raise InputError(
                    f"{str(other)!r} was trained on {found!r}, and a pipeline has one backbone; give "
                    f"another --out for {part} on {name!r}"
                )

    @contextmanager
    def store(self, total: int) -> Iterator[CheckpointStore]:
        """The checkpoint store, with a progress bar over the `total` of its checkpoints."""
        check_folder(self.work, free=FREE_BYTES)
        console.print(
            f"checkpoints are stored in {self.work}; after a crash the same command continues there"
        )
        with progress_bar("networks, or their epochs", total) as bar:
            yield CheckpointStore(self.work, on_finished=bar.update)

    def finish(self, trained: Trained[Any], **values: Any) -> None:
        """Write the part, its model card, which also shows the other `values`, and the pipeline's
        configuration; report the figures.
        """
        folder, name = self.out / self.part, self.backbone.name
        card = model_card(self.part, name, info=trained.info, **self.source, **values)
        with replacing_part(folder) as new:
            write_text(new / CARD, card)
            trained.part.save_pretrained(new, trained.info)
        if not (self.out / MANIFEST).exists():
            Manifest.of(self.out, name).write(self.out)
        console.print(trained.figures)
        console.print(f"wrote {folder} in {time.perf_counter() - self._start:.0f} s")
        if missing := [kind for kind in PARTS if not (self.out / kind / CONFIG).exists()]:
            console.print(
                f"to load the pipeline, train {' and '.join(missing)} too, or copy from {WEIGHTS} and run: "
                f"cq weights {self.out} --update"
            )
        else:
            write_text(self.out / CARD, model_card("pipeline", name))
            update_part(self.out, CARD)


def card_options(context: typer.Context) -> str:
    """The options of a command line that differ from their defaults, without those of one machine. Folders
    are cut to their last names.
    """
    shown = ""
    for option in context.command.params:
        value = context.params.get(option.name or "")
        if option.name not in NOT_ON_CARDS and value != option.default:
            name = option.opts[0] if value is not False else option.secondary_opts[0]
            shown += f" {name}" if isinstance(value, bool) else f" {name} {_last_name(str(value))}"
    return shown


def _last_name(source: str) -> str:
    """The last name of a folder; a model id or a number is unchanged."""
    return Path(source).name if Path(source).is_dir() else source
