"""An item of the guard's judge, as JSON."""

from __future__ import annotations

from typing import Any

ITEM: dict[str, Any] = {
    "writer": "w",
    "turns": [["user", "five"]],
    "argument": "n",
    "schema": {"type": "integer"},
    "value": 5,
    "label": "told",
}
