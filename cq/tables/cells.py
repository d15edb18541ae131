"""Cells of tables: Python's own values of them, texts, lists, and yes or no."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cq.errors import InputError, excerpt
from cq.files.json_input import parse_json

YES, NO = ("yes", "y", "true", "t", "1"), ("no", "n", "false", "f", "0")
CLEAR, UNCLEAR = ("clear",), ("unclear", "ambiguous")
"""Words with a fixed meaning, whatever the question of their column."""

_MISSING = ("NAType", "NaTType")
"""Types of pandas's missing values, which differ from everything, themselves included."""


def plain_cell(value: Any) -> Any:
    """A cell in Python's own types, None if it is missing. Arrays and tuples, the forms of lists in frames
    and parquet, become lists, also inside others. Values of other types are unchanged.

    Raises `InputError` for a cell that is nested too deeply.
    """
    try:
        return _plain(value)
    except RecursionError:
        raise InputError(f"a cell of type {type(value).__name__} is nested too deeply; flatten it") from None


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str | bool | int):
        return value
    if hasattr(value, "tolist"):
        if getattr(getattr(value, "dtype", None), "kind", "O") in "biu":
            return value.tolist()
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    is_nan = isinstance(value, float) and value != value
    return None if is_nan or type(value).__name__ in _MISSING else value


def is_empty(value: Any) -> bool:
    """Whether a plain cell is missing, or a text of only spaces."""
    return value is None or (isinstance(value, str) and not value.strip())


def cell_text(value: Any, name: str) -> str:
    """The text in a cell of the column `name`, or of the number in it, without spaces around it; "" if it is
    missing. Raises `InputError` for a list, an object or bytes.
    """
    value = plain_cell(value)
    if isinstance(value, list | Mapping | bytes):
        raise InputError(f"{name} is {excerpt(value)}; give a text")
    return "" if value is None else str(value).strip()


def cell_list(value: Any, name: str) -> list[Any]:
    """The list in a cell of the column `name`: a list, or the JSON text of one, as in CSV; empty for an empty
    cell. Raises `InputError` for anything else.
    """
    value = plain_cell(value)
    if is_empty(value):
        return []
    found, reason = value, ""
    if isinstance(value, str):
        try:
            found, reason = parse_json(value, "this text"), ": this text is not a JSON list"
        except InputError as error:
            reason = f": this text is not a JSON list ({error})"
    if not isinstance(found, list):
        raise InputError(f"{name} is {excerpt(value)}; give a list{reason}")
    return found


def cell_texts(value: Any, name: str) -> list[str]:
    """The texts in a cell of the column `name`: a text, or a list of texts as `cell_list` reads it, without
    empty ones. Raises `InputError` for a list as Python or NumPy prints it: it is not JSON.
    """
    value = plain_cell(value)
    if isinstance(value, str):
        text = value.strip()
        is_list = text.startswith("[") and text.endswith("]") and text[1:].lstrip()[:1] in ("'", '"', "]")
        value = cell_list(text, name) if is_list else text
    texts = (cell_text(cell, name) for cell in (value if isinstance(value, list) else [value]))
    return [text for text in texts if text]


def says_clear(value: Any) -> bool | None:
    """The answer of a cell to whether a text is clear: in words, letters, numbers or as a boolean. None if it
    gives none.
    """
    return _one_of(value, (*YES, *CLEAR), (*NO, *UNCLEAR))


def says_needed(value: Any) -> bool | None:
    """The answer of a cell to whether a question is needed, as `says_clear`."""
    return _one_of(value, (*YES, *UNCLEAR), (*NO, *CLEAR))


def _one_of(value: Any, yes: Sequence[str], no: Sequence[str]) -> bool | None:
    # Missing values elsewhere in its column make 1.0 of 1.
    said = str(plain_cell(value)).strip().casefold().removesuffix(".0")
    return True if said in yes else False if said in no else None
