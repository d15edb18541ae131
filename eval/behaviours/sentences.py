"""The corpus of our own sentences, each in a small world with its only right build.

The files `sentences/TOPIC.yaml` hold rows by what the language does with them. `BUILT`: it is sure of exactly
this. `UNREAD`: it is not sure yet, or right. `ASKED`: there is nothing to be sure of, so a row has no build.
"""

from __future__ import annotations

from pathlib import Path

import yaml

from eval.behaviours.case import SENTENCES, Case

BUILT, UNREAD, ASKED = "built", "not yet read", "asked"
FOLDER = Path(__file__).parent / "sentences"


def load_sentences(*outcomes: str) -> list[Case]:
    """The sentences with these outcomes, file by file, as cases with ids like "edits-012"."""
    cases: list[Case] = []
    for path in sorted(FOLDER.glob("*.yaml")):
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
        rows = [(outcome, row) for outcome in content for some in content[outcome].values() for row in some]
        for i, (outcome, row) in enumerate(rows, 1):
            if outcome in outcomes:
                expect = frozenset({"ask" if outcome == ASKED else "build"})
                text, blocks = row.pop("text"), row.pop("world")
                unchanged = outcome == BUILT and not {"add", "remove"} & set(row)
                key = f"{path.stem}-{i:03}"
                cases.append(Case(key, SENTENCES, text, expect, blocks, unchanged=unchanged, **row))
    return cases
