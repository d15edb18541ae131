"""The cross-encoder: loading it, running it, and fusing it with the linear model."""

from cq.ranking.cross_encoder.model import CrossEncoder
from cq.ranking.cross_encoder.stage import CrossEncoderStage

__all__ = ["CrossEncoder", "CrossEncoderStage"]
