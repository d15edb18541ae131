"""A case: an instruction in a world, and what a sensible builder does next."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from cq import InputError, World
from cq.language.questions import AMBIGUITY_KINDS
from cq.language.request import Exchange, Request
from cq.language.spoken import Turns
from cq.types import Grid
from eval.behaviours.notation import changed, parse_world

FOLDER = Path(__file__).parent / "cases"
WORLDS = FOLDER / "worlds.yaml"

ACTIONS = ("ask", "build", "refuse")

TURN_KINDS = ("absent", "several", "open", "impossible", "off-topic", "typos", "pose", "clear", "dialogue")
"""Kinds of cases about one turn: whether the builder asks, builds or refuses, and how."""

BUILD_KINDS = (
    "builds-quantifiers",
    "builds-relations",
    "builds-copies",
    "builds-edits",
    "builds-shapes",
    "builds-letters",
    "builds-parts",
    "builds-clauses",
    "builds-wording",
    "builds-counts",
    "builds-facing",
    "builds-nothing",
    "builds-voices",
    "builds-unseen",
)
"""Kinds of cases about the build alone. Each of them has only one right build."""

KINDS = TURN_KINDS + BUILD_KINDS
"""Every kind of the suite; the cases of a kind are in the file of that name."""

SENTENCES = "sentences"
"""The kind of the sentences of `eval.behaviours.sentences`, which are no part of the suite."""


@dataclass(frozen=True)
class Case:
    """An instruction in a world, and what a sensible builder does next.

    `blocks`, `add` and `remove` are in the notation of `eval.behaviours.notation`. `facing` is the direction
    in which the builder looks, None if unknown. `expect` names the actions that are right, any of `ACTIONS`.
    `about` are the kinds of ambiguity, one of which a sensible first question has; none if any question will
    do. `add` and `remove` give the exact build where there is only one, and `unchanged` says that it is the
    world as it is. `exchanges` make the case a dialogue: what was asked and answered after the instruction.
    `settled` are the kinds of ambiguity that the answers have settled, so that no further question may be
    about them.
    """

    id: str
    kind: str
    instruction: str
    expect: frozenset[str]
    blocks: str = ""
    facing: str | None = None
    about: frozenset[str] = frozenset()
    add: str = ""
    remove: str = ""
    unchanged: bool = False
    exchanges: tuple[Exchange, ...] = ()
    settled: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        """Raises `InputError` for a case that is not well-formed."""
        for name, allowed in (("expect", ACTIONS), ("about", AMBIGUITY_KINDS), ("settled", AMBIGUITY_KINDS)):
            if unknown := getattr(self, name) - set(allowed):
                raise self._error(f"{name} {sorted(unknown)} is not among {', '.join(allowed)}")
        if self.kind not in (*KINDS, SENTENCES):
            raise self._error(f"kind {self.kind!r} is not one of {', '.join(KINDS)}")
        if not self.expect:
            raise self._error("it expects no action; give one or more of " + ", ".join(ACTIONS))
        if not self.instruction.strip():
            raise self._error("its instruction is empty")
        if self.about and "ask" not in self.expect:
            raise self._error("it says what a question is about, but expects none")
        if self.about & self.settled:
            raise self._error(f"a question about {sorted(self.about & self.settled)} is settled already")
        if self.unchanged and (self.add or self.remove):
            raise self._error("it adds or removes blocks, so its world cannot stay unchanged")
        if self.has_target and self.expect != {"build"}:
            raise self._error("it has an exact build, so it must expect 'build' alone")
        if self.kind in BUILD_KINDS and not self.has_target:
            raise self._error("cases about the build need one right build; give add, remove or unchanged")
        if bool(self.exchanges) != (self.kind == "dialogue"):
            raise self._error("cases of kind 'dialogue', and only those, have exchanges")
        try:
            _ = self.world, self.target
        except InputError as error:
            raise self._error(str(error)) from None

    @cached_property
    def world(self) -> World:
        """The world in which the instruction is said."""
        return parse_world(self.blocks, self.facing)

    @property
    def has_target(self) -> bool:
        """Whether there is only one right build."""
        return bool(self.add or self.remove or self.unchanged)

    @cached_property
    def target(self) -> Grid | None:
        """The only right build, int8 (9, 11, 11), or None if there are several or none."""
        if not self.has_target:
            return None
        return self.world.grid if self.unchanged else changed(self.world.grid, self.remove, self.add)

    @property
    def dialogue(self) -> Turns:
        """All that is said, oldest first, as (speaker, text); the last turn is the architect's."""
        return Request(self.instruction, self.exchanges).dialogue

    @classmethod
    def parse(cls, kind: str, row: dict[str, Any], worlds: dict[str, str]) -> Case:
        """A case of a file: `world` is a name in `worlds`, or else `blocks` are the blocks of the world;
        `expect`, `about` and `settled` are lists; `exchanges` is a list of (question, answer).

        Raises `InputError` for an unknown or missing field, an unknown world, and a case that is not
        well-formed.
        """
        row = dict(row)
        known = {field.name for field in fields(cls)} - {"kind"} | {"world"}
        if unknown := set(row) - known:
            raise InputError(
                f"case {row.get('id')!r}: fields {sorted(unknown)} are not among {sorted(known)}"
            )
        if missing := {"id", "instruction", "expect"} - set(row):
            raise InputError(f"case {row.get('id')!r} lacks {sorted(missing)}; add them")
        if {"world", "blocks"} <= set(row):
            raise InputError(f"case {row['id']!r} gives a world and blocks; give one of them")
        if (name := row.pop("world", None)) is not None:
            if name not in worlds:
                raise InputError(f"case {row['id']!r}: world {name!r} is not in {WORLDS.name}; add it there")
            row["blocks"] = worlds[name]
        for key in ("expect", "about", "settled"):
            row[key] = frozenset(row.get(key, ()))
        pairs = row.pop("exchanges", ())
        if wrong := [pair for pair in pairs if not isinstance(pair, list) or len(pair) != 2]:
            raise InputError(f"case {row['id']!r}: exchange {wrong[0]!r} is not a question and an answer")
        exchanges = tuple(Exchange.of(*pair) for pair in pairs)
        return cls(kind=kind, exchanges=exchanges, **row)

    def _error(self, message: str) -> InputError:
        return InputError(f"case {self.id!r}: {message}")


def load_cases(folder: Path = FOLDER) -> list[Case]:
    """All cases, kind by kind, in the order of the files. A file's `defaults` hold for all its cases.

    Raises `InputError` for a folder without worlds or cases, for a case that is not well-formed, and for an
    id that two cases share.
    """
    files = {kind: path for kind in KINDS if (path := folder / f"{kind}.yaml").is_file()}
    if not files or not (folder / WORLDS.name).is_file():
        raise InputError(
            f"{str(folder)!r} is not a folder of cases; it must hold {WORLDS.name} and a file KIND.yaml for "
            f"each kind: {', '.join(KINDS)}"
        )
    worlds: dict[str, str] = _read(folder / WORLDS.name)
    cases: dict[str, Case] = {}
    for kind, path in files.items():
        content = _read(path)
        for row in content["cases"]:
            case = Case.parse(kind, content.get("defaults", {}) | row, worlds)
            if case.id in cases:
                raise InputError(f"two cases have the id {case.id!r}; rename one")
            cases[case.id] = case
    return list(cases.values())


def _read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return content
