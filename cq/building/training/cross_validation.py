"""Cross-validation: each recorded build is predicted by a network trained on the other folds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from cq.building.builder import NetworkBuilder
from cq.building.confidence import Confidence
from cq.building.decoding.likely_changes import best_build
from cq.building.decoding.minimum_bayes_risk import BuildPrediction
from cq.building.decoding.prediction import predict_builds
from cq.building.example import BuildingExample
from cq.building.model.network import BuildingNetwork
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import BuilderTrainingConfig
from cq.building.training.fit import fit_network
from cq.building.training.recorded_builds import RecordedBuild
from cq.encoder.backbone import Backbone
from cq.modeling.checkpoints import CheckpointStore
from cq.reading.grounded import ground


def fold_networks(
    builds: Sequence[RecordedBuild],
    embedder: TokenEmbedder,
    config: BuilderTrainingConfig,
    store: CheckpointStore | None = None,
    dialogues: Sequence[BuildingExample] = (),
    only: Collection[int] = (),
) -> dict[int, BuildingNetwork]:
    """For each fold, or for each in `only`, a network trained on the builds of the other folds, and on
    `dialogues`.
    """
    folds = sorted(only or {build.fold for build in builds})
    return {fold: fold_network(builds, fold, embedder, config, store, dialogues) for fold in folds}


def fold_network(
    builds: Sequence[RecordedBuild],
    fold: int,
    embedder: TokenEmbedder,
    config: BuilderTrainingConfig,
    store: CheckpointStore | None = None,
    dialogues: Sequence[BuildingExample] = (),
) -> BuildingNetwork:
    """A network trained on the builds of all folds but one, and on `dialogues`."""
    others = [build for build in builds if build.fold != fold]
    return fit_network(others, embedder, config, store, dialogues)


def out_of_fold_builds(
    builds: Sequence[RecordedBuild], networks: Mapping[int, BuildingNetwork], backbone: Backbone
) -> list[BuildPrediction]:
    """The prediction for each build by the whole builder (`NetworkBuilder`) with the network of its fold."""
    predictions: dict[int, BuildPrediction] = {}
    for fold, network in networks.items():
        builder = NetworkBuilder([network], Confidence(()), backbone)
        held_out = [i for i, build in enumerate(builds) if build.fold == fold]
        texts, worlds = [builds[i].instruction for i in held_out], [builds[i].world for i in held_out]
        candidates = builder.sample(ground(texts, worlds, backbone))
        predictions |= zip(held_out, map(best_build, candidates), strict=True)
    return [predictions[i] for i in range(len(builds))]


def out_of_fold_predictions(
    builds: Sequence[RecordedBuild], networks: Mapping[int, BuildingNetwork], embedder: TokenEmbedder
) -> list[BuildPrediction]:
    """The prediction for each build by the network of its fold alone, without rules."""
    predictions: dict[int, BuildPrediction] = {}
    for fold, network in networks.items():
        held_out = [i for i, build in enumerate(builds) if build.fold == fold]
        of_fold = predict_builds([network], [builds[i].example for i in held_out], embedder)
        predictions |= zip(held_out, of_fold, strict=True)
    return [predictions[i] for i in range(len(builds))]
