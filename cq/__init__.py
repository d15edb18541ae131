"""`cq` decides when to ask, and what to ask, before acting on an instruction in a voxel world.

    import cq
    world = cq.World.parse("state.json")
    cq.classify("Put a block on the tower", world)     # Clarity(is_clear=…, p_unclear=…, threshold=…)
    cq.rank(None, "Put a block on the tower", world)   # our question bank, best question first
    cq.build("Put a red block on the tower", world)    # the predicted grid
    cq.ask("Put a block on the tower", world)          # ask, build, reply or refuse
    cq.Dialogue(world).say("Put a block on the tower") # the same, and then hear the answer
    cq.explain("Put a block on the tower", world)      # how its words are read, and what they leave open

Everything loads on first use: importing `cq` imports nothing heavy.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from cq.settings import VERSION

if TYPE_CHECKING:
    from cq import arena, corpora, data, llm, metrics, simulate
    from cq.api import Dialogue, ask, build, classify, rank
    from cq.building import Build
    from cq.clarity import Clarity
    from cq.dialogue.speaker import Speaker
    from cq.errors import CqError, InputError, MissingFileError, NothingClassifiedError
    from cq.guard import Guard
    from cq.language.public_program import Program
    from cq.metrics.information import expected_information
    from cq.pipeline import Builder, Classifier, Pipeline, Ranker, Turn
    from cq.pipeline.default import use
    from cq.ranking import QuestionBank, RankedQuestion
    from cq.reading.explain import explain
    from cq.reading.explanation import Explanation
    from cq.world import World, Zone

__version__ = VERSION

_HOME = {
    "Dialogue": "api",
    "ask": "api",
    "build": "api",
    "classify": "api",
    "rank": "api",
    "use": "pipeline.default",
    "Build": "building",
    "Clarity": "clarity",
    "CqError": "errors",
    "InputError": "errors",
    "MissingFileError": "errors",
    "NothingClassifiedError": "errors",
    "Guard": "guard",
    "Speaker": "dialogue.speaker",
    "Program": "language.public_program",
    "Explanation": "reading.explanation",
    "explain": "reading.explain",
    "expected_information": "metrics.information",
    "Builder": "pipeline",
    "Classifier": "pipeline",
    "Pipeline": "pipeline",
    "Ranker": "pipeline",
    "Turn": "pipeline",
    "QuestionBank": "ranking",
    "RankedQuestion": "ranking",
    "World": "world",
    "Zone": "world",
}
_SUBMODULES = {name: f"cq.{name}" for name in ("arena", "corpora", "data", "llm", "metrics", "simulate")}

__all__ = [  # noqa: RUF022 (the order of the contract)
    "classify",
    "rank",
    "build",
    "ask",
    "Dialogue",
    "Speaker",
    "expected_information",
    "explain",
    "Guard",
    "use",
    "World",
    "Zone",
    "Clarity",
    "RankedQuestion",
    "QuestionBank",
    "Build",
    "Explanation",
    "Program",
    "Turn",
    "Pipeline",
    "Classifier",
    "Ranker",
    "Builder",
    "CqError",
    "InputError",
    "MissingFileError",
    "NothingClassifiedError",
    "arena",
    "corpora",
    "data",
    "llm",
    "metrics",
    "simulate",
]


def __getattr__(name: str) -> Any:
    """Import the part that defines `name` on first access (PEP 562)."""
    if name in _SUBMODULES:
        return importlib.import_module(_SUBMODULES[name])
    if name in _HOME:
        value = getattr(importlib.import_module(f"cq.{_HOME[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'cq' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
