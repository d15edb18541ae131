"""Plans of primitive actions that turn one world into another."""

from cq.env.planning.planner import Plan, plan

__all__ = ["Plan", "plan"]
