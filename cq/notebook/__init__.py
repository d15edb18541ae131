"""Worlds and dialogues that live in a notebook: the page's view of a world, and a box to talk in.

    from cq.notebook import show

    show(cq.World.parse("towers.json"))     # turn it with the mouse
    show(cq.Dialogue("towers.json"))        # talk; the dialogue is the same object afterwards

It needs the extra `notebook` (anywidget). Without it, `show` returns its argument, which a notebook shows as
a picture.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from cq.dialogue.dialogue import Conversation
from cq.errors import InputError, excerpt
from cq.world import World

__all__ = ["show"]


def show(shown: Any) -> Any:
    """A widget of a world, or of anything that `World.parse` reads, or of a dialogue; without anywidget the
    argument itself, as a picture. Raises `InputError` for other values.
    """
    if not isinstance(shown, Conversation):
        try:
            shown = World.parse(shown)
        except InputError as error:
            raise InputError(f"cannot show {excerpt(shown)}: {error}; give a world or a dialogue") from None
    if find_spec("anywidget") is None:
        return shown
    from cq.notebook.widgets import DialogueWidget, WorldWidget

    return DialogueWidget(shown) if isinstance(shown, Conversation) else WorldWidget(shown)
