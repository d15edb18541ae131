"""The generators of `make fuzz`, for a few inputs each."""

from __future__ import annotations

import random

import pytest
from fuzz.generators import GENERATORS, register_all

import cq

INPUTS = {"repeated_fragments": 1, "chained_fragments": 1, "orders_in_worlds": 2, "corrections": 2}
INPUTS |= {"killed_jobs": 1, "killed_studies": 1, "full_worlds": 1, "study_files": 3, "requests": 5}

register_all()


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", GENERATORS)
def test_what_a_generator_draws_is_answered_or_refused(name):
    draw, check, _ = GENERATORS[name]
    rng = random.Random(20)
    cq.ask("Build a wall")
    for _ in range(INPUTS.get(name, 10)):
        check(draw(rng))
