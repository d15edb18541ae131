"""Suhr et al. 2019 with a body that walks: a learned stage two against the planner of `cq.env`.

Stage one is the building network's plan, with two distributions over columns, which are learned here from the
oracle's walks and from recorded ones: the columns that the body visits, and those that it cannot pass. Stage
two is a recurrent network that takes primitive actions in the walking space, trained by imitation of the
oracle and by example aggregation, on rows of all folds but the last. It is compared with the planner on rows
of the last fold, alone and in sessions in which errors propagate. `--out-of-fold` takes the network that was
trained without that fold from `--networks`; without it, the bundled network has seen these rows.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from cq.building import NetworkBuilder
from cq.building.confidence import NUM_FEATURES, Confidence
from cq.building.example import BuildingExample
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.recorded_builds import RecordedBuild, recorded_builds
from cq.cli.tables import print_table
from cq.data import load_minecraft, load_singleturn
from cq.data.minecraft.dialogues import ZIP, locate_minecraft
from cq.encoder.backbone import Backbone
from cq.errors import MissingFileError
from cq.modeling.checkpoints import CheckpointStore
from cq.pipeline import Pipeline
from eval.building.sessions import recorded_sessions, session_table
from eval.environment.action_stage.aggregation import walk_of
from eval.environment.action_stage.builders import builders_of
from eval.environment.action_stage.tables import column_table, implicit_table, walk_table
from eval.environment.action_stage.training import Sizes, train_stages
from eval.environment.action_stage.trajectories import RecordedWalk, recorded_walks
from eval.environment.out_of_fold import finished_networks
from eval.options import BUILDING_WORK, Data, Out, Samples
from eval.output import write_json

logger = logging.getLogger(__name__)

SPLITS = ("train", "validation")
RECORDED_WALKS = 500
"""About so many recorded walks of each split are used."""

MOST_CHANGES = 6
"""Changed cells of an instruction that stage two learns from; more make the walk too long."""


def main(
    data: Data = None,
    walks: Annotated[int, typer.Option(help="Walks of the oracle to imitate.")] = Sizes.walks,
    pairs: Annotated[
        int, typer.Option(help="Pairs of instructions in a round of aggregation.")
    ] = Sizes.pairs,
    rounds: Annotated[int, typer.Option(help="Rounds of example aggregation.")] = Sizes.rounds,
    rows: Annotated[int, typer.Option(help="Rows of the last fold to compare on.")] = 30,
    sessions: Annotated[int, typer.Option(help="Sessions of the last fold to compare on.")] = 10,
    out_of_fold: Annotated[
        bool, typer.Option("--out-of-fold", help="Take the last fold's own network from --networks.")
    ] = False,
    networks: Annotated[Path, typer.Option(help="Folder of the networks of the folds.")] = BUILDING_WORK,
    samples: Samples = 1000,
    work: Annotated[Path, typer.Option(help="Folder of the trained stages.")] = Path("runs/action-stage"),
    out: Out = None,
) -> None:
    recorded, backbone = recorded_builds(load_singleturn(data)), Backbone.load()
    clear = [row for row in recorded if row.clear and (row.start != row.target).any()]
    last = max(row.fold for row in clear)
    builder = _builder(recorded, last, networks if out_of_fold else None, backbone)
    embedder = TokenEmbedder(backbone)
    walks_of_people = _recorded_walks()
    stages = train_stages(
        [row.example for row in clear if row.fold != last and _is_short(row.example)],
        walks_of_people["train"],
        builder.networks[0],
        embedder,
        Sizes(walks, pairs, rounds),
        CheckpointStore(work),
    )
    held_out = [row.example for row in clear if row.fold == last]
    some = np.random.default_rng(0).permutation(len(held_out))[:rows]
    test_walks = [walk for i in some if (walk := walk_of(held_out[i]))]
    in_sequence = recorded_sessions(held_out)[:sessions]
    tables = {
        "Columns, probabilities of visits and no-pass": column_table(
            stages.columns, test_walks, walks_of_people["validation"]
        ),
        "Whether a second instruction needs implicit actions": implicit_table(
            stages.recoveries, builder.networks[0], embedder
        ),
        f"{len(test_walks)} instructions of the last fold, their targets known": walk_table(
            stages, test_walks
        ),
        f"{len(in_sequence)} sessions of the last fold": session_table(
            in_sequence, builders_of(stages, builder, backbone), samples
        ),
    }
    for title, table in tables.items():
        if table:
            print_table(title, table)
    write_json(out, tables)


def _is_short(example: BuildingExample) -> bool:
    return int(np.count_nonzero(example.start != example.target)) <= MOST_CHANGES


def _builder(
    rows: list[RecordedBuild], fold: int, networks: Path | None, backbone: Backbone
) -> NetworkBuilder:
    """The builder of the last fold, or the bundled one."""
    if networks is None:
        builder = Pipeline.from_pretrained().builder
        assert isinstance(builder, NetworkBuilder), "the bundled builder is a NetworkBuilder"
        return builder
    network = finished_networks(rows, networks, backbone, (fold,))[fold]
    return NetworkBuilder([network], Confidence((0.0,) * NUM_FEATURES), backbone)


def _recorded_walks() -> dict[str, list[RecordedWalk]]:
    """Some walks of recorded builders of the training and the validation split; none, with a warning, where
    the corpus is not at hand.
    """
    try:
        names = {split: frozenset(load_minecraft(split=split)["game"][:]) for split in SPLITS}
        walks = recorded_walks(locate_minecraft(ZIP, [], None), frozenset.union(*names.values()))
    except MissingFileError as error:
        logger.warning("recorded walks are left out: %s", error)
        return {split: [] for split in SPLITS}
    of_split = {split: [walk for walk in walks if walk.game in names[split]] for split in SPLITS}
    return {split: some[:: max(1, len(some) // RECORDED_WALKS)] for split, some in of_split.items()}
