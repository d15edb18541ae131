"""When to ask: baselines, ablations, changed input, and reasons.

The first table judges every row out of fold, with everything chosen inside the training folds; all models
use the same folds. Intervals are 95 % bootstraps over groups of equal instructions. The second table gives
the classifier another row's world, an empty world, or permuted colours. The third says how often its
reasons name what a person asked about. Trained networks are kept in `--work`, so that a killed run resumes,
and a run after `python -m pipelines.train clarity` trains less.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from tqdm import tqdm

from cq.clarity.classifier import inputs
from cq.clarity.examples import ClarityRows, clarity_rows
from cq.clarity.training import OutOfFold, Recipe, out_of_fold
from cq.cli.tables import print_table
from cq.data import load_singleturn
from cq.encoder.backbone import Backbone, RememberingBackbone
from cq.language.grounding import KINDS, findings
from cq.language.kinds import QUESTION_KINDS
from cq.metrics import average_precision, macro_f1
from cq.modeling.checkpoints import Workshop
from cq.world import World
from cq.world.augmentation import colours_dealt, permute_colours, permute_world
from eval.clarity.baselines import always_clear, fine_tuned, logistic
from eval.clarity.scores import Scores, clarity_scores
from eval.options import Data, Out, Samples, Work
from eval.output import write_json

Array = npt.NDArray[Any]
WORK = Path("runs/clarity")


def main(
    data: Data = None,
    samples: Samples = 1000,
    work: Work = WORK,
    slow: Annotated[bool, typer.Option(help="Also fine-tune MiniLM on the instructions alone.")] = True,
    out: Out = None,
) -> None:
    dataset = load_singleturn(data)
    backbone = RememberingBackbone(Backbone.load())
    rows = clarity_rows(dataset, backbone)
    checkpoints = Workshop(work)
    ours = out_of_fold(rows.x, rows.targets, rows.folds, Recipe(explicit=rows.explicit), checkpoints)
    table = _ablation(rows, ours, checkpoints, backbone, samples, slow)
    print_table(f"When to ask, {len(dataset):,} rows, out of fold", table)
    probes = _probes(rows, ours, backbone)
    print_table("The classifier on changed input, out of fold", probes)
    reasons = _reasons(rows, dataset["question"][:])
    print_table("Reasons against the question a person asked", reasons)
    write_json(out, {"ablation": table, "probes": probes, "reasons": reasons})


def _ablation(
    rows: ClarityRows, ours: OutOfFold, checkpoints: Workshop, backbone: Backbone, samples: int, slow: bool
) -> dict[str, Scores]:
    recipe = Recipe(explicit=rows.explicit)
    text, explicit = rows.x[:, : -rows.explicit], rows.x[:, -rows.explicit :]
    last = text[:, -backbone.width :]

    def predict(x: Array, recipe: Recipe) -> OutOfFold:
        return out_of_fold(x, rows.targets, rows.folds, recipe, checkpoints)

    models: dict[str, Callable[[], OutOfFold]] = {
        "always clear": lambda: always_clear(rows),
        "words: last layer, logistic regression": lambda: logistic(last, rows),
        "words: all layers, logistic regression": lambda: logistic(text, rows),
        "words: top layers of MiniLM fine-tuned": lambda: fine_tuned(backbone, rows),
        "words: all layers, networks": lambda: predict(text, replace(recipe, explicit=0)),
        "findings alone, networks": lambda: predict(explicit, replace(recipe, explicit_weight=1.0)),
        "words + findings (ours)": lambda: ours,
        "words + findings + second builds": lambda: predict(rows.x, replace(recipe, rebuilt_weight=0.5)),
        "words + findings + second builds + question kinds": lambda: predict(
            rows.x, replace(recipe, rebuilt_weight=0.5, kinds_weight=0.5)
        ),
    }
    if not slow:
        del models["words: top layers of MiniLM fine-tuned"]
    table = {}
    for name, predictions in tqdm(models.items(), desc="models", disable=None):
        table[name] = clarity_scores(rows, predictions(), samples)
        tqdm.write(f"  {name}: {table[name]['macro-F1']}")
    return table


def _probes(rows: ClarityRows, ours: OutOfFold, backbone: Backbone) -> dict[str, Scores]:
    """Each fold's classifier, given changed worlds or colours."""
    rng = np.random.default_rng(0)
    n = len(rows.instructions)
    other = [rows.worlds[i] for i in rng.permutation(n)]
    permutations = [colours_dealt(random.Random(i)) for i in range(n)]
    texts = [permute_colours(text, new) for text, new in zip(rows.instructions, permutations, strict=True)]
    worlds = [permute_world(world, new) for world, new in zip(rows.worlds, permutations, strict=True)]
    given = {
        "as recorded": rows.x,
        "another row's world": inputs(backbone, rows.instructions, other),
        "empty world": inputs(backbone, rows.instructions, [World.parse()] * n),
        "colours permuted in both": inputs(backbone, texts, worlds),
    }
    return {name: _probe(rows, ours, x) for name, x in given.items()}


def _probe(rows: ClarityRows, ours: OutOfFold, x: Array) -> Scores:
    p, decided = np.zeros(len(x)), np.zeros(len(x), dtype=bool)
    for k, fitted in ours.fitted.items():
        held = rows.folds == k
        p[held] = fitted.probabilities(x[held])
        decided[held] = p[held] > fitted.threshold
    return {
        "macro-F1": round(macro_f1(rows.targets.unclear, decided), 3),
        "average precision": round(average_precision(rows.targets.unclear, p), 3),
        "mean change of p": round(float(np.abs(p - ours.p_unclear).mean()), 3),
    }


def _reasons(rows: ClarityRows, questions: list[str | None]) -> dict[str, Scores]:
    """Of the rows with a question, the share whose reasons include a kind of that question. Another row's
    reasons show what chance gives.
    """
    chosen = [i for i, q in enumerate(questions) if q and rows.targets.kinds[i].any()]
    named = [{KINDS[f.kind] for f in findings(rows.instructions[i], rows.worlds[i].grid)} for i in chosen]
    others = [named[i] for i in np.random.default_rng(0).permutation(len(named))]
    kinds = list(QUESTION_KINDS)
    wanted = [{kinds[j] for j in np.flatnonzero(rows.targets.kinds[i])} for i in chosen]

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
