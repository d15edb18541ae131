"""The pipeline of a fold: its builder and its classifier were trained on the other folds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import cq
from cq.building import NetworkBuilder
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import BuilderTrainingConfig
from cq.building.training.cross_validation import fold_network
from cq.building.training.dialogue_examples import training_dialogues
from cq.building.training.recorded_builds import RecordedBuild
from cq.clarity import ClarityClassifier
from cq.clarity.examples import clarity_examples
from cq.clarity.training import ClarityTrainingConfig, fit_classifier
from cq.encoder.backbone import Backbone
from cq.modeling.checkpoints import CheckpointStore

if TYPE_CHECKING:
    import datasets

CACHED_TEXTS = 40_000


def fold_pipeline(
    dataset: datasets.Dataset, rows: Sequence[RecordedBuild], fold: int, work: Path
) -> cq.Pipeline:
    """The pipeline for the rows of a fold of the single-turn set; `rows` are all of its recorded builds.

    The networks are kept in `work`, in the subfolders `building` and `clarity`. The ranker, which decides
    nothing in a dialogue without a bank, and the builder's calibration are the bundled ones.
    """
    bundled, backbone = cq.Pipeline.from_pretrained(), Backbone.load()
    assert isinstance(bundled.builder, NetworkBuilder), "the bundled builder is a NetworkBuilder"
    network = fold_network(
        rows,
        fold,
        TokenEmbedder(backbone, CACHED_TEXTS),
        BuilderTrainingConfig().shortened(),
        CheckpointStore(work / "building"),
        training_dialogues(),
    )
    # Four weights, which order builds almost as the expected score does.
    builder = NetworkBuilder([network], bundled.builder.confidence, bundled.backbone)
    examples = clarity_examples(dataset, backbone)
    others = examples.folds != fold
    model = fit_classifier(
        examples.x[others],
        examples.unclear[others],
        examples.folds[others],
        ClarityTrainingConfig(),
        CheckpointStore(work / "clarity"),
    )
    classifier = ClarityClassifier(model, bundled.backbone)
    return cq.Pipeline(bundled.backbone, classifier, bundled.ranker, builder)
