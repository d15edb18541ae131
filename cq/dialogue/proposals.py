"""Candidate questions, each with the changed F1 that its answer is expected to add.

A question is about an open end of the reading, about a failure, about a difference between the candidate
builds, or whether the likeliest of them is meant. All are weighed by the same builds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from cq.building.decoding.candidates import Candidates
from cq.dialogue.asking import MOST_OPTIONS, is_failed, questions_about, value_of
from cq.dialogue.builds_in_words import describe_build
from cq.dialogue.guess import Guess, was_shown
from cq.dialogue.questions import ClarifyingQuestion, Option
from cq.language import lexicon
from cq.language.asked import LIKE_THIS
from cq.language.tokens import tokenize
from cq.reading.grounded import GroundedInstruction
from cq.reading.instruction import sure_build
from cq.reading.obstacles import obstacles_of
from cq.semantics.telling import Telling
from cq.types import Cell, Grid

LEAST_SHARE = 0.05
"""The share of the probability from which another build is offered."""
LIKELY = 1 / 3
"""The probability of a build from which the whole order is not asked for again."""
UNLIKELY = 0.4
"""The factor on the worth of a question about words that the best build does not follow."""
MISREAD = 0.9
"""How often an order that cannot be carried out is really meant so, and something else is wanted."""
UNSAID = 0.35
"""The highest probability of a build where all words are read and leave something open."""
AFTER = 0.8
"""The changed F1 that is expected once the replacement of an order that cannot be carried out is known."""
MOST_SENTENCES = 2
"""Sentences of a build that is asked about: people do not check more of them in a question."""
IN_OTHER_WORDS = "What should I build or remove, in other words?"


def proposals_of(
    instruction: GroundedInstruction, guess: Guess, candidates: Candidates | None
) -> list[ClarifyingQuestion]:
    """The questions about an instruction that were not asked yet."""
    asked = {exchange.question.head for exchange in instruction.request.exchanges}
    found = _about_words(instruction, guess, candidates)
    understanding = instruction.heard.understanding
    is_open = bool(found) and bool(understanding.open_holes or understanding.results)
    if candidates is not None and not is_open and not any(question.options for question in found):
        found += [*_about_builds(instruction, candidates), *_about_all(guess)]
    if not was_shown(instruction):
        found += _like_this(guess, candidates)
    # In place of a colour that no block has, a colour is asked for until one is told.
    is_left = is_failed(understanding) and instruction.heard.told not in ("", "colour")
    return [
        question
        for question in found
        if question.head not in asked or (is_left and question.type == "colour")
    ]


def _about_words(
    instruction: GroundedInstruction, guess: Guess, candidates: Candidates | None
) -> list[ClarifyingQuestion]:
    """The questions about the reading: its open ends and its failures."""
    heard = instruction.heard
    understanding = heard.understanding
    if candidates is None:  # A custom builder reads words that no rule reads.
        reading = replace(understanding.reading, unread=(), over_budget=False)
        understanding = replace(understanding, reading=reading)
    if not understanding.reading.is_full or understanding.grid is not None:
        return []
    obstacles = obstacles_of(understanding, heard.instruction)
    found = questions_about(understanding, obstacles, instruction.world.grid, heard.facing)
    if candidates is None and understanding.results:
        return found
    if is_failed(understanding):
        # A failure is often only a misreading: it is asked about once, with the things in the world.
        was_asked = bool(instruction.request.exchanges) and guess.changes
        most = 0.0 if was_asked else max(0.0, AFTER - guess.probability)
        found = [
            question
            for question in map(_without_absent, found)
            if question.options or question.type != "action"
        ]
        # A colour that no block has is not misread.
        return [
            replace(question, value=AFTER if question.type == "colour" else MISREAD * most)
            for question in found
        ]
    if candidates is None or not understanding.results:
        return [replace(question, value=AFTER - min(UNSAID, guess.probability)) for question in found]
    share = _share_of(candidates, [result.grid for result in understanding.results])
    if not guess.is_read:
        share *= UNLIKELY  # The likeliest build does not follow the words.
    # A settled open end is as good as a build that is read, whatever else differs between the builds.
    most = max(0.0, AFTER - guess.probability)
    return [
        replace(question, value=max(question.value * share, min(question.value, most))) for question in found
    ]


def _without_absent(question: ClarifyingQuestion) -> ClarifyingQuestion:
    """A question about an absent thing, without options of the same name."""
    there = tuple(
        option for option in question.options if option.text.removeprefix("the ") not in question.asked
    )
    return replace(question, options=there, type=question.type if there or not question.options else "action")


def _share_of(candidates: Candidates, grids: Sequence[Grid]) -> float:
    """The probability that one of some builds is meant."""
    some = {grid.tobytes() for grid in grids}
    pairs = zip(candidates.probabilities.tolist(), candidates.grids, strict=True)
    return float(sum(probability for probability, grid in pairs if grid.tobytes() in some))


def _about_builds(instruction: GroundedInstruction, candidates: Candidates) -> Iterator[ClarifyingQuestion]:
    """The questions about differences between the new blocks of the builds, where words are not read or
    cannot be carried out: the places of those of each colour and of all, and their colours.
    """
    understanding = instruction.heard.understanding
    if understanding.reading.is_full and understanding.results:
        return
    grids, weights, start = candidates.grids, candidates.probabilities, candidates.start
    placed = [candidates.placed(grid) for grid in grids]

    def proposed(kind: str, words: str, keys: Sequence[Hashable], about: str) -> ClarifyingQuestion:
        return ClarifyingQuestion(kind, words, (), value_of(grids, weights, keys, start), about=about)

    if not any(exchange.question.type == "where" for exchange in instruction.request.exchanges):
        yield from _about_places(candidates, placed, proposed)
    if len(instruction.world.palette.colours) > 1 and not _names_a_colour(instruction):
        shown = [frozenset(blocks.values()) for blocks in placed]
        yield proposed("colour", f"What colour should the {_new(placed)} be?", shown, "blocks")


def _about_places(
    candidates: Candidates, placed: Sequence[Mapping[Cell, int]], proposed: Callable[..., ClarifyingQuestion]
) -> Iterator[ClarifyingQuestion]:
    """The questions where the new blocks go: those of each colour, and all of them."""
    names = candidates.palette.ids
    colours = Counter(names[colour] for blocks in placed for colour in set(blocks.values()))
    named = [name for name, count in colours.items() if count > len(placed) / 2]
    if len(named) > 1:
        for name in named:
            colour = candidates.palette.id_by_name[name]
            keys = [frozenset(cell for cell, of in blocks.items() if of == colour) for blocks in placed]
            yield proposed("where", f"Where should the {name} blocks go?", keys, name)
    columns = [frozenset((x, z) for _, x, z in blocks) for blocks in placed]
    words = f"{named[0]} blocks" if len(named) == 1 else _new(placed)
    yield proposed("where", f"Where should the {words} go?", columns, "blocks")


def _new(placed: Sequence[Mapping[Cell, int]]) -> str:
    """The words for the blocks that the builds place."""
    return "block" if max(map(len, placed), default=0) == 1 else "new blocks"


def _names_a_colour(instruction: GroundedInstruction) -> bool:
    """Whether an answer names a colour."""
    said = [exchange.answer for exchange in instruction.request.exchanges]
    return any(token.text in lexicon.colours() for text in said for token in tokenize(text))


def _about_all(guess: Guess) -> Iterator[ClarifyingQuestion]:
    """The question for the whole order in other words, where no build is likely."""
    probability = guess.probability if guess.changes or guess.is_read else 0.0
    if probability < LIKELY and not guess.build.failure:
        yield ClarifyingQuestion("action", IN_OTHER_WORDS, (), AFTER - probability)


def _like_this(guess: Guess, candidates: Candidates | None) -> list[ClarifyingQuestion]:
    """The question whether a build is meant, not yet in words, which take long (`in_words`)."""
    if candidates is None or len(candidates) < 2:
        return []
    grids, weights = candidates.grids, candidates.probabilities
    likeliest = set(np.argsort(-weights, kind="stable")[:MOST_OPTIONS].tolist())
    keys: list[Hashable] = [
        grid.tobytes() if i in likeliest or np.array_equal(grid, guess.build.grid) else b""
        for i, grid in enumerate(grids)
    ]
    return [
        ClarifyingQuestion("confirmation", LIKE_THIS, (), value_of(grids, weights, keys, candidates.start))
    ]


def in_words(
    instruction: GroundedInstruction, guess: Guess, candidates: Candidates
) -> ClarifyingQuestion | None:
    """The question whether the guess is meant, with the next distinct builds as further options; None if no
    words mean it and nothing else.
    """
    start, grids, weights = candidates.start, candidates.grids, candidates.probabilities
    words = _said(start, guess.build.grid, instruction)
    if words is None:
        return None
    options, among = list[Option](), set[int]()
    for i in np.argsort(-weights, kind="stable").tolist():
        is_first = np.array_equal(grids[i], guess.build.grid)
        if not is_first and (weights[i] < LEAST_SHARE or len(options) == MOST_OPTIONS):
            continue
        if (text := words if is_first else _said(start, grids[i], instruction)) is not None:
            options.insert(0 if is_first else len(options), Option(text, round(float(weights[i]), 4)))
            among.add(i)
    keys: list[Hashable] = [grid.tobytes() if i in among else b"" for i, grid in enumerate(grids)]
    value = value_of(grids, weights, keys, start)
    return ClarifyingQuestion("confirmation", f"{LIKE_THIS}: {words}?", tuple(options), value)


def shown(guess: Guess) -> ClarifyingQuestion:
    """The question whether a build that removes blocks is meant: as an order, if it is short."""
    start = guess.build.start
    words = None if start is None else Telling(start, guess.build.grid).order(MOST_SENTENCES)
    done = f"I would have {describe_build(guess.build)}"
    if words is not None:
        done = f"I would {words.replace('. ', ', then ')}"
    return ClarifyingQuestion("confirmation", f"{done}. Is that right?")


def _said(start: Grid, grid: Grid, instruction: GroundedInstruction) -> str | None:
    """A build as an order that surely means it."""
    words = Telling(start, grid).order(MOST_SENTENCES)
    if words is None:
        return None
    again = sure_build(words, start, instruction.facing)
    return words if again is not None and np.array_equal(again, grid) else None
