"""What to build: the predicted grid, and the actions that lead to it."""

from cq.building.actions import Action, actions_between, replay
from cq.building.builder import Builder
from cq.building.builds import Build
from cq.building.rules import RuleBuilder

__all__ = ["Action", "Build", "Builder", "RuleBuilder", "actions_between", "replay"]
