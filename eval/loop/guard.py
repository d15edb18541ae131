"""The guard before an agent's tools: right decisions (act, ask, refuse) on 120 written calls.

The calls, `tests/guard/calls.json`, were written before the guard. Its constants were chosen on the
development half; of the other half only counts are shown. A question is right whatever it asks about; `about`
counts those about the argument that is open. "No schemas, no candidates" gives the guard names and
descriptions of the tools alone.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import cq
from cq.guard import Decision
from eval.options import Out
from eval.output import show

CALLS = Path(__file__).resolve().parents[2] / "tests" / "guard" / "calls.json"
KINDS = ("complete", "open", "wrong type", "hopeless")


def main(
    path: Annotated[Path, typer.Argument(help="A file of calls in the same form.")] = CALLS,
    show_cases: Annotated[
        bool, typer.Option("--cases", help="Also print the wrong decisions of the development half.")
    ] = False,
    out: Out = None,
) -> None:
    given = json.loads(path.read_text(encoding="utf-8"))
    tools, calls = given["tools"], given["calls"]
    bare = [{"name": tool["name"], "description": tool["description"]} for tool in tools]
    full = decisions(tools, calls)
    alone = decisions(bare, [{**call, "candidates": []} for call in calls])
    show({"Guard": table(calls, full), "Guard, no schemas, no candidates": table(calls, alone)}, out)
    if show_cases:
        for call, made in zip(calls, full, strict=True):
            if call["half"] == "development" and made.action != call["decision"]:
                typer.echo(
                    f"{call['decision']}, not {made.action}: {call['request']} {'; '.join(made.reasons)}"
                )


def decisions(tools: Sequence[Mapping[str, Any]], calls: Sequence[Mapping[str, Any]]) -> list[Decision]:
    """What the guard decides about each call, with its default settings."""
    guard = cq.Guard(tools)
    return [
        guard.decide(call["request"], call["action"], call.get("candidates", ()), call.get("history"))
        for call in calls
    ]


def table(calls: Sequence[Mapping[str, Any]], made: Sequence[Decision]) -> dict[str, dict[str, Any]]:
    """Kind of call → right decisions of each half and of all."""
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    for call, decision in zip(calls, made, strict=True):
        for kind in (call["kind"], "all"):
            right = decision.action == call["decision"]
            rows[kind].update({"calls": 1, "right": right, call["half"]: right})
            about = decision.question is not None and decision.question.path[:1] == (call.get("about"),)
            rows[kind]["about"] += about
    columns = ("calls", "right", "development", "held out", "about")
    return {
        kind: {column: rows[kind][column] for column in columns} for kind in (*KINDS, "all") if kind in rows
    }
