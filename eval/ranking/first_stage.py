"""What the first stage of a large bank passes on to the linear model.

Recorded questions are filled up with synthetic ones. For some recorded instructions the linear model ranks
the whole bank, with the bundled weights; of more than `RANKED` questions those that either stage puts first.
The table gives, for BM25, sentence vectors and both, the share of its first twenty that is among the first of
the stage, and the share of rows whose recorded question is.
"""

from __future__ import annotations

import os
import tempfile
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer

from cq.cli.tables import print_table
from cq.data import load_question_bank, load_singleturn
from cq.meaning.grounded import GroundedInstruction, ground
from cq.pipeline import Pipeline
from cq.progress import progress_bar
from cq.ranking import QuestionRanker
from cq.ranking.features import batch_features
from cq.ranking.large_index import LargeIndex
from cq.ranking.ranker import best_first
from cq.ranking.reading import Anchors
from cq.ranking.training.examples import ranking_examples
from cq.settings import cache_root
from eval.options import Data, Out
from eval.output import write_json
from eval.ranking.synthetic_bank import keep_copies, synthetic_bank

DEPTHS = (50, 100, 200, 400, 800)
FOUND = 20
RANKED = 100_000
DEEP = 10_000
"""Of a larger bank, so many of the first of each stage are ranked by the linear model."""
AT_A_TIME = 1000

Indices = npt.NDArray[np.int64]


def main(
    data: Data = None,
    size: Annotated[int, typer.Option(help="Questions in the bank.")] = 1000,
    read: Annotated[int, typer.Option(help="Questions really read; the others get altered copies.")] = 20_000,
    rows: Annotated[int, typer.Option(help="Instructions, evenly spaced.")] = 100,
    cache: Annotated[str | None, typer.Option(help="Folder of the cache. Default: a temporary one.")] = None,
    out: Out = None,
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CQ_CACHE"] = cache or folder
        os.environ.setdefault("CQ_CACHE_LIMIT", "10000")
        table = _measure(data, size, min(read, size), rows)
    print_table(f"What the first stage passes on, of {size:,} questions", table)
    write_json(out, table)


def _measure(data: Any, size: int, read: int, rows: int) -> dict[str, dict[str, Any]]:
    pipeline = Pipeline.from_pretrained()
    ranker = pipeline.ranker
    assert isinstance(ranker, QuestionRanker)
    recorded = load_question_bank(data)
    bank = synthetic_bank(size, list(recorded.values()))
    anchors = Anchors(ranker.backbone, ranker.token_statistics)
    if read < size and not any((cache_root() / "questions").glob("bank-*")):
        keep_copies(bank, read, anchors)
    index = LargeIndex(bank.questions, anchors)
    examples = ranking_examples(load_singleturn(data))
    examples = examples[:: max(1, len(examples) // rows)][:rows]
    instructions = ground(
        [one.instruction for one in examples], [one.world for one in examples], ranker.backbone
    )
    places = {text: i for i, text in enumerate(bank.questions)}
    asked = [places[recorded[one.positive]] for one in examples]
    stages = [_stages(index, one) for one in instructions]
    best = [
        _best(ranker, index, one, of_row)
        for one, of_row in zip(progress_bar("rows", rows, instructions), stages, strict=True)
    ]
    table: dict[str, dict[str, Any]] = {}
    for name in stages[0]:
        for depth in (depth for depth in DEPTHS if depth < size):
            passed = [set(best_first(row[name], np.arange(size), depth).tolist()) for row in stages]
            shares = [len(of_row & set(found)) / FOUND for of_row, found in zip(passed, best, strict=True)]
            table[f"{name}, first {depth}"] = {
                f"of the linear model's first {FOUND}": round(float(np.mean(shares)), 3),
                "recorded question": round(
                    float(np.mean([one in of_row for one, of_row in zip(asked, passed, strict=True)])), 3
                ),
            }
    return table


def _stages(index: LargeIndex, instruction: GroundedInstruction) -> dict[str, npt.NDArray[Any]]:
    words, cosines = index.word_scores(instruction), index.cosines(instruction)
    return {"BM25": words, "sentence vectors": cosines, "both": index.first_scores(instruction)}


def _best(
    ranker: QuestionRanker,
    index: LargeIndex,
    instruction: GroundedInstruction,
    stages: dict[str, npt.NDArray[Any]],
) -> list[int]:
    """Indices of the linear model's first questions."""
    ties = np.arange(len(index))
    kept = ties
    if len(index) > RANKED:
        kept = np.unique(np.concatenate([best_first(scores, ties, DEEP) for scores in stages.values()]))
    logits = np.empty(len(kept))
    # Evenly spaced parts: features compare each question with the others of its part.
    step = -(-len(kept) // AT_A_TIME)
    for first in range(step):
        part = index.part(kept[first::step])
        (features,) = batch_features(part, [instruction], np.arange(len(part)))
        logits[first::step] = ranker.linear_model(features)
    return [int(i) for i in kept[best_first(logits, kept, FOUND)]]
