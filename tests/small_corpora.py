"""Small files of our own in the layout of each corpus."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def write_lines(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def write_table(path: Path, rows: Sequence[dict[str, Any]], delimiter: str = ",") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)
    return path


def write_json(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def in3(root: Path, split: str = "train") -> Path:
    low = {"description": "colour", "importance": "1", "inquiry": "Which colour?", "options": ["red"]}
    high = {"description": "the day", "importance": "3", "inquiry": "On which day?", "options": []}
    rows = [
        {"category": "Office", "task": "Order pens", "vague": True, "missing_details": [low, high]},
        {"category": "Office", "task": "Say 3 + 4", "vague": False, "missing_details": []},
    ]
    return write_lines(root / "IN3" / f"{split}.jsonl", rows)


def clariq(root: Path, split: str = "train") -> Path:
    def row(topic: str, need: int, facet: str, qid: str, question: str, answer: str) -> dict[str, Any]:
        return {
            "topic_id": topic,
            "initial_request": f"Tell me about bridge {topic}",
            "topic_desc": "A bridge",
            "clarification_need": need,
            "facet_id": facet,
            "facet_desc": "Its age",
            "question_id": qid,
            "question": question,
            "answer": answer,
        }

    rows = [
        row("7", 3, "F1", "Q00001", "", ""),
        row("7", 3, "F1", "Q00002", "Do you mean its age?", "yes, its age"),
        row("7", 3, "F2", "Q00002", "Do you mean its age?", "no, its length"),
        row("8", 1, "F3", "Q00003", "Are you crossing it?", "no"),
    ]
    bank = [
        {"question_id": "Q00001", "question": ""},
        {"question_id": "Q00002", "question": "Do you mean its age?"},
        {"question_id": "Q00003", "question": "Are you crossing it?"},
        {"question_id": "Q00004", "question": "Shall it carry trains?"},
    ]
    write_table(root / "ClariQ" / "question_bank.tsv", bank, "\t")
    return write_table(root / "ClariQ" / f"{split}.tsv", rows, "\t")


def qulac(root: Path) -> Path:
    rows = [
        (1, "F1", "larch", "ambiguous", "Do you mean the tree?", "yes"),
        (1, "F2", "larch", "ambiguous", "Do you mean the tree?", "no, the hotel"),
        (1, "F2", "larch", "ambiguous", "", ""),
        (2, "F3", "tea", "faceted", "Green or black?", "green"),
    ]
    names = ("topic_id", "facet_id", "topic", "topic_type", "question", "answer")
    table = {name: {str(i): row[k] for i, row in enumerate(rows)} for k, name in enumerate(names)}
    return write_json(root / "Qulac" / "qulac.json", table)


def abg_coqa(root: Path) -> Path:
    def row(number: int, ambiguity: str, clarification: Any) -> dict[str, Any]:
        return {
            "id": f"story|{number}",
            "story": "Ann and Bea bake a cake.",
            "target_turn": {"question": "Did she eat it?", "answer": "yes"},
            "history_turns": [{"question": "Who bakes?", "answer": "Ann and Bea"}],
            "ambiguity": ambiguity,
            "clarification_turn": clarification,
        }

    asked = {"question": "Do you mean Ann?", "answers": [{"clr_ans": "Yes"}, {"clr_ans": "No, Bea"}]}
    rows = [row(1, "ambiguous", asked), row(2, "non_ambiguous", {})]
    return write_json(root / "Abg-CoQA" / "coqa_abg_val.json", {"version": "1.0", "data": rows})


def ambik(root: Path) -> Path:
    row = {
        "id": 5,
        "environment_full": "a glass, a mug, water, milk",
        "unambiguous_direct": "Robot, pour milk into the mug, please.",
        "ambiguity_type": "preferences",
        "ambiguous_task": "Robot, bring me a drink.",
        "question": "Water or milk?",
        "answer": "milk",
    }
    return write_table(root / "AmbiK" / "ambik_calib_100.csv", [row])


def clamber(root: Path) -> Path:
    rows = [
        {
            "question": "When did Ada win?",
            "context": "",
            "clarifying_question": "Which Ada?",
            "require_clarification": 1,
            "category": "MC",
            "subclass": "whom",
        },
        {"question": "What is 2 + 2?", "require_clarification": 0, "category": "MC", "subclass": ""},
    ]
    return write_lines(root / "CLAMBER" / "clamber_benchmark.jsonl", rows)


def when2call(root: Path) -> Path:
    answers = {"direct": "", "tool_call": "{}", "request_for_info": "In which town?", "cannot_answer": "No."}
    rows = [
        {"uuid": f"u{i}", "question": text, "correct_answer": action, "answers": answers, "tools": ["{}"]}
        for i, (text, action) in enumerate(
            [("Will it rain?", "request_for_info"), ("Will it rain in Bonn?", "tool_call")]
        )
    ]
    return write_lines(root / "When2Call" / "when2call_test_mcq.jsonl", rows)


def mm_iglu(root: Path) -> Path:
    rows = [
        {"ID": "CQ-game-1", "Command": text, "Is command clear": clear, "Expected output": said}
        for text, clear, said in [
            ("Break the tower", "No", "Which tower?"),
            ("Break the red tower", "Yes", "I can execute it."),
        ]
    ]
    described = [{**row, "Environment Description": "six red blocks"} for row in rows]
    return write_table(root / "MM-IGLU" / "clarifying_questions_train.csv", described)


WRITE = {
    "in3": in3,
    "clariq": clariq,
    "qulac": qulac,
    "abg_coqa": abg_coqa,
    "ambik": ambik,
    "clamber": clamber,
    "when2call": when2call,
    "mm_iglu": mm_iglu,
}
