"""Building in the Minecraft dialogues: the micro-F1 of net actions, as published and free of place.

Each segment is built in its recorded world, from the architect's last utterance, all that was said before,
where the builder acted in between, and the builder's pose. Intervals are 95 % bootstraps over games. The
published figures are for the test split: 0.21 (Jayannavar et al. 2020), 0.39 (GPT-4 with examples, and
Nebula).
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer

from cq.building import LanguageBuilder
from cq.metrics import bootstrap_interval, micro_f1, net_action_counts
from cq.pipeline import Pipeline
from eval.minecraft.hearing import hearing_table
from eval.minecraft.segments import Grids, Segments
from eval.options import Out, Samples
from eval.output import show

Scores = dict[str, Any]
SIZES = ((1, 1), (2, 3), (4, 6), (7, 10), (11, None))
"""Ranges of the number of net actions of a target, for the second table."""


class Split(str, Enum):
    """The splits of the corpus."""

    train = "train"
    validation = "validation"
    test = "test"


def main(
    data: Annotated[
        Path | None, typer.Option(help="The corpus's folder or zip. Default: from CQ_DATA.")
    ] = None,
    discourse: Annotated[
        Path | None,
        typer.Option(help="The discourse annotation. Default: from CQ_DATA; without it, no hearing."),
    ] = None,
    split: Annotated[Split, typer.Option(help="The split to score.")] = Split.validation,
    rows: Annotated[int | None, typer.Option(help="Score a random sample of so many segments.")] = None,
    pipeline: Annotated[
        Path | None, typer.Option(help="A saved pipeline's folder. Default: the bundled one.")
    ] = None,
    samples: Samples = 1000,
    out: Out = None,
) -> None:
    segments = Segments.load(data, split.value, rows)
    cq_pipeline = Pipeline.from_pretrained(pipeline)
    parts = cq_pipeline.parts
    by_language = Pipeline(cq_pipeline.backbone, parts.classifier, parts.ranker, LanguageBuilder())
    built = {
        "no change": segments.start,
        "language alone": segments.built_by(by_language),
        "cq": segments.built_by(cq_pipeline),
    }
    table = {name: scores(grids, segments, samples) for name, grids in built.items()}
    title = f"Minecraft dialogues, {len(segments):,} segments of {split.value}"
    tables = {title: table, "Net actions of the segment": by_size(built["cq"], segments, samples)}
    heard = hearing_table(segments, built["cq"], cq_pipeline, samples, discourse)
    tables["Net-action F1 with and without the answer or the correction"] = heard
    show(tables, out)


def scores(built: Grids, segments: Segments, samples: int, chosen: Any = slice(None)) -> Scores:
    """Every score of the builds (n, 9, 11, 11), over all segments or the chosen ones."""
    built, target, start = built[chosen], segments.target[chosen], segments.start[chosen]
    groups = segments.games[chosen]

    def interval(counts: npt.NDArray[np.int64]) -> str:
        return str(bootstrap_interval(micro_f1, counts, groups=groups, samples=samples))

    in_place = net_action_counts(built, target, start)
    matched, mine, theirs = in_place.sum(axis=0).tolist()
    return {
        "segments": len(built),
        "net-action F1": interval(in_place),
        "free of place": interval(net_action_counts(built, target, start, anywhere=True)),
        "precision": round(matched / mine, 3) if mine else "–",
        "recall": round(matched / theirs, 3) if theirs else "–",
        "exact": round(float((built == target).all(axis=(1, 2, 3)).mean()), 3),
        "actions": mine,
        "recorded": theirs,
    }


def by_size(built: Grids, segments: Segments, samples: int) -> dict[str, Scores]:
    """`scores` by the number of net actions of the target; sizes without a segment are left out."""
    size = net_action_counts(built, segments.target, segments.start)[:, 2]
    table = {}
    for least, most in SIZES:
        chosen = (size >= least) & (size <= (most or size.max()))
        if chosen.any():
            name = (
                f"{least} and more" if most is None else str(least) if least == most else f"{least} to {most}"
            )
            table[name] = scores(built, segments, samples, chosen)
    return table
