"""Made-up tasks: instructions whose meaning is known, in drawn worlds."""

from cq.building.synthetic.tasks import drawn_world, generated_task

__all__ = ["drawn_world", "generated_task"]
