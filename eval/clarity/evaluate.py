"""When to ask: baselines, and what each input is worth.

Every row is judged out of fold, with everything chosen inside the training folds; all models use the same
folds. Intervals are 95 % bootstraps over groups of equal instructions. Trained networks are kept in `--work`,
so that a killed run resumes, and a run after `cq train clarity` trains less.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy.typing as npt
from tqdm import tqdm

from cq.clarity.examples import ClarityExamples, clarity_examples
from cq.clarity.training import OutOfFoldPredictions
from cq.data import load_singleturn
from cq.encoder.backbone import Backbone
from cq.metrics import average_precision, bootstrap_interval, expected_calibration_error, macro_f1
from cq.modeling.checkpoints import CheckpointStore
from eval.clarity.baselines import always_clear, logistic, networks_of
from eval.options import CLARITY_WORK, Data, Out, RowsOut, Samples, Work
from eval.output import show, write_rows

Scores = dict[str, Any]


def main(
    data: Data = None,
    samples: Samples = 1000,
    work: Work = CLARITY_WORK,
    rows: RowsOut = None,
    out: Out = None,
) -> None:
    backbone, store = Backbone.load(), CheckpointStore(work)
    examples = clarity_examples(load_singleturn(data), backbone)
    words = examples.x.words

    x_of_words = replace(examples.x, ngrams=0 * examples.x.ngrams, findings=0 * examples.x.findings)
    words_alone = replace(examples, x=x_of_words)
    models: dict[str, Callable[[], OutOfFoldPredictions]] = {
        "always clear": lambda: always_clear(examples),
        "words (last layer), logistic regression": lambda: logistic(words[:, -backbone.width :], examples),
        "words (all layers), logistic regression": lambda: logistic(words, examples),
        "words (all layers), networks": lambda: networks_of(words_alone, store),
        "words + n-grams + findings of the language (cq)": lambda: networks_of(examples, store),
    }
    table: dict[str, Scores] = {}
    for name, predictions in tqdm(models.items(), desc="models", disable=None):
        ours = predictions()  # The last model is that of cq.
        table[name] = clarity_scores(examples, ours, samples)
        tqdm.write(f"  {name}: {table[name]['macro-F1']}")
    write_rows(
        rows, fold=examples.folds, p_unclear=ours.p_unclear, is_unclear=ours.unclear, label=examples.unclear
    )
    unclear = int(examples.unclear.sum())
    show({f"When to ask, {len(words):,} rows, {unclear} unclear": table}, out)


def clarity_scores(examples: ClarityExamples, predictions: OutOfFoldPredictions, samples: int) -> Scores:
    """Macro-F1, average precision and calibration error of one model."""
    unclear = examples.unclear

    def interval(metric: Callable[..., float], predicted: npt.NDArray[Any]) -> str:
        return str(bootstrap_interval(metric, unclear, predicted, groups=examples.groups, samples=samples))

    return {
        "macro-F1": interval(macro_f1, predictions.unclear),
        "average precision": interval(average_precision, predictions.p_unclear),
        "calibration error": round(expected_calibration_error(unclear, predictions.p_unclear), 3),
    }
