"""Named defaults: what people mean where words leave a choice, with probabilities fitted on recorded rows.

Which side of "beside", how many of "each side", where the floor of a tower beside a floating block is: each
is a choice with a name (`Hole.default`), whose options come in the order of the weights that the code gives
them.
`fit_defaults` counts, over rows whose target is known, which options lead to the target; the file of the
weights holds the shares.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from cq.types import Grid

if TYPE_CHECKING:
    from cq.meaning.choices import Outcome

Defaults = Mapping[str, tuple[float, ...]]
"""The probability of each option, by the name of the default and the number of its options ("beside/4")."""

FEWEST = 12.0
"""Rows in which a default must have decided; the weights of others stay those in the code."""
PSEUDOCOUNT = 1.0
"""How often each option counts as seen before any row."""


@cache
def fitted_defaults() -> Defaults:
    """The probabilities that come with the package; empty where there are none."""
    path = resources.files("cq").joinpath("weights/language/defaults.json")
    if not path.is_file():
        return MappingProxyType({})
    found = json.loads(path.read_text(encoding="utf-8"))
    return MappingProxyType({name: tuple(map(float, shares)) for name, shares in found["defaults"].items()})


def default_key(name: str, options: int) -> str:
    """The key of a default with so many options."""
    return f"{name}/{options}"


def fit_defaults(rows: Iterable[tuple[list[Outcome[Grid]], Grid]]) -> dict[str, tuple[float, ...]]:
    """The probabilities of the options of all defaults, from (outcomes, target) pairs.

    An option counts for a row as much as it has of the probability of the outcomes that are the target.
    """
    counts: dict[str, list[float]] = defaultdict(list)
    for ways, target in rows:
        right = [one for one in ways if one.value is not None and np.array_equal(one.value, target)]
        whole = sum(one.probability for one in right)
        for one in right:
            for name, options, index in dict.fromkeys(one.defaults):
                shares = counts.setdefault(default_key(name, options), [PSEUDOCOUNT] * options)
                shares[index] += one.probability / whole
    return {
        name: tuple(round(one / sum(shares), 4) for one in shares)
        for name, shares in sorted(counts.items())
        if sum(shares) >= FEWEST + PSEUDOCOUNT * len(shares)
    }
