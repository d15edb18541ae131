"""Qulac (Aliannejadi et al. 2019): ambiguous and faceted search topics. All of them call for a question."""

from __future__ import annotations

from collections.abc import Iterator

from cq.corpora.corpus import Answer, Request
from cq.corpora.files import CorpusFiles, Questions
from cq.errors import InputError

COLUMNS = ("topic_id", "facet_id", "topic", "topic_type", "question", "answer")


def requests(files: CorpusFiles, member: str, split: str, questions: Questions) -> Iterator[Request]:
    """One request per topic; rows without a question, which stand for asking nothing, are left out."""
    columns = files.json(member)
    if not isinstance(columns, dict) or not all(isinstance(columns.get(name), dict) for name in COLUMNS):
        raise InputError(f"{member} is no table of the columns {', '.join(COLUMNS)}; get it again")
    rows = list(columns["topic_id"])
    if any(list(columns[name]) != rows for name in COLUMNS) or not rows:
        raise InputError(f"the columns of {member} do not have the same rows; get it again")
    files.check(member, len(rows))
    topics: dict[str, list[str]] = {}
    for row in rows:
        topics.setdefault(str(columns["topic_id"][row]), []).append(row)
    for topic, places in topics.items():
        answers = tuple(
            Answer(
                questions.add(question),
                str(columns["answer"][one] or ""),
                str(columns["facet_id"][one] or ""),
            )
            for one in places
            if (question := str(columns["question"][one] or "").strip())
        )
        yield Request(
            id=topic,
            text=str(columns["topic"][places[0]]),
            need=True,
            relevant=tuple(dict.fromkeys(one.qid for one in answers)),
            answers=answers,
            kind=str(columns["topic_type"][places[0]] or ""),
            split=split,
        )
