"""Programs as typed tokens: nothing is lost, and each token may follow."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.errors import InputError
from cq.language.program import Program
from cq.language.reading import read
from cq.language.sampling import sample
from cq.reading.linear import END, START_STATE, Syntax, linear, program_of, vocabulary


def sampled(seed: int) -> Program | None:
    found = sample("Command", random.Random(seed))
    if found is None:
        return None
    return found[0] if isinstance(found[0], tuple) else (found[0],)


@given(st.integers(0, 10**6))
@settings(max_examples=150, deadline=None)
def test_a_sampled_program_comes_back(seed: int) -> None:
    program = sampled(seed)
    if program is not None:
        assert program_of(linear(program)) == program


@given(st.integers(0, 10**6))
@settings(max_examples=100, deadline=None)
def test_each_of_its_tokens_may_follow(seed: int) -> None:
    program = sampled(seed)
    if program is None:
        return
    tokens = [*linear(program), END]
    syntax, state = Syntax(vocabulary([tokens])), START_STATE
    for token in tokens:
        assert syntax.ids[token] in syntax.allowed(state)
        if token != END:
            state = syntax.after(state, syntax.ids[token])


def test_orders_are_short() -> None:
    tokens = linear(read("Build a tower of three red blocks in the northeast corner")[0].program)
    assert tokens[0] == "<Make"
    assert len(tokens) <= 20


@pytest.mark.parametrize("tokens", [["<Remove"], ["<Remove", ">"], ["<Nothing", ">"]])
def test_what_is_no_program_is_refused(tokens: list[str]) -> None:
    with pytest.raises((InputError, ValueError, LookupError, AttributeError)):
        program_of(tokens)
