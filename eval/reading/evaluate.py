"""Pairs of everyday wordings by writers that the reader has not seen: right without a question, asked, wrong,
and wrong though sure.

Each text is said through `cq.Dialogue` in its world, after the orders before it; the answer to a question
comes with that and its order. It is right if every cell is as its canonical orders leave it. `--grammar`
reads by the grammar alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

import cq
from cq.files.json_input import read_json
from cq.modeling.artifacts import CONFIG, WEIGHTS
from cq.modeling.manifest import READING
from cq.reading.pairs import pairs_by_writer, writers_named
from eval.options import Out
from eval.output import show
from eval.reading.play import Played, measurable, play

PAIRS = Path(__file__).resolve().parents[2] / "pipelines" / "reader" / "pairs"
OUTCOMES = ("right", "asked", "wrong", "nothing")


def main(
    writers: Annotated[
        list[str] | None, typer.Argument(help="Writers. Default: those that the bundled reader has not seen.")
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="Play each so-many-th pair.")] = 1,
    grammar: Annotated[bool, typer.Option(help="Read by the grammar alone.")] = False,
    out: Out = None,
) -> None:
    pairs = pairs_by_writer(PAIRS.glob("*.jsonl"))
    seen = read_json(WEIGHTS / READING / CONFIG, "configuration").get("writers", [])
    chosen = [one for one in pairs if one not in seen] if not writers else writers_named(writers, pairs)
    pipeline = cq.Pipeline.from_pretrained()
    if grammar:
        pipeline.readers = None
    cq.use(pipeline)
    played: dict[str, list[Played]] = {}
    for writer in chosen:
        played[writer] = [play(*one) for one in measurable(pairs[writer][every - 1 :: every])]
        typer.echo(f"{writer}: {_line(played[writer])}", err=True)
    everything = [one for some in played.values() for one in some]
    kinds = {
        kind: [one for one in everything if one.pair.kind == kind]
        for kind in ("order", "message", "follow-up", "answer")
    }
    alone = ", grammar alone" if grammar else ""
    tables = {
        f"Reading, by kind{alone}": {
            name: _rates(some) for name, some in (*kinds.items(), ("all", everything)) if some
        },
        f"Reading, by writer{alone}": {name: _rates(some) for name, some in played.items() if some},
    }
    show(tables, out, every=every, grammar=grammar)


def _rates(played: Sequence[Played]) -> dict[str, float]:
    count = len(played)
    found = {name: sum(one.outcome == name for one in played) / count for name in OUTCOMES}
    sure = sum(one.outcome == "wrong" and one.is_sure for one in played) / count
    return {
        "pairs": count,
        **{name: round(one, 3) for name, one in found.items()},
        "wrong and sure": round(sure, 3),
    }


def _line(played: Sequence[Played]) -> str:
    return ", ".join(f"{name} {value:g}" for name, value in _rates(played).items()) if played else "none"
