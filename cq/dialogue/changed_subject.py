"""Whether what is said while a question is open is a new instruction instead of an answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cq.language.obstacles.grammar import VERB
from cq.language.obstacles.mention import Mention
from cq.language.obstacles.scene import Scene
from cq.language.words import speaks_of_adding, speaks_of_removing
from cq.world import World

_POLITE = r"(?:(?:please|now|then|ok|okay|well|actually|instead|can you|could you|would you)[ ,]+)*"
_PRONOUN = r"it|them|that|this|those|these"
_BUILDS = re.compile(
    rf"{_POLITE}(?:build|place|put|add|create|construct|make|form|erect|lay|set|stack)\b"
    rf"(?! (?:{_PRONOUN}|the|its)\b)"
)
_DRAWS = re.compile(rf"{_POLITE}(?:draw|sketch|write|spell)\b(?! (?:{_PRONOUN})\b)")
_REMOVES = re.compile(
    _POLITE + r"(?:remove|break|destroy|delete|erase|demolish|dismantle|clear|get rid of|knock down|"
    r"tear down|take away|take down)\b"
)
_SIGN = re.compile(
    r"\b(?:letters?|digits?|words?|initials?) |\b(?:write|spell)\b|"
    r"\b(?:draw|form|build|make) an? (?:\w+ )?[b-hj-z]\b"
)
_PLACE = re.compile(
    r"\b(?:on|onto|in|at|above|below|under|beside|next to|between|against|around|from|north|south|east|west|"
    r"left|right)\b"
)
_VAGUE = frozenset({"thing", "arch"})
"""Families of things that may be made of others: a house of walls."""


def changes_subject(said: str, question: str, instruction: str, world: World) -> bool:
    """Whether `said`, while `question` about `instruction` is open, is a whole new instruction.

    It is if it starts with a verb of building or removing and names a thing of its own that has nothing to do
    with what was asked: something to remove where something is built, something new where something is
    removed, or a structure of another kind with its colour and its place. In doubt it is an answer: "build it
    on the left", "make it red", "remove the red one", "put four blocks there".
    """
    told, wanted = Scene.of(said, world), Scene.of(instruction, world)
    asked = question.casefold()
    verbs = {match.lastgroup for match in VERB.finditer(wanted.text)}
    if _REMOVES.match(told.text):
        removes = verbs & {"remove", "change", "move"} or speaks_of_removing(asked)
        return not removes and any(one.role == "removed" for one in told.mentions)
    draws = _DRAWS.match(told.text)
    if not (draws or _BUILDS.match(told.text)):
        return False
    places = _PLACE.search(told.text)
    if "block by block" in asked:  # What was wanted is not known; a whole instruction takes its place.
        return places is not None and not _is_elliptic(told)
    only_removes = "remove" in verbs and not verbs & {"make", "change", "move", "extend"}
    if _SIGN.search(told.text) or (draws and only_removes):
        return not _SIGN.search(wanted.text)
    if _is_elliptic(told):
        return False
    if only_removes:
        return not speaks_of_adding(asked)
    return places is not None and _is_another(_thing(told), wanted.mentions)


def _thing(scene: Scene) -> Mention | None:
    """The first thing that a text names."""
    return next((one for one in scene.mentions if one.family), None)


def _is_elliptic(scene: Scene) -> bool:
    """Whether a text names nothing new of its own, as "put four there", "make a blue one"."""
    if _SIGN.search(scene.text):
        return False
    thing = _thing(scene)
    return thing is None or thing.existing or thing.definite or thing.noun in ("one", "ones")


def _is_another(thing: Mention | None, others: Sequence[Mention]) -> bool:
    """Whether a structure to make, with its colour, is of another kind than all that is wanted."""
    if thing is None:
        return False
    alike = {thing.family, *_VAGUE}
    return (
        bool(thing.colours)
        and thing.family not in ("unit", "")
        and not any(
            one.family in alike
            or (one.family == "unit" and not (one.colours and set(one.colours).isdisjoint(thing.colours)))
            for one in others
        )
    )
