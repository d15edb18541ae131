"""Synthetic tasks: instructions of known meaning in random worlds."""

from cq.building.synthetic.tasks import random_world, synthetic_task

__all__ = ["random_world", "synthetic_task"]
