"""Run one of the evaluations: `python -m eval NAME [PART]`, with `--help` for its options."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import NamedTuple

import typer

from cq.cli.extras import require_extra
from cq.cli.runner import run


class Evaluation(NamedTuple):
    """One line about it, and its parts: the module whose `main` is run; "" is the one without a name."""

    summary: str
    parts: dict[str, str]


EVALUATIONS = {
    "clarity": Evaluation(
        "When to ask: baselines, what each input is worth, requests of any domain.",
        {
            "": "clarity.evaluate",
            "nested": "clarity.nested",
            "adaptation": "clarity.adaptation",
            "corpora": "corpora.evaluate",
        },
    ),
    "ranking": Evaluation(
        "What to ask: baselines, stages, the track's protocol.",
        {
            "": "ranking.evaluate",
            "nested": "ranking.nested",
            "domains": "ranking.domains",
            "large-bank": "ranking.large_bank",
        },
    ),
    "building": Evaluation(
        "What to build: baselines, sessions, confidence.",
        {"": "building.evaluate", "reading": "building.reading", "minecraft": "minecraft.evaluate"},
    ),
    "loop": Evaluation(
        "The closed loop: what asking is worth, and where; the guard.",
        {"": "loop.evaluate", "guard": "loop.guard"},
    ),
    "talks": Evaluation(
        "Talks as people type them, each with its exact final world.",
        {"": "talks.evaluate", "behaviours": "behaviours.evaluate", "calibration": "talks.calibration"},
    ),
    "reading": Evaluation(
        "Everyday words, by writers that the reader has not seen.",
        {"": "reading.evaluate", "curve": "reading.curve"},
    ),
    "canary": Evaluation(
        "A minute of every task: has anything fallen?",
        {"": "canary.evaluate"},
    ),
    "environment": Evaluation(
        "Agents in the environment: F1 of what they have built at the end.",
        {"": "environment.episodes", "speed": "environment.speed"},
    ),
    "cerealbar": Evaluation(
        "Followers in simulated games of CerealBar, by the metrics of its paper.",
        {
            "": "cerealbar.evaluate",
            "reader": "cerealbar.reader",
            "train": "cerealbar.train_reader",
            "two-stage": "cerealbar.two_stage",
        },
    ),
    "speed": Evaluation(
        "How fast it is, against what a user would take instead.",
        {"": "speed.evaluate", "latency": "speed.latency", "page": "speed.page_load"},
    ),
    "report": Evaluation(
        "Write the figures of the README and the tables of the docs, or check them.",
        {"": "report.tables", "check": "report.check"},
    ),
}


def application(name: str | None = None, part: str = "") -> typer.Typer:
    """All evaluations as commands. Only the chosen one is imported, because some imports take seconds."""
    app = typer.Typer(help=__doc__, add_completion=False, no_args_is_help=True)

    @app.callback()
    def options() -> None:
        pass

    for known, evaluation in EVALUATIONS.items():
        parts = ", ".join(filter(None, evaluation.parts))
        if known == name:
            require_extra("train", "tqdm", "yaml")
            module = import_module(f"eval.{evaluation.parts[part]}")
            about = f"{module.__doc__}\n\nParts: {parts}." if parts else module.__doc__
            app.command(known, help=about)(module.main)
        else:
            summary = f"{evaluation.summary} Parts: {parts}." if parts else evaluation.summary
            app.command(known, help=summary)(_not_imported)
    return app


def chosen(arguments: list[str]) -> tuple[str | None, str, list[str]]:
    """The evaluation and the part that the arguments name, and the arguments without the part."""
    name = arguments[0] if arguments and arguments[0] in EVALUATIONS else None
    if name is None or len(arguments) < 2 or arguments[1] not in filter(None, EVALUATIONS[name].parts):
        return name, "", arguments
    return name, arguments[1], [arguments[0], *arguments[2:]]


def _not_imported() -> None:
    """Stands for a command that was not chosen."""


if __name__ == "__main__":
    name, part, left = chosen(sys.argv[1:])
    sys.argv[1:] = left
    run(application(name, part))
