"""Talks as people type them, each with its exact final world: right, wrong, and wrong though confident.

Without files it plays the development talks, fragments and conversations of the data folder. A file is a JSON
list of cases of these formats, which are told apart by their keys:

- talks: `id`, `kind`, `world` (x, z, level from 1, colour), `text` (an order, or a list said one after the
  other), `answers` (an answer book: wordings by colour, count, size, place, direction, which, other), `final`
  (every cell that differs at the end: x, z, level, and a colour or null);
- fragments: `id`, `world`, `text`, a given `question`, its `answer`, `final`;
- conversations: `id`, `kind`, `world` (x, y from 63, z, colour), `facing`, `turns` (`say`, and `if_asked`:
  answers in order), `expected_final_change` (`removed` and `added`; any one of them is right).

A question is answered from the book by its type, and where nothing fits by "as i said". A case is right if
every cell of the last world is. It is wrong though confident if it is wrong and any of its builds had a
confidence above 0.8, even one that a later order made wrong; the next column counts those whose last turn is
such a build. `--bwim LIST` plays rounds of Build What I Mean instead (`eval.talks.bwim`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import cq
from cq.arena.cases import Case, chosen, load_cases
from cq.errors import excerpt
from cq.plain_text import plain
from cq.settings import data_file
from eval.options import Out
from eval.output import show, write_json
from eval.talks import bwim
from eval.talks.play import play
from eval.talks.table import counts, described, kinds

FILES = ("talks_dev.json", "fragments_dev.json", "conversations_dev.json")
"""The files of the data folder that are played where none are named."""

Files = Annotated[list[Path] | None, typer.Argument(help="Files of cases. Default: those in CQ_DATA.")]


def main(
    paths: Files = None,
    only: Annotated[
        list[str] | None, typer.Option(help="Ids of cases, with commas, or the option again.")
    ] = None,
    kinds_of_cases: Annotated[
        list[str] | None, typer.Option("--kinds", help="Kinds of cases, in the same way.")
    ] = None,
    max_questions: Annotated[int, typer.Option(min=0, help="Questions about one order.")] = 3,
    wording: Annotated[int, typer.Option(min=0, help="Which wording of an answer comes first, from 0.")] = 0,
    show_cases: Annotated[bool, typer.Option("--cases", help="Also print a line for each case.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    bwim_lists: Annotated[
        list[Path] | None,
        typer.Option(
            "--bwim", help="Play Build What I Mean with this list of stimuli (CSV); twice for both."
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Games of forty rounds, with --bwim.")] = 4,
    seed: Annotated[int, typer.Option(help="Draws the games and the wording of answers, with --bwim.")] = 0,
    with_curve: Annotated[
        bool, typer.Option("--curve", help="Also by the cost of asking, with --bwim.")
    ] = False,
    out: Out = None,
) -> None:
    if bwim_lists:
        played = bwim.report(bwim_lists, games, seed, with_curve)
        _tell(played, played["wrong"], out, as_json)
        return
    given = paths or [data_file(name) for name in FILES]
    wanted = {path: load_cases(path) for path in dict.fromkeys(given)}
    cases = _chosen(wanted, _listed(only), _listed(kinds_of_cases))
    outcomes = {name: [play(case, max_questions, wording) for case in some] for name, some in cases.items()}
    lines = []
    for name, some in outcomes.items():
        lines += [f"{name}:", *map(described, some)] if show_cases else []
        for one in some:
            if one.error is not None:
                typer.echo(f"{name}: {plain(one.case.id)} crashed: {plain(one.error)}", err=True)
    results = {
        "max_questions": max_questions,
        "wording": wording,
        "tables": {"Talks": counts(outcomes), "By kind": kinds(outcomes)},
        "cases": {name: [one.to_dict() for one in some] for name, some in outcomes.items()},
    }
    _tell(results, lines, out, as_json)


def _tell(results: dict[str, Any], lines: Sequence[str], out: Path | None, as_json: bool) -> None:
    """Write the results, and print them: as JSON, or some lines and their tables."""
    write_json(out, results)
    if as_json:
        typer.echo(json.dumps(results, ensure_ascii=False))
        return
    for line in lines:
        typer.echo(plain(line))
    show(results["tables"], None)


def _chosen(
    files: dict[Path, list[Case]], only: Sequence[str], kinds_of_cases: Sequence[str]
) -> dict[str, list[Case]]:
    """The cases to play by the name of their file; by its path where two files have one name.

    Raises `InputError` if none is left, or if an id or a kind is in no file.
    """
    everything = [case for cases in files.values() for case in cases]
    for name, asked, known in (
        ("--only", only, {word for case in everything for word in (case.id, case.id.split()[0])}),
        ("--kinds", kinds_of_cases, {case.kind for case in everything}),
    ):
        if unknown := [one for one in asked if one not in known]:
            raise cq.InputError(
                f"{name} {unknown[0]!r} is in none of the files; there are {excerpt(sorted(known), 200)}"
            )
    names = [path.name for path in files]
    left = {
        path.name if names.count(path.name) == 1 else str(path): chosen(cases, only, kinds_of_cases)
        for path, cases in files.items()
    }
    left = {name: cases for name, cases in left.items() if cases}
    if not left:
        raise cq.InputError("no case has one of the ids of --only and one of --kinds; leave one of them out")
    return left


def _listed(values: Sequence[str] | None) -> list[str]:
    return [one.strip() for value in values or () for one in value.split(",") if one.strip()]
