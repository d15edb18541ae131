"""Cells of a CSV that spreadsheets would run as formulas."""

from __future__ import annotations

from typing import Any

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet may run (OWASP, "CSV Injection")."""


def without_formula(cell: Any) -> Any:
    """A text cell with an apostrophe before it if a spreadsheet would run it; any other cell as it is."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_STARTS) else cell
