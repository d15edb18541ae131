"""Questions and answers of the Minecraft dialogues, from their discourse annotation."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from cq.data.schema import check_columns, data_set

if TYPE_CHECKING:
    import datasets

ANSWER, CLARIFICATION, CONFIRMATION = (
    "Question-answer_pair",
    "Clarification_question",
    "Confirmation_question",
)
"""The relations from a question to its answer, and from the unit it is about to the question."""

KINDS = {CLARIFICATION: "clarification", CONFIRMATION: "confirmation"}


def question_features() -> datasets.Features:
    """The columns of questions, one row per question and answer.

    `game`, `goal` and `split` are as in `discourse_features`. `question` is the text of a discourse unit,
    `asker` its speaker; `answer` and `answerer` the same for its answer, None if none is annotated. `kind` is
    "clarification" (asks for missing information), "confirmation" (asks whether something is right), or
    "other". `about` is the unit that a clarification or confirmation asks about, an instruction or the
    builder's actions in words; None if none is annotated. `dialogue` holds the utterances before the
    question, oldest first, without the builder's actions.
    """
    from datasets import Features, List, Value

    texts = ("game", "goal", "split", "kind", "about", "asker", "question", "answerer", "answer")
    dialogue = List({"speaker": Value("string"), "text": Value("string")})
    return Features({**{name: Value("string") for name in texts}, "dialogue": dialogue})


def question_answer_pairs(dataset: datasets.Dataset) -> datasets.Dataset:
    """The question–answer pairs of `load_minecraft_discourse` (or some of its rows), in the games' order.

    Each `Question-answer_pair` relation is a row, by either speaker; a question with two answers is two rows.
    The columns are those of `question_features`. Raises `InputError` for other rows.
    """
    return _questions(dataset, answered=True)


def clarification_questions(dataset: datasets.Dataset) -> datasets.Dataset:
    """The clarification questions of `load_minecraft_discourse`, also those without an answer: one row for
    each answer, or one with None. The columns are those of `question_features`. Raises `InputError` for other
    rows.
    """
    return _questions(dataset, answered=False)


def _questions(dataset: datasets.Dataset, answered: bool) -> datasets.Dataset:
    check_columns(dataset, ("game", "goal", "split", "edus", "relations"), "load_minecraft_discourse")
    rows: list[dict[str, Any]] = []
    for game in dataset.to_list():
        edus = game["edus"]
        about: dict[int, tuple[str, int]] = {}
        answers: dict[int, list[int]] = defaultdict(list)
        for relation in game["relations"]:
            if relation["type"] == ANSWER:
                answers[relation["from"]].append(relation["to"])
            elif relation["type"] in KINDS:
                about.setdefault(relation["to"], (KINDS[relation["type"]], relation["from"]))
        clarifying = [question for question, (kind, _) in about.items() if kind == KINDS[CLARIFICATION]]
        for question in sorted(answers if answered else clarifying):
            kind, source = about.get(question, ("other", None))
            replies: list[int | None] = [*sorted(answers[question])] or [None]
            for answer in replies:
                row: dict[str, Any] = {
                    **{name: game[name] for name in ("game", "goal", "split")},
                    "kind": kind,
                    "about": None if source is None else edus[source]["text"],
                    "asker": edus[question]["speaker"],
                    "question": edus[question]["text"],
                    "answerer": None if answer is None else edus[answer]["speaker"],
                    "answer": None if answer is None else edus[answer]["text"],
                    "dialogue": [
                        {"speaker": edu["speaker"], "text": edu["text"]}
                        for edu in edus[:question]
                        if not edu["actions"]
                    ],
                }
                rows.append(row)
    return data_set(rows, question_features())
