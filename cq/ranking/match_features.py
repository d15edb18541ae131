"""Match features: does a question fit an instruction in its world?

Each clause of a question is compared with each noun phrase of the instruction, and judged by the phrase it
matches best: "how many red blocks?" fits "place red blocks", is answered by "place two red blocks", and has
nothing to do with "remove the red block"; "which red block?" makes no sense if there is only one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.language.questions import OPENED_BY, Flags
from cq.language.words import LARGEST_NUMBER, colours_in
from cq.ranking.clauses import (
    STRUCTURE_NOUNS,
    Clauses,
    Indices,
    parse_clauses,
    structures_in,
)
from cq.reading.grounded import GroundedInstruction
from cq.reading.phrases import ROLES
from cq.types import Floats
from cq.world import World
from cq.world.palette import COLOURS

ASKED_OF_ROLE = (*OPENED_BY, "anchor", "direction")
"""Question types that are counted by the role of the phrase."""


@dataclass(frozen=True)
class PhraseFlags:
    """The p phrases of one instruction in its world, as flags. Without phrases: one empty phrase."""

    role: Indices
    """(p,) index in `ROLES`, -1 for the empty phrase."""
    colours: Flags
    numbers: Flags
    shapes: Flags
    open: Flags
    """(p, len(OPENED_BY)) question types that the phrase leaves open."""
    missing: Flags
    """(p, 6) colours named that no block has."""
    referents: Indices
    """(p,) cells it could mean."""
    named: Flags
    """(6,) colours named anywhere."""
    present: Flags
    """(6,) colours in the world; yellow too if orange blocks count as yellow."""

    @classmethod
    def of(cls, instruction: GroundedInstruction) -> PhraseFlags:
        """The flags of a grounded instruction."""
        phrases, world = instruction.phrases, instruction.world
        p = max(len(phrases), 1)
        present = np.array([world.count_of(colour) > 0 for colour in COLOURS])
        flags = cls(
            role=np.full(p, -1),
            colours=np.zeros((p, len(COLOURS)), dtype=bool),
            numbers=np.zeros((p, LARGEST_NUMBER + 1), dtype=bool),
            shapes=np.zeros((p, len(STRUCTURE_NOUNS)), dtype=bool),
            open=np.zeros((p, len(OPENED_BY)), dtype=bool),
            missing=np.zeros((p, len(COLOURS)), dtype=bool),
            referents=np.full(p, -1),
            named=np.zeros(len(COLOURS), dtype=bool),
            present=present,
        )
        for i, phrase in enumerate(phrases):
            flags.role[i] = ROLES.index(phrase.role)
            flags.referents[i] = -1 if phrase.found is None else len(phrase.found)
            flags.open[i] = [bool(phrase.open_ends & opened_by) for opened_by in OPENED_BY.values()]
            known = [COLOURS.index(colour) for colour in phrase.meaning.colours if colour in COLOURS]
            flags.colours[i, known] = True
            flags.missing[i] = flags.colours[i] & ~present
            flags.shapes[i, list(structures_in(phrase.words))] = True
            flags.numbers[i, [number for number in phrase.numbers if number <= LARGEST_NUMBER]] = True
        flags.named[list(colours_in(instruction.text))] = True
        if present[COLOURS.index("orange")]:
            flags.present[COLOURS.index("yellow")] = True
        return flags


def match_features(clauses: Clauses, phrases: PhraseFlags) -> dict[str, Floats]:
    """Feature name → value for each of the n questions: float32 (n,)."""
    starts, counts = clauses.offsets[:-1], np.diff(clauses.offsets)

    def any_of(flags: Flags) -> Floats:
        return np.maximum.reduceat(flags, starts).astype(np.float32)

    def mean_of(values: npt.NDArray[np.generic]) -> Floats:
        return np.asarray(np.add.reduceat(values.astype(np.float32), starts) / counts, dtype=np.float32)

    match, best = _best_phrases(clauses, phrases)
    asks = clauses.asks_for
    of_clause = _clause_features(clauses, phrases, best)
    return {
        "match, mean": mean_of(match),
        "match, worst": np.minimum.reduceat(match, starts),
        "match, best": np.maximum.reduceat(match, starts),
        **{name: any_of(flags) for name, flags in of_clause.items()},
        **{name: mean_of(n) for name, n in _colour_counts(clauses, phrases).items()},
        **_verb_features(any_of(clauses.removes) > 0, any_of(clauses.adds) > 0, phrases.role),
        **_missing_features(any_of(asks["missing"]), np.maximum.reduceat(clauses.colours, starts), phrases),
        "clauses": counts.astype(np.float32),
    }


def match_feature_names() -> list[str]:
    """Names of the features, in order."""
    nothing = PhraseFlags.of(GroundedInstruction("", World.parse()))
    return list(match_features(parse_clauses(["where?"]), nothing))


def _best_phrases(clauses: Clauses, phrases: PhraseFlags) -> tuple[Floats, Indices]:
    """The score of the best phrase for each clause, and its index.

    The weights are set by hand: colours tell phrases apart best, then numbers and shapes; a clause about
    removing refers to blocks to remove.
    """

    def shared(a: Flags, b: Flags) -> Floats:
        return a.astype(np.float32) @ b.astype(np.float32).T

    colours, numbers = (
        shared(clauses.colours, phrases.colours),
        shared(clauses.numbers, phrases.numbers),
    )
    made, existing, removed = (phrases.role == i for i in range(len(ROLES)))
    asks = clauses.asks_for
    score = (
        1.5 * colours
        - (clauses.colours.sum(1, keepdims=True) - colours)
        + 0.8 * numbers
        - 0.4 * (clauses.numbers.sum(1, keepdims=True) - numbers)
        + 0.8 * shared(clauses.shapes, phrases.shapes)
        + 0.6 * np.outer(clauses.removes, removed)
        - 0.6 * np.outer(clauses.removes, made)
        + 0.6 * np.outer(clauses.adds, made)
        - 0.4 * np.outer(clauses.adds, removed)
        + 0.5 * np.outer(asks["which"], existing | removed)
        + 0.5 * np.outer(asks["missing"], phrases.missing.any(1))
        + 0.3 * np.outer(asks["count"], made)
        + 0.3 * np.outer(asks["where"], made)
    )
    return score.max(1).astype(np.float32), score.argmax(1)


def _clause_features(clauses: Clauses, phrases: PhraseFlags, best: Indices) -> dict[str, Flags]:
    """Flags of each clause about the phrase that it matches best."""
    role, opened, cells = phrases.role[best], phrases.open[best], phrases.referents[best]
    missing, numbers = phrases.missing[best], phrases.numbers[best].any(1)
    coloured, exists = phrases.colours[best].any(1), role > 0
    about, asks = role >= 0, clauses.asks_for
    features = {
        f"asks {ask} of blocks {name}": asks[ask] & (role == i)
        for ask in ASKED_OF_ROLE
        for i, name in enumerate(ROLES)
    }
    for i, ask in enumerate(OPENED_BY):
        features[f"asks {ask}, open"] = asks[ask] & opened[:, i]
        features[f"asks {ask}, not open"] = asks[ask] & about & ~opened[:, i]
    named = (clauses.colours & missing).any(1)
    return features | {
        "asks count, given": asks["count"] & numbers,
        "asks colour, given": asks["colour"] & coloured,
        "claims missing, present": asks["missing"] & coloured & exists & ~missing.any(1),
        "claims missing, missing": asks["missing"] & named,
        "asks what, missing": asks["what"] & named,
        "asks which, one referent": asks["which"] & exists & (cells == 1),
        "asks which, several referents": asks["which"] & exists & (cells > 1),
        "asks which, no referent": asks["which"] & exists & (cells == 0),
    }


def _colour_counts(clauses: Clauses, phrases: PhraseFlags) -> dict[str, npt.NDArray[np.int64]]:
    """How many colours of each clause agree, or do not, with those of phrases in the matching role."""
    made, existing, removed = (phrases.colours[phrases.role == i].any(0) for i in range(len(ROLES)))
    removes, adds = clauses.removes[:, None], clauses.adds[:, None]
    return {
        name: (clauses.colours & flags).sum(1)
        for name, flags in {
            "removes colours to remove": removes & removed,
            "removes other colours": removes & ~removed,
            "adds colours to build": adds & made,
            "adds other colours": adds & ~made & ~existing,
            "colours neither mentioned nor present": ~phrases.named & ~phrases.present,
            "colours not mentioned": ~phrases.named,
        }.items()
    }


def _verb_features(removes: Flags, adds: Flags, role: Indices) -> dict[str, Floats]:
    removed, made = bool((role == 2).any()), bool((role == 0).any())
    return {
        name: flags.astype(np.float32)
        for name, flags in {
            "removes, as the instruction": removes & removed,
            "removes, unlike the instruction": removes & (not removed),
            "adds, as the instruction": adds & made,
            "adds, unlike the instruction": adds & (not made),
        }.items()
    }


def _missing_features(claims: Floats, colours: Flags, phrases: PhraseFlags) -> dict[str, Floats]:
    """For questions that claim something is missing: whether it is."""
    missing = phrases.missing.any(0)
    return {
        "claims missing: missing colours": claims * (colours & missing).sum(1),
        "claims missing: present colours": claims * (colours & ~missing).sum(1),
        "claims missing: nothing missing": claims * float(not missing.any()),
        "claims missing: something missing": claims * float(missing.any()),
        "claims missing: no colour": claims * ~colours.any(1),
    }
