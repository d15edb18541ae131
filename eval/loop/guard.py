"""The guard before an agent's tools: right decisions (act, ask, refuse) on 120 written calls.

The calls, `tests/guard/calls.json`, were written before the guard. Its constants were chosen on the
development half; the wrong decisions of the other half were looked at by kind. A question is right whatever
it asks about; `about` counts those about the argument that is open. "No schemas, no candidates" gives the
guard names and descriptions of the tools alone. "What was said" is `tests/guard/said.jsonl`: 400 items by
nine writers in domains that the judge was not trained on, written before its last training items. "What was
said, asked for in questions" is `tests/guard/asked.jsonl`: 200 items by two further writers, where half of
the told values stand in a question or a wish, beside questions that only mention one.
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
from cq.guard.judge import bundled
from cq.guard.support import verdict
from cq.training.guard import read_items
from eval.options import Out
from eval.output import show

CALLS = Path(__file__).resolve().parents[2] / "tests" / "guard" / "calls.json"
SAID, ASKED = CALLS.with_name("said.jsonl"), CALLS.with_name("asked.jsonl")
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
    show(
        {
            "Guard": table(calls, full),
            "Guard, no schemas, no candidates": table(calls, alone),
            "What was said": what_was_said(SAID),
            "What was said, asked for in questions": what_was_said(ASKED),
        },
        out,
    )
    if show_cases:
        for call, made in zip(calls, full, strict=True):
            if call["half"] == "development" and made.action != call["decision"]:
                typer.echo(
                    f"{call['decision']}, not {made.action}: {call['request']} {'; '.join(made.reasons)}"
                )


def what_was_said(path: Path) -> dict[str, dict[str, Any]]:
    """What is told, denied, corrected or not told → items, and how many are right: by the judge alone, and as
    the guard takes it, for which what a request mentions is told unless the judge is sure that it is not.
    """
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    for item in read_items([path]):
        chances = bundled().chances(item.turns, item.argument, item.mentions)
        is_mentioned = any(mention.is_value for mention in item.mentions)
        alone = max(chances, key=lambda kind: chances[kind]) if is_mentioned else "not told"
        taken = verdict(item.turns, item.argument, item.value)
        for kind in (item.label, "all"):
            rows[kind].update({"items": 1, "judge": alone == item.label, "guard": taken == item.label})
    return {kind: dict(row) for kind, row in sorted(rows.items())}


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
