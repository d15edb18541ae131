"""The results of a study: transcripts of `cq.arena`, and tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from cq.arena.episode import Episode, blocks_of, form_of
from cq.arena.play import scores
from cq.plain_text import without_formula
from cq.tables.csv_text import csv_text
from cq.web.study.design import Design, Ready
from cq.web.study.store import Store
from cq.world import World

COLUMNS = (
    "participant", "task", "condition", "number", "kind", "said", "action", "reply", "confidence", "thumb",
    "meant", "seconds",
)  # fmt: skip
"""The columns of the table of turns. `seconds` count from the turn before, or the beginning; they are empty
where the clock was set back meanwhile.
"""

DROPPED = {"refuse": "the order was dropped"}


def transcripts(store: Store, design: Design, ready: dict[str, Ready]) -> Iterator[dict[str, Any]]:
    """The finished tasks of all participants as transcripts of `cq.arena`, by participant and task."""
    for participant in store.read("participants"):
        done = store.done(participant["code"])
        for name, prepared in ready.items():
            if name in done:
                yield _transcript(store, design, participant, prepared)


def _transcript(store: Store, design: Design, participant: dict[str, Any], prepared: Ready) -> dict[str, Any]:
    code, task = participant["code"], prepared.task
    condition, settings = design.condition(task)
    turns = store.turns(code, task.id)
    last = turns[-1]["response"]["world"] if turns else blocks_of(prepared.world)
    meant = () if prepared.target is None else (prepared.target,)
    built = World.from_blocks(last, **form_of(prepared.world))
    return {
        "agent": condition,
        "id": f"study:{task.id} {participant['number']}",
        "protocol": "asking",
        "price": 0.1 if settings.cost_of_asking is None else settings.cost_of_asking,
        "is_open": None,
        "orders": list(_orders(turns)),
        **scores(built, Episode(task.id, task.title, meant, prepared.world)),
        "participant": participant["number"],
        "ratings": [
            {name: rated[name] for name in ("number", "thumb", "meant")}
            for rated in store.read("ratings", code=code, task=task.id)
        ],
    }


def _orders(turns: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The orders of a dialogue: each with the questions about it, and the move that ended it."""
    order: dict[str, Any] | None = None
    for turn in turns:
        given, told = turn["request"], turn["response"]
        said = "undo" if given.get("undo") else str(given.get("say", given.get("answer")))
        if order is not None and told["is_answer"]:
            asked = order["asked"][-1]
            asked["answer"] = _option(asked["question"], given.get("answer"), said)
            if told["action"] == "reply":  # Talk about the question, which is still open.
                order["asked"].append({**asked, "answer": ""})
                continue
        else:
            if order is not None:
                yield {**order, "move": DROPPED}
            order = {"request": said, "asked": []}
        if told["action"] == "ask" or (told["action"] == "undo" and told["question"] is not None):
            order["asked"].append({"question": told["question"], "answer": "", "kind": "person"})
            continue
        yield {**order, "move": _move(told)}
        order = None
    if order is not None:
        yield {**order, "move": DROPPED}


def _option(question: dict[str, Any], answer: Any, said: str) -> str:
    options = question["options"]
    return options[answer - 1] if isinstance(answer, int) and 0 < answer <= len(options) else said


def _move(told: dict[str, Any]) -> dict[str, Any]:
    if told["action"] == "refuse":
        return {"refuse": told["reply"]}
    doubt = None if told["confidence"] is None else round(1 - told["confidence"], 6)
    return {"build": told["world"], "doubt": doubt, "said": told["reply"]}


def turns_csv(store: Store, design: Design, ready: dict[str, Ready]) -> str:
    """All turns as a table, also those of unfinished tasks."""
    rows = []
    for participant in store.read("participants"):
        code, before = participant["code"], participant["began"]
        tasks = [ready[task] for task in design.order(participant["number"])]
        for turn, prepared in ((turn, task) for task in tasks for turn in store.turns(code, task.task.id)):
            ((kind, said),) = turn["request"].items()
            rated = store.read("ratings", code=code, task=prepared.task.id, number=turn["number"])
            told = turn["response"]
            rows.append(
                {
                    "participant": participant["number"],
                    "task": prepared.task.id,
                    "condition": design.condition(prepared.task)[0],
                    "number": turn["number"],
                    "kind": kind,
                    "said": said,
                    "action": told["action"],
                    "reply": told["reply"],
                    "confidence": told["confidence"],
                    "seconds": round(turn["at"] - before, 1) if turn["at"] >= before else None,
                    **{name: row[name] for row in rated for name in ("thumb", "meant")},
                }
            )
            before = turn["at"]
    return _csv(COLUMNS, rows)


def answers_csv(store: Store) -> str:
    """The answers to the questionnaire as a table."""
    rows = [
        {"participant": participant["number"], "question": told["question"], "answer": told["answer"]}
        for participant in store.read("participants")
        for told in store.read("answers", code=participant["code"])
    ]
    return _csv(("participant", "question", "answer"), rows)


def _csv(columns: tuple[str, ...], rows: list[dict[str, Any]]) -> str:
    import pandas as pd

    return csv_text(pd.DataFrame(rows, columns=list(columns), dtype=object).map(without_formula))


def to_lines(found: Iterator[dict[str, Any]]) -> str:
    """Transcripts as JSON Lines."""
    return "".join(f"{json.dumps(transcript)}\n" for transcript in found)
