"""What each kind of synthetic sentence is worth: the same short training without it.

From the end of the first phase (`BuilderTrainingConfig`), one network learns for one epoch from tasks of all
kinds, and one for each kind from as many tasks without it. None has seen a recorded row. Each builds tasks of
the kind that it may not know, the hand-written builds of `eval/behaviours`, and a sample of clear rows.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import numpy as np
import typer

from cq.building.builder import building_example
from cq.building.decoding.prediction import predict_builds
from cq.building.example import BuildingExample
from cq.building.model.network import BuildingNetwork
from cq.building.synthetic.kinds import ALL_TEMPLATES, SENTENCE_KINDS
from cq.building.synthetic.mixed import mixed_task, task_of_kind, templates_without
from cq.building.synthetic.sentences import Template
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import BuilderTrainingConfig
from cq.building.training.fit import further_trained, pretrained_network
from cq.building.training.recorded_builds import recorded_builds
from cq.cli.tables import print_table
from cq.data import load_singleturn
from cq.encoder.backbone import Backbone
from cq.meaning.grounded import ground
from cq.metrics import bootstrap_interval, changed_f1
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.fingerprint import fingerprint
from cq.world.grid import Grid
from eval.behaviours.case import BUILD_KINDS, load_cases
from eval.options import BUILDING_WORK, Data, Out, Samples, Work
from eval.output import write_json

Scores = dict[str, Any]
HELD_OUT, ROWS = 200, 500
"""How many synthetic tasks of a kind, and how many recorded rows, are built."""


def main(
    data: Data = None,
    samples: Samples = 1000,
    work: Work = BUILDING_WORK,
    tasks: Annotated[int, typer.Option(min=32, help="Synthetic tasks of the epoch.")] = 3000,
    out: Out = None,
) -> None:
    backbone, store = Backbone.load(), CheckpointStore(work)
    embedder = TokenEmbedder(backbone, half_precision=True)
    config = BuilderTrainingConfig()
    initial, _ = pretrained_network(embedder, replace(config, language_epochs=0), store)
    assert initial is not None, "the first phase has epochs"
    cases = [case for case in load_cases() if case.kind in BUILD_KINDS]
    written = ground([case.instruction for case in cases], [case.world for case in cases], backbone)
    suite = [
        replace(building_example(one), target=case.target) for one, case in zip(written, cases, strict=True)
    ]
    rows = [row for row in recorded_builds(load_singleturn(data)) if row.clear]
    rows = random.Random(0).sample(rows, min(ROWS, len(rows)))
    starts, targets = np.stack([row.start for row in rows]), np.stack([row.target for row in rows])

    def trained(templates: Sequence[Template]) -> BuildingNetwork:
        examples = partial(_tasks, tasks, tuple(templates))
        key = fingerprint("sentence kinds", examples(random.Random(0))[:100])
        return further_trained(initial, 1, examples, key, embedder, config, store)

    def grids(network: BuildingNetwork, examples: Sequence[BuildingExample]) -> list[Grid]:
        return [one.grid for one in predict_builds([network], examples, embedder)]

    def exact(network: BuildingNetwork, examples: Sequence[BuildingExample]) -> int:
        built = zip(grids(network, examples), examples, strict=True)
        return sum(
            np.array_equal(grid, example.target) for grid, example in built if example.target is not None
        )

    def scores(network: BuildingNetwork) -> Scores:
        of_rows = changed_f1(np.stack(grids(network, [row.example for row in rows])), targets, starts)
        return {
            "hand-written builds, exact": f"{exact(network, suite)}/{len(suite)}",
            f"changed F1, {len(rows)} clear rows": str(bootstrap_interval(np.mean, of_rows, samples=samples)),
        }

    whole = trained(ALL_TEMPLATES)
    table: dict[str, Scores] = {
        "basic sentences (phase 1)": scores(initial),
        "all kinds": scores(whole),
    }
    for kind in SENTENCE_KINDS:
        network = trained(templates_without(kind))
        rng = random.Random(1)
        held_out = [task_of_kind(rng, kind) for _ in range(HELD_OUT)]
        without, with_it = (f"{exact(one, held_out) / HELD_OUT:.2f}" for one in (network, whole))
        table[f"without {kind}"] = {
            f"its tasks, exact ({HELD_OUT})": without,
            "… with it": with_it,
            **scores(network),
        }
    print_table("What each kind of synthetic sentence is worth", table)
    write_json(out, {"table": table})


def _tasks(count: int, templates: tuple[Template, ...], rng: random.Random) -> list[BuildingExample]:
    return [mixed_task(rng, templates=templates) for _ in range(count)]
