"""Behaviours that anyone would expect, counted by kind.

The cases are hand-written (`eval/behaviours/cases`), in the manner of CheckList (Ribeiro et al. 2020):
something named is absent, several things fit, a piece of information is open, nothing of it is possible, the
text is off-topic, typos, the builder's pose, clear instructions with their only right build, and dialogues.
Dialogues are counted, but not yet run.
"""

from __future__ import annotations

from typing import Annotated

import typer

import cq
from cq.cli.tables import print_table
from eval.behaviours.case import KINDS, load_cases
from eval.behaviours.outcome import Outcome, is_supported, run_cases
from eval.behaviours.table import counts
from eval.options import Out
from eval.output import write_json

Kinds = Annotated[str | None, typer.Option(help=f"Kinds to run, with commas: {', '.join(KINDS)}.")]
Verbose = Annotated[bool, typer.Option("--verbose", help="Also list every failure.")]


def main(kinds: Kinds = None, out: Out = None, verbose: Verbose = False) -> None:
    chosen = KINDS if kinds is None else tuple(kind.strip() for kind in kinds.split(","))
    if unknown := set(chosen) - set(KINDS):
        raise cq.InputError(f"kinds {sorted(unknown)} are unknown; give some of {', '.join(KINDS)}")
    cases = [case for case in load_cases() if case.kind in chosen]
    outcomes = run_cases([case for case in cases if is_supported(case)])
    table = counts(cases, outcomes)
    print_table("Behaviours", table)
    if verbose:
        for outcome in outcomes:
            if outcome.failures:
                typer.echo(_described(outcome))
    write_json(out, {"table": table, "outcomes": [o.to_dict() for o in outcomes]})


def _described(outcome: Outcome) -> str:
    done = f"asked: {outcome.question}"
    if outcome.confidence is not None:
        done = f"built, confidence {outcome.confidence:.2f}"
    case = outcome.case
    return f"{case.id}: {case.instruction!r}: {'; '.join(outcome.failures)} ({done})"
