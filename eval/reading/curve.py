"""How much more pairs help: programs that the network reads exactly, by the number of pairs it is trained on.

All networks start from one that has read sampled orders and negatives alone, and read as many rows, so that
only the number of different pairs differs. Texts are read without the blocks in the world. Those that count
are by writers of whom no network reads anything. Finished rounds are kept in `--cache`.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import torch
import typer

from cq.encoder.backbone import Backbone
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.manifest import READING
from cq.reading.network import ReadingNetwork
from cq.reading.pairs import Pair, pairs_by_writer, writers_named
from cq.reading.reader import NetworkReader
from cq.training.reading import ReaderTrainingConfig, fit_reader
from cq.training.reading_examples import (
    ReadingExample,
    canonical_examples,
    examples_of,
    joined_examples,
    negative_examples,
    sampled_examples,
    sentence_examples,
)
from eval.options import Out
from eval.output import show
from eval.reading.evaluate import PAIRS

UNSEEN = ("w19", "w21", "w26", "w27", "w28", "w29", "w38", "w55", "w59", "w63")
SIZES = (0, 500, 5_000, 20_000)
ROWS, BASE_ROUNDS, ROUNDS = 4_000, 3, 4
TEXTS, LONGEST = 600, 260
SAMPLES_PER_ROW = 5
BASE_SHARES = (0.0, 0.0, 0.0, 0.0, 0.9, 0.1, 0.0)
SHARES = (0.72, 0.06, 0.1, 0.0, 0.05, 0.04, 0.03)
BATCH = 32

Sources = list[list[ReadingExample]]


def main(
    sizes: Annotated[list[int] | None, typer.Argument(help=f"Numbers of pairs. Default: {SIZES}.")] = None,
    rows: Annotated[int, typer.Option(min=1, help="Rows of a round.")] = ROWS,
    texts: Annotated[int, typer.Option(min=1, help="Texts that count.")] = TEXTS,
    unseen: Annotated[
        list[str] | None, typer.Option(help=f"Writers of the texts that count. Default: {', '.join(UNSEEN)}.")
    ] = None,
    cache: Annotated[Path | None, typer.Option(help="A folder for finished rounds.")] = None,
    out: Out = None,
) -> None:
    writers = pairs_by_writer(PAIRS.glob("*.jsonl"))
    held_out = {*writers_named(unseen or UNSEEN, writers)}
    seen = [(name, pair) for name, pairs in writers.items() if name not in held_out for pair in pairs]
    random.Random(0).shuffle(seen)
    counted = [example for name in sorted(held_out) for example in _short(examples_of(writers[name]))]
    random.Random(1).shuffle(counted)
    config, backbone, store = ReaderTrainingConfig(rows=rows), Backbone.load(), CheckpointStore(cache)
    tokens = NetworkReader.load(WEIGHTS / READING, backbone)[0].network.syntax.tokens
    sampled = _short(sampled_examples(SAMPLES_PER_ROW * rows))
    torch.manual_seed(config.seed)
    begin = fit_reader(
        _sources([], sampled),
        backbone,
        replace(config, rounds=BASE_ROUNDS, shares=BASE_SHARES),
        store,
        ReadingNetwork(backbone, tokens, config.network),
    )
    table = {}
    for size in sizes or SIZES:
        network, settings = copy.deepcopy(begin), replace(config, rounds=ROUNDS, shares=SHARES)
        if size:
            network = fit_reader(_sources(seen[:size], sampled), backbone, settings, store, network)
        table[f"{size:,} pairs"] = {"exact programs": round(_exact(network.eval(), counted[:texts]), 3)}
        typer.echo(f"{size} pairs: {table[f'{size:,} pairs']}", err=True)
    show({"Learning curve": table}, out, rows=rows, texts=texts)


def _sources(some: Sequence[tuple[str, Pair]], sampled: list[ReadingExample]) -> Sources:
    """The examples of the sources of `fit_reader`, with sampled orders and without recordings."""
    pairs = [pair for _, pair in some]
    by_writer: dict[str, list[ReadingExample]] = {}
    for name, pair in some:
        by_writer.setdefault(name, []).extend(_short(examples_of([pair])))
    return [
        [example for examples in by_writer.values() for example in examples],
        _short(sentence_examples(pairs)),
        _short(canonical_examples(pairs)),
        [],
        sampled,
        _short(negative_examples(pairs)),
        list(joined_examples(by_writer.values(), len(sampled))),
    ]


def _short(examples: Iterable[ReadingExample]) -> list[ReadingExample]:
    """Short examples, without the blocks in the world."""
    bare = (replace(example, prompt=replace(example.prompt, stands="")) for example in examples)
    return [example for example in bare if len(example.prompt.line) < LONGEST]


def _exact(network: ReadingNetwork, examples: Sequence[ReadingExample]) -> float:
    """The share of texts of which the likeliest program is the right one."""
    rows = sorted((example.renamed() for example in examples), key=lambda row: len(row[0]))
    right = 0
    for i in range(0, len(rows), BATCH):
        some = rows[i : i + BATCH]
        found = network.read([line for line, _ in some], 1)
        for best, (_, program) in zip(found, some, strict=True):
            right += bool(best) and [*best[0].tokens] == program
    return right / len(rows)
