"""Agents and architects by name, as the command and workers know them.

An agent is `pipeline`, `pipeline:FOLDER`, `never`, `always`, `random`, `recorded:FILE#AGENT`, an address
(`http://…`), `a2a:http://…`, a language model, or `MODULE:NAME` for an agent of one's own. An architect is
`written`, `own`, `person`, a language model or `MODULE:NAME`; `unreliable:WRONG:UNKNOWN:PATIENCE` before a
comma makes it one: `unreliable:0.2:0.1,own`. A language model is `llm:NAME` by LiteLLM (`cq.llm.chat`), or
`model:MODULE:FUNCTION`, a function of messages.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from cq.arena.agents import AlwaysAsks, AsksAtRandom, NeverAsks, PipelineAgent, Recorded
from cq.arena.architects import Architect, OwnArchitect, Person, Unreliable, WrittenArchitect
from cq.arena.episode import Agent
from cq.errors import InputError

if TYPE_CHECKING:
    from cq.llm.chat import Chat

_AGENTS = {"never": NeverAsks, "always": AlwaysAsks, "random": AsksAtRandom, "pipeline": PipelineAgent}
_ARCHITECTS: dict[str, Architect] = {"written": WrittenArchitect, "own": OwnArchitect, "person": Person}


@lru_cache(maxsize=64)
def agent_of(name: str) -> Agent:
    """The agent of a name, made once in a process. Raises `InputError` for an unknown one."""
    kind, _, rest = name.partition(":")
    if kind in _AGENTS:
        from cq.pipeline import Pipeline

        return _AGENTS[kind](Pipeline.from_pretrained(rest) if rest else None)
    if kind == "recorded":
        from cq.arena.transcripts import read_transcripts

        path, _, agent = rest.partition("#")
        return Recorded([one for one in read_transcripts(Path(path)) if agent in ("", one["agent"])])
    if kind in ("http", "https", "a2a"):
        from cq.arena.remote import A2aAgent, HttpAgent

        return A2aAgent(rest) if kind == "a2a" else HttpAgent(name)
    if kind in _MODELS:
        from cq.arena.language_model import ModelAgent

        return ModelAgent(_MODELS[kind](rest))
    return cast(Agent, _imported(name))


@lru_cache(maxsize=64)
def architect_of(name: str) -> Architect:
    """The architect of a name. Raises `InputError` for an unknown one."""
    how, comma, of = name.rpartition(",")
    if comma:
        kind, *numbers = how.split(":")
        try:
            wrong, unknown, *patience = map(float, numbers)
        except ValueError:
            kind = ""
        if kind != "unreliable" or len(patience) > 1:
            raise InputError(f"{how!r} is not unreliable:WRONG:UNKNOWN or unreliable:WRONG:UNKNOWN:PATIENCE")
        return Unreliable(architect_of(of), wrong, unknown, int(patience[0]) if patience else None)
    if name in _ARCHITECTS:
        return _ARCHITECTS[name]
    kind, _, rest = name.partition(":")
    if kind in _MODELS:
        from cq.arena.language_model import ModelArchitect

        return ModelArchitect(_MODELS[kind](rest))
    return cast(Architect, _imported(name))


def _imported(name: str) -> Any:
    """The object NAME of a module, as `MODULE:NAME`."""
    module, _, attribute = name.partition(":")
    if not module or not attribute:
        raise InputError(f"no agent or architect {name!r}; see cq arena run --help, or give MODULE:NAME")
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise InputError(f"cannot import {name!r}: {error}") from None


def _chat(name: str) -> Chat:
    from cq.llm import chat

    return chat(name)


_MODELS: dict[str, Callable[[str], Chat]] = {"llm": _chat, "model": _imported}
