"""`Readers`: the grammar and the network, and the judge that chooses between their readings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.encoder.backbone import Backbone
from cq.language.denials import denies_something
from cq.language.lexicon import colours, is_known
from cq.language.program import Correct, Keep, Redo, Talk, Thing, Undo
from cq.language.reading import read
from cq.language.replies import reply_in
from cq.language.request import Request
from cq.language.tokens import tokenize
from cq.language.vocabulary import FOREIGN
from cq.reading.answers import Heard
from cq.reading.considered import Considered, considered, features, sources
from cq.reading.inventory import inventory
from cq.reading.judge import Judge
from cq.reading.messages import MOST_BEFORE, orders_before, read_messages
from cq.reading.obstacles import has_content
from cq.reading.outcome_constraints import NOTHING, disagreement
from cq.reading.prompt import Prompt, sentences_of
from cq.reading.reader import NetworkReader, ReadProgram
from cq.reading.understand import Result
from cq.world import World
from cq.world.palette import COLOURS

MOST_WORDS, SHORT = 70, 2
"""The most words of a text for the network, and, articles aside, of an answer that the grammar hears
better."""
ARTICLES = frozenset(("a", "an", "the"))
MOSTLY_UNKNOWN = 0.5
"""The share of known words up to which a text is not English about blocks."""
FILLS = 0.5
"""The probability from which an answer that the network hears fills a slot."""
LEAST_CHANCE = 0.02
"""The probability from which a program counts."""
NEARLY = 0.6
"""The share of the highest probability from which a reading that removes less is preferred."""
SUREST, SUREST_OF_A_PART = 0.98, 0.85
"""The highest confidence of a reading, and of one of a text with a sentence of unknown words."""


class Readers:
    """Hears requests with all readers. Safe to share between threads."""

    def __init__(self, network: NetworkReader, judge: Judge, info: Mapping[str, Any] | None = None) -> None:
        self.network, self.judge, self.info = network, judge, info or {}

    @classmethod
    def load(cls, folder: Path, backbone: Backbone) -> Readers:
        """Read the saved readers. Raises `MissingFileError` and `InputError` as `load_artifact` does."""
        network, info = NetworkReader.load(folder, backbone)
        return cls(network, Judge.load(folder), info)

    def save_pretrained(self, folder: Path, info: Mapping[str, Any] | None = None) -> None:
        """Write network and judge; `info` (writers and figures, by default its own) is added to the
        configuration.
        """
        self.judge.save(folder)
        self.network.save(folder, info or self.info)  # It records the digests of all files.

    def prepare(self, requests: Sequence[tuple[Request, World, Heard]]) -> None:
        """Read requests in worlds of one palette, each with its meaning by the grammar, as one batch, so that
        `heard` finds them read.
        """
        some = [case for case in requests if self._is_for_network(case[0], case[2])]
        colours = some[0][1].palette.colours if some else COLOURS
        full = [case for case in some if case[2].understanding.reading.is_full]
        prompts = [next(prompts_of(*case[:2])) for case in full]
        programs = [case[2].understanding.reading.program for case in full]
        confirmed = self.network.confirmed(prompts, programs, colours)
        agreed = {id(case) for case, first in zip(full, confirmed, strict=True) if first}
        more = [case[:2] for case in some if id(case) not in agreed]
        self.network.read([prompt for case in more for prompt in prompts_of(*case)], colours)
        read_messages(
            [(*case, _before(case[0])) for case in more], partial(self.network.read, colours=colours)
        )

    def heard(self, request: Request, world: World, by_grammar: Heard) -> Heard:
        """The meaning of a request in a world by all readers; `by_grammar` is its meaning by the grammar."""
        if not self._is_for_network(request, by_grammar):
            return by_grammar
        found, values = self.considered(request, world, by_grammar)
        readers = sources(found)
        chances = self.judge.probabilities(readers, values)
        if any(works := [candidate.outcome[0] != "failed" for candidate in found]):
            # A program that cannot be carried out is misread.
            chances = np.where(works, chances, 0.0)
        last = len(request.exchanges) - 1
        is_read = by_grammar.understanding.reading.is_full and last not in by_grammar.unheard
        is_likely = len(found) > 1 and not _is_unknown(_words(request.said[-1]))
        if not is_read and not (is_likely and self.judge.is_order(readers, values)):
            return by_grammar  # The network reads a program in any words.
        best = found[int(np.argmax(chances))]
        if last in by_grammar.unheard and (best.by_grammar or chances.max() < FILLS):
            return by_grammar
        heard = _joined(by_grammar, found, chances.tolist(), world, request.said[-1])
        return replace(heard, unheard=tuple(place for place in by_grammar.unheard if place != last))

    def _is_for_network(self, request: Request, by_grammar: Heard) -> bool:
        """Whether the network may hear a request better, and not misread what is newer than its training."""
        if not is_for_network(request, by_grammar):
            return False
        reading = by_grammar.understanding.reading
        return not reading.is_full or self.network.can_write(reading.program)

    def considered(
        self, request: Request, world: World, by_grammar: Heard
    ) -> tuple[list[Considered], npt.NDArray[np.float64]]:
        """The candidates for a request, and their features (n, features). Where the network's first reading
        is the grammar's, there are no others.
        """
        prompts, colours = list(prompts_of(request, world)), world.palette.colours
        likely: tuple[ReadProgram, ...] = ()
        reading = by_grammar.understanding.reading
        if reading.is_full:
            (likely,) = self.network.confirmed(prompts[:1], [reading.program], colours)
        by_clauses: tuple[ReadProgram, ...] = ()
        order: tuple[ReadProgram, ...] = ()
        if not likely:
            likely, *more = self.network.read(prompts, colours)
            order = more[0] if more else ()
            message = (request, world, _before(request))
            (by_clauses,) = read_messages([message], partial(self.network.read, colours=colours))
        found = considered(request, world, by_grammar, likely, by_clauses, order)
        return found, features(request, world, found, likely)


def prompts_of(request: Request, world: World) -> Iterator[Prompt]:
    """The prompts of a request for the network: its last answer, if it has one, and the order after the
    earlier orders.
    """
    stands = inventory(world)
    if request.exchanges:
        *earlier, last = request.exchanges
        order = ". ".join((request.instruction, *(exchange.answer for exchange in earlier)))
        yield Prompt(last.answer, "", order, last.question.text, stands)
    yield Prompt(request.instruction, _before(request), stands=stands)


def _before(request: Request) -> str:
    """The last orders of a context: in plain English if they were read, as the network learned them."""
    memory = request.context[-1].memory if request.context else None
    said = [text for speaker, text in request.context if speaker == "architect"]
    if memory is not None and memory.program:
        is_plain = said and len(memory.program) <= MOST_BEFORE and read(said[-1])[0].program == memory.program
        return said[-1].strip(" .") if is_plain else orders_before(memory.program)
    return ". ".join(said[-MOST_BEFORE:])


def is_for_network(request: Request, by_grammar: Heard) -> bool:
    """Whether the network may hear a request better than the grammar: no talk, no plain reply, nothing that
    the grammar reads as forbidden, no new order instead of an answer, and not too long.
    """
    said = request.said[-1]
    is_long = sum(len(_words(text)) for text in request.said) > MOST_WORDS
    if is_long or by_grammar.withdrawn or _names_a_foreign_colour(said):
        return False
    if request.is_instead and _is_short(said):
        return False  # Such a fragment is an answer that is not understood.
    understanding = by_grammar.understanding
    reading = understanding.reading
    if request.exchanges:
        last = request.exchanges[-1]
        is_new = by_grammar.is_new and bool(understanding.results or understanding.open_holes)
        is_short = by_grammar.is_filled and _is_short(last.answer)
        if last.question.type == "confirmation" or reply_in(last.answer) or is_new or is_short:
            return False
    if not reading.is_full:
        return True
    is_left = all(isinstance(command, (Undo, Redo, Keep)) for command in reading.program)
    if is_left or any(isinstance(command, Talk) for command in reading.program):
        return False
    if request.exchanges and any(isinstance(command, Correct) for command in reading.program):
        return False
    impossible = [failure.about for failure in understanding.failures if failure.kind == "impossible"]
    if not understanding.results and any(isinstance(about, Thing) for about in impossible):
        return False  # The network cannot make that either.
    excepts = denies_something(said) or any(isinstance(command, Keep) for command in reading.program)
    return not (understanding.results and excepts)


def _names_a_foreign_colour(text: str) -> bool:
    """Whether a text names a colour that no block has: the network knows none."""
    foreign = (FOREIGN | {*COLOURS}) - {*colours()}
    return not foreign.isdisjoint(_words(text))


def _is_unknown(words: Sequence[str]) -> bool:
    """Whether at most half of some words are known."""
    return sum(map(is_known, words)) <= MOSTLY_UNKNOWN * len(words)


def _leaves_a_sentence(said: str) -> bool:
    """Whether one of several sentences has mostly unknown words."""
    sentences = [[word for word in _words(text) if has_content(word)] for text in sentences_of(said)]
    return len(sentences) > 1 and any(words and _is_unknown(words) for words in sentences)


def _is_short(text: str) -> bool:
    return sum(word not in ARTICLES for word in _words(text)) <= SHORT


def _words(text: str) -> list[str]:
    return [token.text for token in tokenize(text)]


def _safest(found: Sequence[Considered], chances: Sequence[float], world: World) -> Considered:
    """The likeliest candidate, or one nearly as likely that removes a part of the same blocks."""
    best = int(np.argmax(chances))
    for i in sorted(range(len(found)), key=lambda i: -chances[i]):
        taken, other = _taken(found[best], world), _taken(found[i], world)
        if other < taken and chances[i] >= NEARLY * max(chances):
            best = i
    return found[best]


def _taken(candidate: Considered, world: World) -> frozenset[int]:
    """The cells that a candidate clears; none if it cannot be carried out."""
    grid = world.grid if candidate.grid is None else candidate.grid
    return frozenset(np.flatnonzero((world.grid > 0) & (grid == 0)).tolist())


def _joined(
    by_grammar: Heard, found: Sequence[Considered], chances: Sequence[float], world: World, said: str
) -> Heard:
    """The meaning by all candidates: their outcomes share the probability."""
    best = _safest(found, chances, world)
    heard = best.heard
    if best.is_answer:
        told = by_grammar.told or ("answer" if max(chances) >= FILLS else "")
        heard = replace(heard, told=told, facing=by_grammar.facing)
    if best.grid is None:
        return heard
    first, is_denial, taken = best.grid.tobytes(), denies_something(said), _taken(best, world)
    reached: dict[bytes, tuple[float, Result]] = {}
    known: dict[object, float] = {}
    for candidate, chance in zip(found, chances, strict=True):
        more = max(0.0, chance - known.get(candidate.outcome, 0.0))  # Equal outcomes are no further evidence.
        known[candidate.outcome] = known.get(candidate.outcome, 0.0) + more
        is_kept = candidate is best or (
            more >= LEAST_CHANCE and not is_denial and not _taken(candidate, world) > taken
        )
        for result in candidate.heard.understanding.results if is_kept else ():
            key = result.grid.tobytes()
            share, kept = reached.get(key, (0.0, result))
            reached[key] = share + more * result.probability, result if candidate is best else kept
    total = sum(share for share, _ in reached.values())
    results = sorted(
        (replace(result, probability=share / total) for share, result in reached.values()),
        key=lambda result: (result.grid.tobytes() != first, -result.probability),
    )
    sureness = min(SUREST, reached[first][0])
    if best.by_grammar:  # All readers agree that it is the likeliest.
        sureness = max(sureness, heard.understanding.confidence)
    if _leaves_a_sentence(said):
        sureness = min(sureness, SUREST_OF_A_PART)
    understanding = replace(heard.understanding, results=tuple(results), sureness=sureness)
    outcome = by_grammar.outcome
    if disagreement(outcome, world.grid, best.grid) > 0:
        outcome = NOTHING
    return replace(heard, understanding=understanding, outcome=outcome)
