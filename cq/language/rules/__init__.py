"""The rules of the language, by topic. Importing this package loads all of them into `GRAMMAR`."""

import gc
from importlib import import_module

from cq.language import vocabulary  # noqa: F401
from cq.language.collecting import uncollected

MODULES = (
    "answers",
    "colours",
    "attention",
    "changing",
    "checking",
    "asking",
    "cells",
    "commands",
    "copying",
    "correcting",
    "everyday",
    "fates",
    "figure_parts",
    "figure_traits",
    "figures",
    "follow_ups",
    "gapping",
    "growing",
    "joining",
    "keeping",
    "making",
    "manners",
    "lines",
    "moving",
    "openings",
    "places",
    "references",
    "shapes",
    "removing",
    "undoing",
    "sizes",
    "smalltalk",
    "stating",
    "surrounding",
    "things",
    "topics",
    "traits",
    "sides",
    "coordinates",
    "walking",
    "zone_places",
    "unfinished",
)
"""The modules of rules."""


@uncollected
def _load() -> None:
    for name in MODULES:
        import_module(f"cq.language.rules.{name}")


_load()
# The rules live as long as the process: a garbage collection of them all would stop a reading for 0.1 s.
gc.freeze()
