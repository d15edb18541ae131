"""Whether something that stands is at a place.

A place is met exactly, or less so: people call a block two cells away "to the left of the tower" if none
is nearer. So a test tells how far a thing is from what the words say: 0 is exactly so, None not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import singledispatch
from typing import Any

from cq.deadlines import check_deadline, watched
from cq.language import program as p
from cq.semantics.choices import Failure, Hole
from cq.semantics.geometry import Thing
from cq.semantics.places.landmarks import possible
from cq.semantics.scene import Scene
from cq.semantics.spots import spots

Test = Callable[[Thing], "int | None"]
"""How far a thing is from being at a place: 0 is there, None is not."""
Rank = Callable[[Thing, Thing], "int | None"]
"""The same of a thing and a landmark."""


def holds(place: p.Place, thing: Thing, scene: Scene) -> bool:
    """Whether a thing is exactly at a place ("the block on the tower"). Raises `Failure` if nobody can
    tell."""
    return test(place, scene)(thing) == 0


def located(
    found: Sequence[Thing], place: p.Place, scene: Scene, plural: bool = False, every: bool = False
) -> list[Thing]:
    """The things among some that are at a place, or the nearest to being there. Of a plural, a choice decides
    whether only those exactly there are meant, or all that lie so; `every` tells that all are asked for."""
    rank_of = test(place, scene)
    ranked = [(rank, thing) for thing in watched(found) if (rank := rank_of(thing)) is not None]
    if isinstance(place, p.OnTop | p.Under):
        # The block on a tower is not one that is higher elsewhere.
        ranked = [(rank, thing) for rank, thing in ranked if rank <= 1]
    best = min((rank for rank, _ in ranked), default=0)
    near = [thing for rank, thing in ranked if rank == best]
    wide = [thing for _, thing in ranked]
    if not plural or len(near) == len(wide):
        return near
    if len(near) == 1 and isinstance(place, p.OnTop | p.Under):
        return wide  # "The blocks on the bench" are several: those that stand on each other.
    if every:
        return scene.choices.choose(Hole("which", place, "reach", "reach of all"), [(wide, 4.0), (near, 1.0)])
    return scene.choices.choose(Hole("which", place, "reach", "reach"), [(near, 2.0), (wide, 1.0)])


@singledispatch
def test(place: p.Place, scene: Scene) -> Test:
    """The test of a place. Of a place that knows no better, what is at its spots is there."""
    cells = {spot.cell for spot in spots(place, scene).spots}
    return lambda thing: 0 if thing & cells else None


def there(holds: bool) -> int | None:
    """The rank of what is exactly at a place, or not at all."""
    return 0 if holds else None


def of_any(landmarks: Iterable[Thing], rank: Rank) -> Test:
    """The test of a relation to any of some landmarks."""
    landmarks = list(landmarks)
    return lambda thing: least(rank(thing, one) for one in landmarks if one != thing)


def any_of(tests: Iterable[Test]) -> Test:
    """The test of what one of several tests finds."""
    tests = list(tests)
    return lambda thing: least(one(thing) for one in tests)


def least(ranks: Iterable[int | None]) -> int | None:
    """The best of some ranks; none is better than 0."""
    best = None
    for one in ranks:
        check_deadline()
        if one is not None and (best is None or one < best):
            best = one
            if not best:
                break
    return best


def relation(kind: type[p.Place]) -> Callable[[Callable[[Any, Scene], Rank]], None]:
    """Tells of a kind of place how a thing is ranked that is related so to its landmark."""

    def register(rank_of: Callable[[Any, Scene], Rank]) -> None:
        def found(place: Any, scene: Scene) -> Test:
            return of_any(possible(place.landmark, scene), rank_of(place, scene))

        test.register(kind)(found)

    return register


@test.register
def _(place: p.Joined, scene: Scene) -> Test:
    tests = [test(one, scene) for one in place.places]

    def ranked(thing: Thing) -> int | None:
        ranks = [rank for one in tests if (rank := one(thing)) is not None]
        return max(ranks) if len(ranks) == len(tests) else None

    return ranked


@test.register
def _(place: p.Anchored, scene: Scene) -> Test:
    if isinstance(place.place, p.Ref) and place.place.noun == "one":
        raise Failure("impossible", "nothing is where its own first block is", place)
    return test.dispatch(p.Place)(place, scene)


@test.register
def _(place: p.Several, scene: Scene) -> Test:
    return any_of([test(one, scene) for one in place.places])
