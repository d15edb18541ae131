"""The report's section on when to ask."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from cq.clarity.examples import ClarityExamples, clarity_examples
from cq.clarity.training import ClarityTrainingConfig, OutOfFoldPredictions, predict_out_of_fold
from cq.encoder.backbone import Backbone
from cq.language.questions import AMBIGUITY_KINDS
from cq.metrics import bootstrap_interval, macro_f1
from cq.modeling.checkpoints import CheckpointStore
from eval.clarity.baselines import always_clear, logistic
from eval.clarity.scores import clarity_scores
from eval.comparison.run import Run
from eval.report.plots import precision_recall, reliability, worlds
from eval.report.report import Report, quoted
from eval.report.sections.slices import by_length

PUBLISHED = {
    "third place of the 2022 track, on its hidden test": {"macro-F1": "0.757"},
    "DeBERTa-v3-base, five folds, counts of blocks by level; instructions on both sides": {
        "macro-F1": "0.72"
    },
}
WORST = 4


def clarity_section(
    report: Report, dataset: Any, backbone: Backbone, work: Path, runs: Path, samples: int
) -> None:
    """Add tables, curves and the worst errors; save the runs of the baselines and of cq."""
    examples = clarity_examples(dataset, backbone)
    config = ClarityTrainingConfig()
    last = examples.x.words[:, -backbone.width :]
    models = {
        "always clear": always_clear(examples),
        "words (last layer), logistic regression": logistic(last, examples),
        "cq": predict_out_of_fold(
            examples.x, examples.targets, examples.folds, config, CheckpointStore(work)
        ),
    }
    for name, model in models.items():
        _run(name, examples, model, dataset).save(runs / f"clarity, {name}.json")
    predictions, unclear = models["cq"], examples.targets.unclear
    report.section("When to ask", "python -m eval clarity", "python -m eval track --folds")
    report.text(
        f"{len(unclear):,} rows, of which {int(unclear.sum()):,} are unclear. Each is judged by a model "
        "that was trained, with its threshold, on the other folds."
    )
    scores = {name: clarity_scores(examples, model, samples) for name, model in models.items()}
    report.table_with_published("model", PUBLISHED, scores)
    report.figure(
        "reliability",
        "Reliability of cq, ten bins of equally many rows",
        partial(reliability, truth=unclear, p=predictions.p_unclear),
    )
    curves = {name: model.p_unclear for name, model in models.items() if name != "always clear"}
    report.figure(
        "precision-recall",
        "Precision and recall of “unclear”; the line is the share of unclear rows",
        partial(precision_recall, truth=unclear, by_name=curves),
    )
    report.table(
        "words in the instruction",
        by_length(examples.instructions, partial(_slice, examples, predictions, samples)),
    )
    report.table("what the person asked about", _by_kind(examples, predictions))
    _errors(report, examples, predictions, dataset["question"][:])


def _run(name: str, examples: ClarityExamples, model: OutOfFoldPredictions, dataset: Any) -> Run:
    columns = {
        "unclear": examples.targets.unclear.astype(int),
        "predicted": np.asarray(model.unclear).astype(int),
        "p_unclear": np.asarray(model.p_unclear),
    }
    keys = [f"{i} {game}" for i, game in enumerate(dataset["game_id"][:])]
    return Run("clarity", name, keys, examples.groups.tolist(), columns)


def _slice(
    examples: ClarityExamples, predictions: OutOfFoldPredictions, samples: int, of: Any
) -> dict[str, Any]:
    unclear = examples.targets.unclear[of]
    f1 = bootstrap_interval(
        macro_f1, unclear, predictions.unclear[of], groups=examples.groups[of], samples=samples
    )
    return {"rows": int(of.sum()), "unclear": int(unclear.sum()), "macro-F1": str(f1)}


def _by_kind(examples: ClarityExamples, predictions: OutOfFoldPredictions) -> dict[str, dict[str, Any]]:
    """By kind of question: the share of the unclear rows that the classifier finds."""
    table = {}
    kinds = np.asarray(examples.targets.kinds) > 0
    for name, of in [*zip(AMBIGUITY_KINDS, kinds.T, strict=True), ("none of these", ~kinds.any(axis=1))]:
        chosen = of & (examples.targets.unclear == 1)
        if chosen.any():
            table[name] = {
                "unclear rows": int(chosen.sum()),
                "found": f"{predictions.unclear[chosen].mean():.3f}",
                "mean p": f"{predictions.p_unclear[chosen].mean():.3f}",
            }
    return table


def _errors(
    report: Report, examples: ClarityExamples, predictions: OutOfFoldPredictions, questions: list[str | None]
) -> None:
    report.text("**Worst errors.** The wrong answers with the most extreme probabilities, one per wording.")
    wrong = np.flatnonzero(predictions.unclear != (examples.targets.unclear == 1))
    worst = wrong[
        np.argsort(-np.abs(predictions.p_unclear[wrong] - examples.targets.unclear[wrong]), kind="stable")
    ]
    shown: set[str] = set()
    table: dict[str, dict[str, Any]] = {}
    for i in worst.tolist():
        same_label = sum(row["label"] == _label(examples, i) for row in table.values())
        if examples.groups[i] in shown or same_label == WORST:
            continue
        shown.add(examples.groups[i])
        table[quoted(examples.instructions[i])] = {
            "label": _label(examples, i),
            "p": f"{predictions.p_unclear[i]:.3f}",
            "question": quoted(questions[i] or "–"),
        }
        if len(table) == 2 * WORST:
            break
    if not table:
        report.text("There are none.")
        return
    report.table("instruction", table)
    first = worst[0]
    drawn = {quoted(examples.instructions[first]).strip("`"): examples.worlds[first].grid}
    report.figure("clarity-error", "The world of the first of them", partial(worlds, grids=drawn), 4.5, 4.5)


def _label(examples: ClarityExamples, i: int) -> str:
    return "unclear" if examples.targets.unclear[i] else "clear"
