"""Writes results as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cq.files import write_text


def write_json(out: Path | None, results: Any) -> None:
    """Write results to a file; without a file, write nothing."""
    if out is not None:
        write_text(out, json.dumps(results, indent=1, ensure_ascii=False) + "\n")
