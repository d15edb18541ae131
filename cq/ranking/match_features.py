"""Does a question fit an instruction in its world? What both speak of, compared clause by phrase.

Each clause of a question is held against each noun phrase of the instruction, and judged by the one it
matches best: "how many red blocks?" fits "place red blocks", is answered by "place two red blocks", and has
nothing to do with "remove the red block"; "which red block?" makes no sense where there is one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.language.grounding import MISSING, ORANGE, YELLOW, candidates, grounded_phrases, lacking
from cq.language.topics import Flags
from cq.ranking.clauses import (
    LARGEST_NUMBER,
    SHAPES,
    Clauses,
    Places,
    colours_in,
    read_questions,
    shapes_in,
)
from cq.world.grid import Grid
from cq.world.palette import COLOURS

Floats = npt.NDArray[np.float32]

ROLES = ("made", "standing", "removed")
OPEN = {
    "count": {"no count", "no size"},
    "colour": {"no colour"},
    "size": {"no size"},
    "where": {"no place"},
    "arrangement": {"no arrangement"},
    "which": {"one of many", "one of many shapes", "some of many", "many anchors"},
    "missing": MISSING,
    "what": MISSING | {"one of many", "some of many"},
}
"""For what a clause can ask, the findings about a phrase that leave it open."""

OF_ROLE = (*OPEN, "anchor", "direction")
"""What clauses ask that is counted by the role of the phrase."""


@dataclass(frozen=True)
class ReadInstruction:
    """The phrases of one instruction in its world, as flags: p phrases, or a single empty one."""

    role: Places
    """(p,) place in `ROLES`, -1 of the empty phrase."""
    colours: Flags
    numbers: Flags
    shapes: Flags
    open: Flags
    """(p, len(OPEN))."""
    missing: Flags
    """(p, 6) colours named that no block has."""
    candidates: Places
    """(p,) cells it could mean."""
    said: Flags
    """(6,) colours named anywhere."""
    there: Flags
    """(6,) colours in the world; yellow too where orange may answer to it."""


def read_instruction(instruction: str, grid: Grid) -> ReadInstruction:
    """Read an instruction in a world: grid int8 (9, 11, 11)."""
    grounded = grounded_phrases(instruction, grid)
    p = max(len(grounded), 1)
    read = ReadInstruction(
        role=np.full(p, -1),
        colours=np.zeros((p, len(COLOURS)), dtype=bool),
        numbers=np.zeros((p, LARGEST_NUMBER + 1), dtype=bool),
        shapes=np.zeros((p, len(SHAPES)), dtype=bool),
        open=np.zeros((p, len(OPEN)), dtype=bool),
        missing=np.zeros((p, len(COLOURS)), dtype=bool),
        candidates=np.full(p, -1),
        said=np.zeros(len(COLOURS), dtype=bool),
        there=np.isin(np.arange(1, len(COLOURS) + 1), grid),
    )
    for i, (phrase, found) in enumerate(grounded):
        read.role[i] = 2 if phrase.removed else 1 if phrase.stands else 0
        read.candidates[i] = len(candidates(phrase, grid))
        kinds = {finding.kind for finding in found}
        read.open[i] = [bool(kinds & opened) for opened in OPEN.values()]
        read.colours[i, [c - 1 for c in phrase.colours]] = True
        read.missing[i, [c - 1 for c in lacking(phrase, grid)]] = True
        read.shapes[i, list(shapes_in(phrase.text))] = True
        if phrase.count and phrase.count <= LARGEST_NUMBER:
            read.numbers[i, phrase.count] = True
    read.said[list(colours_in(instruction.casefold()))] = True
    read.there[YELLOW - 1] |= read.there[ORANGE - 1]
    return read


def agreement(clauses: Clauses, instruction: ReadInstruction) -> dict[str, Floats]:
    """Feature name → value for each of the n questions: float32 (n,)."""
    starts, counts = clauses.starts[:-1], np.diff(clauses.starts)

    def any_of(flags: Flags) -> Floats:
        return np.maximum.reduceat(flags, starts).astype(np.float32)

    def mean_of(values: npt.NDArray[np.generic]) -> Floats:
        return np.asarray(np.add.reduceat(values.astype(np.float32), starts) / counts, dtype=np.float32)

    match, best = _best_phrases(clauses, instruction)
    asks = clauses.asking
    of_clause = _clause_features(clauses, instruction, best)
    return {
        "match, mean": mean_of(match),
        "match, worst": np.minimum.reduceat(match, starts),
        "match, best": np.maximum.reduceat(match, starts),
        **{name: any_of(flags) for name, flags in of_clause.items()},
        **{name: mean_of(n) for name, n in _colour_counts(clauses, instruction).items()},
        **_verb_features(any_of(clauses.removes) > 0, any_of(clauses.adds) > 0, instruction.role),
        **_missing_features(
            any_of(asks["missing"]), np.maximum.reduceat(clauses.colours, starts), instruction
        ),
        "clauses": counts.astype(np.float32),
    }


def agreement_names() -> list[str]:
    """Names of the features, in order."""
    empty = np.zeros((9, 11, 11), dtype=np.int8)
    return list(agreement(read_questions(["where?"]), read_instruction("", empty)))


def _best_phrases(clauses: Clauses, instruction: ReadInstruction) -> tuple[Floats, Places]:
    """For each clause the score of its best phrase and which it is.

    The weights are set by hand: colours tell phrases apart best, then numbers and shapes; a clause about
    removing speaks of what is removed.
    """

    def shared(a: Flags, b: Flags) -> Floats:
        return a.astype(np.float32) @ b.astype(np.float32).T

    colours, numbers = (
        shared(clauses.colours, instruction.colours),
        shared(clauses.numbers, instruction.numbers),
    )
    made, standing, removed = (instruction.role == i for i in range(len(ROLES)))
    asks = clauses.asking
    score = (
        1.5 * colours
        - (clauses.colours.sum(1, keepdims=True) - colours)
        + 0.8 * numbers
        - 0.4 * (clauses.numbers.sum(1, keepdims=True) - numbers)
        + 0.8 * shared(clauses.shapes, instruction.shapes)
        + 0.6 * np.outer(clauses.removes, removed)
        - 0.6 * np.outer(clauses.removes, made)
        + 0.6 * np.outer(clauses.adds, made)
        - 0.4 * np.outer(clauses.adds, removed)
        + 0.5 * np.outer(asks["which"], standing | removed)
        + 0.5 * np.outer(asks["missing"], instruction.missing.any(1))
        + 0.3 * np.outer(asks["count"], made)
        + 0.3 * np.outer(asks["where"], made)
    )
    return score.max(1).astype(np.float32), score.argmax(1)


def _clause_features(clauses: Clauses, instruction: ReadInstruction, best: Places) -> dict[str, Flags]:
    """Flags of each clause about the phrase that it matches best."""
    role, opened, cells = instruction.role[best], instruction.open[best], instruction.candidates[best]
    missing, numbers = instruction.missing[best], instruction.numbers[best].any(1)
    coloured, stands = instruction.colours[best].any(1), role > 0
    about, asks = role >= 0, clauses.asking
    features = {
        f"{ask} of {name}": asks[ask] & (role == i) for ask in OF_ROLE for i, name in enumerate(ROLES)
    }
    for i, ask in enumerate(OPEN):
        features[f"{ask}, open"] = asks[ask] & opened[:, i]
        features[f"{ask}, not open"] = asks[ask] & about & ~opened[:, i]
    named = (clauses.colours & missing).any(1)
    return features | {
        "count, but said": asks["count"] & numbers,
        "colour, but said": asks["colour"] & coloured,
        "missing, but there": asks["missing"] & coloured & stands & ~missing.any(1),
        "missing, and is": asks["missing"] & named,
        "what, and is missing": asks["what"] & named,
        "which of one": asks["which"] & stands & (cells == 1),
        "which of many": asks["which"] & stands & (cells > 1),
        "which of none": asks["which"] & stands & (cells == 0),
    }


def _colour_counts(clauses: Clauses, instruction: ReadInstruction) -> dict[str, npt.NDArray[np.int64]]:
    """How many colours of each clause agree, or do not, with those of phrases in the role it speaks of."""
    made, standing, removed = (instruction.colours[instruction.role == i].any(0) for i in range(len(ROLES)))
    removes, adds = clauses.removes[:, None], clauses.adds[:, None]
    return {
        name: (clauses.colours & flags).sum(1)
        for name, flags in {
            "removes what is removed": removes & removed,
            "removes what is not removed": removes & ~removed,
            "adds what is made": adds & made,
            "adds what is not named": adds & ~made & ~standing,
            "colour neither said nor there": ~instruction.said & ~instruction.there,
            "colour not said": ~instruction.said,
        }.items()
    }


def _verb_features(removes: Flags, adds: Flags, role: Places) -> dict[str, Floats]:
    removed, made = bool((role == 2).any()), bool((role == 0).any())
    return {
        name: flags.astype(np.float32)
        for name, flags in {
            "removes, as said": removes & removed,
            "removes, unsaid": removes & (not removed),
            "adds, as said": adds & made,
            "adds, unsaid": adds & (not made),
        }.items()
    }


def _missing_features(claims: Floats, colours: Flags, instruction: ReadInstruction) -> dict[str, Floats]:
    """Of questions that claim something is not there: whether it is."""
    missing = instruction.missing.any(0)
    return {
        "claims what is missing": claims * (colours & missing).sum(1),
        "claims what is there": claims * (colours & ~missing).sum(1),
        "claims, and nothing is missing": claims * float(not missing.any()),
        "claims, and something is missing": claims * float(missing.any()),
        "claims without a colour": claims * ~colours.any(1),
    }
