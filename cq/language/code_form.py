"""Values of programs as short code, for people who look inside: Remove(Ref("tower", colours=("red",)))."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from typing import Any


def code(value: Any) -> str:
    """A value as the code that makes it, without the fields that have their defaults."""
    if isinstance(value, tuple):
        inner = ", ".join(map(code, value))
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if not is_dataclass(value):
        return f'"{value}"' if isinstance(value, str) else repr(value)
    parts: list[str] = []
    for i, field in enumerate(fields(value)):
        held = getattr(value, field.name)
        if field.default is MISSING or (not i and isinstance(held, str)):
            parts.append(code(held) if len(parts) == i else f"{field.name}={code(held)}")
        elif held != field.default:
            parts.append(f"{field.name}={code(held)}")
    return f"{type(value).__name__}({', '.join(parts)})"
