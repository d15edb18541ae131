"""The errors that `cq` raises on purpose. Each message names the offending value and the remedy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

_WORDS = {
    "Value error, ": "",
    "Input should be": "it must be",
    "a valid dictionary or object to extract fields from": "an object",
    "a valid dictionary": "an object",
    "a valid tuple": "a list",
}
"""Words of pydantic's errors, and ours for them."""


class CqError(Exception):
    """Base of every error raised on purpose; the CLI turns it into one line and exit code 2."""


class InputError(CqError, ValueError):
    """A value given by the user cannot be used as it is."""


class MissingFileError(CqError, FileNotFoundError):
    """A file, a data set, trained weights or the backbone is missing."""


class DownloadError(MissingFileError):
    """A file could not be downloaded, or its digest is not the pinned one."""


class DeadlineError(CqError, TimeoutError):
    """The work has a deadline (`cq.deadlines`), and did not meet it."""


class NothingClassifiedError(CqError, RuntimeError):
    """`cq.rank(qbank)` was called before any instruction was classified in this context."""


@contextmanager
def reporting(fault: str, remedy: str, *kinds: type[Exception]) -> Iterator[None]:
    """Turn the errors of these kinds that a block raises into an `InputError` with the fault, the first line
    of the error as its reason, and the remedy. Errors raised on purpose are unchanged.
    """
    try:
        yield
    except CqError:
        raise
    except kinds as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise InputError(f"{shortened(fault, 400)}: {shortened(reason, 200)}; {remedy}") from None


def install(extra: str) -> str:
    """What to run for an extra. No package index has `cq`, so it is installed from its folder."""
    return f"in the folder of your copy of cq, run: pip install '.[{extra}]'"


@contextmanager
def needing(extra: str, need: str) -> Iterator[None]:
    """Raise `InputError`, with the need and the command that installs an extra, if an import inside fails."""
    try:
        yield
    except ImportError:
        raise InputError(f"{need}; {install(extra)}") from None


def excerpt(value: Any, length: int = 60) -> str:
    """The beginning of a value's repr, for messages. Values whose repr fails get their type's name: deeply
    nested lists, and numbers of thousands of digits.
    """
    try:
        # An array has a line for each row, and a message is one line.
        text = " ".join(line.strip() for line in repr(value).splitlines())
    except Exception:
        return f"a {type(value).__name__} too large to show"
    return shortened(text, length)


def shortened(text: str, length: int) -> str:
    """The beginning of a text, for messages."""
    return text if len(text) <= length else f"{text[: length - 1]}…"


def fault_in(error: Mapping[str, Any]) -> str:
    """One of pydantic's errors as a sentence: the field, its value, and the fault."""
    where = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in error["loc"])
    field, kind = where.removeprefix(".") or "it", error["type"]
    if kind == "missing":
        return f"{field} is missing; give it"
    if kind == "extra_forbidden":
        return f"{field} is not a field; remove it"
    said = error["msg"]
    for theirs, ours in _WORDS.items():
        said = said.replace(theirs, ours)
    if kind == "value_error" and isinstance(error["input"], Mapping):
        return f"{field}: {said}" if where else said
    return f"{field} is {excerpt(error['input'])}; {said[:1].lower()}{said[1:]}"
