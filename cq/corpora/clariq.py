"""ClariQ (Aliannejadi et al. 2020): search topics with their need of clarification from 1 to 4."""

from __future__ import annotations

from collections.abc import Iterator

from cq.corpora.corpus import GRADES, Answer, Request
from cq.corpora.files import CorpusFiles, Questions
from cq.errors import InputError, excerpt
from cq.tables.frames import Row

BANK = ("question_bank.tsv",)
COLUMNS = (
    "topic_id",
    "initial_request",
    "clarification_need",
    "facet_id",
    "question_id",
    "question",
    "answer",
)


def requests(files: CorpusFiles, member: str, split: str, questions: Questions) -> Iterator[Request]:
    """One request per topic. The bank is the published one, without the empty question (no question at all);
    a topic's answers are those of all its facets.
    """
    if not questions.bank:
        if (bank := files.find(BANK)) is None:
            raise InputError(f"{files.source!r} has no {BANK[0]}; get it again")
        for row in files.table(bank, ("question_id", "question"), "\t"):
            if row["question"].strip():
                questions.add(row["question"], row["question_id"])
    topics: dict[str, list[Row]] = {}
    for row in files.table(member, COLUMNS, "\t"):
        topics.setdefault(row["topic_id"], []).append(row)
    for topic, rows in topics.items():
        for name in ("initial_request", "clarification_need"):
            if len(values := {row[name] for row in rows}) > 1:
                raise InputError(f"topic {topic} of {member} has several values of {name}: {excerpt(values)}")
        asked = [row for row in rows if row["question"].strip()]
        yield Request(
            id=topic,
            text=rows[0]["initial_request"],
            need=_grade(rows[0]["clarification_need"], f"topic {topic} of {member}"),
            relevant=tuple(
                dict.fromkeys(questions.add(row["question"], row["question_id"]) for row in asked)
            ),
            answers=tuple(Answer(row["question_id"], row["answer"], row["facet_id"]) for row in asked),
            split=split,
        )


def _grade(text: str, where: str) -> int:
    if text not in map(str, GRADES):
        raise InputError(f"{where} has the clarification_need {excerpt(text)}; it is 1 to 4")
    return int(text)
