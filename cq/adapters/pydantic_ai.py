"""A tool for Pydantic AI that builds, and defers its call while a question is open (extra `pydantic-ai`).

agent = Agent(model, tools=[build_tool(world)], output_type=[str, DeferredToolRequests])
run = agent.run_sync("…")           # run.output.calls, and run.output.metadata[id]["question"]["text"]
answers = {id: answered("the eastern one", run.output, id, world)}
agent.run_sync(message_history=run.all_messages(), deferred_tool_results=DeferredToolResults(calls=answers))
"""

from __future__ import annotations

from typing import Any

import cq
from cq.adapters.extras import imports_of
from cq.adapters.payloads import words
from cq.dialogue.limits import OnUnsure
from cq.dialogue.questions import COUNTED
from cq.dialogue.replies import reply
from cq.dialogue.shown import turn_json
from cq.language.arguments import WorldLike

with imports_of("pydantic-ai"):
    from pydantic_ai import CallDeferred, DeferredToolRequests, ModelRetry, Tool


def build_tool(
    world: WorldLike = None, *, max_questions: int = 3, on_unsure: OnUnsure = "build"
) -> Tool[Any]:
    """The tool `build(instruction)`: its result is the turn (a build, refusal or reply) as a dict. If it
    asks, the call is deferred, with the turn and the `dialogue` as its metadata. An unreadable instruction
    is retried. `max_questions` and `on_unsure` are as for `cq.ask`.
    """

    def build(instruction: str) -> dict[str, Any]:
        """Carry out an instruction to build in the voxel world; the user is asked if it is unclear."""
        try:
            found = _turn(instruction, world, (), max_questions, on_unsure)
        except cq.InputError as error:
            raise ModelRetry(str(error)) from None
        if found["action"] == "ask":
            raise CallDeferred(found, kind="question")
        return found

    return Tool(build)


def answered(
    answer: Any,
    asked: DeferredToolRequests,
    call: str,
    world: WorldLike = None,
    *,
    max_questions: int = 3,
    on_unsure: OnUnsure = "build",
) -> dict[str, Any]:
    """The result of the deferred call with an id after the user's answer (in the forms that
    `cq.adapters.payloads` reads): the turn about it as a dict. Its action may be "ask" again: then `question`
    is the next one for the user; or the same, with an `error`, if the answer cannot be read.
    """
    turn = asked.metadata[call]
    options, kind = [option["text"] for option in turn["question"]["options"]], turn["question"]["type"]
    try:
        text = words(answer, options, kind in COUNTED)
        return _turn(text, world, turn["dialogue"], max_questions, on_unsure)
    except cq.InputError as error:
        return {**turn, "error": str(error)}


def _turn(text: str, world: WorldLike, said: Any, most: int, unsure: OnUnsure) -> dict[str, Any]:
    turn = cq.ask(text, world, dialogue=said, max_questions=most, on_unsure=unsure)
    return {**turn_json(turn), "dialogue": [*said, ("architect", text), ("builder", reply(turn))]}
