"""Clarifications: questions about a task with true answers, made from its start and its target.

They teach the network to hear answers. All words are our own, and none are those of the simulated architect
(`cq.dialogue.simulated`), so that a dialogue with it tests more than what was trained.
"""

from cq.building.synthetic.clarifications.exchanges import clarified

__all__ = ["clarified"]
