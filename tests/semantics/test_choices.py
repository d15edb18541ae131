"""Choices: all ways of a run, each with its probability."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cq.semantics.choices import Choices, Failure, Hole, outcomes

WEIGHTS = st.lists(st.lists(st.floats(1.0, 2.0), min_size=1, max_size=3), min_size=1, max_size=3)


@given(WEIGHTS)
def test_all_ways_are_found_with_their_probabilities(weights: list[list[float]]) -> None:
    """The oracle is the product of all options; none is so improbable that it is left out."""

    def run(choices: Choices) -> tuple[int, ...]:
        return tuple(
            choices.choose(Hole("which", i), list(enumerate(options))) for i, options in enumerate(weights)
        )

    wanted = {
        way: float_product(options[i] / sum(options) for i, options in zip(way, weights, strict=True))
        for way in itertools.product(*(range(len(options)) for options in weights))
    }
    found = {one.value: one.probability for one in outcomes(run)}
    assert found == pytest.approx(wanted)
    assert sum(found.values()) == pytest.approx(1)


def float_product(factors: object) -> float:
    result = 1.0
    for one in factors:  # type: ignore[attr-defined]
        result *= one
    return result


def test_a_failure_is_one_of_the_ways() -> None:
    def run(choices: Choices) -> str:
        if choices.choose(Hole("which"), [("left", 3.0), ("right", 1.0)]) == "left":
            raise Failure("absent", "nothing stands on the left")
        return "right"

    first, second = outcomes(run)
    assert (first.value, first.probability, first.failure and first.failure.kind) == (None, 0.75, "absent")
    assert (second.value, second.probability) == ("right", 0.25)


def test_what_has_no_option_is_open() -> None:
    (one,) = outcomes(lambda choices: choices.choose(Hole("colour"), []))
    assert one.failure is not None
    assert (one.failure.kind, one.failure.hole) == ("open", Hole("colour"))


def test_one_option_is_no_decision() -> None:
    (one,) = outcomes(lambda choices: choices.choose(Hole("colour"), [("red", 0.2)]))
    assert (one.value, one.probability, one.taken) == ("red", 1.0, ())


def test_a_failure_that_is_kept_holds_no_frames() -> None:
    """Results are kept for many texts, and the frames of a failure hold the scenes of its run."""

    def run(choices: Choices) -> None:
        try:
            raise Failure("absent", "nothing stands there")
        except Failure:
            raise Failure("impossible", "so it cannot move") from None

    (found,) = outcomes(run)
    assert found.failure is not None
    assert found.failure.__traceback__ is None
    assert found.failure.__context__ is None
