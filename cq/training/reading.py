"""Training of the reading network and of the judge of its candidates."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import torch

from cq.building.synthetic.noise import disturbed
from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.files.digests import fingerprint
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.packing import rounded
from cq.modeling.trainer import ResumableTrainer
from cq.reading.cases import Case, cases_of, noise_of
from cq.reading.considered import FEATURES, sources
from cq.reading.instruction import heard_in
from cq.reading.judge import Judge, Judged
from cq.reading.linear import vocabulary
from cq.reading.network import MAX_LENGTH, NetworkConfig, ReadingNetwork
from cq.reading.pairs import Pair, writers_named
from cq.reading.prompt import BESIDE
from cq.reading.reader import NetworkReader
from cq.reading.readers import Readers, is_for_network
from cq.training.reading_examples import (
    WITHOUT,
    ReadingExample,
    canonical_examples,
    examples_of,
    joined_examples,
    negative_examples,
    read_examples,
    sampled_examples,
    sentence_examples,
    stands_of,
)
from cq.training.trained import Trained
from cq.world import World

STRENGTH = 0.3
"""The inverse of the penalty on the weights of the judge."""
SIMILAR = 12
"""Batches that are sorted by text length, then divided by program length."""


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
