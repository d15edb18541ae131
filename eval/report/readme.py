"""The figures of the README, and where `results/*.json` hold them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from cq.errors import InputError
from cq.files.json_input import read_json

PAGE = Path("README.md")
NUMBER, INTERVAL = r"[\d.]+", r"\[[^\]]+\]"


class Figure(NamedTuple):
    """A figure: a piece of its line, how the line shows it, and its place in the results. `shown` holds
    `{estimate}`, perhaps with the `{interval}` behind it, or the `{share}`, which stands in brackets behind a
    count, or the `{percent}` of a share.
    """

    line: str
    shown: str
    file: str
    title: str
    row: str
    column: str


GROUPED, POOLS = "Repeated cross-validation, grouped", "What to ask, 735 rows, pools of 116"
NESTED, F1 = "chosen by inner folds (nested)", "changed F1, weighted"
TRACK = "cq, under the track's protocol: one list of 735, with repeats"
BUILD, READS = "What to build, 893 clear rows of fold 4", "What the language reads, clear rows"
APART = "folds 3 and 4 (kept aside)"
LOOP = "The closed loop, brief architect, 107 unclear rows of all folds: the network has seen these rows"
SEGMENTS = "Minecraft dialogues, 1,327 segments of validation"
READING = "Reading, by kind"

ONE, BOTH = "**{estimate}**", "**{estimate}** {interval}"
FIGURES = (
    Figure("`clarity nested`", ONE, "clarity", GROUPED, NESTED, "macro-F1"),
    Figure("`clarity nested`", "`cq` {estimate},", "clarity", "Random rows", NESTED, "macro-F1"),
    Figure("pools of 116", BOTH, "ranking", POOLS, "cross-encoder + linear model (cq)", "MRR"),
    Figure("pools of 116", "BM25 {estimate}", "ranking", POOLS, "BM25 (first stage)", "MRR"),
    Figure("one list of 735", BOTH, "ranking", POOLS, TRACK, "MRR"),
    Figure("`building --fold 4`", BOTH, "building", BUILD, "cq: networks with what is read", F1),
    Figure(
        "`building --fold 4`", "person {estimate}", "building", BUILD, "second person, 873 of these rows", F1
    ),
    Figure("`building reading`", "**{share}**", "building", READS, APART, "exact"),
    Figure("`building reading`", "person {share}", "building", READS, APART, "second person"),
    Figure("107 unclear rows", BOTH, "loop", LOOP, "after the talk", F1),
    Figure("107 unclear rows", "questions {estimate}", "loop", LOOP, "before any question", F1),
    Figure("`building minecraft`", BOTH, "minecraft", SEGMENTS, "cq", "net-action F1"),
    Figure("`talks`", "**{estimate}** of", "talks", "Talks", "all", "right"),
    Figure("`talks`", "of {estimate} |", "talks", "Talks", "all", "cases"),
    Figure("`reading`", ONE, "reading", READING, "all", "right"),
    Figure("`reading`", "alone {estimate}", "reading", f"{READING}, grammar alone", "all", "right"),
    Figure("`talks --bwim LIST`", "**{percent} %**", "bwim", "Build What I Mean", "all", "right"),
    Figure("`clarity corpora`", ONE, "corpora", "What to ask, any domain", "clariq: fitted", "recall@20"),
    Figure(
        "eval ranking nested",
        "MRR {estimate}",
        "ranking",
        "Repeated cross-validation, MRR",
        "grouped",
        "asked elsewhere",
    ),
)


def with_figures(page: str, results: Path) -> str:
    """The README with its figures as they are in the results. Raises `InputError` if a figure or its line is
    not there.
    """
    for figure in FIGURES:
        lines = [line for line in page.splitlines() if figure.line in line]
        if len(lines) != 1:
            raise InputError(f"{len(lines)} lines of the README hold {figure.line!r}; one should")
        estimate, _, rest = _value(figure, results).partition(" ")
        values = {"estimate": estimate, "interval": rest, "share": rest.strip("()")}
        if "{percent}" in figure.shown:
            values = {"percent": f"{100 * float(estimate):.1f}"}
        pattern = re.escape(figure.shown)
        for name in values:
            pattern = pattern.replace(re.escape(f"{{{name}}}"), INTERVAL if name == "interval" else NUMBER)
        filled, found = re.subn(pattern, figure.shown.format(**values), lines[0])
        if found != 1:
            raise InputError(
                f"the line of {figure.line!r} in the README shows {figure.shown!r} {found} times"
            )
        page = page.replace(lines[0], filled)
    return page


def _value(figure: Figure, results: Path) -> str:
    tables = read_json(results / f"{figure.file}.json", "file of results")["tables"]
    try:
        return str(tables[figure.title][figure.row][figure.column])
    except KeyError as error:
        raise InputError(f"{figure.file}.json lacks {error}, which the README shows") from None
