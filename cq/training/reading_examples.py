"""Examples for the reading network: wordings by many writers, alone and joined, and sampled orders."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cq.building.synthetic.tasks import COMMON, KINDS
from cq.language.lexicon import speaking_of
from cq.language.program import Program
from cq.language.reading import read
from cq.language.sampling import sample
from cq.language.say import spaced
from cq.reading.cases import built_by
from cq.reading.inventory import inventory
from cq.reading.linear import linear
from cq.reading.messages import orders_before
from cq.reading.pairs import Pair
from cq.reading.prompt import Prompt, clauses_of, renamed, renamed_program, renaming, sentences_of
from cq.training.omissions import omissions
from cq.world import World
from cq.world.palette import COLOURS

ENDS = (". ", ". ", ". Then ", ". And ", "\n", "; ")
JOINTS = (", ", " and ", ", then ", " then ", " and then ", ", and also ")
"""Separators between two orders of a message, as sentences or in one sentence."""
MOST_JOINED = 4
"""The most orders of a message."""
WITHOUT = 0.1
"""The share of the rows that are read without the blocks in the world."""
LETTERS = ("b", "bl", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "v", "w", "z")
"""Beginnings of the syllables of unknown words."""
LONGEST_SAMPLE = 160
"""The most characters of a sampled order."""


@dataclass(frozen=True)
class ReadingExample:
    """A prompt and its program; an empty program means that the prompt is not an order."""

    prompt: Prompt
    program: Program

    def renamed(self) -> tuple[str, list[str]]:
        """The line and the tokens of the program, with colours in the order of mention."""
        names = renaming(self.prompt.line)
        return renamed(self.prompt.line, names), linear(renamed_program(self.program, names))


def prompt_of(pair: Pair) -> Prompt:
    """The prompt of a pair for a reader."""
    return Prompt(pair.text, ". ".join(pair.before), pair.order, pair.question, stands_of(pair))


@lru_cache(maxsize=100_000)
def stands_of(pair: Pair) -> str:
    """The blocks in the world of a pair, "" if they are not known."""
    if pair.world is None:
        return ""
    with speaking_of(pair.start.palette):
        built = built_by(pair.before, pair.start, ())
    return inventory(pair.start if built is None else built[0])


def program_of_pair(pair: Pair) -> Program | None:
    """The program of the canonical orders; None if the grammar does not read them all."""
    readings = [read(reading)[0] for reading in pair.canonical]
    if not all(reading.is_full for reading in readings):
        return None
    return tuple(command for reading in readings for command in reading.program)


def examples_of(pairs: Iterable[Pair]) -> Iterator[ReadingExample]:
    """The wordings with their programs, and chat that the reader must not read as orders."""
    for pair in pairs:
        program = program_of_pair(pair)
        if program is not None and not pair.effect and (program or pair.kind == "order"):
            yield ReadingExample(prompt_of(pair), program)


def sentence_examples(pairs: Iterable[Pair]) -> Iterator[ReadingExample]:
    """The clauses or sentences of messages where each has its own order, as `cq.reading.messages` reads
    them.
    """
    for pair in pairs:
        clauses = [pair.text[start:end] for start, end in clauses_of(pair.text)]
        sentences = clauses if len(clauses) == len(pair.canonical) else sentences_of(pair.text)
        if pair.kind != "message" or pair.world is None or not 1 < len(sentences) == len(pair.canonical):
            continue
        with speaking_of(pair.start.palette):
            program: Program = ()
            for i, (sentence, order) in enumerate(zip(sentences, pair.canonical, strict=True)):
                best, built = read(order)[0], built_by(pair.canonical[:i], pair.start, ())
                if not best.is_full or built is None:
                    break
                yield ReadingExample(
                    Prompt(sentence, orders_before(program), stands=inventory(built[0])), best.program
                )
                program = program + best.program


def joined_examples(
    writers: Iterable[Sequence[ReadingExample]], count: int, seed: int = 0
) -> Iterator[ReadingExample]:
    """Messages of two to four orders by one writer; in some only the last order is read, after the others."""
    rng = random.Random(seed)
    alone = [
        [
            example
            for example in examples
            if example.program and not (example.prompt.before or example.prompt.order)
        ]
        for examples in writers
    ]
    known = [some for some in alone if len(some) >= MOST_JOINED]
    for _ in range(count if known else 0):
        *before, last = some = rng.sample(rng.choice(known), rng.choice((2, 2, 3, MOST_JOINED)))
        stands = "; ".join(dict.fromkeys(example.prompt.stands for example in some if example.prompt.stands))
        text = before[0].prompt.text
        for example in before[1:]:
            text = _joined(rng, text, example.prompt.text)
        if rng.random() < 0.3:
            yield ReadingExample(Prompt(last.prompt.text, text, stands=stands), last.program)
        else:
            program = tuple(command for example in (*before, last) for command in example.program)
            yield ReadingExample(Prompt(_joined(rng, text, last.prompt.text), stands=stands), program)


def _joined(rng: random.Random, text: str, more: str) -> str:
    """Two orders in one text, as sentences or in one sentence."""
    start = text.rstrip(" .!;,")
    if rng.random() < 0.5:
        return start + rng.choice(ENDS) + more
    return start + rng.choice(JOINTS) + more[:1].lower() + more[1:]


def canonical_examples(pairs: Iterable[Pair]) -> Iterator[ReadingExample]:
    """The canonical orders, each once; those of a follow-up after the order before."""
    texts = {text: stands_of(pair) for pair in pairs for text in (*pair.canonical, *pair.before)}
    known = [(text, "", stands) for text, stands in texts.items()]
    known += [
        (text, ". ".join(pair.before), stands_of(pair))
        for pair in pairs
        if pair.before
        for text in pair.canonical[:1]
    ]
    for text, before, stands in dict.fromkeys(known):
        best = read(text)[0]
        if best.is_full:
            yield ReadingExample(Prompt(text, before, stands=stands), best.program)


def negative_examples(pairs: Iterable[Pair], seed: int = 0) -> Iterator[ReadingExample]:
    """Requests about other topics, and words in disorder, as orders and as answers: no program."""
    rng = random.Random(seed)
    texts = [example.text for _, example in omissions(seed)]
    words = sorted({word for text in texts for word in text.lower().split() if word.isalpha()})
    answered = [pair for pair in pairs if pair.kind == "answer"]
    worlds = [stands_of(pair) for pair in answered] or [""]
    for text in texts:
        jumble = " ".join(_odd_words(rng, words))
        yield ReadingExample(Prompt(text, stands=rng.choice(worlds)), ())
        yield ReadingExample(Prompt(jumble, stands=rng.choice(worlds)), ())
        if answered:
            pair = rng.choice(answered)
            said = rng.choice((text, jumble))
            asked = Prompt(said, order=pair.order, question=pair.question, stands=stands_of(pair))
            yield ReadingExample(asked, ())


def _odd_words(rng: random.Random, words: Sequence[str]) -> Iterator[str]:
    """Words of other requests, unknown words, and now and then a colour behind them."""
    for i in range(rng.randint(1, 4)):
        if rng.random() < 0.6:
            yield rng.choice(words)
        elif i and rng.random() < 0.3:
            yield rng.choice(COLOURS)
        else:
            yield "".join(rng.choice(LETTERS) + rng.choice("aeiou") for _ in range(rng.randint(1, 3)))


def read_examples(rows: Iterable[tuple[str, World]]) -> Iterator[ReadingExample]:
    """Recorded instructions and their sentences, each once in the first of its worlds, if the grammar reads
    them completely.
    """
    known: dict[str, World] = {}
    for text, world in rows:
        for sentence in (text, *re.split(r"(?<=[.!?])\s+", text)):
            known.setdefault(sentence.strip(), world)
    for text, world in known.items():
        best = read(text)[0] if text else None
        if best is not None and best.is_full:
            yield ReadingExample(Prompt(text, stands=inventory(world)), best.program)


def sampled_examples(count: int, seed: int = 0, worlds: Sequence[str] = ("",)) -> Iterator[ReadingExample]:
    """Programs drawn from the grammar with its words, half of them of the common kinds, in any of the
    `worlds`, as inventories.
    """
    rng = random.Random(seed)
    while count:
        kind = "Command" if rng.random() < 0.5 else rng.choices(KINDS, COMMON)[0]
        found = sample(kind, rng, common=rng.random() < 0.5)
        if found is not None and len(found[1]) <= LONGEST_SAMPLE:
            count -= 1
            program = found[0] if isinstance(found[0], tuple) else (found[0],)
            yield ReadingExample(Prompt(spaced(found[1]), stands=rng.choice(worlds)), program)
