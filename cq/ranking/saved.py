"""A ranker's folder: its configuration and weights."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy.typing as npt

from cq.encoder.backbone import Backbone
from cq.modeling.artifacts import PartConfig, load_artifact, reporting_damage, save_artifact

if TYPE_CHECKING:
    from cq.ranking.cross_encoder import CrossEncoderStage
    from cq.ranking.fit import FitModel
    from cq.ranking.late_interaction import TokenStatistics
    from cq.ranking.linear import LinearModel

KIND = "question ranker"
CROSS_ENCODER = "cross_encoder"
"""The folder of a `CrossEncoder` that is not built on the backbone, beside the weights."""


class RankerParts(NamedTuple):
    """The trained parts of a ranker, and its settings: the arguments of `QuestionRanker`, in order."""

    linear_model: LinearModel
    token_statistics: TokenStatistics
    backbone: Backbone
    cross_encoder: CrossEncoderStage | None
    first_stage_top_k: int
    max_candidates: int
    fit: FitModel | None


def save_parts(parts: RankerParts, folder: Path, info: dict[str, Any]) -> None:
    """Write all parts; `info` is added to the configuration.

    A cross-encoder on the backbone is saved as its difference from the backbone, any other in a folder.
    """
    from cq.ranking.cross_encoder import CrossEncoder

    stage = parts.cross_encoder
    tensors: dict[str, npt.NDArray[Any]] = {
        **parts.token_statistics.tensors(),
        **parts.linear_model.tensors(),
    }
    if stage is not None and isinstance(stage.model, CrossEncoder):
        stage.model.save_pretrained(folder / CROSS_ENCODER)
    else:
        shutil.rmtree(folder / CROSS_ENCODER, ignore_errors=True)
        tensors |= {} if stage is None else stage.tensors()
    config = {
        "kind": KIND,
        "backbone": parts.backbone.name,
        "first_stage_top_k": parts.first_stage_top_k,
        "max_candidates": parts.max_candidates,
        "cross_encoder": stage and {"weight": stage.weight, "top_k": stage.top_k},
        "fit": parts.fit and parts.fit.to_config(),
        "features": _feature_names(),
    }
    save_artifact(folder, config | info, tensors)


def load_parts(folder: Path, backbone: Backbone) -> RankerParts:
    """Read what `save_parts` wrote. Raises `MissingFileError` or `InputError`."""
    from cq.ranking.late_interaction import TokenStatistics
    from cq.ranking.linear import LinearModel

    config, tensors = load_artifact(folder, KIND, backbone.name, _feature_names())
    with reporting_damage(folder):
        width = sum(len(names) for names in _feature_names().values())
        linear_model = LinearModel.from_tensors(tensors, width)
        token_statistics = TokenStatistics.from_tensors(tensors)
        stage = _load_stage(folder, config.section("cross_encoder"), tensors, backbone)
    first, most = config.count("first_stage_top_k"), config.count("max_candidates")
    fit = _load_fit(config.section("fit"))
    return RankerParts(linear_model, token_statistics, backbone, stage, first, most, fit)


def load_cross_encoder(folder: Path, backbone: Backbone) -> CrossEncoderStage | None:
    """The cross-encoder of a saved ranker, independent of its features; None if it has none.

    Raises `MissingFileError` or `InputError`.
    """
    config, tensors = load_artifact(folder, KIND, backbone.name)
    with reporting_damage(folder):
        return _load_stage(folder, config.section("cross_encoder"), tensors, backbone)


def _load_stage(
    folder: Path, config: PartConfig | None, tensors: dict[str, npt.NDArray[Any]], backbone: Backbone
) -> CrossEncoderStage | None:
    from cq.ranking.cross_encoder import CrossEncoder, CrossEncoderStage

    if config is None:
        return None
    weight, top_k = config.number("weight"), config.count("top_k")
    if (folder / CROSS_ENCODER).is_dir():
        return CrossEncoderStage(CrossEncoder(folder / CROSS_ENCODER), weight, top_k)
    return CrossEncoderStage.from_tensors(tensors, backbone.encoder, weight, top_k)


def _load_fit(config: PartConfig | None) -> FitModel | None:
    from cq.ranking.fit import FitModel, num_fit_features

    if config is None:
        return None
    return FitModel(config.numbers("weights", num_fit_features()), config.number("bias"))


def _feature_names() -> dict[str, list[str]]:
    from cq.ranking.clauses import question_feature_names
    from cq.ranking.features import pair_feature_names

    return {
        "pair": pair_feature_names(),
        "question": question_feature_names(),
    }
