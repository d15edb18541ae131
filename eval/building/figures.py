"""What to build, taken apart: `python -m eval.building.figures --data PATH`.

Every row is built by networks that were fitted on the other folds. Intervals are 95 % bootstraps over groups
of equal instructions. Finished epochs are kept in `--work`, so that a killed run goes on where it was;
what `python -m pipelines.train building` has trained there is not trained again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from scipy.stats import spearmanr

from cq.building.confidence import Confidence
from cq.building.decoding.minimum_bayes_risk import BuildPrediction
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import BuilderTrainingConfig
from cq.building.training.cross_validation import fold_networks, out_of_fold_predictions
from cq.building.training.recorded_builds import RecordedBuild, recorded_builds
from cq.data import load_singleturn, normalise
from cq.encoder.backbone import Backbone
from cq.files import write_text
from cq.metrics import SKILLS, bootstrap_interval, changed_f1, grid_f1, skills
from cq.modeling.checkpoints import Workshop
from eval.building.ablations import ablations, by_likeliest, by_plan_alone
from eval.building.baselines import by_rules, majority_action
from eval.building.lingunet import lingunet_builds
from eval.building.seq2seq import seq2seq_builds
from eval.building.sessions import by_networks, idle, made_up_sessions, recorded_sessions, session_table
from eval.building.sessions import by_rules as in_rules
from eval.options import Data, Out, Samples, Work
from eval.report.runs import weighted_mean
from eval.tables import console, print_table

Grids = npt.NDArray[np.int8]
Figures = dict[str, Any]
WORK = Path("runs/building")
REMEMBERED = 40_000
BINS = 5


def main(
    data: Data = None,
    samples: Samples = 1000,
    work: Work = WORK,
    slow: Annotated[bool, typer.Option(help="Also the ablations and the baseline network, hours.")] = True,
    lingunet: Annotated[bool, typer.Option(help="Also LingUNet's plan, another hour.")] = False,
    out: Out = None,
) -> None:
    rows = recorded_builds(load_singleturn(data))
    embedder, workshop = TokenEmbedder(Backbone.load(), REMEMBERED), Workshop(work)
    scored = Scored(rows, samples)
    clear = np.array([row.clear for row in rows])
    table: dict[str, Figures] = {}

    def add(name: str, grids: Grids) -> None:
        table[name] = scored.figures(grids, clear)
        console.print(f"  {name}: {table[name]['changed F1, weighted']}", style="dim")

    add("no change", scored.start)
    add("majority action", majority_action(rows))
    add("rules", by_rules(rows))
    networks = fold_networks(rows, embedder, BuilderTrainingConfig(), workshop)
    predictions = out_of_fold_predictions(rows, networks, embedder)
    built = np.stack([one.grid for one in predictions])
    if slow:
        add("sequence to sequence", seq2seq_builds(rows, embedder, workshop))
        for name, grids in ablations(rows, embedder, workshop):
            add(name, grids)
    if lingunet:
        add("LingUNet's plan alone", lingunet_builds(rows, embedder, workshop))
    add("without stage 2 (the plan alone)", by_plan_alone(rows, networks, embedder))
    add("without draws (the likeliest actions)", by_likeliest(rows, networks, embedder))
    add("ours", built)
    builders = {"no change": idle, "rules": in_rules, "ours": by_networks(networks, embedder)}
    if slow:
        unrecovered = fold_networks(
            rows, embedder, replace(BuilderTrainingConfig(), aggregation_epochs=0), workshop
        )
        builders["without recovery"] = by_networks(unrecovered, embedder)
    recorded = recorded_sessions([row.example for row in rows if row.clear])
    made_up = made_up_sessions()
    tables = {
        f"What to build, {clear.sum():,} clear rows, out of fold": table,
        "Beside a second person, rows that one built from": scored.beside_a_second_person(built, clear),
        "By label and by skill": scored.by_kind(built),
        "How sure it is, clear rows, fitted on the other folds": confidence_table(rows, predictions, scored),
        f"{len(recorded)} sessions of recorded rows": session_table(recorded, builders, samples),
        f"{len(made_up)} made-up sessions": session_table(made_up, builders, samples),
    }
    for title, figures in tables.items():
        if figures:
            print_table(title, figures)
    if out is not None:
        write_text(out, json.dumps(tables, indent=1) + "\n")


@dataclass
class Scored:
    """The rows as arrays, and the figures of grids (n, 9, 11, 11) built from them."""

    rows: Sequence[RecordedBuild]
    samples: int

    def __post_init__(self) -> None:
        self.start = np.stack([row.start for row in self.rows])
        self.target = np.stack([row.target for row in self.rows])
        self.weights = np.count_nonzero(self.start != self.target, axis=(1, 2, 3))
        self.groups = np.array([normalise(row.instruction) for row in self.rows])

    def figures(self, built: Grids, of: npt.NDArray[np.bool_]) -> Figures:
        """Every figure over the rows `of` which it is asked; none where there are none."""
        if not of.any():
            return {}
        built, target = built[of], self.target[of]
        scores = changed_f1(built, target, self.start[of])
        return {
            "changed F1, weighted": self._interval(weighted_mean, of, scores, self.weights[of]),
            "plain": self._interval(np.mean, of, scores),
            "grid F1": self._interval(np.mean, of, grid_f1(built, target)),
            "admissible shifts": self._interval(np.mean, of, grid_f1(built, target, admissible_only=True)),
            "exact": self._interval(np.mean, of, (built == target).all(axis=(1, 2, 3)).astype(float)),
        }

    def beside_a_second_person(self, built: Grids, clear: npt.NDArray[np.bool_]) -> dict[str, Figures]:
        """Both over the rows from which somebody built; nothing where there are none."""
        has = np.array([row.built is not None for row in self.rows]) & clear
        if not has.any():
            return {}
        person = np.stack([row.start if row.built is None else row.built for row in self.rows])
        each = {"no change": self.start, "ours": built, "second person": person}
        return {f"{name}, {has.sum():,} rows": self.figures(grids, has) for name, grids in each.items()}

    def by_kind(self, built: Grids) -> dict[str, Figures]:
        clear = np.array([row.clear for row in self.rows])
        of_row = [skills(row.target) for row in self.rows]
        kinds = {"clear": clear, "unclear": ~clear}
        kinds |= {f"{skill}, clear": clear & [skill in names for names in of_row] for skill in SKILLS}
        return {f"{name} ({of.sum():,})": self.figures(built, of) for name, of in kinds.items() if of.any()}

    def _interval(self, statistic: Callable[..., Any], of: npt.NDArray[np.bool_], *values: Any) -> str:
        return str(bootstrap_interval(statistic, *values, groups=self.groups[of], samples=self.samples))


def confidence_table(
    rows: Sequence[RecordedBuild], predictions: Sequence[BuildPrediction], scored: Scored
) -> dict[str, Figures]:
    """`Build.confidence` against the changed F1 reached, in bins of equally many clear rows."""
    folds, clear = np.array([row.fold for row in rows]), np.array([row.clear for row in rows])
    scores = changed_f1(np.stack([one.grid for one in predictions]), scored.target, scored.start)
    said = np.zeros(len(rows))
    for fold in np.unique(folds):
        others = np.flatnonzero(folds != fold).tolist()
        fitted = Confidence.fit([predictions[i] for i in others], scores[others])
        for i in np.flatnonzero(folds == fold).tolist():
            said[i] = fitted(predictions[i])
    said, scores = said[clear], scores[clear]
    bins = np.array_split(np.argsort(said, kind="stable"), min(BINS, len(said)))
    apart = sum(len(of) * abs(said[of].mean() - scores[of].mean()) for of in bins) / len(said)
    table = {f"{said[of].min():.2f} to {said[of].max():.2f}": _reached(said[of], scores[of]) for of in bins}
    table["all"] = _reached(said, scores) | {
        "mean distance of bins": f"{apart:.3f}",
        "rank correlation": f"{spearmanr(said, scores).statistic:.3f}",
    }
    return table


def _reached(said: Any, scores: Any) -> Figures:
    return {"rows": len(said), "confidence": f"{said.mean():.3f}", "changed F1": f"{scores.mean():.3f}"}


if __name__ == "__main__":
    from cq.cli.main import run

    app = typer.Typer(add_completion=False)
    app.command(help=__doc__)(main)
    run(app)
