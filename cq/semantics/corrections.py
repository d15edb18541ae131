"""Resolves corrections, repetitions and ellipsis: then each command is complete in itself.

"A tower of three red blocks. No, four" is one command with a part changed; "and the same with the blue one"
repeats it; in "but leave the top one", it is the top one of the removed things.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from cq.language import lexicon
from cq.language.antecedents import with_antecedent
from cq.language.program import (
    Again,
    Alternate,
    At,
    Command,
    Copy,
    Correct,
    Extreme,
    Fill,
    Half,
    Instead,
    Joined,
    Keep,
    Largest,
    LevelOf,
    Located,
    Make,
    Meaning,
    Middle,
    Move,
    Nth,
    Offset,
    OnTop,
    Place,
    Program,
    Ranks,
    Recolour,
    Redo,
    Ref,
    Remove,
    Reply,
    Resize,
    Rotate,
    Size,
    State,
    Talk,
    Thing,
    Undo,
    parts,
    slots,
)
from cq.semantics.choices import Choices, Failure, Hole, equally
from cq.semantics.ellipsis import (
    coloured,
    exchanged,
    is_more,
    more_of,
    once_more,
    others,
    walked_again,
    with_way,
)
from cq.semantics.removing import is_counted
from cq.semantics.slot_filling import telling, within


def amended(program: Program, choices: Choices) -> tuple[Command, ...]:
    """The commands of a program, each complete in itself. Raises `Failure` if a change has no antecedent."""
    done: list[Command] = []
    for command in program:
        if isinstance(command, (Correct, Again)):
            if not done and isinstance(command.value, Command):
                done.append(command.value)  # "Actually, build a tower": there is nothing to correct.
                continue
            at, options = _varied(done, command)
            changed = choices.choose(Hole("which", command, "value"), options)
            if isinstance(command, Correct):
                done[at] = changed
            else:
                done.append(changed)
        elif isinstance(command, Keep) and done:
            about = whole(done[-1])
            only = command.only and not _changes_several(done[-1], about)
            kept = replace(command, ref=_where_it_is(completed(command.ref, about)), only=only)
            if (without := _without(done[-1], kept)) is not None:
                done[-1], kept = without, Keep(Ref("rest"))
            if isinstance(done[-1], Rotate) and about is not None:
                kept = with_antecedent(kept, about)  # "Keep its left end": the pivot of the turn.
            done.append(kept)
        else:
            done.append(command)
    return tuple(done)


def _without(command: Command, kept: Keep) -> Command | None:
    """A command that moves, recolours or removes a thing, without a part that is to be kept ("Remove the row.
    Keep its west end."); None if the kept thing is not a part of it.
    """
    if not isinstance(command, (Move, Recolour, Remove)) or command.ref is None:
        return None
    part, ref = kept.ref, command.ref
    if kept.only or kept.exception or ref.but is not None:
        return None
    is_all = ref.noun == "everything" or ref.quantifier == "all"
    of_it = part.of == Ref("it") or (part.of is None and part.noun in ("block", "part") and not part.colours)
    if of_it and not is_all and part.limits and not part.number:
        return replace(command, ref=replace(ref, but=replace(part, of=Ref("it"))))
    # Removing and repainting spare kept blocks anyway; a moved block would have to be in two places.
    return replace(command, ref=replace(ref, but=part)) if is_all and isinstance(command, Move) else None


def _where_it_is(ref: Ref) -> Ref:
    """The reference to a kept thing without "where it is"."""
    stays = Located(Instead(Ref("it", plural=ref.plural)))
    return replace(ref, limits=tuple(limit for limit in ref.limits if limit != stays))


def _varied(done: list[Command], change: Correct | Again) -> tuple[int, list[tuple[Command, float]]]:
    """The index of the command that a change is about, and its variants with weights. A denied part may be in
    an earlier command. Raises `Failure` if there is no such command.
    """
    # "Undo that, then do the same on the other side": the same as the undone command.
    passed = (Keep, Talk) if change.value is None else (Keep, Talk, Redo, Undo)
    places = [i for i in range(len(done) - 1, -1, -1) if not isinstance(done[i], passed)]
    if not places:
        raise Failure("absent", "nothing comes before that could be meant", change)
    denied = change.denied if isinstance(change, Correct) else None
    for at in places if denied is not None else places[:1]:
        if options := ways(done[at], change, isinstance(change, Again)):
            return at, options
    raise Failure("impossible", "nothing before could be meant", change)


def ways(command: Command, change: Correct | Again, again: bool) -> list[tuple[Command, float]]:
    """The variants of a command with all parts of a change put in, one for each part that they may replace,
    with weights.
    """
    values = telling((change.value, *change.more)) if change.more else (change.value,)
    values = [_plain(value) for value in values]
    if isinstance(change, Correct) and change.denied is not None:
        old = _plain(change.denied)
        if isinstance(old, Ref) and isinstance(values[0], Ref):
            return [(option, 1.0) for option in with_reference(command, values[0]) if option != command]
        alike = len(values) == 1 and type(old) is type(values[0])
        found = [exchanged(command, old, values[0])] if alike else []
        return [(option, 1.0) for option in found if option != command]
    named = any(isinstance(value, Ref) for value in values)
    options: dict[Command, float] = {once_more(command, named) if again else command: 1.0}
    for value in values:
        after: dict[Command, float] = {}
        for before, weight in options.items():
            for option, share in _ways(before, value, again, named):
                after[option] = max(after.get(option, 0.0), weight * share)
        options = after
    return [(option, weight) for option, weight in options.items() if again or option != command]


def _changes_several(command: Command, ref: Ref | None) -> bool:
    """Whether "only the green one stays" is an exception to a change of several things."""
    if ref is None or not isinstance(command, (Recolour, Resize, Move)):
        return False
    return ref.plural or ref.quantifier in ("each", "all", "both")


_CHOOSING = (State, Extreme, Nth, Ranks, Largest, Half, Alternate)
"""Limits that choose some of several: "the outer ones" are not part of "the inner blocks"."""


def whole(command: Command) -> Ref | None:
    """The reference to the things that a command is about."""
    found = getattr(command, "ref", None) or getattr(getattr(command, "place", None), "landmark", None)
    return found if isinstance(found, Ref) else None


def completed(ref: Ref, before: Ref | None) -> Ref:
    """An elliptical reference ("the top one", "the blue ones", "the ends") with its omitted noun."""
    if before is None or before.noun in ("it", "here", "rest"):
        return ref
    noun = "block" if before.noun == "everything" else before.noun
    if is_counted(ref) and ref.of is None and before.noun != "everything":
        return replace(ref, of=before)  # "But leave one block."
    if ref.noun == "one":
        return replace(
            ref,
            noun=noun,
            colours=ref.colours or before.colours,
            limits=(
                *ref.limits,
                *(limit for limit in before.limits if not (ref.limits and isinstance(limit, _CHOOSING))),
            ),
            of=ref.of or before.of,
        )
    return ref


def _plain(value: Any) -> Any:
    """A value that says only a colour, as that colour; other values unchanged."""
    if isinstance(value, Thing) and len(value.colours) == 1:
        bare = Thing(value.shape, value.plural, value.count, value.colours)
        if value == bare and value.shape in ("block", "one") and value.count in (None, 1):
            return value.colours[0]
    return value


def _ways(command: Command, value: Any, again: bool, named: bool) -> list[tuple[Command, float]]:
    """The variants of a command with one part of a change put in; `named` if the change names its object."""
    if value is None:
        return [(command, 1.0)]
    for way in (_by_number, _by_colour, _by_command, _by_place):
        found = way(command, value, again, named)
        if found is not None:
            return found
    if isinstance(value, Reply):
        return list(others(command, value.word == "opposite")) if value.word in ("other", "opposite") else []
    if isinstance(value, Ref):
        return equally(option for option in with_reference(command, value) if option != command)
    return _by_its_kind(command, value, again)


def _by_number(command: Command, value: Any, again: bool, named: bool) -> list[tuple[Command, float]] | None:
    """The command with another number, direction or steps."""
    if is_more(value):
        return list(more_of(command, value.more))
    if moved := with_way(command, value) or (walked_again(command, value, named) if again else []):
        return [(option, 1.0) for option in moved]
    if again:
        return None
    is_bare = isinstance(value, Thing) and value == Thing(value.shape, value.plural, value.count)
    number = value.count if is_bare else value
    if (measured := _measured_anew(command, number)) is not None:
        return [(measured, 1.0)]
    if isinstance(number, int) and isinstance(command, Make) and command.thing.count == 1:
        # "A tower of 4 … make that 3" changes the 4, not the number of towers.
        sizes = command.thing.sizes
        said = [i for i, size in enumerate(sizes) if size.number is not None]
        new = [(*sizes[:i], replace(sizes[i], number=number), *sizes[i + 1 :]) for i in said]
        if new:
            return equally(replace(command, thing=replace(command.thing, sizes=changed)) for changed in new)
    return None


def _by_colour(command: Command, value: Any, again: bool, named: bool) -> list[tuple[Command, float]] | None:
    """The command with another colour."""
    if isinstance(value, str) and value in lexicon.colours():
        painted = coloured(command, value, again and not named)
        return equally(painted) if painted else None
    if isinstance(value, Recolour) and isinstance(command, Make) and value.ref.noun == "it" and value.colour:
        return [(replace(command, thing=replace(command.thing, colours=(value.colour,))), 1.0)]
    return None


def _by_command(command: Command, value: Any, again: bool, named: bool) -> list[tuple[Command, float]] | None:
    """Another command in its place; a thing that was never made cannot be changed."""
    if not isinstance(value, Command):
        return None
    is_of_it = getattr(getattr(value, "ref", None), "noun", "") == "it"
    return [] if isinstance(command, Make) and is_of_it else [(_resolved(value, whole(command)), 1.0)]


def _by_place(command: Command, value: Any, again: bool, named: bool) -> list[tuple[Command, float]] | None:
    """The command at another place."""
    if isinstance(value, At) and None in (value.x, value.z) and not again:
        # "z 2 … sorry, z -2": only this coordinate changes.
        return equally(_moved(command, value))[:1]
    if not isinstance(value, Place):
        return None
    if isinstance(command, Fill) and command.ref.noun == "gap":
        return [(replace(command, ref=replace(command.ref, limits=(Located(value),))), 1.0)]
    if again and isinstance(command, (Recolour, Remove, Resize)):
        return [(Copy(Ref("left"), value), 1.0)]  # "On the west side too": a copy of the result.
    if not hasattr(command, "place") or not (again or command.place is not None):
        return []
    value = _likewise(command.place, value) if again else _same_landmark(command.place, value)
    held = command.place.places if again and isinstance(command.place, Joined) else ()
    heights = tuple(place for place in held if isinstance(place, LevelOf) or _is_height(place))
    if heights and not _is_height(value):
        value = Joined((*heights, value))  # "At its top, one on its north face and one on its south face".
    return [(replace(command, place=value), 1.0)]  # type: ignore[type-var]


def _by_its_kind(command: Command, value: Any, again: bool) -> list[tuple[Command, float]]:
    """The command with a value put in for one of its kind, at each of the likeliest places."""
    found: dict[Any, float] = {}
    if isinstance(value, str) and value in lexicon.colours() and getattr(command, "colour", None):
        found[replace(command, colour=value)] = 1.0  # type: ignore[type-var]
    for changed, _, cost in within(command, value):
        if again or replaces(command, changed):
            found[changed] = max(found.get(changed, 0.0), 0.2**cost)
    best = max(found.values(), default=0.0)
    return [(option, weight) for option, weight in found.items() if weight >= 0.2 * best]


def _measured_anew(command: Command, value: Any) -> Command | None:
    """A move with other steps, or a resize by another number: "No, three cells east", "I mean three"."""
    if isinstance(command, Move) and isinstance(value, Offset) and value.start == Ref("it") and command.steps:
        return replace(command, steps=value.steps)
    number = value.number if isinstance(value, Size) and value.dimension == "blocks" else value
    if not isinstance(number, int):
        return None
    if isinstance(command, Move) and len(command.steps) == 1:
        return replace(command, steps=(replace(command.steps[0], number=number),))
    if isinstance(command, Resize) and command.more:
        return replace(command, more=number)
    return replace(command, less=number) if isinstance(command, Resize) and command.less else None


def _likewise(before: Place | None, value: Place) -> Place:
    """A place on another thing, on the same part of it as before: "on the middle of the red bench, and
    the same on the other bench".
    """
    if not isinstance(value, OnTop) or value.landmark.noun in ("part", "block"):
        return value
    if isinstance(before, Middle) and before.on:
        return replace(before, landmark=value.landmark)
    if isinstance(before, OnTop) and before.landmark.of is not None:
        return replace(before, landmark=replace(before.landmark, of=value.landmark))
    return value


def _same_landmark(before: Place | None, value: Place) -> Place:
    """A place with the landmark of the place before: "west of the row … no, east of it"."""
    old, new = getattr(before, "landmark", None), getattr(value, "landmark", None)
    return replace(value, landmark=old) if new == Ref("it") and isinstance(old, Ref) else value  # type: ignore[type-var]


def _is_height(place: Place) -> bool:
    return isinstance(place, At) and place.x is None and place.z is None


def _resolved(command: Command, before: Ref | None) -> Command:
    """A command that replaces the one before, with the antecedent of its "it" or "one"."""
    ref = getattr(command, "ref", None)
    if before is None or not isinstance(ref, Ref) or ref.noun not in ("it", "one"):
        return command
    if ref.noun == "one":
        noun = "block" if before.noun in ("everything", "it") else before.noun
        return replace(command, ref=replace(ref, noun=noun))  # type: ignore[type-var]
    return replace(command, ref=before)  # type: ignore[type-var]


def with_reference(command: Any, ref: Ref) -> list[Any]:
    """A command with a reference put in for one with the same noun, or else for the things it is about."""
    for node, put in slots(command):
        like = [part for part in parts(node) if isinstance(part, Ref) and part.noun == ref.noun != "one"]
        if like == [node]:  # The innermost.
            return [put(ref)]
    old = whole(command)
    if old is None:
        return []
    new = completed(ref, old)
    is_part = ref.noun in ("block", "part") and ref.limits and not ref.colours and ref.of is None
    if is_part and old.noun not in ("block", "one", "everything", "rest"):
        new = replace(ref, of=old)  # "Paint the tower red. Only the top block."
    if isinstance(getattr(command, "ref", None), Ref):
        return [replace(command, ref=new)]
    return [replace(command, place=replace(command.place, landmark=new))]


def _moved(command: Command, value: At) -> Iterator[Any]:
    """A command with the coordinates of a place put in for others on the same axes."""
    said = {name: coordinate for name, coordinate in vars(value).items() if coordinate is not None}
    for node, put in slots(command):
        old = {name: getattr(node, name) for name in said} if isinstance(node, At) else {}
        if old != said and None not in old.values() and old:
            yield put(replace(node, **said))


def replaces(before: Any, after: Any) -> bool:
    """Whether all differences replace values that were said: a correction adds nothing."""
    if not isinstance(before, Meaning) or type(before) is not type(after):
        return before is not None and before not in ((), "")
    return all(
        replaces(getattr(before, field.name), getattr(after, field.name))
        for field in fields(before)  # type: ignore[arg-type]
        if getattr(before, field.name) != getattr(after, field.name)
        and field.name not in ("plural", "each", "quantifier")
    )
