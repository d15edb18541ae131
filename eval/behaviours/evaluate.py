"""Behaviours that anyone would expect, counted by kind.

The cases are hand-written (`eval/behaviours/cases`), in the manner of CheckList (Ribeiro et al. 2020):
something named is absent, several things fit, a piece of information is open, nothing of it is possible, the
text is off-topic, typos, the builder's pose, clear instructions with their only right build, and dialogues,
where what counts is what the library does after the last answer.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import cq
from cq.cli.tables import print_table
from eval.behaviours.case import FOLDER, KINDS, load_cases
from eval.behaviours.outcome import Outcome, run_cases
from eval.behaviours.table import counts
from eval.options import Out
from eval.output import write_json

Kinds = Annotated[str | None, typer.Option(help=f"Kinds to run, with commas: {', '.join(KINDS)}.")]
Cases = Annotated[Path, typer.Option(help="A folder with worlds.yaml and a file of cases for each kind.")]
Verbose = Annotated[bool, typer.Option("--verbose", help="Also list every failure.")]


def main(kinds: Kinds = None, cases: Cases = FOLDER, out: Out = None, verbose: Verbose = False) -> None:
    chosen = KINDS if kinds is None else tuple(kind.strip() for kind in kinds.split(","))
    if unknown := set(chosen) - set(KINDS):
        raise cq.InputError(f"kinds {sorted(unknown)} are unknown; give some of {', '.join(KINDS)}")
    outcomes = run_cases([case for case in load_cases(cases) if case.kind in chosen])
    table = counts(outcomes)
    print_table("Behaviours", table)
    if verbose:
        for outcome in outcomes:
            if outcome.failures:
                typer.echo(_described(outcome))
    write_json(out, {"table": table, "outcomes": [o.to_dict() for o in outcomes]})


def _described(outcome: Outcome) -> str:
    done = "refused" if outcome.question is None else f"asked: {outcome.question}"
    if outcome.confidence is not None:
        done = f"built, confidence {outcome.confidence:.2f}"
    said = " / ".join(text for _, text in outcome.case.dialogue)
    return f"{outcome.case.id}: {said!r}: {'; '.join(outcome.failures)} ({done})"
