"""Decides whether an agent should act, ask its user or refuse, before it calls a tool."""

from cq.guard.decision import Decision
from cq.guard.functions import NeedsAnswer, Refused
from cq.guard.guard import Guard
from cq.guard.questions import Question
from cq.guard.tools import Tool

__all__ = ["Decision", "Guard", "NeedsAnswer", "Question", "Refused", "Tool"]
