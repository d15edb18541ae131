"""Text that is safe to show in a terminal or a spreadsheet: no control characters, no formulas."""

from __future__ import annotations

from typing import Any

_PICTURES = 0x2400
"""Where Unicode has pictures of the control characters 0 to 31."""

_DELETE, _UNKNOWN = 0x7F, "\ufffd"
_VISIBLE: dict[int, str] = {
    **{code: chr(_PICTURES + code) for code in range(0x20) if chr(code) not in "\n\t"},
    _DELETE: chr(_PICTURES + 0x21),
    # The second set of control characters, lone surrogates, and marks that reverse the direction of text.
    **dict.fromkeys((*range(0x80, 0xA0), *range(0xD800, 0xE000)), _UNKNOWN),
    **dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)), _UNKNOWN),
}
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of cells that a spreadsheet may run (OWASP, "CSV Injection")."""


def plain(text: object) -> str:
    """The text, or a value's text, with every control character but line break and tab made visible."""
    return str(text).translate(_VISIBLE)


def without_formula(cell: Any) -> Any:
    """A text cell with an apostrophe before it if a spreadsheet would run it; any other cell as it is."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_STARTS) else cell
