"""What runs the models: the functions of `cq`, dialogues, and the classes of the track."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
from hypothesis import strategies as st

import cq
from cq.ranking import QuestionBank
from cq.track import TrackClassifier, TrackRanker
from eval.faults import values
from eval.faults.inputs.tasks import no_path
from eval.faults.sections import EntryPoint
from eval.faults.tally import check


def entry_points() -> list[EntryPoint]:
    """What runs the models."""
    text, world = values.instructions, values.good_worlds
    said = st.one_of(st.none(), st.lists(values.good_turns, max_size=3))
    cost = st.one_of(st.none(), st.floats(0.05, 0.95))
    most = st.one_of(st.none(), st.integers(1, 3))
    hostile = st.one_of(values.worlds, values.banks, values.dialogues, values.texts)
    good = st.tuples(st.sampled_from(values.COMMANDS), world)
    steps = st.lists(
        st.one_of(values.texts, st.sampled_from(["the red one", "two"]), st.integers(0, 4)), max_size=4
    )

    def point(name: str, call: Any, weight: int, *each: values.Strategy) -> EntryPoint:
        return EntryPoint(name, call, values.arguments(*each, hostile=hostile), weight)

    return [
        point("classify", classify, 8, text, world, said, cost),
        point("build", build, 3, text, world),
        point("rank", rank, 4, values.good_banks, text, world, most),
        point("ask", ask, 4, text, world, said, cost, most),
        EntryPoint("batches against single calls", batches, st.lists(good, min_size=2, max_size=4), 1),
        point("a dialogue's steps", dialogue, 2, world, most, steps),
        point("the track's classes", track, 4, text, world, values.good_banks),
    ]


def classify(given: tuple[Any, ...]) -> None:
    """A probability for each instruction."""
    text, world, said, cost = given
    found = cq.classify(text, no_path(world), said, cost_of_asking=cost)
    for clarity in found if isinstance(found, list) else [found]:
        check(0 <= clarity.p_unclear <= 1 and math.isfinite(clarity.threshold), "no probability")


def build(said: tuple[str, Any]) -> None:
    """A grid, and actions that lead to it."""
    start = cq.World.parse(no_path(said[1]))
    found = cq.build(said[0], start)
    for built in found if isinstance(found, list) else [found]:
        _check_build(built, start)


def _check_build(built: cq.Build, start: cq.World) -> None:
    check(bool(np.isin(built.grid, range(7)).all()) and 0 <= built.confidence <= 1, "no build")
    grid = start.grid.copy()
    for action in built.actions:
        grid[action.cell] = action.colour if action.kind == "place" else 0
    check(np.array_equal(grid, built.grid), "the actions lead to another grid")


def rank(given: tuple[Any, str, Any, Any]) -> None:
    """A permutation of the bank, or its best ones; scores fall."""
    bank, text, world, top = given
    bank = QuestionBank.parse(no_path(bank))
    ranked = cq.rank(bank, text, no_path(world), top)
    for of_one in [ranked] if isinstance(text, str) else ranked:
        _check_ranking(of_one, bank, top)


def _check_ranking(ranked: Any, bank: QuestionBank, top: Any) -> None:
    check([one.rank for one in ranked] == list(range(1, len(ranked) + 1)), "ranks are not in order")
    check(len(ranked) == min(top or len(bank), len(bank)), "questions are lost")
    check({one.qid for one in ranked} <= set(bank.qids), "a question that is not in the bank")
    scores = [one.score for one in ranked]
    check(scores == sorted(scores, reverse=True) and all(0 <= one <= 1 for one in scores), "no order")


def ask(given: tuple[Any, ...]) -> None:
    """A turn has what its action needs."""
    text, world, said, cost, most = given
    found = cq.ask(text, no_path(world), None, said, cost_of_asking=cost, max_questions=most)
    for turn in found if isinstance(found, list) else [found]:
        check((turn.action == "ask") == (turn.question is not None), "a question without asking, or none")
        check((turn.action == "build") == (turn.build is not None), "a build without building, or none")


def batches(given: list[tuple[str, Any]]) -> None:
    """A batch gives what single calls give."""
    texts, worlds = [text for text, _ in given], [cq.World.parse(world) for _, world in given]
    together = cq.classify(texts, worlds), cq.build(texts, worlds)
    for i, (text, world) in enumerate(zip(texts, worlds, strict=True)):
        alone = cq.classify(text, world), cq.build(text, world)
        check(abs(together[0][i].p_unclear - alone[0].p_unclear) < 1e-4, "another probability in a batch")
        check(np.array_equal(together[1][i].grid, alone[1].grid), "another build in a batch")


def dialogue(given: tuple[Any, Any, list[Any]]) -> None:
    """After any steps a dialogue is the same once saved and read, and taking all back leads to its start."""
    world, most, steps = given
    talk = cq.Dialogue(world, max_questions=most)
    start = talk.world
    for step in steps if isinstance(steps, list) else [steps]:
        try:
            talk.answer(step) if talk.turns and talk.question_is_open else talk.say(step)
        except cq.InputError:
            continue
    again = cq.Dialogue.from_dict(json.loads(json.dumps(talk.to_dict())))
    check(again.world == talk.world and again.transcript == talk.transcript, "a saved dialogue differs")
    while talk.turns:
        talk.undo()
    check(np.array_equal(talk.world.grid, start.grid), "taking back leads to another world")


def track(given: tuple[Any, Any, Any]) -> None:
    """The evaluator stops at the first exception, so there must be none, whatever it passes as rows."""
    text, state, bank = given
    state, questions = no_path(state), bank if isinstance(bank, list) else [str(type(bank))]
    try:
        check(TrackClassifier().clarification_required(text, state) in (0, 1), "no decision")
        ranked = TrackRanker().rank_questions(text, state, questions)
    except cq.InputError as error:
        raise RuntimeError(f"the evaluation would end here: {error}") from None
    check(len(ranked) == len(questions), "questions are lost")
