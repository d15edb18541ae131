"""The contract: `cq.classify`, `cq.rank`, `cq.build`, `cq.ask`, one or many, in any thread."""

from __future__ import annotations

import asyncio
import contextvars
import pickle
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from conftest import every, needs_data

import cq
from cq.building import replay
from cq.data import stack_grids
from cq.pipeline import default

CLEAR = "Place a red block on top of the blue tower."
UNCLEAR = "place some blocks next to it"
BANK = ["What colour should it be?", "How many blocks?", "Where should they go?"]


def test_importing_cq_is_quick_and_imports_nothing_heavy():
    code = (
        "import time, sys; began = time.process_time(); import cq; took = time.process_time() - began; "
        "heavy = [m for m in ('torch', 'transformers', 'datasets', 'pandas', 'sklearn', 'numpy') "
        "if m in sys.modules]; print(took, heavy, all(hasattr(cq, n) for n in ('World', 'InputError')))"
    )
    took, heavy, rest = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.partition("[]")
    assert float(took) < 0.3
    assert heavy == "[]"
    assert rest.split() == ["True"]


def test_every_public_name_exists():
    for name in cq.__all__:
        assert getattr(cq, name) is not None
    assert set(cq.__all__) == set(dir(cq))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        cq.nothing  # noqa: B018


def test_one_instruction_gives_one_result(towers):
    clarity = cq.classify(UNCLEAR, towers)
    assert isinstance(clarity, cq.Clarity)
    assert 0 <= clarity.p_unclear <= 1
    assert 0 < clarity.threshold < 1
    assert clarity.is_clear == (clarity.p_unclear <= clarity.threshold)
    questions = cq.rank(BANK, UNCLEAR, towers)
    assert [q.rank for q in questions] == [1, 2, 3]
    assert {q.question for q in questions} == set(BANK)
    built = cq.build(CLEAR, towers)
    assert built.grid.shape == (9, 11, 11)
    assert built.grid.dtype == np.int8
    assert built.plan.shape == (7, 9, 11, 11)
    assert np.allclose(built.plan.sum(axis=0), 1)
    assert np.array_equal(replay(cq.World.parse(towers).grid, built.actions), built.grid)


def test_a_list_of_instructions_gives_a_list_of_results(towers):
    texts, worlds = [CLEAR, UNCLEAR, CLEAR], [towers, None, cq.World.parse(towers)]
    for one, many in [
        (cq.classify, cq.classify(texts, worlds)),
        (cq.build, cq.build(texts, worlds)),
        (lambda t, w: cq.rank(BANK, t, w), cq.rank(BANK, texts, worlds)),
        (cq.ask, cq.ask(texts, worlds)),
    ]:
        assert len(many) == 3
        assert _same(many[1], one(texts[1], worlds[1]))
    assert cq.classify(texts)[1].p_unclear == pytest.approx(cq.classify(UNCLEAR).p_unclear, abs=1e-5)
    assert cq.classify([], []) == cq.rank(BANK, [], []) == cq.build([], []) == cq.ask([], []) == []
    assert cq.classify([]) == cq.rank(BANK, []) == cq.build([]) == cq.ask([]) == []
    assert cq.classify((CLEAR,), (towers,))[0].is_clear == cq.classify(CLEAR, towers).is_clear


def _same(a, b) -> bool:
    """Equal but for the last bits that batching moves."""
    if isinstance(a, cq.Clarity):
        return abs(a.p_unclear - b.p_unclear) < 1e-5 and a.is_clear == b.is_clear
    if isinstance(a, cq.Build):
        return np.array_equal(a.grid, b.grid) and a.actions == b.actions
    if isinstance(a, cq.Turn):
        parts = [(getattr(a, name), getattr(b, name)) for name in ("clarity", "build", "questions")]
        asked = [
            turn.question and (turn.question.text, *(one.text for one in turn.question.options))
            for turn in (a, b)
        ]
        return (a.action, asked[0]) == (b.action, asked[1]) and all(
            x is y is None or _same(x, y) for x, y in parts
        )
    return [q.qid for q in a] == [q.qid for q in b]


def test_a_turn_asks_builds_or_refuses(towers):
    for text, action in [
        (CLEAR, "build"),
        (UNCLEAR, "ask"),
        ("remove the orange block", "ask"),
        ("What a lovely day it is", "refuse"),
    ]:
        turn = cq.ask(text, towers, BANK)
        assert turn.action == action, turn.reasons
        assert (turn.question is not None) == (turn.questions is not None) == (action == "ask")
        assert (turn.build is not None) == (action == "build")
        assert turn.reasons or action == "build"
    assert {q.qid.rpartition("_")[0] for q in cq.rank(None, UNCLEAR, towers)} >= {
        "cq_colour",
        "cq_place",
    }


def test_rank_uses_the_last_classified_instruction(towers):
    cq.classify(CLEAR, towers)
    cq.classify(UNCLEAR, towers)
    assert cq.rank(BANK) == cq.rank(BANK, UNCLEAR, towers)
    cq.classify([CLEAR, UNCLEAR], [towers, None])
    assert [[q.qid for q in row] for row in cq.rank(BANK)] == [
        [q.qid for q in cq.rank(BANK, CLEAR, towers)],
        [q.qid for q in cq.rank(BANK, UNCLEAR)],
    ]
    with pytest.raises(cq.InputError, match="world without its instruction"):
        cq.rank(BANK, world=towers)


def test_rank_uses_the_last_instruction_of_ask(towers):
    """`ask` is remembered as `classify` is, single or many, clear or not."""
    cq.classify(CLEAR, towers)
    for text in (UNCLEAR, CLEAR):
        turn = cq.ask(text, towers, BANK)
        assert cq.rank(BANK) == cq.rank(BANK, text, towers)
        if turn.questions:
            assert cq.rank(BANK) == turn.questions
    cq.ask([CLEAR, UNCLEAR], towers)
    assert cq.rank(BANK, top_k=1) == cq.rank(BANK, [CLEAR, UNCLEAR], towers, top_k=1)
    with pytest.raises(cq.InputError):
        cq.ask("", towers)
    assert len(cq.rank(BANK)) == 2
    cq.build(UNCLEAR, towers)
    cq.rank(BANK, UNCLEAR)
    assert len(cq.rank(BANK)) == 2


def test_each_context_has_its_own_last_instruction(towers):
    def fresh() -> None:
        with pytest.raises(RuntimeError, match=r"call cq\.classify\(instruction, world\) first"):
            cq.rank(BANK)

    contextvars.Context().run(fresh)
    thread = threading.Thread(target=fresh)
    thread.start()
    thread.join()

    def in_thread(text: str) -> bool:
        cq.classify(text, towers)
        time.sleep(0.01)
        return cq.rank(BANK) == cq.rank(BANK, text, towers)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(in_thread, [CLEAR, UNCLEAR, "remove it", "put four blocks down"] * 2))


def test_a_job_in_a_copied_context_leaves_nothing_to_the_next_in_its_thread(towers):
    with ThreadPoolExecutor(1) as pool:
        pool.submit(contextvars.copy_context().run, cq.classify, UNCLEAR, towers).result()
        with pytest.raises(cq.NothingClassifiedError):
            pool.submit(contextvars.Context().run, cq.rank, BANK).result()
        with pytest.raises(cq.NothingClassifiedError):
            pool.submit(cq.rank, BANK).result()

    async def classified(text: str) -> list[str]:
        cq.classify(text, towers)
        await asyncio.sleep(0.01)
        return [one.qid for one in cq.rank(BANK)]

    async def both() -> list[list[str]]:
        return await asyncio.gather(classified(UNCLEAR), classified("remove it"))

    expected = [[one.qid for one in cq.rank(BANK, text, towers)] for text in (UNCLEAR, "remove it")]
    assert asyncio.run(both()) == expected


def test_threads_agree_with_one_thread():
    texts = [f"place {n} red blocks{' in a row' * (n % 5)}" for n in range(12)]
    alone = [cq.classify(text).p_unclear for text in texts]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda text: cq.classify(text).p_unclear, texts))
    assert together == pytest.approx(alone, abs=1e-6)


def test_concurrent_calls_load_the_default_pipeline_once(monkeypatch):
    loads, load = [], cq.Pipeline.from_pretrained

    def noted(_, folder=None):
        loads.append(folder)
        return load(folder)

    monkeypatch.setattr(default, "_default", None)
    monkeypatch.setattr(cq.Pipeline, "from_pretrained", classmethod(noted))
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(cq.classify, ["place a block"] * 6))
    assert loads == [None]
    assert all(one == found[0] for one in found)


BAD = {
    "empty": ("", None, "holds no words"),
    "white space": (" \n\t", None, "holds no words"),
    "punctuation": ("?!", None, "holds no words"),
    "no text": (None, None, "instruction is NoneType"),
    "a number": (7, None, "instruction is int"),
    "huge": ("word " * 3000, None, r"15,000 characters|14,999 characters"),
    "bad world": ("place a block", [(0, 63, 2, 99)], "colour id 99"),
    "world of a list missing": (
        ["a", "b"],
        [None],
        "2 instructions need one world or as many worlds in a list; got 1",
    ),
    "one bad world for many": (["a", "b"], {"worldEndingState": {}}, "holds its blocks under"),
    "more worlds than instructions": (["a"], [None, None], "1 instructions need one world or as many"),
    "one bad of many": (["place a block", " "], [None, None], "item 1: instruction"),
    "one bad world of many": (["a", "b"], [None, "/nowhere.json"], "item 1: no world file"),
}


@pytest.mark.parametrize("function", [cq.classify, cq.build, cq.ask, lambda t, w: cq.rank(BANK, t, w)])
@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_by_every_function(function, name):
    text, world, message = BAD[name]
    if text is None and function not in (cq.classify, cq.build, cq.ask):
        pytest.skip("rank without an instruction means the last classified")
    with pytest.raises(cq.InputError, match=message):
        function(text, world)


@pytest.mark.parametrize("top_k", [0, -1, 2.5, True, "3"])
def test_a_bad_top_k_is_refused(top_k):
    with pytest.raises(cq.InputError, match="top_k is"):
        cq.rank(BANK, UNCLEAR, None, top_k)


def test_a_top_k_above_the_size_of_the_bank_gives_the_whole_bank():
    assert len(cq.rank(BANK, UNCLEAR, top_k=99)) == 3
    assert len(cq.rank(BANK, UNCLEAR, top_k=2)) == 2


def test_refused_input_keeps_the_last_classified_instruction(towers):
    cq.classify(UNCLEAR, towers)
    with pytest.raises(cq.InputError):
        cq.classify("", towers)
    assert cq.rank(BANK) == cq.rank(BANK, UNCLEAR, towers)


def test_a_long_instruction_is_cut_with_a_warning():
    with pytest.warns(UserWarning, match="is cut to 256"):
        cq.classify("place a red block " * 100)


def test_later_calls_are_quick(towers):
    cq.ask(UNCLEAR, towers)
    times = []
    for _ in range(7):
        began = time.process_time()
        cq.classify(UNCLEAR, towers)
        times.append(time.process_time() - began)
    assert np.median(times) < 0.05


@needs_data
def test_recorded_rows_go_through_every_function(singleturn):
    rows = singleturn.select(range(0, len(singleturn), every(450)))
    worlds = list(stack_grids(rows, "start"))
    texts = rows["instruction"][:]
    turns = cq.ask(texts, worlds)
    for turn, grid in zip(turns, worlds, strict=True):
        if turn.build:
            assert np.array_equal(replay(grid, turn.build.actions), turn.build.grid)
        else:
            assert len(turn.questions) == len(cq.QuestionBank.parse())
    assert {turn.clarity.is_clear for turn in turns} == {True, False}


ASKED = [("architect", "Build a tower in the middle"), ("builder", "Which colour, and how tall?")]
ANSWER = "three purple blocks"


def test_all_functions_read_what_was_said_before(towers):
    """An answer is read with its instruction, in any form of the dialogue."""
    transcript = "<Architect> Build a tower in the middle <Builder> Which colour, and how tall?"
    whole = f"{transcript} <Architect> {ANSWER}"
    for function in (cq.classify, cq.build, cq.ask, lambda *args, **more: cq.rank(BANK, *args, **more)):
        answered = function(ANSWER, towers, dialogue=ASKED)
        assert _same(answered, function(ANSWER, towers, dialogue=transcript))
        assert _same(answered, function(whole, towers))
        many = function([CLEAR, ANSWER], towers, dialogue=[None, ASKED])
        assert _same(many[0], function(CLEAR, towers))
        assert _same(many[1], answered)
    assert cq.classify(ANSWER, towers, ASKED) != cq.classify(ANSWER, towers)


def test_rank_keeps_the_dialogue_of_the_last_classified(towers):
    cq.classify(ANSWER, towers, ASKED)
    assert cq.rank(BANK) == cq.rank(BANK, ANSWER, towers, dialogue=ASKED) != cq.rank(BANK, ANSWER, towers)
    cq.ask([CLEAR, ANSWER], towers, BANK, [None, ASKED])
    assert _same(cq.rank(BANK)[1], cq.rank(BANK, ANSWER, towers, dialogue=ASKED))
    with pytest.raises(cq.InputError, match="rank got a dialogue without its instruction"):
        cq.rank(BANK, dialogue=ASKED)


def test_a_turn_has_one_action_and_a_short_repr(towers):
    asking, building = cq.ask("hm put it there", towers, BANK), cq.ask(CLEAR, towers, BANK, max_questions=0)
    for turn in (asking, building):
        assert turn.action in ("ask", "build", "refuse")
        assert (turn.question is not None) == (turn.questions is not None) == (turn.action == "ask")
        assert (turn.build is not None) == (turn.action == "build")
        assert repr(turn).startswith(f"Turn({turn.action!r}")
        assert len(repr(turn)) < 300
    assert building.action == "build"
    copied = pickle.loads(pickle.dumps(asking))
    assert (copied.action, copied.questions) == (asking.action, asking.questions)


@pytest.mark.parametrize("most", [-1, True, 1.0, "2"])
def test_a_bad_number_of_questions_is_refused(most):
    with pytest.raises(cq.InputError, match=r"max_questions is .*a whole number of 0 or more, or None"):
        cq.ask(CLEAR, max_questions=most)


def test_an_asked_question_is_not_asked_again(towers):
    said: list[tuple[str, str]] = []
    text, asked = UNCLEAR, []
    for _ in range(20):
        turn = cq.ask(text, towers, BANK, said, cost_of_asking=0.01)
        if turn.question is None:
            break
        asked.append(turn.question.text)
        said += [("architect", text), ("builder", turn.question.text)]
        text = "I don't know"
    assert len(asked) == len(set(asked)) >= 1
    assert turn.action != "ask"


def test_messages_fit_the_function_and_the_domain():
    with pytest.raises(cq.InputError, match="say what you want"):
        cq.ask("")
    with pytest.raises(cq.MissingFileError, match="give the path of a CSV file or a list") as raised:
        cq.ask("Break it", qbank="text")
    assert "cq.rank(" not in str(raised.value)
    assert "domain='text'" in repr(cq.classify("My printer is broken"))
