"""What to build: the predicted grid, and the actions that lead to it."""

from cq.building.actions import Action, actions_between, replay
from cq.building.rules import Build, Builder

__all__ = ["Action", "Build", "Builder", "actions_between", "replay"]
