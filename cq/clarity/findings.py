"""Findings: facts of what an instruction may mean in its world, as numbers with names.

How much of it is read, how far its outcomes agree, what its words leave open, why readings cannot be carried
out, and what its noun phrases fit.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import lru_cache

import numpy as np

from cq.language.program import Beside, Facing, Make, Program, Ref, Turn, parts
from cq.language.reading import UNREAD, Reading, kind_of_word
from cq.metrics.pairwise import pairwise_changed_f1
from cq.reading.grounded import GroundedInstruction
from cq.reading.obstacles import question_type
from cq.reading.phrases import EXISTING, OPEN_ENDS, ROLES, TO_REMOVE, Phrase
from cq.reading.understand import Understanding
from cq.types import Grid
from cq.world import World

MOST = 3.0
"""Larger findings count as this."""
MOST_RESULTS = 16
"""Outcomes that are compared with each other."""

QUESTIONS = ("which", "colour", "count", "size", "where", "direction", "facing")
FAILURES = ("absent", "impossible", "contradiction", "open")
COMMANDS = tuple("Make Remove Recolour Replace Move Copy Resize Fill Connect Look Turn Keep Check".split())
EVEN = 0.6
"""A choice with a smaller probability is even."""
OWN_SIDES = frozenset(("left", "right", "front", "back"))


def findings(instruction: GroundedInstruction) -> dict[str, float]:
    """The findings about an instruction by name, each in [0, `MOST`]."""
    understanding = instruction.heard.understanding
    grid = instruction.world.grid
    found = {
        **_reading(understanding.reading),
        **_outcomes(understanding, grid),
        **_open_ends(understanding),
        **_failures(understanding),
        **_commands(understanding.reading.program),
        **_phrases(instruction.phrases),
        "blocks in the world (log)": np.log1p(np.count_nonzero(grid)) / 3,
        "empty world": not grid.any(),
    }
    return {name: min(float(value), MOST) for name, value in found.items()}


@lru_cache(maxsize=1)
def finding_names() -> tuple[str, ...]:
    """The names of all findings, in order."""
    return tuple(findings(GroundedInstruction("", World.parse())))


def _reading(reading: Reading) -> dict[str, float]:
    """How much is read."""
    words = sum(token.text.isalnum() for token in reading.tokens)
    unread = Counter(map(kind_of_word, reading.unread_words))
    share = {f"share of {kind} words that are unread": unread[kind] / max(words, 1) for kind in UNREAD}
    count = {f"unread {kind} words (log)": np.log1p(unread[kind]) for kind in UNREAD}
    return {
        "every word is read": reading.is_full,
        "no command is read": not reading.program,
        "not read to the end": reading.over_budget,
        **share,
        **count,
        "words (log)": np.log1p(words) / 2,
        "six words or fewer": words <= 6,
        "cost of the reading": reading.cost / 5,
        "cost of a word": reading.cost / max(words, 1),
    }


def _outcomes(understanding: Understanding, start: Grid) -> dict[str, float]:
    """How far the outcomes agree."""
    results, is_full = understanding.results, understanding.reading.is_full
    shares = np.array([one.probability for one in results])
    best = results[0].probability if results else 0.0
    return {
        "confidence": understanding.confidence,
        "one grid is meant": understanding.grid is not None,
        "no outcome": not results,
        "no outcome of what is read in full": is_full and not results,
        "outcome of what is not read in full": not is_full and bool(results),
        "probability of the best outcome": best,
        "probability of other outcomes": 1 - best if results else 0.0,
        "entropy of the outcomes": -(shares * np.log(np.maximum(shares, 1e-12))).sum(),
        "outcomes (log)": np.log1p(len(results)),
        "readings with outcomes": len({id(one.reading) for one in results}) / 2,
        "share that can be carried out": results[0].carried_out if results else 0.0,
        "expected loss": _expected_loss(understanding, start),
    }


def _expected_loss(understanding: Understanding, start: Grid) -> float:
    """What the best build lacks of a changed F1 of 1, if the outcomes are as probable as they seem."""
    results = understanding.results[:MOST_RESULTS]
    if len(results) < 2:
        return 0.0
    shares = np.array([one.probability for one in results])
    agreement = pairwise_changed_f1(np.stack([one.grid for one in results]), start)
    return 1 - float((agreement * (shares / shares.sum())).sum(1).max())


def _open_ends(understanding: Understanding) -> dict[str, float]:
    """What would be asked for: choices on the way to the best outcome, and what stands in the way of any."""
    chosen, even = Counter[str](), Counter[str]()
    doubt: defaultdict[str, float] = defaultdict(float)
    for hole, _, share in understanding.decisions:
        asked = question_type(hole)
        chosen[asked] += 1
        doubt[asked] += 1 - share
        even[asked] += not hole.default and share < EVEN
    needed = Counter(map(question_type, understanding.open_holes))
    failed = Counter(
        question_type(one.hole)
        for one in understanding.failures
        if one.hole is not None and not understanding.results
    )
    counts: dict[str, Mapping[str, float]] = {
        "chosen": chosen,
        "doubtful": doubt,
        "even": even,
        "needed": needed,
        "failed": failed,
    }
    return {f"{asked}, {name}": count[asked] for name, count in counts.items() for asked in QUESTIONS}


def _failures(understanding: Understanding) -> dict[str, float]:
    """Why readings cannot be carried out."""
    kinds = Counter(kind for kind, _ in {(one.kind, one.text) for one in understanding.failures})
    nothing_done, is_full = not understanding.results, understanding.reading.is_full
    return {
        name: kinds[kind] * holds
        for kind in FAILURES
        for name, holds in {
            f"{kind}": True,
            f"{kind}, nothing else": nothing_done,
            f"{kind}, read in full": nothing_done and is_full,
        }.items()
    }


def _commands(program: Program) -> dict[str, float]:
    """What is to be done, and which directions it names."""
    names = Counter(type(one).__name__ for one in program)
    within = list(parts(program))
    named = {getattr(one, field.name) for one in within for field in fields(one)}  # type: ignore[arg-type]
    turned = any(isinstance(one, Turn | Facing) for one in within)
    return {
        **{name: names[name] for name in COMMANDS},
        "commands": len(program) / 2,
        "things made without a place": sum(isinstance(one, Make) and one.place is None for one in program),
        "beside, without a side": sum(isinstance(one, Beside) and one.side is None for one in within),
        "the builder's own sides": bool(named & OWN_SIDES),
        "own sides, but no facing": bool(named & OWN_SIDES) and not turned,
    }


def _phrases(phrases: Sequence[Phrase]) -> dict[str, float]:
    """What the noun phrases fit, and what they leave open."""
    ends = Counter(end for one in phrases for end in one.open_ends)
    of_role = Counter(one.role for one in phrases)
    fits = [(one, len(one.found)) for one in phrases if one.found is not None]
    singles = [count for one, count in fits if one.is_single]
    references = of_role[EXISTING] + of_role[TO_REMOVE]
    return {
        **{f"phrases {role}": of_role[role] / 2 for role in ROLES},
        **{f"phrases without {end}": ends[end] for end in OPEN_ENDS},
        "share of references to nothing": ends["absent"] / max(references, 1),
        "removes what is not there": any(
            "absent" in one.open_ends for one in phrases if one.role == TO_REMOVE
        ),
        "references to one of several": sum(count > 1 for count in singles),
        "references to one": len(singles),
        "fewer than named": sum(
            isinstance(one.meaning, Ref) and (one.meaning.number or 0) > count for one, count in fits
        ),
        "things that a reference fits (log)": np.log1p(max((count for _, count in fits), default=0)),
    }
