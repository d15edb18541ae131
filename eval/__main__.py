"""Run one of the evaluations: `python -m eval NAME`, with `--help` for its options."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import NamedTuple

import typer

from cq.cli.extras import require_extra
from cq.cli.runner import run


class Evaluation(NamedTuple):
    """The module whose `main` is the command, and one line about it."""

    module: str
    summary: str


EVALUATIONS = {
    "clarity": Evaluation("eval.clarity.evaluate", "When to ask: baselines, ablations, changed input."),
    "clarity-nested": Evaluation(
        "eval.clarity.nested", "When to ask, with every choice by inner folds, on folds drawn anew."
    ),
    "clarity-members": Evaluation(
        "eval.clarity.members", "Other members beside the linear model, and what each adds."
    ),
    "clarity-adaptation": Evaluation(
        "eval.clarity.adaptation", "What a few dozen rows of one's own teach the classifier."
    ),
    "ranking": Evaluation("eval.ranking.evaluate", "What to ask: baselines, ablations, track protocol."),
    "ranking-nested": Evaluation(
        "eval.ranking.nested", "What to ask, with every choice by inner folds, on folds drawn anew."
    ),
    "ranking-fusion": Evaluation(
        "eval.ranking.nested_fusion", "What the cross-encoder adds to the linear model, on folds drawn anew."
    ),
    "building": Evaluation("eval.building.evaluate", "What to build: baselines, ablations, sessions."),
    "reading": Evaluation(
        "eval.building.reading", "Which recorded rows the language reads, is sure of, and right."
    ),
    "track": Evaluation("eval.track.evaluate", "The two leaderboards of the IGLU 2022 NLP track."),
    "leaderboard": Evaluation("eval.track.leaderboard", "The overall standing of a contest's entrants."),
    "behaviours": Evaluation("eval.behaviours.evaluate", "Behaviours that anyone would expect, by kind."),
    "talks": Evaluation("eval.talks.evaluate", "Talks as people type them, each with its exact final world."),
    "golden": Evaluation(
        "eval.golden.evaluate", "Which texts are read, and as what, against what was read before."
    ),
    "banks": Evaluation("eval.behaviours.banks", "What to ask in ten other domains."),
    "loop": Evaluation("eval.loop.evaluate", "The closed loop: what asking is worth, and where."),
    "episodes": Evaluation(
        "eval.environment.episodes", "Agents in the environment: F1 of what they have built at the end."
    ),
    "action-stage": Evaluation(
        "eval.environment.action_stage.evaluate",
        "A learned stage that takes primitive actions, and the planner.",
    ),
    "minecraft": Evaluation("eval.minecraft.evaluate", "What to build in the Minecraft dialogues."),
    "report": Evaluation("eval.report.write", "A report of the main results, with curves and errors."),
    "compare": Evaluation("eval.comparison.systems", "A paired bootstrap of two systems on the same rows."),
    "confidence": Evaluation(
        "eval.clarity.builder_confidence", "What the builder's confidence adds to the clarity classifier."
    ),
    "first-stage": Evaluation("eval.ranking.first_stage", "How many questions BM25 must pass on."),
    "large-bank": Evaluation("eval.ranking.large_bank", "Time and memory with a bank of any size."),
    "batches": Evaluation("eval.speed.batches", "How long batches and new banks take, with all free cores."),
    "latency": Evaluation("eval.speed.latency", "How long a user waits for each function."),
    "speed": Evaluation("eval.speed.evaluate", "All of it against what a user would take instead."),
    "cost": Evaluation("eval.speed.cost", "What a million and a billion rows cost."),
    "agreement": Evaluation("eval.speed.agreement", "Whether rows in a batch are answered as alone."),
    "environment-speed": Evaluation(
        "eval.speed.environment", "Steps per second of the environment, and its memory."
    ),
    "page-load": Evaluation("eval.speed.page_load", "How long visitors of the page wait, many at a time."),
    "metrics-speed": Evaluation(
        "eval.speed.maximal_intersection", "The fast maximal intersection against its definition."
    ),
    "snapshot": Evaluation("eval.comparison.snapshot", "Save this version's outputs on recorded rows."),
    "snapshot-compare": Evaluation(
        "eval.comparison.versions", "Whether two versions' snapshots hold equal outputs."
    ),
}


def application(chosen: str | None) -> typer.Typer:
    """All evaluations as commands. Only the chosen one is imported, because some imports take seconds."""
    app = typer.Typer(help=__doc__, add_completion=False, no_args_is_help=True)

    @app.callback()
    def options() -> None:
        pass

    for name, evaluation in EVALUATIONS.items():
        if name == chosen:
            require_extra("train", "rank_bm25", "tqdm", "yaml")
            module = import_module(evaluation.module)
            app.command(name, help=module.__doc__)(module.main)
        else:
            app.command(name, help=evaluation.summary)(_not_imported)
    return app


def _not_imported() -> None:
    """Stands for a command that was not chosen."""


if __name__ == "__main__":
    run(application(sys.argv[1] if len(sys.argv) > 1 else None))
