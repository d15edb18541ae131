"""The training data of the reading network: wordings by many writers, recordings, and sampled programs."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial

import numpy as np
import torch

from cq.building.synthetic.noise import disturbed
from cq.building.synthetic.tasks import COMMON, KINDS
from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.files.digests import fingerprint
from cq.language.lexicon import speaking_of
from cq.language.program import Program
from cq.language.reading import read
from cq.language.sampling import sample
from cq.language.say import spaced
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.trainer import ResumableTrainer
from cq.reading.cases import Case, built_by, cases_of, noise_of
from cq.reading.considered import FEATURES, sources
from cq.reading.instruction import heard_in
from cq.reading.inventory import inventory
from cq.reading.judge import Judge, Judged
from cq.reading.linear import linear, vocabulary
from cq.reading.messages import orders_before
from cq.reading.network import MAX_LENGTH, NetworkConfig, ReadingNetwork
from cq.reading.pairs import Pair, writers_named
from cq.reading.prompt import BESIDE, Prompt, clauses_of, renamed, renamed_program, renaming, sentences_of
from cq.reading.reader import NetworkReader, rounded
from cq.reading.readers import Readers, is_for_network
from cq.training.omissions import omissions
from cq.training.trained import Trained
from cq.world import World
from cq.world.palette import COLOURS

STRENGTH = 0.3
"""The inverse of the penalty on the weights of the judge."""
SIMILAR = 12
"""Batches that are sorted by text length, then divided by program length."""
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


@dataclass(frozen=True)
class ReaderTrainingConfig:
    """`rounds` of `rows` examples each, drawn by `shares` from pairs, sentences of messages, canonical
    orders, recordings, samples, negatives, joined orders; `disturbed` is the share of the sampled and
    recorded ones with typing noise. The learning rates are for the decoder and the encoder's upper layers;
    they rise over `warmup` of the steps and fall to 0.
    """

    rounds: int = 24
    rows: int = 8_000
    batch_size: int = 32
    shares: tuple[float, ...] = (0.5, 0.12, 0.09, 0.08, 0.05, 0.04, 0.12)
    samples: int = 20_000
    disturbed: float = 0.3
    learning_rate: float = 8e-4
    encoder_rate: float = 1.5e-4
    warmup: float = 0.02
    seed: int = 0
    network: NetworkConfig = field(default_factory=NetworkConfig)


Row = tuple[str, list[int]]


def fit_reader(
    sources: Sequence[Sequence[ReadingExample]],
    backbone: Backbone,
    config: ReaderTrainingConfig = ReaderTrainingConfig(),
    store: CheckpointStore | None = None,
    initial: ReadingNetwork | None = None,
) -> ReadingNetwork:
    """Fit a network on examples of the sources, weighed by `config.shares`. Each round is kept in `store`,
    from which a killed job continues to the same weights. `initial` is a network to start from.
    """
    lines = [[example.renamed() for example in source] for source in sources]
    tokens = (
        vocabulary(program for source in lines for _, program in source)
        if initial is None
        else initial.syntax.tokens
    )
    ids = {token: i for i, token in enumerate(tokens)}
    rows = [
        [(line, [ids[token] for token in program]) for line, program in source if _fits(program, ids)]
        for source in lines
    ]

    def batches(epoch: int) -> tuple[int, Iterable[list[Row]]]:
        rng = random.Random(config.seed * 1000 + epoch)
        drawn = [_disturbed(rng, config, at, row) for at, row in _drawn(rng, rows, config)]
        drawn.sort(key=lambda row: len(row[0]))
        size, found = config.batch_size, []
        for i in range(0, len(drawn), SIMILAR * size):  # Batches of similar text and program length.
            some = sorted(drawn[i : i + SIMILAR * size], key=lambda row: len(row[1]))
            found += [some[j : j + size] for j in range(0, len(some), size)]
        rng.shuffle(found)
        return len(found), found

    trainer = ResumableTrainer(
        lambda: ReadingNetwork(backbone, tokens, config.network),
        partial(_optimizer, config),
        lambda done, total: min((done + 1) / (config.warmup * total), 1 - done / total),
        batches,
        _loss,
        seed=config.seed,
    )
    key = fingerprint("reader", backbone.encoder.digest(), config, tokens, rows, initial is not None)
    return trainer.fit(config.rounds, key, store, initial)


def _drawn(
    rng: random.Random, sources: Sequence[Sequence[Row]], config: ReaderTrainingConfig
) -> Iterator[tuple[int, Row]]:
    """As many rows of each source as its share; a small one is repeated, of a large one a part is drawn."""
    for at, (source, share) in enumerate(zip(sources, config.shares, strict=True)):
        count = round(share * config.rows)
        while count and source:
            part = rng.sample(source, min(count, len(source)))
            count -= len(part)
            yield from ((at, row) for row in part)


def _disturbed(rng: random.Random, config: ReaderTrainingConfig, source: int, row: Row) -> Row:
    share = config.disturbed if 2 < source < 5 else config.disturbed / 3
    line, program = row
    text, beside, stands = line.partition(f"{BESIDE}stands: ")
    if rng.random() < WITHOUT:
        beside, stands = "", ""
    if BESIDE not in text and rng.random() < share:
        text = disturbed(rng, text)
    return text + beside + stands, program


def _fits(program: Sequence[str], ids: dict[str, int]) -> bool:
    return len(program) < MAX_LENGTH and all(token in ids for token in program)


def _optimizer(config: ReaderTrainingConfig, network: ReadingNetwork) -> torch.optim.AdamW:
    upper = [parameter for name, parameter in network.named_parameters() if name.startswith("upper.")]
    rest = [parameter for name, parameter in network.named_parameters() if not name.startswith("upper.")]
    return torch.optim.AdamW(
        [{"params": upper, "lr": config.encoder_rate}, {"params": rest, "lr": config.learning_rate}],
        weight_decay=0.01,
        betas=(0.9, 0.98),
    )


def _loss(network: ReadingNetwork, rows: list[Row]) -> torch.Tensor:
    return network.loss([line for line, _ in rows], [program for _, program in rows])


def train_reading(
    writers: Mapping[str, Sequence[Pair]],
    held_out: Sequence[str],
    measured: Sequence[str],
    rows: Iterable[tuple[str, World]],
    backbone: Backbone,
    config: ReaderTrainingConfig,
    store: CheckpointStore | None = None,
) -> Trained[Readers]:
    """The readers of a pipeline: the network on the pairs of all writers except those `held_out`, which fit
    the judge, and those `measured`, which are not used at all; on recorded `rows` (text, world) and on
    sampled orders.

    Raises `InputError` for a name that begins no writer's, or fewer than two writers for the judge.
    """
    kept, unseen = {*writers_named(held_out, writers)}, {*writers_named(measured, writers)}
    if len(kept) < 2:
        raise InputError(f"the judge is fitted on {sorted(kept)}; hold out two writers or more")
    pairs = [pair for writer, some in writers.items() if writer not in kept | unseen for pair in some]
    by_writer = [list(examples_of(some)) for writer, some in writers.items() if writer not in kept | unseen]
    sources = [
        [example for some in by_writer for example in some],
        list(sentence_examples(pairs)),
        list(canonical_examples(pairs)),
        list(read_examples(rows)),
        list(sampled_examples(config.samples, config.seed, [stands_of(pair) for pair in pairs] or [""])),
        list(negative_examples(pairs, config.seed)),
        list(joined_examples(by_writer, config.samples, config.seed)),
    ]
    network = NetworkReader(backbone, rounded(fit_reader(sources, backbone, config, store)))
    noise = [example.prompt.text for example in negative_examples((), config.seed)]
    cases = {
        writer: [*cases_of(writers[writer]), *noise_of(writers[writer], noise)] for writer in sorted(kept)
    }
    judge, figures = fit_judge(network, cases)
    info = {"writers": sorted(set(writers) - unseen), "pairs": len(pairs), "out_of_fold": figures}
    return Trained(Readers(network, judge), info)


def fit_judge(
    network: NetworkReader, writers: Mapping[str, Sequence[Case]]
) -> tuple[Judge, dict[str, float]]:
    """The judge of the readings of grammar and network, fitted on cases of writers that the network has not
    seen, and its accuracy on writers that it has not seen, beside the accuracy of the grammar's and the
    network's first readings and of the best of all candidates.
    """
    readers = Readers(network, Judge.even())
    known = {
        writer: [(case.kind, _judged(readers, case)) for case in _read(readers, cases)]
        for writer, cases in writers.items()
    }
    counts, by_network = Counter[str](), FEATURES.index("is the network's first")
    for writer, of_writer in known.items():
        others = [judged for other, some in known.items() if other != writer for _, judged in some]
        judge = Judge.fit(others, STRENGTH)
        for judged in (judged for kind, judged in of_writer if kind == "said"):
            chosen = int(np.argmax(judge.probabilities(judged.sources, judged.values)))
            first = int(np.argmax(judged.values[:, by_network]))
            counts.update(
                pairs=1, grammar=judged.right[0], network=judged.right[first], best=any(judged.right)
            )
            counts.update(judge=judged.right[chosen])
    total = counts.pop("pairs")
    figures = {name: counts[name] / total for name in ("grammar", "network", "judge", "best")}
    return Judge.fit([judged for some in known.values() for _, judged in some], STRENGTH), figures


def _read(readers: Readers, cases: Sequence[Case]) -> Sequence[Case]:
    """The cases that the network may read, read as batches."""
    heard = [heard_in(case.request, case.world) for case in cases]
    readers.prepare([(case.request, case.world, known) for case, known in zip(cases, heard, strict=True)])
    return [case for case, known in zip(cases, heard, strict=True) if is_for_network(case.request, known)]


def _judged(readers: Readers, case: Case) -> Judged:
    found, values = readers.considered(case.request, case.world, heard_in(case.request, case.world))
    return Judged(
        sources(found), values, [case.is_right(candidate) for candidate in found], case.kind != "noise"
    )
