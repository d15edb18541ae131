"""Whether a present thing is at a place.

A match is exact or approximate: people call a block two cells away "to the left of the tower" if none is
nearer. So a test ranks the distance of a thing from the meaning of the words: 0 is exact, None no match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, singledispatch, wraps
from typing import Any, ParamSpec

from cq.deadlines import check_deadline
from cq.language import program as p
from cq.semantics.choices import Failure, Hole
from cq.semantics.geometry import Thing
from cq.semantics.places.landmarks import possible
from cq.semantics.scene import Scene
from cq.semantics.seen import kept
from cq.semantics.spots import spots

P = ParamSpec("P")
Test = Callable[[Thing], "int | None"]
"""The rank of a thing for a place: 0 is exactly there, None not at all."""
Relation = Callable[[Sequence[Thing]], Test]
"""The test of a relation to any of some landmarks; a thing is no landmark of itself."""


def holds(place: p.Place, thing: Thing, scene: Scene) -> bool:
    """Whether a thing is exactly at a place ("the block on the tower"). Raises `Failure` if the
    place is open."""
    return test(place, scene)(thing) == 0


def located(
    found: Sequence[Thing], place: p.Place, scene: Scene, plural: bool = False, every: bool = False
) -> list[Thing]:
    """The things among some that are at a place, or else come nearest to it. For a plural, a choice decides
    between only the exact matches and all matches; `every` asks for all."""
    rank_of = test(place, scene)
    ranked = [(rank, thing) for thing in found if (rank := rank_of(thing)) is not None]
    if isinstance(place, p.OnTop | p.Under):
        # The block on a tower is not a higher block elsewhere.
        ranked = [(rank, thing) for rank, thing in ranked if rank <= 1]
    best = min((rank for rank, _ in ranked), default=0)
    near = [thing for rank, thing in ranked if rank == best]
    wide = [thing for _, thing in ranked]
    if not plural or len(near) == len(wide):
        return near
    if len(near) == 1 and isinstance(place, p.OnTop | p.Under):
        return wide  # "The blocks on the bench" are several: blocks on each other.
    if every:
        return scene.choices.choose(Hole("which", place, "reach", "reach of all"), [(wide, 4.0), (near, 1.0)])
    return scene.choices.choose(Hole("which", place, "reach", "reach"), [(near, 2.0), (wide, 1.0)])


@singledispatch
def test(place: p.Place, scene: Scene) -> Test:
    """The test of a place. By default, a thing at one of its spots is there."""
    cells = {spot.cell for spot in spots(place, scene).spots}
    return lambda thing: 0 if thing & cells else None


def there(holds: bool) -> int | None:
    """The rank of an exact match, or of none."""
    return 0 if holds else None


def any_of(tests: Iterable[Test]) -> Test:
    """The test that takes the best rank of several tests."""
    tests = list(tests)
    return lambda thing: least(check(thing) for check in tests)


def least(ranks: Iterable[int | None]) -> int | None:
    """The best of some ranks; none is better than 0."""
    best = None
    for rank in ranks:
        check_deadline()
        if rank is not None and (best is None or rank < best):
            best = rank
            if not best:
                break
    return best


def ranked_once(relation_of: Callable[P, Relation]) -> Callable[P, Relation]:
    """The function of a relation, which ranks no thing twice for the same landmarks while a program is run in
    all its ways.
    """

    @wraps(relation_of)
    def made(*args: P.args, **options: P.kwargs) -> Relation:
        def related(landmarks: Sequence[Thing]) -> Test:
            key = (relation_of, args, tuple(options.items()), tuple(landmarks))
            return kept(key, lambda: cache(_watched(relation_of(*args, **options)(landmarks))))

        return related

    return made


def _watched(rank_of: Test) -> Test:
    def ranked(thing: Thing) -> int | None:
        check_deadline()
        return rank_of(thing)

    return ranked


def relation(kind: type[p.Place]) -> Callable[[Callable[[Any, Scene], Relation]], None]:
    """Registers the relation to a landmark that a kind of place means."""

    def register(relation_of: Callable[[Any, Scene], Relation]) -> None:
        def found(place: Any, scene: Scene) -> Test:
            return relation_of(place, scene)(possible(place.landmark, scene))

        test.register(kind)(found)

    return register


@test.register
def _(place: p.Joined, scene: Scene) -> Test:
    tests = [test(part, scene) for part in place.places]

    def ranked(thing: Thing) -> int | None:
        ranks = [rank for check in tests if (rank := check(thing)) is not None]
        return max(ranks) if len(ranks) == len(tests) else None

    return ranked


@test.register
def _(place: p.Anchored, scene: Scene) -> Test:
    if isinstance(place.place, p.Ref) and place.place.noun == "one":
        raise Failure("impossible", "nothing is where its own first block is", place)
    return test.dispatch(p.Place)(place, scene)


@test.register
def _(place: p.Several, scene: Scene) -> Test:
    return any_of([test(part, scene) for part in place.places])
