"""The widgets of `cq.notebook.show`, over the page's own view of a world."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import anywidget
import traitlets

from cq.dialogue.dialogue import Conversation
from cq.dialogue.replies import reply
from cq.errors import InputError
from cq.world import World

MODULES = ("vendor/three", "strings", "blocks", "contacts", "meshes", "viewpoint", "world_view")
"""The page's modules for the widgets, each after those that it imports."""


def _script() -> str:
    """The widgets' module. A notebook takes one file, so the page's modules are texts in it."""
    static = files("cq").joinpath("web", "static")
    texts = {name: static.joinpath(f"{name}.js").read_text("utf-8") for name in MODULES}
    own = files("cq").joinpath("notebook", "widget.js").read_text("utf-8")
    return f"const texts = {json.dumps(texts)};\n{own}"


class WorldWidget(anywidget.AnyWidget):
    """A world to look at from all sides."""

    _esm = _script()
    _css = files("cq").joinpath("notebook", "widget.css").read_text("utf-8")
    world = traitlets.Dict().tag(sync=True)
    description = traitlets.Unicode().tag(sync=True)
    talks = traitlets.Bool(False).tag(sync=True)

    def __init__(self, world: World) -> None:
        super().__init__(world=world.to_recorded(), description=world.describe())


class DialogueWidget(WorldWidget):
    """A dialogue to go on with. `dialogue` is the same object, with all its turns."""

    turns: traitlets.List[Any] = traitlets.List().tag(sync=True)
    options: traitlets.List[Any] = traitlets.List().tag(sync=True)
    error = traitlets.Unicode("").tag(sync=True)

    def __init__(self, dialogue: Conversation) -> None:
        super().__init__(dialogue.world)
        self.dialogue = dialogue
        self.talks = True
        self._tell()
        self.on_msg(lambda _widget, content, _buffers: self.hear(content))

    def hear(self, step: dict[str, Any]) -> None:
        """Take a step: {"text": …}, {"option": number from 1} or {"undo": true}. Errors are shown."""
        try:
            if step.get("undo"):
                self.dialogue.undo()
            elif "option" in step:
                self.dialogue.answer(int(step["option"]))
            elif self.dialogue.question_is_open:
                self.dialogue.answer(str(step.get("text", "")))
            else:
                self.dialogue.say(str(step.get("text", "")))
            self.error = ""
        except InputError as error:
            self.error = str(error)
        self._tell()

    def _tell(self) -> None:
        question = self.dialogue.question
        with self.hold_sync():
            self.world = self.dialogue.world.to_recorded()
            self.description = self.dialogue.world.describe()
            self.turns = [[step.said, reply(step.turn)] for step in self.dialogue.steps]
            self.options = [] if question is None else [option.text for option in question.options]
