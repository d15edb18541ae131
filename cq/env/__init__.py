"""A Gymnasium environment in which an agent builds from a task's text. Importing it registers its ids.

    import gymnasium
    import cq.env

    env = gymnasium.make("cq/SilentBuilder-v0")

`IGLUGridworld-v0`, `IGLUGridworldVector-v0`, `IGLUSilentBuilder-v0` and `IGLUSilentBuilderVisual-v0` take the
place of the public environments of these names. It needs the extra `env`.
"""

from importlib.util import find_spec

from cq.errors import install

if find_spec("gymnasium") is None:
    raise ImportError(f"cq.env needs gymnasium; {install('env')}")

from cq.env.agents import Agent, BuildAgent, GoalAgent, Oracle, PlanningAgent, RandomAgent
from cq.env.environment import TEXT_SCALES, SilentBuilder
from cq.env.registration import register_ids

register_ids()

__all__ = [
    "TEXT_SCALES",
    "Agent",
    "BuildAgent",
    "GoalAgent",
    "Oracle",
    "PlanningAgent",
    "RandomAgent",
    "SilentBuilder",
]
