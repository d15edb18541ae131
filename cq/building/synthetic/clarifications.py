"""Questions about a task with true answers, and the task without a piece that an answer gives."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import replace

from cq.building.example import BuildingExample
from cq.language.grammar import categories_of
from cq.language.reading import read
from cq.language.spelling import corrected
from cq.semantics.telling import Telling

NUM_EXCHANGES = (1, 1, 1, 2, 2, 3)
OMISSION_SHARE = 0.5
"""The share of answers that give a piece which the instruction then omits; others repeat or add."""
UNKNOWN_SHARE = 0.04
UNKNOWN = ("it doesn't matter", "whatever you like", "you decide", "any is fine", "not sure", "up to you")
QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "colour": ("What colour should {} be?", "Which color?", "What color blocks should I use?"),
    "count": ("How many blocks should I {verb}?", "How many?", "How many blocks do you mean?"),
    "size": ("How big should {} be?", "How tall should it be?", "How long should it be?"),
    "place": ("Where should {} go?", "Where exactly?", "Where on the grid do you want {}?"),
    "direction": (
        "In which direction should {} run?",
        "Which way should it go?",
        "Vertically or horizontally?",
    ),
    "which": ("Which blocks do you mean?", "Which one?", "Which of them should I {verb}?"),
    "action": ("What should I do?", "What do you mean?", "Can you say that in other words?"),
}
"""Questions by the kind of the open slot."""
PIECES = {
    "colour": frozenset({"Colour", "Colours"}),
    "count": frozenset({"Number"}),
    "size": frozenset({"Size", "Sized", "SizePhrase", "Number"}),
    "place": frozenset({"Place"}),
}
"""The categories of the omitted piece, by the kind of the open slot."""


def clarified(
    rng: random.Random,
    example: BuildingExample,
    question: str | None = None,
    kinds: Collection[str] = (),
) -> BuildingExample:
    """The example with one to three exchanges, or unchanged if no question fits it.

    A recorded `question` about slots of some `kinds` comes first if it is given.
    """
    assert example.target is not None, "only an example with a target can be asked about"
    telling = Telling(example.start, example.target, rng)
    asked = sorted(QUESTIONS, key=lambda kind: rng.random() + (kind == "action"))
    asked = [*sorted(QUESTIONS.keys() & {*kinds})[:1], *asked] if question else asked
    exchanges: list[tuple[str, str]] = []
    text, wanted = example.instruction, rng.choice(NUM_EXCHANGES)
    for kind in dict.fromkeys(asked):
        answer = true_answer(telling, kind)
        if answer is None:
            continue
        if question and kind in kinds:
            asking, question = question, None
        else:
            asking = _question(rng, kind, telling)
            text = without(rng, text, kind) if rng.random() < OMISSION_SHARE else text
        if text == example.instruction and rng.random() < UNKNOWN_SHARE:
            answer = rng.choice(UNKNOWN)
        exchanges.append((asking, _typed(rng, answer)))
        if len(exchanges) == wanted:
            break
    return replace(example, instruction=text, exchanges=tuple(exchanges))


def true_answer(telling: Telling, kind: str) -> str | None:
    """The true answer for a kind of slot, in words; None if it has none."""
    parts = telling.placed or telling.removed
    if kind == "which" and telling.removed:
        return telling.which(telling.removed)
    if not parts or (kind in ("place", "which") and not telling.placed):
        return None
    if kind == "which":
        return next((telling.words(ref, "Ref") for ref in telling.landmarks()), None)
    return telling.order() if kind == "action" else telling.about(kind, parts)


def without(rng: random.Random, text: str, kind: str) -> str:
    """A text without a piece that fills a kind of slot, if the rest is read in full; else unchanged."""
    text, reading = corrected(text), read(text)[0]
    spans = [
        (inner.start, inner.end)
        for part in reading.parts
        for inner in part.walk()
        if not PIECES.get(kind, frozenset()).isdisjoint(categories_of(inner.category))
    ]
    if not spans:
        return text
    first, end = rng.choice(spans)
    tokens = reading.tokens
    before, behind = text[: tokens[first].start].rstrip(), text[tokens[end - 1].end :].lstrip()
    left = f"{before} {behind}".strip() if behind[:1].isalnum() else before + behind
    return left if left and read(left)[0].is_full else text


def _question(rng: random.Random, kind: str, telling: Telling) -> str:
    noun = "the blocks" if sum(len(part.cells) for part in telling.placed) > 1 else "the block"
    verb = "place" if telling.placed else "remove"
    return rng.choice(QUESTIONS[kind]).format(
        rng.choice((noun, "it" if noun == "the block" else "they")), verb=verb
    )


def _typed(rng: random.Random, answer: str) -> str:
    """An answer with or without a capital letter and a full stop."""
    answer = answer[:1].upper() + answer[1:] if rng.random() < 0.5 else answer
    return rng.choice((answer, f"{answer}.", f"{answer} please"))
