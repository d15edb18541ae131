"""Values of programs as short code, for people who look inside: Remove(Ref("tower", colours=("red",)))."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from typing import Any


def code(value: Any) -> str:
    """A value as the code that makes it, without the fields that are as by default."""
    if isinstance(value, tuple):
        inner = ", ".join(map(code, value))
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if not is_dataclass(value):
        return f'"{value}"' if isinstance(value, str) else repr(value)
    parts: list[str] = []
    for i, one in enumerate(fields(value)):
        held = getattr(value, one.name)
        if one.default is MISSING or (not i and isinstance(held, str)):
            parts.append(code(held) if len(parts) == i else f"{one.name}={code(held)}")
        elif held != one.default:
            parts.append(f"{one.name}={code(held)}")
    return f"{type(value).__name__}({', '.join(parts)})"
