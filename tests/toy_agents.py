"""Agents that workers import by name."""

from __future__ import annotations

from typing import Any

from toy_words import CLEAR

from cq import World, arena
from cq.arena.episode import Episode, History, Move
from cq.dialogue.turn import Turn
from cq.pipeline import Pipeline


class Refuses(Pipeline):
    """A pipeline that refuses everything."""

    def __init__(self) -> None: ...

    def ask(self, *_: Any, **__: Any) -> Turn:
        """A refusal."""
        return Turn("refuse", CLEAR, reasons=("not today",))


def asker(shown: Episode, history: History) -> Move:
    """Asks once, and then changes nothing."""
    if not history and shown.terms.budget:
        return arena.Ask("Which one do you mean?")
    return guesser(shown, history)


def guesser(shown: Episode, history: History) -> Move:
    """Changes nothing."""
    return arena.Build(shown.world or World.parse(None))
