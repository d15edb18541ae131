"""Evidence: what an instruction leaves open, with the words and the blocks that it is about."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cq.language.instruction import GroundedInstruction
from cq.language.obstacles.obstacle import Cells, no_cells


@dataclass(frozen=True, eq=False)
class Evidence:
    """One open thing: a sentence, the words that it is about ("" if none), and the cells (n, 3), [y, x, z],
    that they could mean. `in_the_way` is true for an obstacle, which must be settled before anybody can
    build.
    """

    text: str
    words: str
    cells: Cells
    in_the_way: bool


def find_evidence(instruction: GroundedInstruction) -> list[Evidence]:
    """All that an instruction leaves open: obstacles first, then findings about other words."""
    obstacles = instruction.obstacles
    found = {
        one.text: Evidence(
            one.text, one.phrase, np.array(one.cells, np.int64).reshape(-1, 3), in_the_way=True
        )
        for one in obstacles
    }
    settled = {one.phrase for one in obstacles}
    for grounded in instruction.grounded_phrases:
        words = grounded.phrase.text
        if words in settled:
            continue
        cells = grounded.referents if grounded.phrase.existing else no_cells()
        for finding in grounded.findings:
            if finding.text in instruction.reasons:
                found.setdefault(finding.text, Evidence(finding.text, words, cells, in_the_way=False))
    texts = {finding.text for one in instruction.grounded_phrases for finding in one.findings}
    for text in instruction.reasons:
        if text not in texts:
            found.setdefault(text, Evidence(text, "", no_cells(), in_the_way=False))
    return list(found.values())
