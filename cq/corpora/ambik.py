"""AmbiK (Ivanova et al. 2025): tasks of a kitchen robot, each in an ambiguous and an unambiguous form."""

from __future__ import annotations

from collections.abc import Iterator

from cq.corpora.corpus import Answer, Request
from cq.corpora.files import CorpusFiles, Questions

COLUMNS = (
    "id",
    "environment_full",
    "unambiguous_direct",
    "ambiguity_type",
    "ambiguous_task",
    "question",
    "answer",
)


def requests(files: CorpusFiles, member: str, split: str, questions: Questions) -> Iterator[Request]:
    """Two requests per row, `ID-ambiguous` and `ID-clear`. The context is the content of the kitchen.

    `kind` is the kind of knowledge that resolves the ambiguity. The authors want a question about
    `preferences`; a good robot may resolve the other kinds, common sense and safety, itself.
    """
    for row in files.table(member, COLUMNS):
        kind, context = row["ambiguity_type"], row["environment_full"]
        qid = questions.add(row["question"]) if row["question"].strip() else None
        yield Request(
            id=f"{row['id']}-ambiguous",
            text=row["ambiguous_task"],
            need=True,
            context=context,
            relevant=() if qid is None else (qid,),
            answers=() if qid is None or not row["answer"].strip() else (Answer(qid, row["answer"]),),
            kind=kind,
            split=split,
        )
        clear = row["unambiguous_direct"]
        yield Request(f"{row['id']}-clear", clear, False, context, kind=kind, split=split)
