"""Behaviours that anyone would expect, counted by kind.

The cases are hand-written (`eval/behaviours/cases`), in the manner of CheckList (Ribeiro et al. 2020):
something named is absent, several things fit, a piece of information is open, nothing of it is possible, the
text is off-topic, typos, the builder's pose, clear instructions with their only right build, and dialogues,
where what counts is what the library does after the last answer. The kinds whose names begin with "builds-"
are instructions with only one right build each; there the builder is asked alone, without the choice to ask.
The kind "sentences" is the corpus of the language's tests (`eval/behaviours/sentences`): only if it is named.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import cq
from eval.behaviours.case import BUILD_KINDS, FOLDER, KINDS, SENTENCES, load_cases
from eval.behaviours.outcome import Outcome, run_builds, run_cases
from eval.behaviours.sentences import BUILT, UNREAD, load_sentences
from eval.behaviours.table import build_counts, counts
from eval.options import Out
from eval.output import show

ALL_BUILDS = "builds"
"""Stands for all kinds of cases about the build."""

Kinds = Annotated[
    str | None,
    typer.Option(
        help=f"Kinds, with commas: {', '.join(KINDS)}; {ALL_BUILDS} for {ALL_BUILDS}-…; {SENTENCES}."
    ),
]
Cases = Annotated[Path, typer.Option(help="A folder with worlds.yaml and a file of cases for each kind.")]
Verbose = Annotated[bool, typer.Option("--verbose", help="Also list every failure.")]


def main(kinds: Kinds = None, cases: Cases = FOLDER, out: Out = None, verbose: Verbose = False) -> None:
    chosen = set(KINDS) if kinds is None else {kind.strip() for kind in kinds.split(",")}
    if ALL_BUILDS in chosen:
        chosen = chosen - {ALL_BUILDS} | set(BUILD_KINDS)
    if unknown := chosen - {*KINDS, SENTENCES}:
        raise cq.InputError(
            f"kinds {sorted(unknown)} are unknown; give some of {', '.join(KINDS)}, {SENTENCES}"
        )
    found = [case for case in load_cases(cases) if case.kind in chosen]
    sentences = load_sentences(BUILT, UNREAD) if SENTENCES in chosen else []
    turns = run_cases([case for case in found if case.kind not in BUILD_KINDS])
    builds = run_builds([*(case for case in found if case.kind in BUILD_KINDS), *sentences])
    outcomes = [*turns, *builds]
    tables = {"Behaviours": counts(turns), "Builds with one right answer": build_counts(builds)}
    show(tables, out, outcomes=[one.to_dict() for one in outcomes])
    if verbose:
        for outcome in outcomes:
            if outcome.failures:
                typer.echo(_described(outcome))


def _described(outcome: Outcome) -> str:
    said = " / ".join(text for _, text in outcome.case.dialogue)
    return f"{outcome.case.id}: {said!r}: {'; '.join(outcome.failures)} ({outcome.done})"
