"""Coreference: the antecedents of pronouns in a scene: it, them, here, the rest."""

from __future__ import annotations

from collections.abc import Callable

from cq.language.program import Ref, State
from cq.semantics.choices import Failure
from cq.semantics.geometry import Thing, components
from cq.semantics.scene import Scene, cells_of
from cq.semantics.structures import KINDS
from cq.types import Cell

THEN = State("then")
""""It" with its antecedent in the command before."""


def _it(ref: Ref, scene: Scene) -> list[Thing]:
    if THEN not in ref.limits:
        scene.it_was = _now(ref, scene)
    elif not cells_of(scene.it_was) <= scene.cells.keys():
        raise Failure("absent", "what was spoken of is not there any more", ref)
    return scene.it_was


def _now(ref: Ref, scene: Scene) -> list[Thing]:
    if not scene.focus:
        return _unnamed(ref, scene)
    found = list(scene.focus)
    gone = cells_of(found) == cells_of(scene.removed) and not cells_of(found) & scene.cells.keys()
    if gone and (left := left_of(scene)):
        return [left]  # "Take the top block off, and put a red one on it".
    if not cells_of(found) <= scene.cells.keys():
        raise Failure("absent", "what was spoken of is not there any more", ref)
    several = ref.quantifier in ("each", "both") or ref.number == 2 or (ref.plural and len(found[0]) == 1)
    if len(found) == 1 and several:
        # "A tower here, another there, and a block on each of them."
        made = [thing for some in scene.named for thing in some if thing <= set(scene.made)]
        made = [thing for thing in dict.fromkeys(made) if thing <= scene.cells.keys()]
        found = made if len(made) > 1 and found[0] in made else found
    if ref.quantifier == "both" and len(found) != 2:
        found = spoken_last(scene, 2)
    if ref.quantifier == "each" and len(found) == 1:
        # "Copy the tower, and put a block on each of them."
        two = spoken_last(scene, 2)
        found = two if len({len(thing) for thing in two}) == 1 else found
    if ref.quantifier == "both" and len(found) != 2:
        raise Failure("absent", "two things were not spoken of", ref)
    if ref.quantifier == "all":
        return found
    if ref.plural:
        return found if len(found) > 1 else [frozenset({cell}) for cell in sorted(found[0])]
    if len(found) > 1:
        # "It" for several things is all of them together.
        together = components(cells_of(found))
        if len(together) > 1 and scene.focus is scene.asked_about[0] and scene.asked_about[1]:
            scene.focus = scene.asked_about[1]  # "How many blocks are there? Make it taller."
            return _now(ref, scene)
        if len(together) > 1:
            raise Failure("open", "several things were spoken of", ref)
        return together
    return found


def _unnamed(ref: Ref, scene: Scene) -> list[Thing]:
    """The antecedent of "it" if nothing was made or asked about."""
    named = [frozenset(thing & scene.cells.keys()) for thing in scene.referred[-1]] if scene.referred else []
    if named and all(named):
        return named  # "A tower like the red one, next to it".
    whole = components(scene.cells)
    if len(whole) == 1:
        return whole  # Nothing was mentioned, and only one thing stands.
    if ref.plural and len(whole) > 1 and (len(whole) == 2 or ref.quantifier == "each"):
        return whole  # "Them both", "each": there are no others.
    if ref.quantifier == "all" and scene.cells:
        return [frozenset(scene.cells)]
    raise Failure("absent", "nothing was spoken of", ref)


def things_made(scene: Scene) -> list[Thing]:
    """The things that were made, in order and as they stand: a grown thing counts once, a part does not."""
    made: list[Thing] = []
    for thing in (thing for some in scene.named for thing in some):
        if not thing <= scene.cells.keys() & set(scene.made) or any(thing <= other for other in made):
            continue
        at = next((i for i, other in enumerate(made) if other < thing), len(made))
        made = [*made[:at], thing, *(other for other in made[at:] if not other < thing)]
    return made


def as_made(found: list[Thing], noun: str, scene: Scene) -> list[Thing]:
    """Things of a kind, each as it was made: a row that was built against a tower ends there."""
    if noun in ("block", "tower", "structure") or not (made := things_made(scene)):
        return found
    kinds = KINDS.get(noun, KINDS["letter"])
    own = [thing for thing in made if kinds(thing) == [thing]]
    parts = [[part for part in own if part < thing] for thing in found]
    return [
        part
        for thing, some in zip(found, parts, strict=True)
        for part in (some if some and not kinds(thing - cells_of(some)) else [thing])
    ]


def left_of(scene: Scene) -> Thing:
    """The rest of the thing that blocks were last taken from."""
    gone = cells_of(scene.removed)
    wholes = [whole for whole in components({*scene.cells, *gone}) if whole & gone]
    left = [whole & scene.cells.keys() for whole in wholes if whole & scene.cells.keys()]
    return frozenset(left[0]) if len(left) == 1 else frozenset()


def other_it(scene: Scene) -> list[Thing]:
    """Other candidates for "it" than the things made or named last: those named before, if any."""
    for spoken_of in (scene.referred, scene.named):
        standing = [thing for thing in spoken_of if cells_of(thing) <= scene.cells.keys()]
        if others := [thing for thing in standing if thing != scene.focus]:
            return others[-1]
    return []


def _rest(ref: Ref, scene: Scene) -> list[Thing]:
    """All things that were not mentioned."""
    if left := rest_of_some(scene):
        return left
    spoken = cells_of([thing for named in scene.named for thing in named])
    if not spoken and not scene.removed:
        raise Failure("open", "the rest of what is not said", ref)
    found = [frozenset({cell}) for cell in sorted(scene.cells.keys() - spoken)]
    if not found:
        raise Failure("absent", "nothing else stands", ref)
    return found


def rest_of_some(scene: Scene) -> list[Thing]:
    """The things that still stand of several, or blocks of one, if all things named since are among them: "a
    block in each corner. Remove the one in the east. Paint the others." None if nothing was named so.
    """
    some: set[Cell] = set()
    for named in reversed(scene.named):
        cells = cells_of(named)
        if some and some < cells:
            things = named if len(named) > 1 else [frozenset({cell}) for cell in sorted(cells)]
            return [thing for thing in things if not thing & some and thing <= scene.cells.keys()]
        if some and not cells < some and not cells.isdisjoint(some):
            return []
        some |= cells
    return []


def spoken_last(scene: Scene, number: int) -> list[Thing]:
    """The given number of things that were made or named last and still stand; none if there are fewer."""
    found: list[Thing] = []
    for some in (*reversed(scene.named), *reversed(scene.referred)):
        new = [thing for thing in some if thing <= scene.cells.keys() and not thing & cells_of(found)]
        if len(found) + len(new) <= number:
            found += new
    return found if len(found) == number else []


def whole_of(scene: Scene) -> Thing:
    """The thing named last that has the focus as a part; empty if there is none."""
    part = cells_of(scene.focus)
    wholes = [thing for named in reversed(scene.named) for thing in named if part < thing]
    return next((whole for whole in wholes if whole <= scene.cells.keys()), frozenset())


def alike(scene: Scene) -> list[Thing]:
    """The single blocks that were made one after the other, up to the one in focus."""
    found: list[Thing] = []
    for named in reversed(scene.named):
        if any(len(thing) > 1 or not thing <= set(scene.made) & scene.cells.keys() for thing in named):
            break
        found += [thing for thing in named if thing not in found]
    return found


def _whole(ref: Ref, scene: Scene) -> list[Thing]:
    del ref
    return [whole_of(scene)]


def _alike(ref: Ref, scene: Scene) -> list[Thing]:
    del ref
    return alike(scene)


def _left(ref: Ref, scene: Scene) -> list[Thing]:
    """The focus as it stands, without the blocks removed from it last."""
    left = left_of(scene) if cells_of(scene.focus) == cells_of(scene.removed) else frozenset()
    return [left] if left else _it(Ref("it"), scene)


def _here(ref: Ref, scene: Scene) -> list[Thing]:
    if scene.cursor is None or scene.cursor not in scene.cells:
        raise Failure("absent", "nothing stands here", ref)
    return [frozenset({scene.cursor})]


def _made(ref: Ref, scene: Scene) -> list[Thing]:
    """The things that were made last, whatever is in focus."""
    if not scene.last:
        raise Failure("absent", "nothing was made", ref)
    return [frozenset(scene.last)]


def _of_two(index: int) -> Callable[[Ref, Scene], list[Thing]]:
    """The former or the latter of the things named last, together or one after the other."""

    def find(ref: Ref, scene: Scene) -> list[Thing]:
        named = list(dict.fromkeys(thing for some in scene.named for thing in some))
        standing = [thing for thing in named[-2:] if thing <= scene.cells.keys() or index == 0]
        if len(named) < 2 or not standing:
            raise Failure("absent", "two things were not spoken of", ref)
        return [standing[index]]

    return find


def _original(ref: Ref, scene: Scene) -> list[Thing]:
    """The named things that stood at first."""
    for named in scene.referred:
        if cells_of(named) <= scene.cells.keys() - set(scene.made):
            return named
    return _it(Ref("it"), scene)


PRONOUNS: dict[str, Callable[[Ref, Scene], list[Thing]]] = {
    "it": _it,
    "rest": _rest,
    "left": _left,
    "whole": _whole,
    "alike": _alike,
    "here": _here,
    "made": _made,
    "original": _original,
    "former": _of_two(0),
    "latter": _of_two(-1),
}
"""The function that resolves each pronoun."""
