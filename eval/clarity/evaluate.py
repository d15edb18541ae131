"""When to ask: baselines, ablations, and reasons.

The first table judges every row out of fold, with everything chosen inside the training folds; all models
use the same folds. Intervals are 95 % bootstraps over groups of equal instructions. The second table says
how often its reasons name what a person asked about. Trained networks are kept in `--work`, so that a killed
run resumes, and a run after `cq train clarity` trains less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from cq.clarity.examples import ClarityExamples, clarity_examples
from cq.clarity.training import ClarityTrainingConfig, OutOfFoldPredictions, predict_out_of_fold
from cq.cli.tables import print_table
from cq.data import load_singleturn
from cq.encoder.backbone import Backbone
from cq.language.questions import AMBIGUITY_KINDS, KIND_OF
from cq.meaning.grounded import ground
from cq.modeling.checkpoints import CheckpointStore
from eval.clarity.baselines import always_clear, logistic
from eval.clarity.scores import Scores, clarity_scores
from eval.options import CLARITY_WORK, Data, Out, Samples, Work
from eval.output import write_json

Array = npt.NDArray[Any]


def main(
    data: Data = None,
    samples: Samples = 1000,
    work: Work = CLARITY_WORK,
    out: Out = None,
) -> None:
    dataset = load_singleturn(data)
    backbone = Backbone.load()
    examples = clarity_examples(dataset, backbone)
    store = CheckpointStore(work)
    config = ClarityTrainingConfig()
    out_of_fold = predict_out_of_fold(examples.x, examples.targets, examples.folds, config, store)
    table = _ablation(examples, out_of_fold, config, store, backbone, samples)
    print_table(f"When to ask, {len(dataset):,} rows, out of fold", table)
    reasons = _reasons(examples, dataset["question"][:])
    print_table("Reasons against the question a person asked", reasons)
    write_json(out, {"ablation": table, "reasons": reasons})


def _ablation(
    examples: ClarityExamples,
    out_of_fold: OutOfFoldPredictions,
    config: ClarityTrainingConfig,
    store: CheckpointStore,
    backbone: Backbone,
    samples: int,
) -> dict[str, Scores]:
    x, words = examples.x, examples.x.words

    def predict(groups: Iterable[str]) -> OutOfFoldPredictions:
        """With some groups of features, and 0 for all others."""
        zeros = {name: 0 * getattr(x, name) for name in {"words", "findings", "ngrams"} - set(groups)}
        return predict_out_of_fold(replace(x, **zeros), examples.targets, examples.folds, config, store)

    models: dict[str, Callable[[], OutOfFoldPredictions]] = {
        "always clear": lambda: always_clear(examples),
        "words (last layer), logistic regression": lambda: logistic(words[:, -backbone.width :], examples),
        "words (all layers), logistic regression": lambda: logistic(words, examples),
        "words (all layers), networks": lambda: predict(["words"]),
        "n-grams, linear": lambda: predict(["ngrams"]),
        "findings alone": lambda: predict(["findings"]),
        "words + findings": lambda: predict(["words", "findings"]),
        "n-grams + findings": lambda: predict(["ngrams", "findings"]),
        "words + n-grams + findings (cq)": lambda: out_of_fold,
    }
    table = {}
    for name, predictions in tqdm(models.items(), desc="models", disable=None):
        table[name] = clarity_scores(examples, predictions(), samples)
        tqdm.write(f"  {name}: {table[name]['macro-F1']}")
    return table


def _reasons(examples: ClarityExamples, questions: list[str | None]) -> dict[str, Scores]:
    """Of the rows with a question, the share whose reasons include a kind of that question. Another row's
    reasons show what chance gives.
    """
    chosen = [i for i, q in enumerate(questions) if q and examples.targets.kinds[i].any()]
    grounded = ground([examples.instructions[i] for i in chosen], [examples.worlds[i] for i in chosen])
    named = [{KIND_OF[open_thing.question_type] for open_thing in one.evidence} for one in grounded]
    others = [named[i] for i in np.random.default_rng(0).permutation(len(named))]
    kinds = list(AMBIGUITY_KINDS)
    wanted = [{kinds[j] for j in np.flatnonzero(examples.targets.kinds[i])} for i in chosen]

    def shares(wanted: list[set[str]]) -> Scores:
        met = {
            column: np.mean([bool(f & w) for f, w in zip(found, wanted, strict=True) if w])
            for column, found in (("reasons given", named), ("another row's reasons", others))
        }
        return {"rows": sum(map(bool, wanted))} | {column: round(float(r), 3) for column, r in met.items()}

    table = {"a kind of the question": shares(wanted)}
    for kind in kinds:
        table[f"the kind {kind}, where asked for"] = shares([w & {kind} for w in wanted])
    return table
