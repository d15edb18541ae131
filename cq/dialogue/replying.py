"""Replies of the builder to questions about the world and the talk, and to greetings."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import singledispatch
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from cq.dialogue.inspecting import (
    at,
    colours_of,
    count_of,
    definite,
    described,
    extent,
    fitting,
    holds,
    joined,
    listed,
    located,
    named,
    none_of,
    on_top_of,
    place_of,
)
from cq.language.inflection import past_of
from cq.language.program import (
    Chat,
    Compared,
    Count,
    Describe,
    Exists,
    OnTop,
    Place,
    Recount,
    Ref,
    Talk,
    There,
    Verify,
    Why,
    parts,
)
from cq.language.reading import read
from cq.language.request import is_talk
from cq.language.say import say
from cq.language.spoken import DONE, UNSURE, Utterance
from cq.reading.instruction import memory_of
from cq.semantics.carrying import execute
from cq.semantics.choices import Choices, Failure
from cq.semantics.execute import carried_out
from cq.semantics.geometry import components
from cq.semantics.limits import limited
from cq.semantics.places import spots
from cq.semantics.scene import Scene, cells_of
from cq.semantics.structures import KINDS
from cq.semantics.telling import Telling
from cq.types import Grid
from cq.world import World

if TYPE_CHECKING:
    from cq.reading.grounded import GroundedInstruction

MOST_TOLD = 5
"""Things that are told one by one."""
NOT_KNOWN = "I cannot tell."
NOTHING_YET = "I have not built anything yet."
SMALL_TALK = {
    "hello": "Hello! Tell me what to build.",
    "thanks": "You are welcome.",
    "praise": "Thank you!",
    "blame": "I am sorry. Say what I should change, or “undo”.",
    "mood": "I am fine, thank you. Tell me what to build.",
    "bye": "Goodbye!",
    "sorry": "No problem.",
    "laugh": "Ha! Tell me what to build.",
    "feelings": "I am only a builder: I know nothing but blocks.",
    "colours": "I have {colours} blocks.",
    "self": "I am the builder: I build with blocks what you tell me.",
    "abilities": (
        "I build, remove, paint, move and copy blocks in six colours. Say what and where: “Build a tower of "
        "four green blocks in the middle”, “Remove the top block of the red tower”. You can ask what stands "
        "here, and say “undo”."
    ),
}
"""Topic of small talk → the reply."""


def reply_to(instruction: GroundedInstruction) -> str | None:
    """The reply to a text that asks or greets; None for orders and answers."""
    request = instruction.request
    if request.exchanges or not is_talk(request.instruction):
        return None
    program = next(reading.program for reading in read(request.instruction) if reading.is_full)
    scene = scene_after(request.context, instruction.world, instruction.facing)
    said = []
    for talk in program:
        try:
            assert isinstance(talk, Talk)
            if isinstance(talk, Recount):
                said.append(_recounted(talk, request.context, instruction.world))
            elif isinstance(talk, Why):
                said.append(_reason(request.context))
            else:
                said.append(reply(talk, scene))
        except Failure as failure:
            about = failure.about
            if talk == Describe(place=There()):  # "Which blocks are there?"
                said.append(reply(Describe(), scene))
                continue
            said.append(none_of(about) if failure.kind == "absent" and isinstance(about, Ref) else NOT_KNOWN)
    return " ".join(dict.fromkeys(said))


def replies_beside(instruction: GroundedInstruction, grid: Grid) -> str | None:
    """The reply to the questions in a text with an order, which leads to a grid (9, 11, 11): questions before
    the order are about the world before it. None if it asks nothing.
    """
    understanding = instruction.heard.understanding
    program = understanding.reading.program
    if not any(isinstance(command, Talk) for command in program):
        return None
    context, world = instruction.request.context, instruction.world
    now = scene_after(context, world, instruction.facing)
    said, ordered = [], False
    for command in program:
        if not isinstance(command, Talk):
            if not ordered:
                now, ordered = Scene.of(grid, Choices(), instruction.facing, tuple(world.recent)), True
            continue
        try:
            said.append(reply(command, now))
        except Failure:
            said.append(NOT_KNOWN)
    return " ".join(dict.fromkeys(said))


def scene_after(context: Sequence[Utterance], world: World, facing: str | None = None) -> Scene:
    """The scene after the earlier commands, with their antecedents."""
    memory = memory_of(context, world)
    if memory is not None and memory.program:
        scene = memory.scene(world.grid, Choices(memory.path), facing, tuple(world.recent))
        with suppress(Failure):
            carried_out(memory.program, scene)
        if np.array_equal(scene.grid(), world.grid):
            return scene
    return Scene.of(world.grid, Choices(), facing, tuple(world.recent))


@execute.register
def _(talk: Talk, scene: Scene) -> None:
    """Nothing is done, but the things in question become antecedents."""
    before, choices, known = scene.focus, scene.choices, list(scene.named)
    scene.choices = Choices()
    with suppress(Failure):
        reply(talk, scene)
    if isinstance(talk, Describe) and talk.place is not None and not isinstance(talk.place, There):
        with suppress(Failure):
            found = spots(talk.place, scene).spots
            scene.attention, scene.cursor = talk.place, found[0].cell if len(found) == 1 else None
    scene.choices = choices
    if (noun := getattr(getattr(talk, "ref", None), "noun", "")) in KINDS:
        scene.nouns = [noun, *(other for other in scene.nouns if other != noun)]
    about = getattr(talk, "ref", None) or getattr(talk, "place", None)
    if about is None or getattr(about, "noun", "") == "everything":
        scene.focus = before
    elif scene.focus is not before:
        scene.named = [*known, scene.focus]  # Without the things that were only compared with it.
        scene.asked_about = (scene.focus, before)


@singledispatch
def reply(talk: Talk, scene: Scene) -> str:
    """The reply to a question in a scene. Raises `Failure` if nothing fits its reference."""
    return NOT_KNOWN


@reply.register
def _(talk: Chat, scene: Scene) -> str:
    return SMALL_TALK[talk.topic].format(colours=listed(scene.palette.colours))


@reply.register
def _(talk: Count, scene: Scene) -> str:
    return f"{count_of(talk.ref, len(fitting(talk.ref, scene)))}."


@reply.register
def _(talk: Exists, scene: Scene) -> str:
    found = fitting(talk.ref, scene)
    if talk.negative:
        return f"No, {_lower(count_of(talk.ref, len(found)))}." if found else "Yes, nothing stands here."
    return f"{'Yes' if found else 'No'}, {_lower(count_of(talk.ref, len(found)))}."


@reply.register
def _(talk: Describe, scene: Scene) -> str:
    if talk.place is not None:
        landmarks = [part for part in parts(talk.place) if isinstance(part, Ref)]
        if missing := next((landmark for landmark in landmarks if not fitting(landmark, scene)), None):
            return none_of(missing)
        found = located(talk.place, scene)
        if not found:
            return f"Nothing is {named(talk.place)}.{_top_of(talk.place, scene)}"
        scene.mention(found)
        return f"{_there_is([described(thing, scene) for thing in found[:MOST_TOLD]])} {named(talk.place)}."
    if talk.ref is None:
        return _view(scene)
    things = fitting(talk.ref, scene)
    if things and talk.limit is not None:
        things = limited(things, replace(talk.ref, others=(), limits=(talk.limit,)), scene)
        scene.mention(things)
    if not things:
        return none_of(talk.ref)
    if talk.aspect in ("", "place") and talk.ref.noun in ("block", "everything") and talk.ref.plural:
        things = components(cells_of(things))
    if talk.ref.noun == "everything" and talk.aspect == "colour":
        colours = colours_of(things, scene)
        several = "s" if len(colours) > 1 else ""
        return f"I see {say(len(colours), 'Number')} colour{several}: {listed(colours)}."
    if talk.aspect == "colour" and len({tuple(colours_of([thing], scene)) for thing in things}) == 1:
        return f"{_subject(things)} {listed(colours_of(things, scene))}."
    if not talk.aspect:
        told = [f"{described(thing, scene)} {place_of(thing, scene)}" for thing in things[:MOST_TOLD]]
        return f"{_subject(things)} {listed(told)}."
    told = []
    for thing in things[:MOST_TOLD]:
        if talk.aspect == "place":
            what = place_of(thing, scene)
        elif talk.aspect == "colour":
            what = listed(colours_of([thing], scene))
        else:
            what = extent(thing, talk.aspect)
            if talk.aspect == "high" and (above := on_top_of(thing, scene)):
                what += f", {above} with what stands on it"
        told.append(f"{definite(thing, scene)} is {what}")
    more = len(things) - len(told)
    return f"{_upper(joined([*told, *([f'{more} more stand elsewhere'] if more else [])]))}."


@reply.register
def _(talk: Verify, scene: Scene) -> str:
    things = fitting(talk.ref, scene)
    if not things:
        return none_of(talk.ref)
    if talk.colour is not None:
        colours = colours_of(things, scene)
        right = colours == [talk.colour]
        return "Yes." if right else f"No, {_lower(_subject(things))} {listed(colours)}."
    assert talk.limit is not None
    right = holds(talk.limit, talk.ref, things, scene)
    if right or not isinstance(talk.limit, Compared):
        return f"{'Yes' if right else 'No'}."
    others = [] if talk.limit.size.like is None else fitting(talk.limit.size.like, scene)
    told = [f"{definite(thing, scene)} is {extent(thing, 'any')}" for thing in [*things, *others]]
    return f"No: {joined(told)}."


def _top_of(place: Place, scene: Scene) -> str:
    """The sentence about the highest block of a thing with nothing on top of it."""
    if not isinstance(place, OnTop):
        return ""
    tops = [max(thing) for thing in fitting(place.landmark, scene) if len(thing) > 1]
    return f" Its highest block is {scene.cells[tops[0]]}." if len(tops) == 1 else ""


def _view(scene: Scene) -> str:
    things = fitting(Ref("structure", True), scene)
    if not things:
        return "Nothing stands here: the world is empty."
    told = [
        f"{described(thing, scene)} {at(thing, scene.zone)}"
        for thing in sorted(things, key=len, reverse=True)[:MOST_TOLD]
    ]
    more = len(things) - len(told)
    return f"I see {listed([*told, *([f'{more} more'] if more else [])])}."


def _recounted(talk: Recount, context: Sequence[Utterance], world: World) -> str:
    """The builds of the last steps, as the builder said them; the very last one as an order if that is
    short.
    """
    done = [
        text.removeprefix(DONE).removeprefix(UNSURE).split(". ")[0].strip(" .")
        for utterance in context
        for speaker, text in [utterance]
        if speaker == "builder" and utterance.act == "build"
    ]
    if not done or (talk.steps or 1) > len(done):
        return NOTHING_YET if not done else "That was the first thing that I did."
    if talk.steps is None:
        return f"I {', then '.join(done)}."
    if talk.steps == 1 and world.past:
        order = Telling(world.past[-1].grid, world.grid).order()
        if order is not None:
            return f"I {joined([_in_past(sentence) for sentence in order.split('. ')])}."
    return f"I {done[-talk.steps]}."


def _reason(context: Sequence[Utterance]) -> str:
    """The reason for the last build."""
    asked = [before for before, after in pairwise(context) if after.act == "build"]
    if not asked:
        return NOTHING_YET
    return f"You said “{asked[-1][1].rstrip(' .!')}”, and that is how I read it."


def _in_past(order: str) -> str:
    verb, _, rest = order.partition(" ")
    return f"{past_of(verb)} {rest}"


def _subject(things: list[frozenset[tuple[int, int, int]]]) -> str:
    return "It is" if len(things) == 1 else "They are"


def _there_is(told: list[str]) -> str:
    several = len(told) > 1 or told[0].split(" ")[0] not in ("a", "an")
    return f"There {'are' if several else 'is'} {listed(told)}"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
