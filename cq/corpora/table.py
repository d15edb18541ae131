"""A corpus of one's own, from a CSV or JSON lines file or a data frame.

One row is one request, or one question about it:

text        the request; `instruction` is read too
need        yes or no (true or false, 1 or 0), whether a person would ask back, or a grade from 1 to 4 if
            some row has 2, 3 or 4; or `clear`, yes or no, which is the opposite
id          optional: rows with the same id are one request with several questions; else each is its own
context     optional: what is known besides the text
question    optional: what to ask; in JSON lines and frames also a list of texts
answer      optional: the answer to the question, if there is one question in the row
details     optional, JSON lines and frames: a list of {"description", "importance" 1 to 3, "question"}
kind, split optional
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from cq.corpora.corpus import GRADES, Answer, Corpus, Detail, Request
from cq.corpora.files import Questions, Row
from cq.data.storage.tables import read_table
from cq.errors import InputError, MissingFileError, excerpt
from cq.files import check_regular
from cq.files.json_input import json_lines

if TYPE_CHECKING:
    import pandas as pd

TableLike: TypeAlias = "pd.DataFrame | str | os.PathLike[str]"

YES = {
    "yes": True,
    "true": True,
    "1": True,
    "1.0": True,
    "no": False,
    "false": False,
    "0": False,
    "0.0": False,
}
TEXTS = ("text", "instruction")
SAME = ("text", "need", "context", "kind", "split")
"""What rows of one request must agree on."""


def table(
    source: TableLike,
    *,
    bank: Mapping[str, str] | Iterable[str] = (),
    name: str = "table",
    licence: str = "",
    allows_training: bool = False,
) -> Corpus:
    """A corpus from your own table: the path of a CSV or JSON lines file, or a data frame.

    Its columns are `text` and `need`, and perhaps `id`, `context`, `question`, `answer`, `details`, `kind`
    and `split` (see docs/corpora.md). `bank` are questions that may be asked besides those of the
    table: texts, or ids with texts.

    Raises `InputError` naming a row that cannot be read, `MissingFileError` if there is no such file.
    """
    where, rows = _rows(source)
    questions = Questions()
    known = bank.items() if isinstance(bank, Mapping) else ((None, text) for text in bank)
    for qid, text in known:
        if not isinstance(text, str) or not text.strip():
            raise InputError(f"question {excerpt(qid)} of the bank is {excerpt(text)}; give a text")
        questions.add(text, qid)
    is_graded = any(_text(row, "need").removesuffix(".0") in ("2", "3", "4") for row in rows)
    found: dict[str, Request] = {}
    for number, row in enumerate(rows, start=1):
        try:
            one = _request(row, f"r_{number}", is_graded, questions)
            found[one.id] = one if one.id not in found else _joined(found[one.id], one)
        except InputError as error:
            raise InputError(f"row {number} of {where}: {error}") from None
    return Corpus(name, tuple(found.values()), questions.bank, licence, "", allows_training)


def is_table(frame: pd.DataFrame) -> bool:
    """Whether a data frame has the columns of such a table rather than those of instructions in worlds."""
    return "text" in frame or "need" in frame


def _request(row: Row, place: str, is_graded: bool, questions: Questions) -> Request:
    text = next((text for name in TEXTS if (text := _text(row, name))), "")
    if not text:
        raise InputError("it has no text; remove the row")
    asked = row.get("question")
    if isinstance(asked, Sequence) and not isinstance(asked, str):
        texts = [str(one).strip() for one in asked]
    else:
        texts = [_text(row, "question")]
    qids = tuple(questions.add(one) for one in dict.fromkeys(texts) if one)
    answer = _text(row, "answer")
    if answer and len(qids) != 1:
        raise InputError(f"the answer {excerpt(answer)} needs one question; the row has {len(qids)}")
    details = row.get("details")
    if _is_missing(details):
        details = ()
    if not isinstance(details, Sequence) or isinstance(details, str):
        raise InputError(f"details is {excerpt(details)}; give a list")
    found = tuple(_detail(one, questions) for one in details)
    return Request(
        id=_text(row, "id") or place,
        text=text,
        need=_need(row, is_graded),
        context=_text(row, "context"),
        relevant=tuple(dict.fromkeys((*qids, *(one.qid for one in found if one.qid)))),
        answers=(Answer(qids[0], answer),) if answer else (),
        details=found,
        kind=_text(row, "kind"),
        split=_text(row, "split"),
    )


def _joined(before: Request, one: Request) -> Request:
    """Two rows about one request. Raises `InputError` where they contradict each other."""
    for name in SAME:
        if (was := getattr(before, name)) != (now := getattr(one, name)):
            raise InputError(f"request {one.id!r} has the {name} {excerpt(now)}, and {excerpt(was)} before")
    joined = {
        name: tuple(dict.fromkeys(getattr(before, name) + getattr(one, name)))
        for name in ("relevant", "answers", "details")
    }
    return Request(**{**vars(before), **joined})


def _need(row: Row, is_graded: bool) -> bool | int:
    need, clear = _text(row, "need").lower(), _text(row, "clear").lower()
    if is_graded:
        if need.removesuffix(".0") not in map(str, GRADES):
            raise InputError(f"need is {need!r}; other rows have grades, so it is 1 to 4")
        return int(float(need))
    if need in YES:
        return YES[need]
    if not need and clear in YES:
        return not YES[clear]
    value = f"need is {need!r}" if need or not clear else f"clear is {clear!r}"
    raise InputError(f"{value}; it is yes or no, or need is 1 to 4")


def _detail(row: Any, questions: Questions) -> Detail:
    try:
        importance, description = int(row.get("importance", 2)), str(row["description"])
        asked = str(row.get("question") or "").strip()
        options = tuple(map(str, row.get("options") or ()))
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise InputError(f"the detail {excerpt(row)} cannot be read: {error}") from None
    if not 1 <= importance <= 3:
        raise InputError(f"the importance of a detail is {importance}; it is 1 to 3")
    return Detail(description, importance, questions.add(asked) if asked else "", options)


def _rows(source: TableLike) -> tuple[str, list[Row]]:
    """What messages call the table, and its rows."""
    if hasattr(source, "to_dict"):
        where, rows = "the data frame", [dict(row) for row in source.to_dict("records")]
    elif isinstance(source, str | os.PathLike):
        path = Path(source)
        where, rows = repr(str(path)), _rows_of_file(path)
    else:
        raise InputError(f"cannot read a table from {type(source).__name__}; give a path or a data frame")
    columns = list(dict.fromkeys(name for row in rows for name in row))
    needed = (TEXTS, ("need", "clear"))
    lacking = [" or ".join(names) for names in needed if not any(name in columns for name in names)]
    if not rows or lacking:
        raise InputError(f"{where} lacks {' and '.join(lacking) or 'rows'}; it has the columns {columns}")
    return where, rows


def _rows_of_file(path: Path) -> list[Row]:
    if not path.is_file():
        raise MissingFileError(f"no table at {str(path)!r}; give a CSV or JSON lines file, or a data frame")
    check_regular(path)
    if path.suffix.lower() == ".jsonl":
        with path.open("rb") as file:
            return [row for _, row in json_lines(file, str(path))]
    if path.suffix.lower() == ".csv":
        rows: list[Row] = read_table(path.read_bytes(), repr(str(path)), ()).to_dict("records")
        return rows
    raise InputError(f"{str(path)!r} is neither .csv nor .jsonl; save it as one of them")


def _text(row: Row, name: str) -> str:
    return "" if _is_missing(row.get(name)) else str(row[name]).strip()


def _is_missing(value: Any) -> bool:
    """Empty cells are "" in CSV, None or NaN elsewhere."""
    return value is None or value == "" or (isinstance(value, float) and math.isnan(value))
