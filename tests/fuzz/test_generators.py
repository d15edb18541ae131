"""The generators of `make fuzz`, for a few inputs each."""

from __future__ import annotations

import random

import pytest
from fuzz.generators import GENERATORS

INPUTS = {"repeated_fragments": 6, "chained_fragments": 4, "lookalikes": 30}


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", GENERATORS)
def test_what_a_generator_draws_is_answered_or_refused(name):
    draw, check = GENERATORS[name]
    rng = random.Random(20)
    for _ in range(INPUTS.get(name, 100)):
        check(draw(rng))
