"""Questions: the obstacles of a text, asked in words.

A question belongs to an open end, to a failure, or to unread words. The options of an open end are the
fillings that lead to outcomes, in words that the grammar reads back; its value is the changed F1 that an
answer is expected to add (expected value of information over the outcomes).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.language import lexicon
from cq.language.asked import ClarifyingQuestion, Option
from cq.language.inflection import plural_of
from cq.language.program import Beside, Edge, Make, Meaning, Place, Ref, Resize, Thing
from cq.language.reading import read
from cq.language.say import say
from cq.language.vocabulary import KINDS
from cq.metrics.information import expected_information
from cq.metrics.pairwise import pairwise_changed_f1
from cq.reading.obstacles import Obstacle, filling, key_of, question_type
from cq.reading.understand import Result, Understanding
from cq.semantics.choices import Choices, Failure, Hole
from cq.semantics.describe import name_of
from cq.semantics.geometry import Thing as Cells
from cq.semantics.reference import candidates
from cq.semantics.scene import Scene
from cq.types import Grid

MOST_OPTIONS = 4
MOST_RESULTS = 16
"""Outcomes that count."""
_MEASURES = {"tower": ("high",), "row": ("long",), "wall": ("long", "high")}


def questions_about(
    understanding: Understanding, obstacles: Sequence[Obstacle], start: Grid, facing: str | None = None
) -> list[ClarifyingQuestion]:
    """The questions that an understanding with its obstacles leaves, the most valuable first."""
    scene = Scene.of(start, Choices(), facing)
    if not understanding.reading.is_full:
        return [_about_unread(obstacle) for obstacle in obstacles]
    if is_failed(understanding):
        return [_about_failure(obstacle, understanding, scene) for obstacle in obstacles]
    found = []
    for hole in understanding.open_holes:
        if (head := question_head(hole, understanding)) is not None:
            found.append(ClarifyingQuestion(question_type(hole), head, (), 1.0))
    results = understanding.results[:MOST_RESULTS]
    grids = np.stack([result.grid for result in results]) if results else np.zeros((0, *start.shape), np.int8)
    weights = np.array([result.probability for result in results])
    for hole in dict.fromkeys(hole for result in results for hole, _, _ in result.outcome.taken):
        fillings = [filling(result.outcome.taken, hole) for result in results]
        keys = [key_of(value) for value in fillings]
        head = question_head(hole, understanding)
        if len(set(keys)) < 2 or head is None:
            continue
        options = _options(hole, results, fillings, keys, scene)
        value = value_of(grids, weights, keys, start)
        found.append(ClarifyingQuestion(question_type(hole), head, tuple(options), value))
    return sorted(found, key=lambda question: -question.value)


def is_failed(understanding: Understanding) -> bool:
    """Whether a text cannot be carried out, whatever the answers about its open ends."""
    failed = understanding.failures and understanding.failures[0].kind != "open"
    return not understanding.results and (bool(failed) or not understanding.open_holes)


def in_other_words(question: ClarifyingQuestion) -> ClarifyingQuestion:
    """A question that must be answered, asked once more."""
    asked = _IN_OTHER_WORDS.get(question.type, _IN_OTHER_WORDS["action"])
    if question.type == "colour":
        *most, last = lexicon.colours()
        asked = f"{asked}{', ' * bool(most)}{', '.join(most)}{' or ' * bool(most)}{last}"
    elif question.type in ("direction", "facing") and not question.options:
        asked = f"{asked}, north, south, east or west"
    return replace(question, asked=f"{asked}?")


_IN_OTHER_WORDS = {
    "colour": "Which colour do you want",
    "count": "How many blocks is that, as a number",
    "size": "How many blocks high, long or wide is that, as a number",
    "where": "Where is that, seen from the middle, a corner or a block that stands",
    "direction": "Which direction is that",
    "facing": "Which way do you face",
    "which": "Which one is that, by its colour or where it stands",
    "action": "Please give the whole instruction in other words. What should I build or remove",
}


# --- failures and unread words ------------------------------------------------------------------------------


def _about_unread(obstacle: Obstacle) -> ClarifyingQuestion:
    text = f"{obstacle.text[:1].upper()}{obstacle.text[1:]}"
    return ClarifyingQuestion("action", f"{text}. How would you say it in other words?", (), 1.0)


def _about_failure(obstacle: Obstacle, understanding: Understanding, scene: Scene) -> ClarifyingQuestion:
    text = f"{obstacle.text[:1].upper()}{obstacle.text[1:]}"
    failure = understanding.failures[0]
    options: tuple[Option, ...] = ()
    asked, kind = _INSTEAD.get(obstacle.question_type, _INSTEAD["action"]), obstacle.question_type
    if kind == "which" and not scene.cells:
        asked, kind = "What should I build instead", "action"
    elif kind == "which" and isinstance(failure.about, Ref):
        asked = f"Which {_noun(replace(failure.about, colours=()))} do you mean"
        options = _standing(failure.about, scene)
        if len(options) == 1:
            asked, options = f"Do you mean {options[0].text}", ()
    elif kind == "colour":
        options = tuple(map(Option, lexicon.colours()))
    return ClarifyingQuestion(kind, f"{text}. {asked}?", options, 1.0)


_INSTEAD = {
    "which": "Which one do you mean",
    "count": "How many do you mean",
    "colour": "Which colour should it be",
    "action": "What should I do instead",
}


def _standing(ref: Ref, scene: Scene) -> tuple[Option, ...]:
    """The things in the world of the kind that a reference names, each in words, if they are few."""
    for noun in dict.fromkeys((_kind(ref), "block", "structure")):
        found = _of_kind(noun, scene)
        if 0 < len(found) <= MOST_OPTIONS:
            names = [name_of([thing], found, scene, noun, by_cell=False) for thing in found]
            heard = [name for name in dict.fromkeys(names) if name is not None and is_heard(name)]
            return tuple(map(Option, heard)) if len(heard) == len(found) else ()
    return ()


def _of_kind(noun: str, scene: Scene) -> list[Cells]:
    """All things of a kind; none of a kind that needs more words, as a layer of one of several towers."""
    try:
        return candidates(Ref(noun), scene)
    except Failure:
        return []


# --- open ends ----------------------------------------------------------------------------------------------


def value_of(
    grids: npt.NDArray[np.int8], weights: npt.NDArray[np.float64], keys: Sequence[Hashable], start: Grid
) -> float:
    """The rise of the expected changed F1 of the best of some builds (n, 9, 11, 11), with their weights (n,),
    once the true one of the n keys is known.
    """
    utility = pairwise_changed_f1(grids, start)
    return min(1.0, float(expected_information([keys], weights, utility=utility)[0]))


def _options(
    hole: Hole, results: Sequence[Result], fillings: Sequence[Any], keys: Sequence[Hashable], scene: Scene
) -> list[Option]:
    """The likeliest fillings in words, each with its probability."""
    shares: dict[Hashable, float] = {}
    values: dict[Hashable, Any] = {}
    for result, value, key in zip(results, fillings, keys, strict=True):
        if value is not None:
            shares[key] = shares.get(key, 0.0) + result.probability
            values[key] = value
    everything = list(
        dict.fromkeys(thing for value in values.values() if _are_things(value) for thing in value)
    )
    most = len(scene.palette.colours) if hole.kind == "colour" else MOST_OPTIONS
    likeliest = sorted(shares, key=lambda key: -shares[key])[: max(most, MOST_OPTIONS + 2)]
    if hole.kind == "which":
        likeliest.sort(key=lambda key: _on_map(values[key]))
    said: dict[str, float] = {}
    for key in likeliest:
        words = _said(hole, values[key], everything, scene)
        if words is None and _are_things(values[key]):
            return []  # Coordinates are no name for a thing, and "both" would mean the others.
        if words is not None and is_heard(words):
            said.setdefault(words, round(shares[key], 4))
    return [Option(*option) for option in list(said.items())[:most]] if len(said) > 1 else []


DECIDED = 0.8
"""The share from which an option needs no mention."""


def assumption(hole: Hole, value: Any, start: Grid) -> str | None:
    """The filling that was taken for a hole, as a sentence; None if it cannot be said."""
    if hole.field == "facing":
        return "I took left and right as on the map, seen from the south"
    if hole.kind == "which" and _are_things(value):
        scene = Scene.of(start, Choices())
        noun = _kind(hole.owner) if isinstance(hole.owner, Ref) else "block"
        words = name_of(value, _of_kind(noun, scene), scene, noun)
        return words and f"I took {words}"
    words = _said(hole, value, (), Scene.of(start, Choices()))
    return (words and _ASSUMED.get(hole.kind, "").format(words)) or None


_ASSUMED = {
    "colour": "I chose {}",
    "count": "I took {} of them",
    "size": "I made it {} in size",
    "place": "I put it {}",
    "direction": "I went {}",
    "axis": "I let it run {}",
}


def is_heard(words: str) -> bool:
    """Whether words are read in full as an answer."""
    return bool((best := read(words, "Answer")[0]).program) and not best.unread


def _on_map(value: Any) -> tuple[int, ...]:
    """The position of things on a map, which is read from north to south and from west to east."""
    return min(((z, x, y) for thing in value for y, x, z in thing), default=()) if _are_things(value) else ()


def _are_things(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(thing, frozenset) for thing in value)


def _said(hole: Hole, value: Any, everything: Sequence[Cells], scene: Scene) -> str | None:
    if _are_things(value):
        noun = _kind(hole.owner) if isinstance(hole.owner, Ref) else "block"
        return name_of(value, everything, scene, noun, by_cell=False)
    if isinstance(hole.owner, Beside) and hole.field == "side" and isinstance(value, str):
        return {"up": "on top of it", "down": "under it"}.get(value, f"on its {value} side")
    if isinstance(value, bool) or (isinstance(value, int) and hole.kind == "place"):
        return None  # "1 or 2" does not name a place.
    if isinstance(value, (str, int)):
        return str(value)
    return say(value) if isinstance(value, Meaning) else None


def question_head(hole: Hole, understanding: Understanding) -> str | None:
    """The words that ask about a hole, without its options."""
    owner = hole.owner
    if hole.field == "facing":
        return "In which direction are you looking?"
    if hole.kind == "which" and isinstance(owner, Ref):
        return f"Which {_noun(owner)} do you mean?"
    if hole.kind == "count" and isinstance(owner, Resize):
        return "By how many blocks?"
    if hole.kind == "colour" and isinstance(owner, Resize):
        return f"What colour should the new {'block' if owner.more == 1 else 'blocks'} be?"
    thing = owner if isinstance(owner, Thing) else getattr(owner, "thing", None)
    named = f"the {_made(thing)}" if thing is not None else "it"
    if hole.kind == "direction" and isinstance(owner, Place):
        landmark = say(getattr(owner, "landmark", None), "Ref")
        if landmark is not None:
            return f"On which side of {landmark} should it go?"
    head = {
        "colour": f"What colour should {named} be",
        "count": f"How many {_made(thing, plural=True)} should it be",
        "size": f"How {_measure(thing)} should {named} be",
        "place": f"Where {_said_of_place(hole, understanding)}should {named} go",
        "direction": f"In which direction should {named} go",
        "axis": f"In which direction should {named} run",
    }.get(hole.kind)
    return head and f"{head}?"


def _noun(ref: Ref) -> str:
    noun = _kind(ref)
    return " ".join([*ref.colours[:1], plural_of(noun) if (ref.number or 1) > 1 or ref.plural else noun])


def _kind(ref: Ref) -> str:
    """The noun of a reference, "block" for one that names no kind of structure."""
    return ref.noun if ref.noun in KINDS and ref.noun not in ("corner", "edge") else "block"


def _made(thing: Thing | None, plural: bool = False) -> str:
    if thing is None:
        return "blocks"
    noun = "block" if thing.shape == "one" else thing.shape
    several = plural or (thing.plural and thing.count != 1)
    return " ".join([*(thing.colours[:1] if not thing.pattern else ()), plural_of(noun) if several else noun])


def _said_of_place(hole: Hole, understanding: Understanding) -> str:
    """The edge that new blocks go to, with a trailing space, if it is said: "along the north edge "."""
    for command in understanding.reading.program:
        if (
            isinstance(command, Make)
            and isinstance(command.place, Edge)
            and not command.place.middle
            and hole.owner in (command.thing, command.place)
        ):
            return f"{say(command.place)} "
    return ""


def _measure(thing: Thing | None) -> str:
    """The measures of a thing that are not said yet."""
    if thing is None or thing.shape not in _MEASURES:
        return "big"
    said = {size.dimension for size in thing.sizes}
    return " and ".join([measure for measure in _MEASURES[thing.shape] if measure not in said] or ["big"])
