"""When to ask, taken apart: `python -m eval.clarity.figures --data PATH`.

Every row of the first table is judged out of fold, everything chosen inside the training folds, on the same
folds; intervals are 95 % bootstraps over groups of equal instructions. Then: what the bundled recipe makes of
the wrong world and of permuted colours, and how often its reasons name what a person asked about. Finished
networks are kept in `--work`, so that a killed run goes on where it was, and one after training reuses its.
"""

from __future__ import annotations

import json
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
from cq.data import load_singleturn
from cq.encoder.backbone import Backbone, RememberingBackbone
from cq.files import write_text
from cq.language.grounding import KINDS, findings
from cq.language.kinds import QUESTION_KINDS
from cq.metrics import (
    average_precision,
    bootstrap_interval,
    expected_calibration_error,
    macro_f1,
    track_bin,
)
from cq.modeling.checkpoints import Workshop
from cq.world import World
from cq.world.augmentation import permute_colours, permute_world, sample_colour_permutation
from eval.clarity.baselines import fine_tuned, logistic
from eval.options import Data, Out, Samples, Work
from eval.tables import console, print_table

Array = npt.NDArray[Any]
Figures = dict[str, Any]
WORK = Path("runs/clarity")


def main(
    data: Data = None,
    samples: Samples = 1000,
    work: Work = WORK,
    slow: Annotated[bool, typer.Option(help="Also fine-tune MiniLM on the words alone.")] = True,
    out: Out = None,
) -> None:
    dataset = load_singleturn(data)
    backbone = RememberingBackbone(Backbone.load())
    rows = clarity_rows(dataset, backbone)
    workshop = Workshop(work)
    ours = out_of_fold(rows.x, rows.targets, rows.folds, Recipe(explicit=rows.explicit), workshop)
    table = _ablation(rows, ours, workshop, backbone, samples, slow)
    print_table(f"When to ask, {len(dataset):,} rows, out of fold", table)
    probes = _probes(rows, ours, backbone)
    print_table("What the recipe makes of changed input, out of fold", probes)
    reasons = _reasons(rows, dataset["question"][:])
    print_table("Reasons against the question a person asked", reasons)
    if out is not None:
        tables = {"ablation": table, "probes": probes, "reasons": reasons}
        write_text(out, json.dumps(tables, indent=1) + "\n")


def clarity_figures(rows: ClarityRows, judged: OutOfFold, samples: int) -> Figures:
    """Macro-F1 with its bin, average precision and calibration error of one model."""
    unclear = rows.targets.unclear

    def interval(metric: Callable[..., float], predicted: Array) -> str:
        return str(bootstrap_interval(metric, unclear, predicted, groups=rows.groups, samples=samples))

    return {
        "macro-F1": interval(macro_f1, judged.unclear),
        "track bin": track_bin(macro_f1(unclear, judged.unclear)),
        "average precision": interval(average_precision, judged.p_unclear),
        "calibration error": round(expected_calibration_error(unclear, judged.p_unclear), 3),
    }


def always_clear(rows: ClarityRows) -> OutOfFold:
    """The majority baseline."""
    unclear = rows.targets.unclear
    return OutOfFold(np.full(len(unclear), unclear.mean()), np.zeros(len(unclear), dtype=bool), {})


def _ablation(
    rows: ClarityRows, ours: OutOfFold, workshop: Workshop, backbone: Backbone, samples: int, slow: bool
) -> dict[str, Figures]:
    recipe = Recipe(explicit=rows.explicit)
    text, explicit = rows.x[:, : -rows.explicit], rows.x[:, -rows.explicit :]
    last = text[:, -backbone.width :]

    def judge(x: Array, recipe: Recipe) -> OutOfFold:
        return out_of_fold(x, rows.targets, rows.folds, recipe, workshop)

    models: dict[str, Callable[[], OutOfFold]] = {
        "always clear": lambda: always_clear(rows),
        "words: last layer, logistic regression": lambda: logistic(last, rows),
        "words: all layers, logistic regression": lambda: logistic(text, rows),
        "words: top layers of MiniLM fine-tuned": lambda: fine_tuned(backbone, rows),
        "words: all layers, networks": lambda: judge(text, replace(recipe, explicit=0)),
        "findings alone, networks": lambda: judge(explicit, replace(recipe, explicit_weight=1.0)),
        "words + findings (ours)": lambda: ours,
        "words + findings + second builds": lambda: judge(rows.x, replace(recipe, rebuilt_weight=0.5)),
        "words + findings + second builds + question kinds": lambda: judge(
            rows.x, replace(recipe, rebuilt_weight=0.5, kinds_weight=0.5)
        ),
    }
    if not slow:
        del models["words: top layers of MiniLM fine-tuned"]
    table = {}
    for name, judged in tqdm(models.items(), desc="models", disable=None):
        table[name] = clarity_figures(rows, judged(), samples)
        console.print(f"  {name}: {table[name]['macro-F1']}", style="dim")
    return table


def _probes(rows: ClarityRows, ours: OutOfFold, backbone: Backbone) -> dict[str, Figures]:
    rng = np.random.default_rng(0)
    n = len(rows.instructions)
    other = [rows.worlds[i] for i in rng.permutation(n)]
    dealt = [sample_colour_permutation(random.Random(i)) for i in range(n)]
    texts = [permute_colours(text, new) for text, new in zip(rows.instructions, dealt, strict=True)]
    worlds = [permute_world(world, new) for world, new in zip(rows.worlds, dealt, strict=True)]
    given = {
        "as recorded": rows.x,
        "another row's world": inputs(backbone, rows.instructions, other),
        "empty world": inputs(backbone, rows.instructions, [World.parse()] * n),
        "colours permuted in both": inputs(backbone, texts, worlds),
    }
    return {name: _probe(rows, ours, x) for name, x in given.items()}


def _probe(rows: ClarityRows, ours: OutOfFold, x: Array) -> Figures:
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


def _reasons(rows: ClarityRows, questions: list[str | None]) -> dict[str, Figures]:
    """Of the asked rows, how often a reason is of a kind the question has; beside it, other rows' reasons."""
    asked = [i for i, q in enumerate(questions) if q and rows.targets.kinds[i].any()]
    named = [{KINDS[f.kind] for f in findings(rows.instructions[i], rows.worlds[i].grid)} for i in asked]
    others = [named[i] for i in np.random.default_rng(0).permutation(len(named))]
    kinds = list(QUESTION_KINDS)
    wanted = [{kinds[j] for j in np.flatnonzero(rows.targets.kinds[i])} for i in asked]

    def figures(wanted: list[set[str]]) -> Figures:
        met = {
            column: np.mean([bool(f & w) for f, w in zip(found, wanted, strict=True) if w])
            for column, found in (("reasons given", named), ("another row's reasons", others))
        }
        return {"rows": sum(map(bool, wanted))} | {column: round(float(r), 3) for column, r in met.items()}

    table = {"a kind of the question": figures(wanted)}
    for kind in kinds:
        table[f"the kind {kind}, where asked for"] = figures([w & {kind} for w in wanted])
    return table


if __name__ == "__main__":
    from cq.cli.main import run

    app = typer.Typer(add_completion=False)
    app.command(help=__doc__)(main)
    run(app)
