"""Synthetic tasks: instructions of known meaning in random worlds."""

from cq.building.synthetic.kinds import ALL_TEMPLATES, SENTENCE_KINDS
from cq.building.synthetic.mixed import mixed_task, task_of_kind, templates_without
from cq.building.synthetic.nothing import nothing_to_do_task
from cq.building.synthetic.sentences import BASIC_TEMPLATES
from cq.building.synthetic.tasks import random_world, synthetic_task
from cq.building.synthetic.worlds import structured_world

__all__ = [
    "ALL_TEMPLATES",
    "BASIC_TEMPLATES",
    "SENTENCE_KINDS",
    "mixed_task",
    "nothing_to_do_task",
    "random_world",
    "structured_world",
    "synthetic_task",
    "task_of_kind",
    "templates_without",
]
