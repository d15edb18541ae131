"""What to build: the predicted grid and the actions that lead to it."""

from cq.building.actions import Action, actions_between, replay
from cq.building.baseline.rules import RuleBuilder
from cq.building.build import Build
from cq.building.builder import NetworkBuilder

__all__ = ["Action", "Build", "NetworkBuilder", "RuleBuilder", "actions_between", "replay"]
