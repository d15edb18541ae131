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
from cq.arena.dependencies import code_files, state
from cq.arena.episode import Agent
from cq.errors import InputError, reporting
from cq.files.digests import file_digest
from cq.jobs.weights_digest import pipeline_digest
from cq.modeling.manifest import MANIFEST

if TYPE_CHECKING:
    from cq.llm.chat import Chat

_AGENTS = {"never": NeverAsks, "always": AlwaysAsks, "random": AsksAtRandom, "pipeline": PipelineAgent}
_ARCHITECTS: dict[str, Architect] = {"written": WrittenArchitect, "own": OwnArchitect, "person": Person}


def agent_of(name: str) -> Agent:
    """The agent of a name, made once in a process, and again after a change of its file. Raises `InputError`
    for an unknown one.
    """
    path = _file_of(name)
    changed = path.stat() if path is not None and path.exists() else None
    return _agent(name, changed and (changed.st_mtime_ns, changed.st_size, changed.st_ino))


def depends_on(player: Any) -> tuple[dict[str, str], list[Any]]:
    """The files on which an agent or an architect depends, with their digests, and its other parts: its
    name, or the state of an object. An agent at an address, or a language model, is known by its name alone.
    Raises `InputError` for a missing file.
    """
    if not isinstance(player, str):
        modules, values = state(player)
        return code_files(modules), values
    name = player.rpartition(",")[2] if player.startswith("unreliable:") else player
    kind, _, rest = name.partition(":")
    if kind in _AGENTS:
        from cq.pipeline.default import own_pipeline

        found = {rest or "the bundled pipeline": pipeline_digest(Path(rest) if rest else None)}
        own = None if rest else own_pipeline()
        return found, [player] if own is None else [player, *state(own)[1]]
    if kind == "recorded":
        path = _file_of(name)
        assert path is not None
        with reporting(f"cannot read transcripts from {str(path)!r}", "give the path of some", OSError):
            return {str(path): file_digest(path)}, [player]
    if name in _ARCHITECTS or is_elsewhere(name):
        return {}, [player]
    module, _, attribute = (rest if kind == "model" else name).partition(":")
    modules, values = state(_imported(f"{module}:{attribute}"))
    return code_files({module, *modules}, module.partition(".")[0]), [player, *values]


def is_elsewhere(name: str) -> bool:
    """Whether an agent or an architect is known by its name alone: it is at an address, or is a language
    model.
    """
    of = name.rpartition(",")[2] if name.startswith("unreliable:") else name
    return of.partition(":")[0] in ("http", "https", "a2a", "llm")


def _file_of(name: str) -> Path | None:
    """The file that tells whether an agent has changed; None where there is none, or it is code."""
    kind, _, rest = name.partition(":")
    if kind == "recorded":
        return Path(rest.partition("#")[0])
    return Path(rest) / MANIFEST if kind in _AGENTS and rest else None


@lru_cache(maxsize=64)
def _agent(name: str, changed: Any) -> Agent:
    kind, _, rest = name.partition(":")
    if kind in _AGENTS:
        from cq.pipeline import Pipeline

        return _AGENTS[kind](Pipeline.from_pretrained(rest) if rest else None)
    if kind == "recorded":
        from cq.arena.transcripts import read_transcripts

        path, _, agent = rest.partition("#")
        found = read_transcripts(Path(path))
        if agent and agent not in (agents := {transcript["agent"] for transcript in found}):
            raise InputError(f"{path!r} has no agent {agent!r}; it has {', '.join(sorted(agents))}")
        return Recorded([transcript for transcript in found if agent in ("", transcript["agent"])])
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
    except (Exception, SystemExit) as error:
        reason = str(error) if isinstance(error, ImportError | AttributeError) else repr(error)
        raise InputError(f"cannot import {name!r}: {reason}") from None


def _chat(name: str) -> Chat:
    from cq.llm import chat

    return chat(name)


_MODELS: dict[str, Callable[[str], Chat]] = {"llm": _chat, "model": _imported}
