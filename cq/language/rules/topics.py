"""How people name the topic of an order first: "of the two towers, remove the left one"."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from cq.language.antecedents import speaks_of_it
from cq.language.notation import rules
from cq.language.program import Check, Command, Ref, Remove, Replace, Thing, Turn, rebuilt
from cq.language.rules.moving import is_definite

PRONOUNS = (Ref("it"), Ref("it", True), Ref("it", True, "each"))


def about(value: Any, topic: Ref) -> Any:
    """A value in which a pronoun means the topic, "the left one" one of its kind, and a part one of it."""
    if isinstance(value, Ref):
        others = tuple(about(other, topic) for other in value.others)
        if value in PRONOUNS:
            return topic
        if value.noun == "it" and replace(value, limits=(), colours=()) in PRONOUNS:
            return replace(
                topic, limits=(*value.limits, *topic.limits), colours=value.colours or topic.colours
            )
        if value.noun == "one" and value.of is None and value.limits and _is_one_body(topic):
            return replace(value, noun="block", of=topic, others=others)  # "The top one" of a tower.
        if value.noun == "one" and value.of is None and value.quantifier != "a":
            return replace(
                value,
                noun=topic.noun,
                colours=value.colours or topic.colours,
                limits=(*value.limits, *topic.limits),
                of=topic.of,
                others=others,
            )
        if value.of is not None:
            return replace(value, of=about(value.of, topic), others=others)
        if value.noun in ("part", "gap") or (
            value.noun == "block" and topic.noun != "block" and value.limits
        ):
            within = about(value.limits, topic)
            if within != value.limits:
                return replace(value, limits=within, others=others)  # "The blocks within it"
            return replace(value, of=topic, others=others)
        return replace(value, others=others) if others != value.others else value
    return rebuilt(value, lambda part: about(part, topic))


def _is_one_body(topic: Ref) -> bool:
    return topic.quantifier == "the" and not (topic.plural or topic.noun in ("block", "one"))


@lru_cache(maxsize=1000)  # In a text of repeated words, the same few orders come thousands of times.
def ordered(topic: Ref, command: Command) -> Command | None:
    """An order about a topic; None if it does not mention the topic."""
    if isinstance(command, Check | Turn) or not is_definite(topic):
        return None
    found: Command = about(command, topic)
    return None if found == command else found


def _dislocated(topic: Ref, command: Command) -> Command | None:
    """ "The taller one: paint it red"."""
    return ordered(topic, command) if speaks_of_it(command) else None


def _announced(topic: Ref, command: Command) -> Command | None:
    """ "Red tower: make the top one orange"."""
    return ordered(replace(topic, quantifier=topic.quantifier or "the"), command)


def _instead(ref: Ref, thing: Thing) -> Replace:
    return Replace(replace(ref, quantifier="all", plural=True, number=None), thing)


def _lost(of: Ref, ref: Ref) -> Remove | None:
    if ref.of is not None:
        return Remove(replace(ref, of=of)) if ref.of in PRONOUNS else None
    return Remove(replace(ref, of=of))


rules("""
@fromamong: of|from|out of|in|on|for|with|off|take|see|as for|about
Command = ordered, 0.5: @fromamong {topic:Ref} [,|:|?] {command:Command}
Command = _dislocated, 0.5: {topic:Ref} (,|:|?) {command:Command}
Command = _announced, 0.5: {topic:Ref} : {command:Command}
@improve: empty|hollow out|open|mend|complete|finish|close|shorten|lengthen|extend
Command = ordered(topic, command) or command: @improve {topic:Ref} by {command:Command}
    @improve {topic:Ref} (:|, meaning) {command:Command}
@foreach2: wherever there is
hear Replace = _instead: @foreach2 {ref:Nominal} @want {thing:New} @inplace
@loses: loses|lose|should lose
hear Remove = _lost, 0.1: {of:Ref} @loses {ref:Ref}
hear Keep, 0.1: {ref:Ref} (is|are) (fine|ok|okay|good|alright|right) [as (it|they) (is|are)]
""")
