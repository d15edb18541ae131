"""What corrects, repeats or completes the command before it, put in: then each command stands for itself.

"A tower of three red blocks. No, four" is one command with a part changed; "and the same with the blue one" is the
command once more; "but leave the top one" is the top one of what is removed.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from cq.language.program import (
    Again,
    Command,
    Correct,
    Keep,
    Located,
    Meaning,
    OfPart,
    Place,
    Program,
    Ref,
    Reply,
)
from cq.meaning.choices import Choices, Failure, Hole
from cq.meaning.moving import opposite_place


def amended(program: Program, choices: Choices) -> tuple[Command, ...]:
    """The commands of a program, each complete in itself. Raises `Failure` where nothing comes before."""
    done: list[Command] = []
    for command in program:
        if isinstance(command, (Correct, Again)):
            before = next((one for one in reversed(done) if not isinstance(one, Keep)), None)
            if before is None:
                raise Failure("absent", "nothing comes before that could be meant", command)
            options = ways(before, command, isinstance(command, Again))
            if not options:
                raise Failure("impossible", "nothing before could be meant", command)
            changed = choices.choose(Hole("which", command, "value"), options)
            if isinstance(command, Correct):
                done[len(done) - 1 - done[::-1].index(before)] = changed
            else:
                done.append(changed)
        elif isinstance(command, Keep) and done:
            done.append(replace(command, ref=completed(command.ref, whole(done[-1]))))
        else:
            done.append(command)
    return tuple(done)


def whole(command: Command) -> Ref | None:
    """The things that a command is about."""
    found = getattr(command, "ref", None) or getattr(getattr(command, "place", None), "landmark", None)
    return found if isinstance(found, Ref) else None


def completed(ref: Ref, before: Ref | None) -> Ref:
    """An elliptic reference ("the top one", "the blue ones", "the ends") with the noun that it leaves out."""
    if before is None or before.noun in ("it", "here", "rest"):
        return ref
    noun = "block" if before.noun == "everything" else before.noun
    if ref.noun == "one":
        return replace(
            ref,
            noun=noun,
            colours=ref.colours or before.colours,
            limits=(*ref.limits, *before.limits),
            of=ref.of or before.of,
        )
    return ref


def ways(command: Command, change: Correct | Again, again: bool) -> list[tuple[Command, float]]:
    """The command with the value of a change in it, for each part that it may be meant for, with weights."""
    value = change.value
    if isinstance(value, Reply):
        if value.word == "other":
            place = getattr(command, "place", None)
            other = opposite_place(place) if isinstance(place, Place) else None
            return [(replace(command, place=other), 1.0)] if other is not None else []  # type: ignore[call-arg]
        return []
    from cq.meaning.answers import _within  # The readers of answers know where a value fits.

    found: dict[Any, float] = {}
    if isinstance(value, Place) and again and hasattr(command, "place"):
        return [(replace(command, place=value), 1.0)]  # type: ignore[call-arg]
    if isinstance(value, Place) and not again and getattr(command, "place", None) is not None:
        return [(replace(command, place=value), 1.0)]  # type: ignore[call-arg]
    for changed, kind, cost in _within(command, value):
        if again or replaces(command, changed):
            found[changed] = max(found.get(changed, 0.0), 0.2**cost)
        del kind
    if isinstance(value, Ref):
        found = {one: weight for one, weight in found.items() if not _narrowed(one, command)} or found
    best = max(found.values(), default=0.0)
    return [(one, weight) for one, weight in found.items() if weight >= 0.2 * best]


def replaces(before: Any, after: Any) -> bool:
    """Whether what differs was said before: a correction changes what was said and adds nothing."""
    if not isinstance(before, Meaning) or type(before) is not type(after):
        return before is not None and before not in ((), "")
    return all(
        replaces(getattr(before, one.name), getattr(after, one.name))
        for one in fields(before)  # type: ignore[arg-type]
        if getattr(before, one.name) != getattr(after, one.name)
        and one.name not in ("plural", "each", "quantifier")
    )


def _narrowed(after: Any, before: Any) -> bool:
    """Whether a reference was only narrowed by a place, not changed."""
    ref, old = getattr(after, "ref", None), getattr(before, "ref", None)
    if not isinstance(ref, Ref) or not isinstance(old, Ref):
        return False
    return any(isinstance(one, Located) and isinstance(one.place, OfPart) for one in ref.limits) and ref != old
