"""Reading foreign JSON: every error in it is an `InputError`."""

from __future__ import annotations

import json
import os
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from cq.errors import InputError, MissingFileError, excerpt, reporting
from cq.files import check_regular

_DECODER = json.JSONDecoder()
_KEY = re.compile(r'[\s{,]*("(?:[^"\\]|\\.)*")\s*:\s*')
"""A key of an object, with the text between the value before and its own."""


def parse_json(text: str | bytes, source: str) -> Any:
    """The value of a JSON text, which messages call `source`.

    Raises `InputError` if it is not valid, not UTF-8, nested too deeply, has an object with a key twice (JSON
    leaves open which counts), or holds a number that Python refuses to read (of more than 4,300 digits).
    """
    try:
        return json.loads(text, object_pairs_hook=unique_keys)
    except RecursionError:
        raise InputError(f"{source} is nested too deeply to be read") from None
    except ValueError as error:
        reason = str(error).partition("; use sys.")[0]  # The sender of the text cannot set Python's limits.
        raise InputError(f"{source} is not valid JSON: {reason}") from None


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of some pairs. Raises `ValueError` for a repeated key."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in found if keys.count(key) > 1)
        raise ValueError(f"the key {excerpt(twice, 40)} is there twice; remove one")
    return found


def read_json(path: str | os.PathLike[str], what: str) -> Any:
    """The value in a JSON file (UTF-8), named `what` in messages: "world file", "saved dialogue".

    Raises `MissingFileError` if there is no such file; `InputError` if it is not a regular file or not JSON.
    """
    path = Path(path)
    remedy = "give the path of one"
    with reporting(f"cannot read the {what} {str(path)[:80]!r}", remedy, OSError, ValueError):
        try:
            check_regular(path)
            text = path.read_bytes().decode("utf-8-sig")
        except FileNotFoundError:
            raise MissingFileError(f"no {what} at {str(path)!r}; {remedy}") from None
        except IsADirectoryError:
            raise InputError(f"{str(path)!r} is a folder; give the path of one {what}") from None
    return parse_json(text, repr(str(path)))


def json_lines(
    lines: Iterable[bytes], source: str, *, written: bool = False
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects in JSON lines (UTF-8), one a line, each after the name of its line in messages; empty
    lines are dropped. `source` is the file's name. Values are those of JSON, or as they are `written`: only
    texts and null are read, and all others are their JSON text. Raises `InputError` for a line that is not an
    object, or has a repeated key.
    """
    for number, line in enumerate(lines, start=1):
        if line.strip():
            where = f"line {number} of {source!r}"
            value = parse_json(line.removeprefix(BOM_UTF8), where)
            if not isinstance(value, dict):
                raise InputError(f"{where} is not an object: {excerpt(value, 40)}")
            yield where, _written(line) if written else value


def _written(line: bytes) -> dict[str, str | None]:
    """The values of a valid JSON object as they are written: otherwise 1e5 would become 100000.0."""
    line = line.removeprefix(BOM_UTF8)
    text = line.decode(json.detect_encoding(line), "surrogatepass")
    found, at = dict[str, str | None](), 0
    while key := _KEY.match(text, at):
        value, at = _DECODER.raw_decode(text, key.end())
        found[json.loads(key[1])] = value if isinstance(value, str | None) else text[key.end() : at]
    return found
