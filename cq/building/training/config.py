"""The configuration of the building network's training."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class OptimizerConfig:
    """The steps of AdamW: `batch_size` examples each, with a learning rate that rises linearly over
    `warmup_steps` and falls along a half cosine. Weight decay applies to matrices only.
    """

    batch_size: int = 32
    learning_rate: float = 1e-3
    warmup_steps: int = 200
    weight_decay: float = 0.02
    seed: int = 0

    def schedule(self, step: int, num_steps: int) -> float:
        """The factor on the learning rate at a step, from 0, of `num_steps`; it ends at 0.005."""
        warmup = min(1.0, (step + 1) / self.warmup_steps)
        return warmup * (1.01 + math.cos(math.pi * step / num_steps)) / 2


PRETRAINING_SCHEDULE = 1.5
"""The next phase keeps a high learning rate, so that of pretraining does not fall to its end."""


@dataclass(frozen=True)
class BuilderTrainingConfig:
    """The four phases of training, and their data.

    1. Pretraining: `pretraining_epochs` on `num_synthetic_tasks` in basic sentences each, new ones in every
       epoch. The learning rate falls as if there were `PRETRAINING_SCHEDULE` times as many.
    2. Language: `language_epochs` on `num_language_tasks` synthetic tasks of all kinds and on all segments of
       the Minecraft dialogues' training split. Phases 1 and 2 see no row that is evaluated on, so all folds
       share them.
    3. `epochs` on the recorded builds, `synthetic_per_epoch` synthetic tasks, and `dialogues_per_epoch`
       segments of Minecraft dialogues. Recorded instructions rarely need fewer than three blocks; the
       synthetic tasks keep the network from learning that.
    4. Example aggregation (`cq.building.training.example_aggregation`): `aggregation_epochs`, at a third of
       the learning rate, on the data of phase 3 and on the examples aggregated from the recorded sessions
       and `num_synthetic_sessions` synthetic ones.

    In phases 1 to 3 the share `clarified` of the builds and tasks has questions with true answers
    (`cq.building.synthetic.clarifications`), and often lacks a piece that an answer gives.

    Where a second person also built from the instruction, that result replaces the architect's target with
    probability `second_builder_share` in each epoch. With `augment`, each epoch draws a new frame for each
    example (`cq.building.canonical_frame`).
    """

    optimizer: OptimizerConfig = OptimizerConfig()
    num_synthetic_tasks: int = 8000
    pretraining_epochs: int = 4
    num_language_tasks: int = 6000
    language_epochs: int = 3
    epochs: int = 8
    second_builder_share: float = 0.25
    synthetic_per_epoch: int = 1000
    dialogues_per_epoch: int = 1000
    num_synthetic_sessions: int = 1500
    aggregation_epochs: int = 3
    clarified: float = 0.4
    augment: bool = True

    def shortened(self) -> BuilderTrainingConfig:
        """Half as long on the recorded builds, on fewer other examples, and with fewer epochs of example
        aggregation. The five networks of the folds are trained this way.
        """
        return replace(
            self,
            epochs=max(1, self.epochs // 2),
            synthetic_per_epoch=self.synthetic_per_epoch * 3 // 5,
            dialogues_per_epoch=self.dialogues_per_epoch * 3 // 5,
            aggregation_epochs=(self.aggregation_epochs + 1) // 2,
        )

    @property
    def total_epochs(self) -> int:
        """The epochs of all phases of one network."""
        return self.pretraining_epochs + self.language_epochs + self.epochs + self.aggregation_epochs
