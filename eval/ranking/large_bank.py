"""Time and memory with a question bank of any size.

Synthetic questions are generated from templates, indexed once in a temporary cache folder, and ranked for the
reference instructions. The two BM25 engines are timed on the same words.
"""

from __future__ import annotations

import itertools
import os
import random
import resource
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer
from rank_bm25 import BM25Okapi

from cq import QuestionBank, World
from cq.cli.tables import print_table
from cq.pipeline import Pipeline
from cq.ranking import QuestionRanker
from cq.ranking.first_stage import BM25, tokenize
from cq.ranking.hubness import anchor_instructions
from cq.world import COLOURS
from eval.options import Out
from eval.output import write_json
from eval.speed.latency import WORLD
from eval.speed.timing import median_seconds, seconds

SHAPES = "block tower column row line wall stack square corner bridge arch staircase pillar cross".split()
NUMBERS = "two three four five six seven eight nine ten".split()
SIDES = "north of,south of,east of,west of,next to,on top of,behind,in front of,left of,right of".split(",")
FORMS = (
    "Which {colour} {shape} do you mean, the one {side} the {other} {form}?",
    "How many {colour} blocks should the {shape} {side} the {other} {form} have?",
    "What color should the {number} blocks {side} the {colour} {shape} be?",
    "Should the {colour} {shape} stand {side} the {other} {form} or {side2} it?",
    "I see {number} {colour} {shape}s, which one is {side} the {other} {form}?",
    "There is no {colour} {shape} {side} the {other} {form}, where should the {number} blocks go?",
    "Is the {colour} {shape} {number} blocks high or {number2} blocks long {side} the {other} {form}?",
)


def large_bank(size: int, seed: int = 0) -> QuestionBank:
    """A bank of `size` different synthetic questions."""
    rng = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < size:
        words = {"colour": COLOURS, "other": COLOURS, "shape": SHAPES, "form": SHAPES}
        words |= {"number": NUMBERS, "number2": NUMBERS, "side": SIDES, "side2": SIDES}
        chosen = {name: rng.choice(choices) for name, choices in words.items()}
        found[rng.choice(FORMS).format(**chosen)] = None
    return QuestionBank.parse(list(found))


def main(
    size: Annotated[int, typer.Option(help="Questions in the bank.")] = 100_000,
    out: Out = None,
) -> None:
    bank, world = large_bank(size), World.parse(WORLD)
    texts = itertools.cycle(anchor_instructions())
    # The first ranking loads the weights and encodes the anchor instructions, which is not measured.
    pipeline = Pipeline.from_pretrained()
    pipeline.rank(None, next(texts), world)
    with tempfile.TemporaryDirectory() as cache:
        os.environ["CQ_CACHE"] = cache
        measured: dict[str, Any] = {"indexing, once, s": seconds(lambda: _index(pipeline, bank))}
        measured["on disk, GB"] = sum(p.stat().st_size for p in Path(cache).rglob("*") if p.is_file()) / 1e9
        pipeline = Pipeline.from_pretrained()
        measured["in a later process, s"] = seconds(lambda: _index(pipeline, bank))
        measured["a query, warm, median, s"] = median_seconds(
            lambda: pipeline.rank(bank, next(texts), world, top_k=20)
        )
    bm25s = BM25(bank.questions)
    slow = BM25Okapi([tokenize(q) for q in bank.questions])
    measured["BM25 alone, bm25s, s"] = median_seconds(lambda: bm25s.scores(next(texts)))
    measured["BM25 alone, rank_bm25, s"] = median_seconds(lambda: slow.get_scores(tokenize(next(texts))), 10)
    measured["peak memory, GB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e9
    rounded = {name: {"value": round(value, 4)} for name, value in measured.items()}
    print_table(f"A bank of {size:,} questions", rounded)
    write_json(out, rounded)


def _index(pipeline: Pipeline, bank: QuestionBank) -> None:
    assert isinstance(pipeline.ranker, QuestionRanker)
    pipeline.ranker.index(bank)
