"""Whatever is said in whatever world, models and the HTTP API answer with what can be checked, or refuse."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from typing import Any

import numpy as np
from conftest import examples
from fuzz import values
from fuzz.acting import is_kept_and_taken_back
from fuzz.values import answered
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

import cq
from cq.track import TrackClassifier, TrackRanker

few = examples(3, suppress_health_check=[HealthCheck.too_slow])
SAID = values.one_hostile(
    values.instructions,
    values.good_worlds,
    st.one_of(st.none(), st.lists(values.good_turns, max_size=3)),
    hostile=st.one_of(values.worlds, values.texts, values.dialogues).map(
        lambda one: [one] if isinstance(one, str) else one
    ),
)


@few
@given(SAID)
def test_a_turn_has_what_its_action_needs(said):
    def check(given_: Any) -> None:
        text, world, dialogue = given_
        found = cq.ask(text, world, None, dialogue)
        for turn in found if isinstance(found, list) else [found]:
            assert (turn.action == "ask") == (turn.question is not None)
            assert (turn.action == "build") == (turn.build is not None)
            assert 0 <= turn.clarity.p_unclear <= 1

    answered(check, said)


@few
@given(st.lists(st.tuples(st.sampled_from(values.COMMANDS), values.good_worlds), min_size=2, max_size=3))
def test_a_batch_gives_what_single_calls_give_and_actions_lead_to_the_grid(rows):
    texts, worlds = [text for text, _ in rows], [cq.World.parse(world) for _, world in rows]
    together = cq.build(texts, worlds)
    for text, world, built in zip(texts, worlds, together, strict=True):
        assert np.array_equal(cq.build(text, world).grid, built.grid)
        grid = world.grid.copy()
        for action in built.actions:
            grid[action.cell] = action.colour
        assert np.array_equal(grid, built.grid)


@few
@given(values.banks, values.instructions, st.one_of(st.none(), st.integers(1, 3)))
def test_a_ranking_is_a_permutation_of_the_bank_or_its_best(bank, text, top):
    def check(given_: Any) -> None:
        ranked = cq.rank([given_] if isinstance(given_, str) else given_, text, top_k=top)
        assert [one.rank for one in ranked] == list(range(1, len(ranked) + 1))
        scores = [one.score for one in ranked]
        assert scores == sorted(scores, reverse=True)
        assert all(0 <= one <= 1 for one in scores)

    answered(check, bank)


@few
@given(
    values.good_worlds,
    st.lists(st.one_of(values.texts, st.sampled_from(["the red one", "two", "undo", "red"])), max_size=4),
)
def test_a_saved_dialogue_is_the_same_and_taking_all_back_leads_to_its_start(world, steps):
    talk = cq.Dialogue(world)
    start = talk.world
    for step in steps:
        answered(talk.answer if talk.turns and talk.question_is_open else talk.say, step)
    is_kept_and_taken_back(talk)
    assert np.array_equal(talk.world.grid, start.grid)


@few
@given(values.instructions, values.worlds, values.good_banks)
def test_the_track_stops_at_no_exception(text, state, bank):
    """The evaluator stops at the first exception, so there must be none, whatever it passes as rows."""
    state = [state] if isinstance(state, str) else state
    assert TrackClassifier().clarification_required(text, state) in (0, 1)
    assert len(TrackRanker().rank_questions(text, state, bank)) == len(bank)


FIELDS = {
    "instruction": values.mostly(st.sampled_from(values.COMMANDS), values.json_values),
    "world": values.mostly(values.good_worlds, values.json_values),
    "questions": st.one_of(values.good_banks, values.json_values),
    "dialogue": st.one_of(values.json_values, st.lists(values.good_turns, max_size=3)),
    "say": values.json_values,
    "top_k": values.json_values,
    "built": values.json_values,
}
PATHS = ("classify", "rank", "build", "ask", "dialogue", "score", "world")


@cache
def _application() -> Any:
    from cq.web.app import create_app

    return create_app()


@examples(25, suppress_health_check=[HealthCheck.too_slow])
@given(
    path=st.sampled_from(PATHS), body=st.one_of(st.fixed_dictionaries({}, optional=FIELDS), values.contents)
)
def test_every_answer_of_the_api_is_json_and_every_error_one_sentence(path, body):
    content = body if isinstance(body, bytes) else values.as_json(body).encode("utf-8", "replace")
    status, answer = asyncio.run(_send(f"/api/{path}", content))
    assert status < 500
    if status >= 400:
        error = json.loads(answer)["error"]
        assert error
        assert "Traceback" not in error


async def _send(path: str, body: bytes) -> tuple[int, bytes]:
    messages: list[dict[str, Any]] = []
    given_ = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not given_:
            await asyncio.Event().wait()  # Who waits for the answer sends nothing more.
        return given_.pop(0)

    async def send(message: Any) -> None:
        messages.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
        "client": ("127.0.0.1", 1),
    }
    await _application()(scope, receive, send)
    status = next(one["status"] for one in messages if one["type"] == "http.response.start")
    return status, b"".join(one.get("body", b"") for one in messages if one["type"] == "http.response.body")
