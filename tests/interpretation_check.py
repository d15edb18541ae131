"""What the interpreter makes of a text in a world, against what it must."""

from __future__ import annotations

import numpy as np

from cq.building.interpretation import interpret
from eval.behaviours.notation import changed, parse_world


def check_reading(world: str, text: str, remove: str | None, add: str | None) -> None:
    """The interpreter is sure of exactly these changes; of none if `remove` is None. If `add` is None, it is
    not sure.
    """
    start = parse_world(world).grid
    built = interpret(text, start)
    if add is None:
        assert built is None
        return
    assert built is not None
    np.testing.assert_array_equal(built, start if remove is None else changed(start, remove, add))
