"""What pronouns mean in a scene: it, them, here, the rest."""

from __future__ import annotations

from collections.abc import Callable

from cq.language.program import Ref, State
from cq.semantics.choices import Failure
from cq.semantics.geometry import Thing, components
from cq.semantics.scene import Scene, cells_of
from cq.semantics.structures import KINDS
from cq.types import Cell

THEN = State("then")
"""Of "it": what it meant in the command before."""


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
        found = two if len({len(one) for one in two}) == 1 else found
    if ref.quantifier == "both" and len(found) != 2:
        raise Failure("absent", "two things were not spoken of", ref)
    if ref.quantifier == "all":
        return found
    if ref.plural:
        return found if len(found) > 1 else [frozenset({cell}) for cell in sorted(found[0])]
    if len(found) > 1:
        # "It" for several things is all that they form.
        together = components(cells_of(found))
        if len(together) > 1 and scene.focus is scene.asked_about[0] and scene.asked_about[1]:
            scene.focus = scene.asked_about[1]  # "How many blocks are there? Make it taller."
            return _now(ref, scene)
        if len(together) > 1:
            raise Failure("open", "several things were spoken of", ref)
        return together
    return found


def _unnamed(ref: Ref, scene: Scene) -> list[Thing]:
    """What "it" means where nothing was made or asked about."""
    named = [frozenset(one & scene.cells.keys()) for one in scene.referred[-1]] if scene.referred else []
    if named and all(named):
        return named  # "A tower like the red one, next to it".
    whole = components(scene.cells)
    if len(whole) == 1:
        return whole  # Nothing was spoken of, and only one thing stands.
    if ref.plural and len(whole) > 1 and (len(whole) == 2 or ref.quantifier == "each"):
        return whole  # "Them both", "each": there are no others.
    if ref.quantifier == "all" and scene.cells:
        return [frozenset(scene.cells)]
    raise Failure("absent", "nothing was spoken of", ref)


def things_made(scene: Scene) -> list[Thing]:
    """The things that were made, in their order and as they stand: what grew is one, a part is none."""
    made: list[Thing] = []
    for thing in (thing for some in scene.named for thing in some):
        if not thing <= scene.cells.keys() & set(scene.made) or any(thing <= one for one in made):
            continue
        at = next((i for i, one in enumerate(made) if one < thing), len(made))
        made = [*made[:at], thing, *(one for one in made[at:] if not one < thing)]
    return made


def as_made(found: list[Thing], noun: str, scene: Scene) -> list[Thing]:
    """Things of a kind, each as it was made: a row that was built against a tower ends there."""
    if noun in ("block", "tower", "structure") or not (made := things_made(scene)):
        return found
    kinds = KINDS.get(noun, KINDS["letter"])
    own = [one for one in made if kinds(one) == [one]]
    parts = [[one for one in own if one < thing] for thing in found]
    return [
        one
        for thing, some in zip(found, parts, strict=True)
        for one in (some if some and not kinds(thing - cells_of(some)) else [thing])
    ]


def left_of(scene: Scene) -> Thing:
    """What is left of the thing that blocks were taken from last."""
    gone = cells_of(scene.removed)
    wholes = [one for one in components({*scene.cells, *gone}) if one & gone]
    left = [one & scene.cells.keys() for one in wholes if one & scene.cells.keys()]
    return frozenset(left[0]) if len(left) == 1 else frozenset()


def other_it(scene: Scene) -> list[Thing]:
    """What else "it" may mean than what was made or named last: what was named before, if anything."""
    for spoken_of in (scene.referred, scene.named):
        standing = [one for one in spoken_of if cells_of(one) <= scene.cells.keys()]
        if others := [one for one in standing if one != scene.focus]:
            return others[-1]
    return []


def _rest(ref: Ref, scene: Scene) -> list[Thing]:
    """All that was not spoken of."""
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
    """What still stands of several things, or blocks of one, if all that was named since are some of them: "a
    block in each corner. Remove the one in the east. Paint the others." None if nothing was named so.
    """
    some: set[Cell] = set()
    for named in reversed(scene.named):
        cells = cells_of(named)
        if some and some < cells:
            things = named if len(named) > 1 else [frozenset({cell}) for cell in sorted(cells)]
            return [one for one in things if not one & some and one <= scene.cells.keys()]
        if some and not cells < some and not cells.isdisjoint(some):
            return []
        some |= cells
    return []


def spoken_last(scene: Scene, number: int) -> list[Thing]:
    """So many things that were made or named last and still stand; none if not so many were."""
    found: list[Thing] = []
    for some in (*reversed(scene.named), *reversed(scene.referred)):
        new = [one for one in some if one <= scene.cells.keys() and not one & cells_of(found)]
        if len(found) + len(new) <= number:
            found += new
    return found if len(found) == number else []


def whole_of(scene: Scene) -> Thing:
    """The last thing that was named of which what is spoken of is a part; empty if there is none."""
    part = cells_of(scene.focus)
    wholes = [one for named in reversed(scene.named) for one in named if part < one]
    return next((one for one in wholes if one <= scene.cells.keys()), frozenset())


def alike(scene: Scene) -> list[Thing]:
    """The single blocks that were made one after the other, the last of which is spoken of."""
    found: list[Thing] = []
    for named in reversed(scene.named):
        if any(len(one) > 1 or not one <= set(scene.made) & scene.cells.keys() for one in named):
            break
        found += [one for one in named if one not in found]
    return found


def _whole(ref: Ref, scene: Scene) -> list[Thing]:
    del ref
    return [whole_of(scene)]


def _alike(ref: Ref, scene: Scene) -> list[Thing]:
    del ref
    return alike(scene)


def _left(ref: Ref, scene: Scene) -> list[Thing]:
    """What is spoken of as it stands, without what was taken off it last."""
    left = left_of(scene) if cells_of(scene.focus) == cells_of(scene.removed) else frozenset()
    return [left] if left else _it(Ref("it"), scene)


def _here(ref: Ref, scene: Scene) -> list[Thing]:
    if scene.cursor is None or scene.cursor not in scene.cells:
        raise Failure("absent", "nothing stands here", ref)
    return [frozenset({scene.cursor})]


def _made(ref: Ref, scene: Scene) -> list[Thing]:
    """What was made last, whatever else is spoken of."""
    if not scene.last:
        raise Failure("absent", "nothing was made", ref)
    return [frozenset(scene.last)]


def _of_two(index: int) -> Callable[[Ref, Scene], list[Thing]]:
    """The former or the latter of the things that were named last, together or one after the other."""

    def find(ref: Ref, scene: Scene) -> list[Thing]:
        named = list(dict.fromkeys(thing for some in scene.named for thing in some))
        standing = [one for one in named[-2:] if one <= scene.cells.keys() or index == 0]
        if len(named) < 2 or not standing:
            raise Failure("absent", "two things were not spoken of", ref)
        return [standing[index]]

    return find


def _original(ref: Ref, scene: Scene) -> list[Thing]:
    """What stood at first of the things that were named."""
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
"""How each pronoun finds what it means."""
