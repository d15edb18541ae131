"""What to build: the predicted grid and the actions that lead to it."""

from cq.building.actions import Action, actions_between, replay
from cq.building.build import Build
from cq.building.builder import NetworkBuilder
from cq.building.language_builder import LanguageBuilder

__all__ = ["Action", "Build", "LanguageBuilder", "NetworkBuilder", "actions_between", "replay"]
