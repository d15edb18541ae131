"""The closed loop, out of fold: what asking is worth, and where.

Each row is built by a network that was trained on the other folds, before and after one, two and three
questions, which a simulated architect answers from the recorded target: the library's `own`, who speaks
by the grammar that reads answers, or a `brief` one in other words. The policies differ in where they ask;
thresholds are fitted on the other folds. Intervals are 95 % bootstraps over groups of equal
instructions. The played dialogues of each fold are kept under `--work`, so that a killed run resumes.

With `--bundled` the unclear rows alone are played, by the bundled network, which has been trained on them: a
quick figure, and no policies.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from tqdm import tqdm

import cq
from cq.building import NetworkBuilder
from cq.building.decoding.prediction import NUM_SAMPLES
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import BuilderTrainingConfig
from cq.building.training.cross_validation import fold_network
from cq.building.training.dialogue_examples import training_dialogues
from cq.building.training.fit import recorded_digest
from cq.building.training.recorded_builds import RecordedBuild, recorded_builds
from cq.clarity.examples import clarity_examples
from cq.data import load_singleturn, normalise
from cq.encoder.backbone import Backbone
from cq.files import write_text
from cq.files.digests import fingerprint
from cq.modeling.checkpoints import CheckpointStore
from cq.pipeline import Pipeline
from eval.clarity.baselines import networks_of
from eval.loop.episodes import ARCHITECTS, NUM_QUESTIONS, OWN, Episode, Step, play
from eval.loop.policies import at_random, by_obstacles_and_value, by_probability
from eval.loop.tables import QUESTIONS, gain_table, policy_table
from eval.options import Data, Out, Samples, WorkRoot
from eval.output import Tables, show

CACHED_TEXTS = 40_000


def main(
    data: Data = None,
    samples: Samples = 1000,
    work: WorkRoot = Path("runs"),
    clear_rows: Annotated[
        int, typer.Option(help="Clear rows to play, an equal share of each fold; 0 plays all.")
    ] = 0,
    share: Annotated[float, typer.Option(help="The share of instructions that may be asked about.")] = 0.15,
    architect: Annotated[str, typer.Option(help=f"Who answers: {' or '.join(ARCHITECTS)}.")] = OWN,
    bundled: Annotated[
        bool, typer.Option("--bundled", help="Play unclear rows by the bundled network.")
    ] = False,
    unclear_rows: Annotated[int, typer.Option(help="With --bundled: so many of them; 0 plays all.")] = 0,
    out: Out = None,
) -> None:
    if architect not in ARCHITECTS:
        raise cq.InputError(f"--architect {architect!r} is unknown; give {' or '.join(ARCHITECTS)}")
    dataset = load_singleturn(data)
    rows, backbone = recorded_builds(dataset), Backbone.load()
    if bundled:
        show(_by_bundled_network(rows, unclear_rows, architect, samples), out)
        return
    config = BuilderTrainingConfig().shortened()
    episodes = [
        episode
        for fold in sorted({row.fold for row in rows})
        for episode in _episodes(rows, fold, backbone, config, work, clear_rows, architect)
    ]
    p_unclear = _probabilities(dataset, backbone, work / "clarity")
    groups = np.array([normalise(rows[episode.index].instruction) for episode in episodes])
    policies = {
        "at random": at_random(0, len(rows)),
        "by p_unclear": by_probability(p_unclear),
        "obstacles first, then by value (cq)": by_obstacles_and_value,
    }
    clear = np.array([episode.clear for episode in episodes])
    tables = {}
    for name, of in (("unclear", np.flatnonzero(~clear)), ("clear", np.flatnonzero(clear))):
        some = [episodes[i] for i in of]
        tables[f"Always asking, {len(some):,} {name} rows"] = gain_table(some, groups[of], samples)
    mixed = _in_proportion(rows, clear)
    some, groups = [episodes[i] for i in mixed], groups[mixed]
    for budget in range(1, NUM_QUESTIONS + 1):
        title = f"Where to ask, {len(some):,} rows, {QUESTIONS[budget]}"
        tables[title] = policy_table(some, groups, policies, share, budget, samples)
    show(tables, out)


def _by_bundled_network(rows: Sequence[RecordedBuild], count: int, architect: str, samples: int) -> Tables:
    """What asking is worth on some unclear rows, for the network that has been trained on them."""
    unclear = [i for i, row in enumerate(rows) if not row.clear]
    drawn = np.random.default_rng(0).permutation(unclear)[: count or None]
    indices = sorted(drawn.tolist())
    episodes = play([rows[i] for i in indices], indices, _bundled_builder(), architect)
    groups = np.array([normalise(rows[i].instruction) for i in indices])
    title = f"Always asking, {len(indices):,} unclear rows"
    return {title: gain_table(episodes, groups, samples)}


def _episodes(
    rows: Sequence[RecordedBuild],
    fold: int,
    backbone: Backbone,
    config: BuilderTrainingConfig,
    work: Path,
    clear_rows: int,
    architect: str,
) -> list[Episode]:
    """The episodes of a fold's rows, played by the network that was trained without it."""
    key = fingerprint(config, NUM_SAMPLES, clear_rows, architect, recorded_digest(rows), cq.__version__)
    path = work / "loop" / f"fold-{fold}-{key}.json"
    if path.is_file():
        kept = json.loads(path.read_text(encoding="utf-8"))
        return [Episode(**{**one, "steps": [Step(**step) for step in one["steps"]]}) for one in kept]
    embedder = TokenEmbedder(backbone, CACHED_TEXTS)
    store = CheckpointStore(work / "building")
    network = fold_network(rows, fold, embedder, config, store, training_dialogues())
    # The bundled calibration: four weights that order builds almost as the expected score does.
    builder = NetworkBuilder([network], _bundled_builder().confidence, backbone)
    indices = _chosen_rows(rows, fold, clear_rows)
    episodes: list[Episode] = []
    for first in tqdm(range(0, len(indices), 256), desc=f"fold {fold}", disable=None):
        some = indices[first : first + 256]
        episodes += play([rows[i] for i in some], some, builder, architect)
    write_text(path, json.dumps([asdict(episode) for episode in episodes]))
    return episodes


def _in_proportion(rows: Sequence[RecordedBuild], clear: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """The indices of the clear episodes, and of as large a share of the unclear ones as of the clear ones."""
    unclear = np.flatnonzero(~clear)
    share = clear.sum() / sum(row.clear for row in rows)
    count = min(len(unclear), round(share * sum(not row.clear for row in rows)))
    kept = np.random.default_rng(0).permutation(unclear)[:count]
    return np.sort(np.concatenate([np.flatnonzero(clear), kept]))


def _chosen_rows(rows: Sequence[RecordedBuild], fold: int, clear_rows: int) -> list[int]:
    """The unclear rows of a fold, and its share of the clear rows."""
    unclear = [i for i, row in enumerate(rows) if row.fold == fold and not row.clear]
    clear = [i for i, row in enumerate(rows) if row.fold == fold and row.clear]
    if clear_rows:
        count = min(len(clear), clear_rows // len({row.fold for row in rows}))
        clear = sorted(np.random.default_rng(fold).permutation(clear)[:count].tolist())
    return unclear + clear


def _bundled_builder() -> NetworkBuilder:
    builder = Pipeline.from_pretrained().builder
    assert isinstance(builder, NetworkBuilder), "the bundled builder is a NetworkBuilder"
    return builder


def _probabilities(dataset: Any, backbone: Backbone, work: Path) -> npt.NDArray[np.float64]:
    """`p_unclear` of every row with a target, out of fold, in the order of `recorded_builds`."""
    predictions = networks_of(clarity_examples(dataset, backbone), CheckpointStore(work))
    has_target = np.array([target is not None for target in dataset["target"]])
    return np.asarray(predictions.p_unclear[has_target], dtype=np.float64)
