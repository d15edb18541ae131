"""Findings: facts about the meaning of an instruction in its world, as numbers with names.

They count how much of it is read, how far its outcomes agree, which slots are open, why readings cannot be
carried out, and what its noun phrases fit.
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
"""Larger findings are clipped to this."""
MOST_RESULTS = 16
"""Outcomes that are compared with each other."""

QUESTIONS = ("which", "colour", "count", "size", "where", "direction", "facing")
FAILURES = ("absent", "impossible", "contradiction", "open")
COMMANDS = tuple("Make Remove Recolour Replace Move Copy Resize Fill Connect Look Turn Keep Check".split())
EVEN = 0.6
"""A choice with a smaller probability counts as even."""
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
    """Counts of the read and unread words."""
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
    """The agreement of the outcomes."""
    results, is_full = understanding.results, understanding.reading.is_full
    shares = np.array([result.probability for result in results])
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
        "readings with outcomes": len({id(result.reading) for result in results}) / 2,
        "share that can be carried out": results[0].carried_out if results else 0.0,
        "expected loss": _expected_loss(understanding, start),
    }


def _expected_loss(understanding: Understanding, start: Grid) -> float:
    """The expected loss of changed F1 of the best build, by the outcomes' probabilities."""
    results = understanding.results[:MOST_RESULTS]
    if len(results) < 2:
        return 0.0
    shares = np.array([result.probability for result in results])
    agreement = pairwise_changed_f1(np.stack([result.grid for result in results]), start)
    return 1 - float((agreement * (shares / shares.sum())).sum(1).max())


def _open_ends(understanding: Understanding) -> dict[str, float]:
    """The open slots: choices on the way to the best outcome, and the obstacles of all outcomes."""
    chosen, even = Counter[str](), Counter[str]()
    doubt: defaultdict[str, float] = defaultdict(float)
    for hole, _, share in understanding.decisions:
        asked = question_type(hole)
        chosen[asked] += 1
        doubt[asked] += 1 - share
        even[asked] += not hole.default and share < EVEN
    needed = Counter(map(question_type, understanding.open_holes))
    failed = Counter(
        question_type(failure.hole)
        for failure in understanding.failures
        if failure.hole is not None and not understanding.results
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
    kinds = Counter(kind for kind, _ in {(failure.kind, failure.text) for failure in understanding.failures})
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
    """The commands, and the directions that they name."""
    names = Counter(type(command).__name__ for command in program)
    within = list(parts(program))
    named = {getattr(part, field.name) for part in within for field in fields(part)}  # type: ignore[arg-type]
    turned = any(isinstance(part, Turn | Facing) for part in within)
    return {
        **{name: names[name] for name in COMMANDS},
        "commands": len(program) / 2,
        "things made without a place": sum(
            isinstance(command, Make) and command.place is None for command in program
        ),
        "beside, without a side": sum(isinstance(part, Beside) and part.side is None for part in within),
        "the builder's own sides": bool(named & OWN_SIDES),
        "own sides, but no facing": bool(named & OWN_SIDES) and not turned,
    }


def _phrases(phrases: Sequence[Phrase]) -> dict[str, float]:
    """The fits and the open ends of the noun phrases."""
    ends = Counter(end for phrase in phrases for end in phrase.open_ends)
    of_role = Counter(phrase.role for phrase in phrases)
    fits = [(phrase, len(phrase.found)) for phrase in phrases if phrase.found is not None]
    singles = [count for phrase, count in fits if phrase.is_single]
    references = of_role[EXISTING] + of_role[TO_REMOVE]
    return {
        **{f"phrases {role}": of_role[role] / 2 for role in ROLES},
        **{f"phrases without {end}": ends[end] for end in OPEN_ENDS},
        "share of references to nothing": ends["absent"] / max(references, 1),
        "removes what is not there": any(
            "absent" in phrase.open_ends for phrase in phrases if phrase.role == TO_REMOVE
        ),
        "references to one of several": sum(count > 1 for count in singles),
        "references to one": len(singles),
        "fewer than named": sum(
            isinstance(phrase.meaning, Ref) and (phrase.meaning.number or 0) > count for phrase, count in fits
        ),
        "things that a reference fits (log)": np.log1p(max((count for _, count in fits), default=0)),
    }
