"""The networks of the folds, if they are trained: each was trained without the rows of its fold."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from cq.building.model.network import BuildingNetwork
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import BuilderTrainingConfig
from cq.building.training.cross_validation import fold_network
from cq.building.training.dialogue_examples import training_dialogues
from cq.building.training.recorded_builds import RecordedBuild
from cq.encoder.backbone import Backbone
from cq.errors import MissingFileError
from cq.modeling.checkpoints import CheckpointStore, State

logger = logging.getLogger(__name__)


class _Finished(CheckpointStore):
    """A store that reads finished networks and trains none."""

    def get_or_create(self, cache_key: str, create: Callable[[], State]) -> State:
        def refuse() -> State:
            raise MissingFileError(f"a network of the folds is not in {self.folder}")

        return super().get_or_create(cache_key, refuse)


def finished_networks(
    rows: Sequence[RecordedBuild], work: Path, backbone: Backbone
) -> dict[int, BuildingNetwork]:
    """The networks of the folds that `python -m eval building` has trained in the folder `work`.

    Raises `MissingFileError` if there is none; folds without a network are logged.
    """
    nothing = MissingFileError(
        f"no network of a fold is in {str(work)!r}; `python -m eval building --work {work}` trains them"
    )
    # Which file is the network of a fold is known only after minutes of reading.
    if not any(work.glob("*.pt")):
        raise nothing
    embedder = TokenEmbedder(backbone, half_precision=True)
    config, dialogues = BuilderTrainingConfig().shortened(), training_dialogues()
    networks, missing = {}, []
    for fold in sorted({row.fold for row in rows}):
        try:
            networks[fold] = fold_network(rows, fold, embedder, config, _Finished(work), dialogues)
        except MissingFileError:
            missing.append(fold)
    if not networks:
        raise nothing
    if missing:
        logger.warning("folds without a trained network are left out: %s", ", ".join(map(str, missing)))
    return networks
