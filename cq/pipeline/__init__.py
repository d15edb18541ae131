"""When to ask, what to ask and what to build, over one backbone."""

from cq.dialogue.turn import Turn
from cq.pipeline.parts import Builder, Classifier, Ranker
from cq.pipeline.pipeline import Pipeline

__all__ = ["Builder", "Classifier", "Pipeline", "Ranker", "Turn"]
