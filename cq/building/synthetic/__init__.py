"""Synthetic tasks: instructions of known meaning, worded by the grammar and carried out in random worlds."""

from cq.building.synthetic.clarifications import clarified
from cq.building.synthetic.tasks import continued_task, mixed_task, nothing_to_do_task, synthetic_task
from cq.building.synthetic.worlds import structured_world

__all__ = [
    "clarified",
    "continued_task",
    "mixed_task",
    "nothing_to_do_task",
    "structured_world",
    "synthetic_task",
]
