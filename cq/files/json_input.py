"""Reading JSON that others wrote: whatever is wrong with it is an `InputError`."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from cq.errors import CqError, InputError, MissingFileError
from cq.files import check_regular


def parse_json(text: str | bytes, source: str) -> Any:
    """The value of a JSON text, which messages call `source`.

    Raises `InputError` if it is not valid, not UTF-8, nested too deeply, or holds a number that Python
    refuses to read (of more than 4,300 digits).
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise InputError(f"{source} is nested too deeply to be read") from None
    except ValueError as error:
        raise InputError(f"{source} is not valid JSON: {error}") from None


def read_json(path: str | os.PathLike[str], what: str) -> Any:
    """The value in a JSON file (UTF-8), which messages call `what`: "world file", "saved dialogue".

    Raises `MissingFileError` if there is no such file; `InputError` if it is no regular file or no JSON.
    """
    path = Path(path)
    try:
        check_regular(path)
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise MissingFileError(f"no {what} at {str(path)!r}; give the path of one") from None
    except IsADirectoryError:
        raise InputError(f"{str(path)!r} is a folder; give the path of one {what}") from None
    except CqError:
        raise
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read the {what} {str(path)[:80]!r}: {error}") from None
    return parse_json(text, repr(str(path)))
