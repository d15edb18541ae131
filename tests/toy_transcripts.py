"""Lines of a file of transcripts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

BUILT = {"build": [[0, 63, 0, "red"]], "doubt": 0.25, "said": "Done."}
ASKED = {"question": {"ask": "Which?", "options": [], "type": ""}, "answer": "the blue one", "kind": "told"}


def transcript(number: int = 0, **more: Any) -> dict[str, Any]:
    order = {"request": "Put a block", "asked": [ASKED], "move": BUILT}
    told = {"agent": "mine", "id": f"toy:{number}", "protocol": "asking", "price": 0.1, "is_open": None}
    return {**told, "orders": [order], "changed_f1": 1.0, "exact": True, **more}


def written(path: Path, *lines: Any) -> Path:
    path.write_text("".join(f"{json.dumps(one)}\n" for one in lines), encoding="utf-8")
    return path
