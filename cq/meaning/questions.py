"""Questions: what a program leaves open, asked in words, with the answers that lead to different outcomes.

A question belongs to a hole. Its value is the changed F1 that an answer is expected to add (expected value of
information over the outcomes), its options are the fillings that lead to outcomes, said so that the grammar
reads them back.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cq.language.program import Beside, Meaning, Ref, Thing
from cq.language.say import say
from cq.meaning.choices import Choices, Hole
from cq.meaning.describe import name_of
from cq.meaning.scene import Scene
from cq.meaning.understand import Result, Understanding
from cq.metrics.pairwise import pairwise_changed_f1
from cq.world.grid import Grid

MOST_OPTIONS = 4
MOST_RESULTS = 16
"""Outcomes that count."""


@dataclass(frozen=True)
class HoleQuestion:
    """A question about a hole. `options` are (text, probability), `value` in [0, 1] is the changed F1 that
    its answer is expected to add. `necessary` tells that no outcome is likelier than another: it must be
    asked.
    """

    kind: str
    text: str
    options: tuple[tuple[str, float], ...]
    value: float
    necessary: bool = False


def hole_questions(
    understanding: Understanding, start: Grid, facing: str | None = None
) -> list[HoleQuestion]:
    """The questions about an understanding's holes, the most valuable first."""
    results = understanding.results[:MOST_RESULTS]
    scene = Scene.of(start, Choices(), facing)
    found = []
    for hole in _holes(results):
        fillings = [_filling(one, hole) for one in results]
        keys = [_key(one) for one in fillings]
        if len(set(keys)) < 2:
            continue
        value = _value(results, keys, start)
        options = _options(hole, results, fillings, keys, scene)
        text = _head(hole, understanding, scene)
        if text is None:
            continue
        shown = [one for one, _ in options] if hole.kind not in ("colour", "count") else []
        best = max(
            sum(r.probability for r, k in zip(results, keys, strict=True) if k == key) for key in set(keys)
        )
        found.append(HoleQuestion(hole.kind, _asked(text, shown), tuple(options), value, best < 0.6))
    for hole in understanding.open_holes:
        if (text := _head(hole, understanding, scene)) is not None:
            found.append(HoleQuestion(hole.kind, _asked(text, ()), (), 1.0, True))
    return sorted(found, key=lambda one: -one.value)


def _holes(results: Sequence[Result]) -> list[Hole]:
    return list(dict.fromkeys(hole for one in results for hole, _, _ in one.outcome.taken))


def _filling(result: Result, hole: Hole) -> Any:
    return next((value for one, value, _ in result.outcome.taken if one == hole), None)


def _key(value: Any) -> Hashable:
    if isinstance(value, (list, tuple)):
        return tuple(_key(one) for one in value)
    return frozenset(value) if isinstance(value, set) else value


def _value(results: Sequence[Result], keys: Sequence[Hashable], start: Grid) -> float:
    """How much the expected changed F1 of the best build rises once the filling is known."""
    grids = np.stack([one.grid for one in results])
    weights = np.array([one.probability for one in results])
    earned = pairwise_changed_f1(grids, start) * (weights / weights.sum())
    now = float(earned.sum(axis=1).max())
    after = sum(
        float(earned[:, [one == key for one in keys]].sum(axis=1).max()) for key in dict.fromkeys(keys)
    )
    return max(0.0, after - now)


def _options(
    hole: Hole, results: Sequence[Result], fillings: Sequence[Any], keys: Sequence[Hashable], scene: Scene
) -> list[tuple[str, float]]:
    """The likeliest fillings in words, each with its probability."""
    shares: dict[Hashable, float] = {}
    values: dict[Hashable, Any] = {}
    for result, filling, key in zip(results, fillings, keys, strict=True):
        if filling is not None:
            shares[key] = shares.get(key, 0.0) + result.probability
            values[key] = filling
    everything = list(dict.fromkeys(thing for one in values.values() if _are_things(one) for thing in one))
    said: list[tuple[str, float]] = []
    likeliest = sorted(shares, key=lambda one: -shares[one])[: MOST_OPTIONS + 2]
    if hole.kind == "which":
        likeliest.sort(key=lambda one: _on_map(values[one]))
    for key in likeliest:
        words = _said(hole, values[key], everything, scene)
        if words is not None and words not in [one for one, _ in said]:
            said.append((words, round(shares[key], 4)))
    return said[: 6 if hole.kind == "colour" else MOST_OPTIONS]


def _on_map(value: Any) -> tuple[int, ...]:
    """Where things stand on a map, which is read from north to south and from west to east."""
    return min(((z, x, y) for thing in value for y, x, z in thing), default=()) if _are_things(value) else ()


def _are_things(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, frozenset) for one in value)


def _said(hole: Hole, value: Any, everything: Sequence[Any], scene: Scene) -> str | None:
    if _are_things(value):
        noun = hole.owner.noun if isinstance(hole.owner, Ref) and hole.owner.noun != "one" else "block"
        return name_of(value, everything, scene, noun)
    if isinstance(hole.owner, Beside) and hole.field == "side" and isinstance(value, str):
        return {"up": "on top of it", "down": "under it"}.get(value, f"on its {value} side")
    if isinstance(value, bool):
        return None
    if isinstance(value, (str, int)):
        return str(value)
    return say(value) if isinstance(value, Meaning) else None


def _head(hole: Hole, understanding: Understanding, scene: Scene) -> str | None:
    """The words that ask about a hole, without its options."""
    owner = hole.owner
    if hole.field == "facing":
        return "In which direction are you looking"
    if hole.kind == "which" and isinstance(owner, Ref):
        return f"Which {_noun(owner)} do you mean"
    thing = _thing(owner)
    named = f"the {_made(thing)}" if thing is not None else "it"
    return {
        "colour": f"What colour should {named} be",
        "count": f"How many {_made(thing, plural=True)} should I place" if thing else "How many",
        "size": f"How {_measure(thing)} should {named} be",
        "place": f"Where should {named} go",
        "direction": _side(owner) or f"In which direction should {named} go",
        "axis": f"In which direction should {named} run",
    }.get(hole.kind)


def _side(owner: Any) -> str | None:
    if not isinstance(owner, Beside):
        return None
    landmark = say(owner.landmark, "Ref")
    return None if landmark is None else f"On which side of {landmark} should it go"


def _noun(ref: Ref) -> str:
    noun = "block" if ref.noun in ("one", "part") else ref.noun
    return " ".join([*ref.colours[:1], f"{noun}s" if (ref.number or 1) > 1 or ref.plural else noun])


def _thing(owner: Any) -> Thing | None:
    return owner if isinstance(owner, Thing) else getattr(owner, "thing", None)


def _made(thing: Thing | None, plural: bool = False) -> str:
    if thing is None:
        return "blocks"
    noun = "block" if thing.shape == "one" else thing.shape
    several = plural or (thing.plural and thing.count != 1)
    return " ".join([*(thing.colours[:1] if not thing.pattern else ()), f"{noun}s" if several else noun])


def _measure(thing: Thing | None) -> str:
    shape = "" if thing is None else thing.shape
    return {"tower": "high", "row": "long", "wall": "long and high"}.get(shape, "big")


def _asked(text: str, options: Sequence[str]) -> str:
    if not options:
        return f"{text}?"
    return (
        f"{text}: {', '.join(options[:-1])} or {options[-1]}?"
        if len(options) > 1
        else f"{text}: {options[0]}?"
    )
