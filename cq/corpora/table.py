"""A user's corpus, from a CSV, TSV, JSON lines or parquet file, or a table in memory.

One row is one request, or one question about it:

text        the request; `instruction` is read too
need        yes or no (y or n, true or false, t or f, 1 or 0), whether a person would ask back, or a grade
            from 1 to 4 if some row has 2, 3 or 4; or `clear`, yes or no, the opposite. "clear" and
            "unclear" keep their meaning in either
id          optional: rows with the same id are one request with several questions; else each is its own
context     optional: information besides the text
question    optional: the question, or a list of texts, in CSV as JSON
answer      optional: the answer to the question, if there is one question in the row
details     optional: a list of {"description", "importance" 1 to 3, "question"}, in CSV as JSON
kind, split optional
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

from cq.corpora.corpus import GRADES, Answer, Corpus, Detail, Request
from cq.corpora.files import Questions
from cq.errors import InputError, excerpt, reporting
from cq.tables.cells import cell_list, cell_text, cell_texts, says_clear, says_needed
from cq.tables.files import read_rows
from cq.tables.frames import Row, Table, frame_rows, is_frame

TableLike: TypeAlias = "str | os.PathLike[str] | Any"
"""A path, or a table in memory: pandas's, `datasets`', Arrow's, or polars'."""

TEXTS = ("text", "instruction")
SAME = ("text", "need", "context", "kind", "split")
"""Columns in which rows of one request must agree."""


def table(
    source: TableLike,
    *,
    bank: Mapping[str, str] | Iterable[str] = (),
    name: str = "table",
    licence: str = "",
    allows_training: bool = False,
) -> Corpus:
    """A corpus from your own table: the path of a CSV, TSV, JSON lines or parquet file, or a table in memory:
    a data frame, a `datasets.Dataset`, or an Arrow table.

    Its columns are `text` and `need`, and perhaps `id`, `context`, `question`, `answer`, `details`, `kind`
    and `split` (see docs/corpora.md). `bank` holds further questions: texts, or ids with texts.

    Raises `InputError` naming a row that cannot be read, `MissingFileError` if there is no such file.
    """
    found = _read(source)
    questions = Questions()
    if isinstance(bank, str) or is_frame(bank):
        raise InputError(f"the bank is {excerpt(bank)}; give a list of questions, or a dict of id → question")
    known = bank.items() if isinstance(bank, Mapping) else ((None, text) for text in bank)
    for qid, text in known:
        if not isinstance(text, str) or not text.strip():
            raise InputError(f"question {excerpt(qid)} of the bank is {excerpt(text)}; give a text")
        questions.add(text, qid)
    is_graded = any(str(row.get("need")).strip().removesuffix(".0") in ("2", "3", "4") for row in found.rows)
    requests: dict[str, Request] = {}
    places = count(1)

    def add(row: Row) -> None:
        request = _request(row, f"r_{next(places)}", is_graded, questions)
        requests[request.id] = (
            request if request.id not in requests else _joined(requests[request.id], request)
        )

    found.each(add)
    return Corpus(name, tuple(requests.values()), questions.bank, licence, "", allows_training)


def is_table(columns: Iterable[str]) -> bool:
    """Whether these are columns of such a table rather than those of instructions in worlds."""
    return not {"text", "need"}.isdisjoint(columns)


def _request(row: Row, place: str, is_graded: bool, questions: Questions) -> Request:
    text = next((text for name in TEXTS if (text := _text(row, name))), "")
    if not text:
        raise InputError("it has no text; remove the row")
    asked = dict.fromkeys(cell_texts(row.get("question"), "question"))
    qids = tuple(questions.add(question) for question in asked)
    answer = _text(row, "answer")
    if answer and len(qids) != 1:
        raise InputError(f"the answer {excerpt(answer)} needs one question; the row has {len(qids)}")
    found = tuple(_detail(detail, questions) for detail in cell_list(row.get("details"), "details"))
    return Request(
        id=_text(row, "id") or place,
        text=text,
        need=_need(row, is_graded),
        context=_text(row, "context"),
        relevant=tuple(dict.fromkeys((*qids, *(detail.qid for detail in found if detail.qid)))),
        answers=(Answer(qids[0], answer),) if answer else (),
        details=found,
        kind=_text(row, "kind"),
        split=_text(row, "split"),
    )


def _joined(before: Request, request: Request) -> Request:
    """Two rows about one request as one. Raises `InputError` where they contradict each other."""
    for name in SAME:
        if (was := getattr(before, name)) != (now := getattr(request, name)):
            raise InputError(
                f"request {request.id!r} has the {name} {excerpt(now)}, and {excerpt(was)} before"
            )
    joined = {
        name: tuple(dict.fromkeys(getattr(before, name) + getattr(request, name)))
        for name in ("relevant", "answers", "details")
    }
    return Request(**{**vars(before), **joined})


def _need(row: Row, is_graded: bool) -> bool | int:
    need, clear = _text(row, "need"), _text(row, "clear")
    if is_graded:
        if need.removesuffix(".0") not in map(str, GRADES):
            raise InputError(f"need is {need!r}; other rows have grades, so it is 1 to 4")
        return int(float(need))
    says = says_needed(need)
    if says is not None:
        return says
    says = says_clear(clear)
    if not need and says is not None:
        return not says
    value = f"need is {need!r}" if need or not clear else f"clear is {clear!r}"
    raise InputError(f"{value}; it is yes or no, or need is 1 to 4")


def _detail(row: Any, questions: Questions) -> Detail:
    if not isinstance(row, dict):
        raise InputError(f"the detail {excerpt(row)} cannot be read; give an object")
    description, asked = _text(row, "description"), _text(row, "question")
    options = tuple(cell_texts(row.get("options"), "options"))
    # Tables of objects have None where an object lacks a key.
    given = 2 if row.get("importance") is None else row["importance"]
    with reporting(f"the importance of a detail is {excerpt(given)}", "it is 1 to 3", TypeError, ValueError):
        importance = int(given)
    if not description:
        raise InputError(f"the detail {excerpt(row)} has no description; give one")
    if not 1 <= importance <= 3:
        raise InputError(f"the importance of a detail is {importance}; it is 1 to 3")
    return Detail(description, importance, questions.add(asked) if asked else "", options)


def _read(source: TableLike) -> Table:
    if is_frame(source):
        found = frame_rows(source)
    elif isinstance(source, str | os.PathLike):
        found = read_rows(Path(source))
    else:
        raise InputError(f"cannot read a table from {type(source).__name__}; give a path or a data frame")
    needed = (TEXTS, ("need", "clear"))
    lacking = [" or ".join(names) for names in needed if not any(name in found.columns for name in names)]
    if not found.rows or lacking:
        raise InputError(
            f"{found.name} lacks {' and '.join(lacking) or 'rows'}; it has the columns {found.columns}"
        )
    return found


def _text(row: Row, name: str) -> str:
    return cell_text(row.get(name), name)
