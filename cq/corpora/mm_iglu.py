"""MM-IGLU (Hromei et al. 2024): the commands of IGLU in its own split, with the blocks described in words.

The columns are those of its public description (https://github.com/crux82/MM-IGLU), or those of the same rows
in IGLU's own file; others are refused.
"""

from __future__ import annotations

from collections.abc import Iterator

from cq.corpora.corpus import Request
from cq.corpora.files import CorpusFiles, Questions
from cq.errors import InputError, excerpt
from cq.tables.frames import Row

NAMES = {
    "id": ("ID", "GameId"),
    "command": ("Command", "InputInstruction"),
    "clear": ("Is command clear", "IsInstructionClear"),
}
ASKED = ("Expected output", "ClarifyingQuestion")
DESCRIPTION = "Environment Description"
LABELS = {"no": True, "yes": False}


def requests(files: CorpusFiles, member: str, split: str, questions: Questions) -> Iterator[Request]:
    """One request per row; the context is the description of the blocks, where there is one."""
    for number, row in enumerate(files.table(member, ()), start=1):
        where = f"row {number} of {member}"
        values = {what: _value(row, names) for what, names in NAMES.items()}
        if missing := [NAMES[what][0] for what, value in values.items() if value is None]:
            raise InputError(f"{where} lacks {missing}; it has {list(row)}")
        label = (values["clear"] or "").lower()
        if label not in LABELS:
            raise InputError(f"{where}: whether it is clear is {excerpt(label)}; it is Yes or No")
        asked = _value(row, ASKED) or ""
        yield Request(
            id=f"{split}-{number}-{values['id']}",
            text=values["command"] or "",
            need=LABELS[label],
            context=_value(row, (DESCRIPTION,)) or "",
            relevant=(questions.add(asked),) if LABELS[label] and asked else (),
            split=split,
        )


def _value(row: Row, names: tuple[str, ...]) -> str | None:
    """The cell under one of some names, in any case; None if there is none."""
    wanted = {name.lower() for name in names}
    return next((str(value).strip() for name, value in row.items() if name.strip().lower() in wanted), None)
